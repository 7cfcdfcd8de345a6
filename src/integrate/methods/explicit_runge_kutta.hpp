// integrate/methods/explicit_runge_kutta.hpp: one step of an explicit Runge-Kutta method on z' = f^(t, z).
#pragma once

#include <algorithm>

#include "integrate/method.hpp"
#include "integrate/stiffness.hpp"
#include "integrate/tableaus/explicit.hpp"

namespace trammel::integrate {

// Where the stability domain of a method ends; found by the compiler, since runs may be many and short.
template <const auto& tableau>
inline constexpr double border_of = real_stability(tableau);

template <int s, int degree>
class ExplicitRungeKutta : public Stepper {
 public:
  using Tableau = ExplicitTableau<s, degree>;
  ExplicitRungeKutta(Instance& instance, const Tableau& tableau, double border)
      : Stepper(instance.ode().size()), ode_(instance.ode()), tableau_(tableau), n_(ode_.size()), y0_(n_),
        stage_(n_), watch_(border) {
    for (auto& k : k_) k.resize(n_);
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    h_ = h;
    std::ranges::copy(y0, y0_.begin());
    if (!first_known_)
      if (const Attempt outcome = ode_.derivative(t, y0, k_[0]); !outcome) return outcome;
    first_known_ = true;  // a rejected step starts again from the same point
    for (int i = 1; i < s; ++i) {
      const bool last = i == s - 1 && tableau_.first_same_as_last;
      Out y = last ? y1 : Out(stage_);
      combine(tableau_.A[i], i, y);
      if (const Attempt outcome = ode_.derivative(t + tableau_.c[i] * h, y, k_[i]); !outcome) return outcome;
    }
    if (!tableau_.first_same_as_last) combine(tableau_.b, s, y1);
    std::ranges::fill(error, 0.0);
    add_slopes(tableau_.e, s, error, error);
    return {};
  }

  void polynomial(Vec theta, Out values) override {
    double* y = values.data();
    for (const double at : theta) {
      std::ranges::copy(y0_, y);
      for (int i = 0; i < s; ++i) {
        double weight = 0;
        for (int p = degree - 1; p >= 0; --p) weight = (weight + tableau_.dense[i][p]) * at;
        if (weight != 0)
          for (int k = 0; k < n_; ++k) y[k] += h_ * weight * k_[i][k];
      }
      y += n_;
    }
  }

  Attempt slope(double t, Vec y, Out yp) override { return ode_.derivative(t, y, yp); }

  // The last slope is the next first one, unless projection moved the point noticeably.
  void accepted(const Accepted& step) override {
    if (two_ends_ && !step.moved)
      watch_.step({h_, y0_, k_[0], step.y, k_[s - 1], stage_, k_[s - 2], step.scale});
    stiff_ = watch_.stiff();
    first_known_ = tableau_.first_same_as_last && !step.moved;
    if (first_known_) std::swap(k_[0], k_[s - 1]);
  }

  void begin(const Begin& /*start*/) override {
    first_known_ = false;
    watch_.reset();
  }

 protected:
  void combine(const std::array<double, s>& weight, int stages, Out y) const {
    add_slopes(weight, stages, y0_, y);
  }

  // y = base + h Σ_{i<stages} weight_i k_i. Sums stay in registers, four at a time: of a few components loops over them
  // would be begun and ended more than run through. y may be base.
  void add_slopes(const std::array<double, s>& weight, int stages, Vec base, Out y) const {
    double w[s];
    const double* k[s];
    int terms = 0;
    for (int i = 0; i < stages; ++i) {
      w[terms] = h_ * weight[static_cast<std::size_t>(i)];
      k[terms] = k_[static_cast<std::size_t>(i)].data();
      terms += w[terms] != 0;
    }
    int j = 0;
    for (; j + 4 <= n_; j += 4) {
      double sum[4] = {base[j], base[j + 1], base[j + 2], base[j + 3]};
      for (int m = 0; m < terms; ++m)
        for (int l = 0; l < 4; ++l) sum[l] += w[m] * k[m][j + l];
      for (int l = 0; l < 4; ++l) y[j + l] = sum[l];
    }
    for (; j < n_; ++j) {
      double sum = base[j];
      for (int m = 0; m < terms; ++m) sum += w[m] * k[m][j];
      y[j] = sum;
    }
  }

  system::Ode& ode_;
  const Tableau& tableau_;
  int n_;
  std::vector<double> y0_, stage_;
  std::array<std::vector<double>, s> k_;
  double h_ = 0;
  bool first_known_ = false;
  bool two_ends_ =
      s > 1 && tableau_.first_same_as_last&& tableau_.c[s > 1 ? s - 2 : 0] == 1;  // stages at t + h
  StiffnessWatch watch_;
};

}  // namespace trammel::integrate
