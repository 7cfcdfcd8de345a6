#include "formulation/formulation.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace trammel::formulation {

void verify(const Dae& dae, std::string_view after_pass) {
  if (dae.equations.size() != dae.variables.size())
    throw Error(Kind::structure, fmt::format("pass '{}' left {} equations for {} unknowns", after_pass,
                                             dae.equations.size(), dae.variables.size()));
  if (dae.eliminated.size() != dae.definitions.size())
    throw Error(Kind::structure,
                fmt::format("pass '{}' lost the definition of an eliminated variable", after_pass));
  analysis::signature(dae);  // throws if an equation holds a symbol that is no unknown
}

Dae Formulation::apply(Dae dae) const {
  for (const Step& step : steps_) {
    dae = step.run(dae, analysis::analyze(dae));
    verify(dae, step.name);
  }
  return dae;
}

}  // namespace trammel::formulation
