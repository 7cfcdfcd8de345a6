// Points that could not be explained when they were looked at: kept, and decided when the run has ended.
#include <algorithm>
#include <cmath>
#include <limits>

#include "certify/certifier.hpp"
#include "certify/sampling.hpp"

namespace trammel::certify {
namespace {

constexpr long open_at_most = 64;        // points that are kept until the end
constexpr double open_numbers = 2e6;     // and what they may hold together
constexpr double began_at_zero = 1e-12;  // of a row's largest terms: it began at zero
// What is on its way up, from a turning point near which a run begins, is measured by what becomes of it, up
// to this factor.
constexpr double on_its_way = 10;

}  // namespace

void Certifier::keep(double t, double h, Vec values) {
  ++unexplained_;
  double excess = 0;
  for (int i = 0; i < equations_.rows(); ++i)
    if (failing(i, row_size_)) {
      const double size = std::fabs(residual_[i]) / (row_size_[i] * row_bound_[i]);
      excess = std::max(excess, std::isfinite(size) ? size : 1e300);
    }
  const double numbers = static_cast<double>(values.size() + 3 * row_size_.size() + 2 * delta_.size());
  const auto most =
      static_cast<std::size_t>(std::clamp(open_numbers / numbers, 4.0, static_cast<double>(open_at_most)));
  const Vec sizes = sizes_.of_variables();
  Open open{t,
            h,
            excess,
            slack_,
            {values.begin(), values.end()},
            row_size_,
            {sizes.begin(), sizes.end()},
            noise_,
            row_bound_,
            variable_bound_,
            numbers_};
  if (open_.size() < most) return open_.push_back(std::move(open));
  const auto mildest = std::ranges::min_element(open_, {}, &Open::excess);
  if (mildest->excess < excess) *mildest = std::move(open);
}

// Sizes of the variables with which all equations feel all of them alike within a step: those that were seen
// may be rounding, and make the equations seem singular.
std::vector<double> Certifier::balanced_sizes(const linalg::SparseMatrix& J, double h) const {
  constexpr int rounds = 3;
  const linalg::Pattern& p = *J.pattern;
  std::vector<double> sizes(delta_.size(), 1.0), row(static_cast<std::size_t>(equations_.rows()));
  const auto each = [&](auto&& visit) {
    for (int c = 0; c < p.columns; ++c) {
      const Reported& reported = equations_.reported()[static_cast<std::size_t>(c)];
      if (reported.variable < 0) continue;
      const auto j = static_cast<std::size_t>(reported.variable);
      const double weight = std::pow(h, -reported.order);
      for (int k = p.start[c]; k < p.start[c + 1]; ++k)
        if (const double part = std::fabs(J.value[k]) * weight; part > 0 && std::isfinite(part))
          visit(static_cast<std::size_t>(p.row[k]), j, part);
    }
  };
  for (int round = 0; round < rounds; ++round) {
    std::ranges::fill(row, 0.0);
    each([&](std::size_t i, std::size_t j, double part) { row[i] = std::max(row[i], part * sizes[j]); });
    std::vector<double> column(sizes.size(), 0.0);
    each([&](std::size_t i, std::size_t j, double part) { column[j] = std::max(column[j], part / row[i]); });
    for (std::size_t j = 0; j < sizes.size(); ++j)
      if (column[j] > 0) sizes[j] = 1 / column[j];
  }
  return sizes;
}

// The last digits of the terms of all equations, as changes of the variables within a step. Empty: not known.
std::vector<double> Certifier::rounding_of_variables(double t, double h, Vec values) {
  constexpr double digits = 64 * std::numeric_limits<double>::epsilon();
  constexpr int probes = 2;
  const std::vector<double> sizes = balanced_sizes(equations_.jacobian(t, values), h);
  if (!filter_.prepare(t, h, values, sizes)) return {};
  std::vector<double> most(delta_.size());
  for (int probe = 0; probe < probes; ++probe) {
    for (std::size_t i = 0; i < right_.size(); ++i)
      right_[i] = probe > 0 && chosen(static_cast<long>(i), probes) ? -row_size_[i] : row_size_[i];
    if (!filter_.solve_again(right_, delta_)) return {};
    for (std::size_t j = 0; j < most.size(); ++j)
      most[j] = std::max(most[j], digits * std::fabs(delta_[j]) * sizes[j]);
  }
  return most;
}

// A variable that was never larger than that is zero, and so are the terms that it makes. That is found out
// only where an equation fails.
void Certifier::forgive_zeros(const Open& open) {
  const std::vector<double> most = rounding_of_variables(open.t, open.h, open.values);
  if (most.empty()) return;
  const std::vector<Seen> seen = sizes_.seen();
  const linalg::SparseMatrix& J = filter_.jacobian();
  const linalg::Pattern& p = *J.pattern;
  for (int c = 0; c < p.columns; ++c) {
    const Reported& reported = equations_.reported()[static_cast<std::size_t>(c)];
    if (reported.variable < 0) continue;
    const auto j = static_cast<std::size_t>(reported.variable);
    if (!(seen[j].largest <= most[j])) continue;
    const double made = most[j] / (reported.order == 0 ? 1 : apart * std::pow(open.h, reported.order));
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (const double part = std::fabs(J.value[k]) * made; std::isfinite(part))
        noise_[static_cast<std::size_t>(p.row[k])] += part;
  }
}

// Between the ends of a step that crosses an edge without an event, slopes may be anything: what they make of
// the states within the step is what counts. Steps there are as short as it takes.
void Certifier::forgive_short_steps(const Open& open, Vec sizes) {
  const linalg::SparseMatrix& J = equations_.jacobian(open.t, open.values);
  const linalg::Pattern& p = *J.pattern;
  for (int c = 0; c < p.columns; ++c) {
    const Reported& reported = equations_.reported()[static_cast<std::size_t>(c)];
    if (reported.variable < 0 || reported.order != 1) continue;
    const auto j = static_cast<std::size_t>(reported.variable);
    const double allowed = open.slack * variable_bound_[j] * sizes[j] / open.h;
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (const double part = std::fabs(J.value[k]) * allowed; std::isfinite(part)) {
        double& noise = noise_[static_cast<std::size_t>(p.row[k])];
        noise = std::max(noise, part);
      }
  }
}

void Certifier::decide(const Open& open) {
  std::vector<double> row_sizes = open.row_sizes, sizes = open.sizes;
  for (std::size_t i = 0; i < row_sizes.size(); ++i)
    row_sizes[i] = row_start_[i] <= began_at_zero * row_size_[i]
                       ? row_size_[i]
                       : std::max(row_sizes[i], std::min(row_size_[i], on_its_way * row_sizes[i]));
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    const double whole = sizes_.of_variables()[j];
    sizes[j] = open.t == t_first_ || sizes_.grows_from_zero(static_cast<int>(j))
                   ? whole
                   : std::max(sizes[j], std::min(whole, on_its_way * sizes[j]));
  }
  slack_ = open.slack;
  row_bound_ = open.row_bounds;
  variable_bound_ = open.variable_bounds;
  if (open.numbers) equations_.set_parameters(*open.numbers);
  equations_.residuals(open.t, open.values, residual_);
  noise_ = open.noise;
  std::swap(row_size_, row_sizes);
  std::ranges::fill(explained_, 0.0);
  bool fails = any_failing(row_size_) && !explained(open.t, open.h, open.values, sizes);
  if (fails) {
    forgive_zeros(open);
    fails = any_failing(row_size_) && !explained(open.t, open.h, open.values, sizes);
  }
  const bool between = open.slack > 1;
  if (fails && kinks_ && between) {
    forgive_short_steps(open, sizes);
    fails = any_failing(row_size_) && !explained(open.t, open.h, open.values, sizes);
  }
  if (fails) {
    Failure failure{.time = open.t};
    double most = -1;
    for (int i = 0; i < equations_.rows(); ++i) {
      if (!failing(i, row_size_)) continue;
      const double size = std::fabs(residual_[i]) / row_size_[i], excess = size / row_bound_[i];
      note(i, open.t, std::isfinite(size) ? size : std::numeric_limits<double>::infinity(), Place::between);
      if (excess > most || !std::isfinite(excess)) {
        most = std::isfinite(excess) ? excess : 1e300;
        failure.row = i;
        failure.size = size;
        failure.allowed = slack_ * row_bound_[i];
      }
    }
    fail(std::move(failure));
  }
  std::swap(row_size_, row_sizes);
}

}  // namespace trammel::certify
