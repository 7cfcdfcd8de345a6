#include "certify/asked_of_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/query.hpp"

namespace trammel::certify {
namespace {

constexpr double found_to = 1e-7;  // starts are found by iterations, not by steps: to more digits than that

}  // namespace

AskedOfStart::AskedOfStart(const model::Dae& dae, const std::vector<expr::Expr>& leaves) {
  const expr::Graph& graph = *dae.graph;
  auto names = std::make_shared<Names>();
  for (std::size_t p = 0; p < leaves.size(); ++p)
    if (graph.op(leaves[p]) == expr::Op::symbol)
      names->at[{graph.index(leaves[p]), graph.derivative(leaves[p])}] = static_cast<int>(p);
  const Position position = [&](int variable, int order) {
    const auto found = names->at.find({variable, order});
    return found == names->at.end() ? -1 : found->second;
  };
  std::vector<expr::Expr> rows;
  for (const model::Equation& equation : dae.initial_equations) {
    const std::vector<expr::Expr> used = expr::leaves(graph, equation.residual);
    const bool all_reported = std::ranges::all_of(used, [&](expr::Expr leaf) {
      return graph.op(leaf) != expr::Op::symbol || position(graph.index(leaf), graph.derivative(leaf)) >= 0;
    });
    if (!all_reported) continue;
    rows.push_back(equation.residual);
    names->equations.push_back(equation.name);
  }
  names_ = names;
  if (rows.empty()) return;
  rows_.emplace(graph, rows, position, 0);
  residual_.resize(rows.size());
  terms_.resize(rows.size());
}

void AskedOfStart::set(const expr::Graph& graph, const std::vector<model::StartValue>& starts,
                       Vec parameters) {
  fixed_.clear();
  for (const model::StartValue& start : starts)
    if (start.rank == model::Rank::fixed)
      if (const auto p = names_->at.find({graph.index(start.leaf), graph.derivative(start.leaf)});
          p != names_->at.end())
        fixed_.push_back({p->second, start.value});
  if (rows_) rows_->set_parameters(parameters);
}

void AskedOfStart::see(double t, Vec values) {
  for (Fixed& fixed : fixed_) fixed.seen = values[static_cast<std::size_t>(fixed.value)];
  t_ = t;
  if (rows_) rows_->evaluate(t, values, residual_, terms_);
}

std::optional<AskedOfStart::Broken> AskedOfStart::broken(Vec sizes, Vec usual,
                                                         const std::vector<std::string>& names,
                                                         double tolerance) {
  const double allowed = std::max(tolerance, found_to);
  for (const Fixed& fixed : fixed_) {
    const auto p = static_cast<std::size_t>(fixed.value);
    if (std::fabs(fixed.seen - fixed.at) <= allowed * std::max(std::fabs(fixed.at), sizes[p])) continue;
    return Broken{.value = fixed.value,
                  .what = fmt::format("{} is {:.6g}, but its start value is fixed at {:.6g}", quote(names[p]),
                                      fixed.seen, fixed.at)};
  }
  std::vector<double> off(residual_.size()), size(residual_.size());
  if (rows_) rows_->evaluate(t_, usual, off, size);
  for (std::size_t i = 0; i < names_->equations.size(); ++i) {
    const double terms = std::isfinite(size[i]) ? std::max(terms_[i], size[i]) : terms_[i];
    if (std::fabs(residual_[i]) > allowed * terms)
      return Broken{.equation = names_->equations[i],
                    .what = fmt::format("the initial equation {} is off by {:.1e} of the size of its terms",
                                        quote(names_->equations[i]), std::fabs(residual_[i]) / terms)};
  }
  return std::nullopt;
}

}  // namespace trammel::certify
