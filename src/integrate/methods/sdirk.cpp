// integrate/methods/sdirk.cpp: the L-stable, stiffly accurate SDIRK method of order 4 with five stages and
// γ = 1/4, embedded order 3, on F(t, y, y') = 0. [HW96, Table IV.6.5]
//
//   F(t + c_i h, Y_i, K_i) = 0,   Y_i = y0 + h Σ_{j<i} a_ij K_j + h γ K_i
//
// One real matrix dF/dy + 1/(hγ) dF/dy' serves all stages. The last stage is the step.
#include "integrate/tableaus/sdirk.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/careful_newton.hpp"
#include "integrate/interpolation_test.hpp"
#include "integrate/iteration_matrix.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/newton.hpp"

namespace trammel::integrate {
namespace {

class Sdirk4 final : public Stepper {
 public:
  explicit Sdirk4(Instance& instance)
      : model_(instance), n_(model_.size()), scaling_(model_.equations()), matrix_(model_),
        norm_(model_.equations()), tested_(tested_unknowns(model_.equations())),
        interpolation_(model_.equations()), y0_(n_), yp0_(n_), end_(n_), base_(n_), work_(n_), value_(n_),
        change_(n_), careful_(model_, matrix_, norm_) {
    watch_.set_patient(!tested_.empty());
    for (auto& k : K_) k.resize(static_cast<std::size_t>(n_));
  }

  int size() const override { return n_; }
  std::span<const char> tested() const override { return tested_; }
  void set_scale(Vec scale) override { norm_.set_scale(scale); }
  void set_tolerance(double rtol) override {
    watch_.set_tolerance(rtol);
    careful_.set_tolerance(rtol);
  }

  void restart(double /*t*/, Vec /*y*/, Vec slope) override {
    std::ranges::fill(yp0_, 0.0);
    std::copy_n(slope.begin(), std::min(slope.size(), yp0_.size()), yp0_.begin());
    first_ = true;
    obstacle_.forget();
    watch_.forget();
  }

  Attempt slope(double /*t*/, Vec /*y*/, Out yp) override {
    std::ranges::copy(yp0_, yp.begin());
    return first_ ? Attempt{} : Attempt{Attempt::diverged, -1};
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    h_ = h;
    std::ranges::copy(y0, y0_.begin());
    norm_.set_step(h);
    scaling_.set(h);
    model_.evaluate(t, y0, yp0_);
    if (const Attempt outcome = matrix_.factor(scaling_, 1 / (h * sdirk4.gamma)); !outcome) return outcome;
    for (int i = 0; i < stages; ++i)
      if (Attempt outcome = stage(i, t, h); !outcome) {
        if (outcome.verdict == Attempt::diverged && obstacle_.stands()) outcome = carefully(i, t, h);
        if (!outcome) {
          obstacle_.failed(t + h);
          return outcome;
        }
      }
    std::ranges::copy(value_, y1.begin());
    std::ranges::copy(value_, end_.begin());
    // The difference of the two formulas, filtered: stiff components of K would exaggerate it. [HW96, IV.8]
    std::ranges::fill(work_, 0.0);
    for (int i = 0; i < stages; ++i)
      for (int k = 0; k < n_; ++k) work_[k] += (sdirk4.A[stages - 1][i] - sdirk4.embedded[i]) * K_[i][k];
    model_.times_slope_matrix(work_, error);
    matrix_.solve(scaling_, error);
    for (int k = 0; k < n_; ++k) error[k] /= sdirk4.gamma;
    for (int k = 0; k < n_; ++k) base_[k] = h * work_[k];
    interpolation_.apply(h, base_, y0, norm_.scale(), error);
    return {};
  }

  void accepted(double t, Vec /*y*/, bool /*moved*/) override {
    std::ranges::copy(K_[stages - 1], yp0_.begin());
    obstacle_.accepted(t);
    first_ = false;
    interpolation_.forget();
  }

  // The cubic through both ends and their slopes.
  void polynomial(Vec theta, Out values) override {
    double* y = values.data();
    for (const double s : theta) {
      const double a = (1 + 2 * s) * (1 - s) * (1 - s), b = s * s * (3 - 2 * s);
      const double c = s * (1 - s) * (1 - s), d = -s * s * (1 - s);
      for (int k = 0; k < n_; ++k)
        *y++ = a * y0_[k] + b * end_[k] + h_ * (c * yp0_[k] + d * K_[stages - 1][k]);
    }
  }
  void end_slope(Out slope) const override { std::ranges::copy(K_[stages - 1], slope.begin()); }

 private:
  static constexpr int stages = 5;

  void begin_stage(int i, double h) {
    for (int k = 0; k < n_; ++k) {
      base_[k] = y0_[k];
      for (int j = 0; j < i; ++j) base_[k] += h * sdirk4.A[i][j] * K_[j][k];
      K_[i][k] = i == 0 ? yp0_[k] : K_[i - 1][k];
      value_[k] = base_[k] + h * sdirk4.gamma * K_[i][k];
    }
  }

  // The same with a matrix of its own in every iteration.
  Attempt carefully(int i, double t, double h) {
    const double c = 1 / (h * sdirk4.gamma);
    begin_stage(i, h);
    std::ranges::fill(change_, 0.0);
    const Attempt outcome = careful_.solve(t + sdirk4.c[i] * h, c, value_, K_[i], scaling_, change_);
    for (int k = 0; k < n_; ++k) {
      value_[k] += change_[k];
      K_[i][k] += c * change_[k];
    }
    return outcome;
  }

  // Newton for stage i; leaves its value in value_ and its slope in K_[i].
  Attempt stage(int i, double t, double h) {
    begin_stage(i, h);
    watch_.begin();
    while (true) {
      const Attempt outcome = model_.residual(t + sdirk4.c[i] * h, value_, K_[i], work_);
      if (!outcome) return outcome;
      matrix_.solve(scaling_, work_);
      ++model_.counts().newton_iterations;
      for (int k = 0; k < n_; ++k) {
        value_[k] -= work_[k];
        K_[i][k] = (value_[k] - base_[k]) / (h * sdirk4.gamma);
      }
      const double moved = norm_(work_);
      const NewtonVerdict verdict = std::isfinite(moved) ? watch_.add(moved) : NewtonVerdict::diverged;
      if (verdict == NewtonVerdict::converged) return {};
      if (verdict == NewtonVerdict::diverged) return {Attempt::diverged, -1};
    }
  }

  Linearization model_;
  int n_;
  LevelScaling scaling_;
  RealBlock matrix_;
  NewtonNorm norm_;
  RadauWatch watch_;
  std::vector<char> tested_;
  InterpolationTest interpolation_;
  std::vector<double> y0_, yp0_, end_, base_, work_, value_, change_;
  CarefulNewton careful_;
  Obstacle obstacle_;
  std::array<std::vector<double>, stages> K_;
  double h_ = 0;
  bool first_ = true;
};

}  // namespace

Integrator sdirk_4() {
  return {{.name = "sdirk4",
           .source = "HW96",
           .order = 4,
           .estimate_order = 4,
           .dense_degree = 3,
           .takes = {Form::residual},
           .max_index = 1},
          [](Instance& instance) { return std::make_unique<Sdirk4>(instance); }};
}

}  // namespace trammel::integrate
