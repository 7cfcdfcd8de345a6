// integrate/compensated.hpp: sums over millions of steps that lose nothing but the last rounding. [HLW06,
// VIII.5]
#pragma once

#include <algorithm>
#include <vector>

#include "base/span.hpp"

namespace trammel::integrate {

// y1 = y0 + increment, where what rounding cuts off is kept and added to the next increment (Kahan, Møller).
class CompensatedSum {
 public:
  explicit CompensatedSum(std::size_t n) : carry_(n), next_(n) {}
  void reset() { std::ranges::fill(carry_, 0.0); }
  void start_step() { next_ = carry_; }  // copies, allocates nothing
  void add(std::size_t i, double& y, double increment) {
    const double before = y;
    increment += next_[i];
    y = before + increment;
    next_[i] = increment - (y - before);
  }
  void add_precise(std::size_t i, double& y, long double increment) {  // the same, for one with more digits
    const auto most = static_cast<double>(increment);
    add(i, y, most);
    add(i, y, static_cast<double>(increment - most));
  }
  double carry(std::size_t i) const { return next_[i]; }  // what y_i lacks
  void accept() { std::swap(carry_, next_); }

 private:
  std::vector<double> carry_, next_;
};

}  // namespace trammel::integrate
