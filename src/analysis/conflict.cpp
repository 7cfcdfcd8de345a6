#include "analysis/conflict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using model::Rank;

constexpr std::size_t most_candidates = 80;

std::string value_text(const PointProblem& p, std::size_t k) {
  return fmt::format("{} = {:g}", expr::print(*p.dae->graph, p.quantities[k].leaf), p.quantities[k].value);
}

// "; the guesses were x = 0 and y = 0": what a condition was computed from.
std::string guesses_in(const PointProblem& p, std::size_t condition, const std::vector<double>& x) {
  constexpr std::size_t most = 4;
  std::vector<std::string> said;
  for (const expr::Expr leaf : expr::leaves(*p.dae->graph, p.conditions[condition].residual)) {
    const auto at = std::ranges::find(p.quantities, leaf, &Quantity::leaf);
    if (at == p.quantities.end() || said.size() == most) continue;
    said.push_back(fmt::format("{} = {:.6g}", quote(expr::print(*p.dae->graph, leaf)),
                               x[static_cast<std::size_t>(at - p.quantities.begin())]));
  }
  return said.empty() ? std::string() : "; the guesses were " + listed(said);
}

std::vector<std::string> parameters_at_zero(const PointProblem& p, std::size_t condition) {
  std::vector<std::string> names;
  const expr::Graph& graph = *p.dae->graph;
  for (const expr::Expr leaf : expr::leaves(graph, p.conditions[condition].residual)) {
    if (graph.op(leaf) != expr::Op::parameter) continue;
    const auto at = std::ranges::find(p.dae->parameters, graph.index(leaf), &model::Parameter::id);
    if (at != p.dae->parameters.end() && at->value == 0) names.push_back(graph.parameter_name(at->id));
  }
  return names;
}

bool has_a_number_elsewhere(const PointProblem& p, Numbers& numbers, std::size_t condition,
                            const std::vector<double>& x) {
  constexpr int tried = 4;
  std::vector<double> at(x.size());
  for (int k = 1; k <= tried; ++k) {
    for (std::size_t j = 0; j < x.size(); ++j)
      at[j] = x[j] + (k % 2 == 0 ? -k : k) * (1 + 0.1 * static_cast<double>((7 * j + 3) % 10)) *
                         p.quantities[j].nominal;
    numbers.evaluate(p.t, at);
    if (std::isfinite(numbers.r()[condition])) return true;
  }
  return false;
}

}  // namespace

// 5/R with R = 0: no start value helps.
void refuse_no_number(const PointProblem& p, Numbers& numbers, std::size_t condition,
                      const std::vector<double>& x) {
  const std::string name = p.conditions[condition].name();
  const double value = numbers.r()[condition];
  const Where where{.equations = {name}, .time = p.t};
  const std::vector<std::string> zero = parameters_at_zero(p, condition);
  if (zero.empty() || has_a_number_elsewhere(p, numbers, condition, x))
    throw Error(Kind::initialization, fmt::format("{} is {} at the start values", quote(name), value), where,
                "give start values at which it can be computed" + guesses_in(p, condition, x));
  std::vector<std::string> said;
  said.reserve(zero.size());
  for (const std::string& parameter : zero) said.push_back(quote(parameter) + " = 0");
  throw Error(
      Kind::initialization,
      fmt::format("{} has no finite value with {}, whatever the unknowns are", quote(name), listed(said, 4)),
      where, zero.size() == 1 ? "give this parameter another value" : "give these parameters other values");
}

Conflict minimal_conflict(const PointProblem& p, bool small, const Feasible& feasible) {
  std::map<int, std::vector<std::size_t>> families;
  for (std::size_t i = 0; i < p.conditions.size(); ++i)
    families[p.conditions[i].family >= 0 ? p.conditions[i].family : -1 - static_cast<int>(i)].push_back(i);
  std::vector<std::size_t> fixed;
  for (std::size_t k = 0; k < p.quantities.size(); ++k)
    if (p.quantities[k].rank == Rank::fixed) fixed.push_back(k);
  Conflict conflict;
  if (!small || families.size() + fixed.size() > most_candidates) return conflict;

  // Equations first: what is thrown out early stays out of the answer, and the user would rather hear which
  // fixed values are to blame than which equations.
  std::vector<char> row_on(p.conditions.size(), 1), fixed_on(p.quantities.size(), 1);
  for (const auto& [family, members] : families) {
    for (const std::size_t i : members) row_on[i] = 0;
    if (!feasible(row_on, fixed_on)) continue;
    for (const std::size_t i : members) {
      row_on[i] = 1;
      conflict.conditions.push_back(i);
    }
  }
  for (const std::size_t k : fixed) {
    fixed_on[k] = 0;
    if (!feasible(row_on, fixed_on)) continue;
    fixed_on[k] = 1;
    conflict.fixed.push_back(k);
  }
  return conflict;
}

void refuse_conflict(const PointProblem& p, const Conflict& conflict, const std::vector<double>& r,
                     const std::vector<double>& scale) {
  std::size_t worst = 0;
  for (std::size_t i = 0; i < r.size(); ++i)
    if (!(std::fabs(r[i]) / scale[i] <= std::fabs(r[worst]) / scale[worst])) worst = i;
  Where where{.time = p.t};
  std::vector<std::string> names, values;
  const auto culprit = [&](const std::string& name) {
    if (std::ranges::find(where.equations, name) != where.equations.end()) return;
    where.equations.push_back(name);
    names.push_back(quote(name));
  };
  for (const std::size_t i : conflict.conditions) culprit(p.conditions[i].written());
  for (const std::size_t k : conflict.fixed) {
    values.push_back(value_text(p, k));
    where.variables.push_back(expr::print(*p.dae->graph, p.quantities[k].leaf));
  }
  if (names.empty()) {  // nothing was tried, or nothing came of it: the worst equation and its fixed values
    culprit(p.conditions[worst].written());
    for (const expr::Expr leaf : expr::leaves(*p.dae->graph, p.conditions[worst].residual))
      for (std::size_t k = 0; k < p.quantities.size(); ++k)
        if (p.quantities[k].leaf == leaf && p.quantities[k].rank == Rank::fixed) {
          values.push_back(value_text(p, k));
          where.variables.push_back(expr::print(*p.dae->graph, leaf));
        }
  }
  std::string message =
      values.empty() ? fmt::format("no start was found that satisfies {}", listed(names))
                     : fmt::format("no start was found that satisfies {} with the fixed {} {}", listed(names),
                                   values.size() == 1 ? "value" : "values", listed(values));
  message += fmt::format(": {} is off by {:.3g}", quote(p.conditions[worst].name()), r[worst]);
  throw Error(
      Kind::initialization, message, where,
      values.empty()
          ? (names.size() > 1 ? "correct one of these equations, or give start values nearer to a solution"
                              : "give start values nearer to a solution")
          : "free one of the fixed values");
}

}  // namespace trammel::analysis
