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

Formulated Formulation::apply(Dae dae, const Diagnosis* known) const {
  Formulated now{std::move(dae)};
  if (known != nullptr) now.found = *known;
  for (const Step& step : steps_) {
    if (!now.found) now.found = analysis::analyze(now.dae);
    now = step.run(now.dae, *now.found);
    verify(now.dae, step.name);
  }
  return now;
}

}  // namespace trammel::formulation
