#include "analysis/subsystem.hpp"

#include <algorithm>
#include <unordered_map>

#include "analysis/top_system.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;
using expr::Op;

}  // namespace

std::vector<Block> singular_blocks(const model::Dae& dae, const Diagnosis& found, const Values& at,
                                   double t) {
  TopSystem top(dae, found.offsets, at, t);
  std::vector<Block> result;
  for (const BlockRank& rank : look_at_top(dae, found, top).singular)
    if (!rank.estimated && !rank.equations.empty())
      result.push_back(found.blocks[static_cast<std::size_t>(rank.block)]);
  return result;
}

Subsystem subsystem(const model::Dae& dae, const Block& block, const Values& at, double t) {
  expr::Graph& graph = *dae.graph;
  std::unordered_map<int, std::size_t> unknown;
  for (std::size_t j = 0; j < dae.variables.size(); ++j) unknown.emplace(dae.variables[j].id, j);
  Subsystem result;
  result.dae.name = dae.name;
  result.dae.graph = dae.graph;
  result.dae.parameters = dae.parameters;
  for (const int j : block.unknowns) {
    result.dae.variables.push_back(dae.variables[static_cast<std::size_t>(j)]);
    result.values.push_back(at[static_cast<std::size_t>(j)]);
  }
  std::vector<Expr> rows;
  for (const int i : block.equations) {
    result.dae.equations.push_back(dae.equations[static_cast<std::size_t>(i)]);
    rows.push_back(result.dae.equations.back().residual);
  }
  std::unordered_map<std::uint32_t, Expr> known;
  const Expr since = graph.apply(Op::sub, graph.time(), graph.constant(t));
  for (const Expr leaf : expr::leaves(graph, rows)) {
    if (graph.op(leaf) != Op::symbol) continue;
    const auto j = static_cast<int>(unknown.at(graph.index(leaf)));
    if (std::ranges::find(block.unknowns, j) != block.unknowns.end()) continue;
    const std::vector<double>& value = at[static_cast<std::size_t>(j)];
    const auto from = static_cast<std::size_t>(graph.derivative(leaf));
    Expr polynomial = graph.constant(0);  // Horner, from the highest known derivative
    for (std::size_t l = value.size(); l-- > from;) {
      const Expr step = graph.apply(Op::mul, graph.constant(1 / static_cast<double>(l - from + 1)), since);
      polynomial = graph.apply(Op::add, graph.constant(value[l]), graph.apply(Op::mul, step, polynomial));
    }
    known.emplace(leaf.id, polynomial);
  }
  rows = expr::substitute(graph, rows, known);
  for (std::size_t i = 0; i < rows.size(); ++i) result.dae.equations[i].residual = rows[i];
  return result;
}

}  // namespace trammel::analysis
