#include "integrate/driver.hpp"

#include <algorithm>
#include <cmath>

#include "base/effort.hpp"
#include "integrate/step_effort.hpp"

namespace trammel::integrate {

using solution::Outcome;

namespace {

// Constant steps are for studies: only the formula's own error should show, so implicit equations are solved
// nearly as far as rounding allows.
StepOptions tolerances(StepOptions options) {
  constexpr double tight = 1e-12;
  if (options.given()) {
    options.rtol = std::min(options.rtol, tight);
    options.atol = std::min(options.atol, tight);
  }
  return options;
}

}  // namespace

Driver::Driver(Instance& instance, const Method& method, Stepper& stepper, Projector* projector,
               const Start& start, double t_end, const RunOptions& options, Output output)
    : instance_(instance), method_(method), stepper_(stepper), projector_(projector), options_(options),
      output_(std::move(output)), n_(static_cast<std::size_t>(stepper.size())),
      scale_(tolerances(options.step), start.nominal, n_, start.tolerance),
      controller_(std::max(method.estimate_order, 1)), t_(start.t), t_start_(start.t), t_end_(t_end),
      grid_(start.t), y0_(start.y), slope_(start.slope), y1_(n_), error_(n_), before_(n_),
      values_(n_ * static_cast<std::size_t>(std::max(1, method.dense_degree) + 1)), sample_(n_),
      sample_slope_(n_), run_{.trajectory = solution::Trajectory(0, 1)} {
  if (instance.system().form() == system::Form::residual) slope_.resize(n_, 0.0);
}

void Driver::begin() {
  begun_ = true;
  next_output_ =
      static_cast<std::size_t>(std::ranges::lower_bound(options_.times, t_) - options_.times.begin());
  for (; next_output_ < options_.times.size() && options_.times[next_output_] <= t_; ++next_output_)
    if (output_) output_(t_, y0_, slope_);
  start_stepper();
  if (instance_.system().form() == system::Form::residual && !fixed())
    jumps_.watch(instance_.residual(), stepper_.tested());
  if (!(step_ > 0) || fixed()) step_ = first_step();
  if (!holds()) stop(Outcome::assertion);
}

void Driver::start_stepper() {
  if (options_.recoordinate) {
    options_.recoordinate(t_, y0_);
    if (ImplicitPart* part = stepper_.implicit()) part->equations_changed();  // and will again
  }
  begin_stepper();
  note_residual();
}

void Driver::begin_stepper() {
  stepper_.begin({.t = t_,
                  .y = y0_,
                  .slope = slope_,
                  .scale = scale_.at(y0_),
                  .rtol = scale_.tightest(),
                  .constant_steps = fixed(),
                  .max_order = options_.step.max_order > 0 ? options_.step.max_order : 1000});
}

void Driver::restart(double t, Vec y, Vec slope, double h) {
  t_ = t;
  y0_.assign(y.begin(), y.end());
  slope_.assign(slope.begin(), slope.end());
  if (instance_.system().form() == system::Form::residual) slope_.resize(n_, 0.0);
  outcome_.reset();
  polynomial_.reset();
  awaited_ = infinity;
  failure_ = {};
  grid_ = t;
  on_grid_ = 0;
  rejected_ = jumped_ = false;
  if (!begun_) {
    step_ = h;  // for begin()
    return;
  }
  jumps_.forget();
  controller_ = Controller(std::max(method_.estimate_order, 1));
  start_stepper();
  step_ = h > 0 && !fixed() ? h : first_step();
}

void Driver::set_end(double t_end) {
  t_end_ = t_end;
  if (outcome_ != Outcome::finished) return;
  outcome_.reset();
  grid_ = t_;
  on_grid_ = 0;
}

bool Driver::advance(double t) {
  asked_ = t;
  while (t_ < t)
    if (!step()) return false;
  return true;
}

bool Driver::step() {
  if (!begun_) begin();
  while (!outcome_) {
    if (!(t_ < t_end_)) {
      if (ImplicitPart* part = stepper_.implicit()) failure_ = part->verify(t_, y0_, slope_);
      stop(failure_.verdict == Attempt::singular ? too_small() : Outcome::finished);
    } else if (move_on()) {
      return true;
    }
  }
  return false;
}

bool Driver::stop(Outcome outcome) {
  outcome_ = outcome;
  if (outcome == Outcome::step_too_small || outcome == Outcome::singular ||
      outcome == Outcome::too_many_steps)
    find_trouble();
  return false;
}

// One try. True: it was accepted.
bool Driver::move_on() {
  if (attempts_ >= options_.step.max_steps) return stop(Outcome::too_many_steps);
  const double h = proposed_step(), until = next_stop();
  const bool last = t_ + h >= until;
  if (!last && h <= smallest_step()) return stop(too_small());
  const double t_new = last ? until : fixed() ? next_node() : t_ + h;
  ++attempts_;
  ++on_grid_;
  bool moved = false;
  const double spent = effort_so_far(), error = try_step(h, t_new, moved);
  step_effort_so_far() += effort_so_far() - spent;
  if (!(error <= 1)) {
    ++instance_.counts().rejected;
    if (fixed()) return stop(too_small());
    const double wanted = stepper_.next_step(h, error);
    step_ = wanted > 0 ? wanted : h * controller_.after_rejection(error);
    rejected_ = true;
    return false;
  }
  published_ = false;
  if (passes_over(t_new)) return false;
  const double before = t_;
  if (!accept(t_new, moved)) return t_ > before;  // an event
  if (last && until < t_end_)
    begin_stepper();  // what is known of the steps so far says nothing of what begins there
  if (jumped_) {
    run_.jumps.push_back(t_);
    if (jumps_.begin_anew(before, t_, slope_)) step_ = 2 * h;
    begin_stepper();
    return true;
  }
  const double wanted = stepper_.next_step(h, error);  // with constant steps, too: it may choose an order
  if (!fixed()) step_ = wanted > 0 ? wanted : h * controller_.after_success(error, rejected_);
  if (t_ >= awaited_) {
    step_ = std::min(step_, step_behind_);
    awaited_ = infinity;
  }
  rejected_ = false;
  if (!holds())
    stop(Outcome::assertion);
  else if (options_.progress && !options_.progress(t_, instance_.counts()))
    stop(Outcome::interrupted);
  return true;
}

Run Driver::result() const {
  Run run = run_;
  run.outcome = outcome();
  run.t = t_;
  run.y = y0_;
  run.slope = slope_;
  run.h = step_;
  return run;
}

// The error of the step in units of the tolerance; infinite if it could not be computed or projected.
double Driver::try_step(double h, double t_new, bool& moved) {
  set_gains(h);
  const long before = instance_.counts().function_evaluations;
  failure_ = stepper_.attempt(t_, h, y0_, y1_, error_);
  spend(effort::method(n_, instance_.counts().function_evaluations - before));
  if (failure_.verdict == Attempt::not_finite) ++instance_.counts().without_value;
  if (!failure_) return infinity;
  const double error = fixed() ? 0 : scale_.norm(error_, y0_, y1_, stepper_.tested());
  jumped_ = false;
  if (!(error <= 1)) {
    run_.worst = scale_.worst();
    jumped_ = jumps_.suspected(h, smallest_step()) && std::isfinite(error) &&
              scale_.norm(error_, y0_, y1_, jumps_.others()) <= 1;
    if (!jumped_) {
      jumps_.failed(t_new);
      return std::isfinite(error) ? error : infinity;
    }
  }
  failure_ = project(t_new, moved);
  if (failure_) failure_ = admit(t_new);
  return failure_ ? std::min(error, 1.0) : infinity;
}

Attempt Driver::admit(double t_new) {
  if (!options_.admit) return {};
  if (!slope_.empty()) stepper_.end_slope(sample_slope_);
  return options_.admit(t_new, y1_, slope_.empty() ? Vec() : Vec(sample_slope_));
}

// γ = 1/h, well inside the interval of stability; from three hidden levels on γ ~ h^(-2/c) for methods with
// stages, whose distance O(h²) to the constraints enters as γ^c h²: that must not grow as h goes to zero.
void Driver::set_gains(double h) {
  constexpr double rounding = 1e-14;  // of a constraint
  for (const Gain& gain : options_.gains) {
    double gamma = method_.gain / h;
    if (!method_.at_steps && gain.power > 2) gamma *= std::pow(h / (t_end_ - t_start_), 1 - 2.0 / gain.power);
    instance_.set_parameter(gain.parameter,
                            std::min(gamma, std::pow(options_.step.rtol / rounding, 1.0 / gain.power)));
  }
}

double Driver::proposed_step() const {
  const double rest = next_stop() - t_;
  if (!options_.step.grid.empty()) return std::min(next_node() - t_, rest);
  if (fixed()) return step_ * (1 + 1e-9) >= rest ? rest : step_;  // rounding must not leave a stub
  // Between two events all but at once, and where the first step says nothing, one step is as good as another.
  const double least = on_grid_ == 0 ? 2 * smallest_step() : 0;
  const double h = std::min(std::max(step_, least), options_.step.max_step);
  if (h * (1 + 1e-9) >= rest || rest <= 2 * least) return rest;  // of two even steps none is halved
  return h > 0.5 * rest ? 0.5 * rest : h;                        // rather than a long one and a stub
}

bool Driver::projecting() const {
  return projector_ && projector_->projects() && options_.projection.on && !options_.projection.output_only &&
         method_.projected;
}

// Moves y1 onto the constraints. Farther than the local error allows is not Newton's fast regime: refused.
Attempt Driver::project(double t, bool& moved) {
  // In units of the tolerance. Slopes at the end of the step serve the next one as long as projection moved
  // it by less than the error test would see; ten times the tolerance is more than a step that passed can be
  // off by.
  constexpr double noticeable = 0.1, farthest = 10;
  if (!projecting()) return {};
  std::ranges::copy(y1_, before_.begin());
  if (const Attempt outcome = projector_->project(t, y1_, t_, y0_); !outcome) return outcome;
  for (std::size_t i = 0; i < n_; ++i) before_[i] -= y1_[i];
  const double distance = scale_.norm(before_, y1_, y1_);
  moved = distance > noticeable;
  return !fixed() && distance > farthest ? Attempt{Attempt::diverged, -1} : Attempt{};
}

// False: an event has cut the step, and the run has stopped there.
bool Driver::accept(double t_new, bool moved) {
  ++instance_.counts().steps;
  if (!published_) polynomial_.reset();
  const bool told = options_.on_step && (!options_.wants_step || options_.wants_step(t_, t_new));
  if (const bool asked = wanted(t_new); (told || asked) && !published_) publish(t_new);
  if (options_.cut)
    if (const auto event = options_.cut(*polynomial_)) return cut(*event, told);
  if (!slope_.empty()) stepper_.end_slope(slope_);
  outputs_up_to(t_new, !options_.leave_end || t_new < t_end_);
  t_ = t_new;
  std::swap(y0_, y1_);
  jumps_.accepted(t_);
  stepper_.accepted({.t = t_, .y = y0_, .slope = slope_, .scale = scale_.at(y0_), .moved = moved});
  note_residual();
  if (options_.recoordinate && options_.recoordinate(t_, y0_))
    if (ImplicitPart* part = stepper_.implicit()) part->equations_changed();
  if (told) options_.on_step(*polynomial_, y0_, slope_);
  return true;
}

// The step up to an event: the same polynomial, told by its values at points of the part that is left.
bool Driver::cut(double t_event, bool told) {
  stop(Outcome::event);
  if (!(t_event > t_)) {
    polynomial_.reset();
    return false;
  }
  if (t_event < polynomial_->to()) {
    const std::vector<double> whole(values_);
    const solution::StepPolynomial step(polynomial_->from(), polynomial_->to(), polynomial_->degree(), whole);
    const std::vector<double>& points = solution::chebyshev_grid(step.degree()).points;
    for (std::size_t i = 0; i < points.size(); ++i)
      step.at(t_ + points[i] * (t_event - t_), Out(values_).subspan(i * n_, n_));
    step.at(t_event, y1_);
    bool moved = false;
    if (!project(t_event, moved)) step.at(t_event, y1_);
    std::ranges::copy(y1_, values_.end() - static_cast<std::ptrdiff_t>(n_));
    if (!slope_.empty()) step.slope(t_event, slope_);
    polynomial_.emplace(t_, t_event, step.degree(), values_);
  } else if (!slope_.empty()) {
    stepper_.end_slope(slope_);
  }
  outputs_up_to(t_event, false);
  t_ = t_event;
  std::swap(y0_, y1_);
  note_residual();
  if (told) options_.on_step(*polynomial_, y0_, slope_);
  return false;
}

bool Driver::wanted(double t_new) const {
  const bool read = options_.reads_step && options_.reads_step();
  return read || options_.dense || options_.cut || (t_ < asked_ && asked_ <= t_new) ||
         (next_output_ < options_.times.size() && options_.times[next_output_] < t_new);
}

// The ends are the accepted states, after projection; the method says what lies between them.
void Driver::publish(double t_new) {
  const int degree = std::max(1, method_.dense_degree);
  const Vec points = solution::chebyshev_grid(degree).points;
  std::ranges::copy(y0_, values_.begin());
  stepper_.polynomial(points.subspan(1, points.size() - 2),
                      Out(values_).subspan(n_, values_.size() - 2 * n_));
  std::ranges::copy(y1_, values_.end() - static_cast<std::ptrdiff_t>(n_));
  polynomial_.emplace(t_, t_new, degree, values_);
  published_ = true;
}

void Driver::outputs_up_to(double t_new, bool its_end) {
  for (; next_output_ < options_.times.size() && options_.times[next_output_] <= t_new; ++next_output_) {
    const double t = options_.times[next_output_];
    if (t == t_new && !its_end) return;
    if (!output_) continue;
    if (polynomial_) polynomial_->slope(t, sample_slope_);
    if (t == t_new) {
      output_(t, y1_, slope_.empty() && polynomial_ ? Vec(sample_slope_) : Vec(slope_));
      continue;
    }
    polynomial_->at(t, sample_);
    output_(t, sample_, sample_slope_);
  }
}

void Driver::note_residual() {
  if (projector_)
    run_.constraint_residual = std::max(run_.constraint_residual, projector_->residual(t_, y0_, slope_));
}

}  // namespace trammel::integrate
