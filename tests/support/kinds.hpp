// Small models of different kinds: what every formulation must be able to solve.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace trammel::support {

struct Kind {
  std::string name;
  int index;
  model::Problem problem;
  int differentiation = 0;  // index, where it is less than the structure says
};

// The index that the user is told, everywhere the same.
inline int told(const Kind& kind) { return kind.differentiation > 0 ? kind.differentiation : kind.index; }

std::vector<Kind> kinds();

}  // namespace trammel::support
