#include "pipeline/methods.hpp"

#include "integrate/methods/catalog.hpp"

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
    all.push_back(std::move(entry));
  }
  return all;
}

}  // namespace trammel::pipeline
