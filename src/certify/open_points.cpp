// Points that could not be explained when they were looked at: kept, and decided when the run has ended.
#include <algorithm>
#include <cmath>
#include <limits>

#include "certify/certifier.hpp"

namespace trammel::certify {
namespace {

constexpr long open_at_most = 64;        // points that are kept until the end
constexpr double open_numbers = 2e6;     // and what they may hold together
constexpr double began_at_zero = 1e-12;  // of a row's largest terms: it began at zero

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

void Certifier::decide(const Open& open) {
  std::vector<double> row_sizes = open.row_sizes, sizes = open.sizes;
  for (std::size_t i = 0; i < row_sizes.size(); ++i)
    if (row_start_[i] <= began_at_zero * row_size_[i]) row_sizes[i] = row_size_[i];
  for (std::size_t j = 0; j < sizes.size(); ++j)
    if (open.t == t_first_ || sizes_.grows_from_zero(static_cast<int>(j)))
      sizes[j] = sizes_.of_variables()[j];
  slack_ = open.slack;
  row_bound_ = open.row_bounds;
  variable_bound_ = open.variable_bounds;
  if (open.numbers) equations_.set_parameters(*open.numbers);
  equations_.residuals(open.t, open.values, residual_);
  noise_ = open.noise;
  std::swap(row_size_, row_sizes);
  std::ranges::fill(explained_, 0.0);
  if (any_failing(row_size_) && !explained(open.t, open.h, open.values, sizes)) {
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
