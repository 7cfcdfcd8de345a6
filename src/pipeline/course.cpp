#include "pipeline/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/switches.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {

using solution::Outcome;
using solution::Solution;

void append(Solution& whole, Solution part) {
  const bool first = whole.variables.empty();
  if (first) whole.t_start = part.t_start;
  if (first || part.t_end > whole.t_end || part.success()) {
    whole.outcome = part.outcome;
    whole.message = std::move(part.message);
    whole.culprits = std::move(part.culprits);
    whole.choice = std::move(part.choice);
    whole.t_end = part.t_end;
    whole.last = std::move(part.last);
  }
  whole.variables = std::move(part.variables);
  const auto take = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  take(whole.samples, part.samples);
  take(whole.events, part.events);
  take(whole.segments, part.segments);
  for (std::string& note : part.notes) {
    // Each choice that tried in vain to go on stopped at the same place.
    const bool again =
        note.starts_with(stopped_at) &&
        std::ranges::any_of(whole.notes, [](const std::string& n) { return n.starts_with(stopped_at); });
    // So it is with what jumps or bends without an event: it is told once.
    const std::size_t colon = note.find(without_event);
    const bool known =
        colon != std::string::npos && std::ranges::any_of(whole.notes, [&](const std::string& n) {
          return n.starts_with(std::string_view(note).substr(0, colon));
        });
    if (!again && !known && std::ranges::find(whole.notes, note) == whole.notes.end())
      whole.notes.push_back(std::move(note));
  }
  if (whole.scales.empty()) whole.scales.swap(part.scales);
  for (auto& scale : part.scales)
    if (std::ranges::find(whole.scales, scale.first, &std::pair<std::string, double>::first) ==
        whole.scales.end())
      whole.scales.push_back(std::move(scale));
  whole.constraint_residual = std::max(whole.constraint_residual, part.constraint_residual);
  whole.counts += part.counts;
}

std::shared_ptr<Instants> instants_of(const Prepared& prepared, const model::Problem& numbers) {
  const std::shared_ptr<const EventCode> code = prepared.events();
  if (!code) return {};
  std::vector<double> parameters = parameter_values(code->reference->dae);
  for (const model::Parameter& parameter : numbers.dae.parameters)
    parameters[static_cast<std::size_t>(parameter.id)] = parameter.value;
  return std::make_shared<Instants>(code, std::move(parameters));
}

Course::Course(const Prepared& prepared, const Options& options, const SegmentStart& start,
               std::shared_ptr<Instants> instants)
    : prepared_(prepared), options_(options), start_(start), instants_(std::move(instants)),
      modes_(prepared) {
  if (!instants_) {
    segment_ = std::make_unique<Segment>(prepared_, options_, start_);
    return;
  }
  numbers_ = start_.numbers;
  chatter_ = std::make_unique<Chatter>(start_.interval.start);
  constexpr double of_tolerance = 0.01;  // the past that delays look at
  instants_->set_accuracy(of_tolerance * options_.tolerance.value_or(options_.step.rtol));
  if (start_.from) {
    take_parameters();
    go_on(*start_.from, false);
  } else {
    go_on(find_start(), true);
  }
}

Course::~Course() = default;

void Course::take_parameters() {
  for (model::Parameter& parameter : numbers_.dae.parameters)
    parameter.value = instants_->parameters()[static_cast<std::size_t>(parameter.id)];
}

// Time events that are due at once happen first; then there is something to integrate.
void Course::go_on(Point from, bool after_event) {
  constexpr int most = 1000;  // time events at one instant
  for (int k = 0; !ended_ && instants_->next_time(from.t) <= from.t; ++k) {
    const Aftermath what = happen(from.t, from, instants_->due(from.t));
    if (k == most)
      throw Error(
          Kind::integration,
          fmt::format("the time event {} at t = {:.6g} is followed by another at the same time, again "
                      "and again",
                      quote(listed(what.names)), from.t),
          {.time = from.t});
    if (stop(what, from.t)) break;
    after_event = true;
  }
  double next = ended_ ? from.t : std::min(start_.interval.end, instants_->next_time(from.t));
  constexpr double soon = 100;     // times as long as the last of ever shorter times
  constexpr double least = 1e-12;  // of the time itself: longer than rounding
  if (gathering_) {
    next = std::min(
        next, from.t + std::max(soon * gathering_->crowd.apart, least * std::max(std::fabs(from.t), 1.0)));
    gathering_->last = from;
  }
  SegmentStart piece{.choice = mode_.prepared ? 0 : start_.choice,
                     .numbers = numbers_,
                     .own_numbers = true,
                     .interval = {from.t, next},
                     .from = std::move(from),
                     .leave_if_stiff = start_.leave_if_stiff,
                     .outlook = mode_.prepared ? nullptr : start_.outlook,
                     .may_age = false,
                     .instants = instants_.get(),
                     .tell_start = after_event,
                     .leave_end = next < start_.interval.end,
                     .crossings = start_.crossings,
                     .attempts = start_.attempts + whole_.counts.steps + whole_.counts.rejected};
  if (options_.judge) options_.judge->event(instants_->parameters(), reset_);
  reset_ = false;
  segment_ = std::make_unique<Segment>(prepared(), options_, piece);
}

// What is reported at an event, on the side where the segment stands.
void Course::tell_side(double t, bool after) {
  if (!options_.both_sides || (after && std::ranges::binary_search(options_.times, t))) return;
  std::vector<solution::Sample>& samples = whole_.samples;
  if (after)  // several events at one instant have two sides together
    while (samples.size() > 1 && samples.end()[-1].time == t && samples.end()[-2].time == t)
      samples.pop_back();
  solution::Sample sample{t, std::vector<double>(prepared_.variables().size())};
  segment_->values_at(t, sample.values);
  samples.push_back(std::move(sample));
}

void Course::log(double t, const Aftermath& what) {
  notes_.insert(notes_.end(), what.notes.begin(), what.notes.end());
  if ((!what.changed && what.altered.empty() && !what.ended) || what.quiet) return;
  std::vector<solution::Event>& events = whole_.events;
  if (!events.empty() && events.back().time == t) {  // the same instant
    for (const std::string& name : what.altered)
      if (std::ranges::find(events.back().changed, name) == events.back().changed.end())
        events.back().changed.push_back(name);
    std::vector<solution::Event::Impulse>& impulses = events.back().impulses;
    impulses.insert(impulses.end(), what.impulses.begin(), what.impulses.end());
    return;
  }
  events.push_back({t, fmt::format("{}", fmt::join(what.names, ", ")), what.altered, what.impulses});
}

// True: the course ends at this event.
bool Course::stop(const Aftermath& why, double t) {
  if (why.failed) {
    ended_ = true;
    outcome_ = Outcome::assertion;
    message_ = *why.failed;
    where_ = why.where;
  } else if (why.ended) {
    ended_ = true;
    outcome_ = Outcome::finished;
    message_ = fmt::format("terminated at t = {:.6g}: {}", t, *why.ended);
  }
  return ended_;
}

void Course::keep(Once once) {
  Solution& part = once.solution;
  std::erase_if(part.segments, [](const solution::Segment& s) { return s.trajectory.steps() == 0; });
  if (!(part.t_end > part.t_start)) part.samples.clear();  // the next one begins there too
  append(whole_, std::move(part));
}

// The segment has stopped. True: at an event, behind which another one has begun.
bool Course::pass_event() {
  if (!instants_ || ended_ || segment_->ended_by_function()) return false;
  integrate::Driver& driver = segment_->driver();
  if (!driver.stopped()) return false;  // somebody else wanted it to end
  const double t = driver.t();
  // Behind the zero of a relation the equations of this side may have no value: sqrt(h) below h = 0.
  const bool no_way_on = driver.outcome() == Outcome::not_finite ||
                         driver.outcome() == Outcome::step_too_small || driver.outcome() == Outcome::singular;
  const bool state_event = driver.outcome() == Outcome::event || no_way_on;
  if (!state_event && driver.outcome() != Outcome::finished) return false;
  auto at = pipeline::reached(segment_->setup(), driver.result());
  if (!at && segment_->setup().typical.z.empty()) at = Point{.t = t};  // a model without states
  if (!at && no_way_on) return false;
  if (!at) {
    ended_ = true;
    outcome_ = Outcome::event;
    message_ = fmt::format(
        "stopped at the event at t = {:.6g}: the formulation does not hold the state of the underlying "
        "equations, so that no run can begin there; use the formulation 'underlying_ode' or 'ggl'",
        t);
    return false;
  }
  Cause cause;
  if (no_way_on) {
    cause = instants_->touching(t, at->z);
    if (cause.flips.empty()) return false;
  } else if (state_event)
    cause = instants_->found();
  else if (gathering_ && t < start_.interval.end && instants_->next_time(t) > t) {
    // No further event was found: what came behind the last one is not part of the motion.
    Point last = gathering_->last;
    if (stay_where_they_gather(last.t, last)) {
      last.top.clear();
      go_on(std::move(last), true);
      return true;
    }
    stop_chattering(last.t, gathering_->relation, gathering_->crowd);
    stuck_ = false;
    go_on(std::move(last), true);
    return false;
  } else if (t < start_.interval.end || instants_->next_time(t) <= t)
    cause = instants_->due(t);
  else if (!final_) {
    final_ = true;
    cause = instants_->reached(t, at->z);
    cause.terminal = instants_->code().terminal >= 0;
    if (cause.flips.empty() && !cause.terminal) return false;
  } else {
    return false;
  }
  if (state_event) leave_surface(cause);
  bool crowded = state_event && chatters(t, cause);
  const bool rescue = crowded && stuck_ && may_rescue(t);
  if (rescue && !mode_.prepared && t > looked_ahead_) {
    looked_ahead_ = t;
    if (auto decided = instants_->ahead(t, at->z)) {
      cause = std::move(*decided);
      crowded = ended_ = stuck_ = false;
      chatter_ = std::make_unique<Chatter>(t);
    }
  }
  if (crowded) {
    const bool stuck = stuck_;
    if (!(stuck && stay_on_surface(t, *at, cause.flips.front().relation)) &&
        !stay_where_they_gather(t, *at)) {
      if (!rescue || !instants_->wait(t, cause)) return false;
      ended_ = stuck_ = false;
      chatter_ = std::make_unique<Chatter>(t);
    }
    keep(segment_->finish());
    at->top.clear();
    go_on(std::move(*at), true);
    return true;
  }
  // Rounding ends what would shrink further: then they go on in that size, around where they would have ended.
  constexpr int many = 64;
  if (state_event && gathering_ && ++gathering_->seen % many == 0 && stay_where_they_gather(t, *at)) {
    keep(segment_->finish());
    at->top.clear();
    go_on(std::move(*at), true);
    return true;
  }
  const Aftermath what = happen(t, *at, cause);
  watch_gathering(what);
  if (what.failed) {
    stop(what, t);
    return false;
  }
  if (!what.changed && !what.ended && !state_event && !final_) {
    driver.set_end(std::min(start_.interval.end, instants_->next_time(t)));
    return true;
  }
  const bool moved = t > segment_->setup().start.t, quiet = what.quiet && !what.ended;
  keep(segment_->finish());
  if (moved && !quiet) tell_side(t, false);
  at->top.clear();  // they follow from the new values
  stop(what, t);
  go_on(std::move(*at), true);
  if (!quiet) tell_side(t, true);
  return true;
}

bool Course::step() {
  for (;;) {
    if (segment_->step()) return true;
    if (!pass_event()) {
      over_ = true;
      return false;
    }
  }
}

bool Course::advance(double t) {
  if (!instants_) return segment_->advance(t);
  while (segment_->driver().t() < t)
    if (!step()) return false;
  return true;
}

Outcome Course::outcome() const { return ended_ ? outcome_ : segment_->driver().outcome(); }
std::string Course::message() { return ended_ ? message_ : segment_->message(); }

Once Course::finish() {
  Once once = segment_->finish();
  if (!instants_) return once;
  Solution last = std::move(once.solution);
  const Outcome outcome = last.outcome;
  const std::string message = last.message;
  const Where where = last.culprits;
  append(whole_, std::move(last));
  once.solution = std::move(whole_);
  Solution& s = once.solution;
  if (mode_.prepared) once.branch_ended = true;  // other choices do not know the mode
  std::ranges::stable_sort(s.events, {}, &solution::Event::time);
  s.outcome = outcome;
  s.message = message;
  s.culprits = where;
  s.notes.insert(s.notes.end(), notes_.begin(), notes_.end());
  if (ended_) {
    s.outcome = outcome_;
    s.message = message_;
    s.culprits = where_;
  }
  return once;
}

}  // namespace trammel::pipeline
