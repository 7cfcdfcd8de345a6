#include "analysis/diagnosis.hpp"

#include <algorithm>
#include <iterator>

#include "base/work.hpp"
#include "expr/shown.hpp"

namespace trammel::analysis {

namespace {

Diagnosis with_offsets(Signature sigma, Offsets offsets) {
  Diagnosis found;
  found.sigma = std::move(sigma);
  found.offsets = std::move(offsets);
  found.blocks = top_blocks(found.sigma, found.offsets);
  found.levels = index_levels(found.offsets, found.blocks, found.sigma);
  found.index = structural_index(found.offsets);
  found.degrees_of_freedom = degrees_of_freedom(found.offsets);
  return found;
}

}  // namespace

Diagnosis analyze(const model::Dae& dae) {
  ++work_so_far().analyses;
  Signature sigma = signature(dae);
  Offsets offsets = find_offsets(dae, sigma);
  return with_offsets(std::move(sigma), std::move(offsets));
}

// d_j is the highest derivative of x_j everywhere, and the assignment takes it: then c = 0 and d are the
// smallest dual solution. [Pry01]
std::optional<Diagnosis> differentiated(const model::Dae& dae, const Diagnosis& before) {
  Signature sigma = signature(dae);
  const std::vector<int>& d = before.offsets.d;
  const std::vector<int>& column_of = before.offsets.assignment.column_of_row;
  for (int i = 0; i < sigma.graph.rows; ++i) {
    bool assigned = false;
    for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k) {
      const int j = sigma.graph.column[k];
      if (sigma.order[k] > d[j]) return std::nullopt;
      assigned = assigned || (j == column_of[i] && sigma.order[k] == d[j]);
    }
    if (!assigned) return std::nullopt;
  }
  Offsets offsets = before.offsets;
  std::ranges::fill(offsets.c, 0);
  return with_offsets(std::move(sigma), std::move(offsets));
}

namespace {

constexpr std::size_t most_names = 8;  // of algebraic unknowns per constraint: a chain's block has thousands

// der(x) = v: a name for a derivative, whose own derivatives tell nobody anything. Two symbols of different
// derivatives, sums and constant factors, nothing else. (One Cone for all rows: its scratch is as large as
// the graph.)
bool only_names(const expr::Graph& graph, expr::Cone& cone, expr::Expr residual) {
  using expr::Op;
  std::vector<int> derivatives;
  for (const expr::Expr e : cone.collect(residual)) {
    const Op op = graph.op(e);
    const bool factor =
        op == Op::mul && (graph.is_constant(graph.arg(e, 0)) || graph.is_constant(graph.arg(e, 1)));
    if (op == Op::symbol)
      derivatives.push_back(graph.derivative(e));
    else if (op != Op::constant && op != Op::neg && op != Op::add && op != Op::sub && !factor)
      return false;
    if (derivatives.size() > 2) return false;
  }
  return derivatives.size() == 2 && derivatives[0] != derivatives[1];
}

// Per equation with c_i >= 1: some algebraic unknowns that its top derivative determines, in its own block or
// in blocks that need what it determines.
std::vector<std::vector<std::string>> algebraic_from(const model::Dae& dae, const Diagnosis& found) {
  const Signature& sigma = found.sigma;
  if (std::ranges::count(found.offsets.c, 0) == std::ssize(found.offsets.c))
    return std::vector<std::vector<std::string>>(dae.equations.size());
  std::vector<int> block_of(dae.variables.size());
  std::vector<std::vector<std::string>> names(found.blocks.size()), result(dae.equations.size());
  for (std::size_t b = 0; b < found.blocks.size(); ++b)
    for (const int j : found.blocks[b].unknowns) {
      block_of[j] = static_cast<int>(b);
      if (found.offsets.d[j] == 0 && names[b].size() < most_names)
        names[b].push_back(dae.graph->variable_name(dae.variables[j].id));
    }
  for (std::size_t b = found.blocks.size(); b-- > 0;) {  // those that need others come after them
    if (names[b].empty()) continue;
    for (const int i : found.blocks[b].equations) {
      if (found.offsets.c[i] > 0) result[i] = names[b];
      for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k) {
        const int j = sigma.graph.column[k];
        if (found.offsets.d[j] - found.offsets.c[i] == sigma.order[k] && names[block_of[j]].empty())
          names[block_of[j]] = {names[b].front()};
      }
    }
  }
  return result;
}

HiddenConstraint derived(const model::Dae& dae, std::size_t i, int l, std::vector<std::string> determines) {
  const expr::Expr f = dae.graph->total(dae.equations[i].residual, l);
  return {dae.equations[i].name, l, expr::text(*dae.graph, expr::shown(*dae.graph, f)) + " = 0",
          std::move(determines), f};
}

}  // namespace

std::vector<HiddenConstraint> hidden_constraints(const model::Dae& dae, const Diagnosis& found) {
  const std::vector<std::vector<std::string>> determined = algebraic_from(dae, found);
  std::vector<HiddenConstraint> hidden;
  expr::Cone cone(*dae.graph);
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    const int c = found.offsets.c[i];
    if (c == 0 || only_names(*dae.graph, cone, dae.equations[i].residual)) continue;
    for (int l = 1; l < c; ++l) hidden.push_back(derived(dae, i, l, {}));
    if (c == 1 && !determined[i].empty()) hidden.push_back(derived(dae, i, 1, determined[i]));
  }
  return hidden;
}

std::vector<HiddenConstraint> determining_constraints(const model::Dae& dae, const Diagnosis& found) {
  const std::vector<std::vector<std::string>> determined = algebraic_from(dae, found);
  std::vector<HiddenConstraint> result;
  expr::Cone cone(*dae.graph);
  for (std::size_t i = 0; i < dae.equations.size(); ++i)
    if (found.offsets.c[i] >= 2 && !determined[i].empty() &&
        !only_names(*dae.graph, cone, dae.equations[i].residual))
      result.push_back(derived(dae, i, found.offsets.c[i], determined[i]));
  return result;
}

}  // namespace trammel::analysis
