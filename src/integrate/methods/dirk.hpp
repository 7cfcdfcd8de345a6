// integrate/methods/dirk.hpp: stiffly accurate diagonally implicit Runge-Kutta methods on F(t, y, y') = 0.
// [HW96, IV.6]
//
//   F(t + c_i h, Y_i, k_i) = 0,   Y_i = y0 + h Σ_{j<i} a_ij k_j + h γ k_i                               (1)
//
// One real matrix dF/dy + 1/(hγ) dF/dy' serves all stages. The last stage is the step.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "integrate/defect_test.hpp"
#include "integrate/interpolation_test.hpp"
#include "integrate/stage_solver.hpp"
#include "integrate/tableaus/dirk.hpp"

namespace trammel::integrate {

template <int s>
class Dirk final : public Stepper {
 public:
  Dirk(Instance& instance, const DirkTableau<s>& table)
      : Stepper(instance.residual().size(), tested_unknowns(instance.residual())), table_(table), n_(size()),
        solver_(instance, {.convergence = {.patient = !tested().empty()}}),
        interpolation_(instance.residual()) {
    for (auto* v : {&y0_, &slope_, &base_, &e_, &value_, &work_}) v->resize(static_cast<std::size_t>(n_));
    for (auto& k : k_) k.resize(static_cast<std::size_t>(n_));
  }

  ImplicitPart* implicit() override { return &solver_; }

  void begin(const Begin& start) override {
    solver_.begin(start);
    std::ranges::copy(start.slope, slope_.begin());
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    h_ = h;
    end_ = t + h;
    std::ranges::copy(y0, y0_.begin());
    if (const Attempt outcome = solver_.step({t, y0, slope_}, h, 1 / (h * table_.gamma), table_.order,
                                             [&] { return stages(t, h); });
        !outcome)
      return outcome;
    std::ranges::copy(base_, y1.begin());
    // The difference of the two formulas, filtered: stiff components of k would exaggerate it. [HW96, IV.8]
    std::ranges::fill(work_, 0.0);
    for (int i = 0; i < s; ++i)
      for (int c = 0; c < n_; ++c) work_[c] += (table_.A[s - 1][i] - table_.embedded[i]) * k_[i][c];
    solver_.equations().times_slope_matrix(work_, error);
    solver_.solve_linear(error);
    for (int c = 0; c < n_; ++c) error[c] /= table_.gamma;
    for (int c = 0; c < n_; ++c) work_[c] *= h;
    interpolation_.apply(h, work_, y0, solver_.norm().scale(), error,
                         [&](Out own) { solver_.rounding(y0, own); });
    return both_stiffly_accurate_ ? test_polynomial(t, h, error) : Attempt{};
  }

  void end_slope(Out slope) const override { std::ranges::copy(k_[s - 1], slope.begin()); }

  void accepted(const Accepted& step) override {
    std::ranges::copy(step.slope, slope_.begin());
    solver_.accepted(step.t);
    solver_.set_scale(step.scale);
    interpolation_.forget();
  }

  double next_step(double h, double error) override {
    if (!std::isfinite(error)) solver_.failed(end_);
    return !std::isfinite(error) && solver_.must_cross() ? h : 0;
  }

  void polynomial(Vec theta, Out values) override {
    double* y = values.data();
    std::ranges::fill(work_, 0.0);
    for (int i = 0; i < s; ++i)
      if (table_.inner[i] != 0)
        for (int c = 0; c < n_; ++c) work_[c] += table_.inner[i] * k_[i][c];
    for (const double at : theta) {
      const double rest = 1 - at, a = (1 + 2 * at) * rest * rest, b = at * at * (3 - 2 * at);
      const double c = at * rest * rest, d = -at * at * rest, inner = at * at * rest * rest;
      for (int i = 0; i < n_; ++i)
        *y++ = a * y0_[i] + b * base_[i] + h_ * (c * slope_[i] + d * k_[s - 1][i] + inner * work_[i]);
    }
  }

 private:
  Attempt test_polynomial(double t, double h, Out error) {
    constexpr double at = defect_point, rest = 1 - at;
    polynomial({&at, 1}, value_);  // leaves Σ inner_i k_i in work_
    const Vec k = k_[s - 1];
    for (int i = 0; i < n_; ++i)
      e_[i] = 6 * at * rest / h * (base_[i] - y0_[i]) + rest * (1 - 3 * at) * slope_[i] +
              at * (3 * at - 2) * k[i] + 2 * at * rest * (1 - 2 * at) * work_[i];
    const auto solve = [&](Out x) { solver_.solve_linear(x); };
    return test_defect(solver_.equations(), t + at * h, value_, e_, solve, work_, error);
  }

  // (1), one after the other, each from the slope of the one before. Leaves the value of the last in base_.
  Attempt stages(double t, double h) {
    const double c = 1 / (h * table_.gamma);
    if (table_.explicit_first) std::ranges::copy(slope_, k_[0].begin());
    for (int i = table_.explicit_first ? 1 : 0; i < s; ++i) {
      std::vector<double>& k = k_[i];
      std::ranges::copy(i == 0 ? slope_ : k_[i - 1], k.begin());
      for (int m = 0; m < n_; ++m) {
        double y = y0_[m];
        for (int j = 0; j < i; ++j) y += h * table_.A[i][j] * k_[j][m];
        base_[m] = y + h * table_.gamma * k[m];
      }
      std::ranges::fill(e_, 0.0);
      if (const Attempt outcome = solver_.solve({t + table_.c[i] * h, c, base_, k}, e_); !outcome)
        return outcome;
      for (int m = 0; m < n_; ++m) {
        base_[m] += e_[m];
        k[m] += c * e_[m];
      }
    }
    return {};
  }

  const DirkTableau<s>& table_;
  int n_;
  StageSolver solver_;
  InterpolationTest interpolation_;
  std::vector<double> y0_, slope_, base_, e_, value_, work_;  // slope_: y' at y0
  std::array<std::vector<double>, s> k_;
  double h_ = 0, end_ = 0;
  bool both_stiffly_accurate_ = table_.embedded == table_.A[s - 2];
};

}  // namespace trammel::integrate
