#include "certify/held_relations.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace trammel::certify {
namespace {

using expr::Op;

// The share of a motion on a surface lies between 0 and 1, whatever the run has made of the relation since.
TEST(HeldRelations, OneWithoutAParameterMustBeTrue) {
  model::Dae dae{.graph = std::make_shared<expr::Graph>()};
  expr::Graph& g = *dae.graph;
  const int share = g.add_variable("share");
  dae.variables.push_back({.id = share});
  const expr::Expr x = g.symbol(share);
  HeldRelations relations(dae, {{.op = Op::lt, .left = x, .right = g.constant(1), .text = "share < 1"}}, {x});
  relations.set_parameters({});
  const double inside[] = {0.4}, outside[] = {1.2};
  EXPECT_TRUE(relations.contradicted(0, inside, 1e-6).empty());
  ASSERT_EQ(relations.contradicted(0, outside, 1e-6).size(), 1u);
  EXPECT_NEAR(relations.contradicted(0, outside, 1e-6)[0].distance, 0.2, 1e-12);
}

}  // namespace
}  // namespace trammel::certify
