#include "analysis/subsystem.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <unordered_map>

#include "analysis/numbers.hpp"
#include "analysis/rank.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using expr::Expr;
using expr::Op;

constexpr std::size_t largest = 200;  // equations of a block

}  // namespace

std::vector<Block> singular_blocks(const model::Dae& dae, const Diagnosis& found, const Values& at,
                                   double t) {
  expr::Graph& graph = *dae.graph;
  std::vector<Expr> rows, leaves;
  std::vector<double> x;
  std::vector<int> top(dae.variables.size());  // column of the highest derivative
  for (std::size_t i = 0; i < dae.equations.size(); ++i)
    rows.push_back(graph.total(dae.equations[i].residual, found.offsets.c[i]));
  for (std::size_t j = 0; j < dae.variables.size(); ++j)
    for (int l = 0; l <= found.offsets.d[j]; ++l) {
      top[j] = static_cast<int>(leaves.size());
      leaves.push_back(graph.symbol(dae.variables[j].id, l));
      x.push_back(at[j][static_cast<std::size_t>(l)]);
    }
  Numbers numbers(dae, rows, leaves);
  numbers.evaluate(t, x);
  const linalg::SparseMatrix& J = numbers.J();
  std::vector<Index> local(rows.size(), -1);
  std::vector<Block> result;
  for (const Block& block : found.blocks) {
    const auto n = static_cast<Index>(block.equations.size());
    if (block.equations.size() > largest) continue;
    for (Index i = 0; i < n; ++i)
      local[static_cast<std::size_t>(block.equations[static_cast<std::size_t>(i)])] = i;
    MatrixXd A = MatrixXd::Zero(n, n);
    for (Index j = 0; j < n; ++j) {
      const int column = top[static_cast<std::size_t>(block.unknowns[static_cast<std::size_t>(j)])];
      for (int k = J.pattern->start[column]; k < J.pattern->start[column + 1]; ++k)
        if (const Index i = local[static_cast<std::size_t>(J.pattern->row[k])]; i >= 0) A(i, j) = J.value[k];
    }
    for (const int i : block.equations) local[static_cast<std::size_t>(i)] = -1;
    if (A.allFinite() && numerical_rank(with_unit_rows(A), 1).rank < n) result.push_back(block);
  }
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
