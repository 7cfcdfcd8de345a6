// formulation/lower.hpp: constraints replaced by their derivatives, plainly or with damping.
#pragma once

#include <vector>

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// F_i becomes F_i^(k), k = max(c_i - (index - 1), 0), so that no equation hides more than index - 1 levels:
// index 3 to 1 of a mechanism are position, velocity and acceleration level [HW96, (VII.1.46)]. What is lost,
// F_i^(l) with l < k, is kept as invariants: nothing holds them, and they drift.
struct ReduceIndex {
  static constexpr std::string_view name = "reduce_index";
  int index = 1;
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// F_i becomes Σ_l binom(c_i, l) γ^(c_i - l) F_i^(l): the defect of a constraint obeys (d/dt + γ)^c = 0 and
// dies out [AQR94, (1.4), (1.5); HW96, (VII.2.7)]. γ is a parameter of the run: 1/h unless the user gives
// one. With coefficients a of his own it becomes F_i^(c) + a[0] F_i^(c-1) + a[1] F_i^(c-2) + ...: as many as
// the largest c_i.
struct Baumgarte {
  static constexpr std::string_view name = "baumgarte";
  std::vector<double> coefficients = {};
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// The parameter γ in a Dae that a pass is making, and the note that the run sets it to 1/h. `power` is the
// highest power of γ that multiplies a constraint.
expr::Expr add_gain(Dae& dae, int power);

}  // namespace trammel::formulation
