// Planted faults: exact solutions hold, and whatever is wrong with them is found and named.
#include "certify/certifier.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "model/model.hpp"

namespace trammel::certify {
namespace {

// x, y, l, x', y' at a time.
using Course = std::function<void(double t, Out values)>;

// x' = -y + x l, y' = x + y l, x² + y² = 1: index 2, solved by (cos t, sin t, 0). `rod` hides d/dt rod.
model::Problem circle() {
  model::Model m("circle");
  const auto x = m.variable("x", {.start = 1}), y = m.variable("y"), l = m.variable("l");
  m.equation("along", der(x) == -y + x * l);
  m.equation("across", der(y) == x + y * l);
  m.equation("rod", x * x + y * y == 1);
  return m.problem();
}

void exact(double t, Out v) {
  v[0] = std::cos(t);
  v[1] = std::sin(t);
  v[2] = 0;
  v[3] = -std::sin(t);
  v[4] = std::cos(t);
}

solution::Certificate judge(const Course& course, Promise promise = {.constraints = {{}, {}, {1, 1}}},
                            double tolerance = 1e-8) {
  const model::Problem problem = circle();
  expr::Graph& graph = *problem.dae.graph;
  Certifier certifier(
      problem.dae, {"x", "y", "l", "der(x)", "der(y)"},
      {graph.symbol(0), graph.symbol(1), graph.symbol(2), graph.symbol(0, 1), graph.symbol(1, 1)});
  promise.tolerance = tolerance;
  std::vector<double> values(5);
  course(0, values);
  certifier.begin(0, values, promise);
  for (int n = 0; n < 200; ++n) {
    const double from = 0.05 * n, to = 0.05 * (n + 1);
    if (certifier.wants(from, to)) certifier.step(from, to, course);
  }
  return certifier.verdict();
}

TEST(Certificate, HoldsForTheExactSolution) {
  const solution::Certificate c = judge(exact);
  EXPECT_EQ(c.holds, true) << c.message;
  EXPECT_LT(c.worst.between_steps, 3e-6);
  EXPECT_GT(c.points, 200);
  EXPECT_NEAR(c.amplification, 1, 0.5);
  EXPECT_EQ(c.digits, std::vector<int>(5, 7));
}

// l is met at index level 2, and der(x) = -y + x l follows it: half of the digits.
TEST(Certificate, PromisesOfADerivativeWhatItsEquationHolds) {
  const solution::Certificate c = judge(exact, {.constraints = {{}, {}, {1, 1}}, .variables = {1, 1, 2}});
  EXPECT_EQ(c.digits, (std::vector<int>{7, 7, 3, 3, 3}));
}

// th = 0 and om = 0 but for their last digits, those of 1: both count beside the load y = 1, which holds them.
TEST(Certificate, DoesNotJudgeTheSlopesOfNoise) {
  model::Model m("at rest");
  const auto th = m.variable("th"), om = m.variable("om"), y = m.variable("y", {.start = 1});
  m.equation("turn", der(th) == om);
  m.equation("held", (1.0 + th) * y == 1.0);
  m.equation("load", y * (1.0 - th) == 1.0);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const Inside course = [](double t, Out v) {
    v[0] = 1e-16 * std::sin(1e9 * t);
    v[1] = 0;
    v[2] = 1;
    v[3] = 0;
  };
  Certifier certifier(problem.dae, {"th", "om", "y", "der(th)"},
                      {graph.symbol(0), graph.symbol(1), graph.symbol(2), graph.symbol(0, 1)});
  std::vector<double> values(4);
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-8});
  for (int n = 0; n < 50; ++n)
    if (certifier.wants(1e-6 * n, 1e-6 * (n + 1))) certifier.step(1e-6 * n, 1e-6 * (n + 1), course);
  const solution::Certificate c = certifier.verdict();
  EXPECT_EQ(c.holds, true) << c.message;
}

// A pressure of 1e5 that rises by 1e-3 in a unit of time, in steps of 1e-9: quotients of its last digits are 1e5 times
// the rate. That is rounding, and no residual of that size may be shown beside "certified".
TEST(Certificate, ShowsWhatIsJudgedAndNotTheNoiseOfSlopes) {
  model::Model m("slow pressure");
  const auto p = m.variable("p", {.start = 1e5}), q = m.variable("q");
  m.equation("rise", der(p) == q);
  m.equation("flow", q == 1e-3);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const Inside course = [](double t, Out v) {
    v[0] = 1e5 + 1e-3 * t;
    v[1] = v[2] = 1e-3;
  };
  Certifier certifier(problem.dae, {"p", "q", "der(p)"},
                      {graph.symbol(0), graph.symbol(1), graph.symbol(0, 1)});
  std::vector<double> values(3);
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-8});
  for (int n = 0; n < 50; ++n)
    if (certifier.wants(1e-9 * n, 1e-9 * (n + 1))) certifier.step(1e-9 * n, 1e-9 * (n + 1), course);
  const solution::Certificate c = certifier.verdict();
  EXPECT_EQ(c.holds, true) << c.message;
  EXPECT_LT(std::max(c.worst.residual, c.worst.between_steps), 1e-3);
}

// x1 = x2 - 1e9 is as good as the last digits of 1e9: 1e-7. Its slope in steps of 0.01 is off by 5 %, which
// is rounding.
TEST(Certificate, SlopesOfADifferenceAreAsGoodAsWhatWasSubtracted) {
  model::Model m("far away");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2", {.start = 1e9}), v = m.variable("v"),
             u = m.variable("u");
  m.equation("first", der(x1) == v);
  m.equation("second", der(x2) == u);
  m.equation("rod", x2 - x1 == 1e9);
  m.equation("drive", v == 1.0);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const Inside course = [](double t, Out values) {
    values[1] = 1e9 + t;
    values[0] = values[1] - 1e9;
    for (std::size_t k = 2; k < 6; ++k) values[k] = 1;
  };
  Certifier certifier(problem.dae, {"x1", "x2", "v", "u", "der(x1)", "der(x2)"},
                      {graph.symbol(0), graph.symbol(1), graph.symbol(2), graph.symbol(3), graph.symbol(0, 1),
                       graph.symbol(1, 1)});
  std::vector<double> values(6);
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-9});
  for (int n = 0; n < 50; ++n)
    if (certifier.wants(0.01 * n, 0.01 * (n + 1))) certifier.step(0.01 * n, 0.01 * (n + 1), course);
  const solution::Certificate c = certifier.verdict();
  EXPECT_EQ(c.holds, true) << c.message;
}

TEST(Certificate, FindsOnePerturbedValueAndNamesTheEquation) {
  const solution::Certificate c = judge([](double t, Out v) {
    exact(t, v);
    if (std::fabs(t - 5) < 1e-9) v[0] += 1e-3;
  });
  EXPECT_EQ(c.holds, false);
  EXPECT_NEAR(*c.where.time, 5, 1e-9);
  ASSERT_EQ(c.where.equations.size(), 1u);
  EXPECT_NE(c.message.find("'" + c.where.equations[0] + "' does not hold at t = 5"), std::string::npos)
      << c.message;
}

// A radius that grows: projection was off although the constraint was promised.
void drifting(double t, Out v) {
  const double r = 1 + 1e-4 * t;
  v[0] = r * std::cos(t);
  v[1] = r * std::sin(t);
  v[2] = 1e-4 / r;
  v[3] = -v[1] + v[0] * v[2];
  v[4] = v[0] + v[1] * v[2];
}

TEST(Certificate, FindsDriftFromAConstraintThatIsClaimedToHold) {
  const solution::Certificate c = judge(drifting);
  EXPECT_EQ(c.holds, false);
  EXPECT_NE(c.where.equations.at(0).find("rod"), std::string::npos) << c.message;
}

// The same run is what it was said to be, if nothing was promised about the constraint.
TEST(Certificate, DoesNotFailDriftThatTheChoiceNeverPromisedToAvoid) {
  const solution::Certificate c = judge(drifting, {.constraints = {{}, {}, {0, 0}}});
  EXPECT_EQ(c.holds, true) << c.message;
}

// Reported rates leave the circle, and l is such that all equations as written hold: only the hidden
// constraint, by jets, and the slope of the trajectory know.
TEST(Certificate, FindsAViolatedHiddenConstraint) {
  const solution::Certificate c = judge([](double t, Out v) {
    exact(t, v);
    v[2] = 1e-3;
    v[3] += 1e-3 * v[0];
    v[4] += 1e-3 * v[1];
  });
  EXPECT_EQ(c.holds, false);
  EXPECT_EQ(c.where.equations.size(), 1u) << c.message;
}

TEST(Certificate, FindsAWrongReportedDerivative) {
  const solution::Certificate c = judge([](double t, Out v) {
    exact(t, v);
    v[3] *= 1.001;
  });
  EXPECT_EQ(c.holds, false);
  EXPECT_EQ(c.where.equations, std::vector<std::string>{"along"}) << c.message;
}

// Right at all accepted points, off between them.
TEST(Certificate, FindsWrongValuesBetweenTheSteps) {
  const solution::Certificate c = judge([](double t, Out v) {
    exact(t, v);
    const double n = t / 0.05;
    v[0] += 1e-3 * std::pow(std::sin(3.14159265358979 * n), 2);
  });
  EXPECT_EQ(c.holds, false);
  EXPECT_EQ(c.where.equations.size(), 1u) << c.message;
}

// What a wrong verdict about the index makes of a run: the constraint holds, and nothing moves.
TEST(Certificate, FindsARunThatAWrongVerdictHasFrozen) {
  const solution::Certificate c = judge([](double, Out v) {
    exact(0, v);
    v[3] = v[4] = 0;
  });
  EXPECT_EQ(c.holds, false);
  EXPECT_EQ(c.where.equations, std::vector<std::string>{"across"}) << c.message;
}

TEST(Certificate, JudgesNothingWhereNothingWasPromised) {
  EXPECT_FALSE(judge(drifting, {.judged = false, .constraints = {{}, {}, {1, 1}}}).holds.has_value());
}

TEST(Certificate, FindsAPartOfTheIntervalThatNobodyComputed) {
  const model::Problem problem = circle();
  expr::Graph& graph = *problem.dae.graph;
  Certifier certifier(
      problem.dae, {"x", "y", "l", "der(x)", "der(y)"},
      {graph.symbol(0), graph.symbol(1), graph.symbol(2), graph.symbol(0, 1), graph.symbol(1, 1)});
  std::vector<double> values(5);
  exact(0, values);
  certifier.begin(0, values, {});
  if (certifier.wants(0, 0.1)) certifier.step(0, 0.1, exact);
  exact(0.3, values);
  certifier.begin(0.3, values, {});
  EXPECT_EQ(certifier.verdict().holds, false);
}

// y' = -1e6 (y - sin t) + cos t: 10 tolerances off makes a residual of 10 in terms of size 1e-6, which a tiny
// change of y explains.
TEST(Certificate, HoldsForAStiffRunWithLargeResiduals) {
  model::Model m("stiff");
  const auto y = m.variable("y"), z = m.variable("z");
  m.equation("fast", der(y) == z + cos(m.time()));
  m.equation("pull", z == -1e6 * (y - sin(m.time())));
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const Inside course = [](double t, Out v) {
    v[0] = std::sin(t) + 1e-5 * std::cos(30 * t);
    v[2] = std::cos(t) - 3e-4 * std::sin(30 * t);
    v[1] = v[2] - std::cos(t);
  };
  Certifier certifier(problem.dae, {"y", "z", "der(y)"},
                      {graph.symbol(0), graph.symbol(1), graph.symbol(0, 1)});
  std::vector<double> values(3);
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-6});
  for (int n = 0; n < 50; ++n) {
    if (certifier.wants(0.1 * n, 0.1 * (n + 1))) certifier.step(0.1 * n, 0.1 * (n + 1), course);
  }
  const solution::Certificate c = certifier.verdict();
  EXPECT_EQ(c.holds, true) << c.message;
}

// sin x = t/4 holds on every branch; a solution stays on one.
TEST(Certificate, FindsAJumpToAnotherBranch) {
  model::Model m("branch");
  const auto s = m.variable("s"), x = m.variable("x");
  m.equation("clock", der(s) == 1);
  m.equation("branch", sin(x) == 0.25 * s);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const Inside course = [](double t, Out v) {
    v[0] = t;
    v[1] = t < 2 ? std::asin(0.25 * t) : 3.14159265358979312 - std::asin(0.25 * t);
    v[2] = 1;
  };
  Certifier certifier(problem.dae, {"s", "x", "der(s)"},
                      {graph.symbol(0), graph.symbol(1), graph.symbol(0, 1)});
  std::vector<double> values(3);
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-6});
  for (int n = 0; n < 30; ++n) {
    if (certifier.wants(0.1 * n, 0.1 * (n + 1))) certifier.step(0.1 * n, 0.1 * (n + 1), course);
  }
  const solution::Certificate c = certifier.verdict();
  EXPECT_EQ(c.holds, false);
  EXPECT_EQ(c.where.equations, std::vector<std::string>{"branch"});
  EXPECT_EQ(c.where.variables, std::vector<std::string>{"x"});
  EXPECT_NEAR(*c.where.time, 2, 1e-6);
}

solution::Certificate judge(const model::Problem& problem, const std::vector<std::string>& names,
                            const std::vector<expr::Expr>& leaves, const Inside& course, double step,
                            int steps) {
  Certifier certifier(problem.dae, names, leaves);
  std::vector<double> values(names.size());
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-10});
  for (int n = 0; n < steps; ++n)
    if (certifier.wants(step * n, step * (n + 1))) certifier.step(step * n, step * (n + 1), course);
  return certifier.verdict();
}

// Within a step of 1e-9 a coordinate of 1 moves by a few of its last digits.
TEST(Certificate, AllowsForTheRoundingOfSlopesInShortSteps) {
  model::Model m("slow");
  const auto x = m.variable("x", {.start = 1});
  m.equation("slow", der(x) == 1e-3 * x);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const solution::Certificate found = judge(
      problem, {"x", "der(x)"}, {graph.symbol(0), graph.symbol(0, 1)},
      [](double t, Out v) {
        v[0] = std::exp(1e-3 * t);
        v[1] = 1e-3 * v[0];
      },
      1e-9, 50);
  EXPECT_EQ(found.holds, true) << found.message;
}

// x' = 100 (x - cos t) - sin t is solved by cos t, and by whatever is near it for a moment only: e^(100 t).
TEST(Certificate, CallsARunSensitiveWhoseErrorsGrow) {
  model::Model m("unstable");
  const auto x = m.variable("x");
  m.equation("unstable", der(x) == 100.0 * (x - cos(m.time())) - sin(m.time()));
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const Inside course = [](double t, Out v) {
    v[0] = std::cos(t);
    v[1] = -std::sin(t);
  };
  Certifier certifier(problem.dae, {"x", "der(x)"}, {graph.symbol(0), graph.symbol(0, 1)});
  std::vector<double> values(2);
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-8});
  for (int n = 0; n < 60; ++n) {
    if (certifier.wants(0.005 * n, 0.005 * (n + 1))) certifier.step(0.005 * n, 0.005 * (n + 1), course);
  }
  const solution::Certificate c = certifier.verdict();
  EXPECT_EQ(c.holds, true) << c.message;
  EXPECT_TRUE(c.sensitive);
  EXPECT_EQ(c.digits, (std::vector<int>{0, 0}));
}

// x' = p with p = 1 before t = 1 and -1 behind it, where 'x > 1' is said to have become true.
solution::Certificate with_event(double held, double jump) {
  model::Model m("switched");
  const auto x = m.variable("x"), p = m.parameter("p", 1);
  (void)m.parameter("b", 0);
  m.equation("rate", der(x) == p);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const std::vector<expr::Expr> leaves = {graph.symbol(0), graph.symbol(0, 1)};
  const auto code = std::make_shared<Code>(problem.dae, std::vector<std::string>{"x", "der(x)"}, leaves);
  const Claim claim{
      .op = expr::Op::gt, .left = leaves[0], .right = graph.constant(1), .parameter = 1, .text = "x > 1"};
  code->relations.emplace(problem.dae, std::vector{claim}, leaves);
  Certifier certifier(code);
  const auto run = [&](double from, double to, const Course& course) {
    std::vector<double> values(2);
    course(from, values);
    certifier.begin(from, values, {.tolerance = 1e-6});
    for (int n = 0; n < 20; ++n) {
      const double a = from + n * (to - from) / 20, c = from + (n + 1) * (to - from) / 20;
      if (certifier.wants(a, c)) certifier.step(a, c, course);
    }
    course(to, values);
    certifier.end(to, values);
  };
  certifier.event(std::vector<double>{1, 0}, false);
  run(0, 1, [](double t, Out v) { v[0] = t, v[1] = 1; });
  certifier.event(std::vector<double>{3, held}, false);
  run(1, 2, [&](double t, Out v) { v[0] = 1 + jump + 3 * (t - 1), v[1] = 3; });
  return certifier.verdict();
}

TEST(Certificate, HoldsAcrossAnEventThatIsWhatItSays) { EXPECT_EQ(with_event(1, 0).holds, true); }

TEST(Certificate, ARelationThatContradictsItsExpressionIsNamed) {
  const solution::Certificate c = with_event(0, 0);
  EXPECT_EQ(c.holds, false);
  EXPECT_NE(c.message.find("'x > 1' is held at false, but its sides are"), std::string::npos) << c.message;
}

TEST(Certificate, AJumpThatNoEventExplainsIsNotCertified) {
  const solution::Certificate c = with_event(1, 0.1);
  EXPECT_EQ(c.holds, false);
  EXPECT_NE(c.message.find("'x' jumps from 1 to 1.1, which no event explains"), std::string::npos)
      << c.message;
}

// A choice that is made anew on the way has equations of its own, judged by a certifier of its own. Behind it the
// circle is gone on with from an angle that is `ahead`: all equations hold, and the motion has leapt.
solution::Certificate made_anew(double ahead) {
  const model::Problem problem = circle();
  expr::Graph& graph = *problem.dae.graph;
  const auto code =
      std::make_shared<Code>(problem.dae, std::vector<std::string>{"x", "y", "l", "der(x)", "der(y)"},
                             std::vector<expr::Expr>{graph.symbol(0), graph.symbol(1), graph.symbol(2),
                                                     graph.symbol(0, 1), graph.symbol(1, 1)});
  Certifier first(code), second(code);
  const auto run = [](Certifier& certifier, double from, const Course& course) {
    std::vector<double> values(5);
    course(from, values);
    certifier.begin(from, values, {.tolerance = 1e-8, .constraints = {{}, {}, {1, 1}}});
    for (int n = 0; n < 20; ++n)
      if (certifier.wants(from + 0.05 * n, from + 0.05 * (n + 1)))
        certifier.step(from + 0.05 * n, from + 0.05 * (n + 1), course);
    course(from + 1, values);
    certifier.end(from + 1, values);
  };
  run(first, 0, exact);
  second.take_over(first);
  run(second, 1, [&](double t, Out v) { exact(t + ahead, v); });
  return second.verdict();
}

TEST(Certificate, ALeapWhereAChoiceIsMadeAnewIsNotCertified) {
  EXPECT_EQ(made_anew(0).holds, true);
  const solution::Certificate c = made_anew(1e-3);
  EXPECT_EQ(c.holds, false);
  EXPECT_NE(c.message.find("which no event explains"), std::string::npos) << c.message;
}

// v' = F w, w' = -F v, v² + w² = 1: F turns the velocity. If it is large for one step only, it is an impulse,
// and if it grows and falls over several a blow.
TEST(Certificate, AnImpulseWithinOneStepIsNotCertified) {
  model::Model m("blow");
  const auto v = m.variable("v", {.start = 1}), w = m.variable("w"), F = m.variable("F");
  m.equation("along", der(v) == F * w);
  m.equation("across", der(w) == -F * v);
  m.equation("speed", v * v + w * w == 1.0);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const auto run = [&](int steps) {
    Certifier certifier(
        problem.dae, {"v", "w", "F", "der(v)", "der(w)"},
        {graph.symbol(0), graph.symbol(1), graph.symbol(2), graph.symbol(0, 1), graph.symbol(1, 1)});
    const double blow = 1e-6, pi = std::acos(-1.0);  // from t = 1 on: half a turn
    const Course course = [&](double t, Out x) {
      const bool now = t > 1 && t < 1 + blow;
      const double angle = pi * std::clamp((t - 1) / blow, 0.0, 1.0);
      x[0] = std::cos(angle), x[1] = std::sin(angle);
      x[2] = now ? -pi / blow : 0;
      x[3] = x[2] * x[1], x[4] = -x[2] * x[0];
    };
    std::vector<double> values(5);
    course(0, values);
    certifier.begin(0, values, {.tolerance = 1e-6, .constraints = {{}, {}, {1, 1}}});
    std::vector<double> times;
    for (int n = 0; n <= 20; ++n) times.push_back(0.05 * n);
    for (int n = 1; n <= steps; ++n) times.push_back(1 + blow * n / steps);
    for (int n = 1; n <= 20; ++n) times.push_back(1 + blow + 0.05 * n);
    for (std::size_t n = 1; n < times.size(); ++n)
      if (certifier.wants(times[n - 1], times[n])) certifier.step(times[n - 1], times[n], course);
    return certifier.verdict();
  };
  EXPECT_EQ(run(1).holds, false);
  EXPECT_NE(run(1).message.find("'v' leaps from 1 to -1"), std::string::npos) << run(1).message;
  EXPECT_EQ(run(8).message.find("leaps"), std::string::npos) << run(8).message;
}

}  // namespace
}  // namespace trammel::certify
