// Example 3.2.1 of [Wun05]: x1'' + x1' + x2 = f1, x1 = f2 needs f2'' only; with variables for both
// derivatives the solution needs f2'''. Here f2 = |t − ½|^(5/2) is twice differentiable and not three times.
#include <gtest/gtest.h>

#include "pipeline/solve.hpp"
#include "support/second_order.hpp"

namespace trammel {
namespace {

using model::der;

const model::Problem second_order_form() {
  model::Model m("example 3.2.1");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2");
  m.equation("motion", der(der(x1)) + der(x1) + x2 == sin(m.time()));
  m.equation("guide", x1 == pow(abs(m.time() - 0.5), 2.5));
  return m.problem();
}

const model::Problem first_order_form() {
  model::Model m("example 3.2.1 in first order");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2"), v1 = m.variable("v1"), v2 = m.variable("v2");
  m.equation("motion", der(v1) + v1 + x2 == sin(m.time()));
  m.equation("guide", x1 == pow(abs(m.time() - 0.5), 2.5));
  m.equation("first", der(x1) == v1);
  m.equation("second", der(x2) == v2);
  return m.problem();
}

solution::Solution run(const model::Problem& problem, double tolerance) {
  return pipeline::solve(problem, {.t_start = 0,
                                   .t_end = 1,
                                   .tolerance = tolerance,
                                   .method = "modified_bdf",
                                   .formulation = "as_written",
                                   .engine = program::Engine::vm});
}

TEST(SecondOrderExamples, TheSecondOrderFormOfExample321Converges) {
  const double exact = std::sin(1.0) - 2.5 * std::pow(0.5, 1.5) - 3.75 * std::sqrt(0.5);
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    const solution::Solution s = run(second_order_form(), tolerance);
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_EQ(s.index, 3);
    const double error = std::fabs(s.end("x2") - exact);
    EXPECT_LT(error, 3 * tolerance) << tolerance;
  }
}

// x2 = sin t − f2' − f2'' has a root at ½, 3.75 |t − ½|^½: no polynomial meets a tolerance in the step that holds it, so a certificate that looks
// there says so. What is asked is convergence: everywhere, as the root of the step there, and away from ½ with the tolerance.
TEST(SecondOrderExamples, TheSecondOrderFormOfExample321ConvergesEverywhere) {
  const auto exact = [](double t) {
    const double d = t - 0.5, size = std::fabs(d);
    return std::sin(t) - std::copysign(2.5 * std::pow(size, 1.5), d) - 3.75 * std::sqrt(size);
  };
  double before_all = 1, before_away = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    pipeline::Options options{.t_start = 0,
                              .t_end = 1,
                              .tolerance = tolerance,
                              .method = "modified_bdf",
                              .formulation = "as_written",
                              .engine = program::Engine::vm};
    options.certify = pipeline::Certify::off;
    const solution::Solution s = pipeline::solve(second_order_form(), options);
    ASSERT_TRUE(s.success()) << s.message;
    double all = 0, away = 0;
    const auto look = [&](double t) {
      const double error = std::fabs(s.at("x2", t) - exact(t));
      all = std::max(all, error);
      if (std::fabs(t - 0.5) > 0.05) away = std::max(away, error);
    };
    for (int i = 1; i <= 1000; ++i) look(i / 1000.0);
    for (double d = 0.01; d > 1e-9; d /= 2) look(0.5 - d), look(0.5 + d);
    EXPECT_LT(all, 0.5 * before_all) << tolerance;
    EXPECT_LT(away, 0.1 * before_away) << tolerance;
    before_all = all;
    before_away = away;
  }
  EXPECT_LT(before_away, 1e-6);
}

TEST(SecondOrderExamples, ItsFirstOrderFormIsDiagnosedAsIndexFour) {
  const solution::Solution s = run(first_order_form(), 1e-5);
  EXPECT_EQ(s.index, 4);
  bool told = false;
  for (const std::string& note : s.notes)
    told = told || note.find("index 4 in this form") != std::string::npos;
  EXPECT_TRUE(told);
}

// The circular track as first-order equations that no pass turns into second-order ones: y' = w + w³, with the constraint on y, y' or y'' (index 3, 2, 1).
model::Problem first_order_track(int index) {
  model::Model m("first-order track");
  const auto y1 = m.variable("y1", {.start = std::sin(1.0), .fixed = true}),
             y2 = m.variable("y2", {.start = std::cos(1.0), .fixed = index < 3}),
             l = m.variable("l", {.start = -4});
  const auto cubic = [](double v) {  // w + w³ = v
    double w = v / 2;
    for (int i = 0; i < 50; ++i) w -= (w + w * w * w - v) / (1 + 3 * w * w);
    return w;
  };
  const auto w1 = m.variable("w1", {.start = cubic(2 * std::cos(1.0)), .fixed = true}),
             w2 = m.variable("w2", {.start = cubic(-2 * std::sin(1.0)), .fixed = index < 2});
  const auto v1 = w1 + w1 * w1 * w1, v2 = w2 + w2 * w2 * w2;
  m.equation("y1", der(y1) == v1);
  m.equation("y2", der(y2) == v2);
  m.equation("w1", (1.0 + 3.0 * w1 * w1) * der(w1) == 2.0 * y2 + l * y1);
  m.equation("w2", (1.0 + 3.0 * w2 * w2) * der(w2) == -2.0 * y1 + l * y2);
  if (index == 3) m.equation("circle", y1 * y1 + y2 * y2 == 1.0);
  if (index == 2) m.equation("tangent", y1 * v1 + y2 * v2 == 0.0);
  if (index == 1) m.equation("pull", l * (y1 * y1 + y2 * y2) + v1 * v1 + v2 * v2 == 0.0);
  return m.problem();
}

// [Wun05, (A.4), (A.5)], Theorems A.0.8 to A.0.11: stage order p gives p, p, p at index 1 and 2 and p, p, p-1 at index 3.
TEST(SecondOrderExamples, GeneralLinearMethodsHaveTheirOrdersOnFirstOrderSystems) {
  for (int index = 1; index <= 3; ++index) {
    const pipeline::Setup setup = support::second_order_setup(first_order_track(index), 1, "as_written");
    EXPECT_EQ(setup.instance->residual().order(), 1);
    for (int p = 2; p <= 4; ++p) {
      double q[2] = {}, v[2] = {}, l[2] = {};  // the largest at eight nodes
      for (const int finer : {0, 1}) {
        pipeline::Options options{.t_start = 1,
                                  .t_end = 1.5,
                                  .method = "general_linear_" + std::to_string(p),
                                  .formulation = "as_written",
                                  .engine = program::Engine::vm};
        options.certify = pipeline::Certify::off;
        options.step.fixed_step = 0.5 / ((p == 4 ? 24 : 80) << finer);
        const solution::Solution s = pipeline::solve(first_order_track(index), options);
        ASSERT_TRUE(s.success()) << s.message;
        for (int i = 1; i <= 8; ++i) {
          const double t = 1 + i / 16.0, a = t * t, w1 = s.at("w1", t), w2 = s.at("w2", t);
          q[finer] = std::max(
              {q[finer], std::fabs(s.at("y1", t) - std::sin(a)), std::fabs(s.at("y2", t) - std::cos(a))});
          v[finer] = std::max({v[finer], std::fabs(w1 + w1 * w1 * w1 - 2 * t * std::cos(a)),
                               std::fabs(w2 + w2 * w2 * w2 + 2 * t * std::sin(a))});
          l[finer] = std::max(l[finer], std::fabs(s.at("l", t) + 4 * a));
        }
      }
      EXPECT_GT(std::log2(q[0] / q[1]), p - 0.3) << index << " " << p;
      EXPECT_GT(std::log2(v[0] / v[1]), p - 0.3) << index << " " << p;
      EXPECT_GT(std::log2(l[0] / l[1]), (index == 3 ? p - 1 : p) - 0.3) << index << " " << p;
    }
  }
}

}  // namespace
}  // namespace trammel
