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
// parallel branch crosses.
Model slider_crank(double gap) {
  Model m("slider crank");
  const double rod = 1 + gap;
  auto a = m.variable("a", {.start = 0.8, .fixed = true}), b = m.variable("b", {.start = -0.8}),
       s = m.variable("s", {.start = 1.4});
  m.start(der(a), 1.0, model::Rank::fixed);
  model::add_lagrangian(
      m, {.q = {a, b, s},
          .kinetic = 0.5 * der(a) * der(a) + 0.1 * der(b) * der(b) + 0.01 * der(s) * der(s),
          .potential = 0.0 * a,
          .constraints = {{"along", cos(a) + rod * cos(b) - s}, {"across", sin(a) + rod * sin(b)}}});
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
