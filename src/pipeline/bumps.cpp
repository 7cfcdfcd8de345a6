#include "pipeline/bumps.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Graph;
using expr::Op;

// All but constant for some arguments and not for others.
bool may_rest(Op op) {
  return op == Op::exp || op == Op::sinh || op == Op::cosh || op == Op::tanh || op == Op::select ||
         op == Op::sign || op == Op::abs || op == Op::min || op == Op::max;
}

// Variables v that explicit equations, v = f(states, time), define: the formula by the id of the symbol, written out.
std::unordered_map<std::uint32_t, Expr> definitions(model::Dae& dae) {
  constexpr int deepest = 8;
  Graph& g = *dae.graph;
  std::unordered_set<int> moving;  // variables of which a derivative stands somewhere
  std::vector<Expr> rows;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  expr::Cone cone(g);
  for (const Expr e : cone.collect(rows))
    if (g.op(e) == Op::symbol && g.derivative(e) > 0) moving.insert(g.index(e));
  std::unordered_map<std::uint32_t, Expr> known;
  const auto settled = [&](Expr value) {
    return std::ranges::all_of(cone.collect(std::span(&value, 1)), [&](Expr e) {
      return g.op(e) != Op::symbol || moving.contains(g.index(e)) || known.contains(e.id);
    });
  };
  for (int depth = 0; depth < deepest; ++depth) {
    std::vector<std::pair<Expr, Expr>> found;
    for (const Expr residual : rows) {
      if (g.op(residual) != Op::sub) continue;
      for (int k = 0; k < 2; ++k) {
        const Expr symbol = g.arg(residual, k), value = g.arg(residual, 1 - k);
        if (g.op(symbol) != Op::symbol || moving.contains(g.index(symbol)) || known.contains(symbol.id) ||
            !settled(value))
          continue;
        found.emplace_back(symbol, value);
        break;
      }
    }
    if (found.empty()) break;
    std::vector<Expr> values;
    for (const auto& [symbol, value] : found) values.push_back(value);
    values = expr::substitute(g, values, known);
    for (std::size_t i = 0; i < found.size(); ++i) known.emplace(found[i].first.id, values[i]);
  }
  return known;
}

// What may rest, with what is made of it alone: 1/cosh(s), or the current Is*(exp(u/Ut) - 1), which rests where the exponential is small beside 1.
std::vector<Expr> resting_functions(const Graph& g, const std::vector<Expr>& order) {
  std::unordered_set<std::uint32_t> still;
  std::unordered_map<std::uint32_t, Expr> hold;  // by what stands there now
  std::vector<Expr> found;
  for (const Expr e : order) {
    const Op op = g.op(e);
    if (op == Op::constant || op == Op::parameter) still.insert(e.id);
    if (expr::is_leaf(op) || op == Op::call || op == Op::argument) continue;
    int moving = 0;
    Expr only;
    for (int k = 0; k < 3; ++k)
      if (const Expr a = g.arg(e, k); a && !still.contains(a.id)) {
        ++moving;
        only = a;
      }
    if (moving == 0) {
      still.insert(e.id);
      continue;
    }
    const bool goes_on = moving == 1 && hold.contains(only.id);
    if (goes_on) hold.erase(only.id);
    if (goes_on || may_rest(op)) hold.emplace(e.id, e);
  }
  for (const auto& [id, e] : hold) found.push_back(e);
  std::ranges::sort(found, {}, &Expr::id);
  return found;
}

}  // namespace

Bumps::Bumps(const model::Dae& as_written, const Reported& reported, const std::vector<std::string>& states)
    : reported_count_(reported.names.size()) {
  constexpr std::size_t most = 200;
  std::vector<Expr> rows;
  for (const model::Equation& equation : as_written.equations) rows.push_back(equation.residual);
  {  // most models hold nothing of the kind
    expr::Cone cone(*as_written.graph);
    if (std::ranges::none_of(cone.collect(rows), [&](Expr e) {
          return may_rest(as_written.graph->op(e)) || as_written.graph->op(e) == Op::call;
        }))
      return;
  }
  model::Dae dae = model::on_top(as_written);
  Graph& g = *dae.graph;
  rows = expr::substitute(g, rows, definitions(dae));
  std::unordered_map<std::uint32_t, int> moving = {{g.time().id, 0}};
  leaves_.push_back({});
  for (std::size_t k = 0; k < reported.leaves.size(); ++k) {
    const auto at = std::ranges::find(states, reported.names[k]);
    moving.emplace(reported.leaves[k].id, static_cast<int>(leaves_.size()));
    leaves_.push_back({static_cast<int>(k), at == states.end() ? -1 : static_cast<int>(at - states.begin())});
  }
  expr::Cone cone(g);
  const std::vector<Expr> order = cone.collect(rows);
  for (const Expr e : resting_functions(g, order)) {
    if (functions_.size() >= most) break;
    expr::Enclosure f(g, e, moving);
    const bool of_time = std::ranges::all_of(f.leaves(), [](int leaf) { return leaf == 0; });
    if (f.known() && !of_time) functions_.push_back(std::move(f));
  }
  program::Request request{.value_bank = 0};
  for (const Expr e : order)
    if (g.op(e) == Op::call && request.rows.size() < most) request.rows.push_back(e);
  if (request.rows.empty()) return;
  for (const Expr leaf : cone.collect(request.rows))
    if (g.op(leaf) == Op::symbol || g.op(leaf) == Op::time) {
      const auto at = moving.find(leaf.id);
      if (at == moving.end()) return;
      of_calls_.push_back(static_cast<std::size_t>(at->second));
    }
  if (of_calls_.empty()) return;
  call_count_ = request.rows.size();
  program::Inputs inputs;
  inputs.banks = {{g.time()}, reported.leaves};
  calls_ = program::compile(g, inputs, {{{request}}}, {.engine = program::Engine::vm});
}

}  // namespace trammel::pipeline
