#include "pipeline/input_signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;

struct SignalPiece {  // from x on: y + slope (t - x)
  double x, y, slope;
};

// Neighbours on one line are one piece.
std::vector<SignalPiece> pieces_of(const std::vector<double>& times, const std::vector<double>& values) {
  std::vector<SignalPiece> pieces = {{-INFINITY, values.front(), 0}};
  const auto add = [&](double x, double y, double slope) {
    const SignalPiece& last = pieces.back();
    const double there = std::isfinite(last.x) ? last.y + last.slope * (x - last.x) : last.y;
    if (there == y && last.slope == slope) return;
    pieces.push_back({x, y, slope});
  };
  for (std::size_t k = 0; k + 1 < times.size(); ++k)
    if (const double h = times[k + 1] - times[k]; h > 0)
      add(times[k], values[k], (values[k + 1] - values[k]) / h);
  add(times.back(), values.back(), 0);
  return pieces;
}

class Signal {
 public:
  Signal(model::Dae& dae, std::vector<SignalPiece> pieces)
      : dae_(dae), g_(*dae.graph), pieces_(std::move(pieces)) {}
  Expr formula() { return choose(0, pieces_.size() - 1); }

 private:
  Expr value(const SignalPiece& piece) {
    if (piece.slope == 0) return g_.constant(piece.y);
    const Expr passed = g_.apply(Op::sub, g_.time(), g_.constant(piece.x));
    return g_.apply(Op::add, g_.constant(piece.y), g_.apply(Op::mul, g_.constant(piece.slope), passed));
  }
  // By halves. Every relation is one that makes an event.
  Expr choose(std::size_t first, std::size_t last) {
    if (first == last) return value(pieces_[first]);
    const std::size_t middle = (first + last + 1) / 2;
    const Expr at = g_.constant(pieces_[middle].x), before = g_.apply(Op::lt, g_.time(), at);
    dae_.events.relations.push_back({.value = before, .zero = g_.apply(Op::sub, g_.time(), at)});
    return g_.apply(Op::select, before, choose(first, middle - 1), choose(middle, last));
  }
  model::Dae& dae_;
  expr::Graph& g_;
  std::vector<SignalPiece> pieces_;
};

std::vector<Expr*> formulas_of(model::Dae& dae) {
  std::vector<Expr*> all;
  for (auto* list : {&dae.equations, &dae.initial_equations, &dae.invariants})
    for (model::Equation& equation : *list) all.push_back(&equation.residual);
  const auto add = [&](std::vector<model::Assertion>& assertions) {
    for (model::Assertion& assertion : assertions) all.push_back(&assertion.condition);
  };
  add(dae.assertions);
  for (model::Relation& relation : dae.events.relations) {
    all.push_back(&relation.value);
    all.push_back(&relation.zero);
  }
  for (model::When& when : dae.events.whens)
    for (model::When::Branch& branch : when.branches) {
      for (Expr& trigger : branch.triggers) all.push_back(&trigger);
      for (auto* list : {&branch.assignments, &branch.reinits})
        for (model::When::Assignment& assignment : *list) all.push_back(&assignment.value);
      add(branch.assertions);
      add(branch.endings);
    }
  return all;
}

void check_signal(std::string_view name, const std::vector<double>& times,
                  const std::vector<double>& values) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Kind::usage, fmt::format("the signal of {} {}", quote(name), why),
                {.variables = {std::string(name)}}, "give finite values at ascending times");
  };
  if (times.empty() || times.size() != values.size())
    refuse(fmt::format("has {} and {}", counted(times.size(), "time"), counted(values.size(), "value")));
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (!std::isfinite(times[k]) || !std::isfinite(values[k]))
      refuse(fmt::format("is not finite in row {}", k + 1));
    if (k > 0 && times[k] < times[k - 1])
      refuse(fmt::format("goes back in time from {} to {}", times[k - 1], times[k]));
  }
}

}  // namespace

void set_input(model::Problem& problem, std::string_view name, const std::vector<double>& times,
               const std::vector<double>& values) {
  check_signal(name, times, values);
  model::Dae& dae = problem.dae;
  expr::Graph& g = *dae.graph;
  const auto input = std::ranges::find_if(
      dae.parameters, [&](const model::Parameter& p) { return g.parameter_name(p.id) == name; });
  if (input == dae.parameters.end())
    throw Error(Kind::name, fmt::format("the model has no input {}", quote(name)),
                {.variables = {std::string(name)}}, "declare it as `input Real` in the model itself");
  const Expr held = g.parameter(input->id);
  const int id = g.add_variable(std::string(name));
  const Expr symbol = g.symbol(id);
  const std::unordered_map<std::uint32_t, Expr> replaced = {{held.id, symbol}};
  const std::vector<Expr*> places = formulas_of(dae);
  std::vector<Expr> rows;
  for (const Expr* place : places) rows.push_back(*place);
  rows = expr::substitute(g, rows, replaced);
  for (std::size_t k = 0; k < rows.size(); ++k) *places[k] = rows[k];
  dae.variables.push_back(
      {.id = id, .unit = input->unit, .description = input->description, .origin = input->origin});
  const Expr signal = Signal(dae, pieces_of(times, values)).formula();
  dae.equations.push_back({.name = fmt::format("input {}", name),
                           .residual = g.apply(Op::sub, symbol, signal),
                           .origin = input->origin,
                           .family = static_cast<int>(dae.equations.size())});
  dae.parameters.erase(input);
}

}  // namespace trammel::pipeline
