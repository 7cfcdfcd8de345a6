#include "pipeline/run_once.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/assertions.hpp"
#include "pipeline/derivative_array.hpp"
#include "pipeline/explain.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/stabilizations.hpp"
#include "system/branch_guard.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

constexpr double aged_choice = 30;  // growth of the condition since the choice was made

std::string stiffness_advice(const integrate::Method& method) {
  return fmt::format(
      "the problem is stiff: stability, not accuracy, limited the steps of {}; an implicit method will need "
      "fewer",
      method.name);
}

// Algebraic unknowns that both the reference and the form that is integrated have.
std::vector<system::BranchGuard::Own> own_tops(const Setup& setup) {
  std::vector<system::BranchGuard::Own> own;
  std::vector<char> differentiated(setup.reference_dae.variables.size(), 0);
  for (const auto& part : setup.reference->ode().state()) differentiated[part.unknown] = 1;
  for (std::size_t j = 0; j < differentiated.size(); ++j) {
    if (differentiated[j]) continue;
    const model::Variable& variable = setup.reference_dae.variables[j];
    const auto at = std::ranges::find(setup.state_names, setup.dae.graph->variable_name(variable.id));
    if (at != setup.state_names.end())
      own.push_back(
          {static_cast<int>(j), static_cast<int>(at - setup.state_names.begin()), variable.nominal});
  }
  return own;
}

Setup set_up_for(const model::Problem& problem, double t_start, const integrate::RunOptions& run_options,
                 const Options& options, const Choice& choice, const Reported* reported,
                 const ArrayModel* array, const std::optional<Point>& from) {
  return set_up(problem, *choice.formulation, t_start,
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
}

// Does the run end because its branch does? A step towards the end of it was refused, however short.
bool ended(const integrate::Run& run, const system::BranchGuard& guard) {
  return guard.ended() &&
         (run.outcome == solution::Outcome::singular || run.outcome == solution::Outcome::step_too_small);
}

void tell_end(const Setup& setup, const integrate::Run& run, int row, Solution& result) {
  const system::System& system = (setup.reference ? *setup.reference : *setup.instance).system();
  result.outcome = solution::Outcome::singular;
  result.culprits = {.time = run.t};
  if (row >= 0) result.culprits.equations = {system.equation(row)};
  result.message = fmt::format(
      "stopped at t = {:.6g}: the solution ends there: {} no longer {} the highest derivatives and algebraic "
      "unknowns of this branch (a fold)",
      run.t, row >= 0 ? quote(system.equation(row)) : "the equations", row >= 0 ? "determines" : "determine");
}

// With nothing to integrate, the start is all there is: it must have been solved.
void require_start(Setup& setup) {
  system::Instance& instance = setup.reference ? *setup.reference : *setup.instance;
  if (instance.system().form() != system::Form::ode) return;
  std::vector<double> slope(setup.typical.z.size());
  const system::Outcome outcome = instance.ode().derivative(setup.typical.t, setup.typical.z, slope);
  if (outcome) return;
  const std::string at_fault = outcome.row >= 0 ? instance.system().equation(outcome.row) : std::string{};
  throw Error(
      Kind::initialization,
      fmt::format("no values of the highest derivatives and algebraic unknowns were found at the start{}",
                  at_fault.empty() ? "" : fmt::format(" ({} is at fault)", quote(at_fault))),
      {.equations = at_fault.empty() ? std::vector<std::string>{} : std::vector{at_fault},
       .time = setup.typical.t},
      "give start values nearer to a solution");
}

// None where the equations have but one solution at every point. Guards the form that is integrated, or the
// reference beside it.
std::unique_ptr<system::BranchGuard> guard_for(Setup& setup) {
  std::unique_ptr<system::BranchGuard> guard;
  if (setup.instance->system().form() == system::Form::ode) {
    guard = std::make_unique<system::BranchGuard>(setup.instance->ode());
  } else if (setup.reference && !setup.place.empty()) {
    guard = std::make_unique<system::BranchGuard>(setup.reference->ode(), setup.place, own_tops(setup));
  }
  return guard && guard->needed() ? std::move(guard) : nullptr;
}

// What there is to say about a run that has ended.
void tell(Setup& setup, const integrate::Run& run, const Assertions& assertions, Solution& result) {
  if (const int changes = setup.recoordinations(); changes > 0)
    result.notes.push_back(
        fmt::format("the variables that follow from the constraints were chosen anew {} times", changes));
  if (const std::string note = singularity_note(setup, run); !note.empty()) result.notes.push_back(note);
  result.outcome = run.outcome;
  result.message = assertions.failure() ? assertions.failure()->message : explain(run, setup);
  result.culprits = assertions.failure() ? assertions.failure()->where : culprits(run, setup);
  result.notes.insert(result.notes.end(), assertions.notes().begin(), assertions.notes().end());
  result.t_end = run.t;
  result.last.resize(result.variables.size());
  setup.observe(run.t, run.y, run.slope, result.last);
  result.constraint_residual = run.constraint_residual;
  result.counts = setup.instance->counts();
}

}  // namespace

Once run_once(const model::Problem& problem, const Interval& interval, integrate::RunOptions run_options,
              const Options& options, const Choice& choice, const Reported* reported, const ArrayModel* array,
              const std::optional<Point>& from, bool leave_if_stiff) {
  Once once;
  Solution& result = once.solution;
  require_steps(choice.integrator->method, run_options.step);
  const double t_start = from ? from->t : interval.start;
  Setup setup = set_up_for(problem, t_start, run_options, options, choice, reported, array, from);
  run_options.gains = setup.gains;
  run_options.recoordinate = setup.recoordinate;
  refuse_gain(setup, choice);
  const bool projects = run_options.projection.on && choice.integrator->method.projected && setup.projector &&
                        setup.projector->projects();
  result.choice = {std::string(choice.formulation->name), std::string(choice.integrator->method.name),
                   projects ? std::string(name_of(run_options.projection)) : "none", choice.reason};
  result.notes = setup.notes;
  if (std::string note = require_index(choice, setup); !note.empty()) result.notes.push_back(std::move(note));
  result.variables = setup.reported.names;
  const std::vector<std::string>& about_system = setup.instance->system().notes();
  result.notes.insert(result.notes.end(), about_system.begin(), about_system.end());

  const std::unique_ptr<integrate::Stepper> stepper = choice.integrator->make(*setup.instance);
  std::vector<double> values(result.variables.size());
  const auto output = [&](double t, Vec state, Vec slope) {
    if (from && t <= from->t) return;  // an earlier run has told that
    setup.observe(t, state, slope, values);
    result.samples.push_back({t, values});
  };
  if (!(t_start < interval.end) && !choice.formulation->from_array) require_start(setup);
  const std::unique_ptr<system::BranchGuard> guard =
      choice.formulation->from_array ? nullptr : guard_for(setup);
  const auto keep_branch = [&](double t, Vec state, Vec slope) {
    guard->accept(t, state, slope);
    if (setup.branch) setup.branch->add(t, guard->node().z, guard->node().top, options.dense);
  };
  if (guard) {
    keep_branch(setup.start.t, setup.start.y, setup.start.slope);
    run_options.admit = [&](double t, Vec state, Vec slope) { return guard->admit(t, state, slope); };
  }
  const bool may_age = reported && setup.monitor;
  if (leave_if_stiff || may_age)
    run_options.progress = [&](double t, const Counts& counts) {
      once.aged = may_age && setup.monitor->growth() > aged_choice;
      if (once.aged) return false;
      once.left_as_stiff = leave_if_stiff && stepper->stiff();
      return !once.left_as_stiff && (!options.progress || options.progress(t, counts));
    };
  Assertions assertions(problem.dae, setup.reported);
  if (!assertions.empty() || setup.monitor || guard)
    run_options.watch = [&](double t, Vec state, Vec slope) {
      if (guard) keep_branch(t, state, slope);
      if (setup.monitor) setup.monitor->see(t, state, slope);
      if (assertions.empty()) return true;
      setup.observe(t, state, slope, values);
      return assertions.hold(t, values);
    };
  setup.instance->counts() = {};
  integrate::Run run =
      integrate::integrate(*setup.instance, choice.integrator->method, *stepper, setup.projector.get(),
                           setup.start, interval.end, run_options, output);

  if (stepper->stiff() && !once.left_as_stiff)
    result.notes.emplace_back(stiffness_advice(choice.integrator->method));
  once.branch_ended = guard && ended(run, *guard);
  const int row = guard ? guard->row() : -1;
  tell(setup, run, assertions, result);
  if (once.branch_ended) tell_end(setup, run, row, result);
  result.t_start = t_start;
  once.reached = reached(setup, run);
  const bool of_reference = !setup.reference || setup.instance->system().form() != system::Form::ode;
  if (once.reached && setup.branch && guard && of_reference) once.reached->top = guard->node().top;
  if (options.dense) result.segments.push_back({std::move(run.trajectory), setup.observe});
  return once;
}

}  // namespace trammel::pipeline
