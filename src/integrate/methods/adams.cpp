// integrate/methods/adams.cpp: Adams-Bashforth-Moulton as predictor and corrector (PECE), variable step and
// order, in the form with modified divided differences. [HNW93, III.5, III.7; SG75]
//
//   p = y₀ + h Σ_{j<k} g_j Φ*_j,     y₁ = p + h g_k Φ_k(f(p)),
//   Φ_0 = f, Φ_{j+1} = Φ_j - Φ*_j(before),   Φ*_j = β_j Φ_j,
//
// where β_j compares the new step with the old ones and g_j integrates the Newton polynomials. (HNW93,
// III.5.5-5.9)
#include <array>
#include <cmath>

#include "integrate/methods/catalog.hpp"

namespace trammel::integrate {
namespace {

constexpr int most = 12;  // order of the predictor; the corrected value is one better

class Adams final : public Stepper {
 public:
  explicit Adams(Instance& instance)
      : Stepper(instance.ode().size()), ode_(instance.ode()), n_(ode_.size()), scale_(n_, 1.0), y1_(n_),
        f_(n_) {
    for (auto& d : difference_) d.resize(n_);
    for (auto& d : starred_) d.resize(n_);
    for (auto& d : fresh_) d.resize(n_);
  }

  void begin(const Begin& start) override {
    std::ranges::copy(start.scale, scale_.begin());
    constant_steps_ = start.constant_steps;
    most_allowed_ = std::clamp(start.max_order - 1, 1, most);
    k_ = 1;
    points_ = equal_ = failures_ = 0;
    current_ = false;
    raising_ = true;
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    if (!current_)
      if (const Attempt outcome = learn(t, y0); !outcome) return outcome;
    h_ = h;
    tried_ = k_;
    coefficients(t, h);
    predict(y0, y1);
    if (const Attempt outcome = ode_.derivative(t + h, y1, f_); !outcome) return outcome;
    for (int i = 0; i < n_; ++i) {  // differences at the new point, by the predicted slope
      double d = f_[i];
      for (int j = 0; j <= k_ + 1; ++j) {
        fresh_[j][i] = d;
        d -= j < points_ ? starred_[j][i] : 0;
      }
      y1[i] += h * g_[k_] * fresh_[k_][i];
      error[i] = h * (g_[k_] - g_[k_ - 1]) * fresh_[k_][i];
    }
    std::ranges::copy(y1, y1_.begin());
    return {};
  }

  void accepted(const Accepted& step) override {
    std::ranges::copy(step.scale, scale_.begin());
    equal_ = std::fabs(h_ - last_h_) <= 1e-12 * h_ ? equal_ + 1 : 1;
    last_h_ = h_;
    current_ = false;
  }

  // Order and step, by the errors that the neighbouring orders would have made. [HNW93, III.7; SG75, ch. 7]
  double next_step(double h, double error) override {
    if (!(error <= 1)) return after_failure(h, error);
    failures_ = 0;
    if (constant_steps_) error = estimate(k_);  // only the order is chosen
    const double lower = k_ > 1 ? estimate(k_ - 1) : 0, lowest = k_ > 2 ? estimate(k_ - 2) : 0;
    double err = error;
    if (raising_) {
      if (k_ < most_allowed_ && !(k_ > 2 && std::max(lower, lowest) <= error) && points_ >= k_) {
        ++k_;
        return 2 * h;
      }
      raising_ = false;
    }
    if (k_ > 1 && (k_ == 2 ? lower <= 0.5 * error : std::max(lower, lowest) <= error)) {
      --k_;
      err = lower;
    } else if (k_ < most_allowed_ && points_ > k_ && equal_ > k_) {
      const double higher = estimate(k_ + 1);
      if (k_ == 1 ? higher < 0.5 * error : higher < error && error < std::max(lower, lowest)) {
        ++k_;
        err = higher;
      } else if (k_ > 1 && lower <= std::min(error, higher)) {
        --k_;
        err = lower;
      }
    }
    const double factor = std::pow(1 / (2 * std::max(err, 1e-10)), 1.0 / (k_ + 1));
    if (factor >= 2)
      return 2 * h;  // equal steps are cheap and let the order rise: small changes are not made
    return factor >= 1 ? h : h * std::clamp(factor, 0.5, 0.9);
  }

  // y₁ minus the integral of the interpolating polynomial from the point to the end.
  void polynomial(Vec theta, Out values) override {
    double* y = values.data();
    for (const double at : theta) {
      std::array<double, most + 2> weight{};
      const double t1 = t_[0] + h_, length = (at - 1) * h_;
      for (int q = 0; q < 7; ++q) {  // Gauss' rule with 7 points is exact up to degree 13
        double basis = 1;
        const double s = t1 + gauss_node[q] * length;
        for (int j = 0; j <= used(); ++j) {
          weight[j] += gauss_weight[q] * length * basis;
          const double node = j == 0 ? t1 : t_[j - 1];
          basis *= (s - node) / (t1 - t_[j]);
        }
      }
      std::ranges::copy(y1_, y);
      for (int j = 0; j <= used(); ++j)
        for (int i = 0; i < n_; ++i) y[i] += weight[j] * fresh_[j][i];
      y += n_;
    }
  }

  Attempt slope(double t, Vec y, Out yp) override { return ode_.derivative(t, y, yp); }
  int order_used() const override { return tried_ + 1; }

 private:
  int used() const { return std::min(k_, points_); }  // differences that the polynomial of the last step has

  // A new point: its slope, where projection left it, and the differences that it gives. (Φ* holds the last
  // ones.)
  Attempt learn(double t, Vec y0) {
    if (const Attempt outcome = ode_.derivative(t, y0, f_); !outcome) return outcome;
    const int differences = std::min(points_, most + 1);
    for (int i = 0; i < n_; ++i) {
      double d = f_[i];
      for (int j = 0; j <= differences; ++j) {
        difference_[j][i] = d;
        if (j < differences) d -= starred_[j][i];
      }
    }
    std::rotate(t_.rbegin(), t_.rbegin() + 1, t_.rend());
    t_[0] = t;
    points_ = std::min(points_ + 1, most + 2);
    current_ = true;
    return {};
  }

  // g_j, β_j and Φ* for the step to t + h.
  void coefficients(double t, double h) {
    const int count = std::min(points_, k_ + 2);
    double beta = 1;
    for (int j = 0; j < count; ++j) {
      if (j > 0) beta *= (t + h - t_[j - 1]) / (t - t_[j]);
      for (int i = 0; i < n_; ++i) starred_[j][i] = beta * difference_[j][i];
    }
    std::array<double, most + 3> c{};
    for (int q = 1; q <= k_ + 2; ++q) c[q] = 1.0 / q;
    g_[0] = 1;
    for (int j = 1; j <= k_ + 1; ++j) {
      const double ratio = j == 1 ? 1 : (j - 1 < points_ ? h / (t + h - t_[j - 1]) : 0);
      for (int q = 1; q <= k_ + 2 - j; ++q) c[q] = j == 1 ? 1.0 / (q * (q + 1.0)) : c[q] - c[q + 1] * ratio;
      g_[j] = c[1];
    }
  }

  void predict(Vec y0, Out p) const {
    std::ranges::copy(y0, p.begin());
    for (int j = 0; j < std::min(k_, points_); ++j)
      for (int i = 0; i < n_; ++i) p[i] += h_ * g_[j] * starred_[j][i];
  }

  // |h γ*_j Φ_j| in units of the tolerance: the error of order j.
  double estimate(int j) const {
    double sum = 0;
    for (int i = 0; i < n_; ++i) {
      const double e = h_ * gamma_star[j] * fresh_[j][i] / scale_[i];
      sum += e * e;
    }
    return n_ == 0 ? 0 : std::sqrt(sum / n_);
  }

  double after_failure(double h, double error) {
    raising_ = false;
    if (++failures_ >= 3) {
      k_ = 1;
      return 0.25 * h;
    }
    if (k_ > 2 && std::isfinite(error) && std::max(estimate(k_ - 1), estimate(k_ - 2)) <= error) --k_;
    return 0.5 * h;
  }

  // γ*_j: what the corrector of order j + 1 adds to that of order j, for equal steps: Σ_m γ*_m/(j+1-m) = 0
  // for j > 0. [HNW93, (III.1.11)]
  static constexpr std::array<double, most + 2> gamma_star = [] {
    std::array<double, most + 2> gamma{1};
    for (int j = 1; j < most + 2; ++j)
      for (int m = 0; m < j; ++m) gamma[j] -= gamma[m] / (j + 1 - m);
    return gamma;
  }();
  static constexpr double gauss_node[7] = {
      0.0254460438286207377, 0.1292344072003027801, 0.2970774243113014166, 0.5,
      0.7029225756886985834, 0.8707655927996972199, 0.9745539561713792623};
  static constexpr double gauss_weight[7] = {
      0.0647424830844348466, 0.1398526957446383340, 0.1909150252525594725, 0.2089795918367346939,
      0.1909150252525594725, 0.1398526957446383340, 0.0647424830844348466};

  system::Ode& ode_;
  int n_, k_ = 1, tried_ = 1, points_ = 0, equal_ = 0, failures_ = 0;
  int most_allowed_ = most;
  bool current_ = false, raising_ = true, constant_steps_ = false;
  double h_ = 0, last_h_ = 0;
  std::vector<double> scale_, y1_, f_;
  std::array<std::vector<double>, most + 2> difference_, starred_, fresh_;  // Φ_j, Φ*_j, Φ_j at the new point
  std::array<double, most + 2> t_{}, g_{};                                  // t_: newest first
};

}  // namespace

Integrator adams() {
  return {
      {.name = "adams",
       .source = "HNW93",
       .order = most + 1,
       .estimate_order = 2,
       .dense_degree = most + 1,
       .takes = {Form::ode},
       .summary = "Adams-Bashforth-Moulton (PECE), variable step and order 1 to 13, for costly equations"},
      [](Instance& instance) { return std::make_unique<Adams>(instance); }};
}

}  // namespace trammel::integrate
