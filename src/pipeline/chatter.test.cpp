#include "pipeline/chatter.hpp"

#include <gtest/gtest.h>

namespace trammel::pipeline {
namespace {

// After a second of rest an event every tenth of a microsecond: a hundred of them take ten times a millionth of the
// rest, so they are no crowd, and a thousand in a row are no motion either.
TEST(Chatter, EventsThatFollowEachOtherAgainAndAgainAreChatter) {
  Chatter chatter(0);
  EXPECT_FALSE(chatter.see(0, 1, 1.0));
  int seen = 0;
  for (; seen < 5000; ++seen)
    if (chatter.see(0, (seen + 1) % 2, 1.0 + 1e-7 * (seen + 1))) break;
  EXPECT_EQ(seen, 1000 - 2);
}

// Clocks tick for ever, and pauses end what came before.
TEST(Chatter, RegularEventsAndBurstsAreNone) {
  Chatter clock(0);
  for (int k = 1; k < 5000; ++k) EXPECT_FALSE(clock.see(0, k % 2, 1e-7 * k)) << k;
  Chatter bursts(0);
  double t = 1;
  for (int burst = 0; burst < 10; ++burst, t += 0.5)
    for (int k = 0; k < 500; ++k) EXPECT_FALSE(bursts.see(0, k % 2, t += 1e-7)) << burst << ' ' << k;
}

}  // namespace
}  // namespace trammel::pipeline
