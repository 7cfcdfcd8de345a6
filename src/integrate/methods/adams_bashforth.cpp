// integrate/methods/adams_bashforth.cpp: explicit Adams methods of 1 to 4 steps, for constant steps. [HNW93,
// III.1]
//
//   y₁ = y₀ + ∫ P(t) dt over the step,   P interpolates f at the last k points.
//
// The weights are computed from the actual points, so that a shorter last step stays right; for equal steps
// they are the printed ones (3/2, -1/2; 23/12, -16/12, 5/12; ...). The integral up to any point is the dense
// output.
#include <array>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/explicit_runge_kutta.hpp"
#include "integrate/tableaus/classical.hpp"

namespace trammel::integrate {
namespace {

constexpr int most_steps = 4;

class AdamsBashforth final : public Stepper {
 public:
  // The first k - 1 steps are Runge-Kutta steps of order k - 1 or better, which is enough for order k. For k
  // = 2 this is one step of Euler's method, as in [AQR94, Example 4].
  AdamsBashforth(Instance& instance, int k)
      : Stepper(instance.ode().size()), ode_(instance.ode()), k_(k), n_(ode_.size()), y0_(n_) {
    for (auto& f : f_) f.resize(n_);
    if (k == 2)
      starter_ =
          std::make_unique<ExplicitRungeKutta<1, 1>>(instance, forward_euler_1, border_of<forward_euler_1>);
    if (k > 2)
      starter_ =
          std::make_unique<ExplicitRungeKutta<4, 3>>(instance, runge_kutta_4, border_of<runge_kutta_4>);
  }

  void begin(const Begin& start) override {
    known_ = 0;
    current_ = false;
    if (starter_) starter_->begin(start);
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    std::ranges::fill(error, 0.0);
    std::ranges::copy(y0, y0_.begin());
    h_ = h;
    if (!current_) {  // the slope here, at the point where projection left it
      std::rotate(f_.rbegin(), f_.rbegin() + 1, f_.rend());
      std::rotate(t_.rbegin(), t_.rbegin() + 1, t_.rend());
      t_[0] = t;
      known_ = std::min(known_ + 1, k_);
      if (const Attempt outcome = ode_.derivative(t, y0, f_[0]); !outcome) return outcome;
      current_ = true;
    }
    if (starting()) return starter_->attempt(t, h, y0, y1, error);
    combine(1, y1);
    return {};
  }

  void accepted(const Accepted& step) override {
    current_ = false;
    if (starter_) starter_->accepted(step);
  }

  void polynomial(Vec theta, Out values) override {
    if (starting()) return starter_->polynomial(theta, values);
    const auto n = static_cast<std::size_t>(n_);
    for (std::size_t i = 0; i < theta.size(); ++i) combine(theta[i], values.subspan(i * n, n));
  }

  Attempt slope(double t, Vec y, Out yp) override { return ode_.derivative(t, y, yp); }

 private:
  bool starting() const { return known_ < k_; }

  // y = y0 + Σ w_j f_j, w_j the integral of the j-th Lagrange polynomial from t to t + θh: by Gauss' rule
  // with two points, which is exact for the cubic P.
  void combine(double theta, Out y) const {
    std::array<double, most_steps> weight{};
    const double length = theta * h_;
    for (const double node : {0.5 - std::sqrt(3.0) / 6, 0.5 + std::sqrt(3.0) / 6})
      for (int j = 0; j < k_; ++j) {
        double value = 0.5 * length;
        for (int i = 0; i < k_; ++i)
          if (i != j) value *= (t_[0] + node * length - t_[i]) / (t_[j] - t_[i]);
        weight[j] += value;
      }
    std::ranges::copy(y0_, y.begin());
    for (int j = 0; j < k_; ++j)
      for (int i = 0; i < n_; ++i) y[i] += weight[j] * f_[j][i];
  }

  system::Ode& ode_;
  int k_, n_, known_ = 0;
  bool current_ = false;
  std::vector<double> y0_;
  std::array<std::vector<double>, most_steps> f_;  // newest first
  std::array<double, most_steps> t_{};
  double h_ = 0;
  std::unique_ptr<Stepper> starter_;
};

}  // namespace

Integrator adams_bashforth(int k) {
  static constexpr std::string_view names[] = {"ab1", "ab2", "ab3", "ab4"};
  return {{.name = names[k - 1],
           .source = "HNW93",
           .order = k,
           .dense_degree = std::max(k, k > 2 ? 3 : 1),
           .takes = {Form::ode},
           .summary = "Adams-Bashforth, constant steps",
           .gain = std::array{1.0, 0.5, 0.3, 0.15}[k - 1],  // stable up to 2, 1, 6/11, 3/10
           .at_steps = true},
          [k](Instance& instance) { return std::make_unique<AdamsBashforth>(instance, k); }};
}

}  // namespace trammel::integrate
