// system/ode_turned.cpp: on which side of singular configurations the matrix of the underlying ODE is.
#include <algorithm>
#include <cmath>

#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

// Has elimination without exchanges a pivot below zero? Of n rows, one after the other, which are overwritten.
bool negative_pivot(std::vector<double>& a, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = a[k * n + k];
    if (pivot < 0) return true;
    if (!(pivot > 0)) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / pivot;
      for (std::size_t j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return false;
}

}  // namespace

bool SolvedOde::turned() {
  constexpr int most = 16;  // constraints: the product costs their number squared times that of coordinates
  if (!passable() || view_.deepest == 0 || view_.dependent > 0) return false;
  if (!turn_.known) {
    turn_.known = true;
    std::vector<int> constraints;  // rows of accelerations whose velocities are constrained
    constraints.reserve(view_.invariants.size());
    for (const OdeData::Invariant& invariant : view_.invariants)
      if (invariant.below == 1) constraints.push_back(invariant.row);
    std::ranges::sort(constraints);
    std::vector<int> row, column;
    row.reserve(view_.rows.size());
    column.reserve(view_.implicit.size());
    for (const int each : view_.rows)
      row.push_back(std::ranges::binary_search(constraints, each) ? turn_.rows++ : -1);
    for (const int unknown : view_.implicit)
      column.push_back(view_.d[static_cast<std::size_t>(unknown)] > 0 ? turn_.columns++ : -1);
    if (turn_.rows <= most) turn_.entries.reserve(A_.pattern->row.size());
    for (int j = 0; j < A_.pattern->columns && turn_.rows <= most; ++j)
      for (int k = A_.pattern->start[j]; k < A_.pattern->start[j + 1]; ++k)
        if (const int r = row[static_cast<std::size_t>(A_.pattern->row[k])],
            c = column[static_cast<std::size_t>(j)];
            r >= 0 && c >= 0)
          turn_.entries.push_back({k, c * turn_.rows + r});
  }
  const auto m = static_cast<std::size_t>(turn_.rows), n = static_cast<std::size_t>(turn_.columns);
  if (m == 0 || turn_.rows > most || m > n) return false;
  turn_.now.assign(m * n, 0.0);
  for (const auto& [k, to] : turn_.entries) turn_.now[static_cast<std::size_t>(to)] += A_.value[k];
  std::swap(turn_.now, turn_.last);
  if (turn_.now.empty()) return false;
  turn_.product.assign(m * m, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    const double *last = turn_.last.data() + j * m, *now = turn_.now.data() + j * m;
    for (std::size_t i = 0; i < m; ++i) {
      double* const to = turn_.product.data() + i * m;
      for (std::size_t k = 0; k < m; ++k) to[k] += last[i] * now[k];
    }
  }
  return negative_pivot(turn_.product, m);
}

SingularPoints::Distance SolvedOde::signed_distance(double t, Vec z, Out dz) {
  Distance distance{std::nan(""), -1};
  if (!passable() || !derivative(t, z, dz) || passed_.last || factored_t_ != t || !solver_->factored() ||
      gauge_.scales.empty())
    return distance;
  const auto part = [](std::size_t k) { return 1 + 0.5 * std::sin(2.4 * static_cast<double>(k) + 1); };
  probe_.resize(view_.implicit.size());
  for (std::size_t k = 0; k < probe_.size(); ++k) probe_[k] = part(k) / gauge_.scales.row[k];
  solver_->solve(probe_);
  double sum = 0, largest = 0;
  for (std::size_t k = 0; k < probe_.size(); ++k) {
    const double here = probe_[k] / gauge_.scales.column[k];
    sum += part(3 * k + 1) * here;
    if (std::fabs(here) > largest) {
      largest = std::fabs(here);
      distance.row = view_.rows[k];
    }
  }
  distance.signed_by_side = 1 / sum;
  return distance;
}

}  // namespace trammel::system
