#include "pipeline/choose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {
namespace {

const formulation::Entry& first_that_fits(const integrate::Method& method) {
  for (const system::Form form : method.takes)
    for (const formulation::Entry& entry : formulation::catalog())
      if (form_of(entry.target) == form) return entry;
  throw Error(Kind::usage, fmt::format("no formulation goes with the method {}", quote(method.name)));
}

const integrate::Integrator& first_for(const formulation::Entry& formulation) {
  for (const integrate::Integrator& integrator : integrate::catalog())
    if (fits(formulation, integrator.method)) return integrator;
  throw Error(Kind::usage, fmt::format("no method goes with the formulation {}", quote(formulation.name)));
}

}  // namespace

std::optional<system::Form> common_form(const formulation::Entry& formulation,
                                        const integrate::Method& method) {
  for (const system::Form form : method.takes)
    if (form == form_of(formulation.target) || (form == system::Form::residual && formulation.residual_too))
      return form;
  return {};
}

bool fits(const formulation::Entry& formulation, const integrate::Method& method) {
  return common_form(formulation, method).has_value();
}

Choice choose(const analysis::Diagnosis& found, const Options& options) {
  Choice choice;
  const bool any_method = options.method == "auto", any_formulation = options.formulation == "auto";
  if (!any_method) choice.integrator = &integrate::find_integrator(options.method);
  if (!any_formulation) choice.formulation = &formulation::find_formulation(options.formulation);
  if (any_method && any_formulation) choice.formulation = &formulation::find_formulation("underlying_ode");
  if (!choice.formulation) choice.formulation = &first_that_fits(choice.integrator->method);
  if (!choice.integrator) choice.integrator = &first_for(*choice.formulation);
  if (!fits(*choice.formulation, choice.integrator->method))
    throw Error(Kind::usage,
                fmt::format("the method {} cannot work on what the formulation {} leaves",
                            quote(choice.integrator->method.name), quote(choice.formulation->name)),
                {},
                fmt::format("leave one of them out, or use the formulation {}",
                            quote(first_that_fits(choice.integrator->method).name)));
  if (any_method && any_formulation)
    choice.reason =
        found.index > 1
            ? fmt::format("index {}: the hidden constraints become invariants that every step returns to",
                          found.index)
            : "no hidden constraints: the equations are solved for their highest derivatives";
  else
    choice.reason = "as asked for";
  return choice;
}

}  // namespace trammel::pipeline
