#include "pipeline/start.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/point.hpp"
#include "base/error.hpp"
#include "model/model.hpp"
#include "pipeline/examine.hpp"

namespace trammel::pipeline {
namespace {

using expr::der;
using expr::Formula;
using model::Model;
using model::Rank;

double start_of(const Examination& e, const std::string& name) {
  for (const auto& [known, number] : e.consistent_start)
    if (known == name) return number;
  ADD_FAILURE() << name;
  return NAN;
}

bool says(const Examination& e, const std::string& part) {
  for (const std::string& finding : e.findings)
    if (finding.find(part) != std::string::npos) return true;
  return false;
}

struct Pendulum {
  Model m{"pendulum"};
  Formula x, y, lambda;
  Pendulum(const model::VariableOptions& of_x, const model::VariableOptions& of_y) {
    x = m.variable("x", of_x);
    y = m.variable("y", of_y);
    lambda = m.variable("lambda");
    m.equation("horizontal", der(x, 2) == -lambda * x);
    m.equation("vertical", der(y, 2) == -lambda * y - 9.81);
    m.equation("rod", x * x + y * y == 1);
  }
};

TEST(Start, PreferredValuesMoveToTheNearestPointOfTheConstraint) {
  // Both preferred alike: the nearest point of the circle to (1.2, 1.6) is (0.6, 0.8).
  Pendulum p({.start = 1.2}, {.start = 1.6});
  const Examination e = examine(p.m.problem());
  EXPECT_NEAR(start_of(e, "x"), 0.6, 1e-9);
  EXPECT_NEAR(start_of(e, "y"), 0.8, 1e-9);
  EXPECT_TRUE(says(e, "moved onto the constraints"));
}

TEST(Start, GuessMovesAndPreferredStaysExactly) {
  Pendulum p({.start = 0.6}, {});
  const Examination e = examine(p.m.problem());
  EXPECT_EQ(start_of(e, "x"), 0.6);
  EXPECT_NEAR(std::fabs(start_of(e, "y")), 0.8, 1e-14);
}

TEST(Start, SignOfTheGuessPicksTheBranch) {
  for (const double guess : {-0.1, 0.1}) {
    Pendulum p({.start = 0.6, .fixed = true}, {});
    p.m.start(p.y, guess, Rank::guess);
    EXPECT_NEAR(start_of(examine(p.m.problem()), "y"), std::copysign(0.8, guess), 1e-13);
  }
}

TEST(Start, GuessInTheMiddleOfTheCircleIsPerturbedAlwaysInTheSameWay) {
  Pendulum p({}, {}), q({}, {});
  const Examination e = examine(p.m.problem()), f = examine(q.m.problem());
  EXPECT_NEAR(std::hypot(start_of(e, "x"), start_of(e, "y")), 1, 1e-13);
  EXPECT_EQ(start_of(e, "x"), start_of(f, "x"));
}

TEST(Start, ContradictoryFixedValuesAreNamedAndNoOthers) {
  Pendulum p({.start = 1, .fixed = true}, {.start = 1, .fixed = true});
  auto z = p.m.variable("z", {.start = 3, .fixed = true});
  p.m.equation("free", der(z) == -z);
  try {
    examine(p.m.problem());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::initialization);
    EXPECT_EQ(error.where.equations, (std::vector<std::string>{"rod"}));
    EXPECT_EQ(error.where.variables, (std::vector<std::string>{"x", "y"}));
  }
}

TEST(Start, ContradictoryConstraintsAreRefusedByName) {
  Model m("two rods");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y"), l1 = m.variable("l1"), l2 = m.variable("l2");
  m.equation("horizontal", der(x, 2) == -(l1 + l2) * x);
  m.equation("vertical", der(y, 2) == -(l1 + l2) * y - 9.81);
  m.equation("rod", x * x + y * y == 1);
  m.equation("other rod", x * x + y * y == 4);
  try {
    examine(m.problem());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.where.equations, (std::vector<std::string>{"rod", "other rod"}));
  }
}

TEST(Start, OverspecifiedButConsistentIsAcceptedWithANote) {
  Pendulum p({.start = 0.6, .fixed = true}, {.start = -0.8, .fixed = true});
  p.m.start(der(p.x), 0);
  p.m.start(der(p.y), 0);
  const Examination e = examine(p.m.problem());
  EXPECT_EQ(start_of(e, "y"), -0.8);
  EXPECT_TRUE(says(e, "also follows"));
}

TEST(Start, NineDigitDataThatContradictInTheTenthDigitAreCorrectedWithANote) {
  // sin and cos of 1 to nine digits: off the circle by 4e-10.
  Pendulum p({.start = 0.841470985, .fixed = true}, {.start = 0.540302306, .fixed = true});
  const Examination e = examine(p.m.problem());
  EXPECT_NEAR(start_of(e, "x"), 0.841470985, 2e-9);
  EXPECT_NEAR(std::hypot(start_of(e, "x"), start_of(e, "y")), 1, 1e-14);
  EXPECT_TRUE(says(e, "printed digits"));
}

TEST(Start, InitialEquationsHold) {
  Model m("decay");
  auto x = m.variable("x"), y = m.variable("y");
  m.equation("decay", der(x) == -2 * x);
  m.equation("output", y == x * x + x);
  m.initial_equation("steep", der(x) == -3.0);
  EXPECT_NEAR(start_of(examine(m.problem()), "x"), 1.5, 1e-12);
}

TEST(Start, UnderspecifiedSaysWhichGuessesWereKept) {
  Model m("free");
  auto x = m.variable("x"), v = m.variable("v");
  m.equation("x", der(x) == v);
  m.equation("v", der(v) == -x);
  EXPECT_TRUE(says(examine(m.problem()), "the guess was kept"));
}

Model many_pendula(int n, bool fixed) {  // x is preferred; of the two velocities of each, nothing is said
  Model m("pendula");
  for (int i = 0; i < n; ++i) {
    const std::string k = std::to_string(i);
    auto x = m.variable("x" + k, {.start = 0.6}), y = m.variable("y" + k), l = m.variable("l" + k);
    m.equation("horizontal" + k, der(x, 2) == -l * x);
    m.equation("vertical" + k, der(y, 2) == -l * y - 9.81);
    m.equation("rod" + k, x * x + y * y == 1);
    if (fixed) m.start(der(x), 0.0);
  }
  return m;
}

TEST(Start, LargeModelsSayWhichGuessesWereKeptToo) {
  // 4 states and 2 invariants per pendulum: beyond a thousand of them the start is found by sparse matrices.
  for (const int n : {3, 400}) {
    const Examination e = examine(many_pendula(n, false).problem());
    int notes = 0;
    for (const std::string& note : e.findings)
      if (note.find("nothing determines the start of 'der(") != std::string::npos) {
        ++notes;
        EXPECT_EQ(note.find(fmt::format("({} more)", n - 6)) != std::string::npos, n > 6) << note;
        EXPECT_EQ(note.find("'y"), std::string::npos) << note;  // the rods determine those
      }
    EXPECT_EQ(notes, 1) << n;
    EXPECT_FALSE(says(examine(many_pendula(n, true).problem()), "nothing determines")) << n;
  }
}

TEST(Start, RedundantConstraintsAreNamedAndAccepted) {
  // The same rod twice, scaled: x is unique, the two multipliers are not. Four unknown equations have rank 1.
  Model m("two rods");
  auto x = m.variable("x", {.start = 0.6}), y = m.variable("y", {.start = -0.8}), l1 = m.variable("l1"),
       l2 = m.variable("l2");
  m.equation("horizontal", der(x, 2) == -(l1 + 3 * l2) * x);
  m.equation("vertical", der(y, 2) == -(l1 + 3 * l2) * y - 9.81);
  m.equation("rod", x * x + y * y == 1);
  m.equation("same rod", 3 * x * x + 3 * y * y == 3);
  const Examination e = examine(m.problem());
  EXPECT_EQ(e.redundant, (std::vector<std::string>{"same rod"}));
  EXPECT_EQ(e.degrees_of_freedom, 2);
  EXPECT_EQ(e.index, 3);
  EXPECT_TRUE(says(e, "multipliers are not"));
}

TEST(Start, SingularConfigurationIsReportedAsOneOfTheStartOnly) {
  // [PRM97, example 5.2]: at (0, π) both branches of the two-link mechanism cross: rank of G drops there.
  Model m("two links");
  auto a = m.variable("a", {.start = 0, .fixed = true}), b = m.variable("b", {.start = M_PI, .fixed = true}),
       l = m.variable("l");
  m.equation("a", 2 * der(a, 2) == -9.8 * sin(a) - l * cos(a));
  m.equation("b", der(b, 2) == -l * cos(b) - sin(b));
  m.equation("loop", 1.0 - cos(a) == 1 + cos(b));
  const Examination e = examine(m.problem());
  EXPECT_TRUE(e.redundant.empty());
  EXPECT_TRUE(says(e, "singular configuration")) << text(e);
}

TEST(Start, DerivativesThatTheStructureDoesNotAskForCanBePrescribed) {
  // lecture notes 10.1.4, example 1: y1' + y2' = −y1, y2 = sin 3t: y1'(0) = 0.5 makes y1(0) = −3.5.
  Model m("needs derivative");
  auto y1 = m.variable("y1"), y2 = m.variable("y2");
  m.equation("first", der(y1) + der(y2) == -y1);
  m.equation("second", y2 == sin(3 * m.time()));
  m.start(der(y1), 0.5);
  const Examination e = examine(m.problem());
  EXPECT_NEAR(start_of(e, "y1"), -3.5, 1e-12);
  EXPECT_NEAR(start_of(e, "der(y2)"), 3, 1e-12);
}

TEST(PrintedDigits, AreThoseOfTheShortestDecimal) {
  EXPECT_EQ(analysis::printed_digits(0.841470985), 9);
  EXPECT_EQ(analysis::printed_digits(1), 1);
  EXPECT_EQ(analysis::printed_digits(1200), 2);
  EXPECT_NEAR(analysis::printed_unit(0.841470985), 1e-9, 1e-15);
  EXPECT_NEAR(analysis::printed_unit(1.5e-7), 1e-8, 1e-20);
}

}  // namespace
}  // namespace trammel::pipeline
