// What the error test sees of a local error.
#include "integrate/error_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "formulation/catalog.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"

namespace trammel::integrate {
namespace {

// q1'' = −λ, q2'' = 0, q1 = 0 in first order: the second coordinate moves freely, the first is held. Of any
// error only its part in q2 and v2 lives; with c = 100, q2 also takes up v2/c from q2' = v2.
TEST(ErrorFilter, LeavesOnlyErrorsAlongTheConstraintsAtIndex3) {
  model::Model m("held");
  const auto q1 = m.variable("q1"), q2 = m.variable("q2"), v1 = m.variable("v1"), v2 = m.variable("v2"),
             lambda = m.variable("lambda");
  m.equation("rate 1", model::der(q1) == v1);
  m.equation("rate 2", model::der(q2) == v2);
  m.equation("force 1", model::der(v1) == -lambda);
  m.equation("force 2", model::der(v2) == 0.0);
  m.equation("held", q1 == 0.0);
  pipeline::Setup setup =
      pipeline::set_up(m.problem(), formulation::find_formulation("as_written"), 0, false, {});
  Linearization model(*setup.instance);
  RealBlock matrix(model);
  LevelScaling scaling(model.equations());
  const double c = 100;
  const std::vector<double> zero(5, 0.0);
  model.evaluate(0, zero, zero);
  scaling.set(1 / c);
  ASSERT_TRUE(matrix.factor(scaling, c));
  ErrorFilter filter(model, matrix);

  const auto at = [&](const char* name) {
    return static_cast<int>(std::ranges::find(setup.plan->state_names, name) -
                            setup.plan->state_names.begin());
  };
  std::vector<double> x(5);
  x[at("q1")] = 3, x[at("q2")] = 5, x[at("v1")] = 7, x[at("v2")] = 11, x[at("lambda")] = 13;
  filter.apply(scaling, c, x);
  EXPECT_NEAR(x[at("q1")], 0, 1e-12);
  EXPECT_NEAR(x[at("v1")], 0, 1e-12);
  EXPECT_NEAR(x[at("q2")], 5 + 2 * 11 / c, 1e-12);
  EXPECT_NEAR(x[at("v2")], 11, 1e-12);

  const std::vector<char> tested = integrate::remembered_unknowns(model.equations());
  ASSERT_EQ(tested.size(), 5u);
  EXPECT_TRUE(tested[at("v1")]);
  EXPECT_FALSE(tested[at("lambda")]);
}

}  // namespace
}  // namespace trammel::integrate
