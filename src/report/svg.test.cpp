#include "report/svg.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "report/terminal_plot.hpp"

namespace trammel::report {
namespace {

Figure waves(const std::string& name) {
  Figure figure{.title = "Waves", .panels = {{.x_label = "time [s]", .y_label = "[m]"}}};
  for (const double phase : {0.0, 1.0}) {
    Curve curve{name, {}, {}};
    for (int i = 0; i <= 100'000; ++i) {
      curve.x.push_back(i * 1e-4);
      curve.y.push_back(std::sin(curve.x.back() + phase));
    }
    figure.panels[0].curves.push_back(curve);
  }
  return figure;
}

TEST(Svg, HoldsNoMorePointsThanThePageHasPixels) {
  const std::string svg = to_svg(waves("x"));
  EXPECT_LT(svg.size(), 80'000u);
  EXPECT_NE(svg.find("time [s]"), std::string::npos);
  EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(Svg, NamesAreTextWhateverTheyHold) {
  const std::string svg = to_svg(waves("<script>alert(1)</script>\" onload='x' &amp; \x01\xFF"));
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find('\x01'), std::string::npos);
  EXPECT_EQ(svg.find('\xFF'), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;"), std::string::npos);
  EXPECT_EQ(escaped("\xC0\x80 \xED\xA0\x80 ü"),
            "\xEF\xBF\xBD\xEF\xBF\xBD \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD ü");
  const std::string text = to_text(waves("\x1b[2J evil"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Svg, ANameOfTenThousandCharactersIsCut) {
  EXPECT_LT(to_svg(waves(std::string(10'000, 'x'))).size(), to_svg(waves("x")).size() + 2000);
}

TEST(Svg, ValuesThatAreNoNumbersInterruptTheLine) {
  Figure figure{.panels = {{.curves = {{"x", {0, 1, 2, 3, 4}, {0, 1, NAN, 1, 0}}}}}};
  const std::string svg = to_svg(figure);
  const std::size_t path = svg.find("class=\"c c0\"");
  const std::string line = svg.substr(path, svg.find("/>", path) - path);
  EXPECT_EQ(std::count(line.begin(), line.end(), 'M'), 2);
  EXPECT_EQ(line.find("nan"), std::string::npos);
}

TEST(Svg, EmptyAndConstantCurvesHaveAxes) {
  for (const std::vector<double>& y : {std::vector<double>{}, {5.0, 5.0}, {0.0, 0.0}, {1e-300, 1e-300}}) {
    const Figure figure{.panels = {{.curves = {{"x", std::vector<double>(y.size(), 1.0), y}}}}};
    EXPECT_EQ(to_svg(figure).find("nan"), std::string::npos);
    EXPECT_FALSE(to_text(figure).empty());
  }
}

// A line from corner to corner lights the first and the last character.
TEST(TerminalPlot, DrawsALineFromCornerToCorner) {
  Figure figure{.panels = {{.x_label = "time", .curves = {{"x", {0, 10}, {0, 10}}}}}};
  const std::string text = to_text(figure, {.width = 24, .height = 4, .unicode = false});
  EXPECT_EQ(text,
            "    * x\n"
            "10 +               *****\n"
            " 5 +         ******\n"
            "   |   *******\n"
            " 0 +****\n"
            "   ++--------+---------+\n"
            "    0        5        10\n"
            "            time\n");
}

}  // namespace
}  // namespace trammel::report
