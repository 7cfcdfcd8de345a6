#include "pipeline/methods.hpp"

#include "pipeline/choose.hpp"

namespace trammel::pipeline {

std::vector<MethodEntry> methods() {
  std::vector<MethodEntry> all;
  for (const integrate::Integrator& integrator : integrate::catalog()) {
    const integrate::Method& method = integrator.method;
    MethodEntry entry{.name = std::string(method.name),
                      .source = std::string(method.source),
                      .order = method.order,
                      .adaptive = method.estimate_order > 0,
                      .max_index = method.max_index};
    for (const system::Form form : method.takes) entry.takes.emplace_back(system::name(form));
    for (const formulation::Entry& formulation : formulation::catalog())
      if (fits(formulation, method)) entry.formulations.emplace_back(formulation.name);
    all.push_back(std::move(entry));
  }
  return all;
}

std::vector<FormulationEntry> formulations() {
  std::vector<FormulationEntry> all;
  for (const formulation::Entry& entry : formulation::catalog())
    all.push_back({std::string(entry.name), std::string(entry.summary), std::string(entry.source)});
  return all;
}

}  // namespace trammel::pipeline
