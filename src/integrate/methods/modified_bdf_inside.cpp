// integrate/methods/modified_bdf_inside.cpp: values between the steps of modified BDF, and slopes at their ends.
#include <algorithm>

#include "integrate/methods/modified_bdf.hpp"

namespace trammel::integrate {

// The polynomial through the new point and as many old ones as the order, level by level: Newton's form, what
// the new value adds to the polynomial through the old ones. The new point joins the history after that.
void ModifiedBdf::inside(double theta, Out y) const {
  if (start_.on()) return start_.inside(theta, y);
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  const double t = t_before_ + theta * (core_.t() - t_before_);
  // Where no constraint is hidden, velocities are as smooth as positions, and one more value makes their slopes one order better.
  const int last = std::min(attempt_order_ + (hidden_ ? 0 : 1), history.nodes()) - 1;
  double factor = 1;
  for (int i = 0; i <= last; ++i) factor *= (t - history.t(i)) / (core_.t() - history.t(i));
  const int levels = smooth_ ? 1 : core_.levels();  // what is smooth is done below
  for (int level = 0; level < levels; ++level) {
    history.interpolate(core_.t(), last, level, new_);
    history.interpolate(t, last, level, old_);
    for (int i = 0; i < x.size(); ++i)
      if (const int j = x.unknown(i); x.derivative(i) == level)
        y[i] = old_[j] + factor * (x.level(level)[j] - new_[j]);
  }
  if (smooth_) smooth_inside(theta, t, y);
}

// Where positions are smooth: the polynomial of degree k+1 through them, and its derivatives for velocities,
// which differ at the beginning by O(h^(k+1)) from what was reported there.
void ModifiedBdf::smooth_inside(double theta, double t, Out y) const {
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  for (int level = 0; level < core_.levels(); ++level) {
    const int of = std::min(level, base_), above = level - of;
    int degree = attempt_order_ + std::max(above, 1);
    while (!history.can_differ(degree, of)) --degree;
    if (above > 0 && !gap_known_) {
      history.derivative(core_.t(), x.level(of), degree, above, t_before_ - core_.t(), old_, of);
      for (int i = 0; i < x.size(); ++i)
        if (x.derivative(i) == level)
          gap_[static_cast<std::size_t>(i)] = before_[static_cast<std::size_t>(i)] - old_[x.unknown(i)];
    }
    history.derivative(core_.t(), x.level(of), degree, above, t - core_.t(), new_, of);
    for (int i = 0; i < x.size(); ++i) {
      const int j = x.unknown(i);
      if (x.derivative(i) != level || core_.newton().equations().highest(j) < 1) continue;
      y[i] = new_[j] + (above > 0 ? (1 - theta) * gap_[static_cast<std::size_t>(i)] : 0);
    }
  }
  gap_known_ = true;
}

void ModifiedBdf::end_slope(Out slope) const {
  if (start_.on()) return start_.end_slope(slope);
  core_.x().pack_slope(slope);
  const StateLevels& x = core_.x();
  for (int i = x.unknowns(); smooth_ && i < x.size(); ++i) {
    // its integral: the unknown itself, or the component before, since those of one unknown follow each other
    slope[x.derivative(i) == 1 ? x.unknown(i) : i - 1] = end_[static_cast<std::size_t>(i)];
  }
  if (!shared_) return;
  // The slope of v is q'' + (G'η)': that of the polynomial through the positions, not the difference of the q' that jump.
  const int top = core_.levels();
  int degree = attempt_order_ + top;
  while (!core_.history().can_differ(degree)) --degree;
  core_.history().derivative(core_.t(), x.level(0), degree, top, 0, new_);
  for (int i = x.unknowns(); i < x.size(); ++i)
    if (x.derivative(i) == top - 1) slope[i] = new_[x.unknown(i)];
}

}  // namespace trammel::integrate
