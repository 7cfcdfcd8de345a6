// system/branch_guard_poles.cpp: poles of algebraic unknowns within a step, on which no slope depends.
#include <cmath>

#include "system/branch_guard.hpp"

namespace trammel::system {

// The state between the node and z by the cubic through both ends and their slopes.
void BranchGuard::between(double part, double h, Vec z, Out here) const {
  const double rest = 1 - part;
  for (std::size_t i = 0; i < here.size(); ++i)
    here[i] = rest * rest * (1 + 2 * part) * node_.z[i] + part * part * (1 + 2 * rest) * z[i] +
              h * part * rest * (rest * dz_before_[i] - part * dz_[i]);
}

// The part of the step after which the denominator is zero, by bisection.
double BranchGuard::zero_of(std::size_t k, double h, Vec z) {
  std::vector<double> here(z_.size()), pivot(pivot_.size());
  double low = 0, high = 1;
  for (double middle = 0.5; low < middle && middle < high; middle = 0.5 * (low + high)) {
    between(middle, h, z, here);
    ode_.pivots(node_.t + middle * h, here, pivot);
    (std::signbit(pivot[k]) == std::signbit(pivot_before_[k]) ? low : high) = middle;
  }
  return high;
}

// All slopes are finite where this denominator is zero. Does an algebraic unknown grow like its inverse there?
void BranchGuard::look_for_pole(std::size_t k, double t, Vec z) {
  constexpr double near = 1e-2, nearer = 1e-4, like = 0.3, apart = 10;
  const double h = t - node_.t;
  if (algebraic_.empty() || !(h > 0)) return;
  const double at = zero_of(k, h, z);
  std::vector<double> here(z_.size()), slope(z_.size()), pivot(pivot_.size()), first;
  double p = 0;
  for (const double part : {at * (1 - near), at * (1 - nearer)}) {
    between(part, h, z, here);
    ode_.pivots(node_.t + part * h, here, pivot);
    if (!ode_.derivative(node_.t + part * h, here, slope)) return;
    const Vec top = ode_.top();
    if (first.empty()) {
      first.assign(top.begin(), top.end());
      p = pivot[k];
      continue;
    }
    const double nearer_by = std::fabs(p / pivot[k]);
    for (const int j : algebraic_)
      if (nearer_by > apart &&
          std::fabs(top[static_cast<std::size_t>(j)]) >
              like * nearer_by * std::fabs(first[static_cast<std::size_t>(j)]) &&
          first[static_cast<std::size_t>(j)] != 0)
        return ahead_poles_.push_back({node_.t + at * h, ode_.pivots()[k].row});
  }
}

}  // namespace trammel::system
