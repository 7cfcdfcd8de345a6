// certify/filter.hpp: by how much the reported values would have to change for the equations to hold.
#pragma once

#include <memory>
#include <vector>

#include "certify/equations.hpp"
#include "linalg/solver.hpp"

namespace trammel::certify {

// A residual r is explained by changes delta of the variables within a step of length h:
//   (F_x + F_x'/h + F_x''/h^2 + ...) delta = r.
// Stiff equations turn tiny changes into large residuals; this takes their size out again.
class Filter {
 public:
  explicit Filter(Equations& equations);

  // delta_j / size_j per variable; false where no change explains r. Sizes are
  // those of the variables.
  bool solve(double t, double h, Vec values, Vec sizes, Vec r, Out delta);

  // The two halves of it.
  bool prepare(double t, double h, Vec values, Vec sizes);
  bool solve_again(Vec r, Out delta);
  const linalg::SparseMatrix& jacobian() const { return *jacobian_; }  // of the last preparation

 private:
  void make_pattern(const linalg::Pattern& jacobian);
  bool prepare_dependent();
  bool solve_dependent(Out delta);
  Equations& equations_;
  const linalg::SparseMatrix* jacobian_ = nullptr;
  std::shared_ptr<const linalg::Pattern> pattern_;
  std::vector<std::uint32_t> place_;  // per entry of the Jacobian: where it goes
  linalg::SparseMatrix A_;
  std::unique_ptr<linalg::LinearSolver> solver_;
  std::vector<double> row_scale_, right_;
  bool regular_ = true;
  linalg::SparseMatrix twice_;  // [mu A'; A -mu], made where A is singular
  std::vector<std::uint32_t> twice_place_;
  std::unique_ptr<linalg::LinearSolver> twice_solver_;
  std::vector<double> twice_right_;
};

}  // namespace trammel::certify
