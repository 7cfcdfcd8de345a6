// fuzz_numbers/random_dae.hpp: random small polynomial DAEs, as data and as Modelica text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trammel::fuzz {

struct Leaf {
  int variable = -1;  // -1: time
  int order = 0;      // of the derivative
};
struct Term {
  double factor = 1;
  std::vector<Leaf> leaves;  // a product; none: a constant
};
using Row = std::vector<Term>;  // the sum is zero

struct Unknown {
  std::string name;
  double start = 0;
  bool given = false, fixed = false;
  double natural = 1;  // the size that it has in good units
  bool unique = true;  // false: multipliers of a constraint that stands there twice
};

struct RandomDae {
  std::string kind;
  std::vector<Unknown> unknowns;
  std::vector<Row> rows;
  double t_end = 1, clock = 1;  // clock: seconds in a unit of its time
  bool scaled = false;
};

// The same number gives the same model on every machine.
RandomDae random_dae(std::uint64_t number);

std::string modelica(const RandomDae& dae);

// The residual of a row and the sum of the absolute values of its terms; values(leaf) are the variables'.
struct Residual {
  double value = 0, size = 0;
};
template <class Values>
Residual evaluate(const Row& row, double t, Values&& values) {
  Residual sum;
  for (const Term& term : row) {
    double product = term.factor;
    for (const Leaf& leaf : term.leaves) product *= leaf.variable < 0 ? t : values(leaf);
    sum.value += product;
    sum.size += product < 0 ? -product : product;
  }
  return sum;
}

}  // namespace trammel::fuzz
