// analysis/local.hpp: what the numbers at one consistent point say about the structural verdict.
#pragma once

#include <utility>
#include <vector>

#include "analysis/block_rank.hpp"
#include "analysis/diagnosis.hpp"
#include "analysis/top_system.hpp"

namespace trammel::analysis {

struct LocalFindings {
  bool exact = true;  // singular values decided; otherwise (large systems) pivots and matchings
  double condition =
      0;  // of the worst block of the top Jacobian ∂F_i^(c_i)/∂x_j^(d_j), rows and columns scaled
  bool top_regular = true;               // so the structural verdict holds at this point
  std::vector<BlockRank> singular = {};  // the blocks that are not
  BlockRank whole = {};                  // where some are not: all of them together
  int constraints = 0;                   // F_i^(l), l < c_i
  int constraint_rank = 0;               // of their Jacobian with respect to the states x_j^(l), l < d_j
  double constraint_margin = 0;
  std::vector<std::pair<int, int>> redundant =
      {};  // (equation, derivative): constraints that follow from others here
  std::vector<std::pair<int, int>> free = {};  // (unknown, derivative): states that may be prescribed
};

// `reluctance[j][l]`: which states should rather stay free (larger) than be determined by the others.
LocalFindings look(const model::Dae& dae, const Diagnosis& found, TopSystem& top,
                   const std::vector<std::vector<int>>& reluctance);
// The top Jacobian alone: what a run needs to know.
LocalFindings look_at_top(const model::Dae& dae, const Diagnosis& found, TopSystem& top);

}  // namespace trammel::analysis
