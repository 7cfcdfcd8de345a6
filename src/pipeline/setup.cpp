// pipeline/setup.cpp: a blueprint with numbers, for one thread.
//
// Whatever form is integrated, the underlying ODE stands beside it (reference.hpp): it has found the start, it
// knows the constraints of every level, and it computes what is reported. So each form needs three things only:
// its own start (from the reference, by a StartMap), a projector (the reference's, told where its states stand),
// and a way to read the user's variables. There is one build function per form; `build` at the end calls them.
// Read blueprint.hpp and reference.hpp first.
#include "pipeline/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.hpp"
#include "integrate/state_levels.hpp"
#include "pipeline/array_setup.hpp"
#include "pipeline/coordinates.hpp"
#include "pipeline/hidden_levels.hpp"
#include "pipeline/nominals.hpp"
#include "system/compile.hpp"
#include "system/gain.hpp"
#include "system/singular_points.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;

// How states of the reference are moved onto its invariants.
std::unique_ptr<integrate::Projector> make_projector(const Setup& setup, system::Ode& ode) {
  const integrate::ProjectionOptions& options = setup.plan->how.projection;
  if (!needs_invariants(setup.plan->reference->dae, options))
    return std::make_unique<integrate::OdeProjector>(ode, options);
  return std::make_unique<integrate::OrthogonalProjector>(setup.plan->invariants->copy(setup.parameters),
                                                          options);
}

// The reference stays beside the form that is integrated.
void keep(Setup& setup, Reference reference) {
  if (!setup.plan->place.empty())
    setup.monitor =
        std::make_unique<system::SingularityMonitor>(reference.instance->ode(), setup.plan->place);
  setup.reference = std::move(reference.instance);
}

void build_ode(Setup& setup, Reference reference) {
  const SetupOptions& how = setup.plan->how;
  setup.start.y = setup.typical.z;
  setup.projector = make_projector(setup, reference.instance->ode());
  // What the run leaves as it is stays so in the report.
  const bool project = how.project && (how.projection.output_only || all_the_way(how.projection));
  setup.monitor = std::make_unique<system::SingularityMonitor>(reference.instance->ode());
  setup.instance = std::move(reference.instance);
  read_by_ode(setup, *setup.plan->from_ode, setup.instance->ode(), project);
}

void build_other_ode(Setup& setup, Reference reference, const model::Problem& numbers) {
  const Blueprint& plan = *setup.plan;
  setup.start.y = plan.start->values(reference, numbers, setup.parameters);
  if (!plan.place.empty())
    setup.projector = std::make_unique<integrate::MappedProjector>(
        make_projector(setup, reference.instance->ode()), plan.place, plan.how.project);
  read_by_ode(setup, *plan.from_ode, setup.instance->ode(), false);
  keep(setup, std::move(reference));
}

// A gain that the user gave and that does not outweigh how fast solutions leave the constraints.
void note_small_gain(Setup& setup) {
  const double gamma = setup.plan->how.gamma;
  if (!setup.plan->formulation->stabilize || !(gamma > 0) || !setup.reference) return;
  const auto invariants = setup.plan->invariants->copy(setup.parameters);
  const double least =
      system::least_gain(setup.reference->aside().ode(), *invariants, setup.typical.t, setup.typical.z);
  if (least > gamma)
    setup.notes.push_back(fmt::format(
        "gamma = {:.3g}, but around the start solutions leave the constraints at rates of {:.3g}, and a "
        "gain should be larger",
        gamma, least));
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
void prefer_given(Setup& setup, const model::Problem& problem) {
  std::unordered_map<std::uint32_t, double> given;
  for (const model::StartValue& start : problem.starts) given[start.leaf.id] = start.value;
  const std::vector<Expr>& leaves = setup.plan->start->leaves();
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (const auto start = given.find(leaves[i].id); start != given.end()) setup.start.y[i] = start->second;
}

void build_residual(Setup& setup, Reference reference, const model::Problem& numbers) {
  const Blueprint& plan = *setup.plan;
  setup.start.y = plan.start->values(reference, numbers, setup.parameters);
  setup.start.slope = plan.slope->values(reference, numbers, setup.parameters);
  if (!finite_residual(setup)) prefer_given(setup, numbers);
  setup.hidden =
      mark_hidden_levels(setup.instance->residual(), setup.start.t, setup.start.y, setup.start.slope);
  setup.projector = std::make_unique<Defect>(*plan.defect, setup.parameters);
  read_by_residual(setup);
  keep(setup, std::move(reference));
}

void build_hessenberg(Setup& setup, Reference reference, const model::Problem& numbers) {
  const Blueprint& plan = *setup.plan;
  setup.start.y = plan.start->values(reference, numbers, setup.parameters);
  setup.projector = std::make_unique<integrate::MappedProjector>(
      make_projector(setup, reference.instance->ode()), plan.place, true);
  const bool project = plan.how.project && all_the_way(plan.how.projection);
  read_by_ode(setup, *plan.from_ode, reference.instance->ode(), project, plan.place);
  keep(setup, std::move(reference));
}

Reference make_reference(const Setup& setup, const model::Problem& numbers, double t,
                         const Standing* standing, const std::optional<Point>& from) {
  const auto& form = setup.plan->reference;
  if (from) return {form, setup.parameters, *from};
  return {form, setup.parameters, standing ? *standing : stand(*form, numbers, t)};
}

// Points an observer to the solution of the top equations that the run follows, by the steps that it has
// made.
std::function<void(double, OdeObserver&)> guide(Setup& setup, const system::Ode& ode) {
  if (!ode.guesses()) {
    const system::SingularPoints* const points = dynamic_cast<const system::SingularPoints*>(&ode);
    if (points == nullptr || !points->passed()) return [](double, OdeObserver&) {};
    return [top = std::vector<double>(ode.top().begin(), ode.top().end())](double, OdeObserver& observer) {
      observer.guess(top);
    };
  }
  setup.branch = std::make_shared<Branch>();
  return [branch = setup.branch](double t, OdeObserver& observer) {
    if (branch->empty()) return;
    const Branch::Node node = branch->before(t);
    observer.anchor(node.t, node.z, node.top);
  };
}

}  // namespace

void read_by_residual(Setup& setup) {
  const auto parameters = std::make_shared<const std::vector<double>>(setup.parameters);
  const solution::Readout::Make make = [plan = setup.plan, parameters]() -> solution::Observe {
    const auto observer = std::make_shared<ResidualObserver>(*plan->from_residual, *parameters);
    return [observer](double t, Vec state, Vec slope, Out values) { (*observer)(t, state, slope, values); };
  };
  setup.observe = make();
  setup.readout.emplace(make);
}

void read_by_ode(Setup& setup, const OdeReadout& readout, const system::Ode& ode, bool project,
                 const std::optional<std::vector<int>>& place) {
  const auto parameters = std::make_shared<const std::vector<double>>(setup.parameters);
  const auto read = [plan = setup.plan, &readout, parameters, project, place,
                     guide = guide(setup, ode)](bool all) -> solution::Observe {
    const auto observer = std::make_shared<OdeObserver>(readout, *parameters);
    return [observer, project, place, guide, all, z = std::vector<double>(place ? place->size() : 0)](
               double t, Vec y, Vec rate, Out values) mutable {
      for (std::size_t i = 0; i < z.size(); ++i) z[i] = y[static_cast<std::size_t>((*place)[i])];
      const Vec state = place ? Vec(z) : y;
      guide(t, *observer);
      if (all)
        (*observer)(t, state, project, values, place ? Vec() : rate);
      else
        observer->states(t, state, project, values);
    };
  };
  std::vector<char> states;
  states.reserve(readout.state.size());
  for (const int at : readout.state) states.push_back(at >= 0);
  setup.observe = read(true);
  setup.readout.emplace([read] { return read(true); }, std::move(states), [read] { return read(false); });
}

std::optional<Point> reached(Setup& setup, const integrate::Run& run) {
  const std::vector<int>& place = setup.place();
  if (place.empty()) return {};
  Point point{.t = run.t};
  point.z.reserve(place.size());
  for (const int at : place) {
    const std::size_t k = static_cast<std::size_t>(at < 0 ? -1 - at : at);
    point.z.push_back(at < 0 ? run.slope[k] : run.y[k]);
  }
  const bool whole = std::ranges::all_of(point.z, [](double x) { return std::isfinite(x); });
  if (!whole) return {};
  if (!setup.reference && setup.event_place.empty()) {  // the underlying ODE itself was integrated
    const Vec top = setup.instance->ode().top();
    point.top.assign(top.begin(), top.end());
  }
  return point;
}

Setup build(std::shared_ptr<const Blueprint> plan, const model::Problem& numbers, double t,
            const Standing* standing, const std::optional<Point>& from) {
  Setup setup;
  setup.plan = std::move(plan);
  setup.parameters = parameter_values(setup.dae());
  for (const model::Parameter& parameter : numbers.dae.parameters)
    setup.parameters[static_cast<std::size_t>(parameter.id)] = parameter.value;
  Reference reference = make_reference(setup, numbers, t, standing, from);
  setup.start = {t, {}, {}, setup.plan->nominal, setup.plan->tolerance};
  setup.typical = {t, reference.standing.z};
  setup.notes = reference.standing.notes;
  if (!setup.plan->start) {
    build_ode(setup, std::move(reference));
  } else {
    setup.instance = std::make_shared<system::Instance>(*setup.plan->system);
    setup.instance->set_parameters(setup.parameters);
    switch (setup.plan->system->form()) {
      case system::Form::residual:
      case system::Form::second_order:
        build_residual(setup, std::move(reference), numbers);
        break;
      case system::Form::ode:
        build_other_ode(setup, std::move(reference), numbers);
        break;
      case system::Form::hessenberg:
        build_hessenberg(setup, std::move(reference), numbers);
        break;
    }
  }
  temper_nominals(setup, std::max(numbers.t_end - t, 0.0));
  set_up_chart(setup);
  set_up_selection(setup);
  note_small_gain(setup);
  return setup;
}

Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t, bool project,
             const program::CompileOptions& options) {
  return set_up(problem, formulation, t, SetupOptions{.project = project}, options);
}

Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t,
             const SetupOptions& how, const program::CompileOptions& options) {
  const auto own = std::make_shared<const model::Problem>(problem);
  if (formulation.from_array)
    return set_up_array(own, how.array ? *how.array : derivative_array(*own, t), formulation, t, how,
                        options);
  return build(draw(own, formulation, how, options), *own, t, nullptr, how.from);
}

}  // namespace trammel::pipeline
