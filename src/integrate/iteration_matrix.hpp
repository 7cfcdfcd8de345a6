// integrate/iteration_matrix.hpp: the matrices c dF/dy' + dF/dy of implicit methods, factored in a scaling
// that does not degrade as h goes to zero.
//
// Row i is divided by h^(c_i), column j multiplied by h^(d_j), where c_i and d_j are the offsets of the
// signature method: an entry that comes from the σ-th derivative has the size h^(−σ), and
// d_j − c_i ≥ σ_ij with equality in the top system. With c ~ 1/h the scaled matrix therefore tends to the
// Jacobian of the top system, which is regular, whatever the index. For index-3 mechanics these are the
// powers of [HW96, VII; BCP96, 5.4]. Powers of two keep it exact.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "integrate/method.hpp"
#include "linalg/complex_solver.hpp"
#include "linalg/dependence.hpp"
#include "linalg/solver.hpp"

namespace trammel::integrate {

// dF/dy and dF/dy' at one point, shared by all blocks of a step.
class Linearization {
 public:
  explicit Linearization(Instance& instance);
  int size() const { return residual_.size(); }
  system::Residual& equations() { return residual_; }
  const system::Residual& equations() const { return residual_; }
  Counts& counts() { return instance_.counts(); }
  const system::System& system() const { return instance_.system(); }

  // F(t, y, y'); the outcome names a row that is not finite.
  Attempt residual(double t, Vec y, Vec slope, Out r);
  void evaluate(double t, Vec y, Vec slope);                 // both matrices
  void evaluate(double t, Vec y, Vec slope, double weight);  // only their sum with c = weight, in `sum`
  void times_slope_matrix(Vec x, Out result) const;          // dF/dy' x

  linalg::SparseMatrix by_value, by_slope, sum;
  std::shared_ptr<linalg::EliminationMemory> elimination;  // of all matrices made of these

 private:
  Instance& instance_;
  system::Residual& residual_;
  std::vector<double> weights_;
  int slope_version_ = -1;  // of the parameters that by_slope was evaluated with
  struct Entry {
    int row, column;
    double value;
  };
  std::vector<Entry> slope_entries_ = {};  // of by_slope that are not zero, where it is constant
};

// For how many steps a matrix may serve unseen, and from how many on the end of a run looks at it again. A
// new matrix every 50 steps costs a few percent at most; a run whose last matrix is younger than 5 steps has
// just factored one that was regular.
inline constexpr int oldest_matrix = 50, old_matrix = 5;

// Scale factors for one h. Where no row needs to be differentiated there are none: column factors alone
// change neither the pivots that LU chooses nor, as powers of two, any digit of a solution.
class LevelScaling {
 public:
  explicit LevelScaling(const system::Residual& residual);
  void set(double h);
  bool none() const { return none_; }
  Vec row() const { return row_; }
  Vec column() const { return column_; }

 private:
  std::vector<int> c_, d_;
  std::vector<double> row_, column_;
  int exponent_ = 1 << 20;
  bool none_ = true;
};

class RealBlock {
 public:
  explicit RealBlock(Linearization& linearization);
  Attempt factor(const LevelScaling& scaling, double c);                              // of dF/dy + c dF/dy'
  Attempt factor_sum(const LevelScaling& scaling);                                    // of Linearization::sum
  void solve(const LevelScaling& scaling, Out r);                                     // r <- (...)⁻¹ r
  double condition() const { return solver_->condition(); }                           // of the scaled matrix
  linalg::Dependence dependence() const { return linalg::find_dependence(matrix_); }  // of its last values
  linalg::Dependence dependence(const LevelScaling& scaling, double c) const;         // factored or not

 private:
  Attempt factor_scaled(const LevelScaling& scaling);
  Linearization& at_;
  linalg::SparseMatrix matrix_;
  std::unique_ptr<linalg::LinearSolver> solver_;
};

class ComplexBlock {
 public:
  explicit ComplexBlock(Linearization& linearization);
  Attempt factor(const LevelScaling& scaling, std::complex<double> c);
  void solve(const LevelScaling& scaling, Out real, Out imaginary);

 private:
  Linearization& at_;
  std::vector<double> real_, imaginary_;
  std::unique_ptr<linalg::ComplexSolver> solver_;
};

}  // namespace trammel::integrate
