#include "pipeline/singularity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/lagrange.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using expr::der;
using model::Model;

// Crank of length 1, rod of length 1 + gap: at a = 90 degrees the constraints lose rank for gap = 0, where a
// parallel branch crosses. In other units of length, with other masses, and with a rod that is much heavier
// or lighter than the rest, it is the same configuration.
struct Build {
  double mass = 1, length = 1, rod_mass = 1;
};
Model slider_crank(double gap, const Build& build = {}) {
  Model m("slider crank");
  const double L = build.length, rod = L * (1 + gap), inertia = build.mass * L * L;
  auto a = m.variable("a", {.start = 0.8, .fixed = true}), b = m.variable("b", {.start = -0.8}),
       s = m.variable("s", {.start = 1.4 * L, .nominal = L});
  m.start(der(a), 1.0, model::Rank::fixed);
  model::add_lagrangian(
      m, {.q = {a, b, s},
          .kinetic = 0.5 * inertia * der(a) * der(a) + 0.1 * build.rod_mass * inertia * der(b) * der(b) +
                     0.01 * build.mass * der(s) * der(s),
          .potential = 0.0 * a,
          .constraints = {{"along", L * cos(a) + rod * cos(b) - s}, {"across", L * sin(a) + rod * sin(b)}}});
  return m;
}

const std::string* note(const solution::Solution& run, const std::string& part) {
  const auto at = std::ranges::find_if(
      run.notes, [&](const std::string& text) { return text.find(part) != std::string::npos; });
  return at == run.notes.end() ? nullptr : &*at;
}

TEST(Singularity, IsReportedWithTimeAndConfigurationWhenARunPassesCloseByIt) {
  for (const auto& [formulation, method] :
       {std::pair{"underlying_ode", "dopri5"}, std::pair{"index_2", "radau5"}}) {
    const auto run = solve(slider_crank(1e-5).problem(),
                           {.t_end = 2, .tolerance = 1e-8, .method = method, .formulation = formulation});
    const std::string* text = note(run, "singular configuration");
    ASSERT_TRUE(text) << formulation;
    EXPECT_NE(text->find("a = 1.5"), std::string::npos) << *text;  // near 90 degrees
    EXPECT_NE(text->find("'across'"), std::string::npos) << *text;
    const double t = std::stod(text->substr(text->find("t = ") + 4));
    EXPECT_NEAR(run.at("a", t), M_PI / 2, 0.1);
  }
}

TEST(Singularity, IsTheSameInOtherUnitsAndWithOtherMasses) {
  for (const Build& build : {Build{1e3, 1, 1}, Build{1e-3, 1, 1}, Build{1, 1e3, 1}, Build{1, 1e-3, 1},
                             Build{1e3, 1e-3, 1}, Build{1e-3, 1e3, 1}, Build{1, 1, 1e3}, Build{1, 1, 1e-3}}) {
    const std::string which = std::to_string(build.mass) + " " + std::to_string(build.length) + " " +
                              std::to_string(build.rod_mass);
    const Options options{.t_end = 2, .tolerance = 1e-8, .method = "dopri5", .formulation = "underlying_ode"};
    const auto close = solve(slider_crank(1e-5, build).problem(), options),
               far = solve(slider_crank(1.0, build).problem(), options);
    EXPECT_TRUE(note(close, "came close to a singular configuration")) << which;
    EXPECT_FALSE(note(far, "singular configuration")) << which;
  }
}

TEST(Singularity, OfARunThatEndsThereIsReportedAsWhereItStopped) {
  Model m("fold");
  auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y", {.start = 1}),
       z = m.variable("z");
  m.equation("fall", der(x) == -1.0);
  m.equation("fold", x == y * y);  // y' = -1/(2 y): there is no solution beyond t = 1
  m.equation("rate", z == der(y));
  const auto run = solve(m.problem(), {.t_end = 2});
  EXPECT_FALSE(run.success());
  EXPECT_EQ(std::ranges::count_if(run.notes, [](const std::string& n) { return n.starts_with(stopped_at); }),
            1);
  EXPECT_NEAR(run.t_end, 1, 1e-3);
  const std::string* text = note(run, "the run stopped at a singular configuration");
  ASSERT_TRUE(text) << run.message;
  EXPECT_NE(text->find("determine der(y)"), std::string::npos) << *text;
}

TEST(Singularity, IsNotReportedOfARunThatStaysAway) {
  const auto run = solve(slider_crank(1.0).problem(), {.t_end = 10});
  EXPECT_FALSE(note(run, "singular configuration"));
}

TEST(Start, NotesReachTheUserOfARun) {
  Model m("pendulum");
  auto x = m.variable("x", {.start = 0.6}), y = m.variable("y", {.start = -0.9}), l = m.variable("l");
  m.equation("x", der(x, 2) == -l * x);
  m.equation("y", der(y, 2) == -l * y - 1);
  m.equation("rod", x * x + y * y == 1);
  const auto run = solve(m.problem(), {.t_end = 0.1});
  EXPECT_TRUE(note(run, "moved onto the constraints"));
  EXPECT_TRUE(note(run, "the guess was kept"));
}

}  // namespace
}  // namespace trammel::pipeline
