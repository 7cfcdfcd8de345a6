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
#include "pipeline/coordinates.hpp"
#include "pipeline/defect.hpp"
#include "pipeline/derivative_array.hpp"
#include "pipeline/hidden_levels.hpp"
#include "pipeline/start.hpp"
#include "system/compile.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using formulation::Target;

// The underlying ODE of a problem at its consistent start, or where an earlier run has got to. It serves
// every form: all derivatives of all variables follow from it.
struct Reference {
  Reference(const model::Problem& problem, double t, const std::optional<Point>& from,
            const program::CompileOptions& options)
      : dae(formulation::find_formulation("underlying_ode").formulation.apply(problem.dae)),
        instance(std::make_unique<system::Instance>(system::compile(dae, system::Form::ode, options))),
        z(from ? from->z : consistent_start(problem, dae, instance->ode(), t, &notes)) {
    if (from)
      return_to_constraints(*from);
    else
      find_tops(t);
  }

  // Where the structure misleads (charges that always add up to zero), they cannot be solved for at all.
  void find_tops(double t) {
    std::vector<double> slope(z.size());
    known_tops = instance->ode().guesses() && instance->ode().derivative(t, z, slope);
    no_tops = instance->ode().guesses() && !known_tops;
  }

  // Forms that do not project have left them by as much as their tolerance.
  void return_to_constraints(const Point& from) {
    system::Ode& ode = instance->ode();
    if (!from.top.empty()) ode.guess(from.top);
    known_tops = !from.top.empty();
    std::vector<double> moved = z, slope(z.size());
    if (ode.derivative(from.t, moved, slope) && ode.project(from.t, moved).outcome) z = std::move(moved);
  }

  Expr leaf(std::size_t component) const {
    const auto& part = instance->ode().state()[component];
    return dae.graph->symbol(dae.variables[part.unknown].id, part.derivative);
  }

  model::Dae dae;
  std::unique_ptr<system::Instance> instance;
  std::vector<std::string> notes;  // about the start
  std::vector<double> z;
  bool known_tops = false;  // of the instance: at the start, or of the run that is gone on with
  bool no_tops = false;     // the equations for them have no solution that was found
};

// The reference stays beside the form that is integrated.
void keep(Setup& setup, Reference reference) {
  if (!setup.place.empty())
    setup.monitor = std::make_unique<system::SingularityMonitor>(reference.instance->ode(), setup.place);
  setup.typical = {setup.start.t, reference.z};
  setup.notes = std::move(reference.notes);
  setup.reference_dae = std::move(reference.dae);
  setup.reference = std::move(reference.instance);
}

std::vector<double> nominal_of(const system::Ode& ode) {
  std::vector<double> nominal;
  for (int i = 0; i < ode.size(); ++i) nominal.push_back(ode.nominal(i));
  return nominal;
}

// Does the projection leave nothing of the defect?
bool all_the_way(const integrate::ProjectionOptions& options) {
  return options.parts == integrate::ProjectionOptions::Parts::all && options.passes == 0 &&
         options.taken == integrate::ProjectionOptions::Taken::after;
}

// How states of the reference are moved onto its invariants.
std::unique_ptr<integrate::Projector> make_projector(Reference& reference,
                                                     const integrate::ProjectionOptions& options) {
  using Options = integrate::ProjectionOptions;
  const bool users_own = std::ranges::any_of(
      reference.dae.invariants, [](const model::Equation& invariant) { return invariant.family < 0; });
  const bool orthogonal = options.direction == Options::Direction::orthogonal ||
                          options.taken != Options::Taken::after || !options.move_positions ||
                          options.inverse != Options::Inverse::fresh || options.direction_matrix ||
                          (options.direction == Options::Direction::automatic && users_own);
  if (!orthogonal || reference.dae.invariants.empty())
    return std::make_unique<integrate::OdeProjector>(reference.instance->ode(), options);
  return std::make_unique<integrate::OrthogonalProjector>(
      system::compile_invariants(reference.dae, reference.instance->ode().state(),
                                 {.engine = program::Engine::vm}),
      options);
}

// Points an observer to the solution of the top equations that the run follows: while it goes on, its own
// tops are near; afterwards those of its steps.
std::function<void(double, OdeObserver&)> guide(Setup& setup) {
  if (!setup.instance->ode().guesses()) return [](double, OdeObserver&) {};
  setup.branch = std::make_shared<Branch>();
  return [branch = setup.branch, run = std::weak_ptr<system::Instance>(setup.instance)](
             double t, OdeObserver& observer) {
    if (const auto alive = run.lock())
      observer.guess(alive->ode().top());
    else if (!branch->empty())
      observer.guess(branch->near(t));
  };
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

// Where the components of the reference's z stand in (y, slope); empty if one of them is nowhere.
std::vector<int> places(const Reference& reference, const model::Dae& dae, const std::vector<Expr>& y,
                        const std::vector<Expr>& slope) {
  std::unordered_map<std::uint32_t, int> at;
  for (std::size_t i = 0; i < slope.size(); ++i) at[slope[i].id] = -1 - static_cast<int>(i);
  for (std::size_t i = 0; i < y.size(); ++i) at[y[i].id] = static_cast<int>(i);
  // What was eliminated from the reference may be an unknown here: v where the reference holds der(q).
  std::unordered_map<std::uint32_t, Expr> other_name;
  for (const model::Definition& definition : reference.dae.definitions)
    other_name.emplace(definition.value.id, reference.dae.graph->symbol(definition.variable));
  const Dictionary dictionary(dae);
  std::vector<int> result;
  for (std::size_t i = 0; i < reference.z.size(); ++i) {
    auto place = at.end();
    if (const auto other = other_name.find(reference.leaf(i).id); other != other_name.end())
      place = at.find(other->second.id);
    if (place == at.end() || place->second < 0) {
      const auto own = at.find(dictionary.translate(reference.leaf(i)).id);
      if (own != at.end()) place = own;
    }
    if (place == at.end()) return {};
    result.push_back(place->second);
  }
  return result;
}

// Values of leaves of the integrated Dae at the start, from the reference; what the reference cannot tell is
// what the user gave, and 0 failing that.
std::vector<double> start_values(Reference& reference, const model::Problem& problem, const model::Dae& dae,
                                 const std::vector<Expr>& leaves, double t) {
  expr::Graph& graph = *dae.graph;
  std::unordered_map<std::uint32_t, Expr> origin;  // new unknown -> the derivative that it stands for
  for (const model::Renamed& renamed : dae.renamed)
    for (int k = 0; k < 2; ++k)
      origin.emplace(graph.symbol(renamed.variable, k).id, graph.symbol(renamed.of, renamed.derivative + k));
  std::unordered_map<int, int> order;  // highest known derivative of each variable of the reference
  for (const model::Variable& variable : reference.dae.variables) order.emplace(variable.id, 0);
  for (std::size_t i = 0; i < reference.z.size(); ++i) {
    const Expr leaf = reference.leaf(i);
    order[graph.index(leaf)] = std::max(order[graph.index(leaf)], graph.derivative(leaf) + 1);
  }
  const Dictionary dictionary(reference.dae);
  std::vector<Expr> known;
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const auto from = origin.find(leaves[i].id);
    const Expr leaf = from == origin.end() ? leaves[i] : from->second;
    bool computable = true;
    for (const Expr part : expr::leaves(graph, dictionary.translate(leaf)))
      if (graph.op(part) == expr::Op::symbol) {
        const auto highest = order.find(graph.index(part));
        computable &=
            highest != order.end() && graph.derivative(part) <= highest->second - (reference.no_tops ? 1 : 0);
      }
    if (!computable) continue;
    known.push_back(leaf);
    at.push_back(i);
  }
  std::unordered_map<std::uint32_t, double> given;
  for (const model::StartValue& start : problem.starts) given[start.leaf.id] = start.value;
  std::vector<double> values(leaves.size(), 0.0), found(known.size());
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (const auto start = given.find(leaves[i].id); start != given.end()) values[i] = start->second;
  OdeObserver observer(reference.dae, reference.instance->system(), known);
  if (reference.known_tops) observer.guess(reference.instance->ode().top());
  observer(t, reference.z, false, found);
  for (std::size_t k = 0; k < at.size(); ++k)
    if (std::isfinite(found[k])) values[at[k]] = found[k];
  return values;
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
  std::vector<double> r(setup.start.y.size());
  const double* levels[] = {setup.start.y.data(), setup.start.slope.data()};
  setup.instance->residual().residual(setup.start.t, levels, r);
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

}  // namespace

system::Form form_of(Target target) {
  switch (target) {
    case Target::ode:
      return system::Form::ode;
    case Target::residual:
      return system::Form::residual;
    case Target::hessenberg:
      return system::Form::hessenberg;
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
  if (formulation.from_array) {
    const ArrayProblem array = derivative_array(problem, t);
    own.reported = &array.reported;
    return set_up(
        array.problem,
        formulation::find_formulation(formulation.target == Target::ode ? "underlying_ode" : "as_written"), t,
        own, options);
  }
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
  setup.dae =
      formulation.name == "baumgarte" && !how.coefficients.empty()
          ? formulation::Formulation(formulation::Eliminate{}, formulation::Baumgarte{how.coefficients})
                .apply(problem.dae)
          : formulation.formulation.apply(problem.dae);
  if (form == system::Form::residual && formulation.target == Target::ode)
    setup.dae = formulation::Formulation(formulation::FirstOrder{}).apply(std::move(setup.dae));
  set_gain(setup, how.gamma);
  setup.instance = std::make_unique<system::Instance>(system::compile(setup.dae, form, options));
  if (form == system::Form::residual)
    set_up_residual(setup, problem, std::move(reference), t);
  else if (form == system::Form::ode)
    set_up_other_ode(setup, problem, std::move(reference), t, own);
  else
    set_up_hessenberg(setup, problem, std::move(reference), t, own);
  set_up_selection(setup);
  return setup;
}

}  // namespace trammel::pipeline
