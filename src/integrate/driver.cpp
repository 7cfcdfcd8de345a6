#include "integrate/driver.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

using solution::Outcome;

// sqrt(mean of (error_i / (atol·nominal_i + rtol·max(|y0_i|, |y1_i|)))²)
class ErrorNorm {
 public:
  ErrorNorm(const StepOptions& options, std::vector<double> nominal)
      : rtol_(options.rtol), atol_(std::move(nominal)) {
    for (double& a : atol_) a *= options.atol;
  }
  double operator()(Vec error, Vec y0, Vec y1) {
    double sum = 0, largest = -1;
    for (std::size_t i = 0; i < error.size(); ++i) {
      const double ratio =
          error[i] / (atol_[i] + rtol_ * std::max(std::fabs(y0[i]), std::fabs(y1[i])) + tiny);
      sum += ratio * ratio;
      if (ratio * ratio > largest) {
        largest = ratio * ratio;
        worst_ = static_cast<int>(i);
      }
    }
    return error.empty() ? 0 : std::sqrt(sum / static_cast<double>(error.size()));
  }
  int worst() const { return worst_; }

 private:
  static constexpr double tiny = 1e-300;
  double rtol_;
  std::vector<double> atol_;
  int worst_ = -1;
};

// Proportional-integral step size control. [HNW93, IV.2 of HW96]
class Controller {
 public:
  explicit Controller(int estimate_order)
      : exponent_(1.0 / estimate_order - 0.75 * beta), order_(estimate_order) {}
  double after_success(double error, bool after_rejection) {
    const double factor = safety * std::pow(std::max(error, 1e-10), -exponent_) * std::pow(previous_, beta);
    previous_ = std::max(error, 1e-4);
    return std::clamp(factor, smallest, after_rejection ? 1.0 : largest);
  }
  double after_rejection(double error) const {
    return std::max(smallest, safety * std::pow(error, -1.0 / order_));
  }

 private:
  static constexpr double beta = 0.04, safety = 0.9, smallest = 0.2, largest = 10;
  double exponent_, previous_ = 1e-4;
  int order_;
};

class Driver {
 public:
  Driver(Instance& instance, const Method& method, Stepper& stepper, const RunOptions& options,
         const Output& output)
      : instance_(instance), method_(method), stepper_(stepper), options_(options), output_(output),
        ode_(instance.system().form() == Form::ode ? &instance.ode() : nullptr),
        n_(static_cast<std::size_t>(stepper.size())), norm_(options.step, nominal()),
        controller_(std::max(method.estimate_order, 1)), y0_(n_), y1_(n_), error_(n_), before_(n_),
        inner_(n_ * static_cast<std::size_t>(std::max(0, method.dense_degree - 1))), sample_(n_),
        h_(ode_ ? static_cast<std::size_t>(ode_->invariants()) : 0) {}

  Run run(double t_start, Vec y_start, double t_end) {
    Run run{.trajectory = solution::Trajectory(static_cast<int>(n_), method_.dense_degree)};
    run_ = &run;
    std::ranges::copy(y_start, y0_.begin());
    t_ = t_start;
    t_end_ = t_end;
    if (options_.dense) run.trajectory.begin(t_, y0_);
    next_output_ =
        static_cast<std::size_t>(std::ranges::lower_bound(options_.times, t_start) - options_.times.begin());
    outputs_at_start();
    stepper_.restart(t_, y0_);
    note_residual();
    step_ = first_step();
    run.outcome = loop();
    run.t = t_;
    run.y.assign(y0_.begin(), y0_.end());
    run.h = step_;
    return run;
  }

 private:
  std::vector<double> nominal() const {
    std::vector<double> result(n_, 1.0);
    for (std::size_t i = 0; i < n_; ++i)
      result[i] = ode_ ? ode_->nominal(static_cast<int>(i)) : instance_.system().nominal(static_cast<int>(i));
    return result;
  }

  Outcome loop() {
    const bool fixed = options_.step.fixed_step > 0;
    bool rejected = false;
    for (long attempts = 0; t_ < t_end_; ++attempts) {
      if (attempts >= options_.step.max_steps) return Outcome::too_many_steps;
      const double h = proposed_step();
      const bool last = t_ + h >= t_end_;
      if (!last &&
          h <= 16 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(t_), std::fabs(t_end_ - t_)))
        return too_small();
      const Attempt attempt = stepper_.attempt(t_, h, y0_, y1_, error_);
      if (!attempt) {
        failure_ = attempt;
        ++instance_.counts().rejected;
        if (fixed) return too_small();
        rejected = true;
        step_ = 0.25 * h;
        continue;
      }
      double error = fixed ? 0 : norm_(error_, y0_, y1_);
      if (!(error <= 1)) {
        run_->worst = norm_.worst();
        failure_ = {};
        ++instance_.counts().rejected;
        rejected = true;
        step_ = h * (std::isfinite(error) ? controller_.after_rejection(error) : 0.2);
        continue;
      }
      const double t_new = last ? t_end_ : t_ + h;
      bool moved = false;
      if (const Attempt projection = project(t_new, moved); !projection) {
        failure_ = projection;
        ++instance_.counts().rejected;
        if (fixed) return too_small();
        rejected = true;
        step_ = 0.25 * h;
        continue;
      }
      accept(t_new, moved);
      if (!fixed) step_ = h * controller_.after_success(error, rejected);
      rejected = false;
      if (options_.progress && !options_.progress(t_, instance_.counts())) return Outcome::interrupted;
    }
    return Outcome::finished;
  }

  double proposed_step() const {
    if (options_.step.fixed_step > 0) return std::min(step_, t_end_ - t_);
    const double h = std::min(step_, options_.step.max_step), rest = t_end_ - t_;
    if (h >= rest) return rest;
    return h > 0.5 * rest ? 0.5 * rest : h;  // two even steps rather than a long one and a stub
  }

  Outcome too_small() {
    run_->row = failure_.row;
    switch (failure_.verdict) {
      case Attempt::not_finite:
        return Outcome::not_finite;
      case Attempt::singular:
        return Outcome::singular;
      default:
        return Outcome::step_too_small;
    }
  }

  // Moves y1 onto the constraints.
  Attempt project(double t, bool& moved) {
    if (!ode_ || !options_.projection.on || h_.empty()) return {};
    before_ = y1_;
    const auto projection = ode_->project(t, y1_);
    if (!projection.outcome) return projection.outcome;
    for (std::size_t i = 0; i < n_; ++i) before_[i] -= y1_[i];
    const double distance = norm_(before_, y1_, y1_);
    moved = distance > 0.1;
    if (distance > 10)
      return {Attempt::diverged, -1};  // farther than the local error allows: not in Newton's fast regime
    return {};
  }

  void accept(double t_new, bool moved) {
    ++instance_.counts().steps;
    if (options_.dense) {
      const auto& points = run_->trajectory.points();
      for (std::size_t k = 1; k + 1 < points.size(); ++k)
        stepper_.dense(points[k], Out(inner_).subspan((k - 1) * n_, n_));
    }
    outputs_up_to(t_new);
    if (options_.dense) run_->trajectory.add_step(t_new, inner_, y1_);
    t_ = t_new;
    std::swap(y0_, y1_);
    stepper_.accepted(t_, y0_, moved);
    note_residual();
  }

  void outputs_at_start() {
    for (; next_output_ < options_.times.size() && options_.times[next_output_] <= t_; ++next_output_)
      if (output_ && options_.times[next_output_] == t_) output_(t_, y0_);
  }

  void outputs_up_to(double t_new) {
    for (; next_output_ < options_.times.size() && options_.times[next_output_] <= t_new; ++next_output_) {
      const double t = options_.times[next_output_];
      if (t == t_new)
        std::ranges::copy(y1_, sample_.begin());
      else
        stepper_.dense((t - t_) / (t_new - t_), sample_);
      if (output_) output_(t, sample_);
    }
  }

  void note_residual() {
    if (!ode_ || h_.empty()) return;
    ode_->invariants(t_, y0_, h_);
    for (const double h : h_) run_->constraint_residual = std::max(run_->constraint_residual, std::fabs(h));
  }

  // [HNW93, II.4]: a step in which an explicit Euler step would err by about 1 % of the tolerance.
  double first_step() {
    if (options_.step.fixed_step > 0) return options_.step.fixed_step;
    if (options_.step.first_step > 0) return options_.step.first_step;
    const double length = t_end_ - t_;
    std::vector<double> slope(n_), other(n_);
    if (!stepper_.slope(t_, y0_, slope)) return 1e-6 * length;
    const double d0 = norm_(y0_, y0_, y0_), d1 = norm_(slope, y0_, y0_);
    double h = d0 < 1e-10 || d1 < 1e-10 ? 1e-6 * length : 0.01 * d0 / d1;
    h = std::min({h, options_.step.max_step, length});
    for (std::size_t i = 0; i < n_; ++i) y1_[i] = y0_[i] + h * slope[i];
    if (!stepper_.slope(t_ + h, y1_, other)) return 0.1 * h;
    for (std::size_t i = 0; i < n_; ++i) other[i] = (other[i] - slope[i]) / h;
    const double d2 = norm_(other, y0_, y0_), largest = std::max(d1, d2);
    const double by_curvature = largest <= 1e-15
                                    ? std::max(1e-6 * length, 1e-3 * h)
                                    : std::pow(0.01 / largest, 1.0 / std::max(method_.estimate_order, 1));
    return std::min({100 * h, by_curvature, options_.step.max_step, length});
  }

  Instance& instance_;
  const Method& method_;
  Stepper& stepper_;
  const RunOptions& options_;
  const Output& output_;
  system::Ode* ode_;
  std::size_t n_;
  ErrorNorm norm_;
  Controller controller_;
  std::vector<double> y0_, y1_, error_, before_, inner_, sample_, h_;
  double t_ = 0, t_end_ = 0, step_ = 0;
  std::size_t next_output_ = 0;
  Attempt failure_;
  Run* run_ = nullptr;
};

}  // namespace

Run integrate(Instance& instance, const Method& method, Stepper& stepper, double t_start, Vec y_start,
              double t_end, const RunOptions& options, const Output& output) {
  return Driver(instance, method, stepper, options, output).run(t_start, y_start, t_end);
}

}  // namespace trammel::integrate
