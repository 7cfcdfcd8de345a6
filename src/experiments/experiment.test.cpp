#include "experiments/experiment.hpp"

#include <gtest/gtest.h>

#include <set>

#include "experiments/page.hpp"
#include "experiments/texts.hpp"

namespace trammel::experiments {
namespace {

class Experiments : public testing::TestWithParam<const Experiment*> {};

// A number that was met stays met: what cannot be met has its reason in published.csv.
TEST_P(Experiments, MeetWhatIsPublishedOrKnowWhyNot) {
  const Reproduction found = reproduce(*GetParam());
  EXPECT_FALSE(found.cells.empty());
  EXPECT_TRUE(found.as_expected()) << text(found);
}

std::vector<const Experiment*> quick() {
  std::vector<const Experiment*> result;
  for (const Experiment& experiment : catalog())
    if (experiment.quick) result.push_back(&experiment);
  return result;
}
INSTANTIATE_TEST_SUITE_P(Quick, Experiments, testing::ValuesIn(quick()),
                         [](const auto& test) { return std::string(test.param->id); });

TEST(Catalog, HasAFolderForEachExperimentAndAnExperimentForEachFolder) {
  std::set<std::string_view> folders, experiments;
  for (const Texts& texts : all_texts()) folders.insert(texts.id);
  for (const Experiment& experiment : catalog()) experiments.insert(experiment.id);
  EXPECT_EQ(folders, experiments);
  EXPECT_EQ(experiments.size(), catalog().size());
}

// What the tests above hold us to. A number that loses its place here needs a reason that others can check.
TEST(Catalog, Asks1795NumbersToBeMetAndHasAReasonFor239) {
  int met = 0, excused = 0;
  for (const Texts& texts : all_texts())
    for (const Published& published : read_published(texts.numbers, texts.id))
      ++(published.reason.empty() ? met : excused);
  EXPECT_EQ(met, 1795);
  EXPECT_EQ(excused, 239);
  for (const Experiment& experiment : catalog()) EXPECT_TRUE(experiment.quick) << experiment.id;
}

}  // namespace
}  // namespace trammel::experiments
