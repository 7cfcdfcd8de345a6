// pipeline/array_setup.cpp: sets up a run whose equations are a whole derivative array, solved as numbers.
//
// If the structure of the equations misleads, ranks of the array F, F', ..., F^(m) take its place [KM96;
// CM95]. This file finds a consistent start, the rank at the start and around it, and compiles the array as
// an ode view or as a residual. Read "When the structure misleads" in docs/architecture.md first, then
// system/array.hpp.
#include "pipeline/array_setup.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/policy.hpp"
#include "analysis/strangeness.hpp"
#include "base/error.hpp"
#include "pipeline/reference.hpp"
#include "pipeline/start.hpp"
#include "system/compile.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;

// What equations that are singular up to rounding give for the highest derivatives is noise of any size. A
// start that holds it satisfies everything, in units of its own terms.
bool tops_are_known(Reference& reference) {
  system::Ode& ode = reference.instance->ode();
  std::vector<double> slope(reference.standing.z.size());
  if (!reference.standing.top.empty()) ode.guess(reference.standing.top);
  if (!ode.derivative(reference.standing.t, reference.standing.z, slope)) return false;
  ode.weigh();
  return ode.condition() < 1 / analysis::policy::singular_block;
}

// x and x', as far as the structure tells; none if it does not.
std::optional<std::vector<double>> structural_start(const model::Problem& problem,
                                                    const model::Dae& first_order, double t,
                                                    std::vector<std::string>& notes) {
  try {
    const auto form =
        std::make_shared<ReferenceForm>(problem, program::CompileOptions{.engine = program::Engine::vm});
    const std::vector<double> parameters = parameter_values(form->dae);
    Reference reference(form, parameters, stand(*form, problem, t));
    if (!tops_are_known(reference)) reference.standing.known_tops = !(reference.standing.no_tops = true);
    std::vector<Expr> leaves;
    for (int k = 0; k < 2; ++k)
      for (const model::Variable& variable : first_order.variables)
        leaves.push_back(first_order.graph->symbol(variable.id, k));
    std::vector<double> values = StartMap(*form, first_order, leaves).values(reference, problem, parameters);
    notes = reference.standing.notes;
    return values;
  } catch (const Error&) {
    return std::nullopt;
  }
}

// With x as it is and y on F_level = 0; false if there is no such y, and all is as before.
bool complete(analysis::DerivativeArray& array, int level, std::vector<double>& all, double t) {
  const std::size_t n = static_cast<std::size_t>(array.unknowns());
  std::vector<double> trial = all;
  trial.resize(n * static_cast<std::size_t>(level + 2));
  std::vector<int> held;
  for (std::size_t j = 0; j < n; ++j) held.push_back(static_cast<int>(j));
  if (!array.complete(level, trial, t, held)) return false;
  all = std::move(trial);
  return true;
}

analysis::Values by_unknown(const std::vector<double>& all, std::size_t n) {
  analysis::Values values(n);
  for (std::size_t k = 0; k < all.size(); ++k) values[k % n].push_back(all[k]);
  return values;
}

// The start that all other formulations take, where it satisfies the array: of several solutions for y the
// one that continues it. Else one on the array itself.
std::vector<double> find_start(const model::Problem& problem, const ArrayModel& model, int level, double t,
                               const std::optional<Point>& from, std::vector<std::string>& notes) {
  const model::Dae& dae = model.first_order.dae;
  const std::size_t n = dae.variables.size();
  analysis::DerivativeArray array(dae);
  if (from) {
    std::vector<double> all = from->z;
    all.insert(all.end(), from->top.begin(), from->top.end());
    if (complete(array, level, all, t)) return all;
    if (auto near = array.point(level, by_unknown(all, n), t)) return *std::move(near);
  } else if (auto all = structural_start(problem, dae, t, notes); all && complete(array, level, *all, t)) {
    return *std::move(all);
  }
  const FullStart start =
      consistent_values(model.first_order, std::vector<int>(n, level), std::vector<int>(n, level + 1), t);
  notes = start.notes;
  std::vector<double> all;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(level) + 1; ++k)
    for (std::size_t j = 0; j < n; ++j) all.push_back(start.values[j][k]);
  return all;
}

void refuse_parts(const integrate::ProjectionOptions& options) {
  using Options = integrate::ProjectionOptions;
  if (options.parts == Options::Parts::all && options.direction == Options::Direction::automatic &&
      options.taken == Options::Taken::after && options.move_positions &&
      options.inverse == Options::Inverse::fresh && !options.direction_matrix)
    return;
  throw Error(
      Kind::usage,
      "a derivative array does not know levels or directions of its constraints, so projection onto a "
      "part of them or along another direction is not possible",
      {}, "use the default projection, or the formulation 'underlying_ode'");
}

system::ArrayStart at_level(const ArrayModel& model, int level, double t, const std::vector<double>& all) {
  const std::size_t n = model.first_order.dae.variables.size();
  system::ArrayStart start{.level = level, .t = t};
  start.rank = static_cast<int>(n) * (level + 1) - model.constraints;
  start.x.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
  start.y.assign(all.begin() + static_cast<std::ptrdiff_t>(n), all.end());
  return start;
}

}  // namespace

Setup set_up_array(std::shared_ptr<const model::Problem> problem, const ArrayModel& array,
                   const formulation::Entry& formulation, double t, const SetupOptions& how,
                   const program::CompileOptions& options) {
  const bool ode = formulation.target == formulation::Target::ode;
  const int level = ode ? array.nu : array.mu;
  if (level < 0)
    throw Error(Kind::structure, "no number of differentiations that was tried determines all slopes",
                {.time = t}, "use the formulation 'derivative_array'");
  refuse_parts(how.projection);
  Setup setup;
  auto plan = std::make_shared<Blueprint>();
  plan->problem = std::move(problem);
  plan->formulation = &formulation;
  plan->dae = array.first_order.dae;
  plan->reported = how.reported ? *how.reported : reported(plan->problem->dae);
  const std::vector<double> all = find_start(*plan->problem, array, level, t, how.from, setup.notes);
  system::ArrayStart start = at_level(array, level, t, all);
  start.partition = formulation.chart == formulation::Chart::partition;
  const auto compile = [&](system::Form form, const program::CompileOptions& with) {
    return std::make_unique<system::Instance>(system::compile_array(plan->dae, form, start, with));
  };
  setup.instance = compile(ode ? system::Form::ode : system::Form::residual, options);
  plan->system = setup.instance->system();
  for (std::size_t j = 0; j < start.x.size(); ++j) {
    plan->nominal.push_back(plan->dae.variables[j].nominal);
    plan->state_names.push_back(plan->dae.graph->variable_name(plan->dae.variables[j].id));
    plan->place.push_back(static_cast<int>(j));
  }
  if (ode)
    plan->from_ode = read_from_ode(plan->dae, *plan->system, plan->reported.leaves);
  else
    plan->from_residual = read_from_residual(plan->dae, plan->reported.leaves);
  plan->how.tolerances = how.tolerances;
  take_tolerances(*plan);
  plan->assertions = std::make_unique<AssertionCode>(plan->problem->dae, plan->reported);
  setup.start = {t, start.x, {}, plan->nominal, plan->tolerance};
  setup.parameters = parameter_values(plan->dae);
  setup.plan = plan;
  if (ode) {
    setup.projector = std::make_unique<integrate::OdeProjector>(setup.instance->ode(), how.projection);
    const bool project = how.project && (how.projection.output_only || all_the_way(how.projection));
    read_by_ode(setup, *setup.plan->from_ode, setup.instance->ode(), project);
    return setup;
  }
  setup.start.slope.assign(start.y.begin(), start.y.begin() + static_cast<std::ptrdiff_t>(start.x.size()));
  setup.reference = compile(system::Form::ode, {.engine = program::Engine::vm});
  setup.projector = std::make_unique<integrate::MappedProjector>(
      std::make_unique<integrate::OdeProjector>(setup.reference->ode()), plan->place, false);
  read_by_residual(setup);
  return setup;
}

Setup set_up_array_behind_event(std::shared_ptr<model::Problem> problem,
                                const std::shared_ptr<const ReferenceForm>& form,
                                const formulation::Entry& formulation, double t, SetupOptions how,
                                const program::CompileOptions& options) {
  const Point at = *how.from;
  const std::vector<double> parameters = parameter_values(problem->dae, form->dae.graph->parameters());
  const Reference reference(form, parameters, at);
  // The ranks are those at this point.
  const Reported all = reported(problem->dae);
  std::vector<double> values(all.leaves.size());
  OdeObserver observer(read_from_ode(form->dae, form->system, all.leaves), parameters);
  observer(t, reference.standing.z, false, values);
  problem->dae.initial_equations.clear();
  problem->starts.clear();
  for (std::size_t k = 0; k < values.size(); ++k)
    if (problem->dae.graph->op(all.leaves[k]) == expr::Op::symbol && std::isfinite(values[k]))
      problem->starts.push_back({all.leaves[k], values[k], model::Rank::preferred});
  const ArrayModel array = derivative_array(*problem, t);
  const model::Dae& first_order = array.first_order.dae;
  std::vector<Expr> leaves;
  for (int k = 0; k < 2; ++k)
    for (const model::Variable& variable : first_order.variables)
      leaves.push_back(first_order.graph->symbol(variable.id, k));
  ReferenceForm here = *form;  // read on this graph, which stands on top of the one that it was made on
  here.dae.graph = first_order.graph;
  const std::vector<double> x = StartMap(here, first_order, leaves).values(reference, *problem, parameters);
  const auto half = x.begin() + static_cast<std::ptrdiff_t>(first_order.variables.size());
  how.from = Point{.t = t, .z = {x.begin(), half}, .top = {half, x.end()}};
  leaves.resize(first_order.variables.size());
  std::vector<int> place = places(here, first_order, leaves, {});
  if (place.empty() && !form->system.state().empty())
    throw Error(Kind::usage, "the derivative array does not hold the state that events need", {.time = t},
                "use the formulation 'underlying_ode' or 'ggl'");
  Setup setup = set_up_array(std::move(problem), array, formulation, t, how, options);
  setup.event_place = std::move(place);
  return setup;
}

}  // namespace trammel::pipeline
