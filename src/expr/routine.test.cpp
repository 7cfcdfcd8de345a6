#include "expr/routine.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "base/error.hpp"
#include "expr/derivative.hpp"
#include "expr/formula.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::expr {
namespace {

// y = (a² sin b, a + b), with its Jacobian if asked for.
std::shared_ptr<const Routine> sample(bool with_jacobian) {
  RoutineCode code{.code = [](Vec x, Out y) {
    y[0] = x[0] * x[0] * std::sin(x[1]);
    y[1] = x[0] + x[1];
  }};
  if (with_jacobian)
    code.jacobian = [](Vec x, Out j) {
      j[0] = 2 * x[0] * std::sin(x[1]);
      j[1] = x[0] * x[0] * std::cos(x[1]);
      j[2] = j[3] = 1;
    };
  return make_routine("f", 2, 2, std::move(code));
}

double at(const Graph& g, Expr e, const std::vector<double>& x) {
  return evaluate(g, std::span(&e, 1), [&](Expr leaf) {
    if (g.op(leaf) == Op::time) return 0.0;
    return x[static_cast<std::size_t>(2 * g.index(leaf) + g.derivative(leaf))];
  })[0];
}

TEST(Routines, ChainRuleReachesThroughACall) {
  for (const bool given : {true, false}) {
    Graph g;
    const Formula x = variable(g, "x"), y = variable(g, "y");
    const auto results = call(sample(given), {x * y, y});
    const Expr f = results[0].in(g);
    const std::vector<double> point = {1.5, 0.3, 0.7, -0.2};  // x, x', y, y'
    const double a = 1.5 * 0.7, b = 0.7, da = 0.3 * 0.7 + 1.5 * -0.2, db = -0.2;
    EXPECT_DOUBLE_EQ(at(g, f, point), a * a * std::sin(b));
    // Quotients of quotients are good for 4 to 5 digits.
    const double first = given ? 1e-15 : 1e-9, second = given ? 1e-9 : 1e-5;
    EXPECT_NEAR(at(g, g.total(f), point), 2 * a * std::sin(b) * da + a * a * std::cos(b) * db, first);
    const auto row = gradient(g, f, std::vector{x.in(g), y.in(g)});
    EXPECT_NEAR(at(g, row[0], point), 2 * a * std::sin(b) * 0.7, first);
    EXPECT_NEAR(at(g, row[1], point), 2 * a * std::sin(b) * 1.5 + a * a * std::cos(b), first);
    // d²f/dx² = 2 y² sin y
    const Expr twice = gradient(g, row[0], std::vector{x.in(g)})[0];
    EXPECT_NEAR(at(g, twice, point), 2 * 0.49 * std::sin(0.7), second);
  }
}

TEST(Routines, EqualCallsAreOneNodeAndNumbersAreFolded) {
  Graph g;
  const auto f = sample(true);
  const Formula x = variable(g, "x");
  EXPECT_EQ(call(f, {x, 1.0})[0].in(g), call(f, {x, 1.0})[0].in(g));
  EXPECT_NE(call(f, {x, 1.0})[0].in(g), call(f, {x, 1.0})[1].in(g));
  EXPECT_NE(call(f, {x, 1.0})[0].in(g), call(sample(true), {x, 1.0})[0].in(g));
  EXPECT_DOUBLE_EQ(call(f, {2.0, 1.0})[1].number(), 3);
  auto below = std::make_shared<Graph>();
  const Formula z = variable(*below, "z");
  const Expr known = call(f, {z, z})[0].in(*below);
  Graph above(below);
  EXPECT_EQ(above.call(f, std::vector{z.in(above), z.in(above)}, 0), known);
  EXPECT_EQ(above.routine(known), f);
}

TEST(Routines, ArePrintedWithTheirNamesAndReplacedInside) {
  Graph g;
  const Formula x = variable(g, "x"), y = variable(g, "y");
  const Expr e = call(sample(true), {x + y, y})[1].in(g);
  EXPECT_EQ(print(g, e), "f[2](x + y, y)");
  EXPECT_EQ(print(g, g.slope(call(sample(true), {x, y})[0].in(g), 1)), "f[1]_2(x, y)");
  const Expr changed = substitute(g, std::span(&e, 1), {{y.in(g).id, g.constant(3)}})[0];
  EXPECT_EQ(print(g, changed), "f[2](x + 3, 3)");
  EXPECT_EQ(dependence(g, e, std::vector{x.in(g)}), Dependence::nonlinear);
  EXPECT_EQ(dependence(g, e, std::vector{variable(g, "z").in(g)}), Dependence::none);
}

TEST(Routines, ThatThrowAreNotRunAgainAndTheExceptionComesOutOfTheWatch) {
  int runs = 0;
  const auto bad = make_routine("bad", 1, 1, {.code = [&](Vec, Out) {
                                  ++runs;
                                  throw std::runtime_error("no such table");
                                }});
  double in = 1, out = 0;
  bad->run(&in, &out);  // nobody watches
  EXPECT_TRUE(std::isnan(out));
  runs = 0;
  EXPECT_THROW(watched([&] {
                 for (int k = 0; k < 3; ++k) bad->run(&in, &out);
               }),
               std::runtime_error);
  EXPECT_EQ(runs, 1);
  EXPECT_NO_THROW(watched([] { return 1; }));
}

TEST(Routines, ServeSeveralThreadsWithoutMixingUpTheirNumbers) {
  const auto f = sample(false);
  std::atomic<int> wrong = 0;
  std::vector<std::jthread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (int i = 0; i < 2000; ++i) {
        const double in[] = {k + 0.5, i * 1e-3};
        double slope[4];
        f->derivative()->run(in, slope);
        if (std::fabs(slope[0] - 2 * in[0] * std::sin(in[1])) > 1e-8) ++wrong;
      }
    });
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

TEST(Routines, WrongNumbersOfArgumentsAreRefused) {
  Graph g;
  const Formula x = variable(g, "x");
  EXPECT_THROW((void)call(sample(true), {x}), Error);
  EXPECT_THROW((void)make_routine("f", 0, 1, {.code = [](Vec, Out) {}}), Error);
}

}  // namespace
}  // namespace trammel::expr
