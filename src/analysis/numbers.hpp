// analysis/numbers.hpp: some rows and their Jacobian with respect to some leaves, as numbers at a point.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "base/span.hpp"
#include "expr/written.hpp"
#include "linalg/sparse.hpp"
#include "model/dae.hpp"
#include "program/program.hpp"

namespace trammel::analysis {

class Numbers {
 public:
  // Every symbol in the rows must be one of the leaves; parameters have the values of the Dae.
  // glimpses: values a few times only, for which few rows are not worth compiling; there is no program then.
  enum class Want { jacobian, values, glimpses };
  Numbers(const model::Dae& dae, std::vector<expr::Expr> rows, std::vector<expr::Expr> leaves,
          Want want = Want::jacobian);
  // Compiled before, for parameters with these values.
  Numbers(const program::Program& compiled, Vec parameters);
  const program::Program& program() const { return runner_->program(); }

  void evaluate(double t, Vec x);                      // fills what follows
  const std::vector<double>& r() const { return r_; }  // the rows
  const linalg::SparseMatrix& J() const { return J_; }
  bool finite() const;
  // Where a row has a value, but no slope (a root at zero), its entries of J count as zero.
  void leave_out_infinite_slopes();
  Eigen::MatrixXd dense() const;  // J

  // Sizes of the entries of J, in their order: the largest at x and at points around it, `away` times the
  // values or `size`. What vanishes at x only, up to rounding, is small beside them; far away, what vanishes
  // there is as large as elsewhere. J stays that at x.
  static constexpr double near = 0.01, far = 0.5;
  std::vector<double> typical(double t, Vec x, Vec size, double away = near);
  // J at x with rows divided by the largest of their typical sizes: a row that vanishes at x only keeps its
  // rounding errors small instead of having them blown up.
  Eigen::MatrixXd scaled(double t, Vec x, Vec size);

 private:
  void walk(const model::Dae& dae, const std::vector<expr::Expr>& rows,
            const std::vector<expr::Expr>& leaves);

  std::unique_ptr<program::Runner> runner_;
  // In place of a program, for glimpses of few rows.
  std::unique_ptr<expr::Evaluation> walked_;
  std::vector<double> work_;  // of that: time, leaves, parameters, and what it makes
  std::vector<double> r_;
  linalg::SparseMatrix J_;
};

}  // namespace trammel::analysis
