#include "report/csv.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <random>

namespace trammel::report {
namespace {

std::string csv(const std::vector<std::string>& names, const std::vector<solution::Sample>& rows) {
  std::string text;
  write_csv(names, rows, [&](std::string_view part) { text += part; });
  return text;
}

TEST(Csv, TimeComesFirstAndNamesAreTheUsersOwn) {
  EXPECT_EQ(csv({"x", "der(x)"}, {{0.5, {1.25, -3}}}), "time,x,der(x)\n0.5,1.25,-3\n");
}

TEST(Csv, QuotesNamesThatHoldCommasOrQuotes) {
  EXPECT_EQ(csv({"a[1,2]", "'say \"hi\"'"}, {}), "time,\"a[1,2]\",\"'say \"\"hi\"\"'\"\n");
}

TEST(Csv, EveryNumberReadsBackAsTheSameDouble) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-300, 300), mantissa(-10, 10);
  for (int i = 0; i < 1000; ++i) {
    const double value = mantissa(random) * std::pow(10, exponent(random));
    EXPECT_EQ(std::strtod(number(value).c_str(), nullptr), value);
  }
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "-Infinity");
}

TEST(Csv, LongTrajectoriesArriveInPiecesAndComplete) {
  std::vector<solution::Sample> rows;
  for (int i = 0; i < 50000; ++i) rows.push_back({i * 1.0, {i + 0.5}});
  int pieces = 0;
  std::size_t lines = 0;
  write_csv({"x"}, rows, [&](std::string_view part) {
    ++pieces;
    for (const char c : part) lines += c == '\n';
  });
  EXPECT_GT(pieces, 3);
  EXPECT_EQ(lines, rows.size() + 1);
}

}  // namespace
}  // namespace trammel::report
