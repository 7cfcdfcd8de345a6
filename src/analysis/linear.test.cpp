#include "analysis/linear.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using expr::der;
using model::Model;

// x' = −2 x + w + sin t, w' = v, w = cos 3t: index 2 (v is a derivative), λ = −2.
TEST(LinearForm, DecoupledSolutionIsTheClosedOne) {
  Model m("linear");
  auto x = m.variable("x", {.start = 1}), w = m.variable("w"), v = m.variable("v");
  auto a = m.parameter("a", 2);
  m.equation("x", der(x) == -a * x + w + sin(m.time()));
  m.equation("v", der(w) == v);
  m.equation("w", w == cos(3 * m.time()));
  const model::Dae dae = m.problem().dae;
  const auto form = linear_form(dae);
  ASSERT_TRUE(form);
  const Pencil p = analyze_pencil(form->E, form->A);
  ASSERT_TRUE(p.regular);
  EXPECT_EQ(p.index, 2);
  ASSERT_EQ(p.eigenvalues.size(), 1u);
  EXPECT_NEAR(p.eigenvalues[0].real(), -2, 1e-13);
  // A particular solution: (2 cos 3t + 3 sin 3t)/13 + (2 sin t − cos t)/5.
  const auto particular = [](double t) {
    return (2 * std::cos(3 * t) + 3 * std::sin(3 * t)) / 13 + (2 * std::sin(t) - std::cos(t)) / 5;
  };
  const double t = 1.7;
  Eigen::VectorXd u0(3);
  u0 << 1, 1, 0;
  const Eigen::VectorXd u = decoupled_solution(dae, *form, p, u0, 0, t);
  EXPECT_NEAR(u[0], (1 - particular(0)) * std::exp(-2 * t) + particular(t), 1e-12);
  EXPECT_NEAR(u[1], std::cos(3 * t), 1e-13);
  EXPECT_NEAR(u[2], -3 * std::sin(3 * t), 1e-12);
}

TEST(LinearForm, HigherDerivativesComeWithTrivialEquations) {
  Model m("oscillator");
  auto q = m.variable("q");
  m.equation("motion", der(q, 2) + 0.2 * der(q) + 4 * q == 0.0);
  const auto form = linear_form(m.problem().dae);
  ASSERT_TRUE(form);
  const Pencil p = analyze_pencil(form->E, form->A);
  EXPECT_EQ(p.index, 0);
  ASSERT_EQ(p.eigenvalues.size(), 2u);  // λ² + 0.2 λ + 4 = 0
  EXPECT_NEAR(p.eigenvalues[0].real(), -0.1, 1e-13);
  EXPECT_NEAR(std::fabs(p.eigenvalues[0].imag()), std::sqrt(4 - 0.01), 1e-13);
}

TEST(LinearForm, IsNotTakenForModelsWithOtherTerms) {
  Model product("product"), time("time");
  auto x = product.variable("x");
  product.equation("e", der(x) == x * x);
  EXPECT_FALSE(linear_form(product.problem().dae));
  auto y = time.variable("y");
  time.equation("e", der(y) == time.time() * y);
  EXPECT_FALSE(linear_form(time.problem().dae));
}

}  // namespace
}  // namespace trammel::analysis
