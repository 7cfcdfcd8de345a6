#include "formulation/regularize_mass.hpp"

#include <algorithm>

#include "analysis/bipartite.hpp"
#include "base/error.hpp"
#include "expr/derivative.hpp"
#include "formulation/manifold.hpp"
#include "formulation/regularize.hpp"
#include "formulation/regularize_definite.hpp"

namespace trammel::formulation {
namespace {

using expr::Expr;
using expr::Op;

struct Mass {
  std::vector<int> rows, columns;  // equations of motion, and unknowns with derivatives
  Matrix entries;                  // numbered within these
};

Mass mass_of(const Dae& dae, const Diagnosis& found) {
  Mass mass;
  std::vector<Expr> rows, tops;
  for (std::size_t i = 0; i < dae.equations.size(); ++i)
    if (found.offsets.c[i] == 0) {
      mass.rows.push_back(static_cast<int>(i));
      rows.push_back(dae.equations[i].residual);
    }
  for (std::size_t j = 0; j < dae.variables.size(); ++j)
    if (found.offsets.d[j] > 0) {
      mass.columns.push_back(static_cast<int>(j));
      tops.push_back(dae.graph->symbol(dae.variables[j].id, found.offsets.d[j]));
    }
  if (mass.rows.size() != mass.columns.size() || mass.rows.empty())
    throw Error(
        Kind::usage,
        "to regularize a mass matrix takes equations of the form M x^(m) = f - B y, 0 = g(x), as many "
        "without constraints as there are unknowns x",
        {}, "use the formulation 'auto'");
  for (const expr::Entry& entry : expr::jacobian(*dae.graph, rows, tops))
    mass.entries.push_back({entry.row, entry.column, entry.value});
  return mass;
}

// Equations and unknowns that go together: by what stands in M, and in their order where nothing does.
std::vector<int> partners(const Mass& mass) {
  const auto n = static_cast<int>(mass.rows.size());
  analysis::Bipartite graph{.rows = n, .columns = n};
  graph.start = {0};
  for (int i = 0; i < n; ++i) {
    for (const bool diagonal : {true, false})  // what stands at the same place first
      for (const MatrixEntry& entry : mass.entries)
        if (entry.row == i && (entry.column == i) == diagonal) graph.column.push_back(entry.column);
    graph.start.push_back(static_cast<int>(graph.column.size()));
  }
  const analysis::Matching matching = analysis::largest_matching(graph);
  std::vector<int> result(static_cast<std::size_t>(n), -1), left;
  for (int j = 0; j < n; ++j) {
    const int i = matching.row_of_column[static_cast<std::size_t>(j)];
    if (i >= 0)
      result[static_cast<std::size_t>(i)] = j;
    else
      left.push_back(j);
  }
  std::ranges::reverse(left);
  for (int& partner : result)
    if (partner < 0) {
      partner = left.back();
      left.pop_back();
    }
  return result;
}

}  // namespace

Dae RegularizeMass::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  Mass mass = mass_of(before, found);
  dae.dependent_tops = 0;
  const int id = graph.add_parameter(std::string(regularization_parameter));
  dae.parameters.push_back({.id = id, .value = 1e-6, .description = "of a singular mass matrix"});
  const auto top = [&](int column) {
    const int j = mass.columns[static_cast<std::size_t>(column)];
    return graph.symbol(before.variables[static_cast<std::size_t>(j)].id, found.offsets.d[j]);
  };
  if (kind == Kind::printed) {
    for (std::size_t k = 0; k < mass.rows.size(); ++k) {
      Expr sum = graph.apply(Op::mul, graph.parameter(id), top(static_cast<int>(k)));
      for (const MatrixEntry& entry : mass.entries)
        if (entry.column == static_cast<int>(k))
          sum = add_product(graph, sum, entry.value,
                            before.equations[static_cast<std::size_t>(mass.rows[entry.row])].residual);
      dae.equations[static_cast<std::size_t>(mass.rows[k])].residual = sum;
    }
    return dae;
  }
  const std::vector<int> partner = partners(mass);
  Matrix paired = mass.entries;
  std::vector<int> row_of(partner.size());
  for (std::size_t i = 0; i < partner.size(); ++i)
    row_of[static_cast<std::size_t>(partner[i])] = static_cast<int>(i);
  for (MatrixEntry& entry : paired) entry.column = row_of[static_cast<std::size_t>(entry.column)];
  const Definite says = definite(before, paired, static_cast<int>(partner.size()));
  if (says == Definite::neither)
    throw Error(trammel::Kind::usage,
                "a mass matrix M + epsilon I is regular for small epsilon only if M is symmetric and "
                "semidefinite, and here it is not",
                {}, "use the formulation 'auto'");
  for (std::size_t i = 0; i < partner.size(); ++i) {
    Expr& residual = dae.equations[static_cast<std::size_t>(mass.rows[i])].residual;
    residual = add_product(graph, residual, graph.constant(says == Definite::negative ? -1 : 1),
                           graph.apply(Op::mul, graph.parameter(id), top(partner[i])));
  }
  return dae;
}

}  // namespace trammel::formulation
