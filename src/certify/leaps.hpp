// certify/leaps.hpp: states that leap in one step.
//
// An impulse that no event explains may stand within one step: constraints that determine nothing at a singular
// configuration let velocities leap to others of the same energy, and all equations hold, with forces that
// are large for that step only. A motion, however fast, is followed in several steps: a state that moves a
// thousand times faster in one step than in those before and behind it, and far in it, has leapt.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "base/span.hpp"

namespace trammel::certify {

class Leaps {
 public:
  // `states`: which of the reported values are differentiated.
  explicit Leaps(std::vector<int> states)
      : states_(std::move(states)), earlier_(states_.size()), last_(states_.size()), moved_(states_.size()) {}

  void forget() { known_ = 0; }

  struct Leap {
    int value = -1;
    double time = 0, from = 0, to = 0;
  };
  // The next step, with what is reported at its ends. What is returned belongs to the step before.
  std::optional<Leap> see(double from, double to, Vec first, Vec behind, Vec sizes) {
    constexpr double faster = 1e3, far = 0.1;
    std::optional<Leap> found;
    for (std::size_t k = 0; k < states_.size(); ++k) {
      const auto p = static_cast<std::size_t>(states_[k]);
      const double rate = std::fabs(behind[p] - first[p]) / (to - from);
      if (known_ >= 2 && std::fabs(moved_[k]) > far * sizes[p] &&
          last_[k] > faster * std::fmax(earlier_[k], rate) && !found)
        found = Leap{states_[k], from, first[p] - moved_[k], first[p]};
      earlier_[k] = last_[k];
      last_[k] = rate;
      moved_[k] = behind[p] - first[p];
    }
    known_ += known_ < 2 ? 1 : 0;
    return found;
  }

 private:
  std::vector<int> states_;
  std::vector<double> earlier_, last_, moved_;  // rates of the last two steps, and how far the last one went
  int known_ = 0;
};

}  // namespace trammel::certify
