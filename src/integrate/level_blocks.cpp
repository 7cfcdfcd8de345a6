#include "integrate/level_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::integrate {

LevelBlocks::LevelBlocks(Instance& instance, int pairs)
    : instance_(instance), equations_(instance.residual()), scaling_(equations_),
      matrix_(equations_.pattern()), re_(matrix_.value.size()), im_(re_),
      one_(static_cast<std::size_t>(equations_.order()) + 1),
      noise_(static_cast<std::size_t>(equations_.size())), turned_(noise_) {
  const auto memory = linalg::make_memory(matrix_.pattern);
  for (std::size_t k = 0; k < one_.size(); ++k) part_.emplace_back(matrix_.pattern);
  real_ = linalg::make_solver(matrix_.pattern, memory);
  for (int p = 0; p < pairs; ++p) complex_.push_back(linalg::make_complex_solver(matrix_.pattern, memory));
}

Attempt LevelBlocks::residual(double t, system::Levels x, Out r) {
  equations_.residual(t, x, r);
  for (std::size_t i = 0; i < r.size(); ++i)
    if (!std::isfinite(r[i])) return {Attempt::not_finite, static_cast<int>(i)};
  return {};
}

void LevelBlocks::evaluate(double t, system::Levels x) {
  for (std::size_t k = 0; k < one_.size(); ++k) {
    std::ranges::fill(one_, 0.0);
    one_[k] = 1;
    equations_.jacobian(t, x, one_, part_[k]);
  }
  counts().jacobian_evaluations -= static_cast<long>(one_.size()) - 1;  // parts of one
}

void LevelBlocks::add_product(int level, double factor, Vec x, Out to) const {
  if (level >= static_cast<int>(part_.size())) return;
  const linalg::SparseMatrix& F = part_[static_cast<std::size_t>(level)];
  const linalg::Pattern& p = *F.pattern;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) to[p.row[k]] += factor * F.value[k] * x[j];
}

bool LevelBlocks::slopes_enter(int unknown) const {
  const linalg::Pattern& p = *matrix_.pattern;
  for (std::size_t level = 1; level < part_.size(); ++level)
    for (int k = p.start[unknown]; k < p.start[unknown + 1]; ++k)
      if (part_[level].value[k] != 0) return true;
  return false;
}

void LevelBlocks::scale(std::vector<double>& values) const {
  if (scaling_.none()) return;
  const linalg::Pattern& p = *matrix_.pattern;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      values[k] *= scaling_.row()[p.row[k]] * scaling_.column()[j];
}

Attempt LevelBlocks::factor(double h, const std::vector<double>& real,
                            const std::vector<std::complex<double>>& pairs) {
  scaling_.set(h);
  const auto failure = [&](const std::vector<double>& values, int row) {
    for (std::size_t k = 0; k < values.size(); ++k)
      if (!std::isfinite(values[k])) return Attempt{Attempt::not_finite, matrix_.pattern->row[k]};
    return Attempt{Attempt::singular, row};
  };
  const auto combine = [&](std::complex<double> z) {
    std::ranges::fill(re_, 0.0);
    std::ranges::fill(im_, 0.0);
    std::complex<double> power = 1;
    for (const linalg::SparseMatrix& F : part_) {
      for (std::size_t i = 0; i < re_.size(); ++i) {
        re_[i] += power.real() * F.value[i];
        im_[i] += power.imag() * F.value[i];
      }
      power *= z;
    }
    scale(re_);
    scale(im_);
  };
  has_real_ = !real.empty();
  for (const double z : real) {
    combine(z / h);
    std::ranges::copy(re_, matrix_.value.begin());
    ++counts().factorizations;
    if (const int row = real_->factor(matrix_); row >= 0) return failure(re_, row);
  }
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    combine(pairs[p] / h);
    ++counts().factorizations;
    if (const int row = complex_[p]->factor(re_, im_); row >= 0) return failure(re_, row);
  }
  return {};
}

double LevelBlocks::lifted_rounding(Vec x, const LevelNorm& norm) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const linalg::Pattern& p = *matrix_.pattern;
  std::ranges::fill(noise_, 0.0);
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      noise_[p.row[k]] += eps * std::fabs(part_[0].value[k] * x[j]);
  for (std::size_t i = 1; i < noise_.size(); i += 2) noise_[i] = -noise_[i];  // or rows would cancel
  std::ranges::fill(turned_, 0.0);
  if (has_real_)
    solve(noise_);
  else
    solve(0, noise_, turned_);
  const double found = 2 * std::hypot(norm(noise_), norm(turned_));
  return std::isfinite(found) ? found : 0;
}

void LevelBlocks::solve(Out x) {
  ++counts().linear_solves;
  const bool scaled = !scaling_.none();
  for (std::size_t i = 0; scaled && i < x.size(); ++i) x[i] *= scaling_.row()[i];
  real_->solve(x);
  for (std::size_t i = 0; scaled && i < x.size(); ++i) x[i] *= scaling_.column()[i];
}

void LevelBlocks::solve(std::size_t pair, Out real, Out imaginary) {
  ++counts().linear_solves;
  const bool scaled = !scaling_.none();
  for (std::size_t i = 0; scaled && i < real.size(); ++i) {
    real[i] *= scaling_.row()[i];
    imaginary[i] *= scaling_.row()[i];
  }
  complex_[pair]->solve(real, imaginary);
  for (std::size_t i = 0; scaled && i < real.size(); ++i) {
    real[i] *= scaling_.column()[i];
    imaginary[i] *= scaling_.column()[i];
  }
}

}  // namespace trammel::integrate
