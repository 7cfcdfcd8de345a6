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

// x₁² hangs both on x; a sign that begins a side stands close to what it belongs to.
TEST(MathMl, SubscriptsAndPowersHangOnTheSameLetter) {
  expr::Graph g;
  const expr::Expr x = g.symbol(g.add_variable("x1")), y = g.symbol(g.add_variable("y"));
  const expr::Expr square = g.apply(expr::Op::pow, x, g.constant(2));
  const expr::Expr f = g.apply(expr::Op::add, g.symbol(1, 1), square);
  EXPECT_NE(
      mathml(g, expr::sides(g, f)).find("<msubsup><mi>x</mi><mn>1</mn><mrow><mn>2</mn></mrow></msubsup>"),
      std::string::npos)
      << mathml(g, expr::sides(g, f));
  const expr::Expr decay = g.apply(expr::Op::sub, g.symbol(1, 1), g.apply(expr::Op::neg, y));
  EXPECT_NE(mathml(g, expr::sides(g, decay)).find("<mo form=\"prefix\">−</mo><mi>y</mi>"), std::string::npos)
      << mathml(g, expr::sides(g, decay));
}

}  // namespace
}  // namespace trammel::report
