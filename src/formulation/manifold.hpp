// formulation/manifold.hpp: what forms that act on the state manifold share: z in first order, the
// constraints h(z) = 0 level by level, and the directions D along which a state may be moved.
//
// Such a form writes z' = f^(z) + a correction that moves z along D whenever it has left h = 0. The corrections
// come in levels: positions, velocities, and so on. That every level has the same Jacobian J (the lemma below)
// is what makes them one small piece of code. Read [AQR94, sections 1 and 4] first; stabilize.cpp is the
// simplest user.
#pragma once

#include <unordered_map>
#include <vector>

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// Along what a state is moved towards h = 0. H = ∂h/∂z.
enum class Direction {
  transpose,  // D = Hᵀ: orthogonal, all levels coupled
  block,      // D = blockdiag(Gᵀ, ..., Gᵀ): each level moves only what it is about [AQR94, (4.7)]
  mass        // D = blockdiag(M⁻¹Gᵀ, ...), with M as the top Jacobian has it [HW96, (VII.1.48)]
};

// Level b of a constraint is F_i^(c_i - b), "b below the top"; it is about the x_j^(d_j - b), where by the
// lemma ∂F_i^(c_i - b)/∂x_j^(d_j - b) = ∂F_i^(c_i)/∂x_j^(d_j) =: J_ij whatever b is. For a mechanism b = 1
// are velocities, b = 2 positions.
class Manifold {
 public:
  // z in first order: unknowns for x_j^(k), 0 < k < d_j, and with `tops` also for x_j^(d_j), d_j > 0.
  Manifold(const Dae& before, const Diagnosis& found, bool tops);

  struct Constraint {
    int equation, below;
    model::Equation level;  // F_i^(c_i - below), in the new unknowns
  };
  struct State {
    int unknown, derivative, below;  // x_j^(k), k = d_j - below
  };
  struct Coefficient {  // of H, or of J where `below` of both is the same
    int constraint, state;
    expr::Expr value;
    bool same_level;
  };

  const std::vector<State>& states() const { return states_; }
  std::vector<Constraint> constraints(int lowest, bool highest_only) const;
  std::vector<Coefficient> jacobian(const std::vector<Constraint>& constraints);
  model::Equation equation(int i, int derivative) const;  // F_i^(derivative), in the new unknowns

  expr::Expr translate(expr::Expr e) const;  // into the new unknowns
  expr::Expr state(int s) const;             // x_j^(k) as an unknown
  expr::Expr rate(int s) const;              // its derivative
  expr::Expr next(int s) const;              // what the derivative is without correction
  // rate - next + correction = 0.
  void add_kinematics(int s, expr::Expr correction);
  expr::Expr add_unknown(const std::string& name);
  void add(model::Equation equation);

  // The rows of J s = 0 that have no constraint at level `below`, for the blocks that do have one; the
  // corrections s of their states are given, others are new unknowns. Tells which states they concern. With
  // `coupled`, the new unknowns of the levels above, for which this was called before, act here too, as in
  // the transpose of the whole Jacobian of the constraints: ∂F^(c-b')/∂x^(d-b) = binom(c-b', c-b)
  // (d/dt)^(b-b') J.
  std::vector<char> add_mass_rows(int below, const std::vector<expr::Expr>& correction, bool coupled = false);

  expr::Expr kinematics(int s) const;  // rate - next
  Dae& dae() { return dae_; }
  int deepest() const;
  Dae finish();  // the Dae that was made; initial equations and invariants follow into the new unknowns

 private:
  Dae before_, dae_;
  const Diagnosis& found_;
  expr::Graph& graph_;
  std::unordered_map<std::uint32_t, expr::Expr> renamed_;
  std::vector<State> states_;
  std::vector<int> first_;                           // per unknown: its first state
  std::vector<std::vector<expr::Expr>> multiplier_;  // per level and unknown: what add_mass_rows made
  int family_ = 0;
};

// a·b + sum, where sum may be none.
expr::Expr add_product(expr::Graph& graph, expr::Expr sum, expr::Expr a, expr::Expr b);

}  // namespace trammel::formulation
