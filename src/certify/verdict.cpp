// What a certifier says in the end, about segments that do not fit together, and what rounding leaves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "certify/certifier.hpp"

namespace trammel::certify {
namespace {

constexpr double largest_jump = 0.1;  // of an algebraic unknown's size, between two segments

}  // namespace

double bound(Root root, double tolerance) {
  if (root <= 0) return 0;
  const double usual = std::min(K * tolerance, loosest), factor = root == 2 ? 10 : 100;
  return root == 1 ? usual : std::max(usual, factor * std::pow(tolerance, 1.0 / root));
}

double slack_between(double tolerance) {
  return std::max(1.0, 100 * std::pow(tolerance, 0.75) / (K * tolerance));
}

// Slopes of what is reported are quotients, and as good as the last digits of what these subtract. A state that follows
// from others by a constraint, x1 = x2 - L, has the last digits of those. Per reported value; 0: no quotient.
std::vector<double> Certifier::rounding_of_slopes(const linalg::SparseMatrix& J) const {
  const linalg::Pattern& p = *J.pattern;
  const auto& reported = equations_.reported();
  std::vector<double> result = rounded_;
  std::vector<char> of_states(static_cast<std::size_t>(equations_.rows()), 1);  // rows that hold nothing else
  for (int c = 0; c < p.columns; ++c)
    if (reported[c].order > 0 || reported[c].above < 0)
      for (int k = p.start[c]; k < p.start[c + 1]; ++k)
        if (J.value[k] != 0) of_states[p.row[k]] = 0;
  for (std::size_t c = 0; c < result.size(); ++c) {
    const int q = reported[c].below;
    if (!(result[c] > 0) || q < 0) continue;
    const double size = sizes_.of_values()[q];
    double largest = size;
    for (int k = p.start[q]; k < p.start[q + 1]; ++k)
      if (of_states[p.row[k]] && J.value[k] != 0)
        largest = std::max(largest, row_size_[p.row[k]] / std::fabs(J.value[k]));
    if (std::isfinite(largest)) result[c] *= largest / size;
  }
  return result;
}

// What rounding leaves of a row at this point: a difference inside a product, (A - B)*r, is one term and may
// be all but zero, and still no better than the last digit of A.
void Certifier::measure_noise(double t, Vec values) {
  constexpr double digits = 64 * std::numeric_limits<double>::epsilon();
  const linalg::SparseMatrix& J = equations_.jacobian(t, values);
  const linalg::Pattern& p = *J.pattern;
  const std::vector<double> rounded = rounding_of_slopes(J);
  std::ranges::fill(noise_, 0.0);
  for (int c = 0; c < p.columns; ++c)
    for (int k = p.start[c]; k < p.start[c + 1]; ++k) {
      const auto at = static_cast<std::size_t>(c);
      const double part = digits * std::fabs(J.value[k]) * (std::fabs(values[at]) + rounded[at]);
      if (std::isfinite(part)) noise_[static_cast<std::size_t>(p.row[k])] += part;
    }
}

// A segment goes on where the last one ended, with the same values, or behind an event with the same states.
void Certifier::compare_with_last(double t, Vec values, bool states_only) {
  const double before = legacy_ ? legacy_->t : t_last_;
  const std::vector<double>& last = legacy_ ? legacy_->last : last_;
  if (t > before) {
    fail({.time = before, .what = fmt::format("nothing is known until t = {:.6g}", t)});
    return;
  }
  if (t < before || !(legacy_ ? legacy_->known : last_known_)) return;
  for (std::size_t p = 0; p < values.size(); ++p) {
    const Reported& reported = equations_.reported()[p];
    if (reported.order > 0 || reported.variable < 0) continue;
    const double change = std::fabs(values[p] - last[p]), size = sizes_.of_values()[p];
    const bool state = reported.above >= 0;
    if (states_only && !state) continue;
    const double allowed = state ? std::max(10 * variable_bound_[reported.variable], 1e-9) : largest_jump;
    if (change <= allowed * size) continue;
    if (!states_only) return fail_at_jump({static_cast<int>(p), t, last[p], values[p]});
    return fail({.value = static_cast<int>(p),
                 .time = t,
                 .what = fmt::format("{} jumps from {:.6g} to {:.6g}, which no event explains",
                                     quote(reported.name), last[p], values[p])});
  }
}

void Certifier::fail_at_jump(const Jump& jump) {
  int row = -1;  // the shortest equation that holds the unknown
  for (int i = 0; i < equations_.rows(); ++i)
    if (std::ranges::find(equations_.of_row(i), jump.value) != equations_.of_row(i).end() &&
        (row < 0 || equations_.of_row(i).size() < equations_.of_row(row).size()))
      row = i;
  fail({.row = row,
        .value = jump.value,
        .time = jump.time,
        .what = fmt::format("{} jumps from {:.6g} to {:.6g}, to another solution of its equations",
                            quote(equations_.reported()[jump.value].name), jump.from, jump.to)});
}

std::string Certifier::sentence(const Failure& failure) const {
  if (!failure.what.empty())
    return fmt::format("the result is not certified: at t = {:.6g} {}", failure.time, failure.what);
  const std::string equation = quote(equations_.name(failure.row, failure.derivative));
  if (!std::isfinite(failure.size))
    return fmt::format(
        "the result is not certified: {} cannot be judged at t = {:.6g}, its residual or its "
        "terms are no numbers or zero",
        equation, failure.time);
  return fmt::format(
      "the result is not certified: {} does not hold at t = {:.6g}, it is off by {:.1e} of the size of its "
      "terms, and the tolerance allows {:.1e}",
      equation, failure.time, failure.size, failure.allowed);
}

// Errors of each reported value as a power of the tolerance. A derivative is as good as the worst of what its
// equations hold: m der(v) = F as good as F.
std::vector<double> Certifier::powers_of_values() const {
  const auto& reported = equations_.reported();
  const auto of_variable = [&](const Reported& value) {
    if (value.variable < 0) return 1.0;
    const auto j = static_cast<std::size_t>(value.variable);
    const double by_root = promise_.variables.empty() ? 1.0 : 1.0 / std::max(promise_.variables[j], 1);
    return promise_.powers.empty() ? by_root : std::min(by_root, promise_.powers[j]);
  };
  std::vector<double> powers;
  powers.reserve(reported.size());
  for (const Reported& value : reported) powers.push_back(of_variable(value));
  for (int i = 0; i < equations_.rows(); ++i) {
    double worst = 1;
    for (const int p : equations_.of_row(i)) worst = std::min(worst, of_variable(reported[p]));
    for (const int p : equations_.of_row(i))
      if (reported[p].order > 0) powers[p] = std::min(powers[p], worst);
  }
  for (std::size_t p = 0; p < powers.size(); ++p)
    if (reported[p].order > 0) powers[p] = std::min(powers[p], 1.0 / std::max(promise_.rates, 1));
  return powers;
}

// Slopes of polynomials are reported as derivatives where these are unknowns of a method, and between its points
// they are as good as the residuals that were seen there say. Per reported value, relative to its size.
std::vector<double> Certifier::derivatives_off() {
  std::vector<double> off(equations_.reported().size(), 0.0);
  if (promise_.dear || !last_known_) return off;
  const linalg::SparseMatrix& J = equations_.jacobian(t_last_, last_);
  const linalg::Pattern& p = *J.pattern;
  for (int c = 0; c < p.columns; ++c) {
    const double size = sizes_.of_values()[static_cast<std::size_t>(c)];
    if (equations_.reported()[static_cast<std::size_t>(c)].order == 0 || !(size > 0)) continue;
    for (int k = p.start[c]; k < p.start[c + 1]; ++k) {
      const auto i = static_cast<std::size_t>(p.row[k]);
      const double seen = std::max(extreme_[i].between * row_size_[i], explained_[i]),
                   part = seen / (std::fabs(J.value[k]) * size);
      if (std::isfinite(part))
        off[static_cast<std::size_t>(c)] = std::max(off[static_cast<std::size_t>(c)], part);
    }
  }
  return off;
}

// What the equations as written leave of a derivative or an algebraic unknown, if they hold to the tolerance in
// units of their terms: the difference of large terms has lost what these have more than it. Per reported value.
std::vector<double> Certifier::left_by_equations() {
  std::vector<double> left(equations_.reported().size(), 1.0);
  if (!last_known_) return left;
  const std::vector<double> terms = terms_at_end();
  const linalg::SparseMatrix& J = equations_.jacobian(t_last_, last_);
  const linalg::Pattern& p = *J.pattern;
  for (int c = 0; c < p.columns; ++c) {
    const Reported& reported = equations_.reported()[static_cast<std::size_t>(c)];
    const double size = sizes_.of_values()[static_cast<std::size_t>(c)];
    if (reported.variable < 0 || (reported.order == 0 && reported.above >= 0) || !(size > 0)) continue;
    double best = std::numeric_limits<double>::infinity();  // the equation that determines it best
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (const double slope = std::fabs(J.value[k]); slope > 0 && !equations_.invariant(p.row[k]))
        best = std::min(best, terms[static_cast<std::size_t>(p.row[k])] / (slope * size));
    if (std::isfinite(best)) left[static_cast<std::size_t>(c)] = std::max(1.0, best);
  }
  return left;
}

// Multipliers of constraints that follow from each other may have any size. Where they are so large that the last
// digits of their terms would move a variable by all of its size within a step, every motion satisfies the equations.
void Certifier::look_at_rounding() {
  if (!last_known_ || steps_ == 0 || first_) return;
  constexpr double digits = std::numeric_limits<double>::epsilon();
  const double h = (t_last_ - t_first_) / static_cast<double>(steps_);
  const linalg::SparseMatrix& J = equations_.jacobian(t_last_, last_);
  const linalg::Pattern& p = *J.pattern;
  // What stays at zero but for rounding has a size that tells nothing: beside others that move rounding has to show.
  const Vec sizes = sizes_.of_variables();
  double largest = 0;
  for (const Seen& seen : sizes_.seen())
    if (seen.differentiated) largest = std::max(largest, seen.size);
  for (int c = 0; c < p.columns; ++c) {
    const Reported& reported = equations_.reported()[static_cast<std::size_t>(c)];
    if (reported.variable < 0 || reported.order == 0 || reported.above >= 0) continue;
    double best = std::numeric_limits<double>::infinity();
    int row = -1;  // that leaves least open
    for (int k = p.start[c]; k < p.start[c + 1]; ++k) {
      const double slope = std::fabs(J.value[k]);
      if (!(slope > 0) || equations_.invariant(p.row[k])) continue;
      const double open = row_size_[static_cast<std::size_t>(p.row[k])] / slope;
      if (open < best) best = open, row = p.row[k];
    }
    if (row < 0) continue;
    const double size = sizes[static_cast<std::size_t>(reported.variable)];
    if (!(digits * best * std::pow(h, reported.order) > std::max(size, tolerance_ * largest))) continue;
    return fail({.row = row,
                 .value = c,
                 .time = t_last_,
                 .what = fmt::format("the terms of {} are so large ({:.1e}) that their last digits hide {}",
                                     quote(equations_.name(row, 0)), row_size_[static_cast<std::size_t>(row)],
                                     quote(reported.name))});
  }
}

// Sizes are those of the whole run: what is fixed at zero is measured by what becomes of it. A derivative that is
// asked to be zero may stay so: it is measured by the terms of the equation that determines it.
void Certifier::look_at_start(const std::vector<double>& left) {
  if (!asked_) return;
  const Vec sizes = sizes_.of_values();
  std::vector<double> usual(sizes.begin(), sizes.end());
  for (std::size_t p = 0; p < usual.size(); ++p) {
    usual[p] = std::max(usual[p], sizes_.of_noise(p));
    if (equations_.reported()[p].order > 0) usual[p] *= left[p];
  }
  if (auto broken = asked_->broken(sizes, usual, code_->names, tolerance_))
    fail({.value = broken->value, .time = t_first_, .what = broken->what, .equation = broken->equation});
}

solution::Certificate Certifier::verdict() {
  solution::Certificate result;
  if (!begun_) return result;
  if (steps_ == 0) look(t_first_, 1, last_, Place::accepted);  // an interval of length zero
  settle_relations();
  decide_relations();
  const std::vector<double> seen = derivatives_off();
  std::vector<double> left = left_by_equations();
  look_at_digits(left);
  std::ranges::sort(open_, {}, &Open::t);
  for (const Open& open : open_) decide(open);
  if (!open_.empty() && numbers_) equations_.set_parameters(*numbers_);
  open_.clear();
  look_at_start(left);
  look_at_rounding();
  if (judged_) result.holds = !first_.has_value();
  int worst = -1;
  double most = -1;
  for (int i = 0; i < equations_.rows(); ++i) {
    const Extreme& extreme = extreme_[i];
    const double largest = std::max(extreme.residual, extreme.between);
    const double excess = row_bound_[i] > 0 ? largest / row_bound_[i] : 0;
    if (excess > most) {
      most = excess;
      worst = i;
    }
  }
  if (first_ && first_->row >= 0) worst = first_->row;
  if (worst >= 0)
    result.worst = {equations_.name(worst, first_ && first_->row == worst ? first_->derivative : 0),
                    first_ ? first_->time : extreme_[worst].time, extreme_[worst].residual,
                    extreme_[worst].between};
  result.derivatives = derivatives_;
  result.points = points_;
  const double dark = grown_out_of_the_dark();
  result.amplification =
      std::max(sensitivity_.amplification(t_last_, felt_sizes(), sizes_.of_variables(), h_, steps_), dark);
  result.sensitive = result.amplification * tolerance_ > 0.1;
  const double growth = std::max(1.0, result.amplification);
  const std::vector<double> powers = powers_of_values();
  // Those of steps across edges that make no events add up, too.
  const double part = kinks_ ? 1 : promise_.adds_up > 0 ? std::pow(tolerance_, promise_.adds_up - 1) : 0;
  const double sum = std::max(1.0, part * static_cast<double>(steps_));
  result.digits.reserve(powers.size());
  result.expected.reserve(powers.size());
  for (std::size_t p = 0; p < powers.size(); ++p) {
    // Terms that are a few times as large are usual; what they leave counts beyond that.
    const double cancelled = std::max({1.0, 0.1 * left[p], tested_beyond(p) / std::max(10.0, growth)});
    const double left_open =
        10 * sum * (powers[p] >= 1 ? tolerance_ : std::pow(tolerance_, powers[p])) * cancelled;
    const double off = std::max(left_open * growth, seen[p]);
    result.expected.push_back(std::max(left_open, seen[p]));
    result.digits.push_back(result.sensitive || off >= 1 ? 0 : static_cast<int>(-std::log10(off) + 1e-9));
  }
  if (dark * tolerance_ > 0.1)
    result.expected.clear();            // sharper runs begin in the dark, too, and tell nothing
  if (!judged_) result.digits.clear();  // nothing was promised
  if (!first_ || !judged_) return result;
  result.message = sentence(*first_);
  result.where.time = first_->time;
  if (first_->row >= 0) {
    const model::Equation& equation = equations_.equation(first_->row);
    result.where = {.equations = {equations_.name(first_->row, first_->derivative)},
                    .file = equation.origin.file,
                    .line = equation.origin.line,
                    .column = equation.origin.column,
                    .time = first_->time};
  }
  if (!first_->equation.empty()) result.where.equations = {first_->equation};
  if (first_->value >= 0) result.where.variables = {equations_.reported()[first_->value].name};
  return result;
}

}  // namespace trammel::certify
