// Perturbation index by experiment, beside the differentiation index.
#include <gtest/gtest.h>

#include "analysis/diagnosis.hpp"
#include "analysis/perturbation.hpp"
#include "pipeline/start.hpp"
#include "support/known_models.hpp"

namespace trammel {
namespace {

std::optional<int> measured(const support::KnownModel& known, int extra = 0) {
  const model::Problem problem = known.model.problem();
  const analysis::Diagnosis found = analysis::analyze(problem.dae);
  const auto start = pipeline::consistent_values(problem, found.offsets.c, found.offsets.d, problem.t_start);
  const auto numbers =
      analysis::find_strangeness(problem.dae, start.values, problem.t_start, found.index + 2,
                                 std::vector<std::vector<int>>(problem.dae.variables.size(), {0}));
  return analysis::perturbation_index(problem.dae, start.values, problem.t_start, found.index + extra,
                                      numbers.free);
}

const support::KnownModel& find(const std::vector<support::KnownModel>& list, const std::string& name) {
  for (const support::KnownModel& known : list)
    if (known.name == name) return known;
  throw std::runtime_error("no model " + name);
}

// [HW96, (VII.1.31)]: differentiation index 1, perturbation index 2; (1.32): 1 and m.
TEST(PerturbationIndex, ExceedsTheDifferentiationIndexInBothCounterexamples) {
  const auto all = support::documents();
  EXPECT_EQ(measured(find(all, "HW96 (VII.1.31)")), 2);
  EXPECT_EQ(measured(find(all, "HW96 (VII.1.32), m = 2")), 2);
  EXPECT_EQ(measured(find(all, "HW96 (VII.1.32), m = 3")), 3);
}

// [HW96, (VII.1.25)-(1.30)]: equal to the differentiation index for Hessenberg forms.
TEST(PerturbationIndex, EqualsTheDifferentiationIndexOfHessenbergForms) {
  const auto all = support::mechanisms();
  EXPECT_EQ(measured(find(all, "HW96 (VII.2.1), level 1")), 2);
  EXPECT_EQ(measured(find(all, "HW96 (VII.2.1), level 2")), 1);
  EXPECT_EQ(measured(find(support::documents(), "HW96 (VII.1.12)")), 3);
  EXPECT_EQ(measured(find(support::circuits(), "CV loop")), 2);
  EXPECT_EQ(measured(find(support::circuits(), "RC")), 1);
}

}  // namespace
}  // namespace trammel
