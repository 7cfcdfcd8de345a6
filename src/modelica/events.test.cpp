// What a model does at instants arrives in the Problem, typed and with its places.
#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "modelica/modelica.hpp"

namespace trammel::modelica {
namespace {

model::Problem read(const std::string& text) { return load({{"m.mo", text}}).problem; }

std::string shown(const model::Problem& p, expr::Expr e) { return expr::print(*p.dae.graph, e); }

TEST(Events, ABouncingBallHasOneWhenWithAReinitAndTwoAssignments) {
  const model::Problem p = read(
      "model Ball\n"
      "  parameter Real e = 0.8;\n"
      "  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
      "  Integer n(start = 3);\n"
      "  Boolean down(start = true);\n"
      "equation\n"
      "  der(h) = v;\n"
      "  der(v) = if down then -9.81 else 0;\n"
      "  when {h < 0, h < -1} then\n"
      "    reinit(v, -e*pre(v));\n"
      "    n = pre(n) + 1;\n"
      "    down = edge(down);\n"
      "    assert(n < 10, \"many\");\n"
      "  elsewhen terminal() then\n"
      "    n = 0;\n"
      "    down = true;\n"
      "    terminate(\"done\");\n"
      "  end when;\n"
      "end Ball;");
  EXPECT_EQ(p.dae.variables.size(), 2u);  // h and v; what changes at events only is no unknown
  EXPECT_EQ(p.dae.equations.size(), 2u);
  const model::Events& events = p.dae.events;
  ASSERT_EQ(events.whens.size(), 1u);
  EXPECT_EQ(events.whens[0].origin.line, 9);
  ASSERT_EQ(events.whens[0].branches.size(), 2u);
  const model::When::Branch& bounce = events.whens[0].branches[0];
  ASSERT_EQ(bounce.triggers.size(), 2u);
  EXPECT_EQ(shown(p, bounce.triggers[0]), "h < 0");
  ASSERT_EQ(bounce.reinits.size(), 1u);
  EXPECT_EQ(shown(p, bounce.reinits[0].target), "v");
  EXPECT_EQ(shown(p, bounce.reinits[0].value), "-e*pre(v)");
  ASSERT_EQ(bounce.assignments.size(), 2u);
  EXPECT_EQ(shown(p, bounce.assignments[0].value), "pre(n) + 1");
  EXPECT_EQ(shown(p, bounce.assignments[1].value), "down and not pre(down)");
  ASSERT_EQ(bounce.assertions.size(), 1u);
  EXPECT_EQ(bounce.assertions[0].message, "many");
  const model::When::Branch& end = events.whens[0].branches[1];
  EXPECT_EQ(shown(p, end.triggers.at(0)), "terminal()");
  EXPECT_EQ(end.endings.at(0).message, "done");
  // n and down with their types and starts; v, because the when-clause reads its value before
  ASSERT_EQ(events.discrete.size(), 3u);
  EXPECT_EQ(events.discrete[0].type, model::Discrete::Type::integer);
  EXPECT_EQ(events.discrete[0].start, 3);
  EXPECT_EQ(events.discrete[1].type, model::Discrete::Type::boolean);
  EXPECT_EQ(shown(p, events.discrete[2].value), "v");
  for (const model::Discrete& d : events.discrete) EXPECT_GE(d.pre, 0);
  ASSERT_EQ(events.relations.size(), 2u);
  EXPECT_EQ(shown(p, events.relations[0].zero), "h");
  EXPECT_EQ(shown(p, events.relations[1].zero), "h + 1");
  ASSERT_FALSE(events.constructs.empty());
  EXPECT_EQ(events.constructs[0].word, "when");
}

TEST(Events, AlgorithmsAssignWhatTheirStatementsLeave) {
  const model::Problem p = read(
      "model M\n"
      "  parameter Real T = 0.1;\n"
      "  Real x(start = 0), u(start = 2);\n"
      "  Integer k(start = 0);\n"
      "equation\n"
      "  der(x) = u - x;\n"
      "algorithm\n"
      "  when sample(0, T) then\n"
      "    k := k + 1;\n"
      "    if x > 1 then u := 0; else u := k; end if;\n"
      "  end when;\n"
      "end M;");
  EXPECT_EQ(p.dae.equations.size(), 1u);
  ASSERT_EQ(p.dae.events.samplers.size(), 1u);
  EXPECT_EQ(shown(p, p.dae.events.samplers[0].interval), "T");
  const auto& assigned = p.dae.events.whens.at(0).branches.at(0).assignments;
  ASSERT_EQ(assigned.size(), 2u);
  EXPECT_EQ(shown(p, assigned[0].value), "pre(k) + 1");
  EXPECT_EQ(shown(p, assigned[1].value), "if not x > 1 then pre(k) + 1 else if x > 1 then 0 else pre(u)");
}

TEST(Events, ConditionsInsideAWhenKeepTheOldValueElsewhere) {
  const model::Problem p = read(
      "model M Integer n(start = 0); Real x(start = 0); equation der(x) = 1; when x > 1 then if x > 2 then n "
      "= 5; "
      "reinit(x, 0); end if; end when; end M;");
  const model::When::Branch& branch = p.dae.events.whens.at(0).branches.at(0);
  EXPECT_EQ(shown(p, branch.assignments.at(0).value), "if x > 2 then 5 else pre(n)");
  EXPECT_EQ(shown(p, branch.reinits.at(0).value), "if x > 2 then 0 else x");
}

TEST(Events, WhenClausesOfComponentsLoopsAndParameterChoicesAreFound) {
  const model::Problem p = read(
      "model A parameter Boolean on = true; discrete Real y(start = 1); Real z; equation if on then when "
      "time > 1 "
      "then y = 2; end when; else y = 3; end if; z = y; end A;"
      "model M A a[2]; Boolean b[3]; equation for i in 1:3 loop when time > i then b[i] = true; end when; "
      "end for; "
      "end M;");
  EXPECT_EQ(p.dae.events.whens.size(), 5u);
  EXPECT_EQ(p.dae.events.discrete.size(), 5u);
  EXPECT_EQ(p.dae.equations.size(), 2u);
}

TEST(Events, RelationsOutsideNoEventAreCarriedWithTheirZeroFunctions) {
  const model::Problem p = read(
      "model M parameter Real a = 1; Real x = if time > a then 1 else if noEvent(time > 3) then 2 else 0; "
      "Real y = "
      "mod(time, 2); Real z = if a > 0 then 1 else 2; Real w = if noEvent(x > 1) then 1 else 0; end M;");
  ASSERT_EQ(p.dae.events.relations.size(), 4u);
  EXPECT_EQ(shown(p, p.dae.events.relations[0].value), "time > a");
  EXPECT_EQ(shown(p, p.dae.events.relations[0].zero), "time - a");
  EXPECT_EQ(p.dae.events.relations[1].kind, model::Relation::Kind::whole);
  EXPECT_EQ(shown(p, p.dae.events.relations[1].zero), "time/2");
  // What is of time alone ends steps, but is no event.
  EXPECT_EQ(shown(p, p.dae.events.relations[2].value), "x > 1");  // x is of time alone
  EXPECT_EQ(shown(p, p.dae.events.relations[3].value), "time > 3");
  EXPECT_TRUE(p.dae.events.relations[2].silent && p.dae.events.relations[3].silent);
  EXPECT_FALSE(p.dae.events.relations[0].silent || p.dae.events.relations[1].silent);
  EXPECT_TRUE(p.dae.events.constructs.empty());
}

TEST(Assertions, AreCarriedWithTheConditionsAroundThem) {
  const model::Problem p = read(
      "function f input Real a; output Real y; algorithm assert(a > 0, \"a = \" + String(a)); y := sqrt(a); "
      "end f;"
      "model M Real x = if time > 1 then f(time) else 0; equation assert(x < 5, \"large\", "
      "AssertionLevel.warning); "
      "end M;");
  ASSERT_EQ(p.dae.assertions.size(), 2u);
  EXPECT_EQ(shown(p, p.dae.assertions[0].condition), "not time > 1 or time > 0");
  EXPECT_EQ(p.dae.assertions[0].message, "a = ...");
  EXPECT_FALSE(p.dae.assertions[0].warning);
  EXPECT_TRUE(p.dae.assertions[1].warning);
}

}  // namespace
}  // namespace trammel::modelica
