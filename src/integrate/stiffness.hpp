// integrate/stiffness.hpp: does stability rather than accuracy limit an explicit method's steps? [HW96, IV.2]
#pragma once

#include <cmath>

#include "base/span.hpp"

namespace trammel::integrate {

// Two stages at the end of a step give |hλ| ≈ h |k' - k| / |Y' - Y| for the dominant eigenvalue λ. Steps that
// again and again end near the border of the stability domain are limited by it: the problem is stiff.
class StiffnessWatch {
 public:
  // `border`: where the method's stability domain ends on the negative real axis.
  explicit StiffnessWatch(double border) : limit_(0.975 * border) {}

  void step(double h, Vec slope, Vec other_slope, Vec y, Vec other_y) {
    double slopes = 0, states = 0, size = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      slopes += (slope[i] - other_slope[i]) * (slope[i] - other_slope[i]);
      states += (y[i] - other_y[i]) * (y[i] - other_y[i]);
      size += y[i] * y[i];
    }
    if (states <= 1e-28 * size) return;  // rounding tells nothing
    note(h * std::sqrt(slopes / states));
  }
  void reset() { above_ = below_ = 0; }
  bool stiff() const { return stiff_; }

 private:
  void note(double h_lambda) {
    if (h_lambda > limit_) {
      below_ = 0;
      stiff_ |= ++above_ >= enough;
    } else if (++below_ >= forgiven) {
      above_ = 0;
    }
  }
  static constexpr int enough = 15, forgiven = 6;
  double limit_;
  int above_ = 0, below_ = 0;
  bool stiff_ = false;
};

}  // namespace trammel::integrate
