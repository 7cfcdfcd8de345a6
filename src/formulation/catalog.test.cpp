#include "formulation/catalog.hpp"

#include <gtest/gtest.h>

#include <map>

#include "model/model.hpp"

namespace trammel::formulation {
namespace {

using model::der;

model::Dae pendulum() {
  model::Model m("pendulum");
  const auto x = m.variable("x"), y = m.variable("y"), l = m.variable("lambda");
  m.equation("horizontal", der(x, 2) == -l * x);
  m.equation("vertical", der(y, 2) == -l * y - 9.81);
  m.equation("rod", x * x + y * y == 1.0);
  return m.problem().dae;
}

// [HW96, VII.1; AQR94; Wun05, chapter 7]. (7.19) has differentiation index 2; its structure, with mu' in it,
// shows 3.
TEST(Catalog, EveryFormLeavesTheIndexThatTheLiteratureGivesIt) {
  const std::map<std::string_view, int> expected = {{"underlying_ode", 1},
                                                    {"as_written", 3},
                                                    {"constrained", 3},
                                                    {"index_3", 3},
                                                    {"index_2", 2},
                                                    {"index_1", 1},
                                                    {"baumgarte", 1},
                                                    {"ggl", 2},
                                                    {"ggl_mass", 2},
                                                    {"projected_invariants", 2},
                                                    {"projected_invariants_block", 2},
                                                    {"projected_invariants_mass", 2},
                                                    {"projected_positions", 2},
                                                    {"stabilized", 1},
                                                    {"stabilized_block", 1},
                                                    {"stabilized_mass", 1},
                                                    {"stabilized_transpose", 1},
                                                    {"stabilized_integral", 1},
                                                    {"trust_region", 1},
                                                    {"trust_region_index_2", 1},
                                                    {"trust_region_as_printed", 1},
                                                    {"direct_regularization", 1},
                                                    {"direct_regularization_index_2", 1},
                                                    {"direct_regularization_as_printed", 1}};
  for (const Entry& entry : catalog()) {
    const auto index = expected.find(entry.name);
    if (index == expected.end()) continue;
    EXPECT_EQ(analysis::analyze(entry.formulation.apply(pendulum())).index, index->second) << entry.name;
  }
}

// GGL adds one unknown and one equation per hidden level that it holds: x, y, lambda, two velocities, mu.
TEST(Catalog, GglAddsOneMultiplierPerConstraint) {
  EXPECT_EQ(find_formulation("ggl").formulation.apply(pendulum()).variables.size(), 6u);
  EXPECT_EQ(find_formulation("ggl_mass").formulation.apply(pendulum()).variables.size(), 6u);
}

// Index 1 has no hidden levels: every form is the model itself, in first order.
TEST(Catalog, FormsOfAnOrdinaryEquationAddNoMultipliers) {
  model::Model m("decay");
  const auto x = m.variable("x");
  m.equation("decay", der(x) == -x);
  for (const Entry& entry : catalog()) {
    const model::Dae dae = entry.formulation.apply(m.problem().dae);
    EXPECT_TRUE(dae.run_time.empty()) << entry.name;
    EXPECT_LE(dae.variables.size(), 2u) << entry.name;
  }
}

}  // namespace
}  // namespace trammel::formulation
