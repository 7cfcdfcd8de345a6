// analysis/condensed.hpp: condensed forms of matrix pairs and triples, with the transformations that lead to
// them. [KM94; Wun05, theorem 2.1.6 and (3.2); MS06]
#pragma once

#include <Eigen/Core>

#include "analysis/pair.hpp"
#include "analysis/triple.hpp"

namespace trammel::analysis {

// Local equivalence: E^ = P E Q, A^ = P A Q − P E S, with P, Q regular and S arbitrary (it stands for Q').
// Rows in blocks s, d, a, s, u and columns in blocks s, d, a, v:
//   E^ = diag(I_s, I_d, 0),   A^ has I_a in its third block, I_s in its fourth below E^'s first, 0 elsewhere.
struct CondensedPair {
  Characteristic values;
  Eigen::MatrixXd P, Q, S, E, A;
};
CondensedPair condensed(const Eigen::MatrixXd& E, const Eigen::MatrixXd& A);

// A_i^ = P A_i Q. With y = Q⁻¹ x = (y1, ..., y8) of sizes s012, s12, s02, d2, s01, d1, a, v, the rows say, up
// to terms of lower order that the form leaves open:
//   y1'', y2'', y3'', y4'';   y5' + (*) y4', y6', y1', y2';   y7, y5, y3, y1;   0.
struct CondensedTriple {
  TripleValues values;
  int empty_rows = 0, free_columns = 0;
  Eigen::MatrixXd P, Q;
  Triple form;
};
CondensedTriple condensed(const Triple& triple);

}  // namespace trammel::analysis
