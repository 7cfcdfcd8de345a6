// analysis/scalar_root.hpp: one equation in one unknown: Newton's method, inside a bracket as soon as there
// is one.
#pragma once

#include <functional>
#include <limits>

namespace trammel::analysis {

struct Sample {  // of a function of one unknown
  double value = 0, slope = 0;
};

struct ScalarGuess {
  double x = 0;
  double scale = 1;  // the size of a change of x that means something
  double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
};

struct ScalarRoot {
  bool found = false;
  double x = 0;
  bool moved =
      false;  // the guess was no place to begin with: singular, undefined, or too far from every root
};

// From the guess; if that does not lead to a root, from one scale above and below it; then from the nearest
// change of sign that a search in growing steps finds. Not found does not mean that there is none.
ScalarRoot find_root(const std::function<Sample(double)>& f, const ScalarGuess& guess);

}  // namespace trammel::analysis
