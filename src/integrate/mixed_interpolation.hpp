// integrate/mixed_interpolation.hpp: the polynomial on [0, 1] through values at some points and slopes at
// others (Hermite, where slopes stand at values; Birkhoff, where they do not).
#pragma once

#include <span>
#include <vector>

namespace trammel::integrate {

class MixedInterpolation {
 public:
  // The points must determine a polynomial: not 0, 1/2, 1 with a slope alone at 1/2, for one.
  MixedInterpolation(const std::vector<double>& values_at, const std::vector<double>& slopes_at);

  int size() const { return n_; }  // values and slopes; the degree is one less
  // What each value, then each slope counts for at theta.
  void weights(double theta, std::span<double> weight) const;

 private:
  int n_;
  std::vector<double> inverse_;  // by rows: per value or slope the coefficients of its polynomial in 2θ - 1
};

}  // namespace trammel::integrate
