// Gauss and Lobatto methods made from their nodes, and the composition coefficients.
#include "integrate/tableaus/collocation.hpp"

#include <gtest/gtest.h>

#include "support/rooted_trees.hpp"

namespace trammel::integrate {
namespace {

template <int s>
void expect_order(const CollocationTableau<s>& t, int order) {
  EXPECT_LT(support::order_defect(t.A, t.b, s, order), 1e-12) << s << " stages";
  EXPECT_GT(support::order_defect(t.A, t.b, s, order + 1), 1e-7) << s << " stages";
}

// [HNW93, Theorem II.7.9; HW96, IV.5]
TEST(Collocation, GaussHasOrder2sAndLobattoIIIAOrder2sMinus2) {
  expect_order(CollocationTableau<1>(gauss_nodes<1>()), 2);
  expect_order(CollocationTableau<2>(gauss_nodes<2>()), 4);
  expect_order(CollocationTableau<3>(gauss_nodes<3>()), 6);
  expect_order(CollocationTableau<4>(gauss_nodes<4>()), 8);
  expect_order(CollocationTableau<2>(lobatto_nodes<2>()), 2);
  expect_order(CollocationTableau<3>(lobatto_nodes<3>()), 4);
  expect_order(CollocationTableau<4>(lobatto_nodes<4>()), 6);
}

// b_i a_ij + b_j a_ji = b_i b_j: what makes a Runge-Kutta method symplectic. [HLW06, VI.4]
TEST(Collocation, GaussMethodsAreSymplectic) {
  const CollocationTableau<4> t(gauss_nodes<4>());
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(t.b[i] * t.A[i][j] + t.b[j] * t.A[j][i], t.b[i] * t.b[j], 1e-15);
}

// [HW96, Table IV.5.7]
TEST(Collocation, GivesThePrintedLobattoIIIAOfOrder4) {
  const CollocationTableau<3> t(lobatto_nodes<3>());
  const double printed[3][3] = {{0, 0, 0}, {5. / 24, 1. / 3, -1. / 24}, {1. / 6, 2. / 3, 1. / 6}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(t.A[i][j], printed[i][j], 1e-15);
}

}  // namespace
}  // namespace trammel::integrate
