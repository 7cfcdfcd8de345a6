// system/chart.hpp: local coordinates of the states that satisfy all constraints. [HW96, (VII.2.18)-(2.24)]
//
// A chart splits states into coordinates and dependent directions D; ω(z) is the point on h = 0 that has the
// same coordinates as z, found by moving z along D. A method that integrates z' = f^(ω(z)) and continues from
// ω(z) integrates the local state space form: linear maps commute with its formulas, so the coordinates of
// what it computes are those that it would compute from the coordinates alone, and nothing else of z matters.
// Slopes f^ mean the same in every chart: a change of charts spoils no history.
#pragma once

#include <memory>
#include <vector>

#include "system/invariants.hpp"
#include "system/system.hpp"

namespace trammel::system {

class Chart {
 public:
  enum class Kind {
    partition,  // dependent components of z, by pivots, the same on all levels [WH82; HW96, (VII.2.22)]
    tangent,    // D = Gᵀ at a point of the chart, level by level [PR91; HW96, (VII.2.23)]
    mass        // D = M⁻¹Gᵀ there, as [HW96, VII.2] recommends: tangents in the metric of the masses
  };
  // For the invariants of an underlying ODE as functions of the states of its view, which must live as long.
  // Invariants of the user's own, which belong to no equation, are left alone.
  Chart(std::unique_ptr<Invariants> invariants, Ode& ode, Kind kind);
  ~Chart();

  bool empty() const;                // no constraints
  Outcome onto(double t, Out z);     // z <- ω(z)
  double residual(double t, Vec z);  // the largest |h|
  // Whether another chart was chosen, because the one before is no good at z (which lies on h = 0) any more.
  bool update(double t, Vec z);
  int changes() const;  // so far, without the first choice

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace trammel::system
