#include "model/dae.hpp"

#include <fmt/format.h>

#include <cmath>

namespace trammel::model {

Dae on_top(const Dae& dae) {
  Dae own = dae;
  own.graph = std::make_shared<Graph>(dae.graph);
  return own;
}

Problem on_top(const Problem& problem) {
  Problem own = problem;
  own.dae.graph = std::make_shared<Graph>(problem.dae.graph);
  return own;
}

void take_parameters(Dae& dae, const Dae& from) {
  std::vector<const Parameter*> known(static_cast<std::size_t>(dae.graph->parameters()));
  for (const Parameter& parameter : from.parameters)
    known.at(static_cast<std::size_t>(parameter.id)) = &parameter;
  for (Parameter& parameter : dae.parameters)
    if (const Parameter* given = known[static_cast<std::size_t>(parameter.id)])
      parameter.value = given->value;
}

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
