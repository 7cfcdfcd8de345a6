// Methods on second-order forms where steps change: on grids that are given, blocks of equal steps with jumps
// of 2 and 1/2 between them, and whatever ratios the step control of modified BDF admits.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "base/error.hpp"
#include "integrate/level_formula.hpp"
#include "pipeline/solve.hpp"
#include "support/second_order.hpp"

namespace trammel {
namespace {

struct GridErrors {
  double q = 0, v = 0, l = 0;
};

// Ends of n steps from t = 1, with these lengths scaled to a whole of `length`.
std::vector<double> grid_nodes(int n, double length, const std::function<double(int)>& pattern) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += pattern(i);
  std::vector<double> result;
  double t = 0;
  for (int i = 0; i < n; ++i) result.push_back(1 + length * (t += pattern(i)) / sum);
  result.back() = 1 + length;
  return result;
}

std::vector<double> step_blocks(int n, int steps) {
  return grid_nodes(n, 0.5, [steps](int i) { return i / steps % 2 == 0 ? 1.0 : 2.0; });
}

solution::Solution grid_run(const std::string& method, const std::string& formulation,
                            const std::vector<double>& grid, int order = 0) {
  pipeline::Options options{.t_start = 1,
                            .t_end = grid.back(),
                            .method = method,
                            .formulation = formulation,
                            .engine = program::Engine::vm};
  options.certify = pipeline::Certify::off;
  options.step.grid = grid;
  options.step.max_order = order;
  solution::Solution s = pipeline::solve(support::circular_track(), options);
  EXPECT_TRUE(s.success()) << method << ": " << s.message;
  EXPECT_EQ(s.counts.steps, static_cast<long>(grid.size())) << method;
  return s;
}

// The largest at the nodes, without the first few.
GridErrors largest_on(const solution::Solution& s, const std::vector<double>& grid, std::size_t from) {
  GridErrors worst;
  for (std::size_t i = from; i < grid.size(); ++i) {
    const double t = grid[i], a = t * t, sine = std::sin(a), cosine = std::cos(a);
    const auto off = [&](const char* name, double value) { return std::fabs(s.at(name, t) - value); };
    worst.q = std::max({worst.q, off("y1", sine), off("y2", cosine)});
    worst.v = std::max({worst.v, off("der(y1)", 2 * t * cosine), off("der(y2)", -2 * t * sine)});
    worst.l = std::max(worst.l, off("l", -4 * a));
  }
  return worst;
}

void expect_grid_orders(const char* method, const char* formulation, int n, int block, GridErrors least,
                        std::size_t from = 0) {
  const std::vector<double> coarse = step_blocks(n, block), fine = step_blocks(2 * n, block);
  const GridErrors a = largest_on(grid_run(method, formulation, coarse), coarse, from),
                   b = largest_on(grid_run(method, formulation, fine), fine, from);
  const auto rate = [](double x, double y) { return std::log2(x / y); };
  if (least.q > 0) {
    EXPECT_GT(rate(a.q, b.q), least.q - 0.35) << method << ", " << formulation;
  }
  EXPECT_GT(rate(a.v, b.v), least.v - 0.35) << method << ", " << formulation;
  if (least.l > 0) {
    EXPECT_GT(rate(a.l, b.l), least.l - 0.35) << method << ", " << formulation;
  }
}

// One-step methods do not see that steps change: orders as with constant steps. [HW96, VII]
TEST(SecondOrderGrids, RadauKeepsItsOrdersWhereStepsJump) {
  expect_grid_orders("radau_second_order_2", "second_order", 60, 5, {3, 2, 1});
  expect_grid_orders("radau_second_order_3", "second_order", 28, 7, {5, 3, 2});
  expect_grid_orders("radau_second_order_4", "second_order", 12, 3, {0, 4, 3});
}

// Backward Euler: λ is wrong by (h/h' - 1) |y''|/2 or so in the step after a jump, whatever h.
TEST(SecondOrderGrids, RadauWithOneStageLosesLambdaAfterAJump) {
  for (const int n : {60, 120, 240}) {
    const std::vector<double> grid = step_blocks(n, 3);
    EXPECT_GT(largest_on(grid_run("radau_second_order_1", "second_order", grid), grid, 3).l, 0.5) << n;
  }
}

// Theorems A.0.8, A.0.10 and A.0.11 of [Wun05], with coefficients that follow the ratio of the steps: over all
// nodes, the first ones included, because the first step has the same stage order as the others.
TEST(SecondOrderGrids, GeneralLinearMethodsKeepTheirOrdersWhereStepsJump) {
  expect_grid_orders("general_linear_2", "second_order", 60, 5, {2, 2, 1});
  expect_grid_orders("general_linear_3", "second_order", 56, 7, {3, 3, 2});
  expect_grid_orders("general_linear_4", "second_order", 36, 9, {4, 4, 3});
  for (const char* form : {"index_2", "index_1"}) {
    expect_grid_orders("general_linear_2", form, 60, 5, {2, 2, 2});
    expect_grid_orders("general_linear_3", form, 56, 7, {3, 3, 3});
    expect_grid_orders("general_linear_4", form, 36, 9, {4, 4, 4});
  }
}

// Index 2: q and v keep 2s-1, λ has s; index 1: everything keeps 2s-1. [HW96, VII.4]
TEST(SecondOrderGrids, RadauHasTheOrdersOfIndexTwoAndOneWhereStepsJump) {
  expect_grid_orders("radau_second_order_1", "index_2", 60, 3, {1, 1, 1});
  expect_grid_orders("radau_second_order_2", "index_2", 60, 5, {3, 3, 2});
  expect_grid_orders("radau_second_order_3", "index_2", 28, 7, {5, 5, 3});
  expect_grid_orders("radau_second_order_1", "index_1", 60, 3, {1, 1, 1});
  expect_grid_orders("radau_second_order_2", "index_1", 60, 5, {3, 3, 3});
  expect_grid_orders("radau_second_order_3", "index_1", 14, 7, {5, 5, 5});
}

// Index 1: 2s in q and v, and in λ, which follows from them at the end of every step.
TEST(SecondOrderGrids, GaussHasTheOrdersOfIndexOneWhereStepsJump) {
  expect_grid_orders("gauss_second_order_1", "index_1", 60, 3, {2, 2, 2});
  expect_grid_orders("gauss_second_order_2", "index_1", 40, 5, {4, 4, 4});
  expect_grid_orders("gauss_second_order_3", "index_1", 14, 7, {6, 6, 6});
  const std::vector<double> grid = step_blocks(12, 3);  // order 8: near rounding
  const GridErrors error = largest_on(grid_run("gauss_second_order_4", "index_1", grid), grid, 0);
  EXPECT_LT(std::max({error.q, error.v, error.l}), 1e-9);
}

// Index 2 with jumps: q 2s, v s, λ s-2; with constant steps and odd s one more in v and λ, which jumps undo.
// [HW96, VII.4]
TEST(SecondOrderGrids, GaussHasTheOrdersOfIndexTwoWhereStepsJump) {
  expect_grid_orders("gauss_second_order_3", "index_2", 112, 7, {0, 3, 1});
  expect_grid_orders("gauss_second_order_4", "index_2", 36, 9, {0, 4, 2});
}

// [AB07]: second order at constant steps. A jump of the step would leave an error of first order in q'' and λ; on constraints of
// positions velocities make up for it [ABC15].
TEST(SecondOrderGrids, GeneralizedAlphaKeepsItsOrderWhereStepsJump) {
  expect_grid_orders("generalized_alpha", "second_order", 80, 5, {2, 2, 2});
  expect_grid_orders("generalized_alpha(0.5)", "second_order", 80, 5, {2, 2, 2});
  expect_grid_orders("generalized_alpha", "ggl", 80, 5, {2, 2, 2});
}

// Ordinary BDF of the first-order form at index 3: k, k, k-1. [Wun05, Theorem 2.4.6]
TEST(SecondOrderGrids, BdfLosesOneOrderOfLambdaWhereStepsJump) {
  const char* const names[] = {"bdf2", "bdf3", "bdf4", "bdf5"};
  for (int k = 2; k <= 5; ++k) {
    const int n = 12 * (2 * k + 1);
    const auto from = static_cast<std::size_t>(2 * k);
    const std::vector<double> coarse = step_blocks(n, 2 * k + 1), fine = step_blocks(2 * n, 2 * k + 1);
    const GridErrors a = largest_on(grid_run(names[k - 2], "as_written", coarse), coarse, from),
                     b = largest_on(grid_run(names[k - 2], "as_written", fine), fine, from);
    EXPECT_NEAR(std::log2(a.q / b.q), k, 0.6) << k;
    EXPECT_GT(std::log2(a.v / b.v), k - 0.6) << k;
    EXPECT_NEAR(std::log2(a.l / b.l), k - 1, 0.5) << k;
  }
}

// BDF on a given grid, [Wun05, (2.40), (2.41)], as users ask for it: Tables 2.3 and 3.1.
TEST(SecondOrderGrids, TheTablesOfBdfComeOutOfOrdinaryRuns) {
  const double steps[] = {1e-3, 1e-3, 2e-4, 4e-5, 8e-6, 8e-6, 1.6e-5, 3.2e-5, 6.4e-5, 6.4e-5};
  const std::vector<double> grid = grid_nodes(10, 2.432e-3, [&](int i) { return steps[i]; });
  ASSERT_NEAR(grid[0], 1.001, 1e-12);
  const double ordinary[] = {2.008, 0.008, 8.0303, 8.0348, 8.0357, 0.0001, 1.0047, 1.0048, 1.0052, 0.0006},
               modified[] = {0.008, 0.012, 0.0057, 0.0012, 0.0003, 0.0001, 0.0002, 0.0004, 0.0007, 0.0008};
  const solution::Solution a = grid_run("bdf1", "as_written", grid),
                           b = grid_run("bdf_second_order", "second_order", grid, 1),
                           c = grid_run("modified_bdf", "second_order", grid, 1);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double t = grid[i], exact = -4 * t * t;
    EXPECT_NEAR(std::fabs(a.at("l", t) - exact), ordinary[i], 2e-4) << i;
    EXPECT_NEAR(std::fabs(b.at("l", t) - exact), ordinary[i], 2e-4) << i;
    EXPECT_NEAR(std::fabs(c.at("l", t) - exact), modified[i], 2e-4) << i;
  }
}

TEST(SecondOrderGrids, TimesOfAGridMustAscend) {
  EXPECT_THROW((void)pipeline::solve(support::circular_track(),
                                     {.t_start = 1, .t_end = 2, .step = {.grid = {1.2, 1.1}}}),
               Error);
}

// Random lengths from 1/2 to 2, by ratios from 1/2 to 2, each taken only where the weights of the steps that follow stay
// moderate and their products bounded: what the step control of modified BDF does.
std::vector<double> admitted_lengths(int n, int k, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> exponent(-1, 1);
  integrate::LevelFormula formula(2, true);
  formula.restart(0);
  std::vector<double> lengths;
  double t = 0, h = 1;
  int since = 0;
  for (int i = 0; i < n; ++i) {
    const double wanted = std::clamp(std::exp2(exponent(random)), h / 2, 2 * h);
    if (i >= 2 * k && since >= k + 1 && formula.admits(wanted, k)) h = wanted, since = 0;
    EXPECT_TRUE(formula.set(t += h, std::min(i + 1, k)));
    formula.accept();
    lengths.push_back(h);
    ++since;
  }
  return lengths;
}

// The root of the mean square over the nodes.
GridErrors on_admitted_steps(int k, int n, unsigned seed, int& changes) {
  const std::vector<double> lengths = admitted_lengths(n, k, seed);
  for (std::size_t i = 1; i < lengths.size(); ++i) changes += lengths[i] != lengths[i - 1];
  const std::vector<double> grid =
      grid_nodes(n, 1, [&](int i) { return lengths[static_cast<std::size_t>(i)]; });
  pipeline::Setup setup = support::second_order_setup(support::circular_track(), 1);
  integrate::LevelBdf bdf(*setup.instance, true);
  bdf.newton().set_tolerance(1e-14, true);
  bdf.restart(1, setup.start.y, setup.start.slope);
  GridErrors mean;
  for (int i = 0; i < n; ++i) {
    const double t = grid[static_cast<std::size_t>(i)], a = t * t, s = std::sin(a), c = std::cos(a);
    if (i < 2 * k - 1) {  // exact positions; velocities by BDF_k from them
      EXPECT_TRUE(bdf.take(t, std::vector<double>{s, c, -4 * a, 0, 0}, k));
      continue;
    }
    EXPECT_TRUE(bdf.step(t - bdf.t(), k, true)) << k << " " << i;
    bdf.accept();
    const Vec x = bdf.x().level(0), v = bdf.x().level(1);
    const double part = 1.0 / (n - 2 * k + 1);
    mean.q += part * (std::pow(x[0] - s, 2) + std::pow(x[1] - c, 2));
    mean.v += part * (std::pow(v[0] - 2 * t * c, 2) + std::pow(v[1] + 2 * t * s, 2));
    mean.l += part * std::pow(x[2] + 4 * a, 2);
  }
  for (double* e : {&mean.q, &mean.v, &mean.l}) *e = std::sqrt(*e);
  return mean;
}

// Steps are random, so errors are: the largest of 2n is more extreme than that of n, and would seem to fall by h^(k-0.3); the root
// of the mean square does not. Walks of n and 2n steps differ, so logarithms are averaged over 40 of each, to about 0.05. At order
// 5 steps must be long, because rounding leaves 1e-16/h² in λ: there the next term of the error still counts for 0.3.
TEST(SecondOrderGrids, ModifiedBdfKeepsItsOrderOnWhateverItsControlAdmits) {
  constexpr unsigned walks = 40;
  for (int k = 1; k <= 5; ++k) {
    int changes = 0;
    const int n = k == 1 ? 384 : k == 5 ? 96 : 192;
    GridErrors rate;
    for (unsigned seed = 1; seed <= walks; ++seed) {
      const GridErrors a = on_admitted_steps(k, n, seed, changes),
                       b = on_admitted_steps(k, 2 * n, seed, changes);
      rate.q += std::log2(a.q / b.q) / walks;
      rate.v += std::log2(a.v / b.v) / walks;
      rate.l += std::log2(a.l / b.l) / walks;
    }
    EXPECT_GT(changes, 20 * static_cast<int>(walks)) << k;
    const double least = k - (k < 5 ? 0.15 : 0.4);
    EXPECT_GT(rate.q, least) << k;
    EXPECT_GT(rate.v, least) << k;
    EXPECT_GT(rate.l, least) << k;
  }
}

// Steps and orders at random, each change taken only where it is admitted, as the control of modified BDF does: the root of the mean square of the error of λ.
double on_admitted_orders(int lowest, int highest, int n, unsigned seed, bool modified, int& changes) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> exponent(-1, 1);
  std::uniform_int_distribution<int> more(-1, 1);
  integrate::LevelFormula formula(2, true);
  formula.restart(0);
  std::vector<double> lengths;
  std::vector<int> orders;
  double t = 0, h = 1;
  int since = 0, k = lowest;
  for (int i = 0; i < n; ++i) {
    const double wanted = std::clamp(std::exp2(exponent(random)), h / 2, 2 * h);
    const int order = std::clamp(k + more(random), lowest, highest);
    if (i >= 2 * lowest && since > std::max(k, order) && formula.admits(wanted, order)) {
      changes += order != k;
      h = wanted, k = order, since = 0;
    }
    EXPECT_TRUE(formula.set(t += h, std::min(i + 1, k)));
    formula.accept();
    lengths.push_back(h);
    orders.push_back(k);
    ++since;
  }
  const std::vector<double> grid =
      grid_nodes(n, 1, [&](int i) { return lengths[static_cast<std::size_t>(i)]; });
  pipeline::Setup setup = support::second_order_setup(support::circular_track(), 1);
  integrate::LevelBdf bdf(*setup.instance, modified);
  bdf.newton().set_tolerance(1e-14, true);
  bdf.restart(1, setup.start.y, setup.start.slope);
  double mean = 0;
  for (int i = 0; i < n; ++i) {
    const double at = grid[static_cast<std::size_t>(i)], a = at * at;
    const int order = orders[static_cast<std::size_t>(i)];
    if (i < 2 * lowest - 1) {
      EXPECT_TRUE(bdf.take(at, std::vector<double>{std::sin(a), std::cos(a), -4 * a, 0, 0}, order));
      continue;
    }
    EXPECT_TRUE(bdf.step(at - bdf.t(), order, modified)) << order << " " << i;
    bdf.accept();
    mean += std::pow(bdf.x().level(0)[2] + 4 * a, 2) / n;
  }
  return std::sqrt(mean);
}

// Where the order changes as well, λ has the lowest of the orders; ordinary weights lose one.
TEST(SecondOrderGrids, ModifiedBdfKeepsTheLowestOrderWhereOrdersChange) {
  constexpr unsigned walks = 20;
  const std::pair<int, int> ranges[] = {{1, 3}, {2, 4}, {3, 5}};
  for (const auto& [lowest, highest] : ranges)
    for (const bool modified : {true, false}) {
      int changes = 0;
      double rate = 0;
      const int n = lowest == 1 ? 384 : 192;
      for (unsigned seed = 1; seed <= walks; ++seed)
        rate += std::log2(on_admitted_orders(lowest, highest, n, seed, modified, changes) /
                          on_admitted_orders(lowest, highest, 2 * n, seed, modified, changes)) /
                walks;
      EXPECT_GT(changes, 20 * static_cast<int>(walks)) << lowest;
      if (modified) {
        EXPECT_GT(rate, lowest - 0.25) << lowest;
      } else {
        EXPECT_LT(rate, lowest - 0.5) << lowest;
      }
    }
}

// The recursion of the thesis for multipliers and their derivatives, (6.25), changes nothing but rounding.
TEST(SecondOrderGrids, MultipliersByRecursionAreThoseOfTheStages) {
  for (const char* name : {"radau_second_order_2", "radau_second_order_3"}) {
    const std::vector<double> grid = step_blocks(40, 5);
    const GridErrors a = largest_on(grid_run(name, "second_order", grid), grid, 0),
                     b = largest_on(grid_run(std::string(name) + "(recursion)", "second_order", grid), grid,
                                    0);
    EXPECT_NEAR(a.q, b.q, 1e-11) << name;
    EXPECT_NEAR(a.v, b.v, 1e-9) << name;
    EXPECT_NEAR(a.l, b.l, 1e-7) << name;
  }
}

}  // namespace
}  // namespace trammel
