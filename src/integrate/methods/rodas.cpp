// integrate/methods/rodas.cpp: RODAS, a Rosenbrock method of order 4 for M y' = f(t, y) of index 1. [HW96,
// VI.4]
//
// No iteration: six linear systems with one matrix (tableaus/rodas.hpp). In terms of F = M y' − f,
//
//   (dF/dy + 1/(hγ) dF/dy') U_i = −F(t₀ + α_i h, Y_i, 0) + dF/dy' Σ_j (c_ij/h) U_j − γ_i h F_t.
//
// Both formulas are stiffly accurate, so the cubic between the ends of a step has a test of its own
// (defect_test.hpp).
//
// M must be constant, which begin() checks; dF/dy must be exact, which ours is; F_t is a difference
// quotient, where t occurs at all.
#include "integrate/tableaus/rodas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "integrate/defect_test.hpp"
#include "integrate/elsewhere.hpp"
#include "integrate/iteration_matrix.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/stage_mix.hpp"

namespace trammel::integrate {
namespace {

class Rodas final : public Stepper {
 public:
  explicit Rodas(Instance& instance)
      : Stepper(instance.residual().size()), model_(instance), n_(model_.size()),
        scaling_(model_.equations()), matrix_(model_), y0_(n_), end_(n_), zero_(n_), by_time_(n_), value_(n_),
        work_(n_), slope_(n_), inner_(2 * static_cast<std::size_t>(n_)) {
    U_.resize(RosenbrockTableau::s * static_cast<std::size_t>(n_));
  }

  void begin(const Begin& start) override {
    require_constant_matrix(start);
    accepted_h_ = 0;
    rejected_ = false;
  }

  // The predictive controller of Gustafsson, with RODAS' numbers. [HW96, (IV.8.25)]
  double next_step(double h, double error) override {
    constexpr double safety = 0.9, most_growth = 6, most_shrink = 5;
    const auto quotient_of = [&](double fourth_power) {
      return std::clamp(std::sqrt(std::sqrt(fourth_power)) / safety, 1 / most_growth, most_shrink);
    };
    const bool accepted = error <= 1;
    if (!accepted) {
      rejected_ = true;
      return std::isfinite(error) ? h / quotient_of(error) : 0;
    }
    double quotient = quotient_of(error);
    if (accepted_h_ > 0) {
      const double ratio = accepted_h_ / h, trend = ratio * ratio * (error * error / accepted_error_);
      quotient = std::max(quotient, quotient_of(ratio * ratio * trend));
    }
    if (std::exchange(rejected_, false)) quotient = std::max(quotient, 1.0);
    accepted_h_ = h;
    accepted_error_ = std::max(1e-2, error);
    return h / quotient;
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    h_ = h;
    std::ranges::copy(y0, y0_.begin());
    model_.evaluate(t, y0, zero_);
    scaling_.set(h);
    if (const Attempt outcome = matrix_.factor(scaling_, 1 / (h * table.gamma)); !outcome) return outcome;
    if (!model_.equations().autonomous())
      if (const Attempt outcome = differentiate_by_time(t, h); !outcome) return outcome;
    const Attempt outcome = stages_from<0>(t, h);
    if (!outcome) return outcome;
    const Vec last = U(table.s - 1);
    for (int c = 0; c < n_; ++c) {
      end_[c] = y1[c] = value_[c] + last[c];
      error[c] = last[c];
    }
    find_inner();
    return test_polynomial(t, h, error);
  }

  void polynomial(Vec theta, Out values) override {
    for (int c = 0; c < n_; ++c) {
      const double p = inner_[2 * c], q = inner_[2 * c + 1];
      double* y = values.data() + c;
      for (const double s : theta) {
        *y = (1 - s) * y0_[c] + s * (end_[c] + (1 - s) * (p + s * q));
        y += n_;
      }
    }
  }
  void end_slope(Out slope) const override {
    for (int c = 0; c < n_; ++c) slope[c] = (end_[c] - y0_[c] - inner_[2 * c] - inner_[2 * c + 1]) / h_;
  }

 private:
  static constexpr const RosenbrockTableau& table = rodas_4;
  Out U(int i) { return Out(U_).subspan(static_cast<std::size_t>(i) * n_, n_); }
  Vec U(int i) const { return Vec(U_).subspan(static_cast<std::size_t>(i) * n_, n_); }

  Attempt test_polynomial(double t, double h, Out error) {
    constexpr double theta = defect_point;
    polynomial({&theta, 1}, value_);
    for (int c = 0; c < n_; ++c) {
      const double p = inner_[2 * c], q = inner_[2 * c + 1];
      slope_[c] = (end_[c] - y0_[c] + (1 - 2 * theta) * p + (2 * theta - 3 * theta * theta) * q) / h;
    }
    const auto solve = [&](Out x) { matrix_.solve(scaling_, x); };
    const Attempt outcome = test_defect(model_, t + theta * h, value_, slope_, solve, work_, error);
    return outcome || finite(value_) ? outcome : Attempt{Attempt::diverged, -1};
  }

  template <int i>
  Attempt stages_from(double t, double h) {
    if constexpr (i == table.s) {
      return {};
    } else {
      const Attempt outcome = stage<i>(t, h);
      return outcome ? stages_from<i + 1>(t, h) : outcome;
    }
  }

  // U_i; leaves y₀ + Σ_j a_ij U_j in value_.
  template <int i>
  Attempt stage(double t, double h) {
    const Out u = U(i);
    if constexpr (i > 0) {
      const double per_h = 1 / h;
      double weight[i];
      for (int j = 0; j < i; ++j) weight[j] = table.c[i][j] * per_h;
      arguments<i>(table.a[i].data(), weight);
      model_.times_slope_matrix(work_, u);
    } else {
      std::ranges::copy(y0_, value_.begin());
      std::ranges::fill(u, 0.0);
    }
    if (const Attempt outcome = model_.residual(t + table.alpha[i] * h, value_, zero_, work_); !outcome)
      return finite(value_) ? outcome : Attempt{Attempt::diverged, -1};
    const double by_time = table.gamma_sum[i] * h;
    double* __restrict right = u.data();
    const double* __restrict f = work_.data(), * __restrict ft = by_time_.data();
    for (int c = 0; c < n_; ++c) right[c] -= f[c] + by_time * ft[c];
    matrix_.solve(scaling_, u);
    return {};
  }

  // value_ = y₀ + Σ_j a_j U_j, work_ = Σ_j weight_j U_j over the first S stages
  template <int S>
  void arguments(const double* __restrict a, const double* __restrict weight) {
    const double* __restrict y = y0_.data(), * __restrict U = U_.data();
    double* __restrict value = value_.data(), * __restrict sum = work_.data();
    for (int c = 0; c < n_; ++c) {
      double v = y[c], w = 0;
      for (int j = 0; j < S; ++j) {
        const double u = U[j * n_ + c];
        v += a[j] * u;
        w += weight[j] * u;
      }
      value[c] = v;
      sum[c] = w;
    }
  }

  static bool finite(Vec x) {
    return std::ranges::all_of(x, [](double value) { return std::isfinite(value); });
  }

  // F_t(t, y₀, 0), central where both sides have a value.
  Attempt differentiate_by_time(double t, double h) {
    const double step = std::max(6e-6 * h, 1e-9 * std::fabs(t));
    const double before = t - step, after = t + step;
    const Attempt left = model_.residual(before, y0_, zero_, work_),
                  right = model_.residual(after, y0_, zero_, by_time_);
    if (left && right) {
      for (int c = 0; c < n_; ++c) by_time_[c] = (by_time_[c] - work_[c]) / (after - before);
      return {};
    }
    if (const Attempt here = model_.residual(t, y0_, zero_, value_); !here) return here;
    if (!left && !right) return right;
    for (int c = 0; c < n_; ++c)
      by_time_[c] = right ? (by_time_[c] - value_[c]) / (after - t) : (value_[c] - work_[c]) / (t - before);
    return {};
  }

  // What the cubic between the ends has besides them, per component.
  void find_inner() {
    const double* const stages = U_.data();
    for (int c = 0; c < n_; ++c) {
      double p = 0, q = 0;
      for (int j = 0; j < table.s - 1; ++j) {
        p += table.dense[0][j] * stages[j * n_ + c];
        q += table.dense[1][j] * stages[j * n_ + c];
      }
      inner_[2 * c] = p;
      inner_[2 * c + 1] = q;
    }
  }

  // dF/dy' here and at another point: a change is misuse. (A point without a value says nothing.)
  void require_constant_matrix(const Begin& start) {
    const double t = start.t;
    const Vec y = start.y, slope = start.slope;
    if (elsewhere(model_)) refuse_elsewhere("the method 'rodas'");
    if (model_.equations().constant_top()) return;
    model_.evaluate(t, y, slope);
    const std::vector<double> here = model_.by_slope.value;
    for (int c = 0; c < n_; ++c) {
      value_[c] = y[c] + 0.01 * (1 + std::fabs(y[c]));
      work_[c] = slope[c] + 1;
    }
    model_.evaluate(t + 0.01, value_, work_);
    const linalg::Pattern& pattern = *model_.by_slope.pattern;
    for (std::size_t e = 0; e < here.size(); ++e) {
      if (!(std::fabs(model_.by_slope.value[e] - here[e]) > 1e-10 * (1 + std::fabs(here[e])))) continue;
      const std::string& name = model_.system().equation(pattern.row[e]);
      throw Error(
          Kind::usage,
          fmt::format("'rodas' needs constant coefficients at the derivatives, and those of {} change",
                      quote(name)),
          {.equations = {name}}, "use 'radau5', 'mebdf' or 'sdirk4'");
    }
  }

  Linearization model_;
  int n_;
  LevelScaling scaling_;
  RealBlock matrix_;
  std::vector<double> y0_, end_, zero_, by_time_, value_, work_, slope_, inner_, U_;
  double h_ = 0;
  double accepted_h_ = 0, accepted_error_ = 1;  // of the step before; 0: there is none
  bool rejected_ = false;
};

}  // namespace

Integrator rodas() {
  return {{.name = "rodas",
           .source = "HW96",
           .order = 4,
           .estimate_order = 4,
           .dense_degree = 3,
           .takes = {Form::residual},
           .max_index = 1,
           .summary = "Rosenbrock 4(3), no iteration: small stiff problems at moderate tolerances"},
          [](Instance& instance) { return std::make_unique<Rodas>(instance); }};
}

}  // namespace trammel::integrate
