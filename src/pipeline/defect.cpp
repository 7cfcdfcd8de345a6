#include "pipeline/defect.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "expr/query.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;

std::vector<Expr> constraint_levels(const model::Dae& dae, const analysis::Diagnosis& found) {
  std::vector<Expr> rows;
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    Expr row = dae.equations[i].residual;
    for (int l = 0; l < found.offsets.c[i]; ++l, row = dae.graph->total(row)) rows.push_back(row);
  }
  for (const model::Equation& invariant : dae.invariants) rows.push_back(invariant.residual);
  return rows;
}

// The symbols below some expressions, each once.
std::vector<Expr> symbols(expr::Graph& graph, const std::vector<Expr>& rows) {
  std::unordered_set<std::uint32_t> seen;
  std::vector<Expr> result;
  expr::Cone cone(graph);
  for (const Expr row : rows)
    for (const Expr e : cone.collect(row))
      if (graph.op(e) == expr::Op::symbol && seen.insert(e.id).second) result.push_back(e);
  return result;
}

}  // namespace

DefectCode::DefectCode(const model::Dae& as_written, const analysis::Diagnosis& found,
                       const model::Dae& integrated) {
  expr::Graph& graph = *integrated.graph;
  std::vector<Expr> levels = constraint_levels(as_written, found);
  const Dictionary dictionary(integrated);
  std::unordered_map<std::uint32_t, Expr> translation;
  for (const Expr leaf : symbols(graph, levels)) translation.emplace(leaf.id, dictionary.translate(leaf));
  levels = expr::substitute(graph, levels, translation);

  program::Inputs inputs;
  inputs.banks.resize(3);
  inputs.banks[0] = {graph.time()};
  std::unordered_set<std::uint32_t> known;
  for (const model::Variable& variable : integrated.variables)
    for (int k = 0; k < 2; ++k) {
      inputs.banks[k + 1].push_back(graph.symbol(variable.id, k));
      known.insert(inputs.banks[k + 1].back().id);
    }
  program::Request request{.value_bank = 0};
  expr::Cone cone(graph);
  for (const Expr row : levels)
    if (std::ranges::all_of(cone.collect(row),
                            [&](Expr e) { return graph.op(e) != expr::Op::symbol || known.contains(e.id); }))
      request.rows.push_back(row);
  rows = request.rows.size();
  if (rows > 0) program = program::compile(graph, inputs, {{{request}}}, {.engine = program::Engine::vm});
}

Defect::Defect(const DefectCode& code, Vec parameters) : h_(code.rows) {
  if (code.program) runner_ = runner_for(*code.program, parameters);
}

double Defect::residual(double t, Vec y, Vec slope) {
  if (h_.empty()) return 0;
  const double* in[] = {&t, y.data(), slope.data()};
  double* out[] = {h_.data()};
  runner_->run(0, in, out);
  double largest = 0;
  for (const double h : h_) largest = std::max(largest, std::fabs(h));
  return largest;
}

}  // namespace trammel::pipeline
