// Forms that choose coordinates during the run pass through configurations where the first choice is
// singular, and lose nothing by it.
#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "pipeline/solve.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;
using pipeline::Options;
using solution::Solution;

constexpr double weight = 9.81, speed = 7;

// Mass 1 on a rod of length 1, pushed at the bottom so that it goes over the top.
model::Problem turning() {
  Model m("turning pendulum");
  const auto x = m.variable("x", {.start = 0, .fixed = true}), y = m.variable("y", {.start = -1});
  const auto lambda = m.variable("lambda");
  m.equation("horizontal", der(x, 2) == -lambda * x);
  m.equation("vertical", der(y, 2) == -lambda * y - weight);
  m.equation("rod", x * x + y * y == 1.0);
  m.start(der(x), speed);
  return m.problem();
}

// φ' = v sqrt(1 - k² sin²(φ/2)), k² = 4 g / v²: a turn takes 4 K(k) / v.
double turns(int n) { return n * 4 / speed * std::comp_ellint_1(std::sqrt(4 * weight) / speed); }

struct Error100 {
  double state, energy, residual;
  std::string notes;
};

Error100 after_100_turns(const std::string& formulation, const std::string& method, double tolerance) {
  Options options{.t_end = turns(100), .tolerance = tolerance, .method = method, .formulation = formulation};
  options.dense = false;
  const Solution s = pipeline::solve(turning(), options);
  EXPECT_TRUE(s.success()) << s.message;
  const double energy =
      0.5 * (std::pow(s.end("der(x)"), 2) + std::pow(s.end("der(y)"), 2)) + weight * s.end("y");
  Error100 result{std::hypot(s.end("x"), s.end("y") + 1),
                  std::fabs(energy - (0.5 * speed * speed - weight)),
                  s.constraint_residual,
                  {}};
  for (const std::string& note : s.notes) result.notes += note;
  return result;
}

// Per turn the rod passes four points where one of x and y follows from the other with infinite slope. What
// is compared with has no such choice to make; errors of the same method and tolerance may differ by a small
// factor, not by an order of magnitude.
void check_100_turns(const std::string& formulation, const std::string& compared, const std::string& method) {
  SCOPED_TRACE(formulation + " with " + method);
  const double tolerance = 1e-8;
  const Error100 chosen = after_100_turns(formulation, method, tolerance),
                 other = after_100_turns(compared, method, tolerance);
  EXPECT_LT(chosen.state, 5 * other.state + 1e-6);
  EXPECT_LT(chosen.energy, 5 * other.energy + 1e-6);
  EXPECT_NE(chosen.notes.find("chosen anew"), std::string::npos) << chosen.notes;
}

TEST(ChosenCoordinates, MinimalExtensionTurnsAHundredTimes) {
  for (const char* method : {"radau5", "bdf"}) {
    check_100_turns("minimal_extension", "ggl", method);
    check_100_turns("minimal_extension_reduced", "ggl", method);
    check_100_turns("minimal_extension_second_order", "ggl", method);
  }
}

TEST(ChosenCoordinates, ChartsTurnAHundredTimes) {
  for (const char* method : {"dopri5", "adams"})
    for (const char* form :
         {"coordinate_partitioning", "tangent_space", "tangent_space_cheap", "tangent_space_mass"})
      check_100_turns(form, "underlying_ode", method);
}

// ω ends its iteration at rounding, so the constraints hold to that after every step, whatever the chart.
TEST(ChosenCoordinates, ChartsHoldAllConstraintsToRounding) {
  for (const char* form :
       {"coordinate_partitioning", "tangent_space", "tangent_space_cheap", "tangent_space_mass"})
    EXPECT_LT(after_100_turns(form, "dopri5", 1e-6).residual, 1e-13) << form;
}

// The error of a method of order p falls as h^p in the coordinates of every chart. [HW96, Theorem VII.2.2]
TEST(ChosenCoordinates, ChartsKeepTheOrderOfTheMethod) {
  const auto error = [](const char* form, double h) {
    Options options{.t_end = turns(2), .method = "rk4", .formulation = form};
    options.step.fixed_step = h;
    options.dense = false;
    const Solution s = pipeline::solve(turning(), options);
    return std::hypot(s.end("x"), s.end("y") + 1);
  };
  for (const char* form :
       {"coordinate_partitioning", "tangent_space", "tangent_space_cheap", "tangent_space_mass"}) {
    const double coarse = error(form, turns(2) / 500), fine = error(form, turns(2) / 1000);
    EXPECT_NEAR(std::log2(coarse / fine), 4, 0.5) << form << ": " << coarse << ", " << fine;
  }
}

// Seven closed loops of constraints at once, released near a singular choice; the reference is another form
// with another method at a much smaller tolerance.
TEST(ChosenCoordinates, ServeAChainOfManyConstraints) {
  const model::Problem chain = support::chain(6);
  const Solution reference = pipeline::solve(
      chain,
      {.t_end = 1, .tolerance = 1e-11, .method = "dop853", .formulation = "underlying_ode", .dense = false});
  ASSERT_TRUE(reference.success()) << reference.message;
  struct Pick {
    const char *formulation, *method;
  };
  for (const auto& [formulation, method] :
       {Pick{"minimal_extension", "radau5"}, Pick{"minimal_extension_reduced", "bdf"},
        Pick{"coordinate_partitioning", "dopri5"}, Pick{"tangent_space", "dopri5"}}) {
    const Solution s = pipeline::solve(
        chain, {.t_end = 1, .tolerance = 1e-8, .method = method, .formulation = formulation, .dense = false});
    ASSERT_TRUE(s.success()) << formulation << ": " << s.message;
    for (std::size_t i = 0; i < chain.dae.variables.size(); ++i)
      EXPECT_NEAR(s.last[i], reference.last[i], 1e-4 * (1 + std::fabs(reference.last[i])))
          << formulation << ", " << s.variables[i];
  }
}

}  // namespace
}  // namespace trammel
