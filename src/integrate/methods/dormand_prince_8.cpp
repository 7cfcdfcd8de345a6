// integrate/methods/dormand_prince_8.cpp: Dormand & Prince 8(5,3). [HNW93, II.5, (II.10.17); II.6 for dense
// output]
#include "integrate/tableaus/dormand_prince_8.hpp"

#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/explicit_runge_kutta.hpp"

namespace trammel::integrate {
namespace {

class Dop853 final : public ExplicitRungeKutta<13, 1> {
 public:
  explicit Dop853(Instance& instance)
      : ExplicitRungeKutta(instance, dormand_prince_8, border_of<dormand_prince_8>), instance_(instance),
        y1_(n_), scale_(n_, 1.0), work_(n_) {
    for (auto& k : extra_) k.resize(n_);
    for (auto& r : r_) r.resize(n_);
    for (auto& k : inner_) k.resize(n_);
  }

  void begin(const Begin& start) override {
    ExplicitRungeKutta::begin(start);
    std::ranges::copy(start.scale, scale_.begin());
  }

  void accepted(const Accepted& step) override {
    ExplicitRungeKutta::accepted(step);
    std::ranges::copy(step.scale, scale_.begin());
  }

  // The estimates of orders 5 and 3 are worth more together: err = err5²/√(err5² + 0.01 err3²) behaves as h⁸.
  // The vector of order 5 is returned, shrunk to that length.
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    t_ = t;
    if (const Attempt outcome = ExplicitRungeKutta::attempt(t, h, y0, y1, error); !outcome) return outcome;
    std::ranges::copy(y1, y1_.begin());
    double fifth = 0, third = 0;
    for (int i = 0; i < n_; ++i) {
      double other = y1[i] - y0[i];
      for (const int j : {0, 8, 11}) other -= h * dormand_prince_8_extra.third_order[j] * k_[j][i];
      fifth += (error[i] / scale_[i]) * (error[i] / scale_[i]);
      third += (other / scale_[i]) * (other / scale_[i]);
    }
    const double both = std::sqrt(fifth + 0.01 * third);
    if (!(both > 0)) return {};
    const double part = std::sqrt(fifth) / both;
    for (double& e : error) e *= part;
    return {};
  }

  // y(θ) = y0 + θ(r0 + (1-θ)(r1 + θ(r2 + (1-θ)(r3 + θ(r4 + (1-θ)(r5 + θ r6)))))). Its three stages are only
  // computed in steps whose polynomial is wanted, and aside: the run does not notice.
  void polynomial(Vec theta, Out values) override {
    prepare_polynomial();
    if (doubtful() && integrate_inside(theta, values)) return;
    double* y = values.data();
    for (const double at : theta) {
      for (int i = 0; i < n_; ++i) {
        double value = r_[6][i];
        for (int p = 5; p >= 0; --p) value = r_[p][i] + (p % 2 ? at : 1 - at) * value;
        y[i] = y0_[i] + at * value;
      }
      y += n_;
    }
  }

 private:
  void prepare_polynomial() {
    system::Ode& ode = instance_.aside().ode();
    instance_.counts().function_evaluations += 3;
    const auto& more = dormand_prince_8_extra;
    const auto slope_of = [&](int j) -> const std::vector<double>& {
      return j < 13 ? k_[j] : extra_[j - 13];
    };
    for (int e = 0; e < 3; ++e) {
      for (int i = 0; i < n_; ++i) {
        double sum = 0;
        for (int j = 0; j < 13 + e; ++j) sum += more.A[e][j] * slope_of(j)[i];
        work_[i] = y0_[i] + h_ * sum;
      }
      if (!ode.derivative(t_ + more.c[e] * h_, work_, extra_[e])) extra_[e] = k_[12];
    }
    for (int i = 0; i < n_; ++i) {
      const double step = y1_[i] - y0_[i];
      r_[0][i] = step;
      r_[1][i] = h_ * k_[0][i] - step;
      r_[2][i] = 2 * step - h_ * (k_[0][i] + k_[12][i]);
      for (int p = 0; p < 4; ++p) {
        double sum = 0;
        for (int j = 0; j < 16; ++j) sum += more.d[p][j] * slope_of(j)[i];
        r_[3 + p][i] = h_ * sum;
      }
    }
  }

  // Terms of a smooth solution become smaller, r3 ~ h⁴ to r6 ~ h⁷. Where stability limits the steps, slopes of fast
  // modes that the step itself damps are weighted by hundreds, and the last term is the largest: five times the one
  // before, and up to thousands of tolerances, on a rod in which heat spreads.
  bool doubtful() const {
    constexpr double most[] = {0.015625, 0.0083934};  // values of θ³(1-θ)³ and θ⁴(1-θ)³
    double before = 0, last = 0;
    for (int i = 0; i < n_; ++i) {
      before = std::max(before, most[0] * std::fabs(r_[5][i]) / scale_[i]);
      last = std::max(last, most[1] * std::fabs(r_[6][i]) / scale_[i]);
    }
    return last > before && last > farthest;
  }

  // Such a step is made again in short ones, from point to point. False: the equations have no value there.
  bool integrate_inside(Vec theta, Out values) {
    system::Ode& ode = instance_.aside().ode();
    const auto& table = dormand_prince_8;
    double from = 0;
    std::ranges::copy(y0_, work_.begin());
    double* y = values.data();
    for (const double at : theta) {
      const double h = (at - from) * h_, t = t_ + from * h_;
      for (int s = 0; s < 12; ++s) {
        for (int i = 0; i < n_; ++i) {
          double sum = 0;
          for (int j = 0; j < s; ++j) sum += table.A[s][j] * inner_[j][i];
          y[i] = work_[i] + h * sum;
        }
        if (!ode.derivative(t + table.c[s] * h, Vec(y, static_cast<std::size_t>(n_)), inner_[s]))
          return false;
      }
      instance_.counts().function_evaluations += 12;
      for (int i = 0; i < n_; ++i) {
        double sum = 0;
        for (int s = 0; s < 12; ++s) sum += table.b[s] * inner_[s][i];
        y[i] = work_[i] + h * sum;
      }
      std::copy(y, y + n_, work_.begin());
      y += n_;
      from = at;
    }
    return true;
  }

  static constexpr double farthest = 3;  // tolerances
  Instance& instance_;
  std::vector<double> y1_, scale_, work_;
  std::array<std::vector<double>, 3> extra_;
  std::array<std::vector<double>, 7> r_;
  std::array<std::vector<double>, 12> inner_;
  double t_ = 0;
};

}  // namespace

Integrator dormand_prince_853() {
  return {
      {.name = "dop853",
       .source = "HNW93",
       .order = 8,
       .estimate_order = 8,
       .dense_degree = 7,
       .takes = {Form::ode},
       .summary = "explicit Runge-Kutta 8(5,3) of Dormand and Prince, for smooth problems and many digits"},
      [](Instance& instance) { return std::make_unique<Dop853>(instance); }};
}

}  // namespace trammel::integrate
