// formulation/manifold.cpp: the state of a problem in first order, its constraints by level, and directions
// to move it.
//
// manifold.hpp has the idea: all levels of the constraints share one Jacobian J. So a direction for one
// level, such as J' or M⁻¹ J', serves for all of them, and a correction of the state is a sum over levels.
// Read the header first, then stabilize.cpp, the simplest user. [AQR94, sections 1 and 4]
#include "formulation/manifold.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::formulation {

using expr::Expr;
using expr::Op;

Expr add_product(expr::Graph& graph, Expr sum, Expr a, Expr b) {
  const Expr product = graph.apply(Op::mul, a, b);
  return sum ? graph.apply(Op::add, sum, product) : product;
}

Manifold::Manifold(const Dae& before, const Diagnosis& found, bool tops)
    : before_(before), dae_(before), found_(found), graph_(*before.graph) {
  dae_.equations.clear();
  for (const model::Equation& equation : before.equations) family_ = std::max(family_, equation.family + 1);
  for (std::size_t j = 0; j < before.variables.size(); ++j) {
    const model::Variable& variable = before.variables[j];
    const int d = found.offsets.d[j], last = tops ? d : d - 1;
    first_.push_back(static_cast<int>(states_.size()));
    for (int k = 0; k < d; ++k) states_.push_back({static_cast<int>(j), k, d - k});
    Expr previous = graph_.symbol(variable.id);
    for (int k = 1; k <= last; ++k) {
      const int id = graph_.add_variable(expr::print_symbol(graph_, variable.id, k));
      dae_.variables.push_back({.id = id, .nominal = before.nominal(variable, k), .origin = variable.origin});
      dae_.renamed.push_back({id, variable.id, k});
      previous = graph_.symbol(id);
      renamed_.emplace(graph_.symbol(variable.id, k).id, previous);
    }
    if (d > 1 && !tops)
      renamed_.emplace(graph_.symbol(variable.id, d).id, graph_.symbol(graph_.index(previous), 1));
  }
}

Expr Manifold::translate(Expr e) const { return expr::substitute(graph_, std::span(&e, 1), renamed_)[0]; }

model::Equation Manifold::equation(int i, int derivative) const {
  model::Equation equation = before_.equations[i];
  equation.residual = translate(graph_.total(equation.residual, derivative));
  equation.derivative += derivative;
  return equation;
}

int Manifold::deepest() const {
  return found_.offsets.c.empty() ? 0 : *std::ranges::max_element(found_.offsets.c);
}

std::vector<Manifold::Constraint> Manifold::constraints(int lowest, bool highest_only) const {
  std::vector<Constraint> result;
  for (std::size_t i = 0; i < before_.equations.size(); ++i) {
    const int c = found_.offsets.c[i];
    for (int below = highest_only ? std::max(c, lowest) : lowest; below <= c; ++below)
      result.push_back({static_cast<int>(i), below, equation(static_cast<int>(i), c - below)});
  }
  return result;
}

std::vector<Manifold::Coefficient> Manifold::jacobian(const std::vector<Constraint>& constraints) {
  std::vector<Expr> rows, leaves;
  for (const Constraint& constraint : constraints) rows.push_back(constraint.level.residual);
  for (std::size_t s = 0; s < states_.size(); ++s) leaves.push_back(state(static_cast<int>(s)));
  std::vector<Coefficient> result;
  for (const expr::Entry& entry : expr::jacobian(graph_, rows, leaves))
    result.push_back(
        {entry.row, entry.column, entry.value, constraints[entry.row].below == states_[entry.column].below});
  return result;
}

Expr Manifold::state(int s) const {
  const State& state = states_[s];
  return translate(graph_.symbol(before_.variables[state.unknown].id, state.derivative));
}
Expr Manifold::rate(int s) const { return graph_.symbol(graph_.index(state(s)), 1); }
Expr Manifold::next(int s) const {
  const State& state = states_[s];
  return translate(graph_.symbol(before_.variables[state.unknown].id, state.derivative + 1));
}

Expr Manifold::kinematics(int s) const { return graph_.apply(Op::sub, rate(s), next(s)); }

void Manifold::add_kinematics(int s, Expr correction) {
  if (rate(s) == next(s)) return;  // the last level of a form without unknowns for the tops
  Expr residual = kinematics(s);
  if (correction) residual = graph_.apply(Op::add, residual, correction);
  add({.name = "rate of " + graph_.variable_name(graph_.index(state(s))),
       .residual = residual,
       .origin = before_.variables[states_[s].unknown].origin});
}

Expr Manifold::add_unknown(const std::string& name) {
  const int id = graph_.add_variable(name);
  dae_.variables.push_back({.id = id});
  return graph_.symbol(id);
}

void Manifold::add(model::Equation equation) {
  if (equation.family < 0) equation.family = family_++;
  dae_.equations.push_back(std::move(equation));
}

Dae Manifold::finish() {
  for (auto* list : {&dae_.initial_equations, &dae_.invariants})
    for (model::Equation& equation : *list) equation.residual = translate(equation.residual);
  return std::move(dae_);
}

namespace {

double binomial(int n, int k) {
  double result = 1;
  for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

}  // namespace

std::vector<char> Manifold::add_mass_rows(int below, const std::vector<Expr>& correction, bool coupled) {
  std::vector<char> concerned(states_.size());
  const auto &c = found_.offsets.c, &d = found_.offsets.d;
  std::vector<char> active(before_.variables.size());
  std::vector<Expr> moved(before_.variables.size());
  multiplier_.resize(std::max(multiplier_.size(), static_cast<std::size_t>(below) + 1), moved);
  for (const analysis::Block& block : found_.blocks) {
    if (std::ranges::none_of(block.equations, [&](int i) { return c[i] >= below; })) continue;
    for (const int j : block.unknowns) {
      active[j] = 1;
      if (d[j] >= below) {
        const int s = first_[j] + d[j] - below;
        concerned[s] = 1;
        moved[j] = correction[s];
      } else {
        moved[j] = add_unknown("mu(" + graph_.variable_name(before_.variables[j].id) + ")");
        multiplier_[below][j] = moved[j];
      }
    }
    int depth = 0;
    for (const int i : block.equations) depth = std::max(depth, c[i]);
    for (const int i : block.equations) {
      if (c[i] >= below) continue;
      const auto row = found_.sigma.graph.of(i);
      std::vector<Expr> leaves;
      std::vector<int> unknown;
      for (const int j : row)
        if (active[j]) {
          leaves.push_back(graph_.symbol(before_.variables[j].id, d[j] - c[i]));
          unknown.push_back(j);
        }
      Expr sum = {};
      for (const expr::Entry& entry :
           expr::jacobian(graph_, std::span(&before_.equations[i].residual, 1), leaves)) {
        const int j = unknown[entry.column];
        sum = add_product(graph_, sum, translate(entry.value), moved[j]);
        for (int above = 1; coupled && above < below; ++above)
          if (const Expr mu = multiplier_[above][j]) {
            const Expr weight = graph_.constant(binomial(depth - above, depth - below));
            sum = add_product(graph_, sum, graph_.apply(Op::mul, weight, mu),
                              translate(graph_.total(entry.value, below - above)));
          }
      }
      add({.name = before_.equations[i].name + " (correction)",
           .residual = sum ? sum : graph_.constant(0),
           .origin = before_.equations[i].origin});
    }
  }
  return concerned;
}

}  // namespace trammel::formulation
