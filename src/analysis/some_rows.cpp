#include "analysis/some_rows.hpp"

#include <unordered_map>

#include "expr/query.hpp"

namespace trammel::analysis {

RowsByLeaf::RowsByLeaf(const model::Dae& dae, const program::Program& program,
                       std::span<const expr::Expr> rows, std::span<const expr::Expr> leaves)
    : program_(program), parameters_(parameter_values(dae)), rows_(leaves.size()) {
  if (!SomeRows::worth_it(program)) return;
  std::unordered_map<std::uint32_t, std::size_t> place;
  for (std::size_t k = 0; k < leaves.size(); ++k) place[leaves[k].id] = k;
  expr::Cone cone(*dae.graph);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const expr::Expr leaf : cone.collect(rows.subspan(i, 1)))
      if (const auto found = place.find(leaf.id); found != place.end())
        rows_[found->second].push_back(static_cast<int>(i));
}

SomeRows RowsByLeaf::with(const std::vector<std::size_t>& leaves) const {
  std::vector<int> held;
  for (const std::size_t k : leaves) held.insert(held.end(), rows_[k].begin(), rows_[k].end());
  return {program_, parameters_, held, false};
}

std::vector<double> parameter_values(const model::Dae& dae) {
  std::vector<double> result(static_cast<std::size_t>(dae.graph->parameters()));
  for (const model::Parameter& parameter : dae.parameters)
    result[static_cast<std::size_t>(parameter.id)] = parameter.value;
  return result;
}

}  // namespace trammel::analysis
