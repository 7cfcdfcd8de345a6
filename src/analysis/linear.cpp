#include "analysis/linear.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "analysis/structure.hpp"
#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using expr::Expr;
using expr::Op;

// The values of expressions of parameters and time.
std::vector<double> numbers(const model::Dae& dae, const std::vector<Expr>& rows, double t) {
  std::vector<double> parameter(static_cast<std::size_t>(dae.graph->parameters()));
  for (const model::Parameter& p : dae.parameters) parameter[static_cast<std::size_t>(p.id)] = p.value;
  return expr::evaluate(*dae.graph, rows, [&](Expr leaf) {
    return dae.graph->op(leaf) == Op::parameter ? parameter[static_cast<std::size_t>(dae.graph->index(leaf))]
                                                : t;
  });
}

bool only_parameters(const expr::Graph& graph, const std::vector<Expr>& rows) {
  return std::ranges::all_of(expr::leaves(graph, rows),
                             [&](Expr leaf) { return graph.op(leaf) == Op::parameter; });
}

// e^(A) by scaling and squaring of the Taylor series: the matrices are small and the norm after scaling is
// below 1/2, where 18 terms are exact to rounding.
MatrixXd exponential(MatrixXd A) {
  const Index n = A.rows();
  int squarings = 0;
  for (double norm = A.cwiseAbs().rowwise().sum().maxCoeff(); norm > 0.5; norm /= 2) ++squarings;
  A /= std::pow(2.0, squarings);
  MatrixXd sum = MatrixXd::Identity(n, n), term = sum;
  for (int k = 1; k <= 18; ++k) {
    term = linalg::times(term, A) / k;
    sum += term;
  }
  for (int k = 0; k < squarings; ++k) sum = linalg::times(sum, sum);
  return sum;
}

}  // namespace

std::optional<LinearForm> linear_form(const model::Dae& dae, std::size_t most) {
  if (dae.variables.empty() || dae.variables.size() > most) return std::nullopt;
  expr::Graph& graph = *dae.graph;
  const Signature sigma = signature(dae);
  std::vector<int> order(dae.variables.size(), 1), first;
  for (std::size_t k = 0; k < sigma.order.size(); ++k)
    order[static_cast<std::size_t>(sigma.graph.column[k])] =
        std::max(order[static_cast<std::size_t>(sigma.graph.column[k])], sigma.order[k]);
  LinearForm form;
  std::vector<Expr> leaves;
  std::vector<std::pair<int, bool>> place;  // column, and whether it is the derivative of it
  std::unordered_map<std::uint32_t, Expr> zero;
  std::vector<int> trivial;
  for (std::size_t j = 0; j < order.size(); ++j)
    for (int l = 0; l <= order[j]; ++l) {
      const Expr leaf = graph.symbol(dae.variables[j].id, l);
      leaves.push_back(leaf);
      zero.emplace(leaf.id, graph.constant(0));
      const bool top = l == order[j];
      if (!top) {
        form.unknowns.push_back(leaf);
        form.names.push_back(expr::print(graph, leaf));
      }
      place.emplace_back(static_cast<int>(form.unknowns.size()) - 1, top);
      if (l + 1 < order[j]) trivial.push_back(static_cast<int>(form.unknowns.size()) - 1);
    }
  const auto n = static_cast<Index>(form.unknowns.size());
  if (form.unknowns.size() > most) return std::nullopt;
  std::vector<Expr> rows, values;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  const std::vector<expr::Entry> entries = expr::jacobian(graph, rows, leaves);
  for (const expr::Entry& entry : entries) values.push_back(entry.value);
  if (!only_parameters(graph, values)) return std::nullopt;
  const std::vector<double> value = numbers(dae, values, 0);
  form.E = form.A = MatrixXd::Zero(static_cast<Index>(rows.size() + trivial.size()), n);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto [column, derivative] = place[static_cast<std::size_t>(entries[k].column)];
    (derivative ? form.E : form.A)(entries[k].row, column) += derivative ? value[k] : -value[k];
  }
  for (const Expr f : expr::substitute(graph, rows, zero)) form.f.push_back(graph.apply(Op::neg, f));
  for (const model::Equation& equation : dae.equations) form.equations.push_back(equation.name);
  for (std::size_t k = 0; k < trivial.size(); ++k) {
    const auto row = static_cast<Index>(rows.size() + k);
    form.E(row, trivial[k]) = form.A(row, trivial[k] + 1) = 1;
    form.f.push_back(graph.constant(0));
    form.equations.push_back("definition of " + form.names[static_cast<std::size_t>(trivial[k]) + 1]);
  }
  return form;
}

std::optional<Triple> triple_form(const model::Dae& dae, const LinearForm& form) {
  const auto rows = static_cast<Index>(dae.equations.size()), n = static_cast<Index>(dae.variables.size());
  const MatrixXd none = MatrixXd::Zero(rows, n);
  std::array<MatrixXd, 3> A = {none, none, none};
  const expr::Graph& graph = *dae.graph;
  Index j = -1;
  for (std::size_t k = 0; k < form.unknowns.size(); ++k) {
    const int l = graph.derivative(form.unknowns[k]);
    if (l == 0) ++j;
    if (l > 1) return std::nullopt;
    const auto column = static_cast<Index>(k);
    A[static_cast<std::size_t>(l)].col(j) = -form.A.col(column).head(rows);
    const bool top = k + 1 == form.unknowns.size() || graph.derivative(form.unknowns[k + 1]) == 0;
    if (top) A[static_cast<std::size_t>(l) + 1].col(j) = form.E.col(column).head(rows);
  }
  return Triple{A[2], A[1], A[0]};
}

MatrixXd forcing(const model::Dae& dae, const LinearForm& form, double t, int count) {
  MatrixXd result(static_cast<Index>(form.f.size()), count);
  std::vector<Expr> rows = form.f;
  for (int k = 0; k < count; ++k) {
    const std::vector<double> value = numbers(dae, rows, t);
    for (std::size_t i = 0; i < rows.size(); ++i) result(static_cast<Index>(i), k) = value[i];
    for (Expr& row : rows) row = dae.graph->total(row);
  }
  return result;
}

Eigen::VectorXd decoupled_solution(const model::Dae& dae, const LinearForm& form, const Pencil& p,
                                   const Eigen::VectorXd& u0, double t0, double t) {
  const Index infinite = p.N.rows(), finite = p.C.rows();
  Eigen::VectorXd wy = linalg::Lu(p.right).solve(u0);
  Eigen::VectorXd y = wy.tail(finite);
  // Gauss' quadrature with five points: order 10 in panels that resolve e^(C t).
  constexpr std::array<double, 5> node = {0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415,
                                          0.953089922969332};
  constexpr std::array<double, 5> weight = {0.1184634425280945, 0.2393143352496832, 0.2844444444444444,
                                            0.2393143352496832, 0.1184634425280945};
  if (finite > 0 && t != t0) {
    const double size = 4 + p.C.cwiseAbs().rowwise().sum().maxCoeff();
    const int panels = std::max(1, static_cast<int>(std::ceil(std::fabs(t - t0) * size)));
    const double h = (t - t0) / panels;
    const MatrixXd whole = exponential(p.C * h);
    std::array<MatrixXd, 5> rest;
    for (std::size_t k = 0; k < 5; ++k) rest[k] = exponential(p.C * (h * (1 - node[k])));
    for (int panel = 0; panel < panels; ++panel) {
      y = linalg::apply(whole, y);
      for (std::size_t k = 0; k < 5; ++k)
        y += h * weight[k] *
             linalg::times(rest[k], p.left.bottomRows(finite),
                           forcing(dae, form, t0 + (panel + node[k]) * h, 1));
    }
  }
  wy.head(infinite) = algebraic_part(p, forcing(dae, form, t, std::max(p.index, 1)));
  wy.tail(finite) = y;
  return linalg::apply(p.right, wy);
}

}  // namespace trammel::analysis
