// certify/sizes.hpp: how large the reported values are, from the values alone.
#pragma once

#include <vector>

#include "certify/equations.hpp"

namespace trammel::certify {

// The size of a value is the largest magnitude that it has had, its nominal value if the user gave one, or,
// if it starts at rest at zero, the value at which it would matter in its equations (other terms divided by
// dF/dx, the smallest), or 1 if nothing suggests another. So noise around zero is not judged by itself.
struct Seen {
  double largest = 0;           // of the looks; a sample of the steps
  double size = 0;              // as it is judged by
  bool differentiated = false;  // its derivative is reported, too
};

class Sizes {
 public:
  // `nominal`: per variable; 0: none was given.
  Sizes(Equations& equations, const std::vector<double>& nominal);
  void begin(double t, Vec values);
  void grow(Vec values);
  // Of a run that this one goes on with: what had no size but that which was assumed for it has been no
  // larger for that.
  void take_over(Vec sizes, Vec largest);
  const std::vector<double>& largest() const { return largest_; }
  Vec of_values() const { return value_; }        // per reported value
  Vec of_variables() const { return variable_; }  // per variable
  // Where it begins at zero, only the largest value of the whole run tells its size.
  bool grows_from_zero(int variable) const { return from_zero_[variable]; }
  std::vector<Seen> seen() const;  // per variable
  // What a value that has never been more than rounding would matter at; 0 for others.
  double of_noise(std::size_t value) const;

 private:
  Equations& equations_;
  const std::vector<double>& nominal_;
  std::vector<double> value_, variable_, largest_;  // largest_: per value
  std::vector<double> matters_, smallest_;  // per value: at which it would matter in a row, at the start
  std::vector<char> from_zero_;             // per variable
};

}  // namespace trammel::certify
