#include "modelica/event_table.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "model/simplification.hpp"

namespace trammel::modelica {

using expr::Op;
using model::Discrete;

model::Origin EventTable::origin(Place place) const { return session_.origin(place); }

void EventTable::uses(const std::string& word, Place place) {
  if (used_.insert(word).second) events.constructs.push_back({word, origin(place)});
}

// Nodes are numbered in topological order, so that each is looked at once in the life of the graph.
bool EventTable::varies(Expr e) {
  for (std::uint32_t id = static_cast<std::uint32_t>(varies_.size()); id <= e.id; ++id) {
    const Op op = id == 0 ? Op::none : g_.op({id});
    bool moving = op == Op::time || op == Op::symbol;
    if (op == Op::parameter)
      for (const model::Delay& delay : events.delays) moving = moving || delay.id == g_.index({id});
    if (op > Op::symbol)
      for (int k = 0; k < expr::info(op).arity; ++k) moving = moving || varies_[g_.arg({id}, k).id] != 0;
    varies_.push_back(moving ? 1 : 0);
  }
  return varies_[e.id] != 0;
}

void EventTable::relation(Expr value, Expr zero, model::Relation::Kind kind, Place place) {
  if (!varies(zero) || !related_.insert(value.id).second) return;
  events.relations.push_back({kind, value, zero, origin(place)});
}

Expr EventTable::sample(Expr start, Expr interval, Place place) {
  for (const model::Sampler& known : events.samplers)
    if (known.start == start && known.interval == interval) return g_.parameter(known.id);
  const int id = g_.add_parameter(fmt::format("sample({}, {})", expr::print(g_, start, {.longest = 40}),
                                              expr::print(g_, interval, {.longest = 40})));
  made_.push_back(id);
  events.samplers.push_back({id, start, interval, origin(place)});
  return g_.parameter(id);
}

Expr EventTable::delay(Expr value, Expr by, double longest, Place place) {
  if (g_.is_constant(value)) return value;
  for (const model::Delay& known : events.delays)
    if (known.value == value && known.by == by && known.longest == longest) return g_.parameter(known.id);
  const int id = g_.add_parameter(fmt::format("delay({}, {})", expr::print(g_, value, {.longest = 40}),
                                              expr::print(g_, by, {.longest = 40})));
  made_.push_back(id);
  events.delays.push_back({id, value, by, longest, origin(place)});
  return g_.parameter(id);
}

bool EventTable::holds_delay(Expr e) const {
  if (events.delays.empty()) return false;
  for (const Expr leaf : expr::leaves(g_, e))
    for (const model::Delay& delay : events.delays)
      if (g_.op(leaf) == Op::parameter && g_.index(leaf) == delay.id) return true;
  return false;
}

Expr EventTable::flag(const std::string& name, int& id) {
  if (id < 0) {
    id = g_.add_parameter(name);
    made_.push_back(id);
  }
  return g_.parameter(id);
}

Expr EventTable::initial() { return flag("initial()", events.initial); }
Expr EventTable::simplification() { return flag(std::string(model::simplification_name), simplification_); }
Expr EventTable::terminal() { return flag("terminal()", events.terminal); }

void EventTable::declare(const Discrete& discrete) {
  discrete_.emplace(discrete.value.id, events.discrete.size());
  events.discrete.push_back(discrete);
}

void EventTable::set_start(Expr leaf, double value) {
  const auto before = pres_.find(leaf.id);
  Discrete& d = events.discrete[before != pres_.end() ? before->second : discrete_.at(leaf.id)];
  d.start = value;
  d.fixed = true;
}

Expr EventTable::pre(Expr leaf, Discrete::Type type, Place place) {
  const auto assigned = discrete_.find(leaf.id);
  std::size_t at = 0;
  if (assigned != discrete_.end()) {
    at = assigned->second;
  } else {
    const auto [known, fresh] = observed_.try_emplace(leaf.id, events.discrete.size());
    if (fresh) events.discrete.push_back({.type = type, .value = leaf, .origin = origin(place)});
    at = known->second;
  }
  const Expr before = flag(fmt::format("pre({})", expr::print(g_, leaf)), events.discrete[at].pre);
  pres_.emplace(before.id, at);
  return before;
}

void EventTable::assertion(model::Assertion assertion) {
  if (branch != nullptr) {
    branch->assertions.push_back(std::move(assertion));
    return;
  }
  if (asserted_.insert(fmt::format("{} {}", assertion.condition.id, assertion.message)).second)
    assertions_.push_back(std::move(assertion));
}

void EventTable::finish(model::Dae& dae) {
  for (const int id : made_) dae.parameters.push_back({.id = id});
  dae.assertions = std::move(assertions_);
  dae.events = std::move(events);
}

}  // namespace trammel::modelica
