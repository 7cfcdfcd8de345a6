#include "pipeline/modes.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "formulation/underlying_ode.hpp"
#include "pipeline/verdict.hpp"

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
  auto prepared = std::make_shared<const Prepared>(prepare_mode(base_, held, numbers, t, reported));
  const model::Dae dae = model::on_top(prepared->verdict().problem->dae);
  auto whole =
      std::make_shared<const ReferenceForm>(formulation::Formulation(formulation::UnderlyingOde{}).apply(dae),
                                            program::CompileOptions{.engine = program::Engine::vm});
  known_.push_front({std::move(key), std::move(prepared), std::move(whole)});
  if (known_.size() > most) known_.pop_back();
  return known_.front();
}

namespace {

// Graphs of different modes stand beside each other: a leaf is told by its variable and derivative.
struct Leaf {
  int variable, derivative;
};

std::vector<Leaf> states_of(const ReferenceForm& form) {
  std::vector<Leaf> leaves;
  for (std::size_t i = 0; i < form.system.state().size(); ++i) {
    const expr::Expr leaf = form.leaf(i);
    leaves.push_back({form.dae.graph->index(leaf), form.dae.graph->derivative(leaf)});
  }
  return leaves;
}

std::vector<double> values_of(const ReferenceForm& form, const std::vector<double>& parameters,
                              const Point& at, const std::vector<Leaf>& wanted) {
  expr::Graph& graph = *form.dae.graph;
  std::vector<int> order(static_cast<std::size_t>(graph.variables()), -1);
  for (const model::Variable& variable : form.dae.variables) order[static_cast<std::size_t>(variable.id)] = 0;
  for (const Leaf& leaf : states_of(form)) {
    int& highest = order[static_cast<std::size_t>(leaf.variable)];
    highest = std::max(highest, leaf.derivative + 1);
  }
  const Dictionary dictionary(form.dae);
  std::vector<expr::Expr> leaves;
  for (const Leaf& want : wanted) {
    leaves.push_back(graph.symbol(want.variable, want.derivative));
    for (const expr::Expr part : expr::leaves(graph, dictionary.translate(leaves.back())))
      if (graph.op(part) == expr::Op::symbol &&
          graph.derivative(part) > order[static_cast<std::size_t>(graph.index(part))])
        throw Error(Kind::integration, "the mode before does not tell " +
                                           quote(expr::print_symbol(graph, want.variable, want.derivative)));
  }
  OdeObserver observer(read_from_ode(form.dae, form.system, leaves), parameters);
  if (!at.top.empty()) observer.guess(at.top);
  std::vector<double> values(leaves.size());
  observer(at.t, at.z, false, values);
  return values;
}

}  // namespace

Point carry_over(const EventCode& from, const std::vector<double>& old_parameters, const Point& at,
                 const Mode& to, const std::vector<double>& parameters) {
  const ReferenceForm& whole = *to.whole;
  Point all{.t = at.t};
  all.z = values_of(*from.reference, old_parameters, at, states_of(whole));
  system::Instance instance(whole.system);
  std::vector<double> numbers = parameters, slope(all.z.size());
  numbers.resize(std::max(numbers.size(), static_cast<std::size_t>(whole.dae.graph->parameters())), 1);
  instance.set_parameters(numbers);
  if (!instance.ode().derivative(at.t, all.z, slope) || !instance.ode().project(at.t, all.z).outcome)
    throw Error(Kind::integration, "no state of the new mode was found near that of the old one");
  Point result{.t = at.t};
  result.z = values_of(whole, numbers, all, states_of(*to.prepared->events()->reference));
  for (const double x : result.z)
    if (!std::isfinite(x))
      throw Error(Kind::integration, "no state of the new mode was found near that of the old one");
  return result;
}

}  // namespace trammel::pipeline
