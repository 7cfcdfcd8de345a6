// pipeline/instants_states.cpp: new values of states, on all constraints.
//
// A state that is set gets its value exactly. The others stay where they are as far as the constraints let
// them: what is added to the components that are set, before everything is projected in the mass metric
// [HW96, (VII.2.10), (2.11)], is chosen so that they end up at their values. With unconstrained states that
// is a plain assignment; in a mechanism it is an impulse along the coordinates that are set, with the
// reactions of its joints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {
namespace {

// Gaussian elimination with row pivoting of a matrix of a few rows, by rows. False: it is singular.
bool solve(std::vector<double> A, std::vector<double>& x) {
  const std::size_t n = x.size();
  double largest = 0;
  for (const double a : A) largest = std::max(largest, std::fabs(a));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::fabs(A[i * n + k]) > std::fabs(A[pivot * n + k])) pivot = i;
    if (!(std::fabs(A[pivot * n + k]) > 1e-12 * largest)) return false;
    for (std::size_t j = 0; j < n; ++j) std::swap(A[k * n + j], A[pivot * n + j]);
    std::swap(x[k], x[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = A[i * n + k] / A[k * n + k];
      for (std::size_t j = k; j < n; ++j) A[i * n + j] -= f * A[k * n + j];
      x[i] -= f * x[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) x[k] -= A[k * n + j] * x[j];
    x[k] /= A[k * n + k];
  }
  return true;
}

}  // namespace

// A jump of what is differentiated would be an impulse that no equation describes.
bool Instants::stays_smooth(double t, const std::vector<double>& before, Aftermath& result) const {
  constexpr double noticeable = 1e-9;
  if (reinitialized_) return true;
  for (const EventCode::Smooth& variable : code_->smooth) {
    const double a = before[static_cast<std::size_t>(variable.row)],
                 b = rows_[static_cast<std::size_t>(variable.row)];
    if (!(std::fabs(a - b) > noticeable * (std::fabs(a) + std::fabs(b) + noticeable))) continue;
    result.failed = fmt::format(
        "stopped at t = {:.6g}: {} jumps there from {:.6g} to {:.6g}, but its derivative stands in the "
        "equations",
        t, quote(variable.name), a, b);
    result.where = {.variables = {variable.name}, .time = t};
    return false;
  }
  return true;
}

bool Instants::set_states(const std::vector<const EventCode::Assignment*>& reinits, double t,
                          std::vector<double>& z, Aftermath& result) {
  std::vector<double> wanted, added;
  for (const EventCode::Assignment* a : reinits) {
    wanted.push_back(rows_[static_cast<std::size_t>(a->row)]);
    if (!std::isfinite(wanted.back())) {
      result.failed =
          fmt::format("at t = {:.6g} reinit gives {} the value {}", t, quote(a->name), wanted.back());
      result.where = {.variables = {a->name},
                      .file = a->origin.file,
                      .line = a->origin.line,
                      .column = a->origin.column,
                      .time = t};
      return false;
    }
    const double old = z[static_cast<std::size_t>(a->target)];
    added.push_back(a->plain ? wanted.back() - old : 0);
  }
  const std::size_t n = reinits.size();
  std::vector<double> moved, values(rows_.size()), slope(z.size());
  const bool constrained = view_.ode().invariants() > 0;
  // Where the states end up if so much is added; `off`: how far that is from what is wanted.
  const auto attempt = [&](const std::vector<double>& add, std::vector<double>& off) {
    moved = z;
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(reinits[i]->target);
      moved[at] = reinits[i]->plain && add[i] == wanted[i] - z[at] ? wanted[i] : z[at] + add[i];
    }
    if (constrained && (!view_.ode().derivative(t, moved, slope) || !view_.ode().project(t, moved).outcome))
      return false;
    if (!view_.evaluate(EventCode::rows, t, moved, values)) return false;
    off.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      off[i] = values[static_cast<std::size_t>(reinits[i]->reached)] - wanted[i];
    return true;
  };
  constexpr double exact = 1e-13;
  constexpr int most = 12;
  std::vector<double> off, other;
  bool reached = false;
  for (int iteration = 0; iteration < most && attempt(added, off); ++iteration) {
    reached = true;
    for (std::size_t i = 0; i < n; ++i)
      reached =
          reached && std::fabs(off[i]) <= exact * std::max({1e-3, std::fabs(wanted[i]), std::fabs(added[i])});
    if (reached) break;
    // Velocities enter linearly, so differences of any length give exact slopes.
    std::vector<double> A(n * n), by = added;
    bool known = true;
    for (std::size_t j = 0; j < n && known; ++j) {
      const double length = iteration < 2 ? std::max(std::fabs(wanted[j]), 1.0) : 1e-4;
      by[j] += length;
      known = attempt(by, other);
      by[j] = added[j];
      for (std::size_t i = 0; i < n && known; ++i) A[i * n + j] = (other[i] - off[i]) / length;
    }
    if (!known || !solve(std::move(A), off)) break;
    for (std::size_t i = 0; i < n; ++i) added[i] -= off[i];
  }
  if (!reached || !attempt(added, off)) {
    std::vector<std::string> names;
    for (const EventCode::Assignment* a : reinits) names.push_back(a->name);
    result.failed = fmt::format("at t = {:.6g} reinit cannot give {} {}: the constraints do not allow {}", t,
                                listed(names), n == 1 ? "its value" : "their values", n == 1 ? "it" : "them");
    const model::Origin& at = reinits.front()->origin;
    result.where = {.variables = names, .file = at.file, .line = at.line, .column = at.column, .time = t};
    return false;
  }
  for (const EventCode::Assignment* a : reinits)
    if (moved != z && std::ranges::find(result.altered, a->name) == result.altered.end())
      result.altered.push_back(a->name);
  z = moved;
  // What was read before belongs to the old state; the values before are those of the new one from now on.
  rows_ = values;
  return true;
}

}  // namespace trammel::pipeline
