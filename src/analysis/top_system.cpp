#include "analysis/top_system.hpp"

namespace trammel::analysis {
namespace {

std::vector<expr::Expr> top_rows(const model::Dae& dae, const Offsets& offsets) {
  std::vector<expr::Expr> rows;
  rows.reserve(dae.equations.size());
  for (std::size_t i = 0; i < dae.equations.size(); ++i)
    rows.push_back(dae.graph->total(dae.equations[i].residual, offsets.c[i]));
  return rows;
}

}  // namespace

TopUnknowns::TopUnknowns(const model::Dae& dae, const Offsets& offsets, const Values& at) {
  for (int j = 0; j < static_cast<int>(dae.variables.size()); ++j) {
    for (int l = 0; l < offsets.d[j]; ++l) states.emplace_back(j, l);
    tops.emplace_back(j, offsets.d[j]);
  }
  const std::size_t n = states.size() + tops.size();
  leaves.reserve(n);
  x.reserve(n);
  nominal.reserve(n);
  for (const auto* part : {&states, &tops})
    for (const auto& [j, l] : *part) {
      leaves.push_back(dae.graph->symbol(dae.variables[j].id, l));
      x.push_back(at[j][l]);
      nominal.push_back(dae.nominal(dae.variables[j], l));
    }
}

TopSystem::TopSystem(const model::Dae& dae, const Offsets& offsets, const Values& at, double time)
    : TopUnknowns(dae, offsets, at), t(time), numbers(dae, top_rows(dae, offsets), leaves) {
  numbers.evaluate(t, x);
}

}  // namespace trammel::analysis
