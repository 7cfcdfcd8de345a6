// analysis/energy.hpp: the energy that the motion of a mechanism conserves, found in its equations.
//
// Equations of motion are M(q) q'' + h(q, q', λ) = 0, in whatever order and each multiplied by whatever number
// s_i. With f(q) = h(q, 0, 0) and S = diag(s), T = ½ q'ᵀ S M q' and a V with ∇V = S f,
//
//   d/dt (T + V) = q'ᵀ S (M q'' + f) + ½ q'ᵀ (S M)˙ q' = −q'ᵀ S (h − f) + ½ q'ᵀ (S M)˙ q',                  (1)
//
// so that T + V is conserved where the right-hand side is 0, S M is symmetric and S f is a gradient. All three
// are linear in s. They are asked at points of a run, where q' obeys the constraints, so that forces which do no
// work drop out of (1).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "model/dae.hpp"

namespace trammel::analysis {

struct Energy {
  std::vector<expr::Expr> coordinates;  // q
  expr::Expr kinetic;                   // T
  std::vector<expr::Expr> gradient;     // ∂V/∂q, of q and parameters alone
};

// The value of a leaf (parameters too) at one of the points.
using LeafAt = std::function<double(std::size_t point, expr::Expr leaf)>;

// None: there is no such energy, or its equations have another form. Velocities may have names of their own
// (der(x) = u); auxiliary variables that equations define (r = sqrt(x^2 + y^2)) are seen through.
std::optional<Energy> find_energy(const model::Dae& dae, std::size_t points, const LeafAt& at);

}  // namespace trammel::analysis
