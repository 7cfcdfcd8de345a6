#include "pipeline/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <iterator>
#include <optional>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "pipeline/derivative_array.hpp"
#include "pipeline/implicit_method.hpp"
#include "pipeline/run_once.hpp"
#include "pipeline/singularity.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;
using solution::Solution;

bool worth_another_try(const Once& once) {
  if (once.branch_ended) return false;
  return once.left_as_stiff || once.solution.outcome == Outcome::step_too_small ||
         once.solution.outcome == Outcome::singular || once.solution.outcome == Outcome::too_many_steps;
}

// Only asked if it decides something.
Facts facts_at_start(const model::Problem& problem, const analysis::Diagnosis& found,
                     const Interval& interval, const Options& options) {
  if (options.method != "auto" || options.formulation != "auto") return {.index = found.index};
  Setup setup = set_up(problem, formulation::find_formulation("underlying_ode"), interval.start, true,
                       {.engine = program::Engine::vm});
  Facts facts = gather(found, setup, interval.end - interval.start);
  constexpr double no_digit_left = 1e14;
  facts.constant_matrix = constant_coefficients(problem.dae);
  facts.size = static_cast<int>(problem.dae.equations.size());
  facts.structure_holds = facts.structure_holds && setup.instance->ode().condition() < no_digit_left;
  return facts;
}

// Adds what a run did from where the whole had got to.
void append(Solution& whole, Solution part) {
  const bool first = whole.variables.empty();
  if (first) whole.t_start = part.t_start;
  if (first || part.t_end > whole.t_end || part.success()) {
    whole.outcome = part.outcome;
    whole.message = std::move(part.message);
    whole.culprits = std::move(part.culprits);
    whole.choice = std::move(part.choice);
    whole.t_end = part.t_end;
    whole.last = std::move(part.last);
  }
  whole.variables = std::move(part.variables);
  const auto take = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  take(whole.samples, part.samples);
  take(whole.segments, part.segments);
  for (std::string& note : part.notes) {
    // Each choice that tried in vain to go on stopped at the same place.
    const bool again =
        note.starts_with(stopped_at) &&
        std::ranges::any_of(whole.notes, [](const std::string& n) { return n.starts_with(stopped_at); });
    if (!again && std::ranges::find(whole.notes, note) == whole.notes.end())
      whole.notes.push_back(std::move(note));
  }
  whole.constraint_residual = std::max(whole.constraint_residual, part.constraint_residual);
  whole.counts += part.counts;
}

std::string told(const Once& once) {
  const Solution& s = once.solution;
  return fmt::format("{} with {} from t = {:.6g}: {}", s.choice.method, s.choice.formulation, s.t_start,
                     once.left_as_stiff
                         ? fmt::format("left at t = {:.6g}, because the problem is stiff", s.t_end)
                         : s.message);
}

std::string why_left(const Once& once) {
  return once.left_as_stiff ? fmt::format("stiff from t = {:.3g} on", once.solution.t_end)
                            : fmt::format("{} could not go on at t = {:.3g}", once.solution.choice.method,
                                          once.solution.t_end);
}

Solution solve_by_part(const model::Problem& problem, ArrayProblem array, const Options& options);

// With `array`, by its numbers instead.
Solution solve_by_structure(const model::Problem& problem, const Options& options, const Reported* reported,
                            bool* aged = nullptr, const ArrayModel* array = nullptr) {
  const auto begin = std::chrono::steady_clock::now();
  refuse_events(problem.dae.events);
  const Interval interval = check_interval(problem, options);
  const integrate::RunOptions run_options = check_options(options);
  const analysis::Diagnosis found = analysis::analyze(problem.dae);
  const Facts facts = array ? Facts{} : facts_at_start(problem, found, interval, options);
  if (!facts.structure_holds && !reported)  // of a model that is too large to be asked as a whole
    if (auto part = where_a_part_misleads(problem, interval.start))
      return solve_by_part(problem, *std::move(part), options);
  const std::vector<Choice> choices = array ? array_candidates(options) : candidates(facts, options);

  // Each choice goes on where the one before it could not; the one that gets to the end is the last.
  Solution result;
  std::optional<Point> from;
  std::vector<std::string> history;
  std::string because;         // why the choice before was left
  std::exception_ptr refusal;  // the first, for when all choices refuse
  for (std::size_t k = 0; k < choices.size(); ++k) {
    Once once;
    try {
      once = run_once(problem, interval, run_options, options, choices[k], reported, array, from,
                      k + 1 < choices.size());
    } catch (const Error&) {
      if (!refusal) refusal = std::current_exception();
      continue;
    }
    history.push_back(told(once));
    if (!because.empty()) once.solution.choice.reason = because + ", so " + once.solution.choice.reason;
    const bool again = !once.aged && worth_another_try(once);
    if (aged) *aged = once.aged;
    because = why_left(once);
    if (once.reached) from = std::move(once.reached);
    append(result, std::move(once.solution));
    if (!again) break;
  }
  if (history.empty() && refusal) std::rethrow_exception(refusal);
  if (history.size() > 1) result.notes.insert(result.notes.end(), history.begin(), history.end());
  result.index = array ? array->index : found.index;
  result.degrees_of_freedom = array ? array->degrees_of_freedom : found.degrees_of_freedom;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
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
Solution solve_by_part(const model::Problem& problem, ArrayProblem array, const Options& options) {
  constexpr int most_choices = 1000;
  const auto begin = std::chrono::steady_clock::now();
  Options part = options;
  Solution whole;
  for (int choices = 0; choices < most_choices; ++choices) {
    bool aged = false;
    Solution run;
    try {
      run = solve_by_structure(array.problem, part, &array.reported, &aged);
    } catch (const Error&) {
      if (choices == 0) throw;
      break;  // the last choice got as far as that
    }
    const double before = part.t_start.value_or(problem.t_start);
    const bool stuck = run.outcome == Outcome::singular || run.outcome == Outcome::step_too_small;
    const bool again = (aged || stuck) && run.t_end > before;
    const model::Problem next = again ? going_on(problem, run) : model::Problem{};
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
  whole.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return whole;
}

}  // namespace

// Where the structure misleads, the numbers of the derivative array take its place.
Solution solve(const model::Problem& problem, const Options& options) {
  const double t = options.t_start.value_or(problem.t_start);
  if (options.formulation != "auto") {
    if (!formulation::find_formulation(options.formulation).from_array)
      return solve_by_structure(problem, options, nullptr);
    const ArrayModel array = derivative_array(problem, t);
    return solve_by_structure(problem, options, nullptr, nullptr, &array);
  }
  const auto array = where_structure_misleads(problem, t);
  if (!array) return solve_by_structure(problem, options, nullptr);
  Solution result = solve_by_structure(problem, options, nullptr, nullptr, &*array);
  result.choice.reason = array->reason + "; " + result.choice.reason;
  return result;
}

}  // namespace trammel::pipeline
