// integrate/methods/wunderlich.cpp: modified BDF of order 1 and 2, and the two-stage Radau IIA method on
// second-order forms, with the step control of the thesis that introduced them. [Wun05,
// sections 4.2-4.5, 8.2]
//
// Kept beside our own control so that its tables can be regenerated. The error estimate is the distance to
// the cubic extrapolation of the last four points (4.22)-(4.24); a run of successes doubles the step each
// time. Left open by the text and decided here: only positions enter the error test, because once an accepted
// point errs in λ (or q', which jumps with step and order) by more than the tolerance no step size would pass
// any more; and order 2 returns only
// where its weights are moderate, because after a single step of order 1 they do not exist.
#include <algorithm>
#include <cmath>

#include "integrate/level_bdf.hpp"
#include "integrate/level_stepper.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/second_order_collocation.hpp"

namespace trammel::integrate {
namespace {

// What both methods share: memory of accepted points, estimate, control, interpolation.
class WunderlichControl : public LevelStepper {
 public:
  WunderlichControl(Instance& instance, int equal_steps)
      : LevelStepper(instance.residual(), tested_components(instance.residual(), false, false)),
        equal_steps_(equal_steps) {
    const auto n = static_cast<std::size_t>(size());
    value_.assign(kept, std::vector<double>(n));
    new_.resize(n);
    fine_.resize(n);
  }

  void set_scale(Vec scale) override {
    for (std::size_t i = 0; i < fine_.size(); ++i) fine_[i] = finer * scale[i];
    set_fine_scale(fine_);
  }

  void start(double t, Vec y, Vec slope) override {
    points_ = failures_ = 0;
    steps_ = 0;
    remember(t, y);
    begin_core(t, y, slope);
  }

  Attempt try_step(double t, double h, Vec y0, Out y1, Out error) override {
    begin_ = t;
    end_ = t + h;
    if (const Attempt outcome = step(t, h, y0, y1); !outcome) return outcome;
    std::ranges::copy(y1, new_.begin());
    if (steps_ < std::max(equal_steps_, 4)) {
      std::ranges::fill(error, 0.0);
      return {};
    }
    interpolate(end_, 4, error);
    for (std::size_t i = 0; i < error.size(); ++i) error[i] = tested()[i] ? y1[i] - error[i] : 0;
    return {};
  }

  void keep(double t, Vec y) override {
    remember(t, y);
    ++steps_;
    keep_core();
  }

  // [Wun05, section 4.4]
  double next_step(double h, double error) override {
    const double wanted = std::pow(2 * std::max(error, 1e-10), -1.0 / (order() + 1));
    if (error <= 1) {
      const bool after_failure = failures_ > 0;
      failures_ = 0;
      if (steps_ < equal_steps_) return h;
      if (!after_failure) raise_order();
      if (!after_failure || wanted >= 2) return 2 * h;
      return wanted > 1 ? h : std::clamp(wanted, 0.5, 0.9) * h;
    }
    ++failures_;
    if (!std::isfinite(error)) return 0.25 * h;
    if (failures_ == 1) return std::clamp(0.9 * wanted, 0.25, 0.9) * h;
    if (failures_ >= 3) lower_order();
    return 0.25 * h;
  }

  // (4.31): the new point and up to five before it.
  void inside(double theta, Out y) override {
    const double t = begin_ + theta * (end_ - begin_);
    const int old = std::min(points_, 5);
    std::ranges::fill(y, 0.0);
    for (int i = -1; i < old; ++i) {
      const double at = i < 0 ? end_ : t_[i];
      double weight = 1;
      for (int m = -1; m < old; ++m)
        if (m != i) weight *= (t - (m < 0 ? end_ : t_[m])) / (at - (m < 0 ? end_ : t_[m]));
      const std::vector<double>& from = i < 0 ? new_ : value_[i];
      for (std::size_t j = 0; j < y.size(); ++j) y[j] += weight * from[j];
    }
  }

 protected:
  // Newton's iteration goes on far below the tolerance: the tables show the formulas' own errors.
  static constexpr double finer = 1e-6;
  virtual void set_fine_scale(Vec scale) = 0;
  virtual void begin_core(double t, Vec y, Vec slope) = 0;
  virtual Attempt step(double t, double h, Vec y0, Out y1) = 0;
  virtual void keep_core() = 0;
  virtual int order() const = 0;
  virtual void raise_order() {}
  virtual void lower_order() {}

 private:
  static constexpr int kept = 6;

  void remember(double t, Vec y) {
    points_ = std::min(points_ + 1, kept);
    std::rotate(value_.begin(), value_.end() - 1, value_.end());
    std::rotate(t_.begin(), t_.end() - 1, t_.end());
    t_[0] = t;
    std::ranges::copy(y, value_[0].begin());
  }

  void interpolate(double t, int count, Out y) const {
    std::ranges::fill(y, 0.0);
    for (int i = 0; i < count; ++i) {
      double weight = 1;
      for (int m = 0; m < count; ++m)
        if (m != i) weight *= (t - t_[m]) / (t_[i] - t_[m]);
      for (std::size_t j = 0; j < y.size(); ++j) y[j] += weight * value_[i][j];
    }
  }

  int equal_steps_, points_ = 0, failures_ = 0;
  long steps_ = 0;
  double begin_ = 0, end_ = 0;
  std::array<double, kept> t_{};
  std::vector<std::vector<double>> value_;  // newest first
  std::vector<double> new_, fine_;
};

class WunderlichBdf final : public WunderlichControl {
 public:
  explicit WunderlichBdf(Instance& instance) : WunderlichControl(instance, 4), core_(instance, true) {}
  // Positions alone are tested, and in those of a third-order equation x'' errs unseen.
  void require_changing_steps() const override {
    if (core_.levels() > 2)
      throw Error(
          Kind::usage,
          "the step control of this method is for equations of second order, these are of a higher one", {},
          "use modified_bdf or radau_second_order_3, or give the steps");
  }
  void aim(double rtol, bool /*constant_steps*/) override { core_.newton().set_tolerance(finer * rtol); }
  void equations_changed() override { core_.newton().forget(); }
  void end_slope(Out slope) const override { core_.x().pack_slope(slope); }
  Trouble trouble() const override { return {.order = order_, .worst = core_.newton().worst()}; }

 private:
  void set_fine_scale(Vec scale) override { core_.newton().set_scale(scale); }
  void begin_core(double t, Vec y, Vec slope) override {
    core_.restart(t, y, slope);
    order_ = 1;
  }
  Attempt step(double /*t*/, double h, Vec /*y0*/, Out y1) override {
    tried_ = std::min(order_, core_.history().nodes());
    Attempt outcome = core_.step(h, tried_, true);
    if (outcome.verdict == Attempt::singular && tried_ > 1) outcome = core_.step(h, tried_ = 1, true);
    core_.x().pack(y1);
    return outcome;
  }
  void keep_core() override {
    core_.accept();
    raise_order();  // BDF(2,1), BDF(3,1,2), BDF(1,2,2), BDF(2,2,2) at the start
  }
  int order() const override { return tried_; }
  int order_used() const override { return tried_; }
  void raise_order() override { order_ = 2; }
  void lower_order() override { order_ = 1; }

  LevelBdf core_;
  int order_ = 1, tried_ = 1;
};

class WunderlichRadau final : public WunderlichControl {
 public:
  explicit WunderlichRadau(Instance& instance)
      : WunderlichControl(instance, 3),
        core_(instance, radau_rule(2), SecondOrderCollocation::Multipliers::recursion),
        ignored_(static_cast<std::size_t>(core_.size())) {}
  void aim(double rtol, bool constant_steps) override { core_.aim(finer * rtol, constant_steps); }
  void equations_changed() override { core_.equations_changed(); }
  void end_slope(Out slope) const override { core_.end_slope(slope); }
  Trouble trouble() const override { return core_.trouble(); }

 private:
  void set_fine_scale(Vec scale) override { core_.set_scale(scale); }
  void begin_core(double t, Vec y, Vec slope) override { core_.start(t, y, slope); }
  Attempt step(double t, double h, Vec y0, Out y1) override {
    const Attempt outcome = core_.try_step(t, h, y0, y1, ignored_);
    if (outcome) std::ranges::copy(y1, ignored_.begin());
    return outcome;
  }
  void keep_core() override { core_.keep(0, ignored_); }
  int order() const override { return 3; }

  SecondOrderCollocation core_;
  std::vector<double> ignored_;  // the estimate of its own, then the end of the step
};

Method with_control(std::string_view name, int order) {
  return {.name = name,
          .source = "Wun05",
          .order = order,
          .estimate_order = order + 1,
          .dense_degree = 5,
          .takes = {Form::second_order},
          .max_index = 3,
          .summary = "with the step control of the thesis",
          .multistep = true};
}

}  // namespace

std::vector<Integrator> wunderlich_methods() {
  return {{with_control("wunderlich", 2),
           [](Instance& instance) { return std::make_unique<WunderlichBdf>(instance); }},
          {with_control("wunderlich_radau", 3),
           [](Instance& instance) { return std::make_unique<WunderlichRadau>(instance); }}};
}

}  // namespace trammel::integrate
