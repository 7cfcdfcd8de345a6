// analysis/independent_choice.hpp: which of several constraints that follow from each other to leave out, and
// which multipliers to write in terms of others.
#pragma once

#include <utility>
#include <vector>

#include "analysis/block_rank.hpp"
#include "model/dae.hpp"

namespace trammel::analysis {

struct IndependentChoice {
  // Of those that say the same, the later ones: first of those that determine no unknown everywhere.
  std::vector<int> equations;
  struct Multiplier {  // x_unknown = Σ factor x_other
    int unknown;
    std::vector<std::pair<int, double>> others;
  };
  // As many. Together they say that the multipliers have no part along the directions that nothing
  // determines: the smallest ones, in natural units, while those directions stay.
  std::vector<Multiplier> multipliers;
};
// `kept`: per equation of the rank, whether it should rather stay.
IndependentChoice independent_choice(const BlockRank& rank, const std::vector<char>& kept = {});

// Which equations determine an unknown wherever it is: it enters with a constant factor, as y does in
// y = -cos(th). What stands for it, x^2 + y^2 = 1, fails where y passes zero.
std::vector<char> determine_everywhere(const model::Dae& dae, const std::vector<int>& equations);
std::vector<int> replaceable_last(const model::Dae& dae,
                                  const std::vector<int>& equations);  // in their order else

}  // namespace trammel::analysis
