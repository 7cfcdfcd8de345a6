// analysis/block_rank.hpp: the blocks of the equations for the highest derivatives, each by itself: regular
// or singular at a point, whatever the units. A block triangular matrix is singular exactly if one of its
// blocks is, so the cost follows the blocks and not the model.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "analysis/structure.hpp"
#include "analysis/top_system.hpp"

namespace trammel::analysis {

struct BlockRank {
  int block = 0;           // among the blocks that were asked about
  double smallest = 1;     // singular value of the equilibrated block, relative to the largest (or estimated)
  bool singular = false;   // by policy::singular_block
  bool estimated = false;  // too large for singular values
  int missing = 0;         // dimension of the null space; at least 1 if it was estimated
  // Equations with a part in a combination that vanishes, unknowns with one in a direction that nothing
  // determines (of the Dae); empty unless singular.
  std::vector<int> equations = {}, unknowns = {};
  // Columns y with yᵀ J = 0, beside `equations`.
  Eigen::MatrixXd combinations = {};
  // Columns d with J diag(unit) d = 0, orthonormal, and the units in which entries of J are near 1, beside
  // `unknowns`.
  Eigen::MatrixXd directions = {};
  std::vector<double> unit = {};
};

// One answer per block, at the point of the top system. `size`: of its leaves, see Numbers::typical. A block
// with an entry that is not finite counts as singular and names nothing.
std::vector<BlockRank> block_ranks(TopSystem& top, const std::vector<Block>& blocks, Vec size);

// All of the top system as one block: how many of its equations depend on others, and which. (Two singular
// blocks may lack one equation together.)
BlockRank whole_rank(TopSystem& top, Vec size);

// Whether the combinations vanish in all leaves of their equations, not only in the tops: such equations say
// the same, and no derivative of them says more. Each sum is compared with its own terms, so that no unit
// matters. J of the top system must be that at its point.
bool say_the_same(const TopSystem& top, const BlockRank& rank);

}  // namespace trammel::analysis
