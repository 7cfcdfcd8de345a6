#include "modelica/session.hpp"

#include <gtest/gtest.h>

namespace trammel::modelica {
namespace {

TEST(DidYouMean, FindsSwappedMissingAndWrongCaseLetters) {
  EXPECT_EQ(did_you_mean("widht", {"height", "width"}), "; did you mean 'width'?");
  EXPECT_EQ(did_you_mean("r", {"R", "C"}), "; did you mean 'R'?");
  EXPECT_EQ(did_you_mean("sine", {"size", "sin"}), "; did you mean 'sin'?");
}

TEST(DidYouMean, IsSilentWhenNothingIsNear) { EXPECT_EQ(did_you_mean("pressure", {"x", "temperature"}), ""); }

TEST(Session, GivesUpBeyondItsBudget) {
  Session session;
  session.budget = 10;
  session.spend(10, {});
  EXPECT_THROW(session.spend(1, {}), Error);
}

}  // namespace
}  // namespace trammel::modelica
