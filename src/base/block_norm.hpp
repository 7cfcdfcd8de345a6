// base/block_norm.hpp: how large a correction is beside what it corrects, block by block.
//
// "To rounding" means something only among quantities that depend on each other: a coordinate of 1e8 says
// nothing about what a pendulum of 1e-9 beside it can resolve.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace trammel {

class BlockNorm {
 public:
  explicit BlockNorm(int blocks = 0) : part_(static_cast<std::size_t>(blocks)) {}
  void begin() { std::fill(part_.begin(), part_.end(), Part{}); }
  // Both in units of the quantity.
  void add(int block, double correction, double value) {
    Part& part = part_[static_cast<std::size_t>(block)];
    part.correction = std::max(part.correction, std::fabs(correction));
    part.value = std::max(part.value, std::fabs(value));
    finite_ = std::isfinite(value) ? finite_ : false;
  }
  // The largest ratio of all blocks. A block of zeros is measured by its units.
  double ratio() {
    double largest = 0;
    for (const Part& part : part_)
      largest = std::max(largest, part.correction / (part.value > 0 ? part.value : 1));
    const bool finite = finite_;
    finite_ = true;
    return finite ? largest : INFINITY;
  }

 private:
  struct Part {
    double correction = 0, value = 0;
  };
  std::vector<Part> part_;
  bool finite_ = true;
};

}  // namespace trammel
