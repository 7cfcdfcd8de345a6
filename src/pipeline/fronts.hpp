// pipeline/fronts.hpp: pulses and fronts of functions of time, known before a step could pass over them.
//
// exp(-((time - 9)/0.01)^2) is zero nearly everywhere, and steps that only see zeros become as long as the
// run. Where such a function is all but constant is known beforehand: intervals hold its values
// (expr/enclosure.hpp). The short times between are parted by times at which steps end. Phases count as time
// does: variables whose rate is a number, der(phase) = omega.
#pragma once

#include <vector>

#include "base/span.hpp"
#include "expr/enclosure.hpp"
#include "model/dae.hpp"

namespace trammel::pipeline {

class Fronts {
 public:
  // `reported`: names of what values are given of.
  Fronts(const model::Dae& dae, const std::vector<std::string>& reported);
  bool empty() const { return inputs_.empty(); }
  // Times between `from` and `to`, ascending. `values`: reported at `from`. What changes by less than `small`
  // of its range rests.
  std::vector<double> times(double from, double to, Vec values, Vec parameters, double small) const;

 private:
  struct Phase {
    int value = -1, rate = -1;  // among what is reported
  };
  std::vector<expr::Enclosure> inputs_;  // of time and phases
  std::vector<Phase> phases_;
};

}  // namespace trammel::pipeline
