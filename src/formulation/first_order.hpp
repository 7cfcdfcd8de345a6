// formulation/first_order.hpp: order reduction.
#pragma once

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// Every variable that is differentiated k > 1 times gets new unknowns "der(x)", "der(der(x))", ... for its
// derivatives of order 1 .. k-1, and equations that say so. F(t, x, x', x'') = 0 becomes F(t, y, y') = 0.
struct FirstOrder {
  static constexpr std::string_view name = "first_order";
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

}  // namespace trammel::formulation
