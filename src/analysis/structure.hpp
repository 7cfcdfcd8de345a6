// analysis/structure.hpp: the signature method. [Pry01]
//
// σ_ij is the highest derivative of unknown j in equation i. The assignment problem on σ has smallest dual
// solutions c ≥ 0, d with d_j − c_i ≥ σ_ij: equation i must be differentiated c_i times, and the top unknowns
// x_j^(d_j) then have a square system F_i^(c_i) = 0. Equal in outcome to Pantelides' algorithm [Pan88].
#pragma once

#include <vector>

#include "analysis/bipartite.hpp"
#include "model/dae.hpp"

namespace trammel::analysis {

struct Signature {  // σ, sparse, by equations
  Bipartite graph;
  std::vector<int> order;  // beside graph.column
};

Signature signature(const model::Dae& dae);

struct Offsets {
  std::vector<int> c, d;  // per equation, per unknown
  Matching assignment;    // a transversal of largest Σσ
};

// Throws for a structurally singular model, naming a few equations and unknowns that are at fault.
Offsets find_offsets(const model::Dae& dae, const Signature& sigma);
Offsets offsets_of_regular(const Signature& sigma);  // which has a perfect matching
[[noreturn]] void refuse_singular(const model::Dae& dae, const Signature& sigma, const Matching& largest);

// The blocks of the top system F_i^(c_i)(x_j^(d_j)) = 0, in solving order.
struct Block {
  std::vector<int> equations, unknowns;
};
std::vector<Block> top_blocks(const Signature& sigma, const Offsets& offsets);

// max c_i, plus 1 if some d_j = 0. Structural: the true index may differ where the top Jacobian is singular.
int structural_index(const Offsets& offsets);
int degrees_of_freedom(const Offsets& offsets);

// The index level of each unknown, as it scales the iteration matrix: 1 for what an index-1 problem would
// contain, one more for every differentiation that separates the unknown from the equations that determine it
// (positions 1, velocities 2, multipliers 3 in an index-3 mechanism written in first order).
std::vector<int> index_levels(const Offsets& offsets, const std::vector<Block>& blocks,
                              const Signature& sigma);

}  // namespace trammel::analysis
