// program/shape.hpp: rows that differ only in their leaves. Internal to this room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/reading.hpp"

namespace trammel::program {

// Which column of the Jacobian, and with which weight, a leaf counts to; per request.
struct ColumnOf {
  int column = -1;
  int weight = -1;  // index into the request's distinct weights; -1: weight 1
};
using Columns = std::vector<ColumnOf>;  // by node; column -1: none

struct Shape {
  std::vector<int> rows;  // members; the first is the representative
  std::size_t inputs = 0;
  std::vector<std::uint32_t> input;  // rows x inputs: nodes, in the order in which the walk meets them
};

// Groups rows by shape: same operations on inputs of the same kind (bank, weight, which of them share a
// column), whatever their index. Linear in the total size of the rows.
std::vector<Shape> find_shapes(Reading& reading, std::span<const Expr> rows, const Columns& columns);

// How many operations the rows would take, each node once; counting ends at `most`.
std::size_t count_operations(const Reading& reading, std::span<const Expr> rows, std::size_t most);

}  // namespace trammel::program
