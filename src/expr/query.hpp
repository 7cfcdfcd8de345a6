// expr/query.hpp: questions about expressions, substitution, and evaluation without compiling.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::expr {

// The distinct leaves (parameters, time, symbols; no constants) below the roots, in order of first
// appearance.
std::vector<Expr> leaves(const Graph& graph, std::span<const Expr> roots);
inline std::vector<Expr> leaves(const Graph& graph, Expr root) { return leaves(graph, std::span(&root, 1)); }

// The highest derivative of each variable in f, as (variable, order), sorted by variable.
std::vector<std::pair<int, int>> highest_derivatives(const Graph& graph, Expr f);

// How f depends on a set of leaves. `affine` is decided by form (x*p + sin(q) in x), never by luck of values.
enum class Dependence { none, affine, nonlinear };
std::vector<Dependence> dependence(const Graph& graph, std::span<const Expr> rows,
                                   std::span<const Expr> leaves);
inline Dependence dependence(const Graph& graph, Expr f, std::span<const Expr> leaves) {
  return dependence(graph, std::span(&f, 1), leaves)[0];
}

// The rows with leaves (or any nodes) replaced, all at once.
std::vector<Expr> substitute(Graph& graph, std::span<const Expr> rows,
                             const std::unordered_map<std::uint32_t, Expr>& replacement);

// One result of a call, given the values of its arguments.
template <class Value>
double call_value(const Graph& graph, Expr call, Value&& value) {
  const Routine& routine = *graph.routine(call);
  const Scratch in(static_cast<std::size_t>(routine.inputs())),
      out(static_cast<std::size_t>(routine.outputs()));
  std::size_t k = 0;
  graph.each_argument(call, [&](Expr a) { in[k++] = value(a); });
  routine.run(in.data(), out.data());
  return out[static_cast<std::size_t>(graph.output(call))];
}

// The values of some expressions, given those of the leaves: for analysis and as a second opinion in tests.
// Programs (program/) are the fast way.
std::vector<double> evaluate(const Graph& graph, std::span<const Expr> rows,
                             const std::function<double(Expr)>& leaf);

}  // namespace trammel::expr
