#include "pipeline/chatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "pipeline/course.hpp"

namespace trammel::pipeline {
namespace {

constexpr double crowding_moment = 1e-3;  // of the longest time between events: what is closer hangs together

}  // namespace

std::optional<Chatter::Crowd> Chatter::see(int relation, double value, double t) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  longest_ = std::max(longest_, t - last_);
  if (!(t - last_ < short_time * longest_)) {
    short_ = 0;
    short_since_ = t;
  }
  const double behind = t - std::exchange(last_, t);
  const long key = 4L * relation + (std::fmod(value, 2) == 0 ? 0 : 1);
  const auto [at, fresh] = tracks_.try_emplace(key, Track{.last = t, .since = t, .count = 1});
  Track& track = at->second;
  std::optional<Crowd> result;
  if (!fresh) {
    const double gap = t - track.last;
    track.at_once = gap <= 8 * eps * std::fabs(t) ? track.at_once + 1 : 0;
    if (gap < track.gap && track.gap > 0) {
      ++track.shrunk;
    } else {
      track.shrunk = 0;
      track.since = track.last;
      track.count = 1;
    }
    ++track.count;
    track.gap = gap;
    track.last = t;
    if (track.at_once >= most_at_once)
      result = Crowd{t, track.at_once + 1, gap, true};
    else if (track.shrunk >= shrinking && gap < short_time * longest_)
      result = Crowd{track.since, track.count, gap, false, true};
  }
  const auto place = static_cast<std::size_t>(seen_ % crowd);
  if (!result && seen_ >= crowd && t - times_[place] < short_time * longest_)
    result = Crowd{times_[place], crowd + 1, (t - times_[place]) / crowd, false};
  if (!result && ++short_ >= again_and_again) result = Crowd{short_since_, short_, behind, false};
  times_[place] = t;
  ++seen_;
  return result;
}

// Events that come ever faster, and no further one was found: what came behind the last one is not part of the
// motion.
bool Course::end_gathering() {
  Point last = gathering_->last;
  const bool stays = stay_where_they_gather(last.t, last);
  if (!stays) {
    stop_chattering(last.t, gathering_->relation, gathering_->crowd);
    stuck_ = false;
  } else {
    last.top.clear();
  }
  go_on(std::move(last), true);
  return stays;
}

// What a run does about events that crowd together: it finds the motion that they are about, or stops.
Course::Crowded Course::face_crowd(Halt& here) {
  const double t = here.t;
  if (goes_on_chattering(here)) {
    ended_ = stuck_ = true;
    outcome_ = solution::Outcome::event;
    return_to_standstill();
    return Crowded::stops;
  }
  if (!chatters(t, here.cause)) {
    // Rounding ends what would shrink further: then they go on in that size, around where they would have ended.
    constexpr int many = 64;
    const bool again = gathering_ && ++gathering_->seen % many == 0;
    return again && stay_where_they_gather(t, here.at) ? Crowded::passes : Crowded::no;
  }
  const bool rescue = stuck_ && may_rescue(here);
  const auto rescued = [&] {
    ended_ = stuck_ = false;
    chatter_ = std::make_unique<Chatter>(t, chatter_->longest());
  };
  if (rescue && !mode_.prepared && t > looked_ahead_) {
    looked_ahead_ = t;
    if (auto decided = instants_->ahead(t, here.at.z)) {
      here.cause = std::move(*decided);
      rescued();
      return Crowded::no;
    }
  }
  if (rescue && keeps_leaving(here) && instants_->wait(t, here.cause)) {
    rescued();
    return Crowded::passes;
  }
  if (stuck_ && stay_on_surface(t, here.at, here.cause.flips.front().relation)) return Crowded::passes;
  if (stuck_ && stay_on_another(t, here.at, here.cause.flips.front().relation)) return Crowded::passes;
  if (stay_where_they_gather(t, here.at)) return Crowded::passes;
  if (rescue && instants_->wait(t, here.cause)) {
    rescued();
    return Crowded::passes;
  }
  return_to_standstill();
  return Crowded::stops;
}

bool Course::has_just_left(double t) const {
  constexpr double moment = 1e-9;  // of the longest time between events
  return t - left_.t <= moment * chatter_->longest();
}

// A motion leaves a surface along it: rounding decides on which side it seems to be, and not where it goes.
// It comes back and leaves again.
bool Course::keeps_leaving(const Halt& here) const {
  constexpr int often = 3;
  return left_.times >= often && has_just_left(here.t) &&
         std::ranges::any_of(here.cause.flips, [&](const Cause::Flip& flip) {
           return std::ranges::find(left_.relations, flip.relation) != left_.relations.end();
         });
}

// Whether events crowd together, of which one is to be said.
bool Course::chatters(double t, const Cause& cause) {
  for (const Cause::Flip& flip : cause.flips) {
    if (gathering_ && std::ranges::find(gathering_->relations, flip.relation) == gathering_->relations.end())
      gathering_->relations.push_back(flip.relation);
    const auto crowd = chatter_->see(flip.relation, flip.value, t);
    if (!crowd) continue;
    if (crowd->shrinking) {
      if (!gathering_) gathering_ = Gathering{};
      gathering_->crowd = *crowd;
      gathering_->relation = flip.relation;
      if (std::ranges::find(gathering_->relations, flip.relation) == gathering_->relations.end())
        gathering_->relations.push_back(flip.relation);
      if (--gathering_->events_left > 0) continue;
    }
    return stop_chattering(t, flip.relation, *crowd);
  }
  return false;
}

// What is pushed back and forth may be helped over it, but not again and again within a moment. Where that
// began is remembered: if nothing helps, the run ends there.
bool Course::may_rescue(const Halt& here) {
  constexpr int most = 16;
  if (standstill_ && here.t - standstill_->last > crowding_moment * standstill_->longest) standstill_.reset();
  if (!standstill_) {
    standstill_ = {here.at, instants_, instants_->state(), mode_, message_, where_};
    standstill_->longest = std::max(chatter_->longest(), here.t - start_.interval.start);
  }
  for (const Cause::Flip& flip : here.cause.flips) standstill_->relations.push_back(flip.relation);
  standstill_->last = here.t;
  return ++standstill_->rescues <= most;
}

// Helped over its zero, a relation that goes on changing has not left it: it comes and goes in the width that it
// was given, a thousand times faster than anything before.
bool Course::goes_on_chattering(const Halt& here) {
  constexpr int most = 100;
  if (!standstill_) return false;
  const bool same = std::ranges::any_of(here.cause.flips, [&](const Cause::Flip& flip) {
    return std::ranges::find(standstill_->relations, flip.relation) != standstill_->relations.end();
  });
  if (!same) return false;
  if (here.t - standstill_->last > crowding_moment * standstill_->longest) {
    standstill_.reset();
    return false;
  }
  standstill_->last = here.t;
  return ++standstill_->changes > most;
}

// What was tried behind a standstill led nowhere and is not part of the motion.
void Course::return_to_standstill() {
  const double now = segment_->driver().t();
  if (!standstill_ || !(standstill_->at.t < now)) return;
  if (now - standstill_->last > crowding_moment * standstill_->longest) return;  // that was another one
  const double t = standstill_->at.t;
  keep(segment_->finish());
  std::erase_if(whole_.samples, [&](const solution::Sample& s) { return s.time > t; });
  std::erase_if(whole_.events, [&](const solution::Event& e) { return e.time > t; });
  std::erase_if(whole_.segments, [&](const solution::Segment& s) { return s.trajectory.times()[0] >= t; });
  whole_.t_end = t;
  mode_ = standstill_->mode;
  instants_ = standstill_->instants;
  instants_->restore(standstill_->state);
  take_parameters();
  message_ = standstill_->message;
  where_ = standstill_->where;
  begin_behind(standstill_->at);
}

bool Course::stop_chattering(double t, int of, const Chatter::Crowd& last) {
  const bool gathered = gathering_ && last.stuck;  // as closely as times can
  const Chatter::Crowd crowd = gathered ? gathering_->crowd : last;
  const HeldRelation& relation =
      instants_->code().relations[static_cast<std::size_t>(gathered ? gathering_->relation : of)];
  ended_ = true;
  stuck_ = crowd.stuck;
  outcome_ = solution::Outcome::event;
  // A contact that would have to pull, and without which the bodies would go through each other: with
  // friction there may be no solution.
  const std::vector<int>& structural = prepared_.held()->structural;
  const bool contact = std::ranges::find(structural, relation.parameter) != structural.end();
  message_ =
      crowd.stuck
          ? fmt::format(
                "stopped at t = {:.9g}: {} is pushed back and forth there, {} times within {:.2g}: each "
                "of its two sides leads to the other (chattering{})",
                t, quote(relation.text), crowd.count, static_cast<double>(crowd.count) * crowd.apart,
                contact ? "; of a contact with friction, this is Painlevé's paradox" : "")
          : fmt::format(
                "stopped at t = {:.9g}: {} has changed {} times since t = {:.9g}, the last time "
                "after {:.2g}: its events accumulate (chattering)",
                t, quote(relation.text), crowd.count, crowd.since, crowd.apart);
  where_ = {.file = relation.origin.file,
            .line = relation.origin.line,
            .column = relation.origin.column,
            .time = t};
  return true;
}

// Events that come ever faster end soon, as closely as times can tell them apart. A model with a rule for that
// changes something then that the events before left alone, like a ball that does not fly any more. Otherwise
// there is nothing behind them.
void Course::watch_gathering(const Aftermath& what) {
  constexpr std::size_t usual = 8;  // events that show what all of them change
  const auto known = [&](const std::string& name) {
    return std::ranges::any_of(lately_, [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, name) != names.end();
    });
  };
  if (gathering_ && lately_.size() == usual && !std::ranges::all_of(what.altered, known)) {
    gathering_.reset();
    chatter_ = std::make_unique<Chatter>(segment_->driver().t());
  }
  lately_.push_back(what.altered);
  if (lately_.size() > usual) lately_.pop_front();
}

}  // namespace trammel::pipeline
