// system/ode_branch.cpp: tops followed along their branch, from the last point of the solution to another. How
// Newton's method knows its root is in ode_newton.cpp.
#include <algorithm>
#include <array>
#include <cmath>

#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

constexpr double no_way = 1e-8;                // of the tops
constexpr double shortest_piece = 1.0 / 1024;  // of the way from the anchor
constexpr double narrowest = 1e-8;             // the same, where another branch is near

double determinant(std::vector<double>& A, std::size_t n) {
  double product = 1;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c + 1; i < n; ++i)
      if (std::fabs(A[i * n + c]) > std::fabs(A[pivot * n + c])) pivot = i;
    if (!(std::fabs(A[pivot * n + c]) > 0)) return 0;  // NaN, too
    if (pivot != c) {
      product = -product;
      std::swap_ranges(A.begin() + static_cast<std::ptrdiff_t>(c * n),
                       A.begin() + static_cast<std::ptrdiff_t>((c + 1) * n),
                       A.begin() + static_cast<std::ptrdiff_t>(pivot * n));
    }
    product *= A[c * n + c];
    for (std::size_t i = c + 1; i < n; ++i) {
      const double factor = A[i * n + c] / A[c * n + c];
      for (std::size_t j = c; j < n; ++j) A[i * n + j] -= factor * A[c * n + j];
    }
  }
  return product;
}

// Among blocks whose determinants have changed their signs, or all.
double smallest_of(const std::vector<double>& before, const std::vector<double>& now) {
  double smallest = INFINITY;
  for (std::size_t k = 0; k < std::min(before.size(), now.size()); ++k)
    if (before[k] != 0) smallest = std::min(smallest, std::fabs(now[k] / before[k]));
  return smallest;
}

// Where branches cross, a determinant falls like the distance from there; where they touch, like its square, and what
// seems to go on behind with the other sign is another branch.
bool touch(const std::vector<double>& part, const std::vector<double>& size, double at) {
  constexpr double far = 0.03, apart = 8, order = 1.5;
  double d1 = 0, s1 = 0, d2 = 0, s2 = 0;  // the farthest that is not far, and one much nearer
  for (std::size_t k = 0; k < part.size(); ++k)
    if (const double d = std::fabs(part[k] - at); d <= far && d > d1) {
      d1 = d;
      s1 = size[k];
    }
  for (std::size_t k = 0; k < part.size(); ++k)
    if (const double d = std::fabs(part[k] - at); d * apart <= d1 && d > d2) {
      d2 = d;
      s2 = size[k];
    }
  return d2 > 0 && s2 > 0 && std::log(s1 / s2) > order * std::log(d1 / d2);
}

}  // namespace

Outcome SolvedOde::follow_branch(double t, Vec z) {
  if (anchor_.kept && !anchor_.rated && !anchor_.tried) rate_anchor();
  if (anchor_.rated)
    for (std::size_t k = 0; k < unknown_.size(); ++k)
      unknown_[k] = anchor_.top[k] + (t - anchor_.t) * anchor_.rate[k];
  if (newton(t, z, true) && fits_anchor(t, z) && !far_from_anchor()) return {};
  if (const Outcome outcome = go_along(t, z); outcome || anchor_.kept) return outcome;
  return search(t, z);
}

// Then the way is gone in pieces, whatever the test of both rates says: it knows nothing of what lies between.
bool SolvedOde::far_from_anchor() const {
  constexpr double far = 0.1;
  if (!anchor_.kept) return false;
  for (std::size_t k = 0; k < unknown_.size(); ++k)
    if (view_.bends[k] &&
        std::fabs(unknown_[k] - anchor_.top[k]) > far * (std::fabs(anchor_.top[k]) + size_[k]))
      return true;
  return false;
}

bool SolvedOde::moved_far(Vec from) const {
  constexpr double far = 3e-3;  // of the tops
  for (std::size_t k = 0; k < unknown_.size(); ++k)
    if (view_.bends[k] && std::fabs(unknown_[k] - from[k]) > far * (std::fabs(from[k]) + size_[k]))
      return true;
  return false;
}

// On a branch without a fold the determinant of a block does not change its sign, and behind a fold lies the next
// root. The matrix is the one that was factored last. Large blocks are left out.
void SolvedOde::find_side(std::vector<double>& side) {
  constexpr std::size_t largest = 8;
  side.assign(search_->blocks(), 0.0);
  std::vector<double> dense;
  for (std::size_t b = 0; b < side.size(); ++b) {
    const std::vector<int>&rows = search_->rows_of(b), &columns = search_->columns_of(b);
    const std::size_t n = columns.size();
    if (n > largest || rows.size() != n ||
        std::ranges::none_of(columns, [&](int c) { return view_.bends[c]; }))
      continue;
    dense.assign(n * n, 0.0);
    for (std::size_t j = 0; j < n; ++j)
      for (int k = A_.pattern->start[columns[j]]; k < A_.pattern->start[columns[j] + 1]; ++k)
        if (const auto at = std::ranges::find(rows, A_.pattern->row[k]); at != rows.end())
          dense[static_cast<std::size_t>(at - rows.begin()) * n + j] = A_.value[k];
    side[b] = determinant(dense, n);
  }
}

bool SolvedOde::other_side(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    if ((a[k] < 0 && b[k] > 0) || (a[k] > 0 && b[k] < 0)) return true;
  return false;
}

bool SolvedOde::same_side(double t, Vec z, Vec top) {
  if (view_.linear || view_.implicit.empty()) return true;
  find_side(along_.side);
  const std::vector<double> found = A_.value;
  std::vector<double> there(unknown_.size()), residual(unknown_.size());
  for (std::size_t k = 0; k < there.size(); ++k) there[k] = top[static_cast<std::size_t>(view_.implicit[k])];
  const double* in[] = {&t, z.data(), there.data()};
  double* out[] = {residual.data(), A_.value.data()};
  runner_.run(top_function, in, out);
  find_side(along_.side_there);
  A_.value = found;
  return !other_side(along_.side, along_.side_there);
}

// Between two points with determinants of opposite signs both roots lie on one branch if it crosses another there,
// as y² = s² does, and on two if those only come near each other, as y² = s² + 1e-8 does. Bisecting tells: the roots
// at both ends come together, or a gap stays however near the ends are.
bool SolvedOde::meet(const Place& a, const Place& b, const std::vector<double>& side) {
  constexpr double together = 1e-7, least_fall = 0.5;  // of the tops; of the gap, over some bisections
  constexpr int most = 60, some = 10;
  constexpr double parts[] = {0.4375, 0.5625, 0.3125};  // not the middle: symmetric models are singular there
  Place low = a, high = b, between = a;
  std::vector<double> side_between, part_of, sizes;  // of the points found: where, and their determinants
  double from = 0, to = 1;
  std::array<double, some> gaps;
  gaps.fill(INFINITY);
  const auto gap = [&] {
    double widest = 0;
    for (std::size_t k = 0; k < unknown_.size(); ++k)
      if (view_.bends[k])
        widest = std::max(widest, std::fabs(high.top[k] - low.top[k]) /
                                      (std::max(std::fabs(a.top[k]), std::fabs(b.top[k])) + size_[k]));
    return widest;
  };
  // Once may be an accident: two branches have the same value at different points.
  constexpr int often = 4, enough = 12;  // enough: to see how determinants fall
  int times = 0;
  for (int i = 0; i < most && (times < often || i < enough); ++i) {
    const double now = gap();
    times = now <= together ? times + 1 : 0;
    if (times == 0 && now > least_fall * gaps[static_cast<std::size_t>(i) % some]) break;
    gaps[static_cast<std::size_t>(i) % some] = now;
    bool found = false;
    double here = 0;
    for (const double part : parts) {
      const auto mix = [&](const std::vector<double>& p, const std::vector<double>& q,
                           std::vector<double>& at) {
        for (std::size_t k = 0; k < at.size(); ++k) at[k] = p[k] + part * (q[k] - p[k]);
      };
      between.t = low.t + part * (high.t - low.t);
      mix(low.z, high.z, between.z);
      mix(low.top, high.top, unknown_);
      predicted_ = unknown_;
      here = from + part * (to - from);
      if ((found = bool(iterate(between.t, between.z)))) break;
    }
    if (!found) break;
    between.top = unknown_;
    find_side(side_between);
    const bool beyond = other_side(side, side_between);
    std::swap(beyond ? high : low, between);
    (beyond ? to : from) = here;
    part_of.push_back(here);
    sizes.push_back(smallest_of(side, side_between));
  }
  // Factors and tops as they were.
  predicted_ = unknown_ = b.top;
  return bool(iterate(b.t, b.z)) && times >= often && !touch(part_of, sizes, 0.5 * (from + to));
}

// A prediction that is far off may lie next to another root, and Newton's method is sure of that. A root of the
// same branch has a rate, too, and between both points the branch is not far from what both rates say.
bool SolvedOde::fits_anchor(double t, Vec z) {
  constexpr double far = 3e-3, fits = 0.3;  // of the tops; of the way
  if (!anchor_.kept || !anchor_.rated) return true;
  const double h = t - anchor_.t;
  bool moved = false;
  for (std::size_t k = 0; k < unknown_.size(); ++k)
    moved = moved || (view_.bends[k] &&
                      std::max(std::fabs(unknown_[k] - anchor_.top[k]), std::fabs(h * anchor_.rate[k])) >
                          far * (std::fabs(anchor_.top[k]) + size_[k]));
  find_side(along_.side_there);
  if (other_side(anchor_.side, along_.side_there) &&
      (moved ||
       !meet({anchor_.t, anchor_.z, anchor_.top}, {t, {z.begin(), z.end()}, unknown_}, anchor_.side)))
    return false;
  if (!moved) return true;
  evaluate(rate_function, t, z, rate_here_);
  for (double& part : rate_here_) part = -part;
  solver_->solve(rate_here_);
  for (std::size_t k = 0; k < unknown_.size(); ++k) {
    if (!view_.bends[k]) continue;
    const double before = h * anchor_.rate[k], after = h * rate_here_[k], way = unknown_[k] - anchor_.top[k];
    const double most = std::fabs(before) + std::fabs(after) + no_way * (std::fabs(way) + size_[k]);
    if (!(std::fabs(way - (before + after) / 2) <= fits * most)) return false;
  }
  return true;
}

// From the anchor on a straight line, in pieces as long as Newton's method is sure of its root, and finds the
// same by way of the middle.
Outcome SolvedOde::go_along(double t, Vec z) {
  along_.top = along_.before = anchor_.top;
  along_.side = anchor_.side;
  double done = 0, piece = 0.5, last = 0;
  Outcome outcome;
  bool beside = false;  // another branch is next to this one
  const auto at = [&](double part, const std::vector<double>& top) {
    Place place{anchor_.t + part * (t - anchor_.t), anchor_.z, top};
    for (std::size_t k = 0; k < place.z.size(); ++k) place.z[k] += part * (z[k] - anchor_.z[k]);
    return place;
  };
  // On a line, tops that are secants away from those at `from`, which came from those `before` it.
  const auto step = [&](double from, double to, double length, const std::vector<double>& top,
                        const std::vector<double>& before) {
    for (std::size_t k = 0; k < along_.z.size(); ++k)
      along_.z[k] = to == 1 ? z[k] : anchor_.z[k] + to * (z[k] - anchor_.z[k]);
    for (std::size_t k = 0; k < unknown_.size(); ++k)
      unknown_[k] = top[k] + (length > 0 ? (to - from) / length * (top[k] - before[k]) : 0);
    return newton(to == 1 ? t : anchor_.t + to * (t - anchor_.t), along_.z, true);
  };
  while (done < 1) {
    const double to = std::min(1.0, done + piece), middle = done + (to - done) / 2;
    outcome = step(done, middle, last, along_.top, along_.before);
    if (outcome) {
      along_.middle = unknown_;
      outcome = step(done, to, last, along_.top, along_.before);
    }
    if (outcome) {
      along_.end = unknown_;
      outcome = step(middle, to, middle - done, along_.middle, along_.top);
      if (outcome && !same_tops(unknown_, along_.end)) outcome = {Outcome::diverged, view_.rows[0]};
    }
    if (outcome) {
      find_side(along_.side_there);
      if (other_side(along_.side, along_.side_there)) {
        beside = !moved_far(along_.top) && !meet(at(done, along_.top), at(to, unknown_), along_.side);
        if (beside || moved_far(along_.top)) outcome = {Outcome::diverged, view_.rows[0]};
      }
    }
    if (outcome) {
      along_.side = along_.side_there;
      along_.before = along_.middle;
      along_.top = unknown_;
      last = to - middle;
      done = to;
      piece *= 2;
    } else if ((piece /= 2) < (beside ? narrowest : shortest_piece)) {
      if (outcome.verdict == Outcome::diverged) outcome.verdict = Outcome::singular;
      return outcome;
    }
  }
  return {};
}

}  // namespace trammel::system
