// What analyze says about models whose answers are known.
#include "support/known_models.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/diagnosis.hpp"
#include "model/model.hpp"
#include "pipeline/examine.hpp"

namespace trammel {
namespace {

using support::KnownModel;

void expect_right(const KnownModel& known) {
  SCOPED_TRACE(known.name);
  const pipeline::Examination e = pipeline::examine(known.model.problem());
  EXPECT_EQ(e.index, known.index) << text(e);
  EXPECT_EQ(e.degrees_of_freedom, known.freedoms) << text(e);
  EXPECT_EQ(e.structural_index, known.structural.value_or(known.index));
  // ν = μ + 1, or 0 for an ODE [KM96]
  ASSERT_TRUE(e.strangeness_index.has_value()) << text(e);
  EXPECT_EQ(*e.strangeness_index, std::max(0, known.index - 1));
  EXPECT_EQ(static_cast<int>(e.free_start_values.size()), known.freedoms) << text(e);
  for (const auto& [equation, derivative] : known.hidden)
    EXPECT_TRUE(std::ranges::any_of(
        e.hidden_constraints,
        [&](const auto& hidden) { return hidden.equation == equation && hidden.derivative == derivative; }))
        << equation << " " << derivative << "\n"
        << text(e);
}

TEST(KnownModels, OfTheLiteratureHaveTheIndexAndFreedomsStatedThere) {
  for (const KnownModel& known : support::documents()) expect_right(known);
}
TEST(KnownModels, ChainsOfIntegratorsHaveTheIndexOfTheirLengthUpTo7) {
  for (const KnownModel& known : support::chains()) expect_right(known);
}
TEST(KnownModels, MechanismsHaveIndex3OrTheLevelOfTheirConstraints) {
  for (const KnownModel& known : support::mechanisms()) expect_right(known);
}
TEST(KnownModels, CircuitsAndProcessesHaveTheirTextbookIndex) {
  for (const KnownModel& known : support::circuits()) expect_right(known);
}
TEST(KnownModels, ThoseWhoseStructureMisleadsAreDecidedByNumbers) {
  for (const KnownModel& known : support::misleading()) expect_right(known);
}

// The examples that the documents work out, by name: index and what the structure alone says.
TEST(KnownModels, HoldEveryExampleOfTheDocuments) {
  struct Example {
    const char* name;
    int index, structural;
  };
  const std::vector<KnownModel> all = support::documents();
  for (const Example& example : {Example{"HW96 (VII.1.9)", 2, 2},
                                 {"HW96 (VII.1.12)", 3, 3},
                                 {"HW96 (VII.1.31)", 1, 1},
                                 {"HW96 (VII.1.32), m = 2", 1, 2},
                                 {"HW96 (VII.1.32), m = 4", 1, 4},
                                 {"HW96 (VII.1.39)", 1, 1},
                                 {"HW96 (VII.1.52), D > 0", 1, 1},
                                 {"HW96 (VII.1.52), D = 0", 3, 3},
                                 {"[AP98, example 10.1], eta = 0.500000", 2, 1},
                                 {"[AP98, example 10.1], eta = -1.000000", 2, 1},
                                 {"Wun05 example 3.2.1", 3, 3},
                                 {"Wun05 (3.11)", 4, 4},  // example 3.2.2: order reduction raises the index
                                 {"Wun05 remark 3.2.3", 4, 4},
                                 {"Wun05 example 7.2.2", 3, 3},
                                 {"Wun05 (7.19)", 2, 3},
                                 {"[AP98, 10.1.4], example 1", 1, 1},
                                 {"Wun05 (4.3) violated", 4, 3}}) {
    const auto at = std::ranges::find(all, example.name, &KnownModel::name);
    ASSERT_NE(at, all.end()) << example.name;
    const pipeline::Examination e = pipeline::examine(at->model.problem());
    EXPECT_EQ(e.index, example.index) << example.name;
    EXPECT_EQ(e.structural_index, example.structural) << example.name;
  }
  int highest = 0;
  for (const KnownModel& known : support::chains()) highest = std::max(highest, known.index);
  EXPECT_EQ(highest, 7);
}

// Where the structure misleads, a start is restricted by combinations of equations. They are never left out.
TEST(KnownModels, WhoseStructureMisleadsHaveTheirHiddenConstraintsPrinted) {
  int looked_at = 0;
  for (const auto& list : {support::documents(), support::misleading()})
    for (const KnownModel& known : list) {
      if (!known.structural || *known.structural == known.index) continue;
      const pipeline::Examination e = pipeline::examine(known.model.problem());
      // An index above the structural one comes from constraints that nobody wrote.
      if (known.index > *known.structural || known.index > 1) {
        EXPECT_FALSE(e.hidden_constraints.empty()) << known.name << "\n" << text(e);
      }
      for (const auto& hidden : e.hidden_constraints) EXPECT_FALSE(hidden.text.empty()) << known.name;
      ++looked_at;
    }
  EXPECT_GE(looked_at, 8);
}

// (2 + cos x)(x' + y') + x = 0, x' + y' = y - 2: the difference, with a coefficient that is no multiple of
// one unknown, is x + (2 + cos x)(y - 2) = 0. Told in words, with its linearization: at x = 0, y = 2 it is dx
// + 3 dy.
TEST(KnownModels, CombinationsWithOtherCoefficientsAreToldInWords) {
  model::Model m("words");
  auto x = m.variable("x", {.start = 0, .fixed = true}), y = m.variable("y", {.start = 2});
  m.equation("first", (2.0 + cos(x)) * (der(x) + der(y)) + x == 0.0);
  m.equation("second", der(x) + der(y) == y - 2.0);
  const pipeline::Examination e = pipeline::examine(m.problem());
  EXPECT_EQ(e.index, 1) << text(e);
  ASSERT_EQ(e.hidden_constraints.size(), 1u) << text(e);
  const std::string& words = e.hidden_constraints[0].text;
  EXPECT_NE(words.find("a combination of 'first' and 'second'; near the start"), std::string::npos) << words;
  EXPECT_NE(words.find("0.3333*(x - 0) + 1*(y - 2) = 0"), std::string::npos) << words;
}

TEST(KnownModels, AreAtLeastSixtyAndTheStructureIsWrongAboutEight) {
  std::size_t all = 0, wrong = 0;
  for (const auto& list : {support::documents(), support::chains(), support::mechanisms(),
                           support::circuits(), support::misleading()})
    for (const KnownModel& known : list) {
      ++all;
      wrong += known.structural && *known.structural != known.index &&
               analysis::analyze(known.model.problem().dae).index == *known.structural;
    }
  EXPECT_GE(all, 60u);
  EXPECT_GE(wrong, 8u);
}

}  // namespace
}  // namespace trammel
