#include "pipeline/blueprint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/first_order.hpp"
#include "formulation/lower.hpp"
#include "formulation/regularize.hpp"
#include "system/compile.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using formulation::Target;

constexpr program::CompileOptions bytecode{.engine = program::Engine::vm};

// The passes of a formulation with the coefficients or directions of one's own.
formulation::Formulation as_told(const formulation::Entry& entry, const SetupOptions& how) {
  if (!how.direction.empty()) return formulation::with_direction(entry, how.direction);
  if (entry.name == "baumgarte" && !how.coefficients.empty())
    return {formulation::Eliminate{}, formulation::Baumgarte{how.coefficients}};
  if (how.form == system::Form::second_order && entry.second_order) return *entry.second_order;
  return entry.formulation;
}

void set_gain(Blueprint& plan, double gamma) {
  for (const model::RunTimeParameter& run_time : plan.dae.run_time) {
    if (gamma == 0) plan.gains.push_back({run_time.id, run_time.power});
    for (model::Parameter& parameter : plan.dae.parameters)
      if (parameter.id == run_time.id && gamma > 0) parameter.value = gamma;
  }
}

// The first coefficient of a formulation that regularizes.
void set_epsilon(Blueprint& plan) {
  if (plan.how.coefficients.empty()) return;
  for (model::Parameter& parameter : plan.dae.parameters)
    if (plan.dae.graph->parameter_name(parameter.id) == formulation::regularization_parameter)
      parameter.value = plan.how.coefficients[0];
}

// The states of a view by name, and their typical sizes.
struct States {
  Blueprint& plan;
  std::vector<Expr> leaves = {};
  void add(const model::Variable& variable, int derivative) {
    leaves.push_back(plan.dae.graph->symbol(variable.id, derivative));
    plan.state_names.push_back(expr::print_symbol(*plan.dae.graph, variable.id, derivative));
  }
};

void draw_invariants(Blueprint& plan) {
  const ReferenceForm& reference = *plan.reference;
  const bool gain =
      plan.formulation->stabilize && plan.how.gamma > 0;  // is compared with what it has to outweigh
  if (gain || plan.formulation->chart != formulation::Chart::none ||
      needs_invariants(reference.dae, plan.how.projection))
    plan.invariants = system::compile_invariants(reference.dae, reference.system.state(), bytecode);
}

void draw_ode(Blueprint& plan) {
  plan.dae = plan.reference->dae;
  plan.system = plan.reference->system;
  States states{plan};
  for (const auto& part : plan.system->state()) states.add(plan.dae.variables[part.unknown], part.derivative);
  plan.nominal = nominal_of(system::Instance(*plan.system).ode());
  for (std::size_t i = 0; i < states.leaves.size(); ++i) plan.place.push_back(static_cast<int>(i));
  plan.from_ode = read_from_ode(plan.dae, *plan.system, plan.reported.leaves);
}

// Projection is left to the reference: the levels of its constraints are known there.
void draw_other_ode(Blueprint& plan) {
  States states{plan};
  for (const auto& part : plan.system->state()) states.add(plan.dae.variables[part.unknown], part.derivative);
  plan.nominal = nominal_of(system::Instance(*plan.system).ode());
  plan.start.emplace(*plan.reference, plan.dae, states.leaves);
  plan.place = places(*plan.reference, plan.dae, states.leaves, {});
  plan.from_ode = read_from_ode(plan.dae, *plan.system, plan.reported.leaves);
}

void draw_residual(Blueprint& plan, const analysis::Diagnosis* found) {
  States states{plan};
  std::vector<Expr> slope;
  for (const model::Variable& variable : plan.dae.variables) {
    states.add(variable, 0);
    slope.push_back(plan.dae.graph->symbol(variable.id, 1));
    plan.nominal.push_back(variable.nominal);
  }
  plan.start.emplace(*plan.reference, plan.dae, states.leaves);
  plan.slope.emplace(*plan.reference, plan.dae, slope);
  plan.place = places(*plan.reference, plan.dae, states.leaves, slope);
  const model::Dae& written = plan.problem->dae;
  plan.defect.emplace(written, found ? *found : analysis::analyze(written), plan.dae);
  plan.from_residual = read_from_residual(plan.dae, plan.reported.leaves);
}

// The state is x, x', ..., x^(m-1), level by level, then y.
void draw_hessenberg(Blueprint& plan) {
  system::Instance instance(*plan.system);
  const system::Hessenberg& view = instance.hessenberg();
  States states{plan};
  const auto add = [&](int unknown, int derivative) {
    states.add(plan.dae.variables[unknown], derivative);
    plan.nominal.push_back(plan.dae.nominal(plan.dae.variables[unknown], derivative));
  };
  for (int l = 0; l < view.order(); ++l)
    for (int i = 0; i < view.nx(); ++i) add(view.x(i), l);
  for (int i = 0; i < view.ny(); ++i) add(view.y(i), 0);
  plan.start.emplace(*plan.reference, plan.dae, states.leaves);
  plan.place = places(*plan.reference, plan.dae, states.leaves, {});
  plan.from_ode = read_from_ode(plan.reference->dae, plan.reference->system, plan.reported.leaves);
}

void draw_form(Blueprint& plan, const program::CompileOptions& options, const analysis::Diagnosis* found) {
  const system::Form form = plan.how.form.value_or(form_of(plan.formulation->target));
  formulation::Formulated made = as_told(*plan.formulation, plan.how).apply(plan.problem->dae, found);
  if (form == system::Form::residual && plan.formulation->target == Target::ode)
    made = formulation::Formulation(formulation::FirstOrder{})
               .apply(std::move(made.dae), made.found ? &*made.found : nullptr);
  if (!made.found) made.found = analysis::analyze(made.dae);
  plan.dae = std::move(made.dae);
  set_gain(plan, plan.how.gamma);
  set_epsilon(plan);
  plan.system = system::compile(plan.dae, form, options, &*made.found);
  if (form == system::Form::residual) plan.index = made.found->index;
  // The state holds x and its derivatives below the highest, which is what order reduction would name.
  if (form == system::Form::second_order)
    plan.dae = formulation::Formulation(formulation::FirstOrder{}).apply(std::move(plan.dae));
  if (form == system::Form::residual || form == system::Form::second_order)
    draw_residual(plan, found);
  else if (form == system::Form::ode)
    draw_other_ode(plan);
  else
    draw_hessenberg(plan);
  if (form == system::Form::second_order) plan.index = analysis::analyze(plan.dae).index;
  if (!plan.dae.selections.empty()) plan.selection = std::make_unique<system::Selection>(plan.dae, bytecode);
}

// The highest derivatives follow from nonlinear equations: whatever is integrated, they are solved after each try of
// a step (system/branch_guard.hpp).
bool iterates(const ReferenceForm& form) { return system::Instance(form.system).ode().guesses(); }

// The underlying ODE is compiled as it is asked for; beside another form it is only looked at, mostly.
std::shared_ptr<const ReferenceForm> reference_for(const model::Problem& problem, bool integrated,
                                                   const program::CompileOptions& options,
                                                   const std::shared_ptr<const ReferenceForm>& known) {
  const program::CompileOptions& wanted = integrated || (known && iterates(*known)) ? options : bytecode;
  if (!known) return std::make_shared<ReferenceForm>(problem, wanted);
  ReferenceForm own = *known;  // read on this problem's graph, which stands on top of the one it was made on
  own.dae.graph = problem.dae.graph;
  if (wanted.engine != program::Engine::vm) own.system = system::with_engine(own.system, wanted);
  return std::make_shared<ReferenceForm>(std::move(own));
}

// Which component of the state a reported variable is, by its name or by what it was eliminated for; -1:
// none.
int component_of(const Blueprint& plan, const std::string& name) {
  if (const auto at = std::ranges::find(plan.state_names, name); at != plan.state_names.end())
    return static_cast<int>(at - plan.state_names.begin());
  const auto known = std::ranges::find(plan.reported.names, name);
  if (known == plan.reported.names.end())
    throw Error(Kind::name, fmt::format("there is no variable {} to give a tolerance to", quote(name)),
                {.variables = {name}});
  const expr::Graph& graph = *plan.dae.graph;
  Expr value = Dictionary(plan.dae).translate(
      plan.reported.leaves[static_cast<std::size_t>(known - plan.reported.names.begin())]);
  if (graph.op(value) == expr::Op::neg) value = graph.arg(value, 0);
  if (graph.op(value) != expr::Op::symbol) return -1;
  const std::string other = expr::print_symbol(graph, graph.index(value), graph.derivative(value));
  const auto at = std::ranges::find(plan.state_names, other);
  return at == plan.state_names.end() ? -1 : static_cast<int>(at - plan.state_names.begin());
}

}  // namespace

void take_tolerances(Blueprint& plan) {
  for (const auto& [name, tolerance] : plan.how.tolerances) {
    const int at = component_of(plan, name);
    if (at < 0)
      throw Error(
          Kind::usage,
          fmt::format("{} cannot have a tolerance of its own: it is computed from the states", quote(name)),
          {.variables = {name}}, fmt::format("one of the states: {}", listed(plan.state_names, 6)));
    plan.tolerance.resize(plan.state_names.size());
    plan.tolerance[static_cast<std::size_t>(at)] = tolerance;
  }
}

system::Form form_of(Target target) {
  switch (target) {
    case Target::ode:
      return system::Form::ode;
    case Target::residual:
      return system::Form::residual;
    case Target::hessenberg:
      return system::Form::hessenberg;
    case Target::second_order:
      return system::Form::second_order;
  }
  return system::Form::ode;
}

std::shared_ptr<const Blueprint> draw(std::shared_ptr<const model::Problem> problem,
                                      const formulation::Entry& formulation, const SetupOptions& how,
                                      const program::CompileOptions& options,
                                      const std::shared_ptr<const ReferenceForm>& reference) {
  if (!how.direction.empty())
    (void)formulation::with_direction(formulation, how.direction);  // refuses others
  auto plan = std::make_shared<Blueprint>();
  plan->problem = std::move(problem);
  plan->formulation = &formulation;
  plan->how = how;
  plan->how.reported = nullptr;
  plan->how.array = nullptr;
  plan->how.found = nullptr;
  plan->how.from.reset();
  plan->reported = how.reported ? *how.reported : reported(plan->problem->dae);
  const bool ode = formulation.name == "underlying_ode" || formulation.chart != formulation::Chart::none;
  if (!ode) plan->how.project = how.project && formulation.projects;
  plan->reference = reference_for(*plan->problem, ode, options, reference);
  draw_invariants(*plan);
  if (ode)
    draw_ode(*plan);
  else
    draw_form(*plan, options, how.found);
  take_tolerances(*plan);
  plan->assertions = std::make_unique<AssertionCode>(plan->problem->dae, plan->reported);
  plan->fronts = std::make_unique<Fronts>(plan->problem->dae, plan->reported.names);
  plan->pulses = std::make_unique<Pulses>(plan->problem->dae, plan->state_names, plan->reported.names);
  return plan;
}

}  // namespace trammel::pipeline
