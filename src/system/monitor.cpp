#include "system/monitor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trammel::system {
namespace {

// A run that does not factor the top Jacobian itself is looked at every so many steps, and where its steps
// have become half as long as at the last look.
constexpr long sample = 16;
constexpr double much_worse = 1e2;     // worth a closer look than pivots allow
constexpr double hopeless = 1e13;      // no digit of the highest derivatives is left
constexpr double still_regular = 1e5;  // growth up to which they have enough digits
// A state has turned if it is this part of itself beside the trapezoidal rule, and this many times as far as it moves
// at the larger of its two slopes: neither is so over a time in which the motion changes little.
constexpr double beside = 0.1, farther = 3;
// So it is asked of a place that was passed in no more than a few steps of the usual length: where equations are
// ill-conditioned for long, the method resolves what goes on there.
constexpr double usual_steps = 3;
constexpr double well_conditioned = 1e6;  // at its best: else growth tells nothing
constexpr double at_rest = 1e-6;          // of its size: what stays below is rounding, or hardly moves

}  // namespace

SingularityMonitor::SingularityMonitor(Ode& ode, std::vector<int> place)
    : ode_(ode), place_(std::move(place)), z_(static_cast<std::size_t>(ode.size())), dz_(z_) {
  closest_.z.resize(z_.size());
}

void SingularityMonitor::gather(Vec y, Vec slope) {
  if (place_.empty()) {
    std::copy_n(y.begin(), z_.size(), z_.begin());
    return;
  }
  for (std::size_t i = 0; i < z_.size(); ++i) {
    if (place_[i] >= 0)
      z_[i] = y[static_cast<std::size_t>(place_[i])];
    else
      z_[i] = static_cast<std::size_t>(-1 - place_[i]) < slope.size()
                  ? slope[static_cast<std::size_t>(-1 - place_[i])]
                  : 0;
  }
}

void SingularityMonitor::see(double t, Vec y, Vec slope) {
  if (!place_.empty()) {
    const double step = t - last_;
    last_ = t;
    if (seen_ > 0) longest_ = std::fmax(longest_, step);
    if (seen_++ % sample != 0 && step > 0.5 * looked_ && !near_) return;
    looked_ = step;
    examine(t, y, slope);
    return compare(t, y, slope);
  }
  const double known = condition();
  if (known == 0) return;
  if (known > closest_.condition) gather(y, slope);
  note(t, known);
}

void SingularityMonitor::examine(double t, Vec y, Vec slope) {
  now_ = INFINITY;
  gather(y, slope);
  const Outcome outcome = ode_.derivative(t, z_, dz_);
  if (outcome.verdict == Outcome::singular) return note(t, INFINITY);
  if (outcome) note(t, condition());
}

// The point that was examined last, with the regular one before it.
void SingularityMonitor::compare(double t, Vec y, Vec slope) {
  const double here = best_ > 0 ? now_ / best_ : INFINITY;
  near_ = here > much_worse;
  if (turned_ || best_ > well_conditioned) return;
  if (here > still_regular) {
    passing_ = true;
    return;
  }
  if (std::exchange(passing_, false) && t - regular_.t <= usual_steps * longest_ &&
      !smooth_since_regular(t)) {
    turned_ = true;
    return;
  }
  regular_.t = t;
  regular_.longest = longest_;
  regular_.z = z_;
  regular_.dz = dz_;
  regular_.y.assign(y.begin(), y.end());
  regular_.slope.assign(slope.begin(), slope.end());
}

bool SingularityMonitor::smooth_since_regular(double t) const {
  const double h = t - regular_.t;
  for (std::size_t i = 0; i < regular_.z.size(); ++i) {
    const double from = regular_.dz[i], to = dz_[i];
    const double defect = std::fabs(z_[i] - regular_.z[i] - 0.5 * h * (from + to));
    const double size = std::fmax(at_rest * ode_.nominal(static_cast<int>(i)),
                                  std::fmax(std::fabs(z_[i]), std::fabs(regular_.z[i])));
    if (defect > beside * size && defect > farther * h * std::fmax(std::fabs(from), std::fabs(to)))
      return false;
  }
  return true;
}

void SingularityMonitor::resume(const Regular& before) {
  if (place_.empty() || before.z.size() != z_.size()) return;
  std::ranges::copy(before.z, z_.begin());
  const Outcome outcome = ode_.derivative(before.t, z_, dz_);
  if (!outcome) return;
  note(before.t, condition());
  regular_ = before;
  longest_ = before.longest;
  near_ = passing_ = true;
}

// The first matrix is the measure of all others.
double SingularityMonitor::condition() {
  if (!weighed_ && ode_.condition() > 0) {
    ode_.weigh();
    weighed_ = true;
  }
  return ode_.condition();
}

void SingularityMonitor::note(double t, double condition) {
  now_ = condition;
  if (!(condition > 0)) return;
  if (best_ == 0 || condition < best_) best_ = condition;
  if (condition <= closest_.condition) return;
  closest_.t = t;
  closest_.condition = condition;
  std::ranges::copy(z_, closest_.z.begin());
}

void SingularityMonitor::point_at(double t, Vec y, Vec slope) {
  gather(y, slope);
  closest_.t = t;
  std::ranges::copy(z_, closest_.z.begin());
}

double SingularityMonitor::growth() const { return best_ > 0 ? closest_.condition / best_ : 1; }

bool SingularityMonitor::close() const {
  return closest_.condition > hopeless || (best_ > 0 && growth() > much_worse);
}

}  // namespace trammel::system
