#include "base/few.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace trammel {
namespace {

using Numbers = Few<std::int64_t, 2>;

TEST(Few, HoldsWhatAVectorWouldHold) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Numbers few;
    std::vector<std::int64_t> many;
    for (int k = 0; k < 30; ++k) {
      const auto value = static_cast<std::int64_t>(random() % 100);
      switch (random() % 6) {
        case 0:
        case 1:
          few.push_back(value);
          many.push_back(value);
          break;
        case 2:
          few.resize(static_cast<std::size_t>(value % 7), value);
          many.resize(static_cast<std::size_t>(value % 7), value);
          break;
        case 3: {
          const std::vector<std::int64_t> part(static_cast<std::size_t>(value % 4), value);
          const std::size_t at = many.empty() ? 0 : random() % many.size();
          few.insert(few.begin() + at, part.begin(), part.end());
          many.insert(many.begin() + static_cast<std::ptrdiff_t>(at), part.begin(), part.end());
          break;
        }
        case 4: {
          Numbers copy = few;  // and back, by way of another one that held something else
          Numbers other{1, 2, 3};
          other = copy;
          few = std::move(other);
          EXPECT_EQ(few, copy);
          break;
        }
        default:
          if (!many.empty()) {
            few.pop_back();
            many.pop_back();
          }
      }
      ASSERT_EQ(std::vector<std::int64_t>(few.begin(), few.end()), many);
    }
  }
}

TEST(Few, WhatWasMovedAwayIsEmpty) {
  Numbers two{1, 2}, three{1, 2, 3};
  const Numbers a = std::move(two), b = std::move(three);
  EXPECT_EQ(a, (Numbers{1, 2}));
  EXPECT_EQ(b, (Numbers{1, 2, 3}));
  EXPECT_TRUE(two.empty());
  EXPECT_TRUE(three.empty());
}

TEST(Few, WhatGrowsPieceByPieceMovesSeldom) {
  const std::int64_t piece[] = {1, 2, 3};
  Numbers few;
  int moves = 0;
  for (int k = 0; k < 1000; ++k) {
    const std::size_t before = few.capacity();
    few.insert(few.end(), std::begin(piece), std::end(piece));
    moves += few.capacity() != before;
  }
  EXPECT_LE(moves, 12);  // 2 to 4096
}

TEST(Few, ItsFirstElementsNeedNoMemory) {
  Numbers few{1, 2};
  const auto* inside = reinterpret_cast<const std::byte*>(&few);
  const auto* data = reinterpret_cast<const std::byte*>(few.data());
  EXPECT_TRUE(data >= inside && data < inside + sizeof few);
}

}  // namespace
}  // namespace trammel
