#include "integrate/mixed_interpolation.hpp"

#include "linalg/elimination.hpp"

namespace trammel::integrate {

MixedInterpolation::MixedInterpolation(const std::vector<double>& values_at,
                                       const std::vector<double>& slopes_at)
    : n_(static_cast<int>(values_at.size() + slopes_at.size())) {
  std::vector<long double> conditions(static_cast<std::size_t>(n_) * n_);
  const auto values = static_cast<int>(values_at.size());
  for (int i = 0; i < n_; ++i) {
    const bool value = i < values;
    const long double u = 2 * static_cast<long double>(value ? values_at[i] : slopes_at[i - values]) - 1;
    long double power = 1;  // u^(k), or u^(k-1)
    for (int k = value ? 0 : 1; k < n_; ++k, power *= u)
      conditions[i * n_ + k] = value ? power : 2 * k * power;
  }
  const std::vector<long double> inverse = linalg::inverse(std::move(conditions), n_);
  for (int i = 0; i < n_; ++i)
    for (int k = 0; k < n_; ++k) inverse_.push_back(static_cast<double>(inverse[k * n_ + i]));
}

void MixedInterpolation::weights(double theta, std::span<double> weight) const {
  const double u = 2 * theta - 1;
  for (int i = 0; i < n_; ++i) {
    const double* const coefficient = inverse_.data() + static_cast<std::ptrdiff_t>(i) * n_;
    double sum = 0;
    for (int k = n_ - 1; k >= 0; --k) sum = sum * u + coefficient[k];
    weight[i] = sum;
  }
}

}  // namespace trammel::integrate
