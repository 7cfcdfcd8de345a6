#include "pipeline/chatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "pipeline/course.hpp"

namespace trammel::pipeline {

std::optional<Chatter::Crowd> Chatter::see(int relation, double value, double t) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  longest_ = std::max(longest_, t - last_);
  last_ = t;
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
  times_[place] = t;
  ++seen_;
  return result;
}

// What a run does about them.
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

// What is pushed back and forth may be helped over it, but not again and again within a moment.
bool Course::may_rescue(double t) {
  constexpr int most = 16;
  constexpr double moment = 1e-4;  // of the time since the start
  if (rescues_ > 0 && t - first_rescue_ > moment * (t - start_.interval.start)) rescues_ = 0;
  if (rescues_ == 0) first_rescue_ = t;
  return ++rescues_ <= most;
}

bool Course::stop_chattering(double t, int of, const Chatter::Crowd& last) {
  const bool gathered = gathering_ && last.stuck;  // as closely as times can
  const Chatter::Crowd crowd = gathered ? gathering_->crowd : last;
  const HeldRelation& relation =
      instants_->code().relations[static_cast<std::size_t>(gathered ? gathering_->relation : of)];
  ended_ = true;
  stuck_ = crowd.stuck;
  outcome_ = solution::Outcome::event;
  message_ = crowd.stuck
                 ? fmt::format(
                       "stopped at t = {:.9g}: {} is pushed back and forth there: each of its two sides "
                       "leads to the other (chattering)",
                       t, quote(relation.text))
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
