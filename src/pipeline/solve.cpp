// pipeline/solve.cpp: runs from begin to end.
//
// A run goes through the choices of its Prepared. The first is the one that is meant; where it cannot go on, or
// finds the problem stiff, the next one goes on from the point that was reached (run_choices). Where a part of a
// model was replaced by a derivative array, that choice ages, and is made anew on the way (run_by_part). A judge
// watches all of it (run_judged). `solve` adds one thing: a run whose variables turn out to be far smaller than
// assumed is made again with their sizes. Read prepared.hpp and course.hpp first.
#include "pipeline/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <optional>

#include "base/effort.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/course.hpp"
#include "pipeline/race.hpp"
#include "pipeline/second_opinion.hpp"
#include "pipeline/square.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;
using solution::Solution;

bool worth_another_try(const Once& once) {
  if (once.branch_ended) return false;
  return once.left || once.solution.outcome == Outcome::step_too_small ||
         once.solution.outcome == Outcome::singular;
}

std::string told(const Once& once, const Race& race) {
  const Solution& s = once.solution;
  return fmt::format("{} with {} from t = {:.6g}: {}", s.choice.method, s.choice.formulation, s.t_start,
                     once.left ? fmt::format("left at t = {:.6g}, {}", s.t_end, race.why()) : s.message);
}

std::string why_left(const Once& once, const Race& race) {
  return once.left ? race.reason()
                   : fmt::format("{} could not go on at t = {:.3g}", once.solution.choice.method,
                                 once.solution.t_end);
}

// Each choice goes on where the one before it could not; the one that gets to the end is the last.
Solution run_choices(const Prepared& prepared, const model::Problem& numbers, bool own_numbers,
                     const Options& options, bool may_age, bool* aged) {
  const Interval interval = check_interval(numbers, options);
  Solution result;
  std::optional<Point> from;
  std::vector<std::string> history;
  std::string because;         // why the choice before was left
  std::exception_ptr refusal;  // the first, for when all choices refuse
  const std::shared_ptr<Instants> instants = instants_of(prepared, numbers);
  std::vector<int> crossings;
  Race race(prepared.choices(), prepared.verdict().facts, options.tolerance.value_or(options.step.rtol),
            interval.start, interval.end);
  while (const auto k = race.current()) {
    Once once;
    try {
      Course course(prepared, options,
                    {.choice = *k,
                     .numbers = numbers,
                     .own_numbers = own_numbers,
                     .interval = interval,
                     .from = from,
                     .race = &race,
                     .may_age = may_age,
                     .crossings = &crossings,
                     .attempts = result.counts.steps + result.counts.rejected},
                    instants);
      race.starts(from ? from->t : interval.start);
      while (course.step()) {
      }
      once = course.finish();
    } catch (const Error& error) {
      if (!refusal) refusal = std::current_exception();
      race.fails(error.message);
      continue;
    }
    if (!once.left || !race.why().empty()) history.push_back(told(once, race));
    if (!because.empty()) once.solution.choice.reason = because + ", so " + once.solution.choice.reason;
    if (!race.found().empty()) once.solution.choice.reason += "; " + race.found();
    const bool again = !once.aged && worth_another_try(once);
    if (aged) *aged = once.aged;
    because = why_left(once, race);
    if (again && !once.left) race.fails(once.solution.message);
    if (once.reached) from = std::move(once.reached);
    append(result, std::move(once.solution));
    if (!again) break;
  }
  if (history.empty() && refusal) std::rethrow_exception(refusal);
  race.ends();
  last_considered().candidates = race.considered();
  if (history.size() > 1) result.notes.insert(result.notes.end(), history.begin(), history.end());
  const Verdict& verdict = prepared.verdict();
  result.index = verdict.index();
  result.degrees_of_freedom = verdict.degrees_of_freedom();
  if (verdict.numbers && verdict.numbers->says == analysis::NumericVerdict::Says::redundant)
    result.notes.push_back(*verdict.numbers->why() + "; the smallest were taken");
  if (const std::string& note = surplus_of(prepared).note; !note.empty()) result.notes.push_back(note);
  if (verdict.array && prepared.options().formulation == "auto")
    result.choice.reason = verdict.array->reason + "; " + result.choice.reason;
  return result;
}

// The problem where a run has got to: all that it reports are start values.
model::Problem going_on(const model::Problem& problem, const Solution& run) {
  model::Problem next = problem;
  next.dae.initial_equations.clear();
  next.starts.clear();
  const Reported all = reported(problem.dae);
  for (std::size_t k = 0; k < all.leaves.size(); ++k)
    next.starts.push_back({all.leaves[k], run.last[k], model::Rank::preferred});
  return next;
}

// The choice from the array of a part is made anew before it becomes singular: like a change of charts.
Solution run_by_part(const model::Problem& problem, ArrayProblem array, const Options& options) {
  constexpr int most_choices = 1000;
  Options part = options;
  Solution whole;
  for (int choices = 0; choices < most_choices; ++choices) {
    bool aged = false;
    Solution run;
    try {
      const Prepared prepared = prepare(array.problem, part, &array.reported);
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
    auto renewed = where_a_part_misleads(next, *part.t_start);
    if (!renewed) break;
    array.problem = std::move(renewed->problem);
    array.reported = std::move(renewed->reported);
  }
  whole.index = array.index;
  whole.degrees_of_freedom = array.degrees_of_freedom;
  whole.choice.reason = array.reason + "; " + whole.choice.reason;
  return whole;
}

// What prepare() has decided stays; the rest is what this run asks for.
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

// `sizes`: what the judge has seen of the variables, if somebody asks.
Solution run_judged(const Prepared& prepared, const Numbers& numbers, const Options& given,
                    std::vector<certify::Seen>* sizes) {
  const auto begin = std::chrono::steady_clock::now();
  const double effort = effort_so_far();
  const Options options = as_prepared(given, prepared.options());
  (void)check_options(options);  // before anything else is done
  const Verdict& verdict = prepared.verdict();
  const model::Problem own = numbers.empty() ? model::Problem{} : prepared.with(numbers);
  const model::Problem& problem = numbers.empty() ? *verdict.problem : own;
  std::optional<Judge> judge;
  Options judged = options;
  if (options.certify != Certify::off) {
    const Verdict& written = verdict.whole ? *verdict.whole : verdict;
    model::Problem equations = verdict.whole ? *written.problem : problem;
    if (verdict.whole) equations.dae.parameters = problem.dae.parameters;
    const Surplus& surplus = surplus_of(prepared);
    equations.dae.invariants.insert(equations.dae.invariants.end(), surplus.equations.begin(),
                                    surplus.equations.end());
    const Reported all = surplus.equations.empty() ? reported(equations.dae) : surplus.reported;
    judge.emplace(model::on_top(equations), all, written.found, options.certify == Certify::full);
    if (prepared.held()) judge->hold(*prepared.held());
    judged.judge = &*judge;
  }
  Solution result;
  if (verdict.part && numbers.empty())
    result = run_by_part(problem, *verdict.part, judged);
  else
    result = run_choices(prepared, problem, !numbers.empty(), judged, false, nullptr);
  if (judge) result.certificate = judge->verdict();
  doubt(verdict, result);
  if (judge && sizes != nullptr) *sizes = judge->seen();
  if (options.certify == Certify::full && result.success())
    add_second_opinion(problem, options, judge ? judge->value_sizes() : std::vector<double>{}, result);
  last_considered().effort = effort_so_far() - effort;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

// A size that was estimated too large makes an error test that forgives too much: a variable that never comes
// near it has lost that many digits. Such variables get the largest value that they have had. A run is
// not made twice for less than three digits.
std::string correct_sizes(model::Problem& problem, const Prepared& prepared,
                          const std::vector<certify::Seen>& seen) {
  constexpr double too_large = 1000, noise = 1e-9;
  const std::vector<model::Variable>& estimated = prepared.verdict().problem->dae.variables;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < problem.dae.variables.size() && j < seen.size() && j < estimated.size(); ++j) {
    model::Variable& variable = problem.dae.variables[j];
    const double largest = seen[j].largest;
    if (variable.nominal_given || !seen[j].differentiated || variable.id != estimated[j].id) continue;
    // What is smaller still may be noise, or has hardly begun to move.
    if (!(largest > noise * std::max(seen[j].size, estimated[j].nominal))) continue;
    if (!(largest * too_large < estimated[j].nominal)) continue;
    variable.nominal = largest;
    variable.nominal_given = true;
    names.push_back(quote(problem.dae.graph->variable_name(variable.id)));
  }
  return names.empty() ? std::string{}
                       : fmt::format(
                             "{} stayed far below the size that was assumed; the run was repeated with "
                             "the largest values (a nominal value saves that)",
                             listed(names, 5));
}

}  // namespace

Solution run(const Prepared& prepared, const Numbers& numbers) {
  return run(prepared, numbers, prepared.options());
}

Solution run(const Prepared& prepared, const Numbers& numbers, const Options& options) {
  return expr::watched([&] { return run_judged(prepared, numbers, options, nullptr); });
}

namespace {

Solution solve_and_size(const model::Problem& problem, const Options& options) {
  constexpr int most_repetitions = 2;
  const auto begin = std::chrono::steady_clock::now();
  const double effort = effort_so_far();
  (void)check_options(options);
  std::vector<certify::Seen> seen;
  Prepared prepared = prepare(problem, options);
  Solution result = run_judged(prepared, {}, options, &seen);
  model::Problem sized = problem;
  const bool may_repeat = options.step.fixed_step == 0 && !options.after_step;
  for (int k = 0; k < most_repetitions && result.success() && result.counts.steps > 0 && may_repeat; ++k) {
    const std::string note = correct_sizes(sized, prepared, seen);
    if (note.empty()) break;
    if (options.follower != nullptr) options.follower->again();
    std::optional<Solution> again;
    try {
      prepared = prepare(sized, options);
      again = run_judged(prepared, {}, options, &seen);
    } catch (const Error&) {  // the sizes do not serve
    }
    if (!again || !again->success()) {  // the run stands as it was
      if (options.follower != nullptr) options.follower->back();
      break;
    }
    result = std::move(*again);
    result.notes.push_back(note);
  }
  last_considered().effort = effort_so_far() - effort;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace

Solution solve(const model::Problem& problem, const Options& options) {
  return expr::watched([&] { return solve_and_size(problem, options); });
}

}  // namespace trammel::pipeline
