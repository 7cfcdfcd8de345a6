// expr/shown.hpp: an expression as a person would write it: a tree of sums, products and powers, for printing
// as text and as typeset mathematics.
//
// Derivatives that the chain rule makes hold der(beta)*cos(beta)*der(beta); people write
// der(beta)^2*cos(beta). Products are flattened and equal factors become powers; sums are flattened and equal
// terms united. The order stays that of the first appearance, products are not multiplied out.
#pragma once

#include <string>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::expr {

struct Shown {
  enum class Kind {
    number,
    leaf,
    sum,
    product,
    power,
    call,
    cut
  };  // cut: too long or too deep, drawn as ...
  Kind kind = Kind::number;
  double value = 0;               // of a number; of a product: its coefficient
  Expr leaf = {};                 // a parameter, time, a symbol; the call of a routine
  Op op = Op::none;               // of a call: whatever is neither arithmetic nor a leaf
  std::vector<Shown> parts = {};  // terms; factors above the line; base and exponent; arguments
  std::vector<Shown> under = {};  // factors below the line
};

Shown shown(const Graph& graph, Expr e);

// residual = 0 as an equation with two sides: the only term with the highest derivative is left of the equals
// sign; else a difference has its two sides; else a variable that stands first and alone is left; else the
// right side is 0.
struct Sides {
  Shown left, right;
};
Sides sides(const Graph& graph, Expr residual);

// "2*x*der(x) - sin(w*time)^2"
std::string text(const Graph& graph, const Shown& shown, std::size_t longest = 1u << 20);

// Whether a term of a sum is written with a minus sign before it.
bool negative(const Shown& term);
// The term with the other sign.
Shown negated(Shown term);

}  // namespace trammel::expr
