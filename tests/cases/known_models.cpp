// What analyze says about models whose answers are known.
#include "support/known_models.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/diagnosis.hpp"
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
