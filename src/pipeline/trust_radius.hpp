// pipeline/trust_radius.hpp: ε of the trust-region formulations, chosen before each step from a radius δ:
//
//   ½ h^(2m) yᵀy <= δ,   h = 1/γ                                    [PRM97, (2.9), sections 4.1 and 4.4]
//
// ε is the multiplier of that condition. Where the multipliers y that satisfy the constraints lie within the
// radius, the matrix is well conditioned for them: ε = 0, and nothing is regularized. Elsewhere it is the root
// of the secular equation |y(ε)| = √(2δ) γ^m, whose left side falls with ε.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pipeline/setup.hpp"

namespace trammel::pipeline {

// Where multipliers were regularized.
struct Regularized {
  long points = 0, on = 0;                             // at which ε was chosen, and was not zero
  double first = 0, last = 0, least = 0, largest = 0;  // times, and ε
  std::vector<std::string> notes() const;              // none where nothing was chosen
};

// What a run asks at the start and after each accepted step. `before`: what it would ask without a radius, and
// all there is where none was given. An Error where the formulation has no ε. `seen` lives as long as the run.
integrate::Recoordinate with_trust_radius(Setup& setup, double radius, integrate::Recoordinate before,
                                          const std::shared_ptr<Regularized>& seen = {});

}  // namespace trammel::pipeline
