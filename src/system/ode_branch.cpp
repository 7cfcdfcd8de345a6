// system/ode_branch.cpp: tops followed along their branch, from the last point of the solution to another. How
// Newton's method knows its root is in ode_newton.cpp.
#include <algorithm>
#include <cmath>

#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

constexpr double no_way = 1e-8;                // of the tops
constexpr double shortest_piece = 1.0 / 1024;  // of the way from the anchor

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

}  // namespace

Outcome SolvedOde::follow_branch(double t, Vec z) {
  if (anchor_.kept && !anchor_.rated && !anchor_.tried) rate_anchor();
  if (anchor_.rated)
    for (std::size_t k = 0; k < unknown_.size(); ++k)
      unknown_[k] = anchor_.top[k] + (t - anchor_.t) * anchor_.rate[k];
  if (newton(t, z, true) && fits_anchor(t, z) && !far_from_anchor()) return {};
  const Outcome outcome = go_along(t, z);
  if (outcome) anchor_.clear = std::max(anchor_.clear, t);
  if (outcome || anchor_.kept) return outcome;
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
  if (other_side(anchor_.side, along_.side_there) || may_be_singular_before(t, z)) return false;
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
// same by way of the middle. Where a determinant comes to zero, ode_meeting.cpp knows what meets there.
Outcome SolvedOde::go_along(double t, Vec z) {
  constexpr double look_closer = 1.0 / 32, fallen = 0.25;  // of the way; of a determinant
  const Line line{t, z};
  along_.top = along_.before = anchor_.top;
  along_.side = anchor_.side;
  along_.trace.assign(1, {0, anchor_.top, anchor_.side});
  double done = 0, piece = 0.5, last = 0;
  if (anchor_.rated) {
    last = 1;
    for (std::size_t k = 0; k < along_.before.size(); ++k)
      along_.before[k] -= (t - anchor_.t) * anchor_.rate[k];
  }
  Outcome outcome;
  bool looked = false;
  // Tops that are secants away from those at `from`, which came from those `before` it.
  const auto step = [&](double from, double to, double length, const std::vector<double>& top,
                        const std::vector<double>& before) {
    for (std::size_t k = 0; k < unknown_.size(); ++k)
      unknown_[k] = top[k] + (length > 0 ? (to - from) / length * (top[k] - before[k]) : 0);
    return solve_on(line, to);
  };
  while (done < 1) {
    const double to = std::min(1.0, done + piece), middle = done + (to - done) / 2;
    outcome = step(done, middle, last, along_.top, along_.before);
    if (outcome) {
      along_.middle = unknown_;
      find_side(along_.side_middle);
      outcome = step(done, to, last, along_.top, along_.before);
    }
    if (outcome) {
      along_.end = unknown_;
      outcome = step(middle, to, middle - done, along_.middle, along_.top);
      if (outcome && !same_tops(unknown_, along_.end)) outcome = {Outcome::diverged, view_.rows[0]};
    }
    int block = -1;
    if (outcome) {
      find_side(along_.side_there);
      block = comes_to_zero(along_.side, along_.side_middle, along_.side_there);
      if (block >= 0) outcome = {Outcome::diverged, view_.rows[0]};
    }
    if (outcome) {
      along_.side = along_.side_there;
      along_.before = along_.middle;
      along_.top = unknown_;
      last = to - middle;
      done = to;
      along_.trace.push_back({middle, along_.middle, along_.side_middle});
      along_.trace.push_back({to, along_.top, along_.side});
      piece *= 2;
      looked = false;
      continue;
    }
    piece /= 2;
    if (block < 0) block = fallen_most(anchor_.side, along_.side, fallen);
    if (!looked && block >= 0 && piece < look_closer) {
      looked = true;
      const Behind behind = look_ahead(line, piece, static_cast<std::size_t>(block));
      if (behind.at > done) {
        done = behind.at;
        along_.top = unknown_ = behind.top;
        along_.before = behind.before;
        find_side(along_.side);
        along_.trace.assign(1, {done, along_.top, along_.side});
        last = behind.way;
        piece = std::max(piece, behind.length);
        looked = false;
        continue;
      }
      if (behind.several) {
        undecided_at_ = anchor_.t + behind.meeting * (t - anchor_.t);
        return {Outcome::singular, row_of_block(static_cast<std::size_t>(block))};
      }
    }
    if (piece < shortest_piece) {
      if (outcome.verdict == Outcome::diverged) outcome.verdict = Outcome::singular;
      return outcome;
    }
  }
  return {};
}

// A correction that no iteration makes smaller: the voltage U = V - w of 1e-8 V between points at 6 V moves by 1e-8
// of itself when V is rounded. Rounding of all unknowns changes the equations by so much, and the matrix tells what
// that comes to. Unknowns in which equations bend must have settled: at a fold the matrix is singular, and rounding
// would explain everything.
bool SolvedOde::within_rounding(Vec step) {
  constexpr double epsilon = 2.2e-16, settled = 1e-9, most = 1e-6, some = 30;
  std::vector<double> noise(step.size(), 0.0);
  for (std::size_t j = 0; j < step.size(); ++j)
    for (int k = A_.pattern->start[j]; k < A_.pattern->start[j + 1]; ++k)
      noise[static_cast<std::size_t>(A_.pattern->row[k])] += epsilon * std::fabs(A_.value[k] * unknown_[j]);
  solver_->solve(noise);
  for (std::size_t j = 0; j < step.size(); ++j) {
    const double size = std::fabs(unknown_[j]) + size_[j];
    const double bound = std::clamp(some * std::fabs(noise[j]), settled * size, most * size);
    if (!(std::fabs(step[j]) <= (view_.bends[j] ? settled * size : bound))) return false;
  }
  return true;
}

double SolvedOde::size_of(Vec step) const {
  double size = 0;
  for (std::size_t k = 0; k < step.size(); ++k) {
    const double part = std::fabs(step[k]) / (std::fabs(unknown_[k]) + size_[k]);
    if (!(part <= size)) size = part;  // NaN stays
  }
  return size;
}

// A base of 1e-12 that was an acid of 0.1 is none of the last digits of 0.1.
bool SolvedOde::last_digits(Vec step) const {
  constexpr double own = 1e-7, zero = 1e-14;
  for (std::size_t k = 0; k < step.size(); ++k)
    if (view_.bends[k] && !(std::fabs(step[k]) <= own * std::fabs(unknown_[k])) &&
        std::fabs(unknown_[k]) > zero * size_[k])
      return false;
  return true;
}

Outcome SolvedOde::solve_on(const Line& line, double at) {
  for (std::size_t k = 0; k < along_.z.size(); ++k)
    along_.z[k] = at == 1 ? line.z[k] : anchor_.z[k] + at * (line.z[k] - anchor_.z[k]);
  return newton(at == 1 ? line.t : anchor_.t + at * (line.t - anchor_.t), along_.z, true);
}

}  // namespace trammel::system
