// expr/enclosure.hpp: where the values and derivatives of an expression lie while its leaves move.
//
// Leaves are functions of one variable s on [-1, 1], known by intervals that hold their Taylor coefficients
// f^(k)(s)/k! for every s; the expression's follow by the rules of automatic differentiation, in interval arithmetic
// [Moo79, 3.4]. Ends are not rounded outwards: who asks allows for rounding.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "base/span.hpp"
#include "expr/graph.hpp"
#include "expr/interval.hpp"

namespace trammel::expr {

class Enclosure {
 public:
  static constexpr int most = 9;  // the highest order of a coefficient
  // One row, a function of parameters and of leaves that move: their numbers by id.
  Enclosure(const Graph& graph, Expr row, const std::unordered_map<std::uint32_t, int>& moving);

  // The parameters that it depends on.
  const std::vector<int>& parameters() const { return parameters_; }
  // Whether all of `moving` that it depends on is affine, or a product of two such.
  bool slow() const { return slow_; }
  // Whether anything is known of it at all: nothing in it is called, and no other leaf moves.
  bool known() const { return known_; }
  std::size_t size() const { return steps_.size(); }  // in operations
  // Numbers of the leaves that it depends on.
  const std::vector<int>& leaves() const { return leaves_; }

  // Coefficients 0 to `order` of the row. Those of the i-th of its leaves begin at leaves[i*(order + 1)].
  std::span<const Interval> run(int order, std::span<const Interval> leaves, Vec parameters);

 private:
  struct Step {
    Op op = Op::none;
    int a = -1, b = -1, c = -1;  // steps before; of a leaf: its number
    double number = 0;           // of a constant
  };
  using Row = Interval*;
  void apply(const Step& step, Row out, std::size_t width);
  Row row(int step, std::size_t width) { return values_.data() + static_cast<std::size_t>(step) * width; }

  std::vector<Step> steps_;
  std::vector<int> parameters_;
  std::vector<int> leaves_;
  std::vector<Interval> values_, scratch_;
  bool slow_ = false, known_ = true;
};

}  // namespace trammel::expr
