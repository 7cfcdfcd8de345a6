// modelica/initial_copies.cpp: what was before the first event, where equations only pass it on.
//
// active = true in an initial section, with active = a and a = pre(b) among the equations, says what pre(b) is.
// Variables and pre(..) that copies join have one value; if an initial equation or a fixed start tells it, each
// pre(..) among them starts with it, and the initial equations among them are done.
#include <algorithm>
#include <numeric>
#include <optional>

#include "modelica/flatten.hpp"

namespace trammel::modelica {
namespace {

bool is_value(const Graph& g, Expr e) {
  return g.is_constant(e) || g.op(e) == Op::parameter || (g.op(e) == Op::symbol && g.derivative(e) == 0);
}

// Both sides of an equation that only copies; the constant, if there is one, is the second.
struct Copy {
  Expr left, right;
  double value = 0;  // if right is none
};
std::optional<Copy> as_copy(const Graph& g, Expr residual) {
  if (!g.is_constant(residual) && is_value(g, residual)) return Copy{residual, {}, 0};
  const Op op = g.op(residual);
  if (op != Op::sub && op != Op::add) return std::nullopt;
  Expr a = g.arg(residual, 0), b = g.arg(residual, 1);
  if (g.is_constant(a)) std::swap(a, b);
  if (!is_value(g, a) || !is_value(g, b) || g.is_constant(a)) return std::nullopt;
  if (g.is_constant(b)) return Copy{a, {}, op == Op::sub ? g.value(b) : -g.value(b)};
  if (op == Op::add) return std::nullopt;
  return Copy{a, b, 0};
}

struct Joined {  // sets of nodes with the same value
  std::unordered_map<std::uint32_t, std::uint32_t> above;
  std::uint32_t root(std::uint32_t id) {
    const auto at = above.try_emplace(id, id).first;
    if (at->second == id) return id;
    const std::uint32_t top = root(std::uint32_t{at->second});
    above[id] = top;
    return top;
  }
  void join(Expr a, Expr b) { above[root(a.id)] = root(b.id); }
};

}  // namespace

void Flattener::settle_initial_copies() {
  EventTable& events = in_.events();
  std::vector<model::Equation>& initial = problem_.dae.initial_equations;
  const bool any =
      std::ranges::any_of(events.events.discrete, [](const model::Discrete& d) { return d.pre >= 0; });
  if (initial.empty() || !any) return;
  Joined sets;
  for (const auto* list : {&problem_.dae.equations, &initial})
    for (const model::Equation& e : *list)
      if (const std::optional<Copy> copy = as_copy(g_, e.residual); copy && copy->right)
        sets.join(copy->left, copy->right);
  std::unordered_map<std::uint32_t, double> known;
  std::set<std::uint32_t> contradictory, remembered;  // remembered: sets with a pre(..) among them
  const auto tell = [&](Expr e, double value) {
    const auto [at, fresh] = known.try_emplace(sets.root(e.id), value);
    if (!fresh && at->second != value) contradictory.insert(at->first);
  };
  for (const model::Equation& e : initial)
    if (const std::optional<Copy> copy = as_copy(g_, e.residual); copy && !copy->right)
      tell(copy->left, copy->value);
  for (const model::Discrete& d : events.events.discrete) {
    if (d.pre < 0) continue;
    remembered.insert(sets.root(g_.parameter(d.pre).id));
    if (d.fixed) tell(g_.parameter(d.pre), d.start);
  }
  const auto settled = [&](Expr e) {
    const std::uint32_t set = sets.root(e.id);
    return known.contains(set) && remembered.contains(set) && !contradictory.contains(set);
  };
  for (model::Discrete& d : events.events.discrete) {
    if (d.pre < 0 || !settled(g_.parameter(d.pre))) continue;
    d.start = known.at(sets.root(g_.parameter(d.pre).id));
    d.fixed = true;
  }
  std::erase_if(initial, [&](const model::Equation& e) {
    const std::optional<Copy> copy = as_copy(g_, e.residual);
    return copy && settled(copy->left);
  });
}

}  // namespace trammel::modelica
