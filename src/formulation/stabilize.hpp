// formulation/stabilize.hpp: an ODE whose solutions are attracted by its constraints.
#pragma once

#include <string>
#include <vector>

#include "expr/formula.hpp"
#include "formulation/manifold.hpp"

namespace trammel::formulation {

// z' = f^(z) - γ F h(z)                                            [AQR94, (1.12)-(1.14), (4.4)-(4.8)]
//
// with F = D(HD)⁻¹ (`full`: the defect dies out as e^(-γt), level by level), F = blockdiag(G⁺, ..) (`block`:
// cheaper, leaves out how velocities' constraints depend on positions), or F = D (`none`; `scaled`: divided
// by ‖H‖², so that HF has no eigenvalue above 1 and γ = 1/h is safe). `integral` is the form of [AQR94,
// (2.4)], z' = f^ - F(H f^ + h_t) - γ F h, of which h is an integral invariant. The corrections s = F h are
// unknowns of their own: an ode view solves D and HD in one sparse system.
//
// D may be the user's own, entry by entry: it need only make HD regular. [AQR94, (1.7), (1.8), (1.13)]
struct DirectionEntry {
  expr::Formula state = {};     // x or one of its derivatives, as a state of the underlying ODE
  std::string constraint = {};  // the name of the equation ...
  int derivative = 0;           // ... and how often it is differentiated: which level of it
  expr::Formula value = {};
};

struct Stabilize {
  static constexpr std::string_view name = "stabilize";
  enum class Inverse { full, block, none };
  Direction direction = Direction::transpose;
  Inverse inverse = Inverse::full;
  bool scaled = true;
  bool integral = false;
  std::vector<DirectionEntry> own = {};  // instead of `direction`
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

}  // namespace trammel::formulation
