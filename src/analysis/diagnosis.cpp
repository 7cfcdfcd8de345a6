#include "analysis/diagnosis.hpp"

#include "expr/print.hpp"

namespace trammel::analysis {

Diagnosis analyze(const model::Dae& dae) {
  Diagnosis found;
  found.sigma = signature(dae);
  found.offsets = find_offsets(dae, found.sigma);
  found.blocks = top_blocks(found.sigma, found.offsets);
  found.levels = index_levels(found.offsets, found.blocks, found.sigma);
  found.index = structural_index(found.offsets);
  found.degrees_of_freedom = degrees_of_freedom(found.offsets);
  return found;
}

std::vector<HiddenConstraint> hidden_constraints(const model::Dae& dae, const Diagnosis& found) {
  std::vector<HiddenConstraint> hidden;
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    expr::Expr f = dae.equations[i].residual;
    for (int l = 1; l < found.offsets.c[i]; ++l) {
      f = dae.graph->total(f);
      hidden.push_back({dae.equations[i].name, l, expr::print(*dae.graph, f) + " = 0"});
    }
  }
  return hidden;
}

}  // namespace trammel::analysis
