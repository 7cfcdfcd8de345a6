// integrate/methods/modified_bdf_inside.cpp: values between the steps of modified BDF, and slopes at their ends.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "integrate/methods/modified_bdf.hpp"
#include "integrate/options.hpp"

namespace trammel::integrate {

// The polynomial through the new point and as many old ones as the order, level by level: Newton's form, what
// the new value adds to the polynomial through the old ones. The new point joins the history after that.
void ModifiedBdf::inside(double theta, Out y) {
  if (start_.on()) return start_.inside(theta, y);
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  const double t = t_before_ + theta * (core_.t() - t_before_);
  // Where no constraint is hidden, velocities are as smooth as positions, and one more value makes their
  // slopes one order better.
  const int last = std::min(attempt_order_ + (hidden_ ? 0 : 1), history.nodes()) - 1;
  double factor = 1;
  for (int i = 0; i <= last; ++i) factor *= (t - history.t(i)) / (core_.t() - history.t(i));
  const int levels = smooth_ ? 1 : core_.levels();  // what is smooth is done below
  for (int level = 0; level < levels; ++level) {
    history.interpolate(core_.t(), last, level, new_);
    history.interpolate(t, last, level, old_);
    for (int i = 0; i < x.size(); ++i)
      if (const int j = x.unknown(i); x.derivative(i) == level)
        y[i] = old_[j] + factor * (x.level(level)[j] - new_[j]);
  }
  for (int degree = 1; degree <= last; ++degree) read_multipliers(t, degree, last + 1, y);
  if (meets_equations_)
    for (const int j : multipliers_) y[j] += (1 - theta) * met_before_[j] + theta * met_[j];
  if (smooth_) smooth_inside(theta, t, y);
}

// Multipliers are not tested, and a force may turn within few steps: then differences grow with their order,
// and polynomials of high degree swing between values that are right.
// (By 3 % where friction turned, with order 5; the line through both ends was right to 0.1 %.) So terms of
// Newton's form are taken as long as those that follow are smaller, judged in the middle of the step.
void ModifiedBdf::choose_degrees(int highest) {
  const LevelHistory& history = core_.history();
  std::array<double, LevelHistory::kept> product{};  // of distances over m!
  const int terms = std::min(highest + 2, history.nodes());
  const double middle = 0.5 * (t_before_ + core_.t());
  product[0] = middle - core_.t();
  for (int m = 2; m <= terms; ++m) product[m - 1] = product[m - 2] * (middle - history.t(m - 2)) / m;
  for (int m = 2; m <= terms; ++m) {
    history.difference(core_.t(), core_.x().level(0), m, new_);
    for (std::size_t i = 0; i < multipliers_.size(); ++i)
      term_[i][m] = std::fabs(product[m - 1] * new_[multipliers_[i]]);
  }
  for (std::size_t i = 0; i < multipliers_.size(); ++i) {
    const auto left_by = [&](int degree) {
      return std::max(term_[i][degree + 1], degree + 2 <= terms ? term_[i][degree + 2] : 0.0);
    };
    degree_[i] = highest;
    if (terms <= highest) continue;
    constexpr double clearly = 0.5;
    double least = clearly * left_by(highest);
    for (int degree = highest - 1; degree >= 1; --degree)
      if (const double left = left_by(degree); left < least) degree_[i] = degree, least = left;
  }
}

// By the first term of Newton's form that polynomials of the order do not have, in the middle of the step.
void ModifiedBdf::doubt() {
  const LevelHistory& history = core_.history();
  const int terms = std::min(attempt_order_ + 1, history.nodes());
  const double middle = 0.5 * (t_before_ + core_.t());
  double product = middle - core_.t();
  for (int m = 2; m <= terms; ++m) product *= (middle - history.t(m - 2)) / m;
  history.difference(core_.t(), core_.x().level(0), terms, difference_);
  doubtful_ = false;
  for (std::size_t i = 0; i < multipliers_.size(); ++i) {
    const auto j = static_cast<std::size_t>(multipliers_[i]);
    largest_[i] = std::max(largest_[i], std::fabs(core_.x().level(0)[j]));
    doubtful_ = doubtful_ || std::fabs(product * difference_[j]) > allowed_between_ * largest_[i];
  }
}

void ModifiedBdf::read_multipliers(double t, int degree, int highest, Out y) {
  if (degree == 1 && !degrees_known_) {
    choose_degrees(highest);
    degrees_known_ = true;
  }
  if (std::ranges::find(degree_, degree) == degree_.end()) return;
  const LevelHistory& history = core_.history();
  history.derivative(core_.t(), core_.x().level(0), degree, 0, t - core_.t(), new_);
  for (std::size_t i = 0; i < multipliers_.size(); ++i)
    if (degree_[i] == degree) y[multipliers_[i]] = new_[multipliers_[i]];
}

// What inside() errs by between the last two values: the next difference of unknowns without derivatives
// times the product of distances. They are no other than their equations say at the ends.
double ModifiedBdf::estimate_between(int k, Out error) {
  const auto& own = tested_of_[0];
  if (own.empty()) return 0;
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  const int last = std::min(k + (hidden_ ? 0 : 1), history.nodes()) - 1, m = last + 2;
  if (history.nodes() < m) return k > attempt_order_ ? infinity : 0;
  constexpr int places = 16;
  double largest = 0, factorial = 1;
  for (int r = 2; r <= m; ++r) factorial *= r;
  for (int p = 1; p < places; ++p) {
    const double t = core_.t() + (history.t(0) - core_.t()) * p / places;
    double product = t - core_.t();
    for (int i = 0; i <= last; ++i) product *= t - history.t(i);
    largest = std::max(largest, std::fabs(product));
  }
  constexpr double rounding = 100 * std::numeric_limits<double>::epsilon();
  history.difference(core_.t(), x.level(0), m, difference_);
  double sum = 0;
  for (const auto& [i, j, level] : own) {
    const double seen = largest / factorial * std::fabs(difference_[j]);
    const double e = std::max(seen - rounding * std::fabs(x.level(0)[j]), 0.0);
    if (!error.empty()) error[i] = e;
    sum += e * per_scale_[i] * e * per_scale_[i];
  }
  return std::sqrt(sum / static_cast<double>(own.size()));
}

// Where positions are smooth: the polynomial of degree k+1 through them, and its derivatives for velocities,
// which differ at the beginning by O(h^(k+1)) from what was reported there.
void ModifiedBdf::smooth_inside(double theta, double t, Out y) {
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  for (int level = 0; level < core_.levels(); ++level) {
    const int of = std::min(level, base_), above = level - of;
    int degree = attempt_order_ + std::max(above, 1);
    while (!history.can_differ(degree, of)) --degree;
    if (above > 0 && !gap_known_) {
      history.derivative(core_.t(), x.level(of), degree, above, t_before_ - core_.t(), old_, of);
      for (int i = 0; i < x.size(); ++i)
        if (x.derivative(i) == level)
          gap_[static_cast<std::size_t>(i)] = before_[static_cast<std::size_t>(i)] - old_[x.unknown(i)];
    }
    history.derivative(core_.t(), x.level(of), degree, above, t - core_.t(), new_, of);
    for (int i = 0; i < x.size(); ++i) {
      const int j = x.unknown(i);
      if (x.derivative(i) != level || core_.newton().equations().highest(j) < 1) continue;
      y[i] = new_[j] + (above > 0 ? (1 - theta) * gap_[static_cast<std::size_t>(i)] : 0);
    }
    if (shared_ && above > 0 && level + 1 == core_.levels()) meet_slopes(theta, degree, level, y);
  }
  gap_known_ = true;
}

// Slopes of those polynomials do not satisfy the equations along constraints, those that are reported at both
// ends do (form_top): the cubic that vanishes at the ends and has the slopes that are missing there.
void ModifiedBdf::meet_slopes(double theta, int degree, int level, Out y) {
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  const int of = std::min(level, base_), above = level - of;
  const double h = core_.t() - t_before_, rest = 1 - theta;
  history.derivative(core_.t(), x.level(of), degree, above + 1, 0, new_, of);
  history.derivative(core_.t(), x.level(of), degree, above + 1, -h, old_, of);
  for (int i = 0; i < x.size(); ++i) {
    const int j = x.unknown(i);
    if (x.derivative(i) != level) continue;
    const double lost = gap_[static_cast<std::size_t>(i)] / h;
    const double at_end = top_[static_cast<std::size_t>(j)] - new_[j] + lost,
                 at_start = slope_before_[static_cast<std::size_t>(i)] - old_[j] + lost;
    y[i] += h * theta * rest * (rest * at_start - theta * at_end);
  }
}

void ModifiedBdf::end_slope(Out slope) const {
  if (start_.on()) return start_.end_slope(slope);
  core_.x().pack_slope(slope);
  const StateLevels& x = core_.x();
  for (int i = x.unknowns(); smooth_ && i < x.size(); ++i) {
    // its integral: the unknown itself, or the component before, since those of one unknown follow each other
    slope[x.derivative(i) == 1 ? x.unknown(i) : i - 1] = end_[static_cast<std::size_t>(i)];
  }
  for (int i = x.unknowns(); shared_ && i < x.size(); ++i)
    if (x.derivative(i) == core_.levels() - 1) slope[i] = top_[static_cast<std::size_t>(x.unknown(i))];
  for (int i = 0; meets_equations_ && i < x.size(); ++i)
    if (const int j = x.unknown(i); x.derivative(i) + 1 == core_.newton().equations().highest(j))
      slope[i] += met_[j];
}

// The equations hold for the velocities of the formulas. Those that are reported differ from them by O(h^k),
// and where friction turns, forces differ by as much as certificates see: accelerations and multipliers are
// reported that belong to them. The formulas go on with their own.
void ModifiedBdf::meet_equations(Out y) {
  core_.meet_equations(y, met_);
  for (const int j : multipliers_) y[j] += met_[j];
}

// The slope of v is q'' + (G'η)'. Normal to the constraints the differences of q' jump, and the polynomial
// through the positions does not; tangential to them the differences are as right as the equations, which
// they satisfy, and that polynomial is not: of each, what it is good for.
void ModifiedBdf::form_top() {
  const StateLevels& x = core_.x();
  const int top = core_.levels();
  int degree = attempt_order_ + top;
  while (!core_.history().can_differ(degree)) --degree;
  core_.history().derivative(core_.t(), x.level(0), degree, top, 0, top_);
  for (std::size_t j = 0; j < top_.size(); ++j) old_[j] = x.level(top)[j] - top_[j];
  core_.keep_tangential(old_);
  for (std::size_t j = 0; j < top_.size(); ++j) top_[j] += old_[j];
}

}  // namespace trammel::integrate
