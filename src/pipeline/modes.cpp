#include "pipeline/modes.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {

std::vector<double> Modes::key_of(const Held& held, const std::vector<double>& parameters,
                                  const Surface& surface) {
  std::vector<double> key;
  for (const int id : held.structural) key.push_back(parameters[static_cast<std::size_t>(id)]);
  for (const Surface::Member& member : surface.members) key.push_back(member.relation);
  return key;
}

Mode Modes::enter(const std::vector<double>& parameters, const Surface& surface, double t, Vec reported) {
  std::vector<double> key = key_of(*base_.held(), parameters, surface);
  const auto at = std::ranges::find(known_, key, &Mode::key);
  if (at != known_.end()) {
    const Mode mode = *at;
    known_.erase(at);
    known_.push_front(mode);
    return mode;
  }
  std::shared_ptr<const Held> held = base_.held();
  std::vector<double> numbers = parameters;
  if (!surface.members.empty()) {
    held = std::make_shared<const Held>(on_surface(*held, surface));
    numbers.resize(static_cast<std::size_t>(held->problem.dae.graph->parameters()), 1);
  }
  known_.push_front(
      {std::move(key), std::make_shared<const Prepared>(prepare_mode(base_, held, numbers, t, reported))});
  if (known_.size() > most) known_.pop_back();
  return known_.front();
}

Point carry_over(const EventCode& from, const std::vector<double>& old_parameters, const Point& at,
                 const EventCode& to, const std::vector<double>& parameters) {
  const ReferenceForm &old = *from.reference, &now = *to.reference;
  // Graphs of different modes stand beside each other: a leaf is told by its variable and derivative.
  std::vector<expr::Expr> leaves;
  std::vector<std::size_t> components;
  expr::Graph& graph = *old.dae.graph;
  std::vector<int> order(static_cast<std::size_t>(graph.variables()), -1);
  for (const model::Variable& variable : old.dae.variables) order[static_cast<std::size_t>(variable.id)] = 0;
  for (std::size_t i = 0; i < old.system.state().size(); ++i) {
    const expr::Expr leaf = old.leaf(i);
    int& highest = order[static_cast<std::size_t>(graph.index(leaf))];
    highest = std::max(highest, graph.derivative(leaf) + 1);
  }
  const Dictionary dictionary(old.dae);
  for (std::size_t i = 0; i < now.system.state().size(); ++i) {
    const expr::Expr there = now.leaf(i);
    const int variable = now.dae.graph->index(there), derivative = now.dae.graph->derivative(there);
    if (variable >= graph.variables()) continue;
    const expr::Expr leaf = graph.symbol(variable, derivative);
    bool known = true;
    for (const expr::Expr part : expr::leaves(graph, dictionary.translate(leaf)))
      if (graph.op(part) == expr::Op::symbol)
        known = known && graph.derivative(part) <= order[static_cast<std::size_t>(graph.index(part))];
    if (!known) continue;
    leaves.push_back(leaf);
    components.push_back(i);
  }
  OdeObserver observer(read_from_ode(old.dae, old.system, leaves), old_parameters);
  if (!at.top.empty()) observer.guess(at.top);
  std::vector<double> values(leaves.size());
  observer(at.t, at.z, false, values);
  Point result{.t = at.t, .z = std::vector<double>(now.system.state().size(), 0.0)};
  for (std::size_t k = 0; k < values.size(); ++k)
    if (std::isfinite(values[k])) result.z[components[k]] = values[k];
  const Reference there(to.reference, parameters, result);
  result.z = there.standing.z;
  return result;
}

}  // namespace trammel::pipeline
