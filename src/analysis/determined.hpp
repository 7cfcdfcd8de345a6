// analysis/determined.hpp: which quantities many conditions determine, by their pattern: where ranks of dense
// matrices would cost too much.
#pragma once

#include <vector>

#include "linalg/sparse.hpp"

namespace trammel::analysis {

// A set of columns that can be matched with rows of J, as many as possible: columns of low `reluctance` (0 ..
// 7) first. Sets that can be matched form a matroid [EF65], so that taking the least reluctant ones first is
// best. Entries that are nothing beside the largest of their row do not count. Sorted. The counterpart of
// dependent_columns() in rank.hpp.
std::vector<int> matched_columns(const linalg::SparseMatrix& J, const std::vector<int>& reluctance);

}  // namespace trammel::analysis
