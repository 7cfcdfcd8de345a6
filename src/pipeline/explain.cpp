#include "pipeline/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "analysis/bipartite.hpp"
#include "base/text.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

using integrate::Run;
using solution::Outcome;

std::string equation(const Setup& setup, int row) {
  return row >= 0 ? quote(setup.instance->system().equation(row)) : "an equation";
}

std::string list(const std::vector<int>& which, const std::function<std::string(int)>& name) {
  constexpr std::size_t most = 5;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(which.size(), most); ++i) names.push_back(name(which[i]));
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (which.size() > most) text += fmt::format(" and {} more", which.size() - most);
  return text;
}

std::string singular(const Run& run, const Setup& setup) {
  if (run.trouble.rows.empty())
    return fmt::format("the equations cannot be solved for the highest derivatives there ({} is at fault)",
                       equation(setup, run.row));
  return fmt::format(
      "the equations cannot be solved for the highest derivatives there: {} {} not determine {}",
      list(run.trouble.rows, [&](int row) { return equation(setup, row); }),
      run.trouble.rows.size() == 1 ? "does" : "do together",
      list(run.trouble.columns, [&](int unknown) { return quote(setup.plan->state_names[unknown]); }));
}

std::string place(const Run& run) {
  return run.trouble.order > 0 ? fmt::format("{:.1e}, order {}", run.h, run.trouble.order)
                               : fmt::format("{:.1e}", run.h);
}

// Multistep and collocation methods need not converge on such equations, for any step size. [AP98, Example
// 10.1]
std::string higher_index(const Setup& setup) {
  if (setup.hidden.rows.empty()) return {};
  return fmt::format(
      "; {} hide a higher index than their structure shows, and as written a method need not converge on "
      "them: "
      "try the formulation 'derivative_array', or make the combination whose derivative occurs an unknown of "
      "its own",
      list(setup.hidden.rows, [&](int row) { return equation(setup, row); }));
}

// The variable that an equation gives as a truth: q = not nq. None: it gives none.
std::optional<int> truth_given(const expr::Graph& graph, expr::Expr residual) {
  using expr::Op;
  if (graph.op(residual) != Op::sub) return {};
  for (int k = 0; k < 2; ++k) {
    const expr::Expr symbol = graph.arg(residual, k);
    const Op op = graph.op(graph.arg(residual, 1 - k));
    const bool truth = op == Op::logical_and || op == Op::logical_or || op == Op::logical_not;
    if (truth && graph.op(symbol) == Op::symbol && graph.derivative(symbol) == 0) return graph.index(symbol);
  }
  return {};
}

// Truths that follow from each other at one instant (q = not nq; nq = not q) have no, one or several values:
// the language wants one of them to be what it was before.
std::string loop_of_truths(const Setup& setup) {
  if (!setup.plan->problem) return {};
  const model::Dae& dae = setup.plan->problem->dae;
  expr::Graph& graph = *dae.graph;
  std::unordered_map<int, int> column;
  std::vector<std::pair<int, expr::Expr>> given;
  for (const model::Equation& equation : dae.equations)
    if (const auto truth = truth_given(graph, equation.residual))
      if (column.emplace(*truth, static_cast<int>(given.size())).second)
        given.emplace_back(*truth, equation.residual);
  analysis::Bipartite rows{.rows = static_cast<int>(given.size()), .columns = static_cast<int>(given.size())};
  analysis::Matching matching;
  for (const auto& [truth, residual] : given) {
    for (const expr::Expr leaf : expr::leaves(graph, residual))
      if (const auto known = column.find(graph.index(leaf));
          graph.op(leaf) == expr::Op::symbol && known != column.end())
        rows.column.push_back(known->second);
    rows.start.push_back(static_cast<int>(rows.column.size()));
    matching.column_of_row.push_back(column.at(truth));
    matching.row_of_column.push_back(column.at(truth));
  }
  for (const std::vector<int>& block : analysis::block_triangular(rows, matching)) {
    if (block.size() < 2) continue;
    std::vector<std::string> members;
    for (const int row : block)
      members.push_back(quote(graph.variable_name(given[static_cast<std::size_t>(row)].first)));
    std::ranges::sort(members);
    return fmt::format(
        "{} follow from each other at the same instant, and nothing says which value they have",
        listed(members, 5));
  }
  return {};
}

std::string stuck(const Run& run, const Setup& setup) {
  if (run.diverged) {
    const std::string worst = run.trouble.worst >= 0
                                  ? "; " + quote(setup.plan->state_names[run.trouble.worst]) + " moved most"
                                  : "";
    if (run.fixed)
      return fmt::format(
          "Newton's iteration does not converge with steps of {:.3g}{}; take smaller ones, or leave their "
          "size to the error control",
          run.h, worst);
    return fmt::format(
        "the step size became too small ({}), because Newton's iteration converges for no step size{}",
        place(run), worst);
  }
  if (run.worst < 0) return fmt::format("the step size became too small ({})", place(run));
  return fmt::format("the step size became too small ({}); {} could not be followed within the tolerance",
                     place(run), quote(setup.plan->state_names[run.worst]));
}

}  // namespace

std::string explain(const Run& run, const Setup& setup) {
  const std::string stopped = fmt::format("stopped at t = {:.6g}: ", run.t);
  if (run.outcome == Outcome::singular || run.outcome == Outcome::step_too_small)
    if (const std::string loop = loop_of_truths(setup); !loop.empty()) return stopped + loop;
  switch (run.outcome) {
    case Outcome::finished:
      return fmt::format("finished at t = {:g}", run.t);
    case Outcome::not_finite:
      return stopped + equation(setup, run.row) + " gives no finite number from there on";
    case Outcome::singular:
      return stopped + singular(run, setup);
    case Outcome::step_too_small:
      return stopped + stuck(run, setup) + higher_index(setup);
    case Outcome::too_many_steps:
      return stopped + fmt::format("the limit of steps was reached (step size {})", place(run));
    case Outcome::interrupted:
      return fmt::format("interrupted at t = {:.6g}", run.t);
    case Outcome::assertion:
      return stopped + "an assertion failed";
    case Outcome::event:
      return fmt::format("an event ended the run at t = {:.6g}", run.t);
  }
  return {};
}

Where culprits(const Run& run, const Setup& setup) {
  Where where;
  if (run.outcome == Outcome::finished || run.outcome == Outcome::interrupted) return where;
  const auto add_equation = [&](int row) {
    std::string name = setup.instance->system().equation(row);
    if (std::ranges::find(where.equations, name) == where.equations.end())
      where.equations.push_back(std::move(name));
  };
  const auto add_variable = [&](int k) { where.variables.push_back(setup.plan->state_names[k]); };
  if (run.outcome == Outcome::singular && !run.trouble.rows.empty()) {
    std::ranges::for_each(run.trouble.rows, add_equation);
    std::ranges::for_each(run.trouble.columns, add_variable);
  } else if (run.row >= 0) {
    add_equation(run.row);
  }
  if (run.outcome == Outcome::step_too_small) {
    const int worst = run.diverged ? run.trouble.worst : run.worst;
    if (worst >= 0) add_variable(worst);
  }
  where.time = run.t;
  return where;
}

}  // namespace trammel::pipeline
