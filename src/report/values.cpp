#include "report/values.hpp"

#include <cmath>

#include "analysis/definitions.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::report {

using expr::Expr;
using expr::Op;

namespace {
constexpr std::size_t most_rows_seen_through = 400;
}

Values::Values(const model::Dae& dae, const std::vector<std::string>& names) : graph_(*dae.graph) {
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < names.size(); ++i) place.emplace(names[i], i);
  for (const model::Variable& variable : dae.variables)
    for (int k = 0;; ++k) {  // x, der(x), .. as far as they are reported
      const auto at = place.find(expr::print_symbol(graph_, variable.id, k));
      if (at == place.end()) break;
      column_.emplace(dae.graph->symbol(variable.id, k).id, at->second);
    }
  for (const model::Parameter& parameter : dae.parameters) parameter_.emplace(parameter.id, parameter.value);
}

bool Values::known(Expr e) const {
  for (const Expr leaf : expr::leaves(graph_, e)) {
    if (graph_.op(leaf) == Op::symbol && !column_.contains(leaf.id)) return false;
    if (graph_.op(leaf) == Op::parameter && !parameter_.contains(graph_.index(leaf))) return false;
  }
  return true;
}

std::optional<std::size_t> Values::column(Expr leaf) const {
  const auto at = column_.find(leaf.id);
  return at == column_.end() ? std::nullopt : std::optional(at->second);
}

std::vector<double> Values::operator()(const std::vector<Expr>& rows, double t, Vec columns) const {
  return expr::evaluate(graph_, rows, [&](Expr leaf) {
    if (graph_.op(leaf) == Op::time) return t;
    if (graph_.op(leaf) == Op::parameter) {
      const auto at = parameter_.find(graph_.index(leaf));
      return at == parameter_.end() ? std::nan("") : at->second;
    }
    const auto at = column_.find(leaf.id);
    return at == column_.end() ? std::nan("") : columns[at->second];
  });
}

std::vector<Level> constraint_levels(const model::Dae& dae, const std::vector<int>& differentiations,
                                     const Values& values) {
  std::vector<Level> levels;
  std::vector<Expr> rows, plain;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  for (std::size_t i = 0; i < rows.size() && i < differentiations.size(); ++i)
    for (int l = 0; l < differentiations[i]; ++l) {
      Expr f = dae.graph->total(rows[i], l);
      if (!values.known(f) && rows.size() <= most_rows_seen_through) {
        // Derivatives of auxiliary variables are not reported, those of what they are made of may be.
        if (plain.empty()) plain = analysis::without_definitions(*dae.graph, rows);
        f = dae.graph->total(plain[i], l);
      }
      if (!values.known(f) || dae.graph->is_constant(f)) break;
      if (static_cast<int>(levels.size()) <= l) levels.resize(static_cast<std::size_t>(l) + 1);
      levels[l].names.push_back(model::name_of(dae.equations[i], l));
      levels[l].residuals.push_back(f);
    }
  return levels;
}

}  // namespace trammel::report
