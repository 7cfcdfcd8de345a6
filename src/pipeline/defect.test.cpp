// The distance to constraints is measured on the equations as the user wrote them.
#include "pipeline/defect.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {
namespace {

// x = sin t defines x, so elimination would leave no constraint to look at.
TEST(Defect, SeesAConstraintThatEliminationWouldRemove) {
  model::Model m("path");
  const auto x = m.variable("x"), u = m.variable("u");
  m.equation("force", der(x) == u);
  m.equation("path", x == sin(m.time()));
  const model::Dae dae = m.problem().dae;
  Defect defect(DefectCode(dae, analysis::analyze(dae), dae), parameter_values(dae));
  const double t = 0.5, y[] = {std::sin(t) + 0.25, 1}, slope[] = {1, 0};
  EXPECT_NEAR(defect.residual(t, y, slope), 0.25, 1e-15);
  const double on[] = {std::sin(t), 7};
  EXPECT_NEAR(defect.residual(t, on, slope), 0, 1e-15);  // u is no state: whatever it is
}

}  // namespace
}  // namespace trammel::pipeline
