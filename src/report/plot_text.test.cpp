#include "report/plot_text.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace trammel::report {
namespace {

const std::vector<std::string> names = {"x", "y", "der(x)", "a[1,2]", "q[1]", "q[2]", "'a:b, c'", "b.v"};

std::string read(std::string_view text) {
  std::string all;
  for (const Wish& wish : read_plot(text, names)) all += "<" + wish.x + "|" + wish.y + ">";
  return all;
}

TEST(PlotText, SplitsAtCommasAndColonsOutsideOfNames) {
  EXPECT_EQ(read("x, y"), "<|x><|y>");
  EXPECT_EQ(read("x:y"), "<x|y>");
  EXPECT_EQ(read("x:der(x)"), "<x|der(x)>");
  EXPECT_EQ(read("a[1,2],'a:b, c'"), "<|a[1,2]><|'a:b, c'>");
}

TEST(PlotText, PatternsStandForAllThatFit) {
  EXPECT_EQ(read("q[*],b.*"), "<|q[1]><|q[2]><|b.v>");
  EXPECT_TRUE(fits("*", ""));
  EXPECT_TRUE(fits("a*c*e", "abcde"));
  EXPECT_FALSE(fits("a*d", "abcde"));
}

TEST(PlotText, WrongNamesAreNamedWithTheNearestOne) {
  try {
    read("x,der(y)");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "the model has no variable called 'der(y)' to plot");
    EXPECT_EQ(error.hint, "did you mean 'der(x)'?");
  }
  EXPECT_THROW(read("z*"), Error);
  EXPECT_THROW(read("x,"), Error);
  EXPECT_THROW(read("x:y:x"), Error);
  EXPECT_THROW(read("x,x:y"), Error);
}

}  // namespace
}  // namespace trammel::report
