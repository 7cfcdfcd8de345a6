#include "analysis/definitions.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "model/model.hpp"

namespace trammel::analysis {
namespace {

// X = cos(a), X = b: the constraint is cos(a) = b then, and can be differentiated although nobody reports der(X).
TEST(Definitions, AreSeenThroughAndNothingElseIs) {
  model::Model m("two");
  auto a = m.variable("a"), b = m.variable("b"), X = m.variable("X"), F = m.variable("F");
  m.equation("X", X == cos(a));
  m.equation("loop", X == b);
  m.equation("motion a", model::der(a, 2) == F);
  m.equation("motion b", model::der(b, 2) == -F);
  const model::Dae dae = m.problem().dae;
  std::vector<expr::Expr> rows;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  const std::vector<expr::Expr> plain = without_definitions(*dae.graph, rows);
  EXPECT_TRUE(dae.graph->is_constant(plain[0], 0));
  EXPECT_EQ(expr::print(*dae.graph, plain[1]), "cos(a) - b");
  EXPECT_EQ(plain[2], rows[2]);  // F is not defined by an equation of motion
  EXPECT_EQ(plain[3], rows[3]);
}

}  // namespace
}  // namespace trammel::analysis
