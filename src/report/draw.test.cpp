#include "report/draw.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "model/model.hpp"

namespace trammel::report {
namespace {

std::string shown(const model::Dae& dae) {
  std::string text;
  for (const model::Shape& shape : infer_drawing(dae)) {
    text += std::string(name(shape.kind)) + "(";
    for (const model::Coordinates& point : shape.points) {
      for (const expr::Expr e : point) text += expr::print(*dae.graph, e) + ",";
      text += ";";
    }
    text += ")";
  }
  return text;
}

TEST(Draw, ARodIsALineToItsFixedEnd) {
  model::Model m("pendulum");
  const auto x = m.variable("x"), y = m.variable("y"), lambda = m.variable("lambda");
  m.equation("h", der(x, 2) == -lambda * x);
  m.equation("v", der(y, 2) == -lambda * y - 9.81);
  m.equation("rod", (x - 3.0) * (x - 3.0) + y * y == 1.0);
  EXPECT_EQ(shown(m.problem().dae), "line(3,0,;x,y,;)point(x,y,;)trace(x,y,;)");
}

TEST(Draw, AnEquationBetweenTwoPointsIsALineBetweenThem) {
  model::Model m("double");
  const auto x1 = m.variable("x1"), y1 = m.variable("y1"), x2 = m.variable("x2"), y2 = m.variable("y2");
  m.equation("a", x1 * x1 + y1 * y1 == 1.0);
  m.equation("b", (x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1) == 1.0);
  m.equation("c", der(x1) == 1.0);
  m.equation("d", der(x2) == 1.0);
  EXPECT_NE(shown(m.problem().dae).find("line(x1,y1,;x2,y2,;)"), std::string::npos);
}

TEST(Draw, WithoutPointsNothingIsDrawn) {
  model::Model m("circuit");
  const auto u = m.variable("u"), max = m.variable("max");
  m.equation("a", der(u) == -u);
  m.equation("b", max == u);
  EXPECT_EQ(shown(m.problem().dae), "");
}

}  // namespace
}  // namespace trammel::report
