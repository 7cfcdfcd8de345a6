#include "analysis/some_rows.hpp"

#include <unordered_map>

#include "expr/query.hpp"

namespace trammel::analysis {

std::vector<std::vector<int>> rows_by_leaf(const expr::Graph& graph, std::span<const expr::Expr> rows,
                                           std::span<const expr::Expr> leaves) {
  std::unordered_map<std::uint32_t, std::size_t> place;
  for (std::size_t k = 0; k < leaves.size(); ++k) place[leaves[k].id] = k;
  std::vector<std::vector<int>> result(leaves.size());
  expr::Cone cone(graph);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const expr::Expr leaf : cone.collect(rows.subspan(i, 1)))
      if (const auto found = place.find(leaf.id); found != place.end())
        result[found->second].push_back(static_cast<int>(i));
  return result;
}

std::vector<double> parameter_values(const model::Dae& dae) {
  std::vector<double> result(static_cast<std::size_t>(dae.graph->parameters()));
  for (const model::Parameter& parameter : dae.parameters)
    result[static_cast<std::size_t>(parameter.id)] = parameter.value;
  return result;
}

}  // namespace trammel::analysis
