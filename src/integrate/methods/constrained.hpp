// integrate/methods/constrained.hpp: what methods on M x^(m) = f - B y, 0 = g share: the saddle point matrix
// [M B; G 0], exact highest derivatives, a return to the constraints, and dense output between two points.
#pragma once

#include <memory>
#include <vector>

#include "base/block_norm.hpp"
#include "integrate/method.hpp"
#include "linalg/solver.hpp"

namespace trammel::integrate {

// States hold x, x', ..., x^(m-1), level by level (the differential part, of length size() - ny()), then y.
class Constrained {
 public:
  explicit Constrained(Instance& instance);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  int levels() const { return m_; }
  int differential() const { return m_ * nx_; }
  int size() const { return m_ * nx_ + ny_; }
  system::Hessenberg& view() { return view_; }

  system::Levels at(Vec state);  // pointers to the levels; valid until the next call

  // The matrix [M(p) B(p); G(q) 0] of two points (times t_p, t_q), factored. `y` matters where f is not
  // linear in y, `top`, which is x^(m), where M depends on y.
  Attempt factor(double t_p, Vec p, double t_q, Vec q, Vec y, Vec top = {});
  Attempt factor(double t, Vec point, Vec y, Vec top = {});
  // On entry the right-hand side (nx rows of motion, ny of constraints); on return x^(m) or a correction, and
  // y.
  Attempt solve(Out right);  // fails where a right-hand side is not finite
  const linalg::SparseMatrix& matrix() const { return K_; }
  void multiply(Vec x, Out Kx) const;                    // K x with the matrix factored last
  void multiply_at(double t, Vec point, Vec x, Out Kx);  // K x with the matrix of another point

  // x^(m) and y that satisfy the equations and the highest hidden constraint at a point; leaves K factored
  // there.
  Attempt accelerate(double t, Vec state, Out top, Out y);

  // Moves a point onto g = 0 and all hidden constraints, with the matrix factored last. [HW96, (VII.2.10),
  // (2.11)]
  Attempt project(double t, Out state);

  // How far a correction of some level of x goes, relative to what it corrects.
  double relative(Vec correction, Vec value, double factor = 1);

  // Slopes of all levels: x', ..., x^(m-1) from the state, x^(m) = top.
  void slopes(Vec state, Vec top, Out slope) const;

 private:
  Attempt factor_matrix(linalg::LinearSolver& solver);
  Attempt correct(int level, double t, Out state, int most);

  system::Hessenberg& view_;
  Counts& counts_;
  int nx_, ny_, m_, k_;
  linalg::SparseMatrix K_, other_;
  std::vector<int> lower_;  // where in K the rows of G stand
  // The matrix of one point may be symmetric, that of two is not: M(p), B(p), G(q).
  std::unique_ptr<linalg::LinearSolver> solver_, symmetric_;
  linalg::LinearSolver* now_;  // what factored last
  std::vector<const double*> levels_;
  std::vector<double> right_, product_;
  std::vector<int> block_;
  std::vector<double> unit_;  // 1 / nominal
  BlockNorm norm_;
};

// Size and tested components of such a state, for the base of a Stepper.
int constrained_size(Instance& instance);
std::vector<char> constrained_tested(Instance& instance);

// Between two points with their slopes: x by the polynomial of degree 2m+1 through all levels and x^(m) at
// both ends, its derivatives as x', ...; y linear. Written for m = 1 (cubic) and m = 2 (quintic).
class ConstrainedDense {
 public:
  explicit ConstrainedDense(const Constrained& shape)
      : nx_(shape.nx()), ny_(shape.ny()), m_(shape.levels()) {}
  struct Ends {
    double h;
    Vec y0, top0, y1, top1;
  };
  void operator()(Vec theta, const Ends& ends, Out values) const;  // as in Stepper::polynomial

 private:
  void at(double theta, const Ends& ends, Out y) const;
  int nx_, ny_, m_;
};

// The same for methods that do not know x^(m) at both ends. It is solved for aside, with factors of its own:
// the run does not notice.
class ConstrainedAside {
 public:
  explicit ConstrainedAside(Instance& instance) : instance_(instance) {}
  Constrained& system();  // made when it is first asked for
  void polynomial(Vec theta, double t, double h, Vec y0, Vec y1, Out values);

 private:
  Instance& instance_;
  std::unique_ptr<Constrained> system_;
  std::vector<double> top0_, top1_, y_;
};

}  // namespace trammel::integrate
