// analysis/derivative_array.cpp: F, F', ..., F^(m) as numbers.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "analysis/gauss_newton.hpp"
#include "analysis/rank.hpp"
#include "analysis/strangeness.hpp"
#include "analysis/structure.hpp"

namespace trammel::analysis {

using expr::Expr;

DerivativeArray::DerivativeArray(const model::Dae& dae) : dae_(dae), order_(dae.variables.size(), 1) {
  const Signature sigma = signature(dae);
  for (std::size_t k = 0; k < sigma.order.size(); ++k) {
    int& order = order_[sigma.graph.column[k]];
    order = std::max(order, sigma.order[k]);
  }
  for (const int order : order_) {
    first_.push_back(unknowns_);
    unknowns_ += order;
  }
  rows_.emplace_back();
  for (const model::Equation& equation : dae.equations) rows_[0].push_back(equation.residual);
}

std::vector<Expr> DerivativeArray::leaves(int m) const {
  std::vector<Expr> result;
  for (std::size_t j = 0; j < order_.size(); ++j)
    for (int l = 0; l < order_[j]; ++l) result.push_back(dae_.graph->symbol(dae_.variables[j].id, l));
  for (int k = 0; k <= m; ++k)
    for (std::size_t j = 0; j < order_.size(); ++j)
      result.push_back(dae_.graph->symbol(dae_.variables[j].id, order_[j] + k));
  return result;
}

std::vector<double> DerivativeArray::nominals(int m) const {
  std::vector<double> result;
  for (std::size_t j = 0; j < order_.size(); ++j)
    result.insert(result.end(), static_cast<std::size_t>(order_[j]), dae_.variables[j].nominal);
  for (int k = 0; k <= m; ++k)
    for (const model::Variable& variable : dae_.variables) result.push_back(variable.nominal);
  return result;
}

Numbers& DerivativeArray::numbers(int m) {
  while (static_cast<int>(rows_.size()) <= m) {
    rows_.emplace_back();
    for (const Expr row : rows_[rows_.size() - 2]) rows_.back().push_back(dae_.graph->total(row));
  }
  if (static_cast<int>(numbers_.size()) <= m) numbers_.resize(static_cast<std::size_t>(m) + 1);
  if (!numbers_[m]) {
    std::vector<Expr> all;
    for (int k = 0; k <= m; ++k) all.insert(all.end(), rows_[k].begin(), rows_[k].end());
    numbers_[m] = std::make_unique<Numbers>(dae_, all, leaves(m));
  }
  return *numbers_[m];
}

std::optional<std::vector<double>> DerivativeArray::point(int m, const Values& near, double t, int seed) {
  std::vector<double> x;
  const auto add = [&](std::size_t j, int l) {
    const double size = dae_.variables[j].nominal;
    const double known = l < static_cast<int>(near[j].size()) ? near[j][l] : 0;
    const double golden =
        std::fmod(0.6180339887498949 * static_cast<double>((x.size() + 1) * (seed + 3)), 1.0);
    x.push_back(known + (seed > 0 ? 0.1 * std::max(std::fabs(known), size) * (2 * golden - 1) : 0));
  };
  for (std::size_t j = 0; j < order_.size(); ++j)
    for (int l = 0; l < order_[j]; ++l) add(j, l);
  for (int k = 0; k <= m; ++k)
    for (std::size_t j = 0; j < order_.size(); ++j) add(j, order_[j] + k);
  GaussNewton newton(numbers(m), t, nominals(m));
  for (int k = 0; k < unknowns_; ++k) newton.mobility[k] *= 1e-2;  // the start stays where it can
  if (!(newton.solve(x) <= 1e-9)) return std::nullopt;
  return x;
}

bool DerivativeArray::complete(int m, std::vector<double>& x, double t, const std::vector<int>& held) {
  GaussNewton newton(numbers(m), t, nominals(m));
  for (const int k : held) newton.mobility[k] = 0;
  return newton.solve(x) <= 1e-8;
}

DerivativeArray::Jacobian DerivativeArray::jacobian(int m, const std::vector<double>& x, double t) {
  Numbers& at = numbers(m);
  const Eigen::MatrixXd J = at.scaled(t, x, nominals(m));
  const Eigen::Index n = static_cast<Eigen::Index>(order_.size()), nu = unknowns_;
  Jacobian result{J.leftCols(nu), J.middleCols(nu, n), J.rightCols(J.cols() - nu - n), {}};
  result.E = Eigen::MatrixXd::Zero(nu - n + equations(), nu);
  Eigen::Index row = 0;
  for (Eigen::Index j = 0; j < n; ++j)
    for (int l = 0; l + 1 < order_[j]; ++l) result.E(row++, first_[j] + l) = 1;
  for (Eigen::Index j = 0; j < n; ++j)
    result.E.col(first_[j] + order_[j] - 1).tail(equations()) = J.block(0, nu + j, equations(), 1);
  return result;
}

}  // namespace trammel::analysis
