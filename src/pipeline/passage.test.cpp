// pipeline/passage.test.cpp: runs through singular configurations, compared with the same motion in one
// coordinate, in which nothing is singular.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/error.hpp"
#include "model/lagrange.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using expr::der;
using expr::Formula;
using model::Model;
using solution::Solution;

// Masses at coordinates q(s) in a potential, and the constraints of which q(s) is one branch.
struct Mechanism {
  std::string name = {};
  std::function<std::vector<Formula>(const Formula&)> curve = {};
  std::function<std::vector<double>(double)> numbers = {};  // the same
  std::function<Formula(const std::vector<Formula>&)> potential = {};
  std::function<std::vector<Formula>(const std::vector<Formula>&)> constraints = {};
  double start = 0, rate = 0, end = 1;  // of s: where a run begins and how fast; when it ends
  double singular = 0, fast = 1;        // a singular value of s, and a rate there
  int crossings = 0;                    // at least so many on the way
};

using std::cos;
using std::sin;

template <class Curve, class Potential, class Constraints>
Mechanism passing(const std::string& name, const Curve& curve, const Potential& potential,
                  const Constraints& constraints, const Mechanism& rest) {
  Mechanism one = rest;
  one.name = name;
  one.curve = [curve](const Formula& s) { return curve(s); };
  one.numbers = [curve](double s) { return curve(s); };
  one.potential = potential;
  one.constraints = constraints;
  return one;
}

using Points = std::vector<Formula>;

std::vector<Mechanism> mechanisms() {
  const auto list = [](auto... parts) { return std::vector{parts...}; };
  return {
      passing(
          "slider crank with equal lengths", [=](auto s) { return list(s, -s, 2.0 * cos(s)); },
          [](const Points& q) { return 3.0 * q[2]; },
          [](const Points& q) {
            return Points{cos(q[0]) + cos(q[1]) - q[2], sin(q[0]) + sin(q[1])};
          },
          {.start = 0.5, .rate = 0, .end = 6, .singular = M_PI / 2, .fast = 1.2, .crossings = 3}),
      passing(
          "parallelogram by its angles", [=](auto s) { return list(s, 0.0 * s, s); },
          [](const Points& q) { return -4.0 * cos(q[0]) - 2.0 * cos(q[2]); },
          [](const Points& q) {
            return Points{cos(q[0]) + 2.0 * cos(q[1]) - cos(q[2]) - 2.0,
                          sin(q[0]) + 2.0 * sin(q[1]) - sin(q[2])};
          },
          {.start = 0.8, .rate = 0, .end = 6, .singular = 0, .fast = 1.5, .crossings = 3}),
      passing(
          "parallelogram by its joints", [=](auto s) { return list(cos(s), sin(s), 2.0 + cos(s), sin(s)); },
          [](const Points& q) { return 3.0 * q[0] - q[2]; },
          [](const Points& q) {
            return Points{q[0] * q[0] + q[1] * q[1] - 1.0, (q[2] - 2.0) * (q[2] - 2.0) + q[3] * q[3] - 1.0,
                          (q[2] - q[0]) * (q[2] - q[0]) + (q[3] - q[1]) * (q[3] - q[1]) - 4.0};
          },
          {.start = 0.4, .rate = 2.5, .end = 6, .singular = M_PI, .fast = 1.5, .crossings = 3}),
      passing(
          "two parallelograms, singular together",
          [=](auto s) { return list(cos(s), sin(s), 2.0 + cos(s), sin(s), 4.0 + cos(s), sin(s)); },
          [](const Points& q) { return 3.0 * q[0] - q[2]; },
          [](const Points& q) {
            return Points{q[0] * q[0] + q[1] * q[1] - 1.0, (q[2] - 2.0) * (q[2] - 2.0) + q[3] * q[3] - 1.0,
                          (q[4] - 4.0) * (q[4] - 4.0) + q[5] * q[5] - 1.0,
                          (q[2] - q[0]) * (q[2] - q[0]) + (q[3] - q[1]) * (q[3] - q[1]) - 4.0,
                          (q[4] - q[2]) * (q[4] - q[2]) + (q[5] - q[3]) * (q[5] - q[3]) - 4.0};
          },
          {.start = 0.4, .rate = 2.5, .end = 6, .singular = M_PI, .fast = 1.5, .crossings = 3}),
      passing(
          "figure of eight",
          [=](auto s) {
            return list(cos(s) / (1.0 + sin(s) * sin(s)), sin(s) * cos(s) / (1.0 + sin(s) * sin(s)));
          },
          [](const Points& q) { return 0.5 * q[1]; },
          [](const Points& q) {
            const Formula r = q[0] * q[0] + q[1] * q[1];
            return Points{r * r - q[0] * q[0] + q[1] * q[1]};
          },
          {.start = 0.3, .rate = 1.5, .end = 8, .singular = M_PI / 2, .fast = 1.5, .crossings = 3}),
      passing(
          "cubic with a node", [=](auto s) { return list(s * s - 1.0, s * (s * s - 1.0)); },
          [](const Points& q) { return 2.0 * q[0]; },
          [](const Points& q) { return Points{q[1] * q[1] - q[0] * q[0] * (q[0] + 1.0)}; },
          {.start = 1.3, .rate = 0, .end = 12, .singular = 1, .fast = -0.8, .crossings = 3}),
      passing(
          "curve on a sphere and a cylinder that touch",
          [=](auto s) { return list(1.0 + cos(s), sin(s), 2.0 * sin(0.5 * s)); },
          [](const Points& q) { return -2.0 * q[0]; },
          [](const Points& q) {
            return Points{q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 4.0,
                          (q[0] - 1.0) * (q[0] - 1.0) + q[1] * q[1] - 1.0};
          },
          {.start = 1, .rate = 0, .end = 8, .singular = 0, .fast = 1, .crossings = 3}),
      passing(
          "two cylinders of the same radius", [=](auto s) { return list(sin(s), sin(s), -cos(s)); },
          [](const Points& q) { return 5.0 * q[2]; },
          [](const Points& q) {
            return Points{q[0] * q[0] + q[2] * q[2] - 1.0, q[1] * q[1] + q[2] * q[2] - 1.0};
          },
          {.start = 0.9, .rate = 0, .end = 8, .singular = 0, .fast = 1.2, .crossings = 3}),
      passing(
          "crossing of two lines", [=](auto s) { return list(s, s); },
          [](const Points& q) { return 2.0 * q[0] * q[0] + q[1] * q[1] * q[1] * q[1]; },
          [](const Points& q) { return Points{q[0] * q[0] - q[1] * q[1]}; },
          {.start = 1, .rate = 0, .end = 8, .singular = 0, .fast = 1, .crossings = 3}),
      // theta2 = pi - theta1 and theta2 = pi + theta1 meet where both bars point along the slide. [PRM97, (5.2)]
      passing(
          "bars of [PRM97, example 5.2]", [=](auto s) { return list(s, M_PI - s); },
          [](const Points& q) { return -9.8 * cos(q[0]); },
          [](const Points& q) { return Points{cos(q[0]) + cos(q[1])}; },
          {.start = M_PI / 4, .rate = 0, .end = 6, .singular = 0, .fast = 1.5, .crossings = 3}),
      passing(
          "crossing of two parabolas", [=](auto s) { return list(s, s + s * s); },
          [](const Points& q) { return 2.0 * q[0] * q[0] + q[1] * q[1]; },
          [](const Points& q) { return Points{(q[1] - q[0] - q[0] * q[0]) * (q[1] + q[0] - q[0] * q[0])}; },
          {.start = 0.5, .rate = 0, .end = 8, .singular = 0, .fast = 0.8, .crossings = 3}),
      passing(
          "kite by its angles", [=](auto s) { return list(s, -s, s - M_PI, M_PI - s); },
          [](const Points& q) { return 3.0 * cos(q[0]) - cos(q[2]); },
          [](const Points& q) {
            return Points{sin(q[0]) + sin(q[1]), cos(q[0]) + cos(q[2]), cos(q[1]) + cos(q[3])};
          },
          {.start = 1.0, .rate = 0, .end = 8, .singular = M_PI / 2, .fast = 1, .crossings = 3}),
      passing(
          "two planes and a cylinder's line", [=](auto s) { return list(s, s, s); },
          [](const Points& q) { return 2.0 * q[0] * q[0] + q[1] * q[1] + cos(q[2]); },
          [](const Points& q) {
            return Points{q[0] * q[0] - q[1] * q[1], q[1] - q[2]};
          },
          {.start = 1, .rate = 0, .end = 8, .singular = 0, .fast = 1, .crossings = 3}),
      passing(
          "three constraints, two of them singular", [=](auto s) { return list(s, s, -s, s); },
          [](const Points& q) { return 2.0 * q[0] * q[0] + q[1] * q[1]; },
          [](const Points& q) {
            return Points{q[0] * q[0] - q[1] * q[1], q[1] * q[1] - q[2] * q[2], q[3] - q[0]};
          },
          {.start = 1, .rate = 0, .end = 8, .singular = 0, .fast = 1, .crossings = 3}),
      passing(
          "figure of eight on a cylinder",
          [=](auto s) { return list(sin(s), sin(s) * cos(s), cos(s) * cos(s)); },
          [](const Points& q) { return 0.3 * q[0]; },
          [](const Points& q) {
            return Points{q[1] * q[1] + q[2] * q[2] - q[2], q[1] * q[1] - q[0] * q[0] * (1.0 - q[0] * q[0])};
          },
          {.start = 1, .rate = 1.5, .end = 8, .singular = 0, .fast = 2, .crossings = 3}),
  };
}

Formula energy_of_motion(const std::vector<Formula>& q) {
  Formula sum = 0.5 * der(q[0]) * der(q[0]);
  for (std::size_t k = 1; k < q.size(); ++k) sum = sum + (0.5 + 0.25 * double(k)) * der(q[k]) * der(q[k]);
  return sum;
}

model::Problem in_one_coordinate(const Mechanism& one, double start, double rate) {
  Model m("minimal");
  const auto s = m.variable("s", {.start = start, .fixed = true});
  m.start(der(s), rate, model::Rank::fixed);
  const std::vector<Formula> q = one.curve(s);
  model::add_lagrangian(m, {.q = {s}, .kinetic = energy_of_motion(q), .potential = one.potential(q)});
  return m.problem();
}

// In another unit of length; masses are measured so that forces and times stay. Each constraint so many
// times.
model::Problem with_constraints(const Mechanism& one, double start, double rate, double unit = 1,
                                int times = 1) {
  Model m("constrained");
  std::vector<Formula> q, in_meters;
  constexpr double h = 1e-3;
  const auto at = [&](double ds) { return one.numbers(start + ds); };
  const std::vector<double> here = at(0), a = at(h), b = at(-h), c = at(2 * h), d = at(-2 * h), e = at(3 * h),
                            f = at(-3 * h);
  for (std::size_t k = 0; k < here.size(); ++k) {
    const double slope = (45 * (a[k] - b[k]) - 9 * (c[k] - d[k]) + (e[k] - f[k])) / (60 * h);
    const auto variable = m.variable("q" + std::to_string(k), {.start = unit * here[k], .nominal = unit});
    m.start(der(variable), unit * slope * rate);
    q.push_back(variable);
    in_meters.push_back(variable / unit);
  }
  model::Lagrangian system{
      .q = q, .kinetic = energy_of_motion(in_meters), .potential = one.potential(in_meters)};
  for (int round = 0; round < times; ++round)
    for (const Formula& g : one.constraints(in_meters))
      system.constraints.emplace_back("g" + std::to_string(system.constraints.size()), g);
  model::add_lagrangian(m, system);
  return m.problem();
}

double end_of(const Mechanism& one, double start, double rate) {
  Options tight{.t_end = one.end, .tolerance = 1e-13, .method = "dop853"};
  tight.certify = Certify::off;
  const Solution s = solve(in_one_coordinate(one, start, rate), tight);
  EXPECT_TRUE(s.success()) << s.message;
  return s.end("s");
}

bool passage_noted(const Solution& run, const std::string& part) {
  return std::ranges::any_of(run.notes,
                             [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

void compare_end(const Mechanism& one, const Solution& s, double at, double unit, double bound) {
  ASSERT_TRUE(s.success()) << s.message;
  const std::vector<double> exact = one.numbers(at);
  for (std::size_t k = 0; k < exact.size(); ++k)
    EXPECT_NEAR(s.end("q" + std::to_string(k)) / unit, exact[k], bound * (1 + std::fabs(exact[k])))
        << "q" << k;
}

class Passages : public testing::TestWithParam<std::size_t> {};

TEST_P(Passages, KeepAsManyDigitsAsTheToleranceAsksForButOne) {
  const Mechanism one = mechanisms()[GetParam()];
  SCOPED_TRACE(one.name);
  const double exact = end_of(one, one.start, one.rate);
  for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
    SCOPED_TRACE(tolerance);
    const Solution s =
        solve(with_constraints(one, one.start, one.rate), {.t_end = one.end, .tolerance = tolerance});
    compare_end(one, s, exact, 1, 10 * tolerance);
    EXPECT_TRUE(passage_noted(s, "singular configuration"));
  }
}

TEST_P(Passages, DoNotDependOnUnits) {
  const Mechanism one = mechanisms()[GetParam()];
  SCOPED_TRACE(one.name);
  const double exact = end_of(one, one.start, one.rate);
  for (const double unit : {1e-6, 1e6})
    compare_end(
        one, solve(with_constraints(one, one.start, one.rate, unit), {.t_end = one.end, .tolerance = 1e-6}),
        exact, unit, 1e-5);
}

TEST_P(Passages, MayBeginAtTheSingularPointItself) {
  const Mechanism one = mechanisms()[GetParam()];
  SCOPED_TRACE(one.name);
  const double exact = end_of(one, one.singular, one.fast);
  for (const double tolerance : {1e-5, 1e-8})
    compare_end(
        one, solve(with_constraints(one, one.singular, one.fast), {.t_end = one.end, .tolerance = tolerance}),
        exact, 1, 10 * tolerance);
}

TEST_P(Passages, TakeConstraintsThatAreWrittenTwice) {
  const Mechanism one = mechanisms()[GetParam()];
  SCOPED_TRACE(one.name);
  const double exact = end_of(one, one.start, one.rate);
  compare_end(one,
              solve(with_constraints(one, one.start, one.rate, 1, 2), {.t_end = one.end, .tolerance = 1e-6}),
              exact, 1, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Singular, Passages, testing::Range<std::size_t>(0, mechanisms().size()));

// y (y - x²) = 0 at the origin: two branches with the same tangent. y² = x³: nothing behind the cusp.
TEST(Passage, IsRefusedWhereNothingDeterminesTheBranch) {
  Model m("tacnode");
  const auto x = m.variable("x", {.start = -1}), y = m.variable("y");
  m.start(der(x), 1);
  model::add_lagrangian(m, {.q = {x, y},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y)),
                            .constraints = {{"curve", y * (y - x * x)}}});
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    const Solution s = solve(m.problem(), {.t_end = 2, .tolerance = tolerance});
    EXPECT_FALSE(s.success());
    EXPECT_NEAR(s.t_end, 1, 0.05);
    EXPECT_NE(s.message.find("touch"), std::string::npos) << s.message;
  }
}

// A grid point of constant steps may lie on the singular point itself.
TEST(Passage, TakesConstantStepsThatEndOnTheSingularPoint) {
  const Mechanism one = mechanisms().back();
  Options options{.t_end = 1, .method = "rk4"};
  options.step.fixed_step = 1.0 / 64;
  Model m("lines");
  const auto x = m.variable("x", {.start = -0.5}), y = m.variable("y", {.start = -0.5});
  m.start(der(x), 1);
  m.start(der(y), 1);
  model::add_lagrangian(m, {.q = {x, y},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y)),
                            .constraints = {{"lines", x * x - y * y}}});
  const Solution s = solve(m.problem(), options);
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_NEAR(s.end("x"), 0.5, 1e-9);
  EXPECT_NEAR(s.end("y"), 0.5, 1e-9);
}

// Example 5.2 of [PRM97] from 200 starts: errors at t = 10, after three to five crossings, against those that the
// same method makes on the equation in one coordinate. Both by their root mean square, since one of them may
// be small by chance.
TEST(Passage, CostsNoDigitsBesideTheEquationInOneCoordinate) {
  const std::vector<Mechanism> all = mechanisms();
  const Mechanism& bars = *std::ranges::find(all, "bars of [PRM97, example 5.2]", &Mechanism::name);
  constexpr int starts = 34;
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
    SCOPED_TRACE(tolerance);
    double with = 0, without = 0;
    for (int k = 0; k < starts; ++k) {
      const double start = 0.2 + 1.1 * k / starts, rate = 0.8 * std::sin(3.0 * k);
      SCOPED_TRACE(start);
      Options options{.t_end = 10, .tolerance = 1e-12, .method = "dop853"};
      options.certify = Certify::off;
      const Solution exact = solve(in_one_coordinate(bars, start, rate), options);
      options.tolerance = tolerance;
      options.method = "auto";
      const Solution plain = solve(in_one_coordinate(bars, start, rate), options);
      const Solution run = solve(with_constraints(bars, start, rate), options);
      ASSERT_TRUE(run.success()) << run.message;
      with += std::pow(run.end("q0") - exact.end("s"), 2);
      without += std::pow(plain.end("s") - exact.end("s"), 2);
    }
    EXPECT_LE(std::sqrt(with), 10 * std::sqrt(without));
  }
}

// Cranks of lengths 1 and L > 1 do not lock: b = -asin(sin(a)/L) is smooth, however near the dead point comes.
TEST(Passage, IsNotTakenForAGap) {
  for (const double L : {1.01, 1.000001}) {
    SCOPED_TRACE(L);
    Model minimal("minimal"), m("crank");
    const double start = 0.5, rate = 1.5;
    const auto s = minimal.variable("s", {.start = start, .fixed = true});
    minimal.start(der(s), rate, model::Rank::fixed);
    const Formula other = -asin(sin(s) / L);
    model::add_lagrangian(minimal,
                          {.q = {s}, .kinetic = 0.5 * der(s) * der(s) + 0.25 * der(other) * der(other)});
    const Solution exact = solve(minimal.problem(), {.t_end = 4, .tolerance = 1e-12});
    ASSERT_TRUE(exact.success()) << exact.message;
    const auto a = m.variable("a", {.start = start}),
               b = m.variable("b", {.start = -std::asin(std::sin(start) / L)});
    m.start(der(a), rate);
    model::add_lagrangian(m, {.q = {a, b},
                              .kinetic = 0.5 * der(a) * der(a) + 0.25 * der(b) * der(b),
                              .constraints = {{"slide", sin(a) + L * sin(b)}}});
    const Solution run = solve(m.problem(), {.t_end = 4, .tolerance = 1e-8});
    ASSERT_TRUE(run.success()) << run.message;
    EXPECT_NEAR(run.end("a"), exact.end("s"), 1e-5);
  }
}

// x = t + 1 and y = 0; the constraint has no gradient where sin(t) vanishes.
TEST(Passage, TakesConstraintsOfIndex2ThatVanishAtTimes) {
  Model m("network");
  const auto x = m.variable("x", {.start = 0.5}), y = m.variable("y");
  m.equation("motion", der(x) == 1.0 + 0.5 * (m.time() + 1.0 - x) + sin(m.time()) * y);
  m.equation("rail", sin(m.time()) * x == sin(m.time()) * (m.time() + 1.0));
  (void)y;
  model::Problem problem = m.problem();
  problem.t_start = -1;
  for (const double tolerance : {1e-4, 1e-7}) {
    const Solution s = solve(problem, {.t_end = 8, .tolerance = tolerance});
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_NEAR(s.end("x"), 9, 10 * tolerance);
    EXPECT_NEAR(s.end("y"), 0, 100 * tolerance);
  }
}

// A crank of length 1 is driven; the rod of length 0.5 cannot follow it past sin(a) = 0.5.
TEST(Passage, EndsWhereTheMechanismLocks) {
  Model m("lock");
  const auto b = m.variable("b", {.start = 0}), c = m.variable("c", {.start = 1.5});
  model::add_lagrangian(m, {.q = {b, c},
                            .kinetic = 0.5 * (der(b) * der(b) + der(c) * der(c)),
                            .constraints = {{"height", sin(m.time()) + 0.5 * sin(b)},
                                            {"slide", cos(m.time()) + 0.5 * cos(b) - c}}});
  const Solution s = solve(m.problem(), {.t_end = 2});
  EXPECT_FALSE(s.success());
  EXPECT_NEAR(s.t_end, M_PI / 6, 1e-3);
  EXPECT_NE(s.message.find("singular"), std::string::npos) << s.message;
}

// y² = x³ towards the cusp: nothing behind it.
TEST(Passage, EndsAtACusp) {
  Model m("cusp");
  const auto x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 1});
  m.start(der(x), -1);
  model::add_lagrangian(m, {.q = {x, y},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y)),
                            .constraints = {{"cusp", y * y - x * x * x}}});
  for (const double tolerance : {1e-4, 1e-8}) {
    const Solution s = solve(m.problem(), {.t_end = 3, .tolerance = tolerance});
    EXPECT_FALSE(s.success());
    EXPECT_NE(s.message.find("singular"), std::string::npos) << s.message;
  }
}

TEST(Passage, IsRefusedAtRestOnASingularPoint) {
  Model m("lines");
  const auto x = m.variable("x", {.start = 0}), y = m.variable("y", {.start = 0});
  model::add_lagrangian(m, {.q = {x, y},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y)),
                            .potential = -x,
                            .constraints = {{"lines", x * x - y * y}}});
  std::string message;
  try {
    const Solution s = solve(m.problem(), {.t_end = 1});
    EXPECT_FALSE(s.success());
    message = s.message;
  } catch (const Error& error) {
    message = error.message;
  }
  EXPECT_NE(message.find("velocity"), std::string::npos) << message;
}

}  // namespace
}  // namespace trammel::pipeline
