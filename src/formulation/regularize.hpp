// formulation/regularize.hpp: multipliers of constraints that may be dependent, for all or at one point.
#pragma once

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// Of M x^(m) = f - B y, 0 = g(x), with s the stabilized constraint: what Taylor's formula over a time 1/γ
// leaves of g, times m! γ^m,
//
//   s = G x^(m) + m γ G x^(m-1) + m (m-1) γ² G x^(m-2) + .. + m! γ^m g                [PRM97, (2.5), (4.13)]
//
// `trust` makes |s|² + ε|y|² smallest: (GM⁻¹B)ᵀ s = ε y [PRM97, (2.10), (4.6), (4.16)], for any B. The
// adjoint w with Mᵀ w = Gᵀ s is an unknown, so that M need not be inverted by formula: Bᵀ w = ε y. `direct`
// is s = ε y [PRM97, (2.12), (4.8)], which needs GM⁻¹B to be symmetric and semidefinite, of the sign that the
// terms of y tell; where B is no multiple of Gᵀ it is refused.
//
// x^(m) and y are solved for together, which the authors found more robust than inserting one in the other
// ([PRM97, section 5]). ε is the parameter `regularization()`.
//
// Derivatives of g are taken in full. `as_printed` leaves out what only second derivatives of g contribute,
// as (4.4)-(4.8) and (4.13) do: g then tends to g_qq(v, v)/(2γ²) even where nothing is singular.
struct Regularize {
  static constexpr std::string_view name = "regularize";
  enum class Kind { trust, direct };
  Kind kind = Kind::trust;
  bool as_printed = false;
  // Of `direct`, at each point: s = ε(y_k - y_(k-1)), y_0 = 0, with the highest derivatives that belong to
  // y_k; the last one acts. That is the augmented Lagrangian [BGS88; PRM97, section 1]: where GM⁻¹B is
  // regular the constraint is off by ε^k instead of ε.
  int repetitions = 1;
  // Not at each point but with a whole solution x_k for each y_k: sequential regularization [AL96].
  bool with_solutions = false;
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// Whether a formulation of the catalog is one of these, by its source: it integrates another problem, as near
// to the model as ε, which may go on where the model's own equations are singular.
constexpr bool regularizes(std::string_view source) { return source == "PRM97"; }

// The name of ε in a Dae that Regularize has made.
inline constexpr std::string_view regularization_parameter = "regularization()";

}  // namespace trammel::formulation
