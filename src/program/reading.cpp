#include "program/reading.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"

namespace trammel::program {

using expr::Op;

Reading::Reading(const Graph& graph, const Inputs& inputs, Program::Data& data)
    : graph_(graph), data_(data), cone_(graph), bank_place_(graph.size()), state_(graph.size(), unseen),
      exponent_(graph.size(), 0) {
  for (std::size_t b = 0; b < inputs.banks.size(); ++b)
    for (std::size_t i = 0; i < inputs.banks[b].size(); ++i) {
      const Expr leaf = inputs.banks[b][i];
      graph.check(leaf, "an input of a program");
      if (!expr::is_leaf(graph.op(leaf)) || graph.is_constant(leaf))
        throw Error(Kind::usage, fmt::format("input {} of bank {} is {}, which is no leaf", i, b,
                                             quote(expr::print(graph, leaf, {.longest = 200}))));
      if (Place& place = bank_place_[leaf.id]; place.bank < 0)
        place = {static_cast<int>(b), static_cast<std::uint32_t>(i)};
    }
}

void Reading::look_at(const Request& request) {
  std::vector<Expr> roots = request.rows;
  for (const Term& term : request.terms)
    if (term.weight) roots.push_back(term.weight);
  for (const Expr root : roots) graph_.check(root, "a row of a program");
  const auto seen = [this](Expr e) { return state_[e.id] != unseen; };
  for (const Expr e : cone_.collect(roots, seen)) {
    if (state_[e.id] != unseen) continue;
    const Op op = graph_.op(e);
    if (op == Op::constant || (op == Op::parameter && bank_place_[e.id].bank < 0)) {
      state_[e.id] = fixed;
    } else if (expr::is_leaf(op)) {
      if (bank_place_[e.id].bank < 0)
        throw Error(
            Kind::name,
            fmt::format("{} is used, but it is not an input of the program", quote(expr::print(graph_, e))),
            {.variables = {expr::print(graph_, e)}});
      state_[e.id] = moving;
    } else {
      bool all = true;
      for (int k = 0; k < expr::info(op).arity; ++k)
        if (const Expr operand = graph_.arg(e, k)) all &= state_[operand.id] == fixed;
      state_[e.id] = all ? fixed : moving;
      if (op == Op::pow && graph_.is_constant(graph_.arg(e, 1))) exponent_[graph_.arg(e, 1).id] = 1;
    }
  }
}

bool Reading::is_structural(Expr constant) const {
  const double value = std::fabs(graph_.value(constant));
  return value == 0 || value == 1 || value == 2 || value == 0.5 || exponent_[constant.id];
}

Reading::Place Reading::place(Expr input) {
  if (const Place at = bank_place_[input.id]; at.bank >= 0) return at;
  const int bank = data_.numbers_in();
  if (graph_.op(input) == Op::parameter) return {bank, static_cast<std::uint32_t>(graph_.index(input))};
  if (const auto at = number_.find(input.id); at != number_.end()) return {bank, at->second};
  const bool constant = graph_.is_constant(input);
  data_.numbers.push_back(constant ? graph_.value(input) : 0);
  const auto index = static_cast<std::uint32_t>(data_.numbers.size() - 1);
  number_.emplace(input.id, index);
  if (!constant) derived_.emplace_back(input, index);
  return {bank, index};
}

}  // namespace trammel::program
