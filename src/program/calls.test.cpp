// Calls of routines in programs: all engines, rolled or not, in lanes, of parameters alone.
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <thread>

#include "expr/formula.hpp"
#include "program/program.hpp"
#include "support/allocations.hpp"

namespace trammel::program {
namespace {

using expr::Formula;

std::atomic<int> evaluations = 0;

// y = (x0 sin x1, x0/x1, x0 - x1)
std::shared_ptr<const expr::Routine> three_results() {
  return expr::make_routine("three", 2, 3,
                            {.code =
                                 [](Vec x, Out y) {
                                   ++evaluations;
                                   y[0] = x[0] * std::sin(x[1]);
                                   y[1] = x[0] / x[1];
                                   y[2] = x[0] - x[1];
                                 },
                             .jacobian =
                                 [](Vec x, Out j) {
                                   j[0] = std::sin(x[1]);
                                   j[1] = x[0] * std::cos(x[1]);
                                   j[2] = 1 / x[1];
                                   j[3] = -x[0] / (x[1] * x[1]);
                                   j[4] = 1;
                                   j[5] = -1;
                                 }});
}

// Rows that use all results, beside other operations that need registers.
struct Case {
  explicit Case(int count) {
    const Formula p = expr::parameter(g, "p");
    const auto three = three_results();
    std::vector<Formula> x;
    for (int i = 0; i <= count; ++i) x.push_back(expr::variable(g, "x"));
    for (const Formula& each : x) leaves.push_back(each.in(g));
    for (int i = 0; i < count; ++i) {
      const auto y = call(three, {x[i] * p + 1.0, cos(x[i + 1]) + 2.0});
      const auto fixed = call(three, {p, p + 1.0});
      rows.push_back((y[0] * x[i] + sin(y[1]) * y[2] + fixed[1] * x[i + 1] - y[0]).in(g));
    }
    request = {.rows = rows, .value_bank = 0, .jacobian_bank = 1, .columns = count + 1};
    for (int j = 0; j <= count; ++j) request.terms.push_back({leaves[j], j});
  }
  Program program(Engine engine, std::size_t unroll_below) const {
    return compile(g, {{leaves}}, {{{request}}}, {.engine = engine, .unroll_below = unroll_below});
  }
  std::vector<double> run(const Program& program, int lanes = 1) const {
    Runner runner(program, lanes);
    const std::vector<double> parameters(static_cast<std::size_t>(lanes), 0.8);
    runner.set_parameters(parameters);
    const auto width = static_cast<std::size_t>(lanes);
    std::vector<double> x, values(rows.size() * width), jacobian(program.pattern(0, 0).row.size() * width);
    for (std::size_t j = 0; j < leaves.size(); ++j)
      for (int l = 0; l < lanes; ++l) x.push_back(0.3 + 0.1 * static_cast<double>(j));
    const double* in[] = {x.data()};
    double* out[] = {values.data(), jacobian.data()};
    runner.run(0, in, out);
    values.insert(values.end(), jacobian.begin(), jacobian.end());
    return values;
  }
  Graph g;
  std::vector<Expr> leaves, rows;
  Request request;
};

TEST(Calls, AllEnginesGiveTheSameBitsStraightOrRolledAndInLanes) {
  const Case c(20);
  for (const std::size_t unroll : {std::size_t{0}, std::size_t{100000}}) {
    const std::vector<double> reference = c.run(c.program(Engine::vm, unroll));
    for (const double value : reference) EXPECT_TRUE(std::isfinite(value));
    for (const Engine engine : {Engine::jit, Engine::native}) {
      const Program program = c.program(engine, unroll);
      EXPECT_TRUE(engine == Engine::jit ? program.statistics().jit : program.statistics().native);
      const std::vector<double> values = c.run(program);
      for (std::size_t k = 0; k < reference.size(); ++k)
        EXPECT_EQ(std::bit_cast<std::uint64_t>(values[k]), std::bit_cast<std::uint64_t>(reference[k])) << k;
    }
    const std::vector<double> wide = c.run(c.program(Engine::vm, unroll), 4);
    for (std::size_t k = 0; k < reference.size(); ++k) EXPECT_EQ(wide[4 * k + 3], reference[k]);
  }
  EXPECT_EQ(c.program(Engine::vm, 0).statistics().shapes, 1);
}

// y0 x0 + sin(y1) y2 + .. at x = (0.3, 0.4), by hand.
TEST(Calls, HaveTheValuesAndSlopesOfTheirFormulas) {
  const Case c(1);
  const double p = 0.8, x = 0.3, z = 0.4, a = p * x + 1, b = std::cos(z) + 2;
  const std::vector<double> values = c.run(c.program(Engine::automatic, 100000));
  const double expected = a * std::sin(b) * x + std::sin(a / b) * (a - b) + p / (p + 1) * z - a * std::sin(b);
  EXPECT_NEAR(values[0], expected, 1e-15);
  const double by_a = std::sin(b) * (x - 1) + std::cos(a / b) / b * (a - b) + std::sin(a / b);
  const double by_b = a * std::cos(b) * (x - 1) - std::cos(a / b) * a / (b * b) * (a - b) - std::sin(a / b);
  EXPECT_NEAR(values[1], by_a * p + a * std::sin(b), 1e-15);
  EXPECT_NEAR(values[2], -by_b * std::sin(z) + p / (p + 1), 1e-15);
}

TEST(Calls, SeveralResultsShareOneEvaluationAndParametersNeedNoneWhileRunning) {
  const Case c(1);
  for (const Engine engine : {Engine::vm, Engine::jit}) {
    Runner runner(compile(c.g, {{c.leaves}}, {{{{.rows = c.rows, .value_bank = 0}}}}, {.engine = engine}));
    const double parameter = 0.8, x[] = {0.3, 0.4};
    runner.set_parameters({&parameter, 1});
    double value = 0;
    const double* in[] = {x};
    double* out[] = {&value};
    evaluations = 0;
    runner.run(0, in, out);
    EXPECT_EQ(evaluations, 1);
  }
}

TEST(Calls, AllocateNothingAndServeSeveralThreads) {
  const Case c(20);
  const Program program = c.program(Engine::automatic, 0);
  const std::vector<double> reference = c.run(program);
  Runner runner(program);
  const double parameter = 0.8;
  runner.set_parameters({&parameter, 1});
  std::vector<double> x(c.leaves.size(), 0.5), values(c.rows.size()),
      jacobian(program.pattern(0, 0).row.size());
  const double* in[] = {x.data()};
  double* out[] = {values.data(), jacobian.data()};
  runner.run(0, in, out);
  const long before = support::allocations();
  for (int i = 0; i < 10; ++i) runner.run(0, in, out);
  if (support::counts_allocations()) {
    EXPECT_EQ(support::allocations(), before);
  }
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int k = 0; k < 4; ++k)
      threads.emplace_back([&] {
        for (int i = 0; i < 50; ++i) wrong += c.run(program) != reference;
      });
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace trammel::program
