#include "experiments/published.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace trammel::experiments {
namespace {

Cell judged(const char* line, std::optional<double> ours) {
  const std::string csv = std::string("table,row,column,published,checked,rule,reason\n") + line + "\n";
  return judge(read_published(csv, "test").at(0), ours);
}

TEST(PublishedNumbers, AreHeldToTheirPrintedDigitsRoundedOrCutOff) {
  EXPECT_EQ(judged("T,r,c,.19e-2,,digits,", 0.00188).verdict, Verdict::met);
  EXPECT_EQ(judged("T,r,c,.27e-4,,digits,", 2.7553e-5).verdict, Verdict::met);  // cut off
  EXPECT_EQ(judged("T,r,c,.20e-2,,digits,", 0.00188).verdict, Verdict::not_met);
  EXPECT_NEAR(last_digit("2.0080"), 1e-4, 1e-10);
  EXPECT_NEAR(last_digit(".45e+39"), 1e37, 1e31);
}

TEST(PublishedNumbers, AreMetOnlyIfPrintAndCheckedNumberAgreeWithOurs) {
  EXPECT_EQ(judged("T,r,c,0.5,0.4990,within 1%,", 0.5).verdict, Verdict::met);
  EXPECT_EQ(judged("T,r,c,0.7,0.4990,within 1%,", 0.5).verdict,
            Verdict::not_met);  // the print is something else
  EXPECT_FALSE(judged("T,r,c,0.7,0.4990,within 1%,", 0.5).expected);
}

// A known reason excuses from the print, not from the number that was computed independently.
TEST(PublishedNumbers, WithAReasonAreNotMetAndStillHoldUsToTheCheckedNumber) {
  const Cell right = judged("T,r,c,0.7,0.4990,within 1%,misprint", 0.5),
             wrong = judged("T,r,c,0.7,0.4990,within 1%,misprint", 0.6),
             blown = judged("T,r,c,1e70,,at least 1e60,rounding", 1e10);
  EXPECT_EQ(right.verdict, Verdict::not_met);
  EXPECT_TRUE(right.expected);
  EXPECT_FALSE(wrong.expected);
  EXPECT_FALSE(blown.expected);
}

TEST(PublishedNumbers, AreMetAllTheSameIfOursHasThePrintedDigits) {
  EXPECT_EQ(judged("T,r,c,15,,digits,left open", 15).verdict, Verdict::met);
  EXPECT_EQ(judged("T,r,c,15,,digits,left open", 17).verdict, Verdict::not_met);
  EXPECT_TRUE(judged("T,r,c,15,,digits,left open", 17).expected);
}

TEST(PublishedNumbers, MayBeBands) {
  EXPECT_EQ(judged("T,r,c,3.2e-8,,between 3e-8 and 3.7e-8,", 3.4e-8).verdict, Verdict::met);
  EXPECT_EQ(judged("T,r,c,3.2e-8,,between 3e-8 and 3.7e-8,", 3.8e-8).verdict, Verdict::not_met);
  EXPECT_EQ(judged("T,r,c,3.2e-8,,between 3e-8 and 3.7e-8,", 2.9e-8).verdict, Verdict::not_met);
}

TEST(PublishedNumbers, AreBetteredBySmallerErrors) {
  EXPECT_EQ(judged("T,r,c,0.1,,at most 0.2,", 0.05).verdict, Verdict::better);
  EXPECT_EQ(judged("T,r,c,0.1,,at most 0.2,", 0.15).verdict, Verdict::met);
  EXPECT_EQ(judged("T,r,c,0.1,,at most 0.2,", 0.25).verdict, Verdict::not_met);
}

TEST(PublishedNumbers, WithoutANumberOfOursAreNotMet) {
  EXPECT_FALSE(judged("T,r,c,1,,digits,", {}).expected);
  EXPECT_FALSE(judged("T,r,c,1,,digits,known", {}).expected);
}

TEST(PublishedNumbers, MayBeFractionsFormulasAndHoldCommasInQuotes) {
  EXPECT_EQ(judged("T,\"a, b\",c,-10/3,,within 1e-12,", -10.0 / 3).verdict, Verdict::met);
  EXPECT_FALSE(judged("T,r,c,-(n/4)h^3,2,within 1e-12,", 2).published.published.has_value());
}

TEST(PublishedNumbers, WithAnUnknownRuleAreRefusedWithFileAndLine) {
  try {
    (void)judged("T,r,c,1,,roughly,", 1);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("test:2: the rule 'roughly' is not known"), std::string::npos);
  }
}

}  // namespace
}  // namespace trammel::experiments
