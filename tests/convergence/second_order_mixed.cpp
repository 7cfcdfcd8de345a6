// Modified BDF where constraints on positions and on velocities meet in one model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pipeline/solve.hpp"
#include "support/second_order.hpp"

namespace trammel {
namespace {

struct MixedErrors {
  double q = 0, v = 0, l = 0, m = 0;
};

// The largest at the nodes of n steps from 1 to 1.5, in blocks of 2k+1 with lengths 1 and 2 by turns or all equal; without the start.
MixedErrors largest_mixed(int k, int n, bool jumps) {
  std::vector<double> grid;
  double sum = 0;
  for (int i = 0; i < n; ++i) grid.push_back(sum += jumps && i / (2 * k + 1) % 2 == 1 ? 2 : 1);
  for (double& t : grid) t = 1 + 0.5 * t / sum;
  grid.back() = 1.5;
  pipeline::Options options{.t_start = 1,
                            .t_end = 1.5,
                            .method = "modified_bdf",
                            .formulation = "second_order",
                            .engine = program::Engine::vm};
  options.certify = pipeline::Certify::off;
  options.step.grid = grid;
  options.step.max_order = k;
  const solution::Solution run = pipeline::solve(support::track_and_wheel(), options);
  EXPECT_TRUE(run.success()) << run.message;
  MixedErrors worst;
  for (std::size_t i = 4 * static_cast<std::size_t>(k); i < grid.size(); ++i) {
    const double t = grid[i], a = t * t, c = std::cos(a);
    const auto off = [&](const char* name, double value) { return std::fabs(run.at(name, t) - value); };
    worst.q = std::max({worst.q, off("y1", std::sin(a)), off("z", a / 2 + std::sin(2 * a) / 4)});
    worst.v = std::max({worst.v, off("der(y1)", 2 * t * c), off("der(z)", 2 * t * c * c)});
    worst.l = std::max(worst.l, off("l", -4 * a));
    worst.m = std::max(worst.m, off("m", std::cos(2 * t)));
  }
  return worst;
}

// Modified weights presume that positions are smooth where steps change, ordinary ones that velocities are; here neither holds, and both leave
// O(h^(k-1)) in all multipliers (modified ones: rates 0.1, 1.0, 2.0, 3.0 of m). Formulas of falling order leave O(h^k).
TEST(SecondOrderMixed, ConstraintsOnPositionsAndVelocitiesHaveMultipliersOfOrderK) {
  for (int k = 1; k <= 4; ++k)
    for (const bool jumps : {false, true}) {
      const int n = k == 1 ? 192 : 96;
      const MixedErrors coarse = largest_mixed(k, n, jumps), fine = largest_mixed(k, 2 * n, jumps);
      EXPECT_GT(std::log2(coarse.q / fine.q), k - 0.3) << k << jumps;
      EXPECT_GT(std::log2(coarse.v / fine.v), k - 0.3) << k << jumps;
      EXPECT_GT(std::log2(coarse.l / fine.l), k - 0.3) << k << jumps;
      EXPECT_GT(std::log2(coarse.m / fine.m), k - 0.3) << k << jumps;
    }
}

}  // namespace
}  // namespace trammel
