#include "pipeline/run_once.hpp"

#include <fmt/format.h>

#include "pipeline/assertions.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/derivative_array.hpp"
#include "pipeline/explain.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/stabilizations.hpp"

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
  if (options.judge) options.judge->follow(setup, choice, options, run_options, projects);
  setup.instance->counts() = {};
  integrate::Run run =
      integrate::integrate(*setup.instance, choice.integrator->method, *stepper, setup.projector.get(),
                           setup.start, interval.end, run_options, output);

  if (stepper->stiff() && !once.left_as_stiff)
    result.notes.emplace_back(stiffness_advice(choice.integrator->method));
  tell(setup, run, assertions, result);
  if (options.judge) options.judge->certifier.end(result.t_end, result.last);
  result.t_start = t_start;
  once.reached = reached(setup, run);
  if (options.dense) result.segments.push_back({std::move(run.trajectory), setup.observe});
  return once;
}

}  // namespace trammel::pipeline
