// analysis/subsystem.hpp: the one bad part of a large model: blocks of the top system that are singular at a
// point although the structure says otherwise, each as a small model of its own.
#pragma once

#include <vector>

#include "analysis/diagnosis.hpp"
#include "analysis/local.hpp"

namespace trammel::analysis {

// Blocks whose Jacobian ∂F_i^(c_i)/∂x_j^(d_j) is singular at this point; blocks too large for singular values
// are passed over.
std::vector<Block> singular_blocks(const model::Dae& dae, const Diagnosis& found, const Values& at, double t);

// The equations of a block in its unknowns. What other equations determine is a polynomial of time with the
// values and derivatives that it has at the point, so that derivatives of the block's equations are right
// there.
struct Subsystem {
  model::Dae dae;
  Values values;  // of its unknowns
};
Subsystem subsystem(const model::Dae& dae, const Block& block, const Values& at, double t);

}  // namespace trammel::analysis
