#include "solution/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trammel::solution {

Trajectory::Trajectory(int size, int degree) : size_(size), degree_(std::max(degree, 1)) {
  // Chebyshev points of the second kind and their barycentric weights. [BT04]
  for (int i = 0; i <= degree_; ++i) {
    points_.push_back(0.5 * (1 - std::cos(std::numbers::pi * i / degree_)));
    weights_.push_back((i % 2 == 0 ? 1.0 : -1.0) * (i == 0 || i == degree_ ? 0.5 : 1.0));
  }
}

void Trajectory::begin(double t, Vec y) {
  times_.assign(1, t);
  values_.assign(y.begin(), y.end());
}

void Trajectory::add_step(double t, Vec inner, Vec end) {
  times_.push_back(t);
  values_.insert(values_.end(), inner.begin(), inner.end());
  values_.insert(values_.end(), end.begin(), end.end());
}

Vec Trajectory::at_step(int i) const {
  return Vec(values_).subspan(static_cast<std::size_t>(i) * degree_ * size_, size_);
}

int Trajectory::step_at(double t) const {
  const auto after = std::upper_bound(times_.begin(), times_.end(), t);
  return std::clamp(static_cast<int>(after - times_.begin()) - 1, 0, std::max(steps() - 1, 0));
}

void Trajectory::at(double t, Out y) const {
  const int step = step_at(t);
  if (steps() == 0 || t == times_[step]) return void(std::ranges::copy(at_step(step), y.begin()));
  const double theta = std::clamp((t - times_[step]) / (times_[step + 1] - times_[step]), 0.0, 1.0);
  double sum = 0;
  std::fill(y.begin(), y.end(), 0.0);
  for (int i = 0; i <= degree_; ++i) {
    const double* const value = values_of(step) + static_cast<std::size_t>(i) * size_;
    if (theta == points_[i]) return void(std::copy_n(value, size_, y.begin()));
    const double weight = weights_[i] / (theta - points_[i]);
    sum += weight;
    for (int k = 0; k < size_; ++k) y[k] += weight * value[k];
  }
  for (int k = 0; k < size_; ++k) y[k] /= sum;
}

// The slopes at the points by the differentiation matrix [BT04, 9.3], then interpolated like values.
void Trajectory::slope(double t, Out yp) const {
  std::fill(yp.begin(), yp.end(), 0.0);
  if (steps() == 0) return;
  const int step = step_at(t);
  const double length = times_[step + 1] - times_[step],
               theta = std::clamp((t - times_[step]) / length, 0.0, 1.0);
  double sum = 0;
  std::vector<double> share(points_.size());
  for (std::size_t i = 0; i < share.size(); ++i) {
    if (theta == points_[i]) {
      std::fill(share.begin(), share.end(), 0.0);
      share[i] = sum = 1;
      break;
    }
    sum += share[i] = weights_[i] / (theta - points_[i]);
  }
  for (int j = 0; j <= degree_; ++j)
    for (int i = 0; i <= degree_; ++i) {
      if (i == j || share[j] == 0) continue;
      const double d = share[j] / sum * weights_[i] / weights_[j] / (points_[j] - points_[i]) / length;
      const double* const a = values_of(step) + static_cast<std::size_t>(i) * size_;
      const double* const b = values_of(step) + static_cast<std::size_t>(j) * size_;
      for (int k = 0; k < size_; ++k) yp[k] += d * (a[k] - b[k]);
    }
}

}  // namespace trammel::solution
