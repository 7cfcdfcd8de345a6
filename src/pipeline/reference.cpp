// pipeline/reference.cpp: makes the underlying ODE of a problem, finds its consistent start, and maps between
// its states and those of the form that is integrated.
//
// reference.hpp has the idea: the underlying ODE stands beside every form, finds the start, projects, and
// computes what is reported. Here are the two ways to a start: by numbers alone, if conditions were compiled
// for an earlier start, and by the equations, on a graph of their own. Read reference.hpp first, then
// blueprint.hpp.
#include "pipeline/reference.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "expr/query.hpp"
#include "formulation/catalog.hpp"
#include "pipeline/start.hpp"
#include "system/compile.hpp"
#include "system/singular_points.hpp"

namespace trammel::pipeline {

using expr::Expr;

ReferenceForm::ReferenceForm(model::Dae equations, const program::CompileOptions& options)
    : dae(std::move(equations)), system(system::compile(dae, system::Form::ode, options)) {}

ReferenceForm::ReferenceForm(formulation::Formulated made, const program::CompileOptions& options)
    : dae(std::move(made.dae)),
      system(system::compile(dae, system::Form::ode, options, made.found ? &*made.found : nullptr)) {}

ReferenceForm::ReferenceForm(const model::Problem& problem, const program::CompileOptions& options,
                             const analysis::Diagnosis* known)
    : ReferenceForm(formulation::find_formulation("underlying_ode").formulation.apply(problem.dae, known),
                    options) {}

Expr ReferenceForm::leaf(std::size_t component) const {
  const auto& part = system.state()[component];
  return dae.graph->symbol(dae.variables[part.unknown].id, part.derivative);
}

namespace {

// `search` looks for a consistent state.
template <class Search>
std::optional<Standing> stand_by(const ReferenceForm& form, Vec parameters, double t, const Search& search) {
  system::Instance instance(form.system);
  instance.set_parameters(parameters);
  system::Ode& ode = instance.ode();
  Standing standing{.t = t};
  auto found = search(ode, standing.notes);
  if (!found) return std::nullopt;
  standing.z = *std::move(found);
  // Where the structure misleads (charges that always add up to zero), tops cannot be solved for at all.
  std::vector<double> slope(standing.z.size());
  if (!ode.guesses()) {
    // In a singular configuration tops say along which branch the motion goes.
    const system::SingularPoints* const points = system::singular_points(ode);
    if (points != nullptr && points->passed()) standing.top.assign(ode.top().begin(), ode.top().end());
    return standing;
  }
  standing.known_tops = bool(ode.derivative(t, standing.z, slope));
  standing.no_tops = !standing.known_tops;
  if (standing.known_tops) standing.top.assign(ode.top().begin(), ode.top().end());
  return standing;
}

}  // namespace

Standing stand_first(ReferenceForm& form, const model::Problem& problem, double t) {
  const std::vector<double> parameters = parameter_values(form.dae);
  return *stand_by(form, parameters, t, [&](system::Ode& ode, std::vector<std::string>& notes) {
    return std::optional(consistent_start(problem, form.dae, ode, t, &notes, &form.start_plan));
  });
}

// By numbers, if the start was looked for before; else on a graph of its own. So any number of threads may
// stand on one form.
Standing stand(const ReferenceForm& form, const model::Problem& problem, double t) {
  if (form.start_plan) {
    std::vector<double> parameters = parameter_values(form.dae);
    for (const model::Parameter& parameter : problem.dae.parameters)
      parameters[static_cast<std::size_t>(parameter.id)] = parameter.value;
    if (auto standing = stand_by(form, parameters, t, [&](system::Ode& ode, std::vector<std::string>& notes) {
          return form.start_plan->start(problem, parameters, ode, t, &notes);
        }))
      return *std::move(standing);
  }
  model::Dae dae = model::on_top(form.dae);
  model::take_parameters(dae, problem.dae);
  return *stand_by(form, parameter_values(dae), t, [&](system::Ode& ode, std::vector<std::string>& notes) {
    return std::optional(consistent_start(problem, dae, ode, t, &notes));
  });
}

std::optional<analysis::Values> values_at(const ReferenceForm& form, const Standing& standing,
                                          const system::Ode& ode, const model::Problem& problem,
                                          const analysis::Diagnosis& found) {
  expr::Graph& graph = *form.dae.graph;
  std::unordered_map<std::uint32_t, double> known;
  std::vector<int> order(form.dae.variables.size(), 0);
  for (std::size_t i = 0; i < standing.z.size(); ++i) {
    const auto& part = form.system.state()[i];
    known.emplace(form.leaf(i).id, standing.z[i]);
    order[part.unknown] = std::max(order[part.unknown], part.derivative + 1);
  }
  for (std::size_t j = 0; j < order.size(); ++j)
    known.emplace(graph.symbol(form.dae.variables[j].id, order[j]).id, ode.top()[j]);
  const Dictionary dictionary(form.dae);
  std::vector<Expr> rows;
  for (std::size_t j = 0; j < problem.dae.variables.size(); ++j)
    for (int l = 0; l <= found.offsets.d[j]; ++l)
      rows.push_back(dictionary.translate(graph.symbol(problem.dae.variables[j].id, l)));
  const std::vector<double> parameters = parameter_values(form.dae);
  const std::vector<double> numbers = expr::evaluate(graph, rows, [&](Expr leaf) {
    if (graph.op(leaf) == expr::Op::time) return standing.t;
    if (graph.op(leaf) == expr::Op::parameter) return parameters[static_cast<std::size_t>(graph.index(leaf))];
    const auto at = known.find(leaf.id);
    return at == known.end() ? std::nan("") : at->second;
  });
  if (!std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); })) return std::nullopt;
  analysis::Values values;
  auto next = numbers.begin();
  for (const int d : found.offsets.d) {
    values.emplace_back(next, next + (d + 1));
    next += d + 1;
  }
  return values;
}

Reference::Reference(std::shared_ptr<const ReferenceForm> of, Vec parameters, const Standing& where)
    : form(std::move(of)), instance(std::make_unique<system::Instance>(form->system)), standing(where) {
  instance->set_parameters(parameters);
  if (standing.top.empty()) return;
  instance->ode().guess(standing.top);
  std::vector<double> slope(standing.z.size());
  (void)instance->ode().derivative(standing.t, standing.z, slope);
}

Reference::Reference(std::shared_ptr<const ReferenceForm> of, Vec parameters, const Point& from)
    : form(std::move(of)), instance(std::make_unique<system::Instance>(form->system)),
      standing{.t = from.t, .z = from.z, .top = from.top, .known_tops = !from.top.empty(), .notes = {}} {
  instance->set_parameters(parameters);
  system::Ode& ode = instance->ode();
  const std::vector<double> first(ode.top().begin(), ode.top().end());
  if (!from.top.empty()) ode.guess(from.top);
  std::vector<double> moved = from.z, slope(moved.size());
  bool solved = bool(ode.derivative(from.t, moved, slope));
  if (!solved && !from.top.empty()) {  // what held before an event may lead nowhere behind it
    ode.guess(first);
    solved = bool(ode.derivative(from.t, moved, slope));
    if (!solved) ode.guess(from.top);
  }
  if (solved && ode.project(from.t, moved).outcome) standing.z = std::move(moved);
}

std::vector<double> nominal_of(const system::Ode& ode) {
  std::vector<double> nominal;
  for (int i = 0; i < ode.size(); ++i) nominal.push_back(ode.nominal(i));
  return nominal;
}

bool all_the_way(const integrate::ProjectionOptions& options) {
  return options.parts == integrate::ProjectionOptions::Parts::all && options.passes == 0 &&
         options.taken == integrate::ProjectionOptions::Taken::after;
}

bool needs_invariants(const model::Dae& reference, const integrate::ProjectionOptions& options) {
  using Options = integrate::ProjectionOptions;
  const bool users_own = std::ranges::any_of(
      reference.invariants, [](const model::Equation& invariant) { return invariant.family < 0; });
  const bool orthogonal = options.direction == Options::Direction::orthogonal ||
                          options.direction == Options::Direction::block ||
                          options.taken != Options::Taken::after || !options.move_positions ||
                          options.inverse != Options::Inverse::fresh || options.direction_matrix ||
                          (options.direction == Options::Direction::automatic && users_own);
  return orthogonal && !reference.invariants.empty();
}

std::vector<int> places(const ReferenceForm& reference, const model::Dae& dae, const std::vector<Expr>& y,
                        const std::vector<Expr>& slope) {
  std::unordered_map<std::uint32_t, int> at;
  for (std::size_t i = 0; i < slope.size(); ++i) at[slope[i].id] = -1 - static_cast<int>(i);
  for (std::size_t i = 0; i < y.size(); ++i) at[y[i].id] = static_cast<int>(i);
  // What was eliminated from the reference may be an unknown here: v where the reference holds der(q).
  std::unordered_map<std::uint32_t, Expr> other_name;
  for (const model::Definition& definition : reference.dae.definitions)
    other_name.emplace(definition.value.id, reference.dae.graph->symbol(definition.variable));
  const Dictionary dictionary(dae, false);
  std::vector<int> result;
  for (std::size_t i = 0; i < reference.system.state().size(); ++i) {
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

StartMap::StartMap(const ReferenceForm& reference, const model::Dae& dae, std::vector<Expr> leaves)
    : leaves_(std::move(leaves)), with_tops_(find_known(reference, dae, true)),
      without_tops_(find_known(reference, dae, false)) {
  for (std::size_t i = 0; i < leaves_.size(); ++i) place_.emplace(leaves_[i].id, i);
}

StartMap::Known StartMap::find_known(const ReferenceForm& reference, const model::Dae& dae, bool tops) const {
  expr::Graph& graph = *dae.graph;
  std::unordered_map<std::uint32_t, Expr> origin;  // new unknown -> the derivative that it stands for
  for (const model::Renamed& renamed : dae.renamed)
    for (int k = 0; k < 2; ++k)
      origin.emplace(graph.symbol(renamed.variable, k).id, graph.symbol(renamed.of, renamed.derivative + k));
  std::unordered_map<int, int> order;  // highest known derivative of each variable of the reference
  for (const model::Variable& variable : reference.dae.variables) order.emplace(variable.id, 0);
  for (std::size_t i = 0; i < reference.system.state().size(); ++i) {
    const Expr leaf = reference.leaf(i);
    order[graph.index(leaf)] = std::max(order[graph.index(leaf)], graph.derivative(leaf) + 1);
  }
  const Dictionary dictionary(reference.dae);
  std::vector<Expr> leaves;
  Known known;
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    const auto from = origin.find(leaves_[i].id);
    const Expr leaf = from == origin.end() ? leaves_[i] : from->second;
    bool computable = true;
    for (const Expr part : expr::leaves(graph, dictionary.translate(leaf)))
      if (graph.op(part) == expr::Op::symbol) {
        const auto highest = order.find(graph.index(part));
        computable &= highest != order.end() && graph.derivative(part) <= highest->second - (tops ? 0 : 1);
      }
    if (!computable) continue;
    leaves.push_back(leaf);
    known.at.push_back(i);
  }
  known.readout = read_from_ode(reference.dae, reference.system, leaves);
  return known;
}

std::vector<double> StartMap::values(const Reference& reference, const model::Problem& problem,
                                     Vec parameters) const {
  const Standing& standing = reference.standing;
  const Known& known = standing.no_tops ? without_tops_ : with_tops_;
  std::vector<double> values(leaves_.size(), 0.0), found(known.at.size());
  for (const model::StartValue& start : problem.starts)
    if (const auto place = place_.find(start.leaf.id); place != place_.end())
      values[place->second] = start.value;
  OdeObserver observer(*known.readout, parameters);
  if (standing.known_tops) observer.guess(reference.instance->ode().top());
  observer(standing.t, standing.z, false, found);
  for (std::size_t k = 0; k < known.at.size(); ++k)
    if (std::isfinite(found[k])) values[known.at[k]] = found[k];
  return values;
}

}  // namespace trammel::pipeline
