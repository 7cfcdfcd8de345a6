#include "modelica/parser.hpp"

#include <gtest/gtest.h>

namespace trammel::modelica {
namespace {

ExpressionPtr expression(const std::string& text) { return Parser(text, 0, "m.mo").expression(); }

TEST(Parser, KeepsChainsFlat) {
  const ExpressionPtr e = expression("a + b - c*d/e");
  ASSERT_EQ(e->node, Node::sum);
  EXPECT_EQ(e->text, "++-");
  EXPECT_EQ(e->args[2]->text, "**/");
}

TEST(Parser, BindsTheSignWeakerThanThePower) {
  const ExpressionPtr e = expression("-2^2");
  ASSERT_EQ(e->node, Node::sum);
  EXPECT_EQ(e->args[0]->node, Node::power);
}

TEST(Parser, ReadsTheWholeGrammar) {
  const StoredDefinition file = Parser(
                                    "within A.B; encapsulated package P \"d\" import C = D.E; import D.*; "
                                    "import D.{a, b}; extends Q(x(each final y = 1) = 2,"
                                    " redeclare replaceable model M = N constrainedby O(a = 1) \"c\"); type "
                                    "E = enumeration(a \"x\", b); function d = der(f, x);"
                                    " replaceable flow discrete Real x[:, 3](start = {1}) = [1, 2; 3, 4] if "
                                    "b \"c\" annotation (Icon(a = 1));"
                                    " pure function f input Real u; output Real y; external \"C\" y = g(u) "
                                    "annotation (L = \"x\"); end f;"
                                    " equation when {a, b} then x = pre(y); elsewhen c then reinit(x, 1); "
                                    "end when; connect(a.b, c[1:end]);"
                                    " (a, , b) = f(1, x = 2, g = function h(y = 1)); algorithm while a loop "
                                    "break; return; end while; end P;",
                                    0, "m.mo")
                                    .parse();
  for (const Error& error : file.errors) ADD_FAILURE() << error.what();
  ASSERT_EQ(file.classes.size(), 1u);
  EXPECT_EQ(file.within, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(file.classes[0]->sections.size(), 2u);
}

TEST(Parser, GoesOnAfterAnError) {
  const StoredDefinition file =
      Parser("model M Real x = ; Real 1; equation x = 1; end M;", 0, "m.mo").parse();
  EXPECT_EQ(file.errors.size(), 2u);
}

}  // namespace
}  // namespace trammel::modelica
