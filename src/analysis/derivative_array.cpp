// analysis/derivative_array.cpp: F, F', ..., F^(m) as numbers.
#include <algorithm>
#include <cmath>

#include "analysis/gauss_newton.hpp"
#include "analysis/rank.hpp"
#include "analysis/scales.hpp"
#include "analysis/strangeness.hpp"
#include "analysis/structure.hpp"
#include "linalg/balance.hpp"

namespace trammel::analysis {

using expr::Expr;

namespace {

// Scales with which the entries of a matrix of these sizes are near 1 and its rows and columns about as long.
// Ranks do not depend on them: every row and column may have its own.
linalg::Scales even_out(const linalg::Pattern& p, const std::vector<double>& sizes) {
  std::vector<linalg::Magnitude> entries;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      if (const double size = sizes[static_cast<std::size_t>(k)]; size > 0)
        entries.push_back({p.row[k], j, 0, size});
  linalg::Scales scales = linalg::balance(p.rows, p.columns, entries).scales;
  constexpr int rounds = 2;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> row(scales.row.size(), 0.0), column(scales.column.size(), 0.0);
    for (const linalg::Magnitude& e : entries) {
      const double size = e.size * scales.row[static_cast<std::size_t>(e.row)] *
                          scales.column[static_cast<std::size_t>(e.column)];
      row[static_cast<std::size_t>(e.row)] = std::max(row[static_cast<std::size_t>(e.row)], size);
      column[static_cast<std::size_t>(e.column)] = std::max(column[static_cast<std::size_t>(e.column)], size);
    }
    for (std::size_t i = 0; i < row.size(); ++i)
      if (row[i] > 0) scales.row[i] /= std::sqrt(row[i]);
    for (std::size_t j = 0; j < column.size(); ++j)
      if (column[j] > 0) scales.column[j] /= std::sqrt(column[j]);
  }
  return scales;
}

}  // namespace

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
    result.push_back(size_.empty() ? dae_.variables[j].nominal : size_[j] * std::pow(time_, -l));
  };
  for (std::size_t j = 0; j < order_.size(); ++j)
    for (int l = 0; l < order_[j]; ++l) add(j, l);
  for (int k = 0; k <= m; ++k)
    for (std::size_t j = 0; j < order_.size(); ++j) add(j, order_[j] + k);
  return result;
}

void DerivativeArray::measure(const Values& at, double t) {
  Sizes found = find_sizes(dae_, without_rounding(dae_, at), t);
  size_ = std::move(found.variable);
  time_ = found.time;
}

void DerivativeArray::measure_by_nominals() {
  size_.clear();
  for (const model::Variable& variable : dae_.variables) size_.push_back(std::fabs(variable.nominal));
  time_ = dae_.time_unit;
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

std::optional<std::vector<double>> DerivativeArray::point(int m, const Values& near, double t, int seed,
                                                          int rank) {
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
  // Equations that follow from others do so at solutions only: a point that is none by a little has too large a rank.
  if (rank >= 0 && rank < (m + 1) * equations()) {
    std::vector<double> of_rank = x;
    if (newton.solve_of_rank(of_rank, rank) <= 1e-11) return of_rank;
  }
  if (!(newton.solve(x) <= 1e-9)) return std::nullopt;
  return x;
}

bool DerivativeArray::complete(int m, std::vector<double>& x, double t, const std::vector<int>& held) {
  if (size_.empty()) {
    Values at(order_.size());
    std::size_t next = 0;
    for (std::size_t j = 0; j < order_.size(); ++j)
      for (int l = 0; l < order_[j]; ++l) at[j].push_back(x[next++]);
    for (std::size_t j = 0; j < order_.size() && next < x.size(); ++j) at[j].push_back(x[next++]);
    measure(at, t);
  }
  GaussNewton newton(numbers(m), t, sizes(m));
  for (const int k : held) newton.mobility[k] = 0;
  return newton.solve(x) <= 1e-8;
}

// Nothing measures what stands in no equation, as a potential of which only the slope matters. Its slope does, over
// the time in which the others change.
void DerivativeArray::measure_the_absent(const linalg::Pattern& pattern, std::vector<double>& scale) const {
  const auto absent = [&](int k) { return pattern.start[k] == pattern.start[k + 1]; };
  std::vector<std::pair<int, int>> without;  // a column of u and that of its slope
  double logarithms = 0;
  int counted = 0;
  for (std::size_t j = 0; j < order_.size(); ++j) {
    const int k = first_[j] + order_[j] - 1, slope = unknowns_ + static_cast<int>(j);
    if (absent(slope)) continue;
    if (absent(k)) {
      without.emplace_back(k, slope);
    } else {
      logarithms += std::log(scale[static_cast<std::size_t>(k)] / scale[static_cast<std::size_t>(slope)]);
      ++counted;
    }
  }
  const double time = counted > 0 ? std::exp(logarithms / counted) : 1;
  for (const auto& [k, slope] : without)
    scale[static_cast<std::size_t>(k)] = time * scale[static_cast<std::size_t>(slope)];
}

DerivativeArray::Jacobian DerivativeArray::jacobian(int m, const std::vector<double>& x, double t) {
  Numbers& at = numbers(m);
  if (size_.empty()) measure(Values(order_.size()), t);
  linalg::Scales scales = even_out(*at.J().pattern, at.typical(t, x, sizes(m)));
  const Eigen::Index n = static_cast<Eigen::Index>(order_.size()), nu = unknowns_;
  measure_the_absent(*at.J().pattern, scales.column);
  Eigen::MatrixXd J = at.dense();
  const Eigen::Map<const Eigen::VectorXd> by_row(scales.row.data(), J.rows()),
      by_column(scales.column.data(), J.cols());
  J = by_row.asDiagonal() * J * by_column.asDiagonal();
  Jacobian result{J.leftCols(nu), J.middleCols(nu, n), J.rightCols(J.cols() - nu - n), {}, by_row, {}};
  result.by_u = by_column.head(nu);
  // du' has the units of du here, so that E can be asked on directions in u.
  result.E = Eigen::MatrixXd::Zero(nu - n + equations(), nu);
  Eigen::Index row = 0;
  for (Eigen::Index j = 0; j < n; ++j)
    for (int l = 0; l + 1 < order_[j]; ++l) result.E(row++, first_[j] + l) = 1;
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::Index k = first_[j] + order_[j] - 1;
    result.E.col(k).tail(equations()) =
        J.block(0, nu + j, equations(), 1) * (by_column[k] / by_column[nu + j]);
  }
  result.E = with_unit_rows(std::move(result.E));
  return result;
}

}  // namespace trammel::analysis
