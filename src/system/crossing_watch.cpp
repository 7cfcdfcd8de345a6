#include "system/crossing_watch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace trammel::system {
namespace {

constexpr double small_regularity = 0.03;  // some stage of a step that goes through a zero meets less
constexpr double at_the_point = 1e-16;     // rounding leaves nothing of such a matrix
constexpr std::array glances{0.4, 0.6, 0.2, 0.8, 0.04, 0.96};  // parts of the way between the outer points

}  // namespace

SingularPoints* singular_points(Ode& ode) { return dynamic_cast<SingularPoints*>(&ode); }

// The matrix is symmetric in most mechanisms, so its smallest pivot falls like the square of the distance.
void CrossingWatch::see(double t, Vec z, double condition, bool turned, double least) {
  if (!(condition > 0)) return;
  std::rotate(last_, last_ + 1, last_ + 3);
  last_[2].t = t;
  last_[2].distance = 1 / std::sqrt(condition);
  largest_ = std::max(largest_, last_[2].distance);
  last_[2].z.assign(z.begin(), z.end());
  if (++seen_ >= 3 &&
      (turned || dips(least) || (std::min(least, least_before_) < small_regularity && heads_for_zero())))
    search(turned);
  least_before_ = least;
}

// Stages of a long step see what its ends do not.
bool CrossingWatch::dips(double least) const {
  constexpr double small = 1e-3, beside_ends = 0.1;
  const double end = std::min(last_[1].distance, last_[2].distance) / largest_;
  return least < small && least < beside_ends * end * end;
}

// Nearest in the middle, and a line through two of them meets zero before the third. Of a matrix whose pivots were
// exchanged two may fall like the distance: then it is the square that does.
bool CrossingWatch::heads_for_zero() const {
  constexpr double small = 0.2;  // of the largest distance so far
  const auto &a = last_[0], &b = last_[1], &c = last_[2];
  if (!(b.distance <= a.distance && b.distance <= c.distance) || !(a.t < b.t && b.t < c.t)) return false;
  const auto meets = [&](double left, double here, double right) {
    const double ahead = here - (left - here) / (b.t - a.t) * (c.t - b.t),
                 back = here - (right - here) / (c.t - b.t) * (b.t - a.t);
    return std::min(ahead, back) < 0;
  };
  return meets(a.distance, b.distance, c.distance) ||
         (b.distance < small * largest_ &&
          meets(a.distance * a.distance, b.distance * b.distance, c.distance * c.distance));
}

// Steps that shrink like the way that is left never have the point between them, until one is so near that it
// passes. By then nothing tells on which branch: so the point is asked for before.
bool CrossingWatch::creeps_up(double left, double right) {
  if (!(right >= 0 && right < at_the_point && right < left)) return false;
  const Seen& here = last_[2];
  const SingularPoints::Ahead ahead = singular_points(aside_())->ahead_at(here.t, here.z);
  if (ahead == SingularPoints::Ahead::open) return false;
  crossings_.push_back({here.t, ahead, here.z, last_[1].t, last_[1].z});
  return true;
}

// The least regularity between the outer two: the lowest of a few points, and golden section around it. Far from
// a singular configuration other pivots are the smallest, and tell nothing of where it is.
void CrossingWatch::search(bool turned) {
  constexpr int most = 40;
  constexpr double golden = 0.3819660112501051, crossed = 1e-6, surely_crossed = 1e-2;
  Ode& ode = aside_();
  SingularPoints* const points = singular_points(ode);
  if (points == nullptr) return;
  const std::size_t n = last_[0].z.size();
  std::vector<double> slope[3], z(n), moved;
  for (int k = 0; k < 3; ++k) {
    slope[k].resize(n);
    if (!ode.derivative(last_[k].t, last_[k].z, slope[k])) return;
  }
  const auto cubic = [&](double t) {
    const int k = t < last_[1].t ? 0 : 1;
    const double h = last_[k + 1].t - last_[k].t, x = (t - last_[k].t) / h, y = 1 - x;
    for (std::size_t i = 0; i < n; ++i)
      z[i] = y * y * (1 + 2 * x) * last_[k].z[i] + x * x * (1 + 2 * y) * last_[k + 1].z[i] +
             h * x * y * (y * slope[k][i] - x * slope[k + 1][i]);
  };
  const auto at = [&](double t) {
    cubic(t);
    moved = z;  // next to a singular configuration the way onto the constraints may lead far away
    return points->regularity_at(t, moved);
  };
  double a = last_[0].t, c = last_[2].t;
  // Most alarms are false, and seen to be so already beside the constraints, for a third of the work.
  const auto beside = [&](double part) {
    cubic(a + (c - a) * part);
    return points->regularity_beside(a + (c - a) * part, z);
  };
  constexpr double not_lower = 0.6;
  if (const double edge = turned ? -1 : std::min(beside(0), beside(1));
      edge > at_the_point &&
      std::ranges::all_of(glances, [&](double part) { return beside(part) > not_lower * edge; }))
    return;
  const double left = at(a), right = at(c), edge = std::min(left, right);
  if (creeps_up(left, right)) return;
  if (!(edge > 0)) return;
  // From a zero between both, regularity rises like a square, or like the distance: one of six points tells.
  // Most alarms end here.
  constexpr double not_low = 0.3;
  const auto low_at = [&](double part) {
    const double here = at(a + (c - a) * part);
    return !(here >= edge || here > not_low * std::max(left, right));
  };
  if (!turned && std::ranges::none_of(glances, low_at)) return;
  constexpr int few = 24;
  double lowest = edge, all[few + 1] = {left};
  all[few] = right;
  int at_lowest = -1;
  for (int k = 1; k < few; ++k)
    if (const double here = all[k] = at(a + (c - a) * k / few); here < lowest && here >= 0) {
      lowest = here;
      at_lowest = k;
    }
  if (at_lowest < 0 || lowest > 0.1 * std::max(left, right)) return;  // a false alarm
  // Jumps are there where other pivots are chosen. From a zero, regularity rises like a square on both sides.
  constexpr double rise = 4;  // within three points; 25 or more without jumps
  const auto rises = [&](int step) {
    const int end = at_lowest + 3 * step;
    if (end < 0 || end > few) return true;  // not known
    double most_near = 0;
    for (int k = end; k != at_lowest; k -= step)
      most_near = all[k] < 0 ? INFINITY : std::max(most_near, all[k]);
    return most_near >= rise * lowest;
  };
  if (!turned && !(rises(-1) && rises(1))) return;
  const double from = a, part = (c - a) / few;
  a = from + (at_lowest - 1) * part;
  c = from + (at_lowest + 1) * part;
  double b = a + golden * (c - a), d = c - golden * (c - a), low = at(b), high = at(d);
  double least = std::min(low, high), where = low < high ? b : d;
  for (int k = 0; k < most && least >= 0; ++k) {
    if (low < high) {
      c = d;
      d = b;
      high = low;
      low = at(b = a + golden * (c - a));
    } else {
      a = b;
      b = d;
      low = high;
      high = at(d = c - golden * (c - a));
    }
    if (std::min(low, high) >= least) continue;
    least = std::min(low, high);
    where = low < high ? b : d;
  }
  // Between long steps the cubic is not on the constraints, and so misses the point; what turned over went through it.
  if (!(least < (turned ? surely_crossed : crossed) * edge) || least < 0) return;
  if (!crossings_.empty() && where <= crossings_.back().t + 1e-6 * (last_[2].t - last_[0].t)) return;
  (void)at(where);
  const Seen& before = last_[last_[1].t < where ? 1 : 0];
  crossings_.push_back({where, points->ahead_at(where, z), z, before.t, before.z});
}

}  // namespace trammel::system
