#include "integrate/order_trial.hpp"

#include <gtest/gtest.h>

namespace trammel::integrate {
namespace {

// Steps of length h for an effort of 1 each; tells after how many the order was given up, 0 if it was kept.
int given_up_after(OrderTrial& order, double h, int steps) {
  for (int i = 1; i <= steps; ++i) {
    order.worked(1);
    if (order.disappoints(h)) return i;
  }
  return 0;
}

TEST(OrderTrial, KeepsAnOrderThatGetsFartherForTheSameWork) {
  OrderTrial order;
  EXPECT_EQ(given_up_after(order, 1, 20), 0);
  order.rises();
  EXPECT_EQ(given_up_after(order, 2, 100), 0);
}

TEST(OrderTrial, GivesUpAnOrderThatDoesNotAndWaitsLongerEachTime) {
  OrderTrial order;
  EXPECT_EQ(given_up_after(order, 1, 20), 0);
  int waited_before = 0;
  for (int trial = 0; trial < 3; ++trial) {
    order.rises();
    EXPECT_GT(given_up_after(order, 0.5, 100), 0);
    order.gives_up();
    int waited = 0;
    for (; !order.may_rise(); ++waited) EXPECT_EQ(given_up_after(order, 1, 1), 0);
    EXPECT_GT(waited, waited_before);
    waited_before = waited;
  }
}

TEST(OrderTrial, CountsTheWorkOfRejectedSteps) {
  OrderTrial order;
  EXPECT_EQ(given_up_after(order, 1, 20), 0);
  order.rises();
  order.worked(100);
  EXPECT_GT(given_up_after(order, 2, 100), 0);
}

TEST(OrderTrial, EndsWhereTheOrderFallsForAnotherReason) {
  OrderTrial order;
  EXPECT_EQ(given_up_after(order, 1, 20), 0);
  order.rises();
  order.falls(3);
  EXPECT_FALSE(order.may_rise());
  EXPECT_FALSE(order.settled());
  EXPECT_EQ(given_up_after(order, 0.01, 100), 0);
  EXPECT_TRUE(order.may_rise());
  EXPECT_TRUE(order.settled());
}

}  // namespace
}  // namespace trammel::integrate
