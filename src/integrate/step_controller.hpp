// integrate/step_controller.hpp: the size of the next step, for methods that do not choose it themselves.
#pragma once

#include <algorithm>
#include <cmath>

namespace trammel::integrate {

// Proportional-integral step size control. [HW96, IV.2]
class Controller {
 public:
  explicit Controller(int estimate_order)
      : exponent_(1.0 / estimate_order - 0.75 * beta), order_(estimate_order) {}
  double after_success(double error, bool after_rejection) {
    const double factor = safety * std::pow(std::max(error, 1e-10), -exponent_) * std::pow(previous_, beta);
    previous_ = std::max(error, 1e-4);
    return std::clamp(factor, smallest, after_rejection ? 1.0 : largest);
  }
  double after_rejection(double error) const {
    return std::isfinite(error) ? std::max(smallest, safety * std::pow(error, -1.0 / order_)) : after_failure;
  }

 private:
  static constexpr double beta = 0.04, safety = 0.9, smallest = 0.2, largest = 10, after_failure = 0.25;
  double exponent_, previous_ = 1e-4;
  int order_;
};

}  // namespace trammel::integrate
