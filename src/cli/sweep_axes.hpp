// cli/sweep_axes.hpp: what the parameters of a sweep run through.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "pipeline/prepared.hpp"

namespace trammel::cli {

struct Axis {
  std::string name;
  std::vector<double> values;
};

// All combinations of the values, numbered from 0; the last parameter runs fastest. None of them is kept.
class Combinations {
 public:
  explicit Combinations(std::vector<Axis> axes);
  std::size_t size() const { return size_; }
  const std::vector<Axis>& axes() const { return axes_; }
  pipeline::Numbers at(std::size_t run) const;

 private:
  std::vector<Axis> axes_;
  std::size_t size_ = 1;
};

// -p NAME=from:step:to, NAME=a,b,c or NAME=@FILE.csv.
Combinations combinations_of(const Arguments& arguments);

}  // namespace trammel::cli
