#include "pipeline/crossings.hpp"

#include <cmath>
#include <limits>

#include "solution/step_polynomial.hpp"

namespace trammel::pipeline {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

// The polynomial through the values of a margin, on [0, 1].
class Interpolant {
 public:
  explicit Interpolant(Vec values)
      : values_(values), step_(0, 1, static_cast<int>(values.size()) - 1, values) {}
  double at(double theta) const {
    double y = 0;
    step_.at(theta, Out(&y, 1));
    return y;
  }
  double slope(double theta) const {
    double y = 0;
    step_.slope(theta, Out(&y, 1));
    return y;
  }

 private:
  Vec values_;
  solution::StepPolynomial step_;
};

// Between a, where it falls, and b, where it rises.
double lowest(const Interpolant& p, double a, double b) {
  for (int k = 0; k < 52; ++k) {
    const double middle = 0.5 * (a + b);
    (p.slope(middle) < 0 ? a : b) = middle;
  }
  return 0.5 * (a + b);
}

class Search {
 public:
  Search(const Margin& margin, double from, double to)
      : margin_(margin), from_(from), to_(to), points_(solution::chebyshev_grid(degree()).points),
        p_(margin.at_points) {}

  std::optional<double> run() {
    const Vec m = margin_.at_points;
    if (m[0] < -margin_.noise) return from_;
    std::size_t first = 1;  // the first point behind where the margin is known to be positive
    double last = 0;        // where it was positive last
    if (m[0] <= margin_.noise) {
      const std::optional<double> left = departure();
      if (!left) return {};
      last = std::fabs(*left);
      if (*left < 0) return from_;
      while (first < m.size() && points_[first] <= last) ++first;
    }
    double slope = p_.slope(last);
    for (double before = last; first < m.size(); before = points_[first], ++first) {
      const double next = points_[first], slope_there = p_.slope(next);
      if (slope < 0 && slope_there > 0 && m[first] > 0) {
        const double dip = lowest(p_, before, next);
        if (margin_.at(time(dip)) < -margin_.noise) return root(last, dip);
      }
      slope = slope_there;
      if (m[first] < -margin_.noise) return root(last, next);
      if (m[first] > margin_.noise) last = next;
    }
    return {};
  }

 private:
  int degree() const { return static_cast<int>(margin_.at_points.size()) - 1; }
  double time(double theta) const {
    return theta == 0 ? from_ : theta == 1 ? to_ : from_ + theta * (to_ - from_);
  }

  // From a zero at the start: the first place with a sign, negative if the margin is so there. None: it stays
  // zero. Where it leaves along a tangent, the slope of the interpolant is wrong by its error; so the margin
  // itself decides.
  std::optional<double> departure() const {
    for (int k = 48; k >= 0; --k) {
      const double theta = std::ldexp(1.0, -k), m = p_.at(theta);
      if (!(std::fabs(m) > margin_.noise)) continue;
      const double itself = margin_.at(time(theta));
      if (std::fabs(itself) > margin_.noise) return itself < 0 ? -theta : theta;
    }
    return {};
  }

  // Between a point where it is positive and one where it is negative: regula falsi and bisection in turns,
  // so that flat functions take no longer than steep ones. The time behind the root is returned.
  double root(double positive, double negative) const {
    double a = time(positive), b = time(negative);
    double fa = margin_.at(a), fb = margin_.at(b);
    if (!(fa > 0)) return a;
    const auto close = [&] { return b - a <= 2 * eps * std::max(std::fabs(a), std::fabs(b)); };
    for (int k = 0; k < 200 && !close(); ++k) {
      double t = k % 3 == 2 ? 0.5 * (a + b) : a + (b - a) * (fa / (fa - fb));
      // A root next to an end is enclosed by a small step off it.
      const double least = 0.5 * eps * std::fabs(b) + 1e-3 * (b - a) * (k % 3 == 1 ? 1 : 0);
      t = std::min(std::max(t, a + least), b - least);
      if (!(t > a && t < b)) t = 0.5 * (a + b);
      if (!(t > a && t < b)) break;
      const double f = margin_.at(t);
      if (f > 0) {
        a = t;
        fa = f;
      } else {
        b = t;
        fb = f;
      }
    }
    return b;
  }

  const Margin& margin_;
  double from_, to_;
  const std::vector<double>& points_;
  Interpolant p_;
};

}  // namespace

std::optional<double> first_negative(const Margin& margin, double from, double to) {
  return Search(margin, from, to).run();
}

}  // namespace trammel::pipeline
