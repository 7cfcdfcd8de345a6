#include "formulation/catalog.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/first_order.hpp"
#include "formulation/underlying_ode.hpp"

namespace trammel::formulation {

const std::vector<Entry>& catalog() {
  static const std::vector<Entry> all = {
      {"underlying_ode",
       "every equation at its top derivative, the rest as invariants to project onto",
       "HW96",
       Target::ode,
       {Eliminate{}, UnderlyingOde{}}},
      {"as_written",
       "F(t, y, y') = 0 as it stands, in first order",
       "HW96",
       Target::residual,
       {FirstOrder{}}},
      {"constrained",
       "M x^(m) = f(x, y), 0 = g(x), definitions eliminated",
       "HW96",
       Target::hessenberg,
       {Eliminate{}}},
  };
  return all;
}

const Entry& find_formulation(std::string_view name) {
  std::vector<std::string> names;
  for (const Entry& entry : catalog()) {
    if (entry.name == name) return entry;
    names.emplace_back(entry.name);
  }
  throw Error(Kind::usage, fmt::format("there is no formulation called {}", quote(name)), {},
              fmt::format("one of: {}", listed(names, 100)));
}

}  // namespace trammel::formulation
