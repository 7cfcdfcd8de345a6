// system/passage_steps.cpp: singular configurations within the steps of a run.
#include <algorithm>
#include <cmath>

#include "system/passage.hpp"

namespace trammel::system {

void Passage::begin(double t, Vec z) {
  crossings_.clear();
  end_ = {};
  last_.known = false;
  rate_ = 0;
  accepted(t, z);
}

void Passage::accepted(double t, Vec z) {
  if (charted_) return;
  // The factors that are there belong to this point, or to one that is as near as the error of the step.
  if (searched_) (void)ode_.derivative(t, z, work_);
  const double near = between_ && !searched_ ? 0 : nearness();
  rate_ = last_.known && t > last_.t ? (near - last_.near) / (t - last_.t) : 0;
  steepest_ = std::max(steepest_, std::fabs(rate_));
  lowest_ = INFINITY;
  if (seen_.kind == Kind::crossing && seen_.t <= t && (!last_.known || seen_.t >= last_.t)) {
    if (crossings_.empty() || seen_.t - crossings_.back().t > seen_.width) crossings_.push_back(seen_);
    rate_ = 0;
  }
  seen_ = {};
  interpolated_ = searched_ = false;
  last_.known = true;
  last_.t = t;
  last_.near = near;
  std::ranges::copy(z, last_.z.begin());
}

// Might there be a singular point in the step? Nearness would vanish at its rate of the step before, was less
// within the step than at its ends, or could have fallen to zero and risen again.
bool Passage::may_pass(double t, double near) const {
  constexpr double margin = 1.5, dip = 0.7;
  const double h = t - last_.t;
  return (rate_ < 0 && last_.near + margin * rate_ * h < 0) || lowest_ < dip * std::min(near, last_.near) ||
         near + last_.near < margin * steepest_ * h;
}

Outcome Passage::admit(double t, Vec z) {
  if (charted_ || !last_.known || !(t > last_.t)) return {};
  seen_ = {};
  if (!interpolated_ && !may_pass(t, nearness())) return {};
  Point found;
  searched_ = true;
  if (nearest_between(t, z, found) > ring_below) return {};
  look_around(found.t, found.z);
  if (!ring_.inside || ring_.kind == Kind::regular) return {};
  found.kind = ring_.kind;
  found.width = 6 * ring_.r;
  if (found.kind == Kind::crossing) {
    seen_ = std::move(found);
    return {};
  }
  end_ = std::move(found);
  return {Outcome::singular, -1};
}

// The smallest nearness on the way from the last accepted point, along a cubic and moved onto the branch.
double Passage::nearest_between(double t, Vec z, Point& found) {
  constexpr int samples = 8, refinements = 30;
  constexpr double golden = 0.3819660112501051;
  const double h = t - last_.t;
  const std::vector<double> end(z.begin(), z.end());
  std::vector<double> end_slope(end.size()), at(end.size());
  if (!derivative(last_.t, last_.z, last_.slope) || !derivative(t, end, end_slope)) return INFINITY;
  const auto near_at = [&](double theta) {
    const double a = theta * theta * (3 - 2 * theta), b = theta * (1 - theta) * (1 - theta) * h,
                 c = theta * theta * (theta - 1) * h;
    for (std::size_t i = 0; i < at.size(); ++i)
      at[i] = (1 - a) * last_.z[i] + a * end[i] + b * last_.slope[i] + c * end_slope[i];
    std::ranges::copy(at, lifted_.begin());
    if (lift(last_.t + theta * h, lifted_)) at = lifted_;
    return ode_.derivative(last_.t + theta * h, at, work_) ? by_response() / best_ : 0.0;
  };
  double best = INFINITY, where = 0;
  for (int k = 0; k <= samples; ++k)
    if (const double near = near_at(double(k) / samples); near < best) {
      best = near;
      where = double(k) / samples;
    }
  if (best > 0.5) return best;
  double low = std::max(0.0, where - 1.0 / samples), high = std::min(1.0, where + 1.0 / samples);
  double x1 = low + golden * (high - low), x2 = high - golden * (high - low);
  double f1 = near_at(x1), f2 = near_at(x2);
  for (int k = 0; k < refinements; ++k) {
    if (f1 < f2) {
      high = x2;
      x2 = x1;
      f2 = f1;
      f1 = near_at(x1 = low + golden * (high - low));
    } else {
      low = x1;
      x1 = x2;
      f1 = f2;
      f2 = near_at(x2 = high - golden * (high - low));
    }
  }
  where = f1 < f2 ? x1 : x2;
  best = near_at(where);
  found.t = last_.t + where * h;
  found.z = at;
  return best;
}

Passage::Point Passage::look_at(double t, Vec z) {
  if (charted_) return {};
  look_around(t, z);
  return {ring_.inside ? ring_.kind : Kind::regular, t, {z.begin(), z.end()}};
}

}  // namespace trammel::system
