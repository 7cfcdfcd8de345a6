// integrate/methods/constant_bdf.cpp: the plain k-step BDF on steps that are given, for convergence studies:
// constant ones, or any grid. [AP98, 10.1.2]
//
//   F(t_n, y_n, (1/h) Σ_{j=1..k} (1/j) ∇^j y_n) = 0                                  [HW96, (III.1.22')]
//   F(t_n, y_n, Σ_{j=1..k} Π_{i<j} (t_n − t_{n−i}) y[t_n, .., t_{n−j}]) = 0           [Wun05, (2.40), (2.41)]
//
// The second is the first for equal steps. The k−1 missing starting values come from Radau IIA with five
// stages, whose order 9 hides behind any of these. Newton is solved as far as rounding allows, because at
// index 3 what it leaves is divided by h². Where the first of them, backward Euler, fails at index 2: [AP98,
// Example 10.1].
#include <algorithm>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {
namespace {

class ConstantBdf final : public Stepper {
 public:
  ConstantBdf(Instance& instance, int order)
      : Stepper(instance.residual().size()), order_(order), n_(size()), solver_(instance, {}),
        starter_(instance, {&radau_rule(5)}),
        history_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(order + 1)), slope_(n_), scale_(n_),
        base_(n_), base_slope_(n_), e_(n_), differences_(history_), ignored_(n_) {
    // Σ (1/j) ∇^j in terms of y_n, y_{n-1}, ...
    equal_weight_.assign(static_cast<std::size_t>(order) + 1, 0.0);
    weight_ = time_ = equal_weight_;
    for (int j = 1; j <= order; ++j) {
      double binomial = 1;
      for (int i = 0; i <= j; ++i) {
        equal_weight_[i] += (i % 2 == 0 ? 1.0 : -1.0) * binomial / j;
        binomial = binomial * (j - i) / (i + 1);
      }
    }
  }

  ImplicitPart* implicit() override { return starting_ ? starter_.implicit() : &solver_; }

  void begin(const Begin& start) override {
    solver_.begin(start);
    std::ranges::copy(start.slope, slope_.begin());
    known_ = 0;
    starting_ = order_ > 1;
    // Tight for itself: what counts as small to it is far below what does to us.
    for (int i = 0; i < n_; ++i) scale_[i] = 1e-14 * (1 + std::fabs(start.y[i]));
    starter_.begin({start.t, start.y, start.slope, scale_, 1e-12, true});
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    std::ranges::fill(error, 0.0);
    std::ranges::copy(y0, past(0).begin());
    time_[1] = t;
    return starting_ ? starter_.attempt(t, h, y0, y1, ignored_) : solve(t + h, h, y0, y1);
  }

  void accepted(const Accepted& step) override {
    if (starting_) {
      std::ranges::copy(step.slope, slope_.begin());
      for (int i = 0; i < n_; ++i) scale_[i] = 1e-14 * (1 + std::fabs(step.y[i]));
      starter_.accepted({step.t, step.y, step.slope, scale_, step.moved});
    }
    solver_.set_scale(step.scale);
    known_ = std::min(known_ + 1, order_);
    starting_ = known_ + 1 < order_;
    for (int j = order_ - 1; j > 0; --j) std::ranges::copy(past(j - 1), past(j).begin());
    for (int j = order_; j > 1; --j) time_[j] = time_[j - 1];
  }

  // The formula's own, by its backward differences: Σ_j (s)(s+1)..(s+j−1)/j! ∇^j, s = θ − 1.
  void polynomial(Vec theta, Out values) override {
    if (starting_) return starter_.polynomial(theta, values);
    if (!equal_) return interpolate(theta, values);
    double* y = values.data();
    for (const double at : theta) {
      std::fill_n(y, n_, 0.0);
      double factor = 1;
      for (int j = 0; j <= order_; ++j) {
        for (int i = 0; i < n_; ++i) y[i] += factor * difference(j)[i];
        factor *= (at - 1 + j) / (j + 1);
      }
      y += n_;
    }
  }

  void end_slope(Out slope) const override {
    if (starting_) return starter_.end_slope(slope);
    std::ranges::copy(slope_, slope.begin());
  }

 private:
  Out past(int j) { return Out(history_).subspan(static_cast<std::size_t>(j) * n_, n_); }
  Out difference(int j) { return Out(differences_).subspan(static_cast<std::size_t>(j) * n_, n_); }
  Vec difference(int j) const { return Vec(differences_).subspan(static_cast<std::size_t>(j) * n_, n_); }

  // The weights of y_n, y_{n−1}, .., times h. At t_n the polynomial through the nodes has the slope Σ w_i
  // y_{n−i}.
  void weigh(double t, double h) {
    time_[0] = t;
    equal_ = true;
    for (int i = 1; i <= order_; ++i) equal_ = equal_ && std::fabs(time_[i - 1] - time_[i] - h) <= 1e-9 * h;
    if (equal_) return void(weight_ = equal_weight_);
    weight_[0] = 0;
    for (int i = 1; i <= order_; ++i) {
      weight_[0] += h / (t - time_[i]);
      weight_[i] = h / (time_[i] - t);
      for (int m = 1; m <= order_; ++m)
        if (m != i) weight_[i] *= (t - time_[m]) / (time_[i] - time_[m]);
    }
  }

  void interpolate(Vec theta, Out values) const {
    double* y = values.data();
    for (const double at : theta) {
      const double t = time_[1] + at * (time_[0] - time_[1]);
      std::fill_n(y, n_, 0.0);
      for (int j = 0; j <= order_; ++j) {
        double factor = 1;
        for (int m = 0; m <= order_; ++m)
          if (m != j) factor *= (t - time_[m]) / (time_[j] - time_[m]);
        for (int i = 0; i < n_; ++i) y[i] += factor * difference(j)[i];
      }
      y += n_;
    }
  }

  // Backward differences; on unequal steps the values themselves.
  void keep_differences(Vec y1) {
    std::ranges::copy(y1, difference(0).begin());
    for (int j = 1; j <= order_; ++j) std::ranges::copy(past(j - 1), difference(j).begin());
    if (!equal_) return;
    for (int level = 1; level <= order_; ++level)
      for (int j = order_; j >= level; --j)
        for (int i = 0; i < n_; ++i) difference(j)[i] = difference(j - 1)[i] - difference(j)[i];
  }

  // From the tangent, as far as rounding allows.
  Attempt solve(double t, double h, Vec y0, Out y1) {
    weigh(t, h);
    const double c = weight_[0] / h;
    for (int i = 0; i < n_; ++i) {
      base_[i] = y0[i] + h * slope_[i];
      double sum = weight_[0] * base_[i];
      for (int j = 0; j < order_; ++j) sum += weight_[j + 1] * past(j)[i];
      base_slope_[i] = sum / h;
    }
    std::ranges::fill(e_, 0.0);
    if (const Attempt outcome = solver_.solve_to_rounding({t, c, base_, base_slope_}, h, e_); !outcome)
      return outcome;
    for (int i = 0; i < n_; ++i) {
      y1[i] = base_[i] + e_[i];
      slope_[i] = base_slope_[i] + c * e_[i];
    }
    keep_differences(y1);
    return {};
  }

  int order_, n_;
  StageSolver solver_;
  Collocation starter_;
  std::vector<double> history_, slope_, scale_, base_, base_slope_, e_, equal_weight_, weight_, differences_,
      ignored_;
  std::vector<double> time_;  // of the end of the step, of its beginning, of the values before
  int known_ = 0;             // steps so far, at most k
  bool starting_ = false, equal_ = true;
};

}  // namespace

std::vector<Integrator> constant_bdf_methods() {
  static constexpr std::string_view names[] = {"bdf1", "bdf2", "bdf3", "bdf4", "bdf5", "bdf6"};
  std::vector<Integrator> methods;
  for (int k = 1; k <= 6; ++k)
    methods.push_back({{.name = names[k - 1],
                        .source = "HW96",
                        .order = k,
                        .dense_degree = k,
                        .takes = {Form::residual},
                        .max_index = 3},
                       [k](Instance& instance) { return std::make_unique<ConstantBdf>(instance, k); }});
  methods.push_back(methods[0]);
  methods.back().method.name = "backward_euler";
  return methods;
}

}  // namespace trammel::integrate
