// formulation/independent.hpp: constraints that follow from others are left out, and as many multipliers,
// which nothing determines, are written in terms of the others. What is left has a solution for every
// formulation, with the same motion. [HW96, exercise VII.2.2]
#pragma once

#include <utility>
#include <vector>

#include "formulation/formulation.hpp"

namespace trammel::formulation {

struct Independent {
  static constexpr std::string_view name = "independent";

  struct Multiplier {  // x_unknown = Σ factor x_other
    int unknown = -1;
    std::vector<std::pair<int, double>> others = {};
  };
  std::vector<int> equations = {};  // that are left out, as many as multipliers
  std::vector<Multiplier> multipliers = {};

  Dae apply(const Dae& before, const Diagnosis& found) const;
};

}  // namespace trammel::formulation
