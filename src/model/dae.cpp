#include "model/dae.hpp"

#include <fmt/format.h>

#include <cmath>

namespace trammel::model {

double Dae::nominal(const Variable& variable, int derivative) const {
  return variable.nominal * std::pow(time_unit, -derivative);
}

std::string name_of(const Equation& equation, int times) {
  const int derivative = equation.derivative + times;
  if (derivative == 0) return equation.name;
  if (derivative == 1) return fmt::format("d/dt {}", equation.name);
  return fmt::format("d^{0}/dt^{0} {1}", derivative, equation.name);
}

}  // namespace trammel::model
