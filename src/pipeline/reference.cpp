#include "pipeline/reference.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "expr/query.hpp"
#include "formulation/catalog.hpp"
#include "pipeline/start.hpp"
#include "system/compile.hpp"

namespace trammel::pipeline {

using expr::Expr;

Reference::Reference(const model::Problem& problem, double t, const std::optional<Point>& from,
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
void Reference::find_tops(double t) {
  std::vector<double> slope(z.size());
  known_tops = instance->ode().guesses() && instance->ode().derivative(t, z, slope);
  no_tops = instance->ode().guesses() && !known_tops;
}

// Forms that do not project have left them by as much as their tolerance.
void Reference::return_to_constraints(const Point& from) {
  system::Ode& ode = instance->ode();
  if (!from.top.empty()) ode.guess(from.top);
  known_tops = !from.top.empty();
  std::vector<double> moved = z, slope(z.size());
  if (ode.derivative(from.t, moved, slope) && ode.project(from.t, moved).outcome) z = std::move(moved);
}

Expr Reference::leaf(std::size_t component) const {
  const auto& part = instance->ode().state()[component];
  return dae.graph->symbol(dae.variables[part.unknown].id, part.derivative);
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

std::function<void(double, OdeObserver&)> guide(Setup& setup) {
  if (!setup.instance->ode().guesses()) return [](double, OdeObserver&) {};
  setup.branch = std::make_shared<Branch>();
  return [branch = setup.branch](double t, OdeObserver& observer) {
    if (branch->empty()) return;
    const Branch::Node node = branch->before(t);
    observer.anchor(node.t, node.z, node.top);
  };
}

std::vector<int> places(const Reference& reference, const model::Dae& dae, const std::vector<Expr>& y,
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

}  // namespace trammel::pipeline
