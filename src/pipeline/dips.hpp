// pipeline/dips.hpp: states that fall below what the tolerance looks at, and come back.
//
// A population that dies out to 1e-50 and recovers is followed by its absolute tolerance only: what comes
// back is what errors have left there, grown by all that made it recover. A sharper run does not show it,
// because it errs there as well.
#pragma once

#include <span>
#include <vector>

#include "base/span.hpp"

namespace trammel::pipeline {

class Dips {
 public:
  // A run begins at t, or goes on from there with another choice. `column`: per state, the reported value
  // that it is, or -1; empty: nothing is followed. A state is in the dark where it is below a hundred
  // tolerances times its nominal value.
  void begin(double t, std::size_t reported, std::span<const int> column, Vec nominal, double tolerance);
  // At the start and at the ends of steps: reported values of which it should be asked whether they grow,
  // since they have just come back, or have been in the dark for 2, 4, 8, 12, .. steps.
  const std::vector<int>& see(Vec state);
  // In the dark, and not at zero.
  bool dark() const { return dark_now_ > 0; }
  std::vector<int> left() const;
  // Something fell far without passing zero, and rose as far again: its errors may have grown as much.
  bool recovered() const { return recovered_; }

 private:
  struct Value {
    int steps = 0;  // so many ends of steps in a row have been in the dark, and not at zero
    bool fallen = false, negative = false;
    double high = 0, low = 0;  // since it passed zero, until it fell; since then
  };
  void follow(double x, Value& value);
  std::vector<Value> values_;  // per reported value
  std::vector<int> column_, doubtful_;
  std::vector<double> dark_;  // per state
  double t_first_ = 0;
  int dark_now_ = 0;
  bool recovered_ = false, begins_ = true;
};

}  // namespace trammel::pipeline
