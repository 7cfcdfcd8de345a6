// Orders of the structure-preserving methods, and of post-stabilization.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pipeline/trammel.hpp"
#include "support/kepler.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace trammel {
namespace {

using support::kepler;
using support::kepler_error;
using support::slope;

struct EnergyClaim {
  const char* method;
  double order;
  std::vector<int> steps;
};
std::string name_of(const testing::TestParamInfo<EnergyClaim>& test) { return test.param.method; }

class SymplecticMethods : public testing::TestWithParam<EnergyClaim> {};

TEST_P(SymplecticMethods, ConvergeWithTheirOrderOnTheKeplerProblem) {
  const EnergyClaim& claim = GetParam();
  std::vector<double> h, error;
  for (const int n : claim.steps) {
    const double t_end = 2;
    const Solution s =
        solve(kepler(0.3), {.t_end = t_end, .method = claim.method, .step = {.fixed_step = t_end / n}});
    ASSERT_TRUE(s.success()) << s.message;
    h.push_back(t_end / n);
    error.push_back(kepler_error(s, t_end));
  }
  EXPECT_NEAR(slope(h, error), claim.order, 0.3) << claim.method;
}

INSTANTIATE_TEST_SUITE_P(All, SymplecticMethods,
                         testing::Values(EnergyClaim{"symplectic_euler", 1, {1000, 2000, 4000}},
                                         EnergyClaim{"verlet", 2, {200, 400, 800}},
                                         EnergyClaim{"verlet4", 4, {40, 80, 160}},
                                         EnergyClaim{"verlet6", 6, {30, 60, 90}},
                                         EnergyClaim{"symplectic_midpoint", 2, {200, 400, 800}},
                                         EnergyClaim{"symplectic_gauss4", 4, {40, 80, 160}},
                                         EnergyClaim{"symplectic_gauss6", 6, {20, 40, 80}},
                                         EnergyClaim{"symplectic_gauss8", 8, {12, 18, 27}}),
                         name_of);

// [Jay96]: the pair has order 2s - 2 in positions and velocities at index 3, compositions theirs.
class ConstrainedSymplecticMethods : public testing::TestWithParam<EnergyClaim> {};

TEST_P(ConstrainedSymplecticMethods, KeepTheirOrderAtIndex3WithConstraintsAtRoundOff) {
  const EnergyClaim& claim = GetParam();
  const model::Problem problem = support::pendulum(support::Form::second_order);
  const Solution exact = solve(problem, {.t_end = 1, .tolerance = 1e-13, .method = "dop853"});
  std::vector<double> h, error;
  for (const int n : claim.steps) {
    const Solution s = solve(problem, {.t_end = 1, .method = claim.method, .step = {.fixed_step = 1.0 / n}});
    ASSERT_TRUE(s.success()) << s.message;
    if (std::string(claim.method) != "shake") {
      EXPECT_LT(s.constraint_residual, 3e-14) << claim.method;
    }
    double sum = 0;
    for (const char* name : {"x", "y", "der(x)", "der(y)"}) sum += std::pow(s.end(name) - exact.end(name), 2);
    h.push_back(1.0 / n);
    error.push_back(std::sqrt(sum));
  }
  EXPECT_NEAR(slope(h, error), claim.order, 0.3) << claim.method;
}

INSTANTIATE_TEST_SUITE_P(
    All, ConstrainedSymplecticMethods,
    testing::Values(EnergyClaim{"shake", 2, {100, 200, 400}}, EnergyClaim{"rattle", 2, {100, 200, 400}},
                    EnergyClaim{"rattle4", 4, {40, 80, 160}}, EnergyClaim{"rattle6", 6, {20, 40, 60}},
                    EnergyClaim{"lobatto4", 4, {40, 80, 160}}, EnergyClaim{"lobatto6", 6, {20, 40, 80}}),
    name_of);

TEST(ConstrainedSymplecticMethods, RefuseAMechanismWhoseMassesDependOnItsPositionAndNameAnotherMethod) {
  try {
    (void)solve(support::andrews(support::Form::second_order),
                {.t_end = 0.01, .method = "rattle", .step = {.fixed_step = 1e-4}});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::usage);
    EXPECT_NE(std::string(error.what()).find("phem56"), std::string::npos);
  }
}

// On a circle one pass would already be exact for the velocity.
struct Ellipse : support::Laboratory {
  explicit Ellipse(const char* method) : Laboratory(support::ellipse(), method) {}
  int x = at("x"), y = at("y"), u = at("der(x)"), v = at("der(y)");

  // z <- z - F h with F = blockdiag(Gᵀ(GGᵀ)⁻¹, the same), both evaluated at the point before.
  void stabilize(Out z) const {
    const double g1 = 2 * z[x], g2 = 8 * z[y], squared = g1 * g1 + g2 * g2;
    const double position = (z[x] * z[x] + 4 * z[y] * z[y] - 1) / squared,
                 velocity = (g1 * z[u] + g2 * z[v]) / squared;
    z[x] -= g1 * position, z[y] -= g2 * position;
    z[u] -= g1 * velocity, z[v] -= g2 * velocity;
  }
  struct Residual {
    double position = 0, velocity = 0;
  };
  Residual residual(int steps, int passes) {
    options.step.fixed_step = 1.0 / steps;
    Residual most;
    run(
        1,
        [&](double, Vec z) {
          most.position = std::max(most.position, std::fabs(z[x] * z[x] + 4 * z[y] * z[y] - 1));
          most.velocity = std::max(most.velocity, std::fabs(2 * z[x] * z[u] + 8 * z[y] * z[v]));
        },
        [&](double, Out z) {
          for (int pass = 0; pass < passes; ++pass) stabilize(z);
        });
    return most;
  }
};

// Once: position O(h^2(p+1)), velocity O(h^(p+1)); twice: both O(h^2(p+1)). [AQR94, (3.9)]
TEST(PostStabilizationByHand, LeavesTheSquareOfTheLocalErrorAfterTheSecondPass) {
  const struct {
    const char* method;
    int p;
    std::vector<int> steps;
  } cases[] = {{"forward_euler", 1, {50, 100, 200, 400}}, {"midpoint", 2, {25, 50, 100}}};
  for (const auto& c : cases) {
    std::vector<double> h, position, velocity, velocity_twice;
    for (const int n : c.steps) {
      h.push_back(1.0 / n);
      const auto once = Ellipse(c.method).residual(n, 1), twice = Ellipse(c.method).residual(n, 2);
      position.push_back(once.position);
      velocity.push_back(once.velocity);
      velocity_twice.push_back(twice.velocity);
    }
    EXPECT_NEAR(slope(h, position), 2 * (c.p + 1), 0.25) << c.method;
    EXPECT_NEAR(slope(h, velocity), c.p + 1, 0.25) << c.method;
    EXPECT_NEAR(slope(h, velocity_twice), 2 * (c.p + 1), 0.35) << c.method;
  }
}

// p = 4: after the second pass nothing but rounding is left. Independent numbers for 20 to 160 steps.
TEST(PostStabilizationByHand, LeavesRoundOffAfterTwoPassesAtOrder4) {
  const int steps[] = {20, 40, 80, 160};
  const double known[] = {1.8e-08, 5.7e-10, 1.8e-11, 5.6e-13};
  std::vector<double> h, velocity;
  for (int i = 0; i < 4; ++i) {
    h.push_back(1.0 / steps[i]);
    velocity.push_back(Ellipse("rk4").residual(steps[i], 1).velocity);
    EXPECT_NEAR(velocity[i] / known[i], 1, 0.1);
    EXPECT_LT(Ellipse("rk4").residual(steps[i], 2).velocity, 2e-15);
  }
  EXPECT_NEAR(slope(h, velocity), 5, 0.15);
}

// Independent numbers for the midpoint rule, 50 to 400 steps.
TEST(PostStabilizationByHand, HasTheKnownResidualsForTheMidpointRule) {
  const double known[] = {3e-06, 3.7e-07, 4.5e-08, 5.6e-09};
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(Ellipse("midpoint").residual(50 << i, 1).velocity / known[i], 1, 0.1);
}

// Independent numbers for explicit Euler, 50 to 400 steps.
TEST(PostStabilizationByHand, HasTheKnownResidualsForEuler) {
  const int steps[] = {50, 100, 200, 400};
  const double position[] = {4e-08, 2.5e-09, 1.6e-10, 9.8e-12},
               velocity[] = {5.9e-05, 1.4e-05, 3.4e-06, 8.2e-07},
               twice[] = {4.6e-09, 2.6e-10, 1.5e-11, 9.2e-13};
  for (int i = 0; i < 4; ++i) {
    const auto once = Ellipse("forward_euler").residual(steps[i], 1);
    EXPECT_NEAR(once.position / position[i], 1, 0.1);
    EXPECT_NEAR(once.velocity / velocity[i], 1, 0.1);
    EXPECT_NEAR(Ellipse("forward_euler").residual(steps[i], 2).velocity / twice[i], 1, 0.1);
  }
}

}  // namespace
}  // namespace trammel
