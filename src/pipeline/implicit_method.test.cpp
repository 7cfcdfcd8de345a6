#include "pipeline/implicit_method.hpp"

#include <gtest/gtest.h>

#include "model/model.hpp"

namespace trammel::pipeline {
namespace {

using model::der;
using model::Model;

TEST(ImplicitMethod, NeedsNoIterationAtLooseTolerancesOfIndex1WithAConstantMatrix) {
  const auto name = [](ImplicitCase known) { return implicit_method(known).method.name; };
  EXPECT_EQ(name({.index = 1, .constant_matrix = true, .rtol = 1e-3}), "rodas");
  EXPECT_EQ(name({.index = 1, .constant_matrix = true, .rtol = 1e-4}), "radau");
  EXPECT_EQ(name({.index = 1, .constant_matrix = false, .rtol = 1e-3}), "radau");
  EXPECT_EQ(name({.index = 2, .constant_matrix = true, .rtol = 1e-3}), "radau");
  EXPECT_EQ(name({.index = 1, .constant_matrix = true, .rtol = 1e-3, .constant_steps = true}), "radau5");
}

TEST(ImplicitMethod, FactorsLittleAtLooseTolerancesWithManyUnknowns) {
  const auto name = [](ImplicitCase known) { return implicit_method(known).method.name; };
  EXPECT_EQ(name({.index = 2, .size = 100, .rtol = 1e-4}), "bdf");
  EXPECT_EQ(name({.index = 1, .size = 100, .rtol = 1e-3}), "bdf");
  EXPECT_EQ(name({.index = 2, .size = 100, .rtol = 1e-6}), "radau");
  EXPECT_EQ(name({.index = 2, .size = 20, .rtol = 1e-4}), "radau");
  EXPECT_EQ(name({.index = 2, .size = 100, .rtol = 1e-4, .dear_factors = false}), "radau");
  EXPECT_EQ(name({.index = 3, .size = 100, .rtol = 1e-4}), "radau");  // where its order is less
}

TEST(ImplicitMethod, CoefficientsAreConstantByFormOnly) {
  Model m("constant");
  const auto x = m.variable("x"), y = m.variable("y"), c = m.parameter("c", 2);
  m.equation("one", c * der(x) - 3.0 * der(y) == x * y);
  m.equation("two", y == sin(m.time()) * x);
  EXPECT_TRUE(constant_coefficients(m.problem().dae));
  Model varying("varying");
  const auto u = varying.variable("u"), v = varying.variable("v");
  varying.equation("one", u * der(u) == v);
  varying.equation("two", v == u);
  EXPECT_FALSE(constant_coefficients(varying.problem().dae));
}

// der(q) is a velocity here, not a highest derivative: its coefficient does not matter.
TEST(ImplicitMethod, OnlyTheHighestDerivativesCount) {
  Model m("damped");
  const auto q = m.variable("q");
  m.equation("motion", 2.0 * der(q, 2) + q * der(q) == 0.0);
  EXPECT_TRUE(constant_coefficients(m.problem().dae));
}

}  // namespace
}  // namespace trammel::pipeline
