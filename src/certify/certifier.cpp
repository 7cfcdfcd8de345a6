#include "certify/certifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "certify/sampling.hpp"

namespace trammel::certify {
namespace {

constexpr long every_step_until = 16;   // short runs are looked at closely
constexpr long between_stride = 8;      // then one step in eight is looked at between its ends
constexpr long sensitivity_stride = 16;
constexpr long enough_failures = 50;    // it is decided
constexpr double apart = 1e-4;          // of a step, for slopes of what is reported
constexpr double largest_jump = 0.1;    // of an algebraic unknown's size, between two segments

}  // namespace

double bound(Root root, double tolerance) {
  if (root <= 0) return 0;
  const double usual = K * tolerance;
  return root == 1 ? usual : std::max(usual, 10 * std::pow(tolerance, 1.0 / root));
}

Certifier::Certifier(const model::Dae& as_written, const std::vector<std::string>& names,
                     const std::vector<expr::Expr>& leaves, bool full)
    : equations_(as_written, names, leaves), filter_(equations_), sensitivity_(equations_),
      continuity_(equations_), sizes_(equations_, as_written), full_(full) {
  const auto rows = static_cast<std::size_t>(equations_.rows()), values = leaves.size();
  const std::size_t levels = equations_.hidden().size() * (static_cast<std::size_t>(equations_.degree()) + 1);
  for (auto* of_rows : {&row_size_, &row_bound_, &explained_, &residual_, &terms_, &right_})
    of_rows->resize(rows);
  for (auto* of_levels : {&level_size_, &levels_, &level_terms_}) of_levels->resize(levels);
  for (auto* of_values : {&at_, &before_, &after_, &rate_, &last_}) of_values->resize(values);
  delta_.resize(static_cast<std::size_t>(equations_.variables()));
  variable_bound_.resize(delta_.size());
  extreme_.resize(rows);
}

void Certifier::reset() {
  for (auto* numbers : {&row_size_, &explained_, &level_size_}) std::ranges::fill(*numbers, 0.0);
  std::ranges::fill(extreme_, Extreme{});
  sensitivity_.reset();
  judged_ = true;
  steps_ = points_ = seen_between_ = failures_ = 0;
  derivatives_ = tolerance_ = 0;
  first_.reset();
}

void Certifier::set_promise(Promise promise) {
  promise_ = std::move(promise);
  tolerance_ = std::max(tolerance_, promise_.tolerance);
  judged_ = judged_ && promise_.judged;
  const auto& reported = equations_.reported();
  const auto root_of = [&](int variable) {
    return promise_.variables.empty() ? 1 : promise_.variables[static_cast<std::size_t>(variable)];
  };
  for (std::size_t j = 0; j < variable_bound_.size(); ++j)
    variable_bound_[j] = bound(root_of(static_cast<int>(j)), promise_.tolerance);
  for (int i = 0; i < equations_.rows(); ++i) {
    Root root = 1;
    for (const int p : equations_.of_row(i))
      if (reported[p].variable >= 0) root = std::max(root, root_of(reported[p].variable));
    const auto k = static_cast<std::size_t>(i);
    if (k < promise_.constraints.size() && !promise_.constraints[k].empty())
      root = promise_.constraints[k].front();
    row_bound_[k] = bound(root, promise_.tolerance);
  }
}

void Certifier::begin(double t, Vec values, Promise promise) {
  const bool anew = !begun_ || t <= t_first_;
  if (anew) {
    reset();
    t_first_ = t;
    sizes_.begin(t, values);
  }
  set_promise(std::move(promise));
  if (!anew) compare_with_last(t, values);
  begun_ = true;
  t_last_ = t;
  std::ranges::copy(values, last_.begin());
  sizes_.grow(values);
  measure_terms(t, values);
  look(t, 0, values, Place::accepted);
  if (!equations_.hidden().empty()) look_at_constraints(t, values);
}

// A segment goes on where the last one ended, with the same values.
void Certifier::compare_with_last(double t, Vec values) {
  if (t > t_last_) {
    fail({.time = t_last_, .what = fmt::format("nothing is known between t = {:.6g} and {:.6g}", t_last_, t)});
    return;
  }
  if (t < t_last_) return;
  for (std::size_t p = 0; p < values.size(); ++p) {
    const Reported& reported = equations_.reported()[p];
    if (reported.order > 0 || reported.variable < 0) continue;
    const double change = std::fabs(values[p] - last_[p]), size = sizes_.of_values()[p];
    const double allowed =
        reported.above >= 0 ? std::max(10 * variable_bound_[reported.variable], 1e-9) : largest_jump;
    if (!(change <= allowed * size)) return fail_at_jump({static_cast<int>(p), t, last_[p], values[p]});
  }
}

void Certifier::step(double from, double to, Vec values, const Inside& inside) {
  if (failures_ >= enough_failures || !(to > from)) return;
  ++steps_;
  sizes_.grow(values);
  const bool close = full_ || steps_ <= every_step_until;
  if (close || chosen(steps_, between_stride)) measure_terms(to, values);
  look(to, to - from, values, Place::accepted);
  if (!equations_.hidden().empty()) look_at_constraints(to, values);
  if (const auto jump = continuity_.across(from, last_, to, values, sizes_.of_values(), inside))
    fail_at_jump(*jump);
  if (close || chosen(steps_, between_stride)) look_between(from, to, values, inside);
  if (close || chosen(steps_, sensitivity_stride))
    sensitivity_.see(to, to - from, values, sizes_.of_variables(), filter_);
  t_last_ = to;
  std::ranges::copy(values, last_.begin());
}

void Certifier::measure_terms(double t, Vec values) {
  equations_.terms(t, values, right_, terms_);
  for (std::size_t i = 0; i < terms_.size(); ++i)
    if (std::isfinite(terms_[i])) row_size_[i] = std::max(row_size_[i], terms_[i]);
}

bool Certifier::failing(int row) const {
  const auto i = static_cast<std::size_t>(row);
  if (row_bound_[i] == 0) return false;
  const double bound = equations_.invariant(row) ? row_bound_[i] * static_cast<double>(steps_ + 1) : row_bound_[i];
  return !(std::fabs(residual_[i]) <= bound * row_size_[i]);
}

void Certifier::note(int row, double t, double size, Place place) {
  Extreme& extreme = extreme_[static_cast<std::size_t>(row)];
  if (size > std::max(extreme.residual, extreme.between)) extreme.time = t;
  double& largest = place == Place::accepted ? extreme.residual : extreme.between;
  largest = std::max(largest, size);
}

// F at reported values: first in units of its terms, then, where that fails, by what explains it.
void Certifier::look(double t, double h, Vec values, Place place) {
  ++points_;
  equations_.residuals(t, values, residual_);
  bool doubtful = false;
  for (int i = 0; i < equations_.rows(); ++i) doubtful = doubtful || failing(i);
  if (doubtful) {
    equations_.terms(t, values, right_, terms_);
    doubtful = false;
    for (int i = 0; i < equations_.rows(); ++i) {
      if (std::isfinite(terms_[i])) row_size_[i] = std::max(row_size_[i], terms_[i]);
      doubtful = doubtful || failing(i);
    }
  }
  const bool excused = doubtful && h > 0 && explained(t, h, values);
  int worst = -1;
  double most = 0;
  for (int i = 0; i < equations_.rows(); ++i) {
    const double r = std::fabs(residual_[i]), size = r == 0 ? 0 : r / row_size_[i];
    if (!doubtful || !failing(i)) {
      note(i, t, size, place);
    } else if (!excused) {
      note(i, t, size, place);
      const double excess = std::isfinite(size) ? size / row_bound_[i] : 1e300;
      if (excess > most) {
        most = excess;
        worst = i;
      }
    }
  }
  if (worst >= 0)
    fail({.row = worst,
          .time = t,
          .size = std::fabs(residual_[worst]) / row_size_[worst],
          .allowed = row_bound_[worst]});
}

// Rows that hold by themselves need no explanation: only the others enter.
bool Certifier::explained(double t, double h, Vec values) {
  bool known = true;
  for (int i = 0; i < equations_.rows(); ++i) {
    const bool open = failing(i);
    if (open && (!std::isfinite(residual_[i]) || equations_.invariant(i))) return false;
    right_[i] = open ? residual_[i] : 0;
    known = known && !(std::fabs(right_[i]) > explained_[i]);
  }
  if (known && !chosen(points_, between_stride)) return true;
  if (!filter_.solve(t, h, values, sizes_.of_variables(), right_, delta_)) return false;
  for (std::size_t j = 0; j < delta_.size(); ++j)
    if (!(std::fabs(delta_[j]) <= variable_bound_[j])) return false;
  for (std::size_t i = 0; i < explained_.size(); ++i)
    explained_[i] = std::max(explained_[i], std::fabs(right_[i]));
  return true;
}

void Certifier::look_at_constraints(double t, Vec values) {
  equations_.derivatives(t, values, levels_, level_terms_);
  const auto width = static_cast<std::size_t>(equations_.degree()) + 1;
  for (std::size_t k = 0; k < equations_.hidden().size(); ++k) {
    const int row = equations_.hidden()[k];
    const auto i = static_cast<std::size_t>(row);
    if (i >= promise_.constraints.size()) continue;
    const std::vector<Root>& roots = promise_.constraints[i];
    for (std::size_t l = 1; l < roots.size() && static_cast<int>(l) <= equations_.depth(row); ++l) {
      const std::size_t at = k * width + l;
      if (std::isfinite(level_terms_[at])) level_size_[at] = std::max(level_size_[at], level_terms_[at]);
      const double limit = bound(roots[l], promise_.tolerance);
      if (limit == 0) continue;
      const double r = std::fabs(levels_[at]), size = r == 0 ? 0 : r / level_size_[at];
      note(row, t, size, Place::accepted);
      if (!(size <= limit))
        fail({.row = row, .derivative = static_cast<int>(l), .time = t, .size = size, .allowed = limit});
    }
  }
}

void Certifier::look_between(double from, double to, Vec end, const Inside& inside) {
  const double h = to - from, t = from + within_step(++seen_between_) * h;
  const double e = apart * h, early = t - e, late = t + e;
  if (!(early < t && t < late)) return;  // the step is as short as rounding allows
  inside(t, at_);
  inside(early, before_);
  inside(late, after_);
  for (std::size_t p = 0; p < at_.size(); ++p) rate_[p] = (after_[p] - before_[p]) / (late - early);
  if (const auto jump =
          continuity_.through(from, last_, t, at_, rate_, to, end, sizes_.of_values(), inside))
    fail_at_jump(*jump);
  sizes_.grow(at_);
  look(t, h, at_, Place::between);
  // The same with the slopes of what is reported in place of the reported derivatives.
  const auto& reported = equations_.reported();
  for (std::size_t p = 0; p < at_.size(); ++p)
    if (reported[p].below >= 0) {
      const double rate = rate_[reported[p].below];
      const double size = sizes_.of_values()[reported[p].below];
      if (size > 0) derivatives_ = std::max(derivatives_, h * std::fabs(rate - at_[p]) / size);
      at_[p] = rate;
    }
  look(t, h, at_, Place::between);
}

void Certifier::fail(Failure failure) {
  ++failures_;
  if (!first_) first_ = std::move(failure);
}

void Certifier::fail_at_jump(const Jump& jump) {
  int row = -1;  // the shortest equation that holds the unknown
  for (int i = 0; i < equations_.rows(); ++i)
    if (std::ranges::find(equations_.of_row(i), jump.value) != equations_.of_row(i).end() &&
        (row < 0 || equations_.of_row(i).size() < equations_.of_row(row).size()))
      row = i;
  fail({.row = row,
        .variable = jump.value,
        .time = jump.time,
        .what = fmt::format("{} jumps from {:.6g} to {:.6g}, to another solution of its equations",
                            quote(equations_.reported()[jump.value].name), jump.from, jump.to)});
}

std::string Certifier::sentence(const Failure& failure) const {
  if (!failure.what.empty())
    return fmt::format("the result is not certified: at t = {:.6g} {}", failure.time, failure.what);
  if (!std::isfinite(failure.size))
    return fmt::format("the result is not certified: {} has no value at t = {:.6g}",
                       quote(equations_.name(failure.row, failure.derivative)), failure.time);
  return fmt::format(
      "the result is not certified: {} does not hold at t = {:.6g}, it is off by {:.1e} of the size of its "
      "terms, and the tolerance allows {:.1e}",
      quote(equations_.name(failure.row, failure.derivative)), failure.time, failure.size, failure.allowed);
}

solution::Certificate Certifier::verdict() const {
  solution::Certificate result;
  if (!begun_) return result;
  if (judged_) result.holds = !first_.has_value();
  int worst = -1;
  double most = -1;
  for (int i = 0; i < equations_.rows(); ++i) {
    const Extreme& extreme = extreme_[i];
    const double excess =
        row_bound_[i] > 0 ? std::max(extreme.residual, extreme.between) / row_bound_[i] : 0;
    if (excess > most || std::isnan(excess)) {
      most = std::isnan(excess) ? 1e300 : excess;
      worst = i;
    }
  }
  if (first_ && first_->row >= 0) worst = first_->row;
  if (worst >= 0)
    result.worst = {equations_.name(worst, first_ && first_->row == worst ? first_->derivative : 0),
                    extreme_[worst].time, extreme_[worst].residual, extreme_[worst].between};
  result.derivatives = derivatives_;
  result.points = points_;
  result.amplification = sensitivity_.amplification();
  const double growth = std::max(1.0, result.amplification);
  result.sensitive = result.amplification * tolerance_ > 0.1;
  for (const Reported& reported : equations_.reported()) {
    const Root root = promise_.variables.empty() || reported.variable < 0
                          ? 1
                          : promise_.variables[static_cast<std::size_t>(reported.variable)];
    const double off = 10 * std::pow(tolerance_, 1.0 / std::max(root, 1)) * growth;
    result.digits.push_back(result.sensitive || off >= 1 ? 0 : static_cast<int>(-std::log10(off)));
  }
  if (first_ && judged_) {
    result.message = sentence(*first_);
    result.where.time = first_->time;
    if (first_->row >= 0) {
      const model::Equation& equation = equations_.equation(first_->row);
      result.where.equations = {equations_.name(first_->row, first_->derivative)};
      result.where.file = equation.origin.file;
      result.where.line = equation.origin.line;
      result.where.column = equation.origin.column;
    }
    if (first_->variable >= 0)
      result.where.variables = {equations_.reported()[first_->variable].name};
  }
  return result;
}

}  // namespace trammel::certify
