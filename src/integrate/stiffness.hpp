// integrate/stiffness.hpp: does stability rather than accuracy limit an explicit method's steps? [HW96, IV.2]
#pragma once

#include <cmath>

#include "base/span.hpp"

namespace trammel::integrate {

// Two stages at the end of a step give |hλ| ≈ h |k' - k| / |Y' - Y| for the dominant eigenvalue λ. Steps that
// again and again end near the border of the stability domain are limited by it: the problem is stiff. Where a law
// bends, as that of a pipe in which nothing flows, the two stages see less of it than the step does; so what clearly
// decays, k' - k against Y' - Y, counts from farther inside, and from farther still if the step ends where it began
// although its slope there is not zero.
//
// Such a run must be left: at the border a step leaves a fast mode as it is, so that a small flow, say, goes on for
// ever where nothing should flow, and what it carries is mixed.
class StiffnessWatch {
 public:
  // `border`: where the method's stability domain ends on the negative real axis.
  explicit StiffnessWatch(double border)
      : limit_(0.975 * border), decaying_(0.8 * border), returning_(0.3 * border) {}

  struct Step {
    double h;
    Vec y0, slope0;                      // its beginning
    Vec y, slope, other_y, other_slope;  // both stages at its end
    Vec scale;                           // what the error test calls small: units of the model do not matter
  };
  void step(const Step& s) {
    double slopes = 0, states = 0, both = 0, size = 0, moved = 0, started = 0;
    for (std::size_t i = 0; i < s.y.size(); ++i) {
      const double unit = 1 / s.scale[i];
      const double slope = (s.slope[i] - s.other_slope[i]) * unit, state = (s.y[i] - s.other_y[i]) * unit,
                   all = s.y[i] * unit, way = (s.y[i] - s.y0[i]) * unit, first = s.h * s.slope0[i] * unit;
      slopes += slope * slope;
      states += state * state;
      both += slope * state;
      size += all * all;
      moved += way * way;
      started += first * first;
    }
    if (states <= 1e-28 * size) return;  // rounding tells nothing
    const bool decays = both < -0.9 * std::sqrt(slopes * states);
    const bool returns = moved < 0.01 * started;
    note(s.h * std::sqrt(slopes / states), !decays ? limit_ : returns ? returning_ : decaying_);
  }
  void reset() { above_ = below_ = 0; }
  bool stiff() const { return stiff_; }

 private:
  void note(double h_lambda, double limit) {
    if (h_lambda > limit) {
      below_ = 0;
      stiff_ |= ++above_ >= enough;
    } else if (++below_ >= forgiven) {
      above_ = 0;
    }
  }
  static constexpr int enough = 15, forgiven = 6;
  double limit_, decaying_, returning_;
  int above_ = 0, below_ = 0;
  bool stiff_ = false;
};

}  // namespace trammel::integrate
