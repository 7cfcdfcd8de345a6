#include <gtest/gtest.h>

#include "base/error.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/prepared.hpp"

namespace trammel::pipeline {
namespace {

const char* const formulas_text = R"(
model M
  parameter Real c = 2*b, b = 2*a, a = 1;
  parameter Real v[2] = {a, 3*b};
  parameter Real k = 3;
  parameter Integer n = if k > 2 then 2 else 3;
  final parameter Real f = a + 1;
  Real x(start = c, fixed = true), y[n](start = v[1]*ones(n), each fixed = true);
equation
  der(x) = -x*f;
  for i in 1:n loop der(y[i]) = 0; end for;
end M;
)";

double start_with(const Prepared& prepared, const char* variable, Numbers numbers) {
  const model::Problem problem = prepared.with(numbers);
  for (const model::StartValue& start : problem.starts)
    if (problem.dae.graph->variable_name(problem.dae.graph->index(start.leaf)) == variable)
      return start.value;
  return -1;
}

TEST(ParameterFormulas, FollowInWhateverOrderTheyAreDeclared) {
  const Prepared prepared = prepare(modelica::load({{"m.mo", formulas_text}}, {}).problem);
  EXPECT_EQ(start_with(prepared, "x", {}), 4);
  EXPECT_EQ(start_with(prepared, "x", {.parameters = {{"a", 10}}}), 40);
  EXPECT_EQ(start_with(prepared, "x", {.parameters = {{"b", 10}}}), 20);
  EXPECT_EQ(start_with(prepared, "y[2]", {.parameters = {{"a", 10}}}), 10);
  EXPECT_EQ(start_with(prepared, "x", {.parameters = {{"a", 10}, {"c", 7}}}), 7);
  const model::Problem problem = prepared.with({.parameters = {{"a", 10}}});
  for (const model::Parameter& p : problem.dae.parameters)
    EXPECT_TRUE(problem.dae.graph->parameter_name(p.id) != "v[2]" || p.value == 60);
}

TEST(ParameterFormulas, RefuseWhatIsBuiltIntoTheEquations) {
  const Prepared prepared = prepare(modelica::load({{"m.mo", formulas_text}}, {}).problem);
  EXPECT_THROW(prepared.with({.parameters = {{"k", 1}}}), Error);
  EXPECT_NO_THROW(prepared.with({.parameters = {{"k", 3}}}));
}

TEST(ParameterFormulas, AValueFromTheCommandLineIsFollowed) {
  const Prepared prepared =
      prepare(modelica::load({{"m.mo", formulas_text}}, {.parameters = {{"b", 5}}}).problem);
  EXPECT_EQ(start_with(prepared, "x", {}), 10);
  EXPECT_EQ(start_with(prepared, "x", {.parameters = {{"a", 2}}}), 10);
}

}  // namespace
}  // namespace trammel::pipeline
