#include "integrate/methods/catalog.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::integrate {

const std::vector<Integrator>& catalog() {
  static const std::vector<Integrator> all = [] {
    std::vector<Integrator> list = {
        dormand_prince(),
    };
    for (const auto& family :
         {radau_methods(), bdf_methods(), constant_bdf_methods(), gauss_methods(), std::vector{sdirk_4()}})
      list.insert(list.end(), family.begin(), family.end());
    return list;
  }();
  return all;
}

const Integrator& find_integrator(std::string_view name) {
  std::vector<std::string> names;
  for (const Integrator& integrator : catalog()) {
    if (integrator.method.name == name) return integrator;
    names.emplace_back(integrator.method.name);
  }
  throw Error(Kind::usage, fmt::format("there is no method called {}", quote(name)), {},
              fmt::format("one of: {}", listed(names, 100)));
}

}  // namespace trammel::integrate
