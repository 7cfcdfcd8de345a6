#include "report/energy_curves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/model.hpp"

namespace trammel::report {
namespace {

using model::der;
using model::Model;

// Kepler's circle with radius 1: T = 1/2 and V constant. The way between the points leads around the singular
// centre.
TEST(EnergyCurves, OfAnOrbitAreConstantAndNoticeAPointThatIsOff) {
  Model m("orbit");
  auto x = m.variable("x"), y = m.variable("y"), r = m.variable("r");
  m.equation("radius", r == sqrt(x * x + y * y));
  m.equation("x", der(x, 2) == -x / (r * r * r));
  m.equation("y", der(y, 2) == -y / (r * r * r));
  const std::vector<std::string> names = {"x", "y", "r", "der(x)", "der(y)"};
  for (const double off : {0.0, 1e-3}) {
    SpreadRows rows(5, 200);
    for (int i = 0; i <= 100; ++i) {
      const double t = 0.1 * i, size = i == 50 ? 1 + off : 1;
      rows.add(t, std::vector{size * std::cos(t), size * std::sin(t), size, -std::sin(t), std::cos(t)});
    }
    const auto found = energy_curves(m.problem().dae, names, rows);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->columns[0][70], 0.5, 1e-14);
    const double largest = std::ranges::max(found->columns[2], {}, [](double e) { return std::abs(e); });
    // V = −1/r: moving out by 1e-3 takes 1e-3 of energy.
    EXPECT_NEAR(std::abs(largest), off, off > 0 ? 2e-6 : 1e-9);
  }
}

}  // namespace
}  // namespace trammel::report
