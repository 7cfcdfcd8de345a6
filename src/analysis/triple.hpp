// analysis/triple.hpp: second-order systems A2 x'' + A1 x' + A0 x = f, their strangeness, and what order
// reduction does to it. [MS06; Wun05, 3.1 and 3.2]
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace trammel::analysis {

struct Triple {
  Eigen::MatrixXd A2, A1, A0;
};

// Sizes of the parts of the condensed form [Wun05, (3.5)]: s^(..) counts directions that stand in equations
// of several orders at once, d those in one differential order only, a those that are purely algebraic.
struct TripleValues {
  int r = 0, d2 = 0, d1 = 0, a = 0;
  int s012 = 0, s02 = 0, s01 = 0, s12 = 0;
  bool strange() const { return s012 + s02 + s01 + s12 > 0; }
};

// One step replaces what stands in a higher order by derivatives of the lower ones, [Wun05, (3.8)]; the
// strangeness index of the triple is the number of steps until nothing is strange. It is not that of a
// first-order form, and index = strangeness index + 1 holds only there.
struct TripleSequence {
  std::vector<TripleValues> values;
  Triple last;  // strangeness-free
  int index() const { return static_cast<int>(values.size()) - 1; }
};
TripleSequence triple_sequence(Triple triple);

// Introducing v = x' for all unknowns may raise the strangeness index. As equations of first order the triple
// stands with variables for what it has second derivatives of, W'x' with A2 = B W': these never raise it,
// because deg P⁻¹A2 s² <= deg P⁻¹ + 1 with P(s) = A2 s² + A1 s + A0. One more variable, for x_j', raises it
// where x_j depends on the highest derivatives of f that anything depends on. [Wun05, 3.2]
struct OrderReduction {
  int triple_index = 0, first_order_index = 0;
  int index = 0;                             // of the first-order form with the variables that are needed
  std::vector<int> safe = {}, raising = {};  // unknowns whose derivatives may become variables, and may not
  bool raises() const { return first_order_index > index; }
};
OrderReduction order_reduction(const Triple& triple);

}  // namespace trammel::analysis
