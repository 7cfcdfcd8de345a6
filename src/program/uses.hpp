// program/uses.hpp: where the values of a kernel are used. Internal to this room.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "program/kernel.hpp"

namespace trammel::program {

// Straight-line code is read once from front to back; at each place `next` tells how far the next use of a
// value is. That is all a register allocator needs to give up the right value [Bel66].
class Uses {
 public:
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

  explicit Uses(const Kernel& kernel);

  std::uint32_t next(std::uint32_t value) const {
    return at_[value] == start_[value + 1] ? never : place_[at_[value]];
  }
  std::uint32_t after(std::uint32_t value, std::uint32_t place) const {  // the first use behind a place
    for (std::uint32_t k = at_[value]; k != start_[value + 1]; ++k)
      if (place_[k] > place) return place_[k];
    return never;
  }
  void pass(std::uint32_t value, std::uint32_t place) {  // uses up to this place lie behind us
    while (at_[value] != start_[value + 1] && place_[at_[value]] <= place) ++at_[value];
  }

  // The outputs that a value goes to.
  std::span<const std::uint32_t> outputs(std::uint32_t value) const {
    return std::span(output_).subspan(output_start_[value], output_start_[value + 1] - output_start_[value]);
  }

 private:
  std::vector<std::uint32_t> start_, at_, place_;  // places of use by value, ascending; at_: the next of them
  std::vector<std::uint32_t> output_start_, output_;
};

}  // namespace trammel::program
