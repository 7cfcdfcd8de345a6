#include "analysis/raised.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

struct Pair {
  int equation, unknown;
};

// The two leaves of v = x^(l), l > 0, and nothing else: the number of v, or -1.
int name_in(const model::Dae& dae, const model::Equation& equation) {
  const expr::Graph& graph = *dae.graph;
  const std::vector<expr::Expr> leaves = expr::leaves(graph, equation.residual);
  if (leaves.size() != 2) return -1;
  for (const auto& [name, of] : {std::pair(leaves[0], leaves[1]), std::pair(leaves[1], leaves[0])})
    if (graph.op(name) == expr::Op::symbol && graph.op(of) == expr::Op::symbol &&
        graph.derivative(name) == 0 && graph.derivative(of) > 0)
      return graph.index(name);
  return -1;
}

// Those that nothing else needs, one after the other: a name for the derivative of a name comes first.
std::vector<Pair> mere_names(const model::Dae& dae, const Diagnosis& found) {
  const Bipartite& graph = found.sigma.graph;
  std::vector<int> uses(static_cast<std::size_t>(graph.columns)), names;
  for (const model::Equation& equation : dae.equations) names.push_back(name_in(dae, equation));
  std::vector<char> gone(static_cast<std::size_t>(graph.rows));
  std::vector<Pair> result;
  for (bool again = true; again;) {
    again = false;
    std::ranges::fill(uses, 0);
    for (int i = 0; i < graph.rows; ++i)
      for (int k = graph.start[i]; gone[i] == 0 && k < graph.start[i + 1]; ++k) ++uses[graph.column[k]];
    for (int i = 0; i < graph.rows; ++i) {
      if (gone[i] != 0 || names[i] < 0) continue;
      for (int k = graph.start[i]; k < graph.start[i + 1]; ++k) {
        const int j = graph.column[k];
        if (dae.variables[j].id != names[i] || uses[j] > 1) continue;
        result.push_back({i, j});
        gone[i] = 1;
        again = true;
      }
    }
  }
  return result;
}

model::Dae without(const model::Dae& dae, const std::vector<Pair>& pairs) {
  std::vector<char> equations(dae.equations.size()), unknowns(dae.variables.size());
  for (const Pair& pair : pairs) equations[pair.equation] = unknowns[pair.unknown] = 1;
  model::Dae rest = dae;
  rest.equations.clear();
  rest.variables.clear();
  for (std::size_t i = 0; i < equations.size(); ++i)
    if (equations[i] == 0) rest.equations.push_back(dae.equations[i]);
  for (std::size_t j = 0; j < unknowns.size(); ++j)
    if (unknowns[j] == 0) rest.variables.push_back(dae.variables[j]);
  return rest;
}

int index_without(const model::Dae& dae, const std::vector<Pair>& pairs, int otherwise) {
  try {
    return analyze(without(dae, pairs)).index;
  } catch (const Error&) {
    return otherwise;  // what remains has no structure of its own
  }
}

}  // namespace

std::optional<Raised> names_that_raise_the_index(const model::Dae& dae, const Diagnosis& found,
                                                 int affordable) {
  if (found.index < 2) return {};
  std::vector<Pair> names = mere_names(dae, found);
  if (names.empty() || names.size() == dae.equations.size()) return {};
  const int index = index_without(dae, names, found.index);
  if (index >= found.index) return {};
  // Back with those that do no harm, the last first: others may stand in them.
  for (auto i = names.size(); i-- > 0 && affordable > 0; --affordable) {
    std::vector<Pair> fewer;
    for (std::size_t j = 0; j < names.size(); ++j)
      if (j != i) fewer.push_back(names[j]);
    if (!fewer.empty() && index_without(dae, fewer, found.index) == index) names = fewer;
  }
  Raised result{.unknowns = {}, .equations = {}, .index = index};
  for (const Pair& pair : names) {
    result.unknowns.push_back(dae.graph->variable_name(dae.variables[pair.unknown].id));
    result.equations.push_back(dae.equations[pair.equation].name);
  }
  return result;
}

}  // namespace trammel::analysis
