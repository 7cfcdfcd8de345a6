// integrate/stiffness.hpp: does stability rather than accuracy limit an explicit method's steps? [HW96, IV.2]
#pragma once

#include <cmath>

#include "base/span.hpp"

namespace trammel::integrate {

// Two stages at the end of a step give |hλ| ≈ h |k' - k| / |Y' - Y| for the dominant eigenvalue λ. Steps that
// again and again end near the border of the stability domain are limited by it: the problem is stiff. Where a law
// bends, as that of a pipe in which nothing flows, the two stages see less of it than the step does; so what clearly
// decays, k' - k against Y' - Y, counts from farther inside.
//
// Such a run must be left: what a step does to a fast mode at the border is to leave it as it is, so that a small
// flow, say, goes on for ever where nothing should flow.
class StiffnessWatch {
 public:
  // `border`: where the method's stability domain ends on the negative real axis.
  explicit StiffnessWatch(double border) : limit_(0.975 * border), decaying_(0.8 * border) {}

  // In units of `scale`, what the error test calls small: units of the model do not matter.
  void step(double h, Vec slope, Vec other_slope, Vec y, Vec other_y, Vec scale) {
    double slopes = 0, states = 0, both = 0, size = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double of_slope = (slope[i] - other_slope[i]) / scale[i],
                   of_state = (y[i] - other_y[i]) / scale[i], all = y[i] / scale[i];
      slopes += of_slope * of_slope;
      states += of_state * of_state;
      both += of_slope * of_state;
      size += all * all;
    }
    if (states <= 1e-28 * size) return;  // rounding tells nothing
    const bool decays = both < -0.9 * std::sqrt(slopes * states);
    note(h * std::sqrt(slopes / states), decays ? decaying_ : limit_);
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
  double limit_, decaying_;
  int above_ = 0, below_ = 0;
  bool stiff_ = false;
};

}  // namespace trammel::integrate
