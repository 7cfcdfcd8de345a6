#include "report/gather.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::report {
namespace {

// x = sin t, y = t.
void gather_values(double t, Out out) {
  out[0] = std::sin(t);
  out[1] = t;
}

// A run of steps of one size, as a Segment tells it.
void tell_run(Gatherer& gatherer, int steps, double h, double from = 0, double factor = 1) {
  std::vector<double> at(2);
  const auto scaled = [&](double t, Out out) {
    gather_values(t, out);
    out[0] *= factor;
  };
  scaled(from, at);
  gatherer.begin(from, at);
  for (int i = 0; i < steps; ++i) {
    (void)gatherer.reads_inside();
    gatherer.step(from + i * h, from + (i + 1) * h, 4, scaled);
  }
}

Table gathered_curves(Gatherer& gatherer, double end) {
  std::vector<double> last(2);
  gather_values(end, last);
  Table table{{"x"}, {}, {}};
  gatherer.finish(end, last).curves.finish(gatherer.points(), table);
  return table;
}

TEST(Gatherer, LooksIntoStepsWhileTheyAreFewAndAtTheirEndsLater) {
  Gatherer gatherer(2, {0}, 400);
  EXPECT_TRUE(gatherer.reads_inside());
  tell_run(gatherer, 10, 1.0);
  EXPECT_TRUE(gatherer.reads_inside());
  const Table few = gathered_curves(gatherer, 10);
  EXPECT_GT(few.time.size(), 80u);  // 24 parts of each step, without those on straight lines
  tell_run(gatherer, 1000, 0.01);
  EXPECT_FALSE(gatherer.reads_inside());
}

TEST(Gatherer, HoldsABoundedNumberOfRowsOfAnyRun) {
  Gatherer gatherer(2, {0}, 400);
  tell_run(gatherer, 300'000, 1e-3);
  std::vector<double> last = {0, 300};
  Gathered& all = gatherer.finish(300, last);
  EXPECT_LE(all.rows.size(), 3000u);
  EXPECT_GE(all.rows.size(), 1500u);
  for (std::size_t i = 1; i < all.rows.size(); ++i) {
    EXPECT_LT(all.rows.time(i - 1), all.rows.time(i));
    EXPECT_EQ(all.rows.row(i)[1], all.rows.time(i));  // rows stay together
  }
  Table table{{"x"}, {}, {}};
  all.curves.finish(gatherer.points(), table);
  EXPECT_LE(table.time.size(), 400u);
  EXPECT_EQ(table.time.back(), 300);
}

TEST(Gatherer, ForgetsARunThatIsRepeatedAndRemembersItIfTheRepetitionFails) {
  for (const bool fails : {false, true}) {
    Gatherer gatherer(2, {0}, 4000);
    tell_run(gatherer, 100, 0.1);
    gatherer.again();
    tell_run(gatherer, fails ? 5 : 100, 0.1, 0, 3);
    if (fails) gatherer.back();
    const Table table = gathered_curves(gatherer, 10);
    double largest = 0;
    for (const double x : table.columns[0]) largest = std::max(largest, x);
    EXPECT_NEAR(largest, fails ? 1 : 3, 1e-3) << fails;
    EXPECT_EQ(table.time.front(), 0);
    EXPECT_EQ(table.time.back(), 10);
  }
}

// Behind an event the curve begins anew at the same time, with other values.
TEST(Gatherer, ShowsBothSidesOfAJump) {
  Gatherer gatherer(2, {0}, 4000);
  tell_run(gatherer, 10, 0.1);
  tell_run(gatherer, 10, 0.1, 1, -1);
  const Table table = gathered_curves(gatherer, 2);
  bool both = false;
  for (std::size_t i = 1; i < table.time.size(); ++i)
    both = both || (std::abs(table.time[i] - table.time[i - 1]) < 1e-12 && table.columns[0][i - 1] > 0.8 &&
                    table.columns[0][i] < -0.8);
  EXPECT_TRUE(both);
}

}  // namespace
}  // namespace trammel::report
