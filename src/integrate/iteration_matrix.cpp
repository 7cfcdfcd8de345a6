#include "integrate/iteration_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "integrate/elsewhere.hpp"

namespace trammel::integrate {
namespace {

void scale(const linalg::Pattern& p, const LevelScaling& scaling, auto& values) {
  if (scaling.none()) return;
  const Vec row = scaling.row(), column = scaling.column();
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) values[k] *= row[p.row[k]] * column[j];
}

// Matrices that are spread over ranks have no entries here.
std::shared_ptr<const linalg::Pattern> pattern_here(system::Residual& residual) {
  static const auto none = std::make_shared<const linalg::Pattern>();
  return system::spread(residual) ? none : residual.pattern();
}

}  // namespace

system::SpreadEquations* elsewhere(const Linearization& model) {
  if (model.by_value.pattern->columns > 0) return nullptr;
  return system::spread(const_cast<Linearization&>(model).equations());
}

void refuse_elsewhere(std::string_view what) {
  throw Error(Kind::usage, fmt::format("{} cannot work with a model that is spread over ranks", what), {},
              "use the method 'bdf', or leave --petsc out");
}

Linearization::Linearization(Instance& instance)
    : by_value(pattern_here(instance.residual())), by_slope(by_value.pattern), sum(by_value.pattern),
      elimination(linalg::make_memory(sum.pattern)), instance_(instance), residual_(instance.residual()),
      weights_(static_cast<std::size_t>(std::max(residual_.order(), 1)) + 1) {}

Attempt Linearization::residual(double t, Vec y, Vec slope, Out r) {
  const double* levels[] = {y.data(), slope.data()};
  auto* const spread = by_value.pattern->columns > 0 ? nullptr : elsewhere(*this);
  if (spread) {
    spread->residual(t, y, slope, r);
    ++instance_.counts().function_evaluations;
  } else {
    residual_.residual(t, levels, r);
  }
  // A sum of zeros is zero unless one of them was not finite.
  double zeros = 0;
  for (const double value : r) zeros += value * 0;
  if (zeros == 0) return {};
  for (std::size_t i = 0; i < r.size(); ++i)
    if (!std::isfinite(r[i])) return {Attempt::not_finite, static_cast<int>(i)};
  return {};
}

void Linearization::evaluate(double t, Vec y, Vec slope) {
  if (elsewhere(*this)) return evaluate(t, y, slope, 0);
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
  if (auto* const spread = elsewhere(*this)) {
    spread->linearize(t, y, slope, weight);
    ++instance_.counts().jacobian_evaluations;
    return;
  }
  const double* levels[] = {y.data(), slope.data()};
  weights_[0] = 1;
  weights_[1] = weight;
  residual_.jacobian(t, levels, weights_, sum);
}

void Linearization::times_slope_matrix(Vec x, Out result) const {
  if (auto* const spread = elsewhere(*this)) return spread->times_slope_matrix(x, result);
  const linalg::Pattern& p = *by_slope.pattern;
  std::ranges::fill(result, 0.0);
  for (const Entry& e : slope_entries_) result[e.row] += e.value * x[e.column];
  if (residual_.constant_top()) return;
  for (int j = 0; j < p.columns; ++j) {
    const double xj = x[j];
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) result[p.row[k]] += by_slope.value[k] * xj;
  }
}

void iteration_sizes(const Linearization& model, double c, Vec y, Out result) {
  if (auto* const spread = elsewhere(model)) return spread->sizes(c, y, result);
  const linalg::Pattern& p = *model.by_value.pattern;
  std::ranges::fill(result, 0.0);
  for (int j = 0; j < p.columns; ++j)
    for (int i = p.start[j]; i < p.start[j + 1]; ++i)
      result[p.row[i]] += std::fabs((model.by_value.value[i] + c * model.by_slope.value[i]) * y[j]);
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

namespace {

// The factors that ranks hold, as a solver; factored by RealBlock.
class SpreadFactors final : public linalg::LinearSolver {
 public:
  explicit SpreadFactors(system::SpreadEquations& at) : at_(at) {}
  int try_factor(const linalg::SparseMatrix&) override { return -1; }
  void substitute(Out x) override { at_.solve(x); }
  double estimate() override { return at_.condition(); }
  double least_pivot(const linalg::Scales&) override { return 1 / at_.condition(); }

 private:
  system::SpreadEquations& at_;
};

int exponent_of(const LevelScaling& scaling, const system::Residual& residual) {
  for (int i = 0; i < residual.size() && !scaling.none(); ++i)
    if (const int level = residual.row_level(i); level != 0) return -std::ilogb(scaling.row()[i]) / level;
  return 0;
}

Attempt outcome_of(const system::SpreadEquations::Failure& failure) {
  if (!failure.failed) return {};
  return {failure.not_finite ? Attempt::not_finite : Attempt::singular, failure.row};
}

}  // namespace

RealBlock::RealBlock(Linearization& linearization) : at_(linearization), matrix_(linearization.sum.pattern) {
  if (auto* const spread = elsewhere(linearization))
    solver_ = std::make_unique<SpreadFactors>(*spread);
  else
    solver_ = linalg::make_solver(matrix_.pattern, linearization.elimination);
}

Attempt RealBlock::factor(const LevelScaling& scaling, double c) {
  if (auto* const spread = elsewhere(at_)) {
    ++at_.counts().factorizations;
    (void)solver_->factor(matrix_);
    return outcome_of(spread->factor(c, exponent_of(scaling, at_.equations())));
  }
  for (std::size_t k = 0; k < matrix_.value.size(); ++k)
    matrix_.value[k] = at_.by_value.value[k] + c * at_.by_slope.value[k];
  return factor_scaled(scaling);
}

Attempt RealBlock::factor_sum(const LevelScaling& scaling) {
  if (auto* const spread = elsewhere(at_)) {
    ++at_.counts().factorizations;
    (void)solver_->factor(matrix_);
    return outcome_of(spread->factor_sum(exponent_of(scaling, at_.equations())));
  }
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
  if (elsewhere(at_)) return {};
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
    : at_(linearization), real_(linearization.sum.value.size()), imaginary_(real_.size()) {
  if (elsewhere(at_)) refuse_elsewhere("a method with complex matrices");
  solver_ = linalg::make_complex_solver(linearization.sum.pattern, linearization.elimination);
}

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
