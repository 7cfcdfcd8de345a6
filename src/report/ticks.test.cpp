#include "report/ticks.hpp"

#include <gtest/gtest.h>

namespace trammel::report {
namespace {

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> result;
  for (const Tick& tick : ticks)
    if (!tick.label.empty()) result.push_back(tick.label);
  return result;
}
using Labels = std::vector<std::string>;

TEST(Ticks, AreRoundNumbersInsideTheRangeWithJustEnoughDigits) {
  EXPECT_EQ(labels(linear_ticks({0, 10}, 5)), (Labels{"0", "2", "4", "6", "8", "10"}));
  EXPECT_EQ(labels(linear_ticks({-1, 1}, 4)), (Labels{"−1.0", "−0.5", "0", "0.5", "1.0"}));
  EXPECT_EQ(labels(linear_ticks({0, 3e-9}, 3)), (Labels{"0", "10⁻⁹", "2×10⁻⁹", "3×10⁻⁹"}));
  EXPECT_EQ(labels(linear_ticks({1000, 1000.03}, 3)), (Labels{"1000.00", "1000.01", "1000.02", "1000.03"}));
  EXPECT_TRUE(linear_ticks({1, 1}, 5).empty());
}

TEST(Ticks, OfLogarithmicAxesArePowersOfTen) {
  EXPECT_EQ(labels(log_ticks({1e-2, 1e2}, 6)), (Labels{"10⁻²", "10⁻¹", "1", "10", "10²"}));
  EXPECT_EQ(labels(log_ticks({1e-16, 1}, 5)), (Labels{"10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "1"}));
  EXPECT_EQ(labels(log_ticks({2, 9}, 4)), (Labels{"2", "4", "6", "8"}));
  EXPECT_TRUE(log_ticks({-1, 9}, 4).empty());
}

TEST(Ticks, NumbersForPeopleHaveTrueMinusSignsAndPowers) {
  EXPECT_EQ(pretty_number(-1.5), "−1.5");
  EXPECT_EQ(pretty_number(-1e-7), "−10⁻⁷");
  EXPECT_EQ(pretty_number(2.5e20), "2.5×10²⁰");
  EXPECT_EQ(pretty_number(0), "0");
}

}  // namespace
}  // namespace trammel::report
