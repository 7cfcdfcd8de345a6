#include "analysis/culprits.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using expr::der;
using expr::Formula;
using model::Model;

enum class Fault { missing_node, extra_value, unused, empty };

// A ladder of resistors and capacitors of about n equations, everything in which hangs together, with a
// fault in its middle.
Model faulty_ladder(int n, Fault fault) {
  Model m("ladder");
  const int size = n / 2, at = size / 2;
  std::vector<Formula> u, i;
  for (int k = 0; k < size; ++k) {
    u.push_back(m.variable(fmt::format("u[{}]", k)));
    i.push_back(m.variable(fmt::format("i[{}]", k)));
  }
  if (fault == Fault::unused) m.variable("forgotten");
  for (int k = 0; k < size; ++k) {
    const Formula after = k + 1 < size ? i[k + 1] : Formula(0.0);
    m.equation(fmt::format("resistor {}", k), (k > 0 ? u[k - 1] : sin(m.time())) - u[k] == 0.5 * i[k]);
    const bool here = k == at;
    if (here && fault == Fault::empty) m.equation("wrong", m.time() == 2.0);
    if (here && (fault == Fault::missing_node || fault == Fault::empty)) continue;
    m.equation(fmt::format("node {}", k), 0.1 * der(u[k]) == i[k] - after);
  }
  if (fault == Fault::extra_value) m.equation("extra", u[at] == 3.0);
  return m;
}

Error refusal(const Model& m) {
  try {
    analyze(m.problem().dae);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "accepted";
  return Error(Kind::io, "accepted");
}

void expect_among_few(const Error& error, const std::string& unknown) {
  EXPECT_EQ(std::ranges::count(error.where.variables, unknown), 1) << error.message;
  EXPECT_LE(error.where.variables.size(), 5u) << error.message;
}

class PlantedFault : public testing::TestWithParam<int> {};

TEST_P(PlantedFault, MissingEquationIsBlamedOnItsUnknownOrANeighbour) {
  const int n = GetParam(), at = n / 4;
  const Error error = refusal(faulty_ladder(n, Fault::missing_node));
  expect_among_few(error, fmt::format("u[{}]", at));
}

TEST_P(PlantedFault, SurplusEquationIsBlamedItself) {
  const Error error = refusal(faulty_ladder(GetParam(), Fault::extra_value));
  EXPECT_TRUE(std::ranges::count(error.where.equations, "extra") == 1 && error.where.equations.size() <= 8)
      << error.message;
}

TEST_P(PlantedFault, AnUnusedUnknownAndAnEmptyEquationAreNamedAlone) {
  const Error unused = refusal(faulty_ladder(GetParam(), Fault::unused));
  EXPECT_EQ(unused.where.variables, (std::vector<std::string>{"forgotten"})) << unused.message;
  const Error wrong = refusal(faulty_ladder(GetParam(), Fault::empty));
  EXPECT_EQ(wrong.where.equations, (std::vector<std::string>{"wrong"})) << wrong.message;
  expect_among_few(wrong, fmt::format("u[{}]", GetParam() / 4));
}

INSTANTIATE_TEST_SUITE_P(Sizes, PlantedFault, testing::Values(10, 1000, 100'000));

// Two circuits: x from two equations, and a triangle of three equations in two unknowns. The shorter is
// named.
TEST(Culprits, OfSeveralFaultsTheSmallestIsNamed) {
  Model m("two faults");
  auto x = m.variable("x"), y = m.variable("y"), z = m.variable("z");
  m.equation("a", y + z == 1.0);
  m.equation("b", y - z == 2.0);
  m.equation("c", y + 2 * z == 3.0);
  m.equation("d", x == 1.0);
  m.equation("e", 2 * x == 1.0);
  const Error error = refusal(m);
  EXPECT_EQ(error.where.equations, (std::vector<std::string>{"d", "e"})) << error.message;
}

// Removing any member of a circuit leaves equations that have a matching; so none is innocent. [EF65]
TEST(Culprits, EveryMemberOfANamedCircuitIsNeeded) {
  Model m("circuit");
  std::vector<Formula> x;
  for (int k = 0; k < 5; ++k) x.push_back(m.variable(fmt::format("x{}", k)));
  m.equation("first", x[0] == 1.0);
  for (int k = 0; k < 4; ++k) m.equation(fmt::format("link {}", k), x[k] + x[k + 1] == 0.0);
  m.equation("last", x[3] == 2.0);
  const model::Dae dae = m.problem().dae;
  const Signature sigma = signature(dae);
  const Blame blame = find_culprits(sigma, largest_matching(sigma.graph));
  ASSERT_TRUE(blame.over.any && blame.over.whole);
  EXPECT_EQ(blame.over.rows, 5);  // not link 3, which alone holds x4
  for (const int without : blame.over.row) {
    Bipartite rest{0, sigma.graph.columns, {0}, {}};
    for (const int row : blame.over.row) {
      if (row == without) continue;
      for (const int column : sigma.graph.of(row)) rest.column.push_back(column);
      rest.start.push_back(static_cast<int>(rest.column.size()));
      ++rest.rows;
    }
    EXPECT_EQ(largest_matching(rest).size(), rest.rows);
  }
}

}  // namespace
}  // namespace trammel::analysis
