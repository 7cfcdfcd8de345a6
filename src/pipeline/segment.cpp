#include "pipeline/segment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "formulation/regularize.hpp"
#include "pipeline/branch_end.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/explain.hpp"
#include "pipeline/fastest_mode.hpp"
#include "pipeline/instants.hpp"
#include "pipeline/outlook.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/sizes.hpp"
#include "pipeline/stabilizations.hpp"
#include "pipeline/time_scale_gain.hpp"
#include "pipeline/trust_radius.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

constexpr double aged_choice = 30;  // growth of the condition since the choice was made

std::string stiffness_advice(const integrate::Method& method) {
  return fmt::format(
      "the problem is stiff: stability, not accuracy, limited the steps of {}; an implicit method will need "
      "fewer",
      method.name);
}

// Short steps lead nowhere: a jump may be what they cannot pass.
bool cannot_go_on(solution::Outcome outcome) {
  using solution::Outcome;
  return outcome == Outcome::step_too_small || outcome == Outcome::too_many_steps;
}

void add(std::vector<std::string>& to, const std::vector<std::string>& notes) {
  to.insert(to.end(), notes.begin(), notes.end());
}

}  // namespace

Segment::Segment(const Prepared& prepared, const Options& options, const SegmentStart& start)
    : options_(options), start_(start), choice_(prepared.choices()[start.choice]),
      run_options_((require_steps(choice_.integrator->method, options.step), check_options(options))),
      setup_(prepared.set_up(start.choice, start.numbers, start.from ? start.from->t : start.interval.start,
                             start.own_numbers, start.from)),
      asked_(std::max(run_options_.step.rtol, run_options_.step.atol)),
      stepper_(choice_.integrator->make(*setup_.instance)),
      assertions_(*setup_.plan->assertions, setup_.parameters),
      functions_(options_.events, setup_.plan->reported.names.size(), start_.crossings),
      trajectory_(stepper_->size(), choice_.integrator->method.dense_degree),
      values_(setup_.plan->reported.names.size()), state_(setup_.start.y.size()),
      slope_(setup_.start.slope.size()) {
  if (start_.sizes != nullptr) start_.sizes->take(setup_);
  test_by_themselves();
  run_options_.gains = setup_.plan->gains;
  run_options_.step.max_steps -= start_.attempts;
  if (start_.first_step > 0 && run_options_.step.first_step == 0)
    run_options_.step.first_step = start_.first_step;
  const auto& coefficients = setup_.plan->how.coefficients;
  const bool radius = formulation::regularizes(choice_.formulation->source) && coefficients.size() > 1;
  run_options_.recoordinate =
      with_trust_radius(setup_, radius ? coefficients[1] : 0,
                        with_time_scale_gain(setup_, start_.interval.end - setup_.start.t,
                                             stepper_->implicit() == nullptr, setup_.recoordinate),
                        regularized_);
  run_options_.dense = options_.dense || options_.after_step;
  refuse_gain(setup_, choice_);
  describe(choice_);
  if (setup_.plan->problem) switches_.emplace(setup_.plan->problem->dae, setup_.plan->reported);
  if (setup_.monitor && start_.from) setup_.monitor->resume(start_.from->regular);
  guard_branch();
  watch_progress();
  watch_claims();
  watch_events();
  if (options_.follower != nullptr)
    run_options_.reads_step = [this] { return options_.follower->reads_inside(); };
  if (options_.judge)
    options_.judge->follow(setup_, choice_, options_, run_options_, projects() || nothing_drifts());
  take_share();
  end_steps_at_fronts();
  watch_pulses();
  setup_.instance->counts() = {};
  if (options_.dense) trajectory_.begin(setup_.start.t, setup_.start.y);
  driver_.emplace(*setup_.instance, choice_.integrator->method, *stepper_, setup_.projector.get(),
                  setup_.start, start_.interval.end, run_options_, [this](double t, Vec state, Vec slope) {
                    if (start_.from && !start_.tell_start && t <= start_.from->t) return;  // was told already
                    setup_.observe(t, state, slope, values_);
                    once_.solution.samples.push_back({t, values_});
                  });
  look_at_start();
  show_follower();
}

// A run may begin in a singular configuration: its first slopes were found around it.
void Segment::look_at_start() {
  if (!crossings_ || start_.from) return;
  const system::SingularPoints* const points = system::singular_points(setup_.instance->ode());
  began_singular_ = points != nullptr && points->passed();
}

// The start; the steps are shown as they are made.
void Segment::show_follower() {
  if (options_.follower == nullptr) return;
  setup_.observe(setup_.start.t, setup_.start.y, setup_.start.slope, values_);
  options_.follower->begin(setup_.start.t, values_);
}

bool Segment::projects() const {
  return run_options_.projection.on && choice_.integrator->method.projected && setup_.projector &&
         setup_.projector->projects();
}

// Where all constraints are linear, none is left beside the underlying ODE: what is reported follows from its states
// and holds them to rounding.
bool Segment::nothing_drifts() const {
  return setup_.instance->system().form() == system::Form::ode && !setup_.reference &&
         setup_.instance->ode().invariants() == 0;
}

void Segment::describe(const Choice& choice) {
  Solution& result = once_.solution;
  result.choice = {std::string(choice.formulation->name), std::string(choice.integrator->method.name),
                   projects() ? std::string(name_of(run_options_.projection)) : "none", choice.reason};
  result.notes = setup_.notes;
  if (std::string note = require_index(choice, setup_); !note.empty())
    result.notes.push_back(std::move(note));
  result.variables = setup_.plan->reported.names;
  add(result.notes, setup_.instance->system().notes());
  result.t_start = setup_.start.t;
}

void Segment::watch_progress() {
  const bool may_age = start_.may_age && setup_.monitor;
  if (!start_.leave_if_stiff && start_.outlook == nullptr && !may_age) return;
  run_options_.progress = [this, may_age](double t, const Counts& counts) {
    once_.aged = may_age && (setup_.monitor->growth() > aged_choice || faded_);
    if (once_.aged) return false;
    once_.left_as_stiff = start_.leave_if_stiff && stepper_->stiff();
    if (once_.left_as_stiff) return false;
    once_.left_as_dear =
        start_.outlook != nullptr && start_.outlook->leaves(t, [this] { return mode_here(); });
    return !once_.left_as_dear && (!options_.progress || options_.progress(t, counts));
  };
}

// Of the underlying ODE, where the run is now; looking leaves no trace in it.
FastestMode Segment::mode_here() {
  const bool itself = setup_.instance->system().form() == system::Form::ode && !setup_.reference;
  const std::optional<Point> here = reached(setup_, driver_->result());
  if (!here || (!itself && !setup_.reference)) return {};
  system::Ode& ode = (itself ? *setup_.instance : *setup_.reference).aside().ode();
  return here->z.size() == static_cast<std::size_t>(ode.size()) ? fastest_mode(ode, here->t, here->z)
                                                                : FastestMode{};
}

void Segment::watch_claims() {
  if (setup_.monitor && setup_.instance->system().form() == system::Form::ode && !setup_.reference)
    crossings_.emplace([this]() -> system::Ode& { return setup_.instance->aside().ode(); });
  if (assertions_.empty() && !setup_.monitor && !guard_ && !setup_.branch) return;
  run_options_.watch = [this](double t, Vec state, Vec slope) {
    keep_branch(t, state, slope);
    if (setup_.monitor) setup_.monitor->see(t, state, slope);
    if (crossings_) {
      system::SingularPoints* const points = system::singular_points(setup_.instance->ode());
      crossings_->see(t, state, setup_.instance->ode().condition(), points != nullptr && points->turned(),
                      points != nullptr ? points->least_regularity() : 1);
    }
    if (start_.may_age && crossings_) see_choice(t, state);
    if (undetermined()) return false;
    if (assertions_.empty()) return true;
    setup_.observe(t, state, slope, values_);
    return assertions_.hold(t, values_);
  };
}

std::optional<system::CrossingWatch::Crossing> Segment::undetermined() const {
  using Ahead = system::SingularPoints::Ahead;
  if (crossings_ && !crossings_->crossings().empty() &&
      crossings_->crossings().back().ahead == Ahead::touches)
    return crossings_->crossings().back();
  if (!setup_.monitor || !setup_.monitor->turned()) return {};
  const auto& regular = setup_.monitor->regular();
  const auto& closest = setup_.monitor->closest();
  return system::CrossingWatch::Crossing{closest.t, Ahead::lost, closest.z,
                                         regular.t, regular.y,   regular.slope};
}

void Segment::watch_events() {
  run_options_.leave_end = start_.leave_end;
  if (start_.instants == nullptr && functions_.empty()) return;
  run_options_.cut = [this](const solution::StepPolynomial& step) { return cut(step); };
}

// By the model's own events, or by functions that are looked at up to there.
std::optional<double> Segment::cut(const solution::StepPolynomial& step) {
  std::optional<double> event;
  if (start_.instants != nullptr) event = start_.instants->look(step, setup_.place());
  if (functions_.empty()) return event;
  const auto inside = [&](double t, Out values) {
    step.at(t, state_);
    if (!slope_.empty()) step.slope(t, slope_);
    setup_.observe(t, state_, slope_, values);
  };
  std::vector<solution::Event>& events = once_.solution.events;
  const auto terminal = functions_.look(step, event.value_or(step.to()), inside, events);
  if (!terminal) return event;
  once_.ended_by = events.back().name;
  return terminal;
}

void Segment::keep_branch(double t, Vec state, Vec slope) {
  if (guard_) guard_->accept(t, state, slope);
  if (!setup_.branch) return;
  if (guard_)
    setup_.branch->add(t, guard_->node().z, guard_->node().top, options_.dense);
  else if (setup_.instance->system().form() == system::Form::ode)  // arrays: the state is all there is
    setup_.branch->add(t, state, setup_.instance->ode().top(), options_.dense);
}

std::vector<double> Segment::tops(const Point& at) {
  if (!guard_ || guard_->node().top.empty()) {
    std::vector<double> own = tops_of(setup_, driver_->result().y);
    return own.empty() ? at.top : own;
  }
  const bool own = setup_.instance->system().form() == system::Form::ode;
  if (own && (setup_.reference || !setup_.event_place.empty())) return at.top;  // its tops are others
  system::Ode& ode = own ? setup_.instance->ode() : setup_.reference->ode();
  const system::BranchGuard::Node& last = guard_->node();
  ode.anchor(last.t, last.z, last.top);
  std::vector<double> slope(at.z.size());
  if (!ode.derivative(at.t, at.z, slope)) return last.top;
  return {ode.top().begin(), ode.top().end()};
}

void Segment::guard_branch() {
  if (choice_.formulation->from_array || formulation::regularizes(choice_.formulation->source)) return;
  if (!(setup_.start.t < start_.interval.end)) require_start(setup_);
  guard_ = guard_for(setup_);
  if (!guard_) return;
  keep_branch(setup_.start.t, setup_.start.y, setup_.start.slope);
  run_options_.admit = [this](double t, Vec state, Vec slope) { return guard_->admit(t, state, slope); };
}

bool Segment::step() {
  const double from = driver_->t();
  if (told_to_end_ || !driver_->step()) return false;
  if (options_.dense) trajectory_.add(*driver_->polynomial());
  if (start_.instants != nullptr && driver_->polynomial() != nullptr)
    start_.instants->record(*driver_->polynomial(), setup_.place());
  if (switches_ && switches_->suspects(setup_.instance->counts().rejected)) watch_switches(from);
  if (options_.after_step)
    told_to_end_ = !options_.after_step(from, driver_->t(), [this](double t, Out v) { values_at(t, v); });
  if (options_.follower != nullptr) {
    const int used = stepper_->order_used();
    options_.follower->step(from, driver_->t(), used > 0 ? used : choice_.integrator->method.order,
                            [this](double t, Out v) { values_at(t, v); });
  }
  return true;
}

bool Segment::advance(double t) {
  driver_->aim(t);
  while (driver_->t() < t)
    if (!step()) return false;
  return true;
}

void Segment::values_at(double t, Out values) {
  const solution::StepPolynomial* last = driver_->polynomial();
  if (last == nullptr || t >= driver_->t()) {
    setup_.observe(driver_->t(), driver_->state(), driver_->slope(), values);
    return;
  }
  last->at(t, state_);
  if (!slope_.empty()) last->slope(t, slope_);
  setup_.observe(t, state_, slope_, values);
}

std::string Segment::message() {
  if (once_.ended_by)
    return fmt::format("ended at t = {:.6g} by the event {}", driver_->t(), quote(*once_.ended_by));
  return assertions_.failure() ? assertions_.failure()->message : explain(driver_->result(), setup_);
}

Once Segment::finish() {
  Solution& result = once_.solution;
  integrate::Run run = driver_->result();
  const auto crossing = undetermined();
  if (crossing) go_back(*crossing, run, trajectory_, result.samples);
  once_.branch_ended = guard_ && ended(setup_, run, *guard_);  // before anybody else looks at the equations
  const int row = guard_ ? guard_->row() : -1;
  if (guard_) tell_poles(setup_, *guard_, result);
  if (stepper_->stiff() && !once_.left_as_stiff)
    result.notes.emplace_back(stiffness_advice(choice_.integrator->method));
  if (const int changes = setup_.recoordinations(); changes > 0)
    result.notes.push_back(
        fmt::format("the variables that follow from the constraints were chosen anew {} times", changes));
  if (const std::string note = singularity_note(setup_, run); !note.empty()) result.notes.push_back(note);
  if (began_singular_) result.notes.push_back(singular_start_note(setup_));
  add(result.notes, regularized_->notes());
  if (crossings_) add(result.notes, crossings_note(setup_, crossings_->crossings()));
  if (switches_) add(result.notes, switches_->notes());
  if (switches_ && options_.chattering != nullptr && cannot_go_on(run.outcome))
    *options_.chattering = switches_->jumps();
  result.outcome = once_.ended_by ? solution::Outcome::finished : run.outcome;
  result.message = message();
  if (told_to_end_ && !driver_->stopped()) {
    result.outcome = solution::Outcome::interrupted;
    result.message = fmt::format("ended after the step to t = {:.6g}, as it was told", run.t);
  }
  result.culprits = assertions_.failure() ? assertions_.failure()->where : culprits(run, setup_);
  add(result.notes, assertions_.notes());
  result.t_end = run.t;
  if (crossing) {
    once_.branch_ended = true;
    tell_undetermined(setup_, *crossing, result);
  } else if (once_.branch_ended) {
    tell_end(setup_, run, row, switches_ ? switches_->changing() : std::vector<std::string>{}, result);
  } else if (const auto ahead = ahead_of(setup_, run); ahead != system::SingularPoints::Ahead::open) {
    once_.branch_ended = true;
    tell_undetermined(setup_, {run.t, ahead, run.y}, result);
  }
  result.last.resize(result.variables.size());
  setup_.observe(run.t, run.y, run.slope, result.last);
  if (options_.judge) {
    options_.judge->end(result.t_end, result.last);
    if (run.outcome == solution::Outcome::finished) options_.judge->sway(setup_, asked_, run.t, run.y);
  }
  result.constraint_residual = run.constraint_residual;
  result.scales = scales_of(setup_, result.variables);
  result.counts = setup_.instance->counts();
  once_.reached = reached(setup_, run);
  if (once_.reached && setup_.monitor) once_.reached->regular = setup_.monitor->regular();
  const bool of_reference = !setup_.reference || setup_.instance->system().form() != system::Form::ode;
  if (once_.reached && setup_.branch && guard_ && of_reference) once_.reached->top = guard_->node().top;
  if (options_.dense) result.segments.push_back({std::move(trajectory_), *setup_.readout});
  return std::move(once_);
}

}  // namespace trammel::pipeline
