#include "report/mathml.hpp"

#include <gtest/gtest.h>

namespace trammel::report {
namespace {

TEST(MathMl, NamesBecomeLettersSubscriptsAndDots) {
  EXPECT_EQ(mathml_name("x"), "<mi>x</mi>");
  EXPECT_EQ(mathml_name("lambda"), "<mi>λ</mi>");
  EXPECT_EQ(mathml_name("q[2]"), "<msub><mi>q</mi><mn>2</mn></msub>");
  EXPECT_EQ(mathml_name("x1", 2),
            "<msub><mover accent=\"true\"><mi>x</mi><mo>¨</mo></mover><mn>1</mn></msub>");
  EXPECT_EQ(mathml_name("crank.phi"), "<mrow><mi>crank.</mi><mi>φ</mi></mrow>");
}

TEST(MathMl, NamesAreTextWhateverTheyHold) {
  const std::string evil = mathml_name("'<script>alert(1)</script>'");
  EXPECT_EQ(evil.find("<script"), std::string::npos);
  EXPECT_NE(evil.find("&lt;script&gt;"), std::string::npos);
  EXPECT_LT(mathml_name(std::string(10'000, 'x')).size(), 300u);
}

TEST(MathMl, AnEquationIsWhatABookWouldPrint) {
  expr::Graph g;
  const expr::Expr x = g.symbol(g.add_variable("x")), l = g.parameter(g.add_parameter("l"));
  const expr::Expr f = g.apply(expr::Op::sub, g.symbol(0, 1), g.apply(expr::Op::div, x, l));
  EXPECT_EQ(mathml(g, expr::sides(g, f)),
            "<math display=\"block\" alttext=\"der(x) = x/l\"><mrow><mover "
            "accent=\"true\"><mi>x</mi><mo>˙</mo></mover>"
            "<mo>=</mo><mfrac><mrow><mi>x</mi></mrow><mrow><mi>l</mi></mrow></mfrac></mrow></math>");
}

}  // namespace
}  // namespace trammel::report
