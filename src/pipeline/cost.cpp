#include "pipeline/cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/effort.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

// How methods go through a problem whose steps accuracy limits, read off the models of tests/calibration
// (README.md there) at tolerances from 1e-3 to 1e-10: steps at 1e-6, rejected ones included; the order at which
// these grow as the tolerance falls, tol^(-1/order); the part of the tolerance with which errors stay within ten
// tolerances in 19 of 20 runs; and the work of a step.
struct Habit {
  std::string_view method;
  double steps, order, share;
  double evaluations, jacobians = 0;
  double factorizations = 0, solutions = 0;  // a complex one counts as effort::complex real ones
  double fades = 0;                          // the share below 1e-6 falls with this power of the tolerance
  double reach = 0;                          // of explicit methods: |h lambda| at which they become unstable
};
constexpr std::array habits = {
    Habit{.method = "dopri5", .steps = 152, .order = 5.3, .share = 0.05, .evaluations = 6.5, .reach = 3.3},
    Habit{.method = "dop853", .steps = 75, .order = 8.5, .share = 0.2, .evaluations = 12.6, .reach = 6},
    Habit{.method = "tsit5", .steps = 143, .order = 5.3, .share = 0.15, .evaluations = 6.5, .reach = 3},
    Habit{.method = "adams", .steps = 308, .order = 10.3, .share = 0.06, .evaluations = 2.3, .reach = 0.8},
    Habit{"radau", 122, 13, 0.3, 13.5, 0.5, 4.6, 18, 0.2},
    Habit{"radau5", 208, 5.3, 0.3, 7.6, 0.36, 3, 12},
    Habit{"bdf", 558, 6.7, 0.1, 1.75, 0.14, 0.14, 3.6, 0.2},
    Habit{"mebdf", 453, 9.5, 0.13, 4, 0.15, 0.21, 4.9},
    Habit{"rodas", 389, 3.9, 1, 7.7, 1, 1, 7},
};

const Habit* habit_of(std::string_view method) {
  const auto habit = std::ranges::find(habits, method, &Habit::method);
  return habit == habits.end() ? nullptr : &*habit;
}

}  // namespace

double share_of_tolerance(std::string_view method, double rtol) {
  const Habit* habit = habit_of(method);
  return habit == nullptr ? 1 : habit->share * std::pow(std::min(1.0, rtol / 1e-6), habit->fades);
}

double reach_of(std::string_view method) {
  const Habit* habit = habit_of(method);
  return habit == nullptr ? 0 : habit->reach;
}

double step_cost(const formulation::Entry& formulation, std::string_view method, const Facts& facts) {
  const Habit* habit = habit_of(method);
  const Pieces& pieces = facts.pieces;
  if (habit == nullptr || !(pieces.slope > 0)) return 0;
  if (habit->reach > 0)
    return habit->evaluations * pieces.slope + effort::method(pieces.states, habit->evaluations);
  // Multipliers of their own make more unknowns and fuller matrices.
  const double more = formulation.name == "ggl" ? 1.5 : 1, n = more * std::max(facts.size, 1);
  const double entries = more * pieces.entries, products = entries * entries / (3 * n);
  constexpr double of_jacobian = 3;  // evaluations of the equations
  return more * (habit->evaluations + of_jacobian * habit->jacobians) * pieces.residual +
         habit->factorizations * effort::listed_factor(products, 2 * entries) +
         habit->solutions * effort::listed_solve(2 * entries) + effort::method(n, habit->evaluations);
}

double expected_steps(std::string_view method, double rtol) {
  const Habit* habit = habit_of(method);
  return habit == nullptr
             ? 0
             : habit->steps * std::pow(1e-6 / (share_of_tolerance(method, rtol) * rtol), 1 / habit->order);
}

double expected_cost(const formulation::Entry& formulation, std::string_view method, const Facts& facts,
                     double rtol) {
  const Habit* habit = habit_of(method);
  if (habit == nullptr) return 0;
  const double limited = habit->reach > 0 ? facts.stiffness.value_or(0) / habit->reach : 0;
  return std::max(expected_steps(method, rtol), limited) * step_cost(formulation, method, facts);
}

// The equations as written are not compiled yet: their operations are counted on the graph.
Pieces count_pieces(const model::Dae& written, const model::Dae& reference, double slope, int states) {
  constexpr double operation = 1.3, function = 60, per_node = 700, least = 5e5;
  constexpr std::size_t enough = 500;  // rows tell how full all are
  Pieces pieces{.slope = slope, .states = states};
  const expr::Graph& graph = *written.graph;
  std::vector<expr::Expr> rows;
  const std::size_t stride = 1 + written.equations.size() / enough;
  for (std::size_t i = 0; i < written.equations.size(); ++i) {
    rows.push_back(written.equations[i].residual);
    if (i % stride == 0)
      pieces.entries += static_cast<double>(stride * expr::leaves(graph, rows.back()).size());
  }
  expr::Cone cone(graph);
  for (const expr::Expr e : cone.collect(rows)) {
    const expr::Op op = graph.op(e);
    if (expr::is_leaf(op)) continue;
    const bool of_libm =
        op == expr::Op::pow || (op >= expr::Op::sin && op < expr::Op::sqrt) || op == expr::Op::call;
    pieces.residual += of_libm ? function : operation;
  }
  pieces.set_up = least + per_node * static_cast<double>(reference.graph->size());
  return pieces;
}

}  // namespace trammel::pipeline
