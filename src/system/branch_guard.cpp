#include "system/branch_guard.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace trammel::system {
namespace {

// Of the numerator where the denominator is zero, relative to both ends of the step. Where both vanish
// together it goes to zero with the step size, else it does not.
constexpr double no_zero = 0.25;
constexpr double noticed = 1e-9;                       // of a state: less is rounding
constexpr double suspicious = 0.05, same_root = 1e-6;  // of a top: the run's value, and a root

}  // namespace

BranchGuard::BranchGuard(Ode& ode, std::vector<int> place, std::vector<Own> tops)
    : ode_(ode), place_(std::move(place)), tops_(std::move(tops)), z_(static_cast<std::size_t>(ode.size())),
      dz_(z_.size()), dz_before_(z_.size()), top_(ode.top().size()), guess_(top_.size()),
      pivot_(ode.pivots().size()), pivot_before_(pivot_.size()), pivot_earlier_(pivot_.size()) {
  std::vector<char> differentiated(top_.size(), 0);
  for (const Ode::Part& part : ode.state()) differentiated[static_cast<std::size_t>(part.unknown)] = 1;
  algebraic_.reserve(top_.size());
  for (std::size_t j = 0; j < top_.size(); ++j)
    if (!differentiated[j]) algebraic_.push_back(static_cast<int>(j));
  node_.z = z_;
  node_.top = top_;
  node_.t = std::nan("");
  // With constraints, branches that cross there are the passage's to follow.
  if (place_.empty() && !ode.guesses() && ode.invariants() == 0) points_ = singular_points(ode);
}

void BranchGuard::gather(Vec y, Vec slope) {
  if (place_.empty()) {
    std::copy_n(y.begin(), z_.size(), z_.begin());
    return;
  }
  for (std::size_t i = 0; i < place_.size(); ++i)
    z_[i] = place_[i] < 0 ? slope[static_cast<std::size_t>(-1 - place_[i])]
                          : y[static_cast<std::size_t>(place_[i])];
}

void BranchGuard::accept(double t, Vec y, Vec slope) {
  gather(y, slope);
  ended_ = false;
  if (!pivot_.empty() && t != node_.t) {
    earlier_ = node_.t;
    std::swap(pivot_earlier_, pivot_before_);
  }
  if (!pivot_.empty()) ode_.pivots(t, z_, pivot_before_);
  node_.t = t;
  poles_.insert(poles_.end(), ahead_poles_.begin(), ahead_poles_.end());
  ahead_poles_.clear();
  if (ahead_.t == t) side_ = ahead_;
  std::ranges::copy(z_, node_.z.begin());
  if (!ode_.guesses()) return;
  known_ = bool(ode_.derivative(t, z_, dz_));
  if (known_) {
    std::ranges::copy(ode_.top(), node_.top.begin());
    ode_.anchor(t, z_, node_.top);
    for (Own& own : tops_)
      own.largest = std::max(own.largest, std::fabs(node_.top[static_cast<std::size_t>(own.unknown)]));
  }
}

Outcome BranchGuard::admit(double t, Vec y, Vec slope) {
  gather(y, slope);
  ahead_poles_.clear();
  if (ode_.guesses() && known_) {
    SingularPoints* const points_of_tops = singular_points(ode_);
    const Outcome outcome = ode_.derivative(t, z_, dz_);
    ended_ = outcome.verdict == Outcome::singular;
    row_ = outcome.row;
    if (!outcome) return outcome;
    if (points_of_tops != nullptr && points_of_tops->beside_a_meeting()) return {Outcome::diverged, -1};
    if (!own_root(t, y)) return {Outcome::diverged, -1};
  }
  Outcome outcome = pivot_.empty() ? Outcome{} : follow_pivots(t);
  if (outcome && points_ != nullptr && points_->came_near()) outcome = follow_distance(t);
  if (outcome.verdict == Outcome::singular) {
    ended_ = true;
    row_ = outcome.row;
  }
  return outcome;
}

// Numbers of the run that are off, by its tolerance or by a root: the root next to them tells which.
bool BranchGuard::own_root(double t, Vec y) {
  const auto differ = [&](Vec a, Vec b, double part) {
    return std::ranges::any_of(tops_, [&](const Own& own) {
      const auto j = static_cast<std::size_t>(own.unknown);
      const double size = own.largest > 0 ? std::min(own.largest, own.nominal) : own.nominal;
      return !(std::fabs(a[j] - b[j]) <= part * (size + std::fabs(b[j])));
    });
  };
  std::ranges::copy(ode_.top(), top_.begin());
  guess_ = top_;
  for (const Own& own : tops_)
    guess_[static_cast<std::size_t>(own.unknown)] = y[static_cast<std::size_t>(own.at)];
  if (!differ(guess_, top_, same_root)) return true;
  // Where two branches are near each other, a small error may be another root, too.
  SingularPoints* const points = singular_points(ode_);
  if (!differ(guess_, top_, suspicious) && (points == nullptr || points->same_side(t, z_, guess_)))
    return true;
  ode_.anchor(t, z_, guess_);
  const bool found = bool(ode_.derivative(t, z_, dz_));
  // No root at all next to a value that is off by more than itself: next to a fold such values pass the error
  // test of unknowns that are not tested.
  const bool other = found ? differ(ode_.top(), top_, same_root) : differ(guess_, top_, 1);
  ode_.anchor(node_.t, node_.z, node_.top);
  return !other;
}

bool BranchGuard::ends_within(double dt) {
  if (!ode_.derivative(node_.t, node_.z, dz_before_)) return false;
  const auto along_tangent = [&](double step) {
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = node_.z[i] + step * dz_before_[i];
  };
  // An error test may stop a run before a denominator reaches its zero. The tangent leads there, if it is not
  // followed too far.
  constexpr double shortest = 1e-15;
  for (double part = shortest; !pivot_.empty() && part <= 1; part *= 4) {
    along_tangent(part * dt);
    const Outcome outcome = look_between(node_.t + part * dt, z_);
    if (outcome.verdict != Outcome::singular) continue;
    row_ = outcome.row;
    return ended_ = true;
  }
  if (points_ != nullptr && distance_ends_within(dt)) return ended_ = true;
  if (!known_ || !ode_.guesses()) return false;
  along_tangent(dt);
  return ode_.derivative(node_.t + dt, z_, dz_).verdict == Outcome::singular;
}

// The same for equations that lose rank together: along the tangent the distance changes its sign, or falls
// and rises again.
bool BranchGuard::distance_ends_within(double dt) {
  constexpr double shortest = 1e-15, fallen = 0.5;
  std::vector<double> slope(z_.size());
  const auto first = points_->signed_distance(node_.t, node_.z, slope);
  if (!std::isfinite(first.signed_by_side)) return false;
  double least = std::fabs(first.signed_by_side);
  bool ends = false;
  for (double part = shortest; part <= 1 && !ends; part *= 2) {
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = node_.z[i] + part * dt * dz_before_[i];
    const double here = points_->signed_distance(node_.t + part * dt, z_, slope).signed_by_side;
    if (!std::isfinite(here)) continue;
    ends = std::signbit(here) != std::signbit(first.signed_by_side) ||
           (least < fallen * std::fabs(first.signed_by_side) &&
            std::fabs(here) > std::fabs(first.signed_by_side));
    least = std::min(least, std::fabs(here));
  }
  (void)points_->came_near();
  if (ends) row_ = first.row;
  return ends;
}

bool BranchGuard::crossed(std::size_t k) const {
  return pivot_[k] == 0 || std::signbit(pivot_[k]) != std::signbit(pivot_before_[k]);
}

// Does a denominator fall so fast that it may be zero within the step, whatever it is at its end?
bool BranchGuard::heads_for_zero(double t) const {
  constexpr double margin = 4;
  if (!(earlier_ < node_.t)) return false;
  const double ahead = margin * (t - node_.t) / (node_.t - earlier_);
  for (std::size_t k = 0; k < pivot_.size(); ++k)
    if (std::fabs(pivot_before_[k]) < std::fabs(pivot_earlier_[k]) &&
        std::fabs(pivot_before_[k]) < ahead * std::fabs(pivot_earlier_[k] - pivot_before_[k]))
      return true;
  return false;
}

// Stages on both sides of a pole may cancel, so that a step seems to lead past it on the same side: then the
// tangent tells.
Outcome BranchGuard::follow_pivots(double t) {
  if (const Outcome outcome = look_between(t, z_); !outcome) return outcome;
  if (!heads_for_zero(t) || !ode_.derivative(node_.t, node_.z, dz_before_)) return {};
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = node_.z[i] + (t - node_.t) * dz_before_[i];
  const std::vector<Pole> passed = ahead_poles_;
  const Outcome outcome = look_between(t, z_);
  ahead_poles_ = passed;  // those along the tangent are not the run's
  return outcome;
}

// From the node to another point: `singular` if a slope grows beyond all bounds on the way.
Outcome BranchGuard::look_between(double t, Vec z) {
  ode_.pivots(t, z, pivot_);
  std::size_t k = 0;
  while (k < pivot_.size() && !crossed(k)) ++k;
  if (k == pivot_.size()) return {};
  // What the slopes would be numerators of: slopes times denominator, at both ends.
  if (!ode_.derivative(node_.t, node_.z, dz_before_)) return {};
  if (const Outcome outcome = ode_.derivative(t, z, dz_); !outcome) return outcome;
  for (; k < pivot_.size(); ++k) {
    if (!crossed(k)) continue;
    if (grows_without_bound(pivot_before_[k], pivot_[k], t - node_.t, z))
      return {Outcome::singular, ode_.pivots()[k].row};
    // Numerators at both ends of a step across N/p^2 have opposite signs and seem to vanish between them. Nearer to
    // the zero the slope tells: times p it is smaller there if it is finite, and larger if p stands there twice.
    constexpr double nearer = 0.9, larger = 2;
    const double before = pivot_before_[k], change = pivot_[k] - before, part = nearer * (-before / change);
    const double h = t - node_.t;
    std::vector<double> between(z_.size()), slope(z_.size()), pivot(pivot_.size());
    for (std::size_t i = 0; i < between.size(); ++i) between[i] = node_.z[i] + part * (z[i] - node_.z[i]);
    ode_.pivots(node_.t + part * h, between, pivot);
    if (!ode_.derivative(node_.t + part * h, between, slope)) continue;
    for (std::size_t i = 0; i < slope.size(); ++i) {
      const double numerator = std::fabs(pivot[k] * slope[i]);
      const double ends = std::max(std::fabs(before * dz_before_[i]), std::fabs(pivot_[k] * dz_[i]));
      if (numerator > larger * ends &&
          numerator * h / std::fabs(change) > noticed * (std::fabs(z[i]) + ode_.nominal(static_cast<int>(i))))
        return {Outcome::singular, ode_.pivots()[k].row};
    }
    look_for_pole(k, t, z);
  }
  return {};
}

// Is a slope a quotient that has its pole where this denominator is zero?
bool BranchGuard::grows_without_bound(double before, double after, double h, Vec z) const {
  const double change = after - before, at = -before / change;
  for (std::size_t i = 0; i < dz_.size(); ++i) {
    const double here = before * dz_before_[i], there = after * dz_[i];
    const double between = here + at * (there - here);
    // N/p, p linear in t, moves the state by N/p' times a logarithm.
    const double moves = std::fabs(between * h / change);
    if (std::fabs(between) > no_zero * std::max(std::fabs(here), std::fabs(there)) &&
        moves > noticed * (std::fabs(z[i]) + ode_.nominal(static_cast<int>(i))))
      return true;
  }
  return false;
}

// 1/(l' A⁻¹ r) changes its sign where A is singular, and also where l' A⁻¹ r is zero, which means nothing:
// there it is large.
bool BranchGuard::through_infinity(double t, double before, double after) {
  const double part = before / (before - after);
  std::vector<double> between(z_.size()), slope(z_.size());
  for (std::size_t i = 0; i < between.size(); ++i) between[i] = node_.z[i] + part * (z_[i] - node_.z[i]);
  const double there =
      points_->signed_distance(node_.t + part * (t - node_.t), between, slope).signed_by_side;
  (void)points_->came_near();
  return std::isfinite(there) && std::fabs(there) > std::max(std::fabs(before), std::fabs(after));
}

// Where A loses rank by a square, or in two directions at once, 1/(l' A⁻¹ r) touches zero and keeps its sign.
// A step across such a point has its least distance inside, and if slopes grow there as the distance falls,
// there is no way through.
bool BranchGuard::touches(double t, double before, double after) {
  constexpr double fallen = 0.5, far_less = 1e-3;
  constexpr int most = 16;
  const double parts[] = {0, 1.0 / 64, 1.0 / 16, 0.25, 0.5, 0.75, 15.0 / 16, 63.0 / 64, 1};
  const double h = t - node_.t, ends = std::min(std::fabs(before), std::fabs(after));
  std::vector<double> between(z_.size()), slope(z_.size()), steepest(z_.size());
  double least = ends;  // among points that have a distance
  const auto distance = [&](double part) {
    for (std::size_t i = 0; i < between.size(); ++i) between[i] = node_.z[i] + part * (z_[i] - node_.z[i]);
    const double here =
        std::fabs(points_->signed_distance(node_.t + part * h, between, slope).signed_by_side);
    (void)points_->came_near();
    if (here < least) {
      least = here;
      steepest = slope;
    }
    return std::isfinite(here) ? here : 0;  // none: it is that near
  };
  std::size_t k = 1;
  double nearest = INFINITY;
  for (std::size_t i = 1; i + 1 < std::size(parts); ++i)
    if (const double here = distance(parts[i]); here < nearest) {
      nearest = here;
      k = i;
    }
  if (!(nearest < fallen * ends)) return false;
  double low = parts[k - 1], middle = parts[k], high = parts[k + 1];
  for (int i = 0; i < most && least > far_less * ends; ++i) {
    const double left = 0.5 * (low + middle), right = 0.5 * (middle + high);
    if (const double here = distance(left); here < nearest) {
      nearest = here;
      high = std::exchange(middle, left);
    } else if (const double there = distance(right); there < nearest) {
      nearest = there;
      low = std::exchange(middle, right);
    } else {
      low = left;
      high = right;
    }
  }
  if (least > far_less * ends) return false;
  for (std::size_t i = 0; i < steepest.size(); ++i) {
    const double numerator = least * std::fabs(steepest[i]);
    if (numerator > no_zero * std::max(std::fabs(before * dz_before_[i]), std::fabs(after * dz_[i])) &&
        std::fabs(steepest[i]) * h * std::sqrt(least / ends) >
            noticed * (std::fabs(z_[i]) + ode_.nominal(static_cast<int>(i))))
      return true;
  }
  return false;
}

// Where nothing is known of the distance, the last that was known is kept: a pole may hide behind a point next to
// it.
Outcome BranchGuard::follow_distance(double t) {
  if (!(side_.t <= node_.t) || !std::isfinite(side_.distance)) {
    side_.distance = points_->signed_distance(node_.t, node_.z, dz_before_).signed_by_side;
    side_.t = node_.t;
    side_.slope = dz_before_;
  }
  const SingularPoints::Distance now = points_->signed_distance(t, z_, dz_);
  (void)points_->came_near();  // what was looked at here was not the run
  if (!std::isfinite(now.signed_by_side) || !std::isfinite(side_.distance)) return {};
  dz_before_ = side_.slope;
  if (std::signbit(now.signed_by_side) != std::signbit(side_.distance) &&
      grows_without_bound(side_.distance, now.signed_by_side, t - side_.t, z_) &&
      !through_infinity(t, side_.distance, now.signed_by_side))
    return {Outcome::singular, now.row};
  const std::vector<double> here = dz_;
  if (std::signbit(now.signed_by_side) == std::signbit(side_.distance) &&
      touches(t, side_.distance, now.signed_by_side))
    return {Outcome::singular, now.row};
  dz_ = here;
  ahead_ = {t, now.signed_by_side, dz_};
  return {};
}

}  // namespace trammel::system
