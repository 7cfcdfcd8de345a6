#include "expr/query.hpp"

#include <algorithm>
#include <map>

#include "expr/last_cone.hpp"

namespace trammel::expr {

std::vector<Expr> leaves(const Graph& graph, std::span<const Expr> roots) {
  thread_local LastCone last;
  std::vector<Expr> result;
  for (const Expr e : last.of(graph).collect(roots))
    if (is_leaf(graph.op(e)) && !graph.is_constant(e)) result.push_back(e);
  return result;
}

std::vector<std::pair<int, int>> highest_derivatives(const Graph& graph, Expr f) {
  std::map<int, int> highest;
  for (const Expr e : leaves(graph, f))
    if (graph.op(e) == Op::symbol) {
      int& order = highest.try_emplace(graph.index(e), 0).first->second;
      order = std::max(order, graph.derivative(e));
    }
  return {highest.begin(), highest.end()};
}

std::vector<Dependence> dependence(const Graph& graph, std::span<const Expr> rows,
                                   std::span<const Expr> leaves) {
  std::unordered_map<std::uint32_t, Dependence> found;
  for (const Expr leaf : leaves) found[leaf.id] = Dependence::affine;
  const auto of = [&](Expr e) {
    const auto at = found.find(e.id);
    return at == found.end() ? Dependence::none : at->second;
  };
  thread_local LastCone last;
  for (const Expr e : last.of(graph).collect(rows)) {
    const Op op = graph.op(e);
    if (is_leaf(op) || found.contains(e.id)) continue;
    const Expr a = graph.arg(e, 0), b = graph.arg(e, 1), c = graph.arg(e, 2);
    const int arity = info(op).arity;
    Dependence worst = of(a);
    if (arity > 1) worst = std::max(worst, of(b));
    if (arity > 2) worst = std::max(worst, of(c));
    if (worst == Dependence::none) continue;
    bool affine = worst == Dependence::affine;
    switch (op) {
      case Op::neg:
      case Op::add:
      case Op::sub:
        break;
      case Op::mul:
        affine &= of(a) == Dependence::none || of(b) == Dependence::none;
        break;
      case Op::div:
        affine &= of(b) == Dependence::none;
        break;
      case Op::select:
        affine &= of(a) == Dependence::none;
        break;
      default:
        affine = false;
    }
    found[e.id] = affine ? Dependence::affine : Dependence::nonlinear;
  }
  std::vector<Dependence> result;
  for (const Expr row : rows) result.push_back(of(row));
  return result;
}

std::vector<Expr> substitute(Graph& graph, std::span<const Expr> rows,
                             const std::unordered_map<std::uint32_t, Expr>& replacement) {
  thread_local LastCone last;
  const std::vector<Expr> order =
      last.of(graph).collect(rows, [&](Expr e) { return replacement.contains(e.id); });
  std::unordered_map<std::uint32_t, Expr> changed;
  const auto now = [&](Expr e) {
    const auto at = changed.find(e.id);
    return at == changed.end() ? e : at->second;
  };
  for (const Expr e : order) {
    if (const auto with = replacement.find(e.id); with != replacement.end()) {
      graph.check(with->second, "a replacement");
      changed.emplace(e.id, with->second);
      continue;
    }
    const Op op = graph.op(e);
    if (is_leaf(op) || op == Op::argument) continue;
    if (op == Op::call) {
      std::vector<Expr> list = graph.arguments(e);
      bool same = true;
      for (Expr& a : list) {
        same &= now(a) == a;
        a = now(a);
      }
      if (!same) changed.emplace(e.id, graph.call(graph.routine(e), list, graph.output(e)));
      continue;
    }
    const int arity = info(op).arity;
    Expr arg[3] = {};
    bool same = true;
    for (int k = 0; k < arity; ++k) {
      arg[k] = now(graph.arg(e, k));
      same &= arg[k] == graph.arg(e, k);
    }
    if (!same) changed.emplace(e.id, graph.apply(op, arg[0], arg[1], arg[2]));
  }
  std::vector<Expr> result;
  result.reserve(rows.size());
  for (const Expr row : rows) result.push_back(now(row));
  return result;
}

std::vector<double> evaluate(const Graph& graph, std::span<const Expr> rows,
                             const std::function<double(Expr)>& leaf) {
  thread_local LastCone last;
  const std::vector<Expr> order = last.of(graph).collect(rows);  // a copy: `leaf` may ask, too
  std::unordered_map<std::uint32_t, double> value;
  for (const Expr e : order) {
    const Op op = graph.op(e);
    const int arity = info(op).arity;
    if (op == Op::constant)
      value[e.id] = graph.value(e);
    else if (is_leaf(op))
      value[e.id] = leaf(e);
    else if (op == Op::call)
      value[e.id] = call_value(graph, e, [&](Expr a) { return value[a.id]; });
    else
      value[e.id] = compute(op, value[graph.arg(e, 0).id], arity > 1 ? value[graph.arg(e, 1).id] : 0,
                            arity > 2 ? value[graph.arg(e, 2).id] : 0);
  }
  std::vector<double> result;
  result.reserve(rows.size());
  for (const Expr row : rows) result.push_back(value.at(row.id));
  return result;
}

}  // namespace trammel::expr
