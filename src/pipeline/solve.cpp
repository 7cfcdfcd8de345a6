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
#include "base/text.hpp"
#include "integrate/driver.hpp"
#include "pipeline/assertions.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/derivative_array.hpp"
#include "pipeline/explain.hpp"
#include "pipeline/implicit_method.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/stabilizations.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;
using solution::Solution;

constexpr double aged_choice = 30;  // growth of the condition since the choice was made

struct Interval {
  double start, end;
};

Interval check_interval(const model::Problem& problem, const Options& options) {
  const Interval interval{options.t_start.value_or(problem.t_start), options.t_end.value_or(problem.t_end)};
  if (!std::isfinite(interval.start) || !std::isfinite(interval.end))
    throw Error(Kind::usage,
                fmt::format("the interval from {} to {} is not finite", interval.start, interval.end));
  if (interval.end < interval.start)
    throw Error(Kind::usage,
                fmt::format("the end time {} lies before the start time {}", interval.end, interval.start));
  return interval;
}

// What a model says about instants is read and typed, but no run handles it yet.
void refuse_events(const model::Events& events) {
  if (events.constructs.empty()) return;
  const model::Events::Construct& first = events.constructs.front();
  throw Error(Kind::usage, fmt::format("'{}' is not supported yet: events are not handled", first.word),
              {.file = first.origin.file, .line = first.origin.line, .column = first.origin.column},
              "describe the continuous behaviour only");
}

integrate::RunOptions check_options(const Options& options) {
  integrate::RunOptions run{
      options.step, options.projection, options.dense, options.times, options.progress, {}, {}, {}};
  if (options.tolerance) run.step.rtol = run.step.atol = *options.tolerance;
  run.step.fields([](const char* name, double value, double low, double high) {
    if (std::string_view(name) == "rtol" && value > 0 && value < low)
      throw Error(
          Kind::usage,
          fmt::format("the option rtol is {}, below what rounding leaves of a step; the smallest is {}",
                      value, low),
          {}, "use a tolerance between 1e-3 and 1e-12");
    if (!(value >= low && value <= high))
      throw Error(Kind::usage,
                  fmt::format("the option {} is {}; it must lie between {} and {}", name, value, low, high));
  });
  if (!std::ranges::is_sorted(run.times)) std::ranges::sort(run.times);
  return run;
}

// γ = 1/h multiplies what an implicit method leaves of the constraints, its tolerance, by 1/h^c: the
// multipliers drown in it, as they would at index 3. [AQR94, section 1]
void refuse_gain(const Setup& setup, const Choice& choice) {
  if (setup.instance->system().form() != system::Form::residual) return;
  for (const integrate::Gain& gain : setup.gains)
    if (gain.power > 1)
      throw Error(Kind::usage,
                  fmt::format("the formulation {} with the implicit method {} needs a gain that does not "
                              "follow the step size",
                              quote(choice.formulation->name), quote(choice.integrator->method.name)),
                  {}, "give gamma, for example 10, or use the formulation 'ggl'");
}

// Methods on the residual meet the index as it is written; beyond the highest that they converge at, a run
// would return numbers that mean nothing.
void require_index(const Choice& choice, const Setup& setup) {
  if (choice.formulation->target != formulation::Target::residual || choice.formulation->from_array) return;
  const integrate::Method& method = choice.integrator->method;
  const int index = analysis::analyze(setup.dae).index;
  if (index <= method.max_index || method.max_index >= 3) return;
  throw Error(Kind::usage,
              fmt::format("the method {} converges up to index {}, but the equations have index {}",
                          quote(method.name), method.max_index, index),
              {}, "use radau5 or bdf, or the formulation 'underlying_ode'");
}

void require_steps(const integrate::Method& method, const integrate::StepOptions& step) {
  if (method.estimate_order == 0 && step.fixed_step <= 0)
    throw Error(
        Kind::usage,
        fmt::format("the method {} has no error estimate, so it cannot choose its steps", quote(method.name)),
        {}, "set fixed_step");
}

std::string stiffness_advice(const integrate::Method& method) {
  return fmt::format(
      "the problem is stiff: stability, not accuracy, limited the steps of {}; an implicit method will need "
      "fewer",
      method.name);
}

// One run with one choice. With `leave_if_stiff`, a method that finds the problem stiff is interrupted.
struct Once {
  Solution solution;
  bool left_as_stiff = false;
  bool aged = false;  // what was chosen from a derivative array at the start is about to become singular
  std::optional<Point> reached = {};  // what another choice can go on from
};

Once solve_once(const model::Problem& problem, const Interval& interval, integrate::RunOptions run_options,
                const Options& options, const Choice& choice, const Reported* reported,
                const ArrayModel* array, const std::optional<Point>& from, bool leave_if_stiff) {
  Once once;
  Solution& result = once.solution;
  require_steps(choice.integrator->method, run_options.step);
  const double t_start = from ? from->t : interval.start;
  Setup setup = set_up(problem, *choice.formulation, t_start,
                       {.project = run_options.projection.on,
                        .gamma = options.stabilization.gamma,
                        .coefficients = options.stabilization.coefficients,
                        .direction = options.direction,
                        .projection = run_options.projection,
                        .form = common_form(*choice.formulation, choice.integrator->method),
                        .from = from,
                        .reported = reported,
                        .array = array},
                       {.engine = options.engine});
  run_options.gains = setup.gains;
  run_options.recoordinate = setup.recoordinate;
  refuse_gain(setup, choice);
  const bool projects = run_options.projection.on && choice.integrator->method.projected && setup.projector &&
                        setup.projector->projects();
  result.choice = {std::string(choice.formulation->name), std::string(choice.integrator->method.name),
                   projects ? std::string(name_of(run_options.projection)) : "none", choice.reason};
  require_index(choice, setup);
  result.variables = setup.reported.names;
  result.notes = setup.notes;
  const std::vector<std::string>& about_system = setup.instance->system().notes();
  result.notes.insert(result.notes.end(), about_system.begin(), about_system.end());

  const std::unique_ptr<integrate::Stepper> stepper = choice.integrator->make(*setup.instance);
  std::vector<double> values(result.variables.size());
  const auto output = [&](double t, Vec state, Vec slope) {
    if (from && t <= from->t) return;  // an earlier run has told that
    setup.observe(t, state, slope, values);
    result.samples.push_back({t, values});
  };
  const bool remember = options.dense && setup.branch;
  const bool may_age = reported && setup.monitor;
  if (leave_if_stiff || remember || may_age)
    run_options.progress = [&](double t, const Counts& counts) {
      once.aged = may_age && setup.monitor->growth() > aged_choice;
      if (once.aged) return false;
      if (remember) setup.branch->add(t, setup.instance->ode().top());
      once.left_as_stiff = leave_if_stiff && stepper->stiff();
      return !once.left_as_stiff && (!options.progress || options.progress(t, counts));
    };
  Assertions assertions(problem.dae, setup.reported);
  if (!assertions.empty() || setup.monitor)
    run_options.watch = [&](double t, Vec state, Vec slope) {
      if (setup.monitor) setup.monitor->see(t, state, slope);
      if (assertions.empty()) return true;
      setup.observe(t, state, slope, values);
      return assertions.hold(t, values);
    };
  setup.instance->counts() = {};
  integrate::Run run =
      integrate::integrate(*setup.instance, choice.integrator->method, *stepper, setup.projector.get(),
                           setup.start, interval.end, run_options, output);

  if (const int changes = setup.recoordinations(); changes > 0)
    result.notes.push_back(
        fmt::format("the variables that follow from the constraints were chosen anew {} times", changes));
  if (const std::string note = singularity_note(setup, run); !note.empty()) result.notes.push_back(note);
  if (stepper->stiff() && !once.left_as_stiff)
    result.notes.emplace_back(stiffness_advice(choice.integrator->method));
  result.outcome = run.outcome;
  result.message = assertions.failure() ? assertions.failure()->message : explain(run, setup);
  result.culprits = assertions.failure() ? assertions.failure()->where : culprits(run, setup);
  result.notes.insert(result.notes.end(), assertions.notes().begin(), assertions.notes().end());
  result.t_start = t_start;
  result.t_end = run.t;
  setup.observe(run.t, run.y, run.slope, values);
  result.last = values;
  result.constraint_residual = run.constraint_residual;
  result.counts = setup.instance->counts();
  once.reached = reached(setup, run);
  if (options.dense) result.segments.push_back({std::move(run.trajectory), setup.observe});
  return once;
}

bool worth_another_try(const Once& once) {
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

}  // namespace

namespace {

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
      once = solve_once(problem, interval, run_options, options, choices[k], reported, array, from,
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
