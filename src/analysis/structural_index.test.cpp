#include "analysis/structural_index.hpp"

#include <gtest/gtest.h>

#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using model::der;

// The pendulum has index 3 by any count: λ' follows from the third derivative of the rod. [HW96, VII.1]
TEST(StructuralIndex, OfAPendulumIsItsDifferentiationIndex) {
  model::Model m;
  const auto x = m.variable("x"), y = m.variable("y"), lambda = m.variable("lambda");
  m.equation("a", der(x, 2) == -lambda * x);
  m.equation("b", der(y, 2) == -lambda * y - 9.81);
  m.equation("rod", x * x + y * y == 1.0);
  const model::Problem problem = m.problem();
  const Diagnosis found = analyze(problem.dae);
  EXPECT_TRUE(index_is_structural(
      found, scaled_top_jacobian(problem.dae, found, {{0.6, 0, 0}, {-0.8, 0, 0}, {7.848}}, 0)));
}

// y + z' + w' = 1, z + z' + w' = 2, w = t: the structure differentiates w = t twice, for y'. But J⁻¹ takes
// what the second derivative of w changes out of y again: y = z − 1 holds as it is written, and the index
// is 1. [RMB00]
TEST(StructuralIndex, IsNotClaimedWhereTheDifferentiationIndexIsLess) {
  for (const double share : {1.0, 0.5}) {
    model::Model m;
    const auto y = m.variable("y"), z = m.variable("z"), w = m.variable("w");
    m.equation("first", y + der(z) + share * der(w) == 1.0);
    m.equation("second", z + der(z) + der(w) == 2.0);
    m.equation("third", w == m.time());
    const model::Problem problem = m.problem();
    const Diagnosis found = analyze(problem.dae);
    ASSERT_EQ(found.index, 2);
    EXPECT_EQ(
        index_is_structural(found, scaled_top_jacobian(problem.dae, found, {{-share}, {0, 1}, {0, 1}}, 0)),
        share != 1.0);
  }
}

}  // namespace
}  // namespace trammel::analysis
