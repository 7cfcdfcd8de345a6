// integrate/error_scale.hpp: the norm in which errors are tested.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "integrate/options.hpp"

namespace trammel::integrate {

// What counts as small: atol·nominal_i + rtol·|y_i|; errors are measured by it in the root mean square. A
// component with a tolerance of its own has that in place of atol and rtol.
class Scale {
 public:
  // `own`: per component, 0 where it has none; empty: no component has one.
  Scale(const StepOptions& options, std::vector<double> nominal, std::size_t n, Vec own = {})
      : rtol_(n, options.rtol), atol_(std::move(nominal)), scale_(n) {
    atol_.resize(n, 1.0);
    for (std::size_t i = 0; i < n; ++i) {
      const bool has_own = i < own.size() && own[i] > 0;
      atol_[i] *= has_own ? own[i] : options.atol;
      if (has_own) rtol_[i] = own[i];
    }
  }
  Vec at(Vec y) {
    for (std::size_t i = 0; i < scale_.size(); ++i) scale_[i] = atol_[i] + rtol_[i] * std::fabs(y[i]) + tiny;
    return scale_;
  }
  double norm(Vec error, Vec y0, Vec y1, std::span<const char> tested = {}) {
    double sum = 0, largest = -1;
    std::size_t count = 0;
    for (std::size_t i = 0; i < error.size(); ++i) {
      if (!tested.empty() && !tested[i]) continue;
      const double ratio =
          error[i] / (atol_[i] + rtol_[i] * std::max(std::fabs(y0[i]), std::fabs(y1[i])) + tiny);
      sum += ratio * ratio;
      ++count;
      if (ratio * ratio > largest) {
        largest = ratio * ratio;
        worst_ = static_cast<int>(i);
      }
    }
    return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
  }
  int worst() const { return worst_; }
  // Implicit equations are solved for the component that asks for most.
  double tightest() const {
    return rtol_.empty() ? std::numeric_limits<double>::epsilon() : *std::ranges::min_element(rtol_);
  }

 private:
  static constexpr double tiny = 1e-300;
  std::vector<double> rtol_, atol_, scale_;
  int worst_ = -1;
};

}  // namespace trammel::integrate
