#include "integrate/methods/projected_gauss_dense.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

std::vector<double> inner_lobatto(int stages) {
  switch (stages) {
    case 1:
      return {};
    case 2:
      return {0.5};
    case 3:
      return {0.5 - std::sqrt(5.0) / 10, 0.5 + std::sqrt(5.0) / 10};
    default:
      return {0.5 - std::sqrt(21.0) / 14, 0.5, 0.5 + std::sqrt(21.0) / 14};
  }
}

// Enough for the order, even in number and not Lobatto's: slopes there and at both ends must not follow from
// the difference of the ends.
std::vector<double> inside(int stages) {
  if (stages == 1) return {};
  if (stages == 2) return {1.0 / 3, 2.0 / 3};
  return {0.2, 0.4, 0.6, 0.8};
}

std::vector<double> with_ends(std::vector<double> points) {
  points.insert(points.begin(), 0);
  points.push_back(1);
  return points;
}

}  // namespace

int ProjectedGaussDense::degree(int stages) { return static_cast<int>(inside(stages).size()) + 3; }

ProjectedGaussDense::ProjectedGaussDense(const Constrained& shape, const CollocationRule& rule)
    : rule_(rule), nx_(shape.nx()), ny_(shape.ny()), m_(shape.levels()), d_(shape.differential()),
      first_(with_ends(inner_lobatto(rule.s)), {0, 1}), states_({0, 1}, with_ends(inside(rule.s))),
      multipliers_(with_ends(inside(rule.s)), {}),
      weight_(static_cast<std::size_t>(std::max({rule.s, first_.size(), states_.size()}))), end_top_(nx_),
      end_y_(ny_) {
  const auto make = [&](double theta) {
    return Point{theta, std::vector<double>(d_), std::vector<double>(nx_), std::vector<double>(ny_),
                 std::vector<double>(nx_)};
  };
  for (const double theta : inner_lobatto(rule.s)) lobatto_.push_back(make(theta));
  for (const double theta : inside(rule.s)) inside_.push_back(make(theta));
}

bool ProjectedGaussDense::prepare(Constrained& system, const Step& step) {
  if (inside_.empty()) return true;
  std::copy_n(step.y1.begin() + d_, ny_, end_y_.begin());
  if (!system.accelerate(step.t + step.h, step.y1, end_top_, end_y_))
    return false;  // for the matrix of the end
  for (Point& point : lobatto_) {
    collocation_at(point, step);
    if (ny_ > 0 && !system.project(step.t + point.theta * step.h, point.state)) return false;
  }
  for (Point& point : inside_) {
    first_at(point, step);
    for (int i = 0; i < ny_; ++i)
      point.y[i] = (1 - point.theta) * step.y0[d_ + i] + point.theta * step.y1[d_ + i];
    if (!system.accelerate(step.t + point.theta * step.h, point.state, point.top, point.y)) return false;
  }
  for (Point& point : inside_) highest_at(point.theta, step, point.highest);
  return true;
}

void ProjectedGaussDense::collocation_at(Point& point, const Step& step) {
  rule_.weights(point.theta, std::span(weight_).first(static_cast<std::size_t>(rule_.s)));
  for (int c = 0; c < d_; ++c) {
    double sum = 0;
    for (int j = 0; j < rule_.s; ++j) sum += weight_[j] * (step.X[j][c] - step.y0[c]);
    point.state[c] = step.y0[c] + sum;
  }
}

// Values of both ends and of the Lobatto points, slopes of the ends.
void ProjectedGaussDense::first_at(Point& point, const Step& step) {
  first_.weights(point.theta, weight_);
  const int high = d_ - nx_;
  const std::size_t slopes = lobatto_.size() + 2;
  for (int c = 0; c < d_; ++c) {
    const bool highest = c >= high;
    double sum = step.h * (weight_[slopes] * (highest ? step.top0[c - high] : step.y0[c + nx_]) +
                           weight_[slopes + 1] * (highest ? step.top1[c - high] : step.y1[c + nx_]));
    for (std::size_t j = 0; j < lobatto_.size(); ++j)
      sum += weight_[j + 1] * (lobatto_[j].state[c] - step.y0[c]);
    point.state[c] = step.y0[c] + (sum + weight_[slopes - 1] * (step.y1[c] - step.y0[c]));
  }
}

void ProjectedGaussDense::highest_at(double theta, const Step& step, Out x) {
  states_.weights(theta, weight_);
  const int high = d_ - nx_;
  for (int c = 0; c < nx_; ++c) {
    double sum = weight_[2] * step.top0[c] + weight_[3 + inside_.size()] * step.top1[c];
    for (std::size_t k = 0; k < inside_.size(); ++k) sum += weight_[3 + k] * inside_[k].top[c];
    x[c] = step.y0[high + c] + (weight_[1] * (step.y1[high + c] - step.y0[high + c]) + step.h * sum);
  }
}

void ProjectedGaussDense::operator()(double theta, const Step& step, Out y) {
  highest_at(theta, step, y.subspan(static_cast<std::size_t>(d_ - nx_), static_cast<std::size_t>(nx_)));
  if (m_ == 2)  // with the same weights
    for (int c = 0; c < nx_; ++c) {
      double sum = weight_[2] * step.y0[nx_ + c] + weight_[3 + inside_.size()] * step.y1[nx_ + c];
      for (std::size_t k = 0; k < inside_.size(); ++k) sum += weight_[3 + k] * inside_[k].highest[c];
      y[c] = step.y0[c] + (weight_[1] * (step.y1[c] - step.y0[c]) + step.h * sum);
    }
  multipliers_.weights(theta, weight_);
  for (int i = 0; i < ny_; ++i) {
    double sum = weight_[inside_.size() + 1] * (step.y1[d_ + i] - step.y0[d_ + i]);
    for (std::size_t k = 0; k < inside_.size(); ++k)
      sum += weight_[1 + k] * (inside_[k].y[i] - step.y0[d_ + i]);
    y[d_ + i] = step.y0[d_ + i] + sum;
  }
}

}  // namespace trammel::integrate
