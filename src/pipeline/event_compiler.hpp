// pipeline/event_compiler.hpp: the user's expressions in terms of the reference, for what happens at instants.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "pipeline/event_code.hpp"

namespace trammel::pipeline {

inline Where where_of(const model::Origin& origin) {
  return {.file = origin.file, .line = origin.line, .column = origin.column};
}

// Writes expressions of the user's in terms of the reference, and collects them as rows of functions.
class EventCompiler {
 public:
  explicit EventCompiler(const ReferenceForm& reference)
      : reference_(reference), graph_(*reference.dae.graph), dictionary_(reference.dae) {
    for (const model::Variable& variable : reference.dae.variables) order_.emplace(variable.id, 0);
    for (std::size_t i = 0; i < reference.system.state().size(); ++i) {
      const expr::Expr leaf = reference.leaf(i);
      component_.emplace(leaf.id, static_cast<int>(i));
      int& order = order_.at(graph_.index(leaf));
      order = std::max(order, graph_.derivative(leaf) + 1);
    }
  }

  // `where`: for the message if it cannot be had.
  int add(EventCode::Function function, expr::Expr e, const model::Origin& where) {
    const expr::Expr known = translate(e);
    for (const expr::Expr leaf : expr::leaves(graph_, known)) {
      if (graph_.op(leaf) != expr::Op::symbol) continue;
      const auto order = order_.find(graph_.index(leaf));
      if (order == order_.end() || graph_.derivative(leaf) > order->second)
        throw Error(Kind::structure,
                    fmt::format("an event needs {}, which no equation holds", expr::print(graph_, leaf)),
                    where_of(where), "add an equation for it");
      if (graph_.derivative(leaf) == order->second) needs_tops_[function] = true;
    }
    requests_[function].rows.push_back(known);
    return static_cast<int>(requests_[function].rows.size()) - 1;
  }

  expr::Expr translate(expr::Expr e) {
    std::unordered_map<std::uint32_t, expr::Expr> known;
    for (const expr::Expr leaf : expr::leaves(graph_, e))
      if (graph_.op(leaf) == expr::Op::symbol) {
        const expr::Expr other = dictionary_.translate(leaf);
        if (other != leaf) known.emplace(leaf.id, other);
      }
    return known.empty() ? e : expr::substitute(graph_, std::span(&e, 1), known)[0];
  }

  // The only component of z that an expression depends on; -1: there is none such.
  int component(expr::Expr e) const {
    int found = -1;
    for (const expr::Expr leaf : expr::leaves(graph_, e)) {
      if (graph_.op(leaf) != expr::Op::symbol) continue;
      const auto at = component_.find(leaf.id);
      if (at == component_.end() || found >= 0) return -1;
      found = at->second;
    }
    return found;
  }
  bool is_component(expr::Expr e) const { return component_.contains(e.id); }

  // In terms of the reference, with what equations of the form y = f(..) say of the highest derivatives and algebraic
  // unknowns y in it.
  expr::Expr written_out(expr::Expr e) {
    constexpr int deepest = 8;
    if (!defined_) find_definitions();
    expr::Expr known = translate(e);
    for (int depth = 0; depth < deepest && !definition_.empty(); ++depth) {
      const expr::Expr next = expr::substitute(graph_, std::span(&known, 1), definition_)[0];
      if (next == known) break;
      known = next;
    }
    return known;
  }

  // Whether e moves with time alone, and is not a delay. Of what is written out.
  bool of_time_alone(expr::Expr e, const std::vector<int>& not_these) {
    bool moves = false;
    for (const expr::Expr leaf : expr::leaves(graph_, e)) {
      if (graph_.op(leaf) == expr::Op::symbol) return false;
      if (graph_.op(leaf) == expr::Op::parameter && std::ranges::binary_search(not_these, graph_.index(leaf)))
        return false;
      moves = moves || graph_.op(leaf) == expr::Op::time;
    }
    return moves;
  }
  bool affine_in_time(expr::Expr e) {
    const expr::Expr time = graph_.time();
    return of_time_alone(e, {}) &&
           expr::dependence(graph_, e, std::span(&time, 1)) == expr::Dependence::affine;
  }
  expr::Enclosure enclosure(expr::Expr e) {
    if (numbers_.empty()) {
      numbers_.emplace(graph_.time().id, 0);
      const std::size_t states = reference_.system.state().size();
      for (std::size_t i = 0; i < states; ++i)
        numbers_.emplace(reference_.leaf(i).id, static_cast<int>(1 + i));
      for (std::size_t j = 0; j < reference_.dae.variables.size(); ++j) {
        const int id = reference_.dae.variables[j].id;
        numbers_.emplace(graph_.symbol(id, order_.at(id)).id, static_cast<int>(1 + states + j));
      }
    }
    return {graph_, e, numbers_};
  }
  expr::Expr slope(expr::Expr e) { return graph_.total(e); }
  bool moves(expr::Expr e) {
    return std::ranges::any_of(expr::leaves(graph_, translate(e)),
                               [&](expr::Expr leaf) { return graph_.op(leaf) != expr::Op::parameter; });
  }

  program::Program compile(bool (&needs_tops)[EventCode::functions], int& rows) {
    program::Inputs inputs;
    inputs.banks.resize(3);
    inputs.banks[0] = {graph_.time()};
    for (std::size_t i = 0; i < reference_.system.state().size(); ++i)
      inputs.banks[1].push_back(reference_.leaf(i));
    for (const model::Variable& variable : reference_.dae.variables)
      inputs.banks[2].push_back(graph_.symbol(variable.id, order_.at(variable.id)));
    std::vector<program::Function> functions;
    for (program::Request& request : requests_) {
      request.value_bank = 0;
      functions.push_back({{request}});
    }
    rows = static_cast<int>(requests_[EventCode::rows].rows.size());
    std::copy(std::begin(needs_tops_), std::end(needs_tops_), std::begin(needs_tops));
    return program::compile(graph_, inputs, functions, {.engine = program::Engine::vm});
  }

 private:
  void find_definitions() {
    defined_ = true;
    for (const model::Equation& equation : reference_.dae.equations) {
      const expr::Expr residual = equation.residual;
      if (graph_.op(residual) != expr::Op::sub) continue;
      for (int k = 0; k < 2; ++k) {
        const expr::Expr y = graph_.arg(residual, k), value = graph_.arg(residual, 1 - k);
        if (graph_.op(y) != expr::Op::symbol || definition_.contains(y.id)) continue;
        const auto order = order_.find(graph_.index(y));
        if (order == order_.end() || order->second != graph_.derivative(y)) continue;
        const std::vector<expr::Expr> on = expr::leaves(graph_, value);
        if (std::ranges::find(on, y) != on.end()) continue;
        definition_.emplace(y.id, value);
        break;
      }
    }
  }

  const ReferenceForm& reference_;
  expr::Graph& graph_;
  const Dictionary dictionary_;
  std::unordered_map<int, int> order_;  // of the highest derivative, by variable
  std::unordered_map<std::uint32_t, int> component_;
  std::unordered_map<std::uint32_t, expr::Expr> definition_;  // of highest derivatives and algebraic unknowns
  std::unordered_map<std::uint32_t, int> numbers_;            // of what moves, for enclosures
  bool defined_ = false;
  program::Request requests_[EventCode::functions];
  bool needs_tops_[EventCode::functions] = {};
};

}  // namespace trammel::pipeline
