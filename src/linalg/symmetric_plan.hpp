// linalg/symmetric_plan.hpp: what the elimination of a sparse symmetric matrix in a given order comes to:
// where the factors stand, and which product is subtracted from which of them.
#pragma once

#include <vector>

#include "linalg/pivot_order.hpp"

namespace trammel::linalg {

struct SymmetricPlan {
  // A pivot of one or two unknowns. Its values stand together: the diagonal block (1 value, or 3: first,
  // mixed, second), then the column of the first unknown, then that of the second.
  struct Step {
    int count = 0;  // rows below it
    bool two = false;
    int values() const { return two ? 3 + 2 * count : 1 + count; }
  };
  std::vector<Step> steps = {};   // empty: none yet
  std::vector<int> unknown = {};  // by place in the order
  std::vector<int> rows = {};     // per step: the places of the rows below it, ascending
  std::vector<int> updates = {};  // the value that each product is subtracted from, in this order
  std::vector<int> to = {};       // per entry of the matrix: its value
  int values = 0;

  // Takes memory for small matrices; large ones take it when they are written.
  void reserve(int n, std::size_t entries);
  void write(const PivotOrder& order, const PivotOrder::Places& entries);

 private:
  void place_rows(const PivotOrder& order);
  void write_updates();
  int value_of(int early, int late) const;  // of two places

  struct Begin {  // of each step
    int place, value, row;
  };
  std::vector<Begin> begin_ = {};
  std::vector<int> place_ = {}, step_ = {};  // per unknown, per place
};

}  // namespace trammel::linalg
