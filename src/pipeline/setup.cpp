#include "pipeline/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/first_order.hpp"
#include "formulation/lower.hpp"
#include "integrate/state_levels.hpp"
#include "pipeline/array_setup.hpp"
#include "pipeline/coordinates.hpp"
#include "pipeline/defect.hpp"
#include "pipeline/hidden_levels.hpp"
#include "pipeline/reference.hpp"
#include "system/compile.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using formulation::Target;

// The reference stays beside the form that is integrated.
void keep(Setup& setup, Reference reference) {
  if (!setup.place.empty())
    setup.monitor = std::make_unique<system::SingularityMonitor>(reference.instance->ode(), setup.place);
  setup.typical = {setup.start.t, reference.z};
  setup.notes = std::move(reference.notes);
  setup.reference_dae = std::move(reference.dae);
  setup.reference = std::move(reference.instance);
}

void set_up_ode(Setup& setup, Reference reference, double t, const SetupOptions& how) {
  setup.start = {t, reference.z, {}, nominal_of(reference.instance->ode())};
  for (std::size_t i = 0; i < reference.z.size(); ++i) setup.place.push_back(static_cast<int>(i));
  for (std::size_t i = 0; i < reference.z.size(); ++i)
    setup.state_names.push_back(expr::print(*reference.dae.graph, reference.leaf(i)));
  setup.projector = make_projector(reference, how.projection);
  auto observer =
      std::make_shared<OdeObserver>(reference.dae, reference.instance->system(), setup.reported.leaves);
  // What the run leaves as it is stays so in the report.
  const bool project = how.project && (how.projection.output_only || all_the_way(how.projection));
  setup.typical = {t, reference.z};
  setup.notes = std::move(reference.notes);
  setup.monitor = std::make_unique<system::SingularityMonitor>(reference.instance->ode());
  setup.dae = std::move(reference.dae);
  setup.instance = std::move(reference.instance);
  setup.observe = [observer, project, guide = guide(setup)](double at, Vec z, Vec, Out values) {
    guide(at, *observer);
    (*observer)(at, z, project, values);
  };
}

// Projection is left to the reference: the levels of its constraints are known there.
void set_up_other_ode(Setup& setup, const model::Problem& problem, Reference reference, double t,
                      const SetupOptions& how) {
  expr::Graph& graph = *setup.dae.graph;
  system::Ode& ode = setup.instance->ode();
  std::vector<Expr> state;
  for (const auto& part : ode.state()) {
    const int id = setup.dae.variables[part.unknown].id;
    state.push_back(graph.symbol(id, part.derivative));
    setup.state_names.push_back(expr::print_symbol(graph, id, part.derivative));
  }
  setup.start = {t, start_values(reference, problem, setup.dae, state, t), {}, nominal_of(ode)};
  setup.place = places(reference, setup.dae, state, {});
  if (!setup.place.empty())
    setup.projector = std::make_unique<integrate::MappedProjector>(make_projector(reference, how.projection),
                                                                   setup.place, how.project);
  auto observer = std::make_shared<OdeObserver>(setup.dae, setup.instance->system(), setup.reported.leaves);
  setup.observe = [observer, guide = guide(setup)](double at, Vec z, Vec, Out values) {
    guide(at, *observer);
    (*observer)(at, z, false, values);
  };
  keep(setup, std::move(reference));
}

// Whether F can be evaluated at the start.
bool finite_residual(Setup& setup) {
  system::Residual& residual = setup.instance->residual();
  std::vector<double> r(static_cast<std::size_t>(residual.size()));
  integrate::StateLevels levels(residual);
  levels.unpack(setup.start.y, setup.start.slope);
  residual.residual(setup.start.t, levels.pointers(), r);
  return std::ranges::all_of(r, [](double value) { return std::isfinite(value); });
}

// Where the top unknowns of the reference could not be solved from its own guess (an argument of log or sqrt
// at 0, say), the user's start values are the better ones.
void prefer_given(Setup& setup, const model::Problem& problem, const std::vector<Expr>& leaves) {
  std::unordered_map<std::uint32_t, double> given;
  for (const model::StartValue& start : problem.starts) given[start.leaf.id] = start.value;
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (const auto start = given.find(leaves[i].id); start != given.end()) setup.start.y[i] = start->second;
}

void set_up_residual(Setup& setup, const model::Problem& problem, Reference reference, double t) {
  expr::Graph& graph = *setup.dae.graph;
  std::vector<Expr> y, slope;
  for (const model::Variable& variable : setup.dae.variables) {
    y.push_back(graph.symbol(variable.id));
    slope.push_back(graph.symbol(variable.id, 1));
    setup.start.nominal.push_back(variable.nominal);
    setup.state_names.push_back(graph.variable_name(variable.id));
  }
  setup.start.t = t;
  setup.start.y = start_values(reference, problem, setup.dae, y, t);
  setup.start.slope = start_values(reference, problem, setup.dae, slope, t);
  if (!finite_residual(setup)) prefer_given(setup, problem, y);
  setup.hidden = mark_hidden_levels(setup.instance->residual(), t, setup.start.y, setup.start.slope);
  setup.place = places(reference, setup.dae, y, slope);
  setup.projector = std::make_unique<Defect>(problem.dae, analysis::analyze(problem.dae), setup.dae);
  auto observer = std::make_shared<ResidualObserver>(setup.dae, setup.reported.leaves);
  setup.observe = [observer](double at, Vec state, Vec rate, Out values) {
    (*observer)(at, state, rate, values);
  };
  keep(setup, std::move(reference));
}

// The state is x, x', ..., x^(m-1), level by level, then y.
void set_up_hessenberg(Setup& setup, const model::Problem& problem, Reference reference, double t,
                       const SetupOptions& how) {
  expr::Graph& graph = *setup.dae.graph;
  const system::Hessenberg& view = setup.instance->hessenberg();
  std::vector<Expr> state;
  const auto add = [&](int unknown, int derivative) {
    const model::Variable& variable = setup.dae.variables[unknown];
    state.push_back(graph.symbol(variable.id, derivative));
    setup.start.nominal.push_back(variable.nominal);
    setup.state_names.push_back(expr::print_symbol(graph, variable.id, derivative));
  };
  for (int l = 0; l < view.order(); ++l)
    for (int i = 0; i < view.nx(); ++i) add(view.x(i), l);
  for (int i = 0; i < view.ny(); ++i) add(view.y(i), 0);
  setup.start.t = t;
  setup.start.y = start_values(reference, problem, setup.dae, state, t);
  setup.place = places(reference, setup.dae, state, {});
  setup.projector = std::make_unique<integrate::MappedProjector>(make_projector(reference, how.projection),
                                                                 setup.place, true);
  auto observer =
      std::make_shared<OdeObserver>(reference.dae, reference.instance->system(), setup.reported.leaves);
  const bool project = how.project && all_the_way(how.projection);
  setup.observe = [observer, place = setup.place, project](double at, Vec y, Vec, Out values) {
    std::vector<double> z(place.size());
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = y[place[i]];
    (*observer)(at, z, project, values);
  };
  keep(setup, std::move(reference));
}

void set_gain(Setup& setup, double gamma) {
  for (const model::RunTimeParameter& run_time : setup.dae.run_time) {
    if (gamma == 0) setup.gains.push_back({run_time.id, run_time.power});
    for (model::Parameter& parameter : setup.dae.parameters)
      if (parameter.id == run_time.id && gamma > 0) parameter.value = gamma;
  }
}

// The passes of a formulation with the coefficients or directions of one's own.
formulation::Formulation as_told(const formulation::Entry& entry, const SetupOptions& how) {
  if (!how.direction.empty()) return formulation::with_direction(entry, how.direction);
  if (entry.name == "baumgarte" && !how.coefficients.empty())
    return {formulation::Eliminate{}, formulation::Baumgarte{how.coefficients}};
  if (how.form == system::Form::second_order && entry.second_order) return *entry.second_order;
  return entry.formulation;
}

}  // namespace

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

std::optional<Point> reached(Setup& setup, const integrate::Run& run) {
  if (setup.place.empty()) return {};
  Point point{.t = run.t};
  for (const int at : setup.place) {
    const std::size_t k = static_cast<std::size_t>(at < 0 ? -1 - at : at);
    point.z.push_back(at < 0 ? run.slope[k] : run.y[k]);
  }
  const bool whole = std::ranges::all_of(point.z, [](double x) { return std::isfinite(x); });
  if (!whole) return {};
  if (!setup.reference) {  // the underlying ODE itself was integrated
    const Vec top = setup.instance->ode().top();
    point.top.assign(top.begin(), top.end());
  }
  return point;
}

Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t, bool project,
             const program::CompileOptions& options) {
  return set_up(problem, formulation, t, SetupOptions{.project = project}, options);
}

Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t,
             const SetupOptions& how, const program::CompileOptions& options) {
  const system::Form form = how.form.value_or(form_of(formulation.target));
  SetupOptions own = how;
  if (!how.direction.empty())
    (void)formulation::with_direction(formulation, how.direction);  // refuses others
  if (formulation.from_array)
    return set_up_array(problem, how.array ? *how.array : derivative_array(problem, t), formulation, t, own,
                        options);
  own.project = how.project && formulation.projects;
  Setup setup;
  setup.reported = how.reported ? *how.reported : reported(problem.dae);
  if (formulation.name == "underlying_ode" || formulation.chart != formulation::Chart::none) {
    own.project = how.project;
    set_up_ode(setup, Reference(problem, t, how.from, options), t, own);
    if (formulation.chart != formulation::Chart::none) set_up_chart(setup, formulation.chart);
    return setup;
  }
  Reference reference(problem, t, how.from, {.engine = program::Engine::vm});
  setup.dae = as_told(formulation, how).apply(problem.dae);
  if (form == system::Form::residual && formulation.target == Target::ode)
    setup.dae = formulation::Formulation(formulation::FirstOrder{}).apply(std::move(setup.dae));
  set_gain(setup, how.gamma);
  setup.instance = std::make_unique<system::Instance>(system::compile(setup.dae, form, options));
  // The state holds x and its derivatives below the highest, which is what order reduction would name.
  if (form == system::Form::second_order)
    setup.dae = formulation::Formulation(formulation::FirstOrder{}).apply(std::move(setup.dae));
  if (form == system::Form::residual || form == system::Form::second_order)
    set_up_residual(setup, problem, std::move(reference), t);
  else if (form == system::Form::ode)
    set_up_other_ode(setup, problem, std::move(reference), t, own);
  else
    set_up_hessenberg(setup, problem, std::move(reference), t, own);
  set_up_selection(setup);
  return setup;
}

}  // namespace trammel::pipeline
