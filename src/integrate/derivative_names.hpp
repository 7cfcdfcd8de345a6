// integrate/derivative_names.hpp: derivatives that the equations know under another name, w = x⁽ᵏ⁾.
//
// In the minimal extension constraints determine some of the positions, and which ones may change during a
// run. Derivatives of these stand in no equation: a method forms them from positions, with its stage order or
// less. w stands in the differentiated constraints and is as good as a velocity of the others. So derivatives
// are taken from there at the end of every step: a run may go on with them when other positions are chosen.
#pragma once

#include <vector>

#include "integrate/method.hpp"
#include "integrate/state_levels.hpp"
#include "system/other_names.hpp"

namespace trammel::integrate {

class DerivativeNames {
 public:
  explicit DerivativeNames(const Instance& instance, const system::Residual& equations)
      : slope_(static_cast<std::size_t>(equations.size()), -1) {
    const auto& names = system::other_names(instance.system());
    for (const system::OtherName& lower : names) {
      // Below the highest derivative: what is a velocity in this form. In q' = v − G'η, v is none.
      if (lower.derivative >= equations.highest(lower.of)) continue;
      names_.push_back(lower);
      for (const system::OtherName& upper : names)
        if (upper.of == lower.of && upper.derivative == lower.derivative + 1) {
          slope_[static_cast<std::size_t>(lower.unknown)] = upper.unknown;
          if (upper.derivative == equations.highest(upper.of)) names_.push_back(upper);
        }
    }
  }
  bool any() const { return !names_.empty(); }
  // x⁽ᵏ⁾ <- w
  void apply(StateLevels& x) const {
    for (const auto& [unknown, of, derivative] : names_) x.level(derivative)[of] = x.level(0)[unknown];
  }
  // The same in one level, given beside the values of the unknowns.
  void apply(int level, Vec unknowns, Out to) const {
    for (const auto& [unknown, of, derivative] : names_)
      if (derivative == level) to[of] = unknowns[unknown];
  }
  // The unknown that stands for this derivative; -1: none does.
  int name(int of, int derivative) const {
    for (const system::OtherName& name : names_)
      if (name.of == of && name.derivative == derivative) return name.unknown;
    return -1;
  }
  // The unknown that is the derivative of this one; -1: none is.
  int slope(int unknown) const { return slope_[static_cast<std::size_t>(unknown)]; }

 private:
  std::vector<system::OtherName> names_;
  std::vector<int> slope_;
};

}  // namespace trammel::integrate
