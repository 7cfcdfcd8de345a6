#include "formulation/eliminate.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "expr/derivative.hpp"
#include "expr/magnitude.hpp"
#include "expr/query.hpp"

namespace trammel::formulation {
namespace {

using expr::Expr;
using expr::Op;

struct Candidate {
  int equation, unknown;
  double coefficient;
};

// Pairs (i, j) with c_i >= 1, σ_ij = 0 = d_j - c_i, and ∂F_i/∂x_j a constant that is not zero.
std::vector<Candidate> candidates(const Dae& dae, const Diagnosis& found) {
  expr::Graph& graph = *dae.graph;
  const auto& sigma = found.sigma;
  std::vector<int> equation;
  std::vector<Expr> rows, leaves;
  for (const model::Variable& variable : dae.variables) leaves.push_back(graph.symbol(variable.id));
  std::vector<char> wanted(leaves.size()), kept(leaves.size());
  std::unordered_set<int> paired;  // both halves of a conjugate pair stay
  for (const model::Variable& variable : dae.variables)
    if (variable.momentum_of >= 0) paired.insert({variable.id, variable.momentum_of});
  for (std::size_t j = 0; j < leaves.size(); ++j) kept[j] = paired.contains(dae.variables[j].id);
  for (int i = 0; i < sigma.graph.rows; ++i) {
    if (found.offsets.c[i] < 1) continue;
    // Of two equations that say the same, one would define an unknown, and rounding is all that the other
    // would have left to say about the rest. So only definitions of derivatives go from such models.
    const auto orders =
        std::span(sigma.order)
            .subspan(static_cast<std::size_t>(sigma.graph.start[i]),
                     static_cast<std::size_t>(sigma.graph.start[i + 1] - sigma.graph.start[i]));
    if (dae.dependent_tops > 0 && std::ranges::none_of(orders, [](int order) { return order > 0; })) continue;
    bool any = false;
    for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k) {
      const int j = sigma.graph.column[k];
      if (sigma.order[k] != 0 || found.offsets.d[j] != found.offsets.c[i] || kept[j]) continue;
      any = true;
      wanted[j] = 1;
    }
    if (!any) continue;
    equation.push_back(i);
    rows.push_back(dae.equations[i].residual);
  }
  std::vector<Expr> columns;
  std::vector<int> unknown;
  for (std::size_t j = 0; j < leaves.size(); ++j)
    if (wanted[j]) {
      columns.push_back(leaves[j]);
      unknown.push_back(static_cast<int>(j));
    }
  std::vector<Candidate> result;
  for (const expr::Entry& entry : expr::jacobian(graph, rows, columns)) {
    const int i = equation[entry.row], j = unknown[entry.column];
    if (!graph.is_constant(entry.value) || found.offsets.d[j] != found.offsets.c[i]) continue;
    for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k)
      if (sigma.graph.column[k] == j && sigma.order[k] == 0)
        result.push_back({i, j, graph.value(entry.value)});
  }
  return result;
}

// A coefficient that rounding left of larger ones that cancel, as in the second of two equations that say the
// same, is none.
class Cancelled {
 public:
  explicit Cancelled(expr::Graph& graph) : graph_(graph), cone_(graph), paths_(graph.size()) {}

  bool operator()(Expr residual, Expr leaf, double coefficient) {
    if (!stands_twice(residual, leaf)) return false;
    constexpr double rounding = 1e-10;
    const Expr size = expr::magnitudes(graph_, std::span(&residual, 1))[0];
    const auto with = [&](double value) {  // all other symbols at zero
      return expr::evaluate(graph_, std::span(&size, 1),
                            [&](Expr e) { return e.id == leaf.id ? value : 0.0; })[0];
    };
    return std::fabs(coefficient) < rounding * (with(1) - with(0));
  }

 private:
  bool stands_twice(Expr residual, Expr leaf) {
    for (const Expr e : cone_.collect(residual)) {
      int count = e.id == leaf.id ? 1 : 0;
      if (!expr::is_leaf(graph_.op(e)))
        for (int k = 0; k < expr::info(graph_.op(e)).arity; ++k)
          if (const Expr a = graph_.arg(e, k)) count = std::min(2, count + paths_[a.id]);
      paths_[e.id] = count;
    }
    return paths_[residual.id] > 1;
  }

  expr::Graph& graph_;
  expr::Cone cone_;
  std::vector<int> paths_;  // from a node to the leaf: 0, 1 or more
};

// How many entries the equations may gain. Each definition takes its unknown's place wherever that stands: a law of
// conservation over a grid, solved for one unknown after the other, would make rows as long as the grid is wide.
class Room {
 public:
  explicit Room(const Diagnosis& found)
      : left_(small_model + static_cast<long>(found.sigma.graph.column.size())) {}

  void enter(const Diagnosis& found, std::size_t unknowns) {
    stands_in_.assign(unknowns, 0);
    for (const int j : found.sigma.graph.column) ++stands_in_[static_cast<std::size_t>(j)];
  }
  // r other unknowns come into each of the c other rows (Markowitz's count); both lists go.
  bool take(std::size_t row_length, int unknown) {
    const long r = static_cast<long>(row_length) - 1, c = stands_in_[static_cast<std::size_t>(unknown)] - 1;
    const long gain = r * c - r - c - 1;
    if (gain > std::max(0L, left_)) return false;
    left_ -= gain;
    return true;
  }

 private:
  static constexpr long small_model = 2000;
  long left_;
  std::vector<long> stands_in_ = {};  // rows, per unknown
};

// Candidates that do not touch each other: no definition contains another's unknown. Unknowns without a start
// value of their own go first, so that what the user prescribed stays a state where there is a choice.
std::vector<Candidate> independent(const Dae& dae, const Diagnosis& found, std::vector<Candidate> all,
                                   Room& room) {
  room.enter(found, dae.variables.size());
  std::stable_sort(all.begin(), all.end(), [&](const Candidate& a, const Candidate& b) {
    const auto rank = [&](const Candidate& c) {
      const model::Variable& v = dae.variables[c.unknown];
      return v.fixed ? 2 : v.start ? 1 : 0;
    };
    return rank(a) < rank(b);
  });
  const auto& graph = found.sigma.graph;
  std::vector<char> used(dae.variables.size()), gone(dae.variables.size()), taken(dae.equations.size());
  std::vector<Candidate> chosen;
  Cancelled cancelled(*dae.graph);
  for (const Candidate& candidate : all) {
    const auto row = graph.of(candidate.equation);
    if (used[candidate.unknown] || gone[candidate.unknown] || taken[candidate.equation] ||
        std::any_of(row.begin(), row.end(), [&](int j) { return gone[j]; }) ||
        cancelled(dae.equations[candidate.equation].residual,
                  dae.graph->symbol(dae.variables[candidate.unknown].id), candidate.coefficient) ||
        !room.take(row.size(), candidate.unknown))
      continue;
    for (const int j : row) used[j] = 1;
    gone[candidate.unknown] = taken[candidate.equation] = 1;
    chosen.push_back(candidate);
  }
  return chosen;
}

// x_j = value, from F_i = coefficient·x_j + rest: value = -rest/coefficient.
Expr solve_for(expr::Graph& graph, Expr residual, Expr leaf, double coefficient) {
  const Expr rest = expr::substitute(graph, std::span(&residual, 1), {{leaf.id, graph.constant(0)}})[0];
  if (coefficient == -1) return rest;
  return graph.apply(Op::div, graph.apply(Op::neg, rest), graph.constant(coefficient));
}

void replace_in(expr::Graph& graph, std::vector<model::Equation>& equations,
                const std::unordered_map<std::uint32_t, Expr>& by) {
  std::vector<Expr> rows;
  for (const model::Equation& equation : equations) rows.push_back(equation.residual);
  rows = expr::substitute(graph, rows, by);
  for (std::size_t i = 0; i < rows.size(); ++i) equations[i].residual = rows[i];
}

// The highest derivative of each variable that stands anywhere in the Dae.
std::vector<int> highest_anywhere(const Dae& dae) {
  std::vector<Expr> roots;
  for (const auto* list : {&dae.equations, &dae.initial_equations, &dae.invariants})
    for (const model::Equation& equation : *list) roots.push_back(equation.residual);
  for (const model::Definition& definition : dae.definitions) roots.push_back(definition.value);
  std::vector<int> highest(dae.graph->variables(), -1);
  for (const Expr leaf : expr::leaves(*dae.graph, roots))
    if (dae.graph->op(leaf) == Op::symbol)
      highest[dae.graph->index(leaf)] =
          std::max(highest[dae.graph->index(leaf)], dae.graph->derivative(leaf));
  return highest;
}

std::vector<Solved> solve(const Dae& dae, const std::vector<Candidate>& chosen) {
  std::vector<Solved> result;
  for (const Candidate& candidate : chosen)
    result.push_back(
        {candidate.equation, candidate.unknown,
         solve_for(*dae.graph, dae.equations[candidate.equation].residual,
                   dae.graph->symbol(dae.variables[candidate.unknown].id), candidate.coefficient)});
  return result;
}

}  // namespace

Dae without(const Dae& before, const std::vector<Solved>& solved) {
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  const std::vector<int> highest = highest_anywhere(dae);
  std::unordered_map<std::uint32_t, Expr> by;
  std::vector<char> equation_gone(dae.equations.size()), unknown_gone(dae.variables.size());
  std::vector<model::Definition> fresh;
  for (const Solved& one : solved) {
    const int id = dae.variables[one.unknown].id;
    Expr value = one.value;
    fresh.push_back({id, value});
    for (int k = 0; k <= highest[id]; ++k) {
      by.emplace(graph.symbol(id, k).id, value);
      value = graph.total(value);
    }
    equation_gone[one.equation] = unknown_gone[one.unknown] = 1;
    dae.eliminated.push_back(dae.variables[one.unknown]);
  }
  replace_in(graph, dae.equations, by);
  replace_in(graph, dae.initial_equations, by);
  replace_in(graph, dae.invariants, by);
  std::vector<Expr> values;
  for (const model::Definition& definition : dae.definitions) values.push_back(definition.value);
  values = expr::substitute(graph, values, by);
  for (std::size_t k = 0; k < values.size(); ++k) dae.definitions[k].value = values[k];
  dae.definitions.insert(dae.definitions.end(), fresh.begin(), fresh.end());

  const auto keep = [](auto& list, const std::vector<char>& gone) {
    std::size_t next = 0;
    for (std::size_t k = 0; k < list.size(); ++k)
      if (!gone[k]) {
        if (next != k) list[next] = std::move(list[k]);
        ++next;
      }
    list.resize(next);
  };
  keep(dae.equations, equation_gone);
  keep(dae.variables, unknown_gone);
  return dae;
}

std::optional<Formulated> Eliminate::reduced(const Dae& before, const Diagnosis& first) const {
  Room room(first);
  std::vector<Candidate> chosen = independent(before, first, candidates(before, first), room);
  std::optional<Formulated> now;
  while (!chosen.empty()) {  // a chain of n aliases takes about log n rounds
    const Dae& last = now ? now->dae : before;
    Dae next = without(last, solve(last, chosen));
    Diagnosis found = analysis::analyze(next);
    chosen = independent(next, found, candidates(next, found), room);
    now = Formulated{std::move(next), std::move(found)};
  }
  return now;
}

}  // namespace trammel::formulation
