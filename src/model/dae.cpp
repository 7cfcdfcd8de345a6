#include "model/dae.hpp"

#include <fmt/format.h>

namespace trammel::model {

std::string name_of(const Equation& equation) {
  if (equation.derivative == 0) return equation.name;
  if (equation.derivative == 1) return fmt::format("d/dt {}", equation.name);
  return fmt::format("d^{0}/dt^{0} {1}", equation.derivative, equation.name);
}

}  // namespace trammel::model
