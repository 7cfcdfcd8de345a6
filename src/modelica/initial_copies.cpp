// modelica/initial_copies.cpp: what was before the first event, where equations only pass it on.
//
// active = true in an initial section, with active = a and a = pre(b) among the equations, says what pre(b) is.
// Variables and pre(..) that copies join have one value; if an initial equation or a fixed start tells it, each
// pre(..) among them starts with it, and the initial equations among them are done.
#include <algorithm>
#include <cmath>
#include <optional>

#include "expr/query.hpp"
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

// pre(state) = f(seed), with seed = 7 in an initial section, too: what known numbers say is a number. Such
// equations for pre(..), and for what when-clauses assign, say what was before the first event.
void Flattener::settle_initial_numbers() {
  EventTable& events = in_.events();
  std::vector<model::Equation>& initial = problem_.dae.initial_equations;
  if (initial.empty() || events.events.discrete.empty()) return;
  std::unordered_map<std::uint32_t, double> known;
  for (const model::Parameter& p : problem_.dae.parameters)
    if (const Expr leaf = g_.parameter(p.id); !events.assigned_in_when(leaf) && !events.is_pre(leaf))
      known.emplace(leaf.id, p.value);
  for (const model::Discrete& d : events.events.discrete)
    if (d.pre >= 0 && d.fixed) known.emplace(g_.parameter(d.pre).id, d.start);
  const auto is_discrete = [&](Expr e) { return events.assigned_in_when(e) || events.is_pre(e); };
  expr::Cone cone(g_);
  const auto leaves_of = [&](const model::Equation& e) {
    std::vector<Expr> leaves;
    for (const Expr node : cone.collect(e.residual))
      if (expr::is_leaf(g_.op(node)) && !g_.is_constant(node)) leaves.push_back(node);
    return leaves;
  };
  const auto tells = [&](const model::Equation& e, const std::vector<Expr>& leaves, bool at_start) {
    const auto open = [&](Expr leaf) { return !known.contains(leaf.id); };
    const auto at = std::ranges::find_if(leaves, open);
    if (at == leaves.end() || std::ranges::count_if(leaves, open) != 1) return false;
    const Expr target = *at;
    if (!is_value(g_, target) || (g_.op(target) == Op::parameter && !(is_discrete(target) && at_start)))
      return false;
    if (expr::dependence(g_, e.residual, std::span(&target, 1)) != expr::Dependence::affine) return false;
    const auto residual = [&](double value) {
      return expr::evaluate(g_, std::span(&e.residual, 1),
                            [&](Expr leaf) { return leaf == target ? value : known.at(leaf.id); })[0];
    };
    const double none = residual(0), number = -none / (residual(1) - none);
    if (!std::isfinite(number)) return false;
    known.emplace(target.id, number);
    if (!is_discrete(target)) return false;
    for (const Expr leaf : leaves)
      if (g_.op(leaf) == Op::parameter && leaf != target) structural_.insert(g_.index(leaf));
    events.set_start(target, number);
    return true;
  };
  // Parameters that are solved for may follow from others: short equations without time tell those.
  constexpr std::size_t longest = 8;
  std::vector<std::pair<const model::Equation*, std::vector<Expr>>> others;
  for (const model::Equation& e : problem_.dae.equations) {
    std::vector<Expr> leaves = leaves_of(e);
    if (leaves.size() <= longest &&
        std::ranges::all_of(leaves, [&](Expr leaf) { return is_value(g_, leaf); }))
      others.emplace_back(&e, std::move(leaves));
  }
  std::size_t before = 0;
  do {
    before = known.size();
    for (const auto& [e, leaves] : others) tells(*e, leaves, false);
    std::erase_if(initial, [&](const model::Equation& e) { return tells(e, leaves_of(e), true); });
  } while (before != known.size());
}

}  // namespace trammel::modelica
