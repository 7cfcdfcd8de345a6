// pipeline/solve.cpp: runs from begin to end.
//
// Three functions make a run. run_choices goes through the choices of formulation and method of a Prepared:
// if one cannot continue, or finds the problem stiff, the next one continues from the point that was reached.
// run_by_part surrounds it where a derivative array replaced a part of the model: the replacement was made
// from numbers, and is made anew before it becomes singular. run_judged lets a judge watch all of it. `solve`
// adds runs that are repeated, in repeated.cpp. Read prepared.hpp and course.hpp first.
#include "pipeline/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <functional>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/effort.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/branch_end.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/considered.hpp"
#include "pipeline/course.hpp"
#include "pipeline/held.hpp"
#include "pipeline/judged.hpp"
#include "pipeline/outlook.hpp"
#include "pipeline/second_opinion.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/square.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;
using solution::Solution;

// `takes_over`: another choice has got to where this one begins.
bool worth_another_try(const Once& once, bool takes_over) {
  if (once.branch_ended) return false;
  // The values are numbers there, but an implicit method also needs slopes: sqrt(x^2) has none at 0.
  const bool began = once.solution.t_end > once.solution.t_start;
  if (takes_over && !began && once.solution.outcome == Outcome::not_finite) return true;
  return once.left_as_stiff || once.left_as_dear || once.solution.outcome == Outcome::step_too_small ||
         once.solution.outcome == Outcome::singular;
}

void tell_redundant(const analysis::NumericVerdict& numbers, Solution& result) {
  result.notes.push_back(*numbers.why() + "; the smallest were taken");
  result.not_unique = numbers.unknowns;
}

// Each choice continues where the one before it stopped; the last one is the one that reaches the end.
Solution run_choices(const Prepared& prepared, const model::Problem& numbers, bool own_numbers,
                     const Options& options, bool may_age, bool* aged) {
  const Interval interval = check_interval(numbers, options);
  Solution result;
  std::optional<Point> from;
  std::vector<std::string> history;
  std::string because;         // why the choice before was left
  std::exception_ptr refusal;  // the first, for when all choices refuse
  const std::vector<Choice>& choices = prepared.choices();
  std::vector<std::size_t> order(choices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::shared_ptr<Instants> instants = instants_of(prepared, numbers);
  std::vector<int> crossings;
  std::vector<solution::Considered::Candidate> considered = as_candidates(choices);
  const auto explicitly = std::ranges::find_if(choices, is_explicit);
  Outlook outlook(prepared.verdict().facts, options.tolerance.value_or(options.step.rtol), interval.end,
                  choices.size() > 1 && explicitly != choices.end() ? &*explicitly : nullptr);
  bool came_back = false;
  std::optional<std::size_t> stiff;  // the choice that was left for stiffness, while no other has made a step
  const auto go_on_stiff = [&](std::size_t turn) {
    if (stiff && turn + 1 == order.size()) order.push_back(*std::exchange(stiff, {}));
  };
  for (std::size_t turn = 0; turn < order.size(); ++turn) {
    const std::size_t k = order[turn];
    const bool last = turn + 1 == order.size();
    Once once;
    const double before = effort_so_far();
    try {
      outlook.starts(choices[k], last || came_back ? nullptr : &choices[order[turn + 1]],
                     from ? from->t : interval.start);
      Course course(prepared, options,
                    {.choice = k,
                     .numbers = numbers,
                     .own_numbers = own_numbers,
                     .interval = interval,
                     .from = from,
                     .leave_if_stiff = !last,
                     .outlook = options.step.given() ? nullptr : &outlook,
                     .may_age = may_age,
                     .crossings = &crossings,
                     .attempts = result.counts.steps + result.counts.rejected},
                    instants);
      while (course.step()) {
      }
      once = course.finish();
    } catch (const Error& error) {
      if (!refusal) refusal = std::current_exception();
      considered[k].how = error.message;
      go_on_stiff(turn);
      continue;
    }
    history.push_back(told(once, outlook));
    considered[k].spent += effort_so_far() - before;
    if (!because.empty()) once.solution.choice.reason = because + ", so " + once.solution.choice.reason;
    const bool again = !once.aged && worth_another_try(once, from.has_value());
    if (once.left_as_stiff)
      stiff = k;
    else if (once.solution.t_end > once.solution.t_start)
      stiff.reset();
    if (aged) *aged = once.aged;
    because = why_left(once, outlook);
    if (again) considered[k].how = because;
    const auto behind = order.begin() + static_cast<std::ptrdiff_t>(turn) + 1;
    if (once.left_as_dear && outlook.returns()) {  // and back again, should it become stiff once more
      order.insert(behind, {static_cast<std::size_t>(explicitly - choices.begin()), k});
    } else if (once.left_as_dear && outlook.races()) {  // the one that it took over from goes on
      order.insert(behind, order.back());
    } else if (once.left_as_dear) {  // it had no difficulties: it takes over again if the others have
      order.push_back(k);
      came_back = !outlook.bound();
    }
    if (once.reached) from = std::move(once.reached);
    append(result, std::move(once.solution));
    if (!again) break;
    go_on_stiff(turn);
  }
  result.considered.candidates = std::move(considered);
  if (history.empty() && refusal) std::rethrow_exception(refusal);
  if (history.size() > 1) result.notes.insert(result.notes.end(), history.begin(), history.end());
  const Verdict& verdict = prepared.verdict();
  result.index = surplus_of(prepared).raises.as_written(verdict.index());
  result.degrees_of_freedom = verdict.degrees_of_freedom();
  if (verdict.numbers && verdict.numbers->says == analysis::NumericVerdict::Says::redundant)
    tell_redundant(*verdict.numbers, result);
  if (const Surplus& surplus = surplus_of(prepared); !surplus.note.empty()) {
    result.notes.push_back(surplus.note);
    result.not_unique = surplus.open;
  }
  if (surplus_of(prepared).misled)
    result.choice.reason =
        "the structure of the equations misleads, so some were combined; " + result.choice.reason;
  if (verdict.array && prepared.options().formulation == "auto")
    result.choice.reason = verdict.array->reason + "; " + result.choice.reason;
  return result;
}

// The problem at the point that a run has reached: everything that it reports becomes a start value.
model::Problem going_on(const model::Problem& problem, const Solution& run) {
  model::Problem next = problem;
  next.dae.initial_equations.clear();
  next.starts.clear();
  const Reported all = reported(problem.dae);
  for (std::size_t k = 0; k < all.leaves.size(); ++k)
    next.starts.push_back({all.leaves[k], run.last[k], model::Rank::preferred});
  return next;
}

// A choice that was made from numbers at the start is made anew before it becomes singular, like a change of
// charts. `renewed`: from here on, or nothing.
using Renewed = std::function<std::optional<Prepared>(const model::Problem& next, const Options& from_here)>;

Solution run_renewing(const model::Problem& problem, Prepared prepared, const Options& options,
                      const Renewed& renewed) {
  constexpr int most_choices = 1000;
  Options part = options;
  Solution whole;
  for (int choices = 0; choices < most_choices; ++choices) {
    bool aged = false;
    Solution run;
    try {
      run = run_choices(prepared, *prepared.verdict().problem, false, part, true, &aged);
    } catch (const Error&) {
      if (choices == 0) throw;
      break;  // the last choice got as far as that
    }
    const double before = part.t_start.value_or(problem.t_start);
    const bool stuck = run.outcome == Outcome::singular || run.outcome == Outcome::step_too_small;
    const bool again = (aged || stuck) && run.t_end > before;
    const model::Problem next = again ? model::on_top(going_on(problem, run)) : model::Problem{};
    part.t_start = run.t_end;
    std::erase_if(part.times, [&](double time) { return time <= run.t_end; });
    append(whole, std::move(run));
    if (!again) break;
    std::optional<Prepared> other;
    try {
      other = renewed(next, part);
    } catch (const Error&) {
    }
    if (!other) break;
    prepared = *std::move(other);
    if (part.judge != nullptr && surplus_of(prepared).whole) part.judge->renew(prepared);
  }
  return whole;
}

// From the array of a part.
Solution run_by_part(const model::Problem& problem, const ArrayProblem& array, const Options& options) {
  Solution whole =
      run_renewing(problem, prepare(array.problem, options, &array.reported), options,
                   [](const model::Problem& next, const Options& part) -> std::optional<Prepared> {
                     const auto there = where_a_part_misleads(next, *part.t_start);
                     if (!there) return {};
                     return prepare(there->problem, part, &there->reported);
                   });
  whole.index = array.index;
  whole.degrees_of_freedom = array.degrees_of_freedom;
  whole.choice.reason = array.reason + "; " + whole.choice.reason;
  return whole;
}

// Constraints were left out because they follow from the others at the start. Elsewhere others may follow.
Solution run_with_surplus(const Prepared& prepared, const Options& options) {
  const Surplus& surplus = surplus_of(prepared);
  // Sizes stay those of the start: a coordinate may be zero where the choice is made anew.
  model::Problem all = *surplus.whole;
  std::unordered_map<int, double> sizes;
  for (const model::Variable& sized : prepared.verdict().problem->dae.variables)
    sizes.emplace(sized.id, sized.nominal);
  for (model::Variable& variable : all.dae.variables)
    if (const auto size = sizes.find(variable.id); size != sizes.end() && !variable.nominal_given) {
      variable.nominal = size->second;
      variable.nominal_given = true;
    }
  Solution whole = run_renewing(
      all, prepared, options, [](const model::Problem& next, const Options& part) -> std::optional<Prepared> {
        return prepare(next, part);
      });
  whole.index = prepared.verdict().index();
  whole.degrees_of_freedom = prepared.verdict().degrees_of_freedom();
  whole.not_unique = surplus.open;
  return whole;
}

ArrayProblem part_of(const model::Problem& problem, const Options& options) {
  auto part = where_a_part_misleads(model::on_top(problem), options.t_start.value_or(problem.t_start));
  if (part) return *std::move(part);
  throw Error(Kind::structure,
              "with these numbers the structure of the equations tells their index, and the problem was "
              "prepared for numbers with which it does not",
              {}, "prepare the problem anew with these numbers: prepare(prepared.with(numbers))");
}

// What prepare() has decided stays. The other options are those of this run.
Options as_prepared(const Options& run, const Options& prepared) {
  Options options = run;
  options.method = prepared.method;
  options.formulation = prepared.formulation;
  options.projection = prepared.projection;
  options.stabilization = prepared.stabilization;
  options.direction = prepared.direction;
  options.engine = prepared.engine;
  options.tolerances = prepared.tolerances;
  return options;
}

// Small residuals prove nothing where the equations leave unknowns open, or may do so: what was reported is
// one of many solutions then, or one of the equations as their structure misreads them.
void doubt(const Verdict& verdict, Solution& result) {
  if (!verdict.numbers || verdict.array || verdict.part) return;
  if (verdict.numbers->says != analysis::NumericVerdict::Says::undecided) return;
  solution::Certificate& certificate = result.certificate;
  if (certificate.holds != true) return;
  certificate.holds = false;
  certificate.message = "the result is not certified: " + *verdict.numbers->why();
  certificate.where = {.equations = verdict.numbers->equations,
                       .variables = verdict.numbers->unknowns,
                       .time = result.t_start};
}

// Equations may hold around a point at which a value is NaN (0/0 at the start of a singular model). Reported
// values have to be numbers, except algebraic unknowns at a singular configuration that a note names: those
// grow beyond all bounds there.
void refuse_what_is_no_number(Solution& result) {
  if (result.certificate.holds != true) return;
  constexpr double there = 1e-2;  // of the run: where it came close to one
  const auto told = [&](double t) {
    return std::ranges::any_of(result.notes, [&](const std::string& note) {
      if (!note.starts_with(came_close))
        return note.starts_with(went_through) || note.find(at_a_pole) != std::string::npos;
      const double close =
          std::strtod(note.c_str() + came_close.size() + std::string_view(" at t = ").size(), nullptr);
      return std::fabs(close - t) <= there * std::fabs(result.t_end - result.t_start);
    });
  };
  const auto moves = [&](const std::string& name) {
    return name.starts_with("der(") ||
           std::ranges::find(result.variables, "der(" + name + ")") != result.variables.end();
  };
  for (const solution::Sample& sample : result.samples)
    for (std::size_t i = 0; i < sample.values.size(); ++i) {
      if (std::isfinite(sample.values[i]) || (!moves(result.variables[i]) && told(sample.time))) continue;
      result.certificate.holds = false;
      result.certificate.message =
          fmt::format("the result is not certified: {} has no finite value at t = {:.6g}",
                      quote(result.variables[i]), sample.time);
      result.certificate.where = {.variables = {result.variables[i]}, .time = sample.time};
      return;
    }
}

}  // namespace

Solution run_judged(const Prepared& prepared, const Numbers& numbers, const Options& given, Looks& looks) {
  const auto begin = std::chrono::steady_clock::now();
  const double effort = effort_so_far();
  const Options options = as_prepared(given, prepared.options());
  (void)check_options(options);  // before anything else is done
  const Verdict& verdict = prepared.verdict();
  const model::Problem own = numbers.empty() ? model::Problem{} : prepared.figures(numbers);
  const model::Problem& problem = numbers.empty() ? *verdict.problem : own;
  std::optional<Judge> judge;
  Options judged = options;
  if (options.certify != Certify::off) {
    judge.emplace(brief_of(prepared), problem, options.certify == Certify::full);
    judged.judge = &*judge;
  }
  Solution result;
  if (verdict.part && numbers.empty())
    result = run_by_part(problem, *verdict.part, judged);
  else if (verdict.part)  // made from numbers at the start
    result = run_by_part(prepared.with(numbers), part_of(prepared.with(numbers), options), judged);
  else if (surplus_of(prepared).whole && numbers.empty() && !has_events(problem.dae))
    result = run_with_surplus(prepared, judged);
  else
    result = run_choices(prepared, problem, !numbers.empty(), judged, false, nullptr);
  if (judge) result.certificate = judge->verdict();
  doubt(verdict, result);
  refuse_what_is_no_number(result);
  looks = judge ? Looks{judge->seen(),  judge->left_open(),     judge->value_sizes(),
                        judge->marks(), judge->from_the_dark(), judge->recovered()}
                : Looks{};
  if (options.certify == Certify::full && result.success())
    add_second_opinion(prepared.with(numbers), options, judge ? judge->value_sizes() : std::vector<double>{},
                       result);
  result.considered.effort = effort_so_far() - effort;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace trammel::pipeline
