#include "formulation/formulation.hpp"

#include <fmt/format.h>

#include <algorithm>

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

namespace {

bool same_equations(const Dae& a, const Dae& b) {
  return std::ranges::equal(
             a.equations, b.equations, {}, [](const model::Equation& e) { return e.residual.id; },
             [](const model::Equation& e) { return e.residual.id; }) &&
         std::ranges::equal(a.variables, b.variables, {}, &model::Variable::id, &model::Variable::id);
}

}  // namespace

Formulated Formulation::apply(Dae dae, const Diagnosis* known) const {
  Formulated now{std::move(dae)};
  if (known != nullptr) now.found = *known;
  for (const Step& step : steps_) {
    if (!now.found) now.found = analysis::analyze(now.dae);
    Formulated next = step.run(now.dae, *now.found);
    if (!next.found && same_equations(now.dae, next.dae)) next.found = std::move(now.found);
    now = std::move(next);
    verify(now.dae, step.name);
  }
  return now;
}

}  // namespace trammel::formulation
