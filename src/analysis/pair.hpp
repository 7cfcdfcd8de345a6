// analysis/pair.hpp: characteristic values of a matrix pair (E, A) of E x' = A x + f, and the sequence of
// pairs that ends in a strangeness-free one. [KM94]
#pragma once

#include <Eigen/Core>
#include <vector>

namespace trammel::analysis {

// Invariants under local equivalence. [Wun05, theorem 2.1.6], for n equations in m unknowns.
struct Characteristic {
  int r = 0;  // rank of E
  int a = 0;  // algebraic part
  int s = 0;  // strangeness: what is both differentiated and given algebraically
  int d = 0;  // differential part
  int u = 0;  // equations that contain nothing
  int v = 0;  // unknowns that nothing determines
  double margin = 0;
};
Characteristic characteristic(const Eigen::MatrixXd& E, const Eigen::MatrixXd& A);

// Of constant pairs: each step differentiates the s strange constraints and removes what they say from E. The
// strangeness index is the number of steps until s = 0; this is the index of the first-order system itself.
struct PairSequence {
  std::vector<Characteristic> values;
  int index() const { return static_cast<int>(values.size()) - 1; }
};
PairSequence pair_sequence(Eigen::MatrixXd E, Eigen::MatrixXd A);

// The inflated pair (M_l, N_l) at one time, from E, E', E'', ... and A, A', ... there. [Wun05, (2.16)]
struct Inflated {
  Eigen::MatrixXd M, N;
};
Inflated inflate(const std::vector<Eigen::MatrixXd>& E, const std::vector<Eigen::MatrixXd>& A, int l);

// a, d, v of theorem 2.1.8 at level l (Z has a + v columns there); `holds` if d + a + v = n.
struct InflatedRanks {
  int a = 0, d = 0, v = 0;
  bool holds = false;
};
InflatedRanks inflated_ranks(const std::vector<Eigen::MatrixXd>& E, const std::vector<Eigen::MatrixXd>& A,
                             int l);

}  // namespace trammel::analysis
