// analysis/independent_choice.hpp: which of several constraints that follow from each other to leave out, and
// which multipliers to write in terms of others.
#pragma once

#include <utility>
#include <vector>

#include "analysis/block_rank.hpp"

namespace trammel::analysis {

struct IndependentChoice {
  std::vector<int> equations;  // the later ones of those that say the same
  struct Multiplier {          // x_unknown = Σ factor x_other
    int unknown;
    std::vector<std::pair<int, double>> others;
  };
  // As many. Together they say that the multipliers have no part along the directions that nothing
  // determines: the smallest ones, in natural units, while those directions stay.
  std::vector<Multiplier> multipliers;
};
IndependentChoice independent_choice(const BlockRank& rank);

}  // namespace trammel::analysis
