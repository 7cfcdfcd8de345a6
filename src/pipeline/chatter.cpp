#include "pipeline/chatter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
      result = Crowd{track.since, track.count, gap, false};
  }
  const auto place = static_cast<std::size_t>(seen_ % crowd);
  if (!result && seen_ >= crowd && t - times_[place] < short_time * longest_)
    result = Crowd{times_[place], crowd + 1, (t - times_[place]) / crowd, false};
  times_[place] = t;
  ++seen_;
  return result;
}

}  // namespace trammel::pipeline
