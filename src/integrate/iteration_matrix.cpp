#include "integrate/iteration_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

void scale(const linalg::Pattern& p, const LevelScaling& scaling, auto& values) {
  if (scaling.none()) return;
  const Vec row = scaling.row(), column = scaling.column();
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) values[k] *= row[p.row[k]] * column[j];
}

}  // namespace

Linearization::Linearization(Instance& instance)
    : by_value(instance.residual().pattern()), by_slope(instance.residual().pattern()),
      sum(instance.residual().pattern()), elimination(linalg::make_memory(sum.pattern)), instance_(instance),
      residual_(instance.residual()), weights_(static_cast<std::size_t>(std::max(residual_.order(), 1)) + 1) {
}

Attempt Linearization::residual(double t, Vec y, Vec slope, Out r) {
  const double* levels[] = {y.data(), slope.data()};
  residual_.residual(t, levels, r);
  // A sum of zeros is zero unless one of them was not finite.
  double zeros = 0;
  for (const double value : r) zeros += value * 0;
  if (zeros == 0) return {};
  for (std::size_t i = 0; i < r.size(); ++i)
    if (!std::isfinite(r[i])) return {Attempt::not_finite, static_cast<int>(i)};
  return {};
}

void Linearization::evaluate(double t, Vec y, Vec slope) {
  const double* levels[] = {y.data(), slope.data()};
  weights_[0] = 1;
  weights_[1] = 0;
  residual_.jacobian(t, levels, weights_, by_value);
  if (residual_.constant_top() && slope_version_ == residual_.parameter_version()) return;
  weights_[0] = 0;
  weights_[1] = 1;
  residual_.jacobian(t, levels, weights_, by_slope);
  --instance_.counts().jacobian_evaluations;  // two halves of one
  double zeros = 0;
  for (const double value : by_slope.value) zeros += value * 0;
  slope_version_ = zeros == 0 ? residual_.parameter_version() : -1;  // a bad trial point tells nothing
  slope_entries_.clear();
  const linalg::Pattern& p = *by_slope.pattern;
  if (residual_.constant_top()) slope_entries_.reserve(p.row.size());
  for (int j = 0; j < p.columns && residual_.constant_top(); ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      if (by_slope.value[k] != 0) slope_entries_.push_back({p.row[k], j, by_slope.value[k]});
}

void Linearization::evaluate(double t, Vec y, Vec slope, double weight) {
  const double* levels[] = {y.data(), slope.data()};
  weights_[0] = 1;
  weights_[1] = weight;
  residual_.jacobian(t, levels, weights_, sum);
}

void Linearization::times_slope_matrix(Vec x, Out result) const {
  const linalg::Pattern& p = *by_slope.pattern;
  std::ranges::fill(result, 0.0);
  for (const Entry& e : slope_entries_) result[e.row] += e.value * x[e.column];
  if (residual_.constant_top()) return;
  for (int j = 0; j < p.columns; ++j) {
    const double xj = x[j];
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) result[p.row[k]] += by_slope.value[k] * xj;
  }
}

LevelScaling::LevelScaling(const system::Residual& residual)
    : row_(residual.size()), column_(residual.size()) {
  for (auto* of_rows : {&c_, &d_}) of_rows->reserve(static_cast<std::size_t>(residual.size()));
  for (int i = 0; i < residual.size(); ++i) {
    c_.push_back(residual.row_level(i));
    d_.push_back(residual.top(i));
    none_ = none_ && c_.back() == 0;
  }
}

void LevelScaling::set(double h) {
  if (none_) return;
  const int exponent = std::ilogb(h);
  if (exponent == exponent_) return;
  exponent_ = exponent;
  for (std::size_t i = 0; i < row_.size(); ++i) {
    row_[i] = std::ldexp(1.0, -exponent * c_[i]);
    column_[i] = std::ldexp(1.0, exponent * d_[i]);
  }
}

namespace {

// Why a matrix has no factors: an equation that has no derivative there says more than the row that was met.
Attempt failure(const linalg::Pattern& pattern, Vec value, int row) {
  for (std::size_t k = 0; k < value.size(); ++k)
    if (!std::isfinite(value[k])) return {Attempt::not_finite, pattern.row[k]};
  return {Attempt::singular, row};
}

}  // namespace

RealBlock::RealBlock(Linearization& linearization)
    : at_(linearization), matrix_(linearization.sum.pattern),
      solver_(linalg::make_solver(matrix_.pattern, linearization.elimination)) {}

Attempt RealBlock::factor(const LevelScaling& scaling, double c) {
  for (std::size_t k = 0; k < matrix_.value.size(); ++k)
    matrix_.value[k] = at_.by_value.value[k] + c * at_.by_slope.value[k];
  return factor_scaled(scaling);
}

Attempt RealBlock::factor_sum(const LevelScaling& scaling) {
  std::ranges::copy(at_.sum.value, matrix_.value.begin());
  return factor_scaled(scaling);
}

Attempt RealBlock::factor_scaled(const LevelScaling& scaling) {
  scale(*matrix_.pattern, scaling, matrix_.value);
  ++at_.counts().factorizations;
  const int row = solver_->factor(matrix_);
  return row < 0 ? Attempt{} : failure(*matrix_.pattern, matrix_.value, row);
}

linalg::Dependence RealBlock::dependence(const LevelScaling& scaling, double c) const {
  linalg::SparseMatrix matrix(matrix_.pattern);
  for (std::size_t k = 0; k < matrix.value.size(); ++k)
    matrix.value[k] = at_.by_value.value[k] + c * at_.by_slope.value[k];
  scale(*matrix.pattern, scaling, matrix.value);
  return linalg::find_dependence(matrix);
}

void RealBlock::solve(const LevelScaling& scaling, Out r) {
  ++at_.counts().linear_solves;
  if (scaling.none()) return solver_->solve(r);
  const Vec row = scaling.row(), column = scaling.column();
  for (std::size_t i = 0; i < r.size(); ++i) r[i] *= row[i];
  solver_->solve(r);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] *= column[i];
}

ComplexBlock::ComplexBlock(Linearization& linearization)
    : at_(linearization), real_(linearization.sum.value.size()), imaginary_(real_.size()),
      solver_(linalg::make_complex_solver(linearization.sum.pattern, linearization.elimination)) {}

Attempt ComplexBlock::factor(const LevelScaling& scaling, std::complex<double> c) {
  const double re = c.real(), im = c.imag();
  for (std::size_t k = 0; k < real_.size(); ++k) {
    real_[k] = at_.by_value.value[k] + re * at_.by_slope.value[k];
    imaginary_[k] = im * at_.by_slope.value[k];
  }
  scale(*at_.sum.pattern, scaling, real_);
  scale(*at_.sum.pattern, scaling, imaginary_);
  ++at_.counts().factorizations;
  const int row = solver_->factor(real_, imaginary_);
  return row < 0 ? Attempt{} : failure(*at_.sum.pattern, real_, row);
}

void ComplexBlock::solve(const LevelScaling& scaling, Out real, Out imaginary) {
  ++at_.counts().linear_solves;
  if (scaling.none()) return solver_->solve(real, imaginary);
  const Vec row = scaling.row(), column = scaling.column();
  for (std::size_t i = 0; i < real.size(); ++i) {
    real[i] *= row[i];
    imaginary[i] *= row[i];
  }
  solver_->solve(real, imaginary);
  for (std::size_t i = 0; i < real.size(); ++i) {
    real[i] *= column[i];
    imaginary[i] *= column[i];
  }
}

}  // namespace trammel::integrate
