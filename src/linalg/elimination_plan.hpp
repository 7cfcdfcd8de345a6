// linalg/elimination_plan.hpp: what the elimination of a sparse matrix in a given order comes to: where the
// factors stand, and which product is subtracted from which of them.
#pragma once

#include <memory>
#include <vector>

#include "linalg/lu_order.hpp"
#include "linalg/sparse.hpp"

namespace trammel::linalg {

struct EliminationPlan {
  struct Step {  // a pivot, whose inverse stands before its row of U and its column of L
    int upper = 0, lower = 0;
  };
  std::vector<Step> steps = {};            // empty: none yet
  std::vector<int> row = {}, column = {};  // of each pivot
  std::vector<int> place = {};    // per factor: the pivot whose unknown (U) or equation (L) it belongs to
  std::vector<int> updates = {};  // the factor that each product is subtracted from, in this order
  std::vector<int> to = {};       // per entry of the matrix: its factor

  std::vector<int> row_pivot = {}, column_pivot = {};  // the way back from row and column

  // Takes all memory that it may ever need.
  void reserve(const Pattern& pattern, std::size_t most_updates);
  // False, and no plan, if there are more products than memory was reserved for.
  bool write(const Pattern& pattern, const LuOrder& order, std::vector<int>& slot);

 private:
  void number_by_pivots();
};

// What the matrices of one method share: real and complex ones mostly take the same order.
struct EliminationMemory {
  explicit EliminationMemory(const Pattern& pattern);
  LuOrder order;
  EliminationPlan plan;   // the last that was made
  bool too_full = false;  // one had more products than there is memory for
  std::vector<int> slot;
};

}  // namespace trammel::linalg
