// analysis/strangeness.hpp: index and freedoms by the ranks of the derivative array, where the structure
// cannot be trusted. [KM96], [CM95], [HW96, (VII.2.28)-(2.31)]
//
// The derivative array F, F', ..., F^(m) is looked at in the variables of the natural first-order form, which
// never has to be made: with k_j = max(1, highest derivative of x_j), u = (x_j^(l), l < k_j) are its
// unknowns, X = (x_j^(k_j)) their derivatives that no trivial equation gives, W = (x_j^(l), l > k_j) the
// rest. Multipliers get no derivative of their own (which would raise the index by one), so the strangeness
// index meant here is that of the first-order form, and the differentiation index is one more unless the
// model is an ODE.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "analysis/local.hpp"
#include "analysis/numbers.hpp"
#include "model/dae.hpp"

namespace trammel::analysis {

class DerivativeArray {
 public:
  explicit DerivativeArray(const model::Dae& dae);

  int equations() const { return static_cast<int>(rows_[0].size()); }
  int unknowns() const { return unknowns_; }                // of the first-order form
  const std::vector<int>& order() const { return order_; }  // k_j

  // Leaves x_j^(l) by columns: those of u, then level by level x_j^(k_j), x_j^(k_j + 1), ...
  std::vector<expr::Expr> leaves(int m) const;
  // Sizes and units of this model at a point, in which all that follows is measured. point() does it with its
  // first `near` if nobody else has.
  void measure(const Values& at, double t);
  void measure_by_nominals();
  std::vector<double> sizes(int m) const;  // of leaves(m)
  // x on F = ... = F^(m) = 0, near values that are given as far as they are known; none if not found. A seed
  // perturbs the values first, always in the same way. `rank`: of the rows at solutions, where it is known.
  std::optional<std::vector<double>> point(int m, const Values& near, double t, int seed = 0, int rank = -1);
  // The same from x itself, without moving the columns that are held.
  bool complete(int m, std::vector<double>& x, double t, const std::vector<int>& held);

  struct Jacobian {
    Eigen::MatrixXd u, X, W;       // with rows and columns scaled so that typical entries are near 1
    Eigen::MatrixXd E;             // ∂F̂/∂u' of the first-order form, trivial equations included
    Eigen::VectorXd by_row, by_u;  // what the rows, and the columns of u, were multiplied by
  };
  Jacobian jacobian(int m, const std::vector<double>& x, double t);

 private:
  void measure_the_absent(const linalg::Pattern& pattern, std::vector<double>& scale) const;
  Numbers& numbers(int m);

  const model::Dae& dae_;
  std::vector<int> order_, first_;  // first_[j]: column of x_j in u
  int unknowns_ = 0;
  std::vector<std::vector<expr::Expr>> rows_;  // per level
  std::vector<std::unique_ptr<Numbers>> numbers_;
  std::vector<double> size_;  // of variables; empty: not measured yet
  double time_ = 1;
};

// What one point says about level m of the array.
struct LevelFindings {
  int rank = 0;             // r: of (F_u, F_X, F_W)
  int further = 0;          // of F_W alone
  int algebraic = 0;        // a: constraints on u
  int differential = 0;     // d: degrees of freedom, rank of F̂_u' on the kernel of the constraints
  int redundant = 0;        // v: rows of this level that say nothing new
  bool hypothesis = false;  // d + a + v = n: [Wun05, hypothesis 2.1.9]
  bool one_full = false;    // u' is determined by u
  double margin = 0;        // of the least certain rank decision
};
LevelFindings look_at_level(DerivativeArray& array, int m, const std::vector<double>& x, double t);

struct Strangeness {
  bool found = false;
  int mu = -1;                     // strangeness index
  int differentiation_index = -1;  // by 1-fullness; -1: not within the levels tried
  int algebraic = 0, differential = 0, redundant = 0;
  double margin = 0;
  int points = 0;              // of L_mu that agree
  bool start_differs = false;  // the start is a singular point of its surroundings
  std::vector<int> free = {};  // columns of u that may be prescribed (at the start)
};

// Tries levels 0, 1, ... up to `most`, at the start, at points near it, and at one a little `later`: where terms vanish
// with time at the start, all points there may be special. The start's time if none is known.
Strangeness find_strangeness(const model::Dae& dae, const Values& near, double t, double later, int most,
                             const std::vector<std::vector<int>>& reluctance);

}  // namespace trammel::analysis
