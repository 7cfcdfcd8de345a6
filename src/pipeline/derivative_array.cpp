#include "pipeline/derivative_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analysis/array_choice.hpp"
#include "analysis/policy.hpp"
#include "analysis/strangeness.hpp"
#include "analysis/subsystem.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "formulation/derivative_array.hpp"
#include "formulation/first_order.hpp"

namespace trammel::pipeline {
namespace {

using analysis::Diagnosis;

// Start values of derivatives that have become unknowns are theirs.
model::Problem in_first_order(const model::Problem& problem, const Diagnosis& found) {
  model::Problem result = problem;
  result.dae = formulation::FirstOrder{}.apply(problem.dae, found);
  const expr::Graph& graph = *result.dae.graph;
  for (model::StartValue& start : result.starts)
    for (const model::Renamed& renamed : result.dae.renamed)
      if (graph.index(start.leaf) == renamed.of && graph.derivative(start.leaf) == renamed.derivative)
        start.leaf = result.dae.graph->symbol(renamed.variable);
  return result;
}

// What the user fixed or gave stays free if it can; plain variables rather than derivatives.
std::vector<std::vector<int>> reluctance_of(const model::Problem& problem, const std::vector<int>& d) {
  const model::Dae& dae = problem.dae;
  std::vector<int> unknown(static_cast<std::size_t>(dae.graph->variables()), -1);
  std::vector<std::vector<int>> result;
  result.reserve(dae.variables.size());
  for (std::size_t j = 0; j < dae.variables.size(); ++j) {
    unknown[dae.variables[j].id] = static_cast<int>(j);
    result.emplace_back(d[j] + 1);
    for (int l = 0; l <= d[j]; ++l) result.back()[l] = -l;
  }
  for (const model::StartValue& start : problem.starts) {
    const int j = unknown[dae.graph->index(start.leaf)], l = dae.graph->derivative(start.leaf);
    if (j >= 0 && l <= d[j]) result[j][l] = 100 * static_cast<int>(start.rank) - l;
  }
  return result;
}

double a_little_later(const model::Problem& problem, double t) {
  return t + analysis::policy::nearby * (problem.t_end - t);
}

// The ranks of the derivative array; none if they do not settle the model, or it has redundant equations.
std::optional<analysis::Strangeness> find(const model::Problem& first_order, const Diagnosis& found,
                                          double t) {
  const int n = static_cast<int>(first_order.dae.equations.size());
  const int most = std::min(analysis::policy::largest_array / std::max(1, n) - 1,
                            found.index + analysis::policy::more_levels);
  const std::vector<std::vector<int>> reluctance(first_order.dae.variables.size(), std::vector<int>{0});
  const FullStart start = consistent_values(first_order, found.offsets.c, found.offsets.d, t);
  analysis::Strangeness numbers = analysis::find_strangeness(
      first_order.dae, start.values, t, a_little_later(first_order, t), most, reluctance);
  if (!numbers.found || numbers.redundant > 0) return std::nullopt;
  return numbers;
}

// Reported derivatives that no equation holds any more: x' in the array is the slope of x.
void find_derivatives(ArrayProblem& result, const analysis::ArrayChoice& choice,
                      const model::Dae& first_order) {
  const model::Dae& dae = result.problem.dae;
  const analysis::Signature sigma = analysis::signature(dae);
  std::unordered_map<std::uint32_t, expr::Expr> place;  // of a derivative: itself, or a member of the array
  for (std::size_t k = 0; k < choice.solved.size(); ++k)
    place[dae.graph
              ->symbol(dae.variables[static_cast<std::size_t>(choice.solved[k].unknown)].id,
                       choice.solved[k].derivative)
              .id] = dae.graph->symbol(dae.variables[first_order.variables.size() + k].id);
  for (std::size_t k = 0; k < sigma.order.size(); ++k)
    if (sigma.order[k] == 1) {
      const auto leaf =
          dae.graph->symbol(dae.variables[static_cast<std::size_t>(sigma.graph.column[k])].id, 1);
      place[leaf.id] = leaf;
    }
  for (expr::Expr& leaf : result.reported.leaves) {
    if (dae.graph->derivative(leaf) == 0) continue;
    const auto at = place.find(leaf.id);
    if (at != place.end()) leaf = at->second;
  }
}

std::optional<ArrayModel> by_ranks(const model::Problem& problem, double t) {
  ArrayModel result{.first_order = in_first_order(problem, analysis::analyze(problem.dae))};
  const Diagnosis found = analysis::analyze(result.first_order.dae);
  const auto numbers = find(result.first_order, found, t);
  if (!numbers) return std::nullopt;
  result.mu = numbers->mu;
  result.nu = numbers->differentiation_index;
  result.constraints = numbers->algebraic;
  result.index = numbers->mu == 0 && numbers->algebraic == 0 ? 0 : numbers->mu + 1;
  result.degrees_of_freedom = numbers->differential;
  result.reason = fmt::format(
      "the structure of the equations misleads, so their index {} was reduced with {} of all of them",
      result.index, counted(static_cast<std::size_t>(numbers->mu), "derivative"));
  return result;
}

// The singular blocks of a model that is too large as a whole, replaced by square parts of their arrays.
// Their slopes are determined one level above mu.
std::optional<ArrayProblem> rewrite_blocks(const model::Problem& problem, double t) {
  ArrayProblem result{.problem = in_first_order(problem, analysis::analyze(problem.dae)),
                      .reported = reported(problem.dae)};
  model::Problem& p = result.problem;
  const Dictionary dictionary(p.dae);
  for (expr::Expr& leaf : result.reported.leaves) leaf = dictionary.translate(leaf);
  p.dae.renamed.clear();
  constexpr int most_rounds = 8;
  for (int round = 0; round < most_rounds; ++round) {
    const Diagnosis found = analysis::analyze(p.dae);
    const FullStart start = consistent_values(p, found.offsets.c, found.offsets.d, t);
    const auto bad = analysis::singular_blocks(p.dae, found, start.values, t);
    if (bad.empty()) break;
    const analysis::Subsystem part = analysis::subsystem(p.dae, bad.front(), start.values, t);
    const int n = static_cast<int>(part.dae.equations.size()),
              most = std::min(analysis::policy::largest_array / n - 1,
                              analysis::analyze(part.dae).index + analysis::policy::more_levels);
    const auto numbers = analysis::find_strangeness(part.dae, part.values, t, t, most,
                                                    std::vector<std::vector<int>>(part.values.size(), {0}));
    if (!numbers.found || numbers.redundant > 0) return std::nullopt;
    auto choice = analysis::choose_from_array(part.dae, part.values, t, numbers.mu + 1);
    if (!choice) return std::nullopt;
    choice->equations = bad.front().equations;
    choice->unknowns = bad.front().unknowns;
    const model::Dae before = p.dae;
    p.dae = formulation::FromDerivativeArray{*choice}.apply(before, found);
    for (std::size_t k = 0; k < choice->solved.size(); ++k)
      p.starts.push_back({p.dae.graph->symbol(p.dae.variables[before.variables.size() + k].id),
                          choice->solved[k].value, model::Rank::guess});
    analysis::ArrayChoice whole = *choice;
    for (auto& member : whole.solved)
      member.unknown = choice->unknowns[static_cast<std::size_t>(member.unknown)];
    find_derivatives(result, whole, before);
    result.index = std::max(result.index, numbers.mu + 1);
  }
  if (result.index == 0) return std::nullopt;  // nothing was wrong
  const Diagnosis of = analysis::analyze(p.dae);
  result.degrees_of_freedom = of.degrees_of_freedom;
  result.reason =
      "the structure of a part of the equations misleads, so that part was replaced by its derivative array";
  return result;
}

}  // namespace

std::optional<ArrayProblem> where_a_part_misleads(const model::Problem& problem, double t) {
  try {
    return rewrite_blocks(problem, t);
  } catch (const Error&) {
    return std::nullopt;
  }
}

ArrayModel derivative_array(const model::Problem& problem, double t) {
  if (auto result = by_ranks(problem, t)) return *std::move(result);
  throw Error(Kind::structure,
              "the ranks of the derivative array do not determine a solution, so it cannot be solved for "
              "slopes or constraints",
              {.time = t}, "see what analyze says about the model, or use another formulation");
}

std::optional<AtStart> numbers_at_start(const model::Problem& problem, const Diagnosis& found, double t,
                                        std::optional<analysis::Values> known, AskNumbers ask,
                                        std::exception_ptr* why) {
  const std::size_t n = problem.dae.equations.size();
  if (n == 0) return std::nullopt;
  if (ask == AskNumbers::if_affordable &&
      static_cast<int>(n) * (found.index + 1) > analysis::policy::largest_array)
    return std::nullopt;
  FullStart start;
  try {
    if (known)
      start.values = *std::move(known);
    else
      start = consistent_values(problem, found.offsets.c, found.offsets.d, t);
  } catch (const Error&) {
    if (why) *why = std::current_exception();
    return std::nullopt;
  }
  analysis::TopSystem top(problem.dae, found.offsets, start.values, t);
  analysis::NumericVerdict verdict = analysis::numeric_verdict(
      problem.dae, found, top, start.values, reluctance_of(problem, found.offsets.d), ask == AskNumbers::all,
      a_little_later(problem, t));
  return AtStart{std::move(verdict), std::move(start)};
}

std::exception_ptr why_undetermined(const analysis::NumericVerdict& verdict, const model::Dae& dae,
                                    double t) {
  if (verdict.says != analysis::NumericVerdict::Says::undetermined) return nullptr;
  Where where{.equations = verdict.equations, .variables = verdict.unknowns, .time = t};
  for (const model::Equation& equation : dae.equations)
    if (!verdict.equations.empty() && equation.name == verdict.equations.front()) {
      where.file = equation.origin.file;
      where.line = equation.origin.line;
    }
  return std::make_exception_ptr(
      Error(Kind::structure, *verdict.why(), where,
            "replace one of these equations by one that fixes a value, such as the potential of one node"));
}

std::optional<ArrayModel> where_structure_misleads(const model::Problem& problem, double t,
                                                   const analysis::NumericVerdict& verdict) {
  if (verdict.says != analysis::NumericVerdict::Says::ranks_overrule || verdict.part) return std::nullopt;
  try {
    auto array = by_ranks(problem, t);
    if (array) array->index = verdict.index;
    return array;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace trammel::pipeline
