// Consistent starts from bad guesses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "pipeline/start.hpp"
#include "support/known_models.hpp"

namespace trammel {
namespace {

// 20 mechanisms and circuits, 25 starts each: all values of a consistent start, off by up to 30 % (of the
// nominal value where they are zero), as guesses.
TEST(RandomStarts, SucceedFromGuessesOffBy30PercentInAtLeast95OfHundred) {
  std::vector<support::KnownModel> models = support::mechanisms();
  for (const support::KnownModel& known : support::circuits())
    if (models.size() < 20) models.push_back(known);
  ASSERT_GE(models.size(), 20u);
  models.resize(20);
  std::mt19937 random(3);
  std::uniform_real_distribution<> off(-0.3, 0.3);
  int tried = 0, good = 0;
  for (const support::KnownModel& known : models) {
    const model::Problem problem = known.model.problem();
    const analysis::Offsets offsets = analysis::analyze(problem.dae).offsets;
    const auto base = pipeline::consistent_values(problem, offsets.c, offsets.d, problem.t_start);
    for (int k = 0; k < 25; ++k) {
      model::Problem start = problem;
      start.starts.clear();
      for (std::size_t j = 0; j < base.values.size(); ++j)
        for (int l = 0; l <= offsets.d[j]; ++l) {
          const double value = base.values[j][l], nominal = problem.dae.variables[j].nominal;
          start.starts.push_back({problem.dae.graph->symbol(problem.dae.variables[j].id, l),
                                  value + off(random) * (value != 0 ? value : nominal), model::Rank::guess});
        }
      ++tried;
      try {
        pipeline::consistent_values(start, offsets.c, offsets.d, problem.t_start);
        ++good;
      } catch (const Error& error) {  // every failure explains itself
        EXPECT_EQ(error.kind, Kind::initialization);
        EXPECT_FALSE(error.where.equations.empty()) << known.name;
        EXPECT_FALSE(error.hint.empty()) << known.name;
      }
    }
  }
  EXPECT_EQ(tried, 500);
  EXPECT_GE(good, 475);
  fmt::print("{} of {} starts\n", good, tried);
}

}  // namespace
}  // namespace trammel
