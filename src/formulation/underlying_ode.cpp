#include "formulation/underlying_ode.hpp"

namespace trammel::formulation {

Dae UnderlyingOde::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    model::Equation& equation = dae.equations[i];
    for (int l = 0; l < found.offsets.c[i]; ++l) {
      dae.invariants.push_back(equation);
      equation.residual = dae.graph->total(equation.residual);
      ++equation.derivative;
    }
  }
  return dae;
}

Formulated UnderlyingOde::formulated(const Dae& before, const Diagnosis& found) const {
  Dae dae = apply(before, found);
  auto known = analysis::differentiated(dae, found);
  return {std::move(dae), std::move(known)};
}

}  // namespace trammel::formulation
