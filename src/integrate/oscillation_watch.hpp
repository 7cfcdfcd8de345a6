// integrate/oscillation_watch.hpp: sees an oscillation in the last equal steps, and says which formulas of
// backward differentiation would amplify it.
//
// BDF of order k with steps h makes of x' = λx the sequence x_n = r x_{n−1} with
//
//   δ_k(1/r) = hλ,    δ_k(ζ) = Σ_{j=1..k} (1 − ζ)^j / j,                                               (1)
//
// and so does modified BDF of x'' with equal steps. Where a run comes to rest, high differences of x show the
// oscillation that dies last: d_n = (r + r̄) d_{n−1} − |r|² d_{n−2}. From r and the formula that made it (1)
// gives λ, and from λ it gives the r of any other formula. So an order control need not wait until something
// rings above its tolerance. [HW96, V.1; the angles of A(α)-stability are 86, 73, 52 degrees for k = 3, 4, 5]
//
// Oscillations that the equations do not damp are no business of the watch: nobody wants them gone.
#pragma once

#include <complex>
#include <cstdlib>
#include <span>

#include "base/span.hpp"

namespace trammel::integrate {

class OscillationWatch {
 public:
  // So many values make a look worth while; more than `most` are not wanted.
  static constexpr int least = 6, most = 10;

  void forget() { seen_ = false; }
  // Values at the ends of the last equal steps of length h, all made by the formula of order k, newest first,
  // each as long as `weight`, whose components that count are not 0. True if they show an oscillation.
  bool look(std::span<const Vec> values, Vec weight, double h, int k);
  // A step that had nothing to show. What was seen long ago may have changed.
  void pass() {
    if (++age_ > longest_) seen_ = false;
  }
  // Whether the formula of order k with steps h would keep or amplify a damped oscillation that was seen.
  bool amplifies(double h, int k) const;

  bool seen() const { return seen_; }
  std::complex<double> eigenvalue() const { return lambda_; }

 private:
  int longest_ = std::getenv("TW_AGE") ? std::atoi(std::getenv("TW_AGE")) : 100;
  bool seen_ = false;
  int age_ = 0;
  std::complex<double> lambda_;  // of the equations, with a positive imaginary part
};

// The largest |r| with (1) for this hλ.
double bdf_amplification(std::complex<double> h_lambda, int k);

}  // namespace trammel::integrate
