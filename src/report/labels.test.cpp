#include "report/labels.hpp"

#include <gtest/gtest.h>

namespace trammel::report {
namespace {

TEST(Labels, UnitsOfDerivativesFollow) {
  EXPECT_EQ(per_second("m"), "m/s");
  EXPECT_EQ(per_second("m/s"), "m/s2");
  EXPECT_EQ(per_second("m/s2"), "m/s3");
  EXPECT_EQ(per_second("s"), "1");
  EXPECT_EQ(per_second("kg.m/s"), "kg.m/s2");
  EXPECT_EQ(per_second(""), "");
  model::Dae dae{.graph = std::make_shared<expr::Graph>()};
  dae.variables.push_back({.id = dae.graph->add_variable("x"), .unit = "rad"});
  const Units units(dae);
  EXPECT_EQ(units.of("der(der(x))"), "rad/s2");
  EXPECT_EQ(units.of("y"), "");
}

TEST(Labels, OneUnitStandsAtTheAxisSeveralStandAtTheCurves) {
  model::Dae dae{.graph = std::make_shared<expr::Graph>()};
  dae.variables.push_back({.id = dae.graph->add_variable("x"), .unit = "m"});
  dae.variables.push_back({.id = dae.graph->add_variable("y"), .unit = "m"});
  const Units units(dae);
  const Table table{{"x", "y", "der(x)"}, {0, 1}, {{0, 1}, {0, 2}, {0, 3}}};
  const Panel same = panel_of({{"", "x"}, {"", "y"}}, table, units);
  EXPECT_EQ(same.y_label, "[m]");
  EXPECT_EQ(same.curves[0].label, "x");
  const Panel mixed = panel_of({{"", "x"}, {"", "der(x)"}}, table, units);
  EXPECT_EQ(mixed.y_label, "");
  EXPECT_EQ(mixed.curves[1].label, "der(x) [m/s]");
  EXPECT_TRUE(panel_of({{"x", "y"}}, table, units).equal);
  EXPECT_FALSE(panel_of({{"x", "der(x)"}}, table, units).equal);
}

}  // namespace
}  // namespace trammel::report
