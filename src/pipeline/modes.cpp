#include "pipeline/modes.hpp"

#include <algorithm>
#include <bit>
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

std::vector<std::vector<Cause::Flip>> other_modes(const Held& held, const std::vector<double>& parameters) {
  constexpr std::size_t most = 6;  // relations, so 64 modes
  const expr::Graph& graph = *held.problem.dae.graph;
  std::vector<Cause::Flip> open;
  for (std::size_t k = 0; k < held.relations.size() && open.size() < most; ++k) {
    const HeldRelation& relation = held.relations[k];
    if (relation.kind != HeldRelation::Kind::truth || relation.delay >= 0) continue;
    if (std::ranges::find(held.structural, relation.parameter) == held.structural.end()) continue;
    const std::vector<expr::Expr> leaves = expr::leaves(graph, relation.zero);
    if (std::ranges::any_of(leaves, [&](expr::Expr leaf) { return graph.op(leaf) == expr::Op::symbol; }))
      open.push_back({static_cast<int>(k), 1 - parameters[static_cast<std::size_t>(relation.parameter)]});
  }
  std::vector<unsigned> masks;
  for (unsigned mask = 0; mask < 1u << open.size(); ++mask) masks.push_back(mask);
  std::ranges::stable_sort(masks, {}, [](unsigned mask) { return std::popcount(mask); });
  std::vector<std::vector<Cause::Flip>> modes;
  for (const unsigned mask : masks) {
    modes.emplace_back();
    for (std::size_t k = 0; k < open.size(); ++k)
      if (mask >> k & 1u) modes.back().push_back(open[k]);
  }
  return modes;
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
  auto impact = std::make_shared<const EventCode>(*held, whole);
  known_.push_front({std::move(key), std::move(prepared), std::move(whole), std::move(impact)});
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

namespace {

// The relation whose value is farthest from what the impulses say. Only those count that are linear in what
// has an impulse, as F > 0 is, and only if they may change the structure.
std::optional<Cause::Flip> contradiction_of(const Mode& mode, const Held& held, double t, Vec z, Vec impulses,
                                            const std::vector<double>& parameters) {
  const EventCode& code = *mode.impact;
  EventView view(mode.impact);
  view.set_parameters(parameters);
  const std::size_t count = 2 * code.relations.size();
  std::vector<double> once(impulses.begin(), impulses.end()), twice(once), none(once.size()), zero(count),
      one(count), two(count);
  for (double& p : twice) p *= 2;
  view.evaluate(EventCode::sides, t, z, none, zero);
  view.evaluate(EventCode::sides, t, z, once, one);
  view.evaluate(EventCode::sides, t, z, twice, two);
  std::optional<Cause::Flip> worst;
  double most = 0;
  for (std::size_t k = 0; k < code.relations.size(); ++k) {
    const HeldRelation& relation = code.relations[k];
    if (relation.kind != HeldRelation::Kind::truth || relation.at_rest || relation.delay >= 0) continue;
    if (std::ranges::find(held.structural, relation.parameter) == held.structural.end()) continue;
    const double a = zero[2 * k] - zero[2 * k + 1], b = one[2 * k] - one[2 * k + 1],
                 c = two[2 * k] - two[2 * k + 1], d = b - a;
    constexpr double rounding = 1e-9;
    if (!(std::fabs(d) > rounding * (std::fabs(a) + std::fabs(b))) ||
        std::fabs(c - a - 2 * d) > rounding * std::fabs(d))
      continue;
    const bool upward = relation.op == expr::Op::gt || relation.op == expr::Op::ge;
    const double says = upward == (d > 0) ? 1 : 0;
    if (says == parameters[static_cast<std::size_t>(relation.parameter)] || std::fabs(d) <= most) continue;
    most = std::fabs(d);
    worst = Cause::Flip{static_cast<int>(k), says};
  }
  return worst;
}

}  // namespace

std::vector<solution::Event::Impulse> impulses_of(const system::Ode& ode, const system::System& system) {
  constexpr double noise = 1e-12;  // of the largest
  std::vector<solution::Event::Impulse> result;
  const Vec impulses = ode.impulses();
  double largest = 0;
  for (const double p : impulses) largest = std::max(largest, std::fabs(p));
  for (std::size_t j = 0; j < impulses.size(); ++j)
    if (std::fabs(impulses[j]) > noise * largest)
      result.push_back({system.unknown(static_cast<int>(j)), impulses[j]});
  return result;
}

Carried carry_over(const EventCode& from, const std::vector<double>& old_parameters, const Point& at,
                   const Mode& to, const std::vector<double>& parameters) {
  const ReferenceForm& whole = *to.whole;
  Point all{.t = at.t};
  all.z = values_of(*from.reference, old_parameters, at, states_of(whole));
  system::Instance instance(whole.system);
  std::vector<double> numbers = parameters, slope(all.z.size());
  numbers.resize(std::max(numbers.size(), static_cast<std::size_t>(whole.dae.graph->parameters())), 1);
  instance.set_parameters(numbers);
  const std::vector<double> before = all.z;
  if (!instance.ode().derivative(at.t, all.z, slope) || !instance.ode().project(at.t, all.z).outcome)
    throw Error(Kind::integration, "no state of the new mode was found near that of the old one");
  Carried result{.at = {.t = at.t}, .impulses = impulses_of(instance.ode(), whole.system)};
  double moved = 0, size = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    moved += std::fabs(all.z[i] - before[i]);
    size += std::fabs(before[i]);
  }
  constexpr double impact = 1e-6;  // less than that is what the tolerance leaves
  if (moved > impact * size)
    result.contradicted =
        contradiction_of(to, *to.prepared->held(), at.t, all.z, instance.ode().impulses(), numbers);
  result.at.z = values_of(whole, numbers, all, states_of(*to.prepared->events()->reference));
  for (const double x : result.at.z)
    if (!std::isfinite(x))
      throw Error(Kind::integration, "no state of the new mode was found near that of the old one");
  return result;
}

}  // namespace trammel::pipeline
