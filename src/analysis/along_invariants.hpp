// analysis/along_invariants.hpp: the part of a direction along which invariants keep their values.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>

#include "analysis/top_system.hpp"
#include "linalg/solver.hpp"

namespace trammel::analysis {

//   | 1  Hᵀ | |v|   |w|
//   | H  -ε | |y| = |0|,   v = P w,   P = 1 − Hᵀ(HHᵀ + ε)⁻¹H,
//
// with H the Jacobian of invariants of the states in units of these, its rows of length 1. The matrix is
// quasi-definite, so rows may depend on each other; a second pass removes what ε has left.
class AlongInvariants {
 public:
  // Without invariants, or where they have no slopes, every direction is along them.
  AlongInvariants(const model::Dae& dae, std::span<const expr::Expr> invariants, const TopSystem& top);
  void project(Eigen::VectorXd& v);

 private:
  std::unique_ptr<linalg::LinearSolver> solver_;
  std::vector<double> work_;
};

}  // namespace trammel::analysis
