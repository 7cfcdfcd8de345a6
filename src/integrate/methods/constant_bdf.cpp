// integrate/methods/constant_bdf.cpp: the plain k-step BDF at constant step size, for convergence studies.
//
//   F(t_n, y_n, (1/h) Σ_{j=1..k} (1/j) ∇^j y_n) = 0                                  [HW96, (III.1.22')]
//
// The k−1 missing starting values come from Radau IIA with five stages, whose order 9 hides behind any of
// these. Newton is solved as far as rounding allows, because at index 3 what it leaves is divided by h².
#include <algorithm>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {
namespace {

class ConstantBdf final : public Stepper {
 public:
  ConstantBdf(Instance& instance, int order)
      : order_(order), model_(instance), n_(model_.size()), scaling_(model_.equations()), matrix_(model_),
        norm_(model_.equations()), starter_(instance, {&radau_rule(5)}),
        history_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(order + 1)), slope_(n_), work_(n_),
        start_slope_(n_), differences_(history_), ignored_(n_) {
    // Σ (1/j) ∇^j in terms of y_n, y_{n-1}, ...
    weight_.assign(static_cast<std::size_t>(order) + 1, 0.0);
    for (int j = 1; j <= order; ++j) {
      double binomial = 1;
      for (int i = 0; i <= j; ++i) {
        weight_[i] += (i % 2 == 0 ? 1.0 : -1.0) * binomial / j;
        binomial = binomial * (j - i) / (i + 1);
      }
    }
  }

  int size() const override { return n_; }
  void set_tolerance(double /*rtol*/) override { starter_.set_tolerance(1e-12); }
  void set_scale(Vec scale) override { norm_.set_scale(scale); }

  void restart(double t, Vec y, Vec slope) override {
    std::ranges::fill(start_slope_, 0.0);
    std::copy_n(slope.begin(), std::min(slope.size(), start_slope_.size()), start_slope_.begin());
    std::ranges::copy(start_slope_, slope_.begin());
    starter_.restart(t, y, slope);
    known_ = 0;
    started_ = false;
  }

  Attempt slope(double /*t*/, Vec /*y*/, Out yp) override {
    std::ranges::copy(start_slope_, yp.begin());
    return started_ ? Attempt{Attempt::diverged, -1} : Attempt{};
  }

  void equations_changed() override { starter_.equations_changed(); }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    started_ = true;
    h_ = h;
    std::ranges::fill(error, 0.0);
    std::ranges::copy(y0, past(0).begin());
    starting_ = known_ + 1 < order_;
    if (starting_) {  // tight for itself: what counts as small to it is far below what does to us
      for (int i = 0; i < n_; ++i) work_[i] = 1e-14 * (1 + std::fabs(y0[i]));
      starter_.set_scale(work_);
      return starter_.attempt(t, h, y0, y1, ignored_);
    }
    return solve(t + h, h, y0, y1);
  }

  void accepted(double t, Vec y, bool moved) override {
    if (starting_) starter_.end_slope(slope_);
    if (starting_) starter_.accepted(t, y, moved);
    known_ = std::min(known_ + 1, order_);
    for (int j = order_ - 1; j > 0; --j) std::ranges::copy(past(j - 1), past(j).begin());
  }

  // The formula's own, by its backward differences: Σ_j (s)(s+1)..(s+j−1)/j! ∇^j, s = θ − 1.
  void polynomial(Vec theta, Out values) override {
    if (starting_) return starter_.polynomial(theta, values);
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

  Trouble trouble() const override {
    return starting_ ? starter_.trouble() : Trouble{.worst = norm_.worst(work_)};
  }

 private:
  Out past(int j) { return Out(history_).subspan(static_cast<std::size_t>(j) * n_, n_); }
  Out difference(int j) { return Out(differences_).subspan(static_cast<std::size_t>(j) * n_, n_); }
  Vec difference(int j) const { return Vec(differences_).subspan(static_cast<std::size_t>(j) * n_, n_); }

  void keep_differences(Vec y1) {
    std::ranges::copy(y1, difference(0).begin());
    for (int j = 1; j <= order_; ++j) std::ranges::copy(past(j - 1), difference(j).begin());
    for (int level = 1; level <= order_; ++level)
      for (int j = order_; j >= level; --j)
        for (int i = 0; i < n_; ++i) difference(j)[i] = difference(j - 1)[i] - difference(j)[i];
  }

  // Newton with a matrix of its own in every iteration: nothing is left to the rate of a frozen one.
  Attempt solve(double t, double h, Vec y0, Out y1) {
    const double c = weight_[0] / h;
    scaling_.set(h);
    norm_.set_step(h);
    for (int i = 0; i < n_; ++i) y1[i] = y0[i] + h * slope_[i];
    double before = INFINITY;
    for (int k = 0; k < most_iterations; ++k) {
      for (int i = 0; i < n_; ++i) {
        double sum = weight_[0] * y1[i];
        for (int j = 0; j < order_; ++j) sum += weight_[j + 1] * past(j)[i];
        slope_[i] = sum / h;
      }
      if (const Attempt outcome = model_.residual(t, y1, slope_, work_); !outcome) return outcome;
      model_.evaluate(t, y1, slope_, c);
      if (const Attempt outcome = matrix_.factor_sum(scaling_); !outcome) return outcome;
      matrix_.solve(scaling_, work_);
      ++model_.counts().newton_iterations;
      for (int i = 0; i < n_; ++i) y1[i] -= work_[i];
      const double moved = norm_(work_);
      if (!std::isfinite(moved)) return {Attempt::diverged, -1};
      // Converged when the steps have stopped shrinking: that is rounding.
      if (moved == 0 || (moved < 1 && moved >= 0.25 * before)) {
        keep_differences(y1);
        return {};
      }
      before = moved;
    }
    return {Attempt::diverged, -1};
  }

  static constexpr int most_iterations = 25;
  int order_;
  Linearization model_;
  int n_;
  LevelScaling scaling_;
  RealBlock matrix_;
  NewtonNorm norm_;
  Collocation starter_;
  std::vector<double> history_, slope_, work_, start_slope_, weight_, differences_, ignored_;
  int known_ = 0;  // steps so far, at most k
  bool starting_ = false, started_ = false;
  double h_ = 0;
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
