// system/array.hpp: the derivative array F_m = (F, F', ..., F^(m)) of a first-order Dae F(t, x, x') = 0,
// solved for y = (x', ..., x^(m+1)) where x is given. Internal to this room. [CM95; KM96; HW96,
// (VII.2.28)-(2.31)]
//
// F_m(t, x, y) = 0 is too much for y (it holds constraints on x) and too little (it leaves the highest
// derivatives open). Gauss-Newton steps -A^+ F_m with A = ∂F_m/∂y of known rank go to the nearest y that
// satisfies it as well as x allows; the first of them also takes what A does not determine out of y, which
// else grows from step to step of a long run. What A leaves, Z^T F_m with Z^T A = 0, are all constraints on
// x, given and hidden.
//
// The search begins at the y that was found at the nearest time, so that of several solutions the one is
// followed that the run came from.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>

#include "linalg/least_norm.hpp"
#include "program/program.hpp"
#include "system/data.hpp"

namespace trammel::system {

class ArraySolver {
 public:
  ArraySolver(const System& system, Counts& counts);

  int n() const { return n_; }
  int constraints() const { return rows_ - rank_; }
  double nominal(int j) const { return data_.nominal[static_cast<std::size_t>(j)]; }
  const ArrayData& start() const { return data_.array; }
  void set_parameters(Vec values);

  // y(x), and A factored there.
  Outcome solve(double t, Vec x);
  // The same with the A that solve() left, while that converges: enough where only F_m = 0 is asked.
  Outcome solve_nearby(double t, Vec x);
  void guess(Vec slope);  // where the next search begins: x'

  const Eigen::VectorXd& y() const { return y_; }
  // F_m, rows scaled, less what another step in y would take away.
  Eigen::VectorXd remainder() const { return factored_.beyond(r_); }
  Eigen::VectorXd hidden() const { return factored_.across(r_); }  // Z^T F_m
  Eigen::MatrixXd hidden_by_x() const { return factored_.across(by_x_); }
  // Z^T F_m with the Z of an earlier point, which is kept there.
  Eigen::MatrixXd corange() const;

  // F(t, x, x') and c[0] ∂F/∂x + c[1] ∂F/∂x', rows scaled as above.
  void lowest(double t, const double* x, const double* slope, Eigen::VectorXd& r);
  void lowest_jacobian(double t, const double* x, const double* slope, Vec c, Eigen::MatrixXd& J);

 private:
  double size_at(int k) const;
  void scale_rows();
  Outcome evaluate(double t, Vec x);
  Outcome linearize(double t, Vec x);
  void begin_near(double t);
  void remember(double t, Vec x);
  double size_of(const Eigen::VectorXd& step) const;
  Outcome iterate(double t, Vec x, bool keep);

  const System::Data& data_;
  program::Runner runner_;
  Counts& counts_;
  int n_, rows_, rank_;
  Eigen::VectorXd scale_, y_, r_, weights_;
  Eigen::MatrixXd by_x_, by_y_;
  linalg::SparseMatrix whole_, lowest_;
  linalg::LeastNorm factored_;
  struct Known {
    double t = 0;
    Eigen::VectorXd y = {};
  };
  std::array<Known, 8> known_;
  int count_ = 0, next_ = 0;
  bool guessed_ = false;
  double solved_t_ = std::nan("");
  std::vector<double> solved_x_;
};

}  // namespace trammel::system
