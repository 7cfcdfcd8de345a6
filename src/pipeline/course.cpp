#include "pipeline/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/switches.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {

using solution::Outcome;
using solution::Solution;

namespace {

using Scales = std::vector<std::pair<std::string, double>>;
// Parts of a run mostly name the same variables.
void add_scales(Scales& whole, Scales part) {
  constexpr auto name = &Scales::value_type::first;
  if (part.empty() || std::ranges::equal(whole, part, {}, name, name)) return;
  std::unordered_set<std::string> known;
  for (const auto& scale : whole) known.insert(scale.first);
  for (auto& scale : part)
    if (!known.contains(scale.first)) whole.push_back(std::move(scale));
}

// A part that begins before the end of another: what both tell of the same times is told once.
void begin_again(Solution& told, double from) {
  const auto behind = [from](const auto& what) { return what.time >= from; };
  std::erase_if(told.samples, behind);
  std::erase_if(told.events, behind);
  std::erase_if(told.segments, [from](const solution::Segment& s) {
    return s.trajectory.steps() > 0 && s.trajectory.times().front() >= from;
  });
}

}  // namespace

void append(Solution& whole, Solution part) {
  const bool first = whole.variables.empty();
  if (first) whole.t_start = part.t_start;
  // One that was left for this one has no last word of its own.
  const bool left = whole.outcome == Outcome::interrupted;
  const bool taken = first || left || part.t_end > whole.t_end || part.success();
  if (!first && part.t_start < whole.t_end) begin_again(taken ? whole : part, part.t_start);
  if (taken) {
    whole.outcome = part.outcome;
    whole.message = std::move(part.message);
    whole.culprits = std::move(part.culprits);
    whole.choice = std::move(part.choice);
    whole.considered = std::move(part.considered);
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
  add_scales(whole.scales, std::move(part.scales));
  whole.constraint_residual = std::max(whole.constraint_residual, part.constraint_residual);
  whole.counts += part.counts;
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
  instants_->set_horizon(start_.interval.end);
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
  // Times as long as the last of ever shorter times; of the time itself, which is longer than rounding.
  constexpr double soon = 100, least = 1e-12;
  if (gathering_) {
    next = std::min(next, from.t + std::max(soon * gathering_->crowd.apart,
                                            least * std::max(std::fabs(from.t), chatter_->longest())));
    gathering_->last = from;
  }
  const std::size_t choice = mode_.prepared ? *mode_.choice : start_.choice;
  const double begin = from.t;
  // A hop that is lower than the error of a step would be lost in the first one, and the ball fall through the floor.
  constexpr double of_a_hop = 0.125;
  if (reset_) reset_at_ = begin;
  const double back =
      reset_at_ == begin && !ended_
          ? instants_->soon_back(begin, from.z, options_.tolerance.value_or(options_.step.rtol))
          : INFINITY;
  SegmentStart piece{.choice = choice,
                     .numbers = numbers_,
                     .own_numbers = true,
                     .interval = {begin, next},
                     .from = std::move(from),
                     .leave_if_stiff = mode_.prepared ? choice + 1 < mode_.prepared->choices().size()
                                                      : start_.leave_if_stiff,
                     .outlook = mode_.prepared ? nullptr : start_.outlook,
                     .may_age = false,
                     .instants = instants_.get(),
                     .tell_start = after_event,
                     .leave_end = next < start_.interval.end,
                     .crossings = start_.crossings,
                     .sizes = &sizes_,
                     .stops = &stops_,
                     .until = start_.interval.end,
                     .first_step = std::isfinite(back) ? of_a_hop * back : 0,
                     .attempts = start_.attempts + whole_.counts.steps + whole_.counts.rejected};
  if (options_.judge) options_.judge->event(instants_->parameters(), reset_, set_);
  reset_ = false;
  set_.clear();
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
  const bool nothing = (!what.changed || what.silent) && what.altered.empty() && what.impulses.empty();
  if ((nothing && !what.ended) || what.quiet) return;
  std::vector<solution::Event>& events = whole_.events;
  if (!events.empty() && events.back().time == t) {  // the same instant
    add_names(events.back().changed, what.altered);
    add_impulses(events.back().impulses, what.impulses);
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

// Where the segment has stopped and what makes an event there. None: it was no event, or none that the course
// could pass.
std::optional<Course::Halt> Course::halt() {
  integrate::Driver& driver = segment_->driver();
  const Outcome outcome = driver.outcome();
  // Behind the zero of a relation the equations of this side may have no value: sqrt(h) below h = 0.
  const bool no_way_on =
      outcome == Outcome::not_finite || outcome == Outcome::step_too_small || outcome == Outcome::singular;
  Halt here{.t = driver.t(), .of_state = outcome == Outcome::event || no_way_on};
  if (!here.of_state && outcome != Outcome::finished) return {};
  auto at = pipeline::reached(segment_->setup(), driver.result());
  if (!at && segment_->setup().typical.z.empty()) at = Point{.t = here.t};  // a model without states
  if (!at && no_way_on) return {};
  if (!at) {
    ended_ = true;
    outcome_ = Outcome::event;
    message_ = fmt::format(
        "stopped at the event at t = {:.6g}: the formulation does not hold the state of the underlying "
        "equations, so that no run can begin there; use the formulation 'underlying_ode' or 'ggl'",
        here.t);
    return {};
  }
  here.at = std::move(*at);
  here.at.top = segment_->tops(here.at);  // unknowns that are solved for stay on their branch
  const double end = start_.interval.end;
  if (no_way_on) {
    here.cause = instants_->touching(here.t, here.at.z);
    if (here.cause.flips.empty()) return {};
  } else if (here.of_state) {
    here.cause = instants_->found();
  } else if (gathering_ && here.t < end && instants_->next_time(here.t) > here.t) {
    here.in_vain = true;
  } else if (here.t < end || instants_->next_time(here.t) <= here.t) {
    here.cause = instants_->due(here.t);
  } else if (!final_) {
    final_ = true;
    here.cause = instants_->reached(here.t, here.at.z);
    here.cause.terminal = instants_->code().terminal >= 0;
    if (here.cause.flips.empty() && !here.cause.terminal) return {};
  } else {
    return {};
  }
  return here;
}

// The segment has stopped. True: at an event, behind which another one has begun.
bool Course::pass_event() {
  if (!instants_ || ended_ || segment_->ended_by_function()) return false;
  if (!segment_->driver().stopped()) return false;  // somebody else wanted it to end
  std::optional<Halt> here = halt();
  if (!here) return false;
  if (here->in_vain) return end_gathering();
  if (!here->of_state) return carry_out(*here);
  leave_surface(here->t, here->cause);
  switch (face_crowd(*here)) {
    case Crowded::no:
      return carry_out(*here);
    case Crowded::stops:
      return false;
    case Crowded::passes:
      break;
  }
  keep(segment_->finish());
  begin_behind(std::move(here->at));
  return true;
}

void Course::begin_behind(Point at) {
  at.top = instants_->tops();  // they follow from the new values, near those before the event
  go_on(std::move(at), true);
}

// The event happens. True: the run goes on behind it.
bool Course::carry_out(Halt& here) {
  const double t = here.t;
  const Aftermath what = happen(t, here.at, here.cause);
  watch_gathering(what);
  if (what.failed) {
    stop(what, t);
    return false;
  }
  if (!what.changed && !what.ended && !here.of_state && !final_) {
    segment_->driver().set_end(std::min(start_.interval.end, instants_->next_time(t)));
    return true;
  }
  const bool moved = t > segment_->setup().start.t, quiet = what.quiet && !what.ended;
  keep(segment_->finish());
  if (!(t < start_.interval.end))  // what is asked for at the end is what is there behind the event
    std::erase_if(whole_.samples, [&](const solution::Sample& sample) { return sample.time == t; });
  if (moved && !quiet) tell_side(t, false);
  stop(what, t);
  begin_behind(std::move(here.at));
  if (!quiet) tell_side(t, true);
  return true;
}

bool Course::step() {
  for (;;) {
    if (segment_->step()) return true;
    if (!pass_event() && !take_next_choice()) {
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
Counts Course::counts() const {
  Counts all = whole_.counts;
  return all += segment_->driver().counts();
}
std::string Course::message() { return ended_ ? message_ : segment_->message(); }

}  // namespace trammel::pipeline
