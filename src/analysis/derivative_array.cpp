// analysis/derivative_array.cpp: F, F', ..., F^(m) as numbers.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "analysis/gauss_newton.hpp"
#include "analysis/rank.hpp"
#include "analysis/scales.hpp"
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

std::vector<double> DerivativeArray::sizes(int m) const {
  std::vector<double> result;
  const auto add = [&](std::size_t j, int l) {
    result.push_back(size_.empty() ? dae_.variables[j].nominal : size_[j] * std::pow(units_.time, -l));
  };
  for (std::size_t j = 0; j < order_.size(); ++j)
    for (int l = 0; l < order_[j]; ++l) add(j, l);
  for (int k = 0; k <= m; ++k)
    for (std::size_t j = 0; j < order_.size(); ++j) add(j, order_[j] + k);
  return result;
}

void DerivativeArray::measure(const Values& near, double t) {
  size_ = find_sizes(dae_, near, t).variable;
  std::vector<double> x, size;
  std::vector<std::pair<int, int>> column;  // (unknown, derivative)
  const auto add = [&](std::size_t j, int l) {
    column.emplace_back(static_cast<int>(j), l);
    x.push_back(l < static_cast<int>(near[j].size()) ? near[j][static_cast<std::size_t>(l)] : 0);
    size.push_back(l == 0 ? size_[j] : std::fabs(x.back()));  // no unit of time is known yet
  };
  for (std::size_t j = 0; j < order_.size(); ++j)
    for (int l = 0; l < order_[j]; ++l) add(j, l);
  for (std::size_t j = 0; j < order_.size(); ++j) add(j, order_[j]);
  Numbers& first = numbers(0);
  const std::vector<double> typical = first.typical(t, x, size);
  const linalg::Pattern& p = *first.J().pattern;
  std::vector<SizedDerivative> entries;
  for (int k = 0; k < p.columns; ++k)
    for (int e = p.start[k]; e < p.start[k + 1]; ++e)
      if (typical[static_cast<std::size_t>(e)] > 0)
        entries.push_back({p.row[e], column[static_cast<std::size_t>(k)].first,
                           column[static_cast<std::size_t>(k)].second, typical[static_cast<std::size_t>(e)]});
  units_ = natural_units(equations(), static_cast<int>(order_.size()), entries);
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
  if (size_.empty()) measure(near, t);
  const std::vector<double> size = sizes(m);
  std::vector<double> x;
  const auto add = [&](std::size_t j, int l) {
    const double known = l < static_cast<int>(near[j].size()) ? near[j][l] : 0;
    const double golden =
        std::fmod(0.6180339887498949 * static_cast<double>((x.size() + 1) * (seed + 3)), 1.0);
    x.push_back(known + (seed > 0 ? 0.1 * std::max(std::fabs(known), size[x.size()]) * (2 * golden - 1) : 0));
  };
  for (std::size_t j = 0; j < order_.size(); ++j)
    for (int l = 0; l < order_[j]; ++l) add(j, l);
  for (int k = 0; k <= m; ++k)
    for (std::size_t j = 0; j < order_.size(); ++j) add(j, order_[j] + k);
  GaussNewton newton(numbers(m), t, sizes(m));
  for (int k = 0; k < unknowns_; ++k) newton.mobility[k] *= 1e-2;  // the start stays where it can
  if (!(newton.solve(x) <= 1e-9)) return std::nullopt;
  return x;
}

bool DerivativeArray::complete(int m, std::vector<double>& x, double t, const std::vector<int>& held) {
  GaussNewton newton(numbers(m), t, sizes(m));
  for (const int k : held) newton.mobility[k] = 0;
  return newton.solve(x) <= 1e-8;
}

DerivativeArray::Jacobian DerivativeArray::jacobian(int m, const std::vector<double>& x, double t) {
  Numbers& at = numbers(m);
  if (size_.empty()) measure(Values(order_.size()), t);
  const std::vector<double> typical = at.typical(t, x, sizes(m));
  const Eigen::Index n = static_cast<Eigen::Index>(order_.size()), nu = unknowns_;
  Eigen::MatrixXd J = at.dense();
  // In natural units; then rows by their typical sizes.
  std::vector<double> by_column;
  for (std::size_t j = 0; j < order_.size(); ++j)
    for (int l = 0; l < order_[j]; ++l) by_column.push_back(units_.column(static_cast<int>(j), l));
  for (int k = 0; k <= m; ++k)
    for (std::size_t j = 0; j < order_.size(); ++j)
      by_column.push_back(units_.column(static_cast<int>(j), order_[j] + k));
  const linalg::Pattern& p = *at.J().pattern;
  std::vector<double> by_row(static_cast<std::size_t>(J.rows()), 0.0);
  for (int k = 0; k < p.columns; ++k)
    for (int e = p.start[k]; e < p.start[k + 1]; ++e)
      by_row[static_cast<std::size_t>(p.row[e])] =
          std::max(by_row[static_cast<std::size_t>(p.row[e])],
                   typical[static_cast<std::size_t>(e)] * by_column[static_cast<std::size_t>(k)]);
  for (Eigen::Index k = 0; k < J.cols(); ++k) J.col(k) *= by_column[static_cast<std::size_t>(k)];
  for (Eigen::Index i = 0; i < J.rows(); ++i)
    if (by_row[static_cast<std::size_t>(i)] > 0) J.row(i) /= by_row[static_cast<std::size_t>(i)];
  Jacobian result{J.leftCols(nu), J.middleCols(nu, n), J.rightCols(J.cols() - nu - n), {}, {}, {}};
  result.by_u = Eigen::Map<const Eigen::VectorXd>(by_column.data(), nu);
  result.by_row = Eigen::VectorXd::Ones(J.rows());
  for (Eigen::Index i = 0; i < J.rows(); ++i)
    if (by_row[static_cast<std::size_t>(i)] > 0) result.by_row[i] = 1 / by_row[static_cast<std::size_t>(i)];
  result.E = Eigen::MatrixXd::Zero(nu - n + equations(), nu);
  Eigen::Index row = 0;
  for (Eigen::Index j = 0; j < n; ++j)
    for (int l = 0; l + 1 < order_[j]; ++l) result.E(row++, first_[j] + l) = 1;
  for (Eigen::Index j = 0; j < n; ++j)
    result.E.col(first_[j] + order_[j] - 1).tail(equations()) = J.block(0, nu + j, equations(), 1);
  return result;
}

}  // namespace trammel::analysis
