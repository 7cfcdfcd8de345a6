#include "expr/formula.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"

namespace trammel::expr {
namespace {

Graph& common(std::string_view use, const Formula& a, const Formula& b) {
  if (a.graph() && b.graph() && a.graph() != b.graph())
    throw Error(Kind::usage,
                fmt::format("{} and {} belong to two different models and meet in '{}'", quote(a.text()),
                            quote(b.text()), use),
                {}, "make both with the same model");
  return a.graph() ? *a.graph() : *b.graph();
}

}  // namespace

Expr Formula::in(Graph& graph) const {
  if (!graph_) return graph.constant(value_);
  if (graph_ != &graph && !graph.stands_on(*graph_))
    throw Error(Kind::usage, fmt::format("{} belongs to another model", quote(text())), {},
                "make it with the model that uses it");
  return expr_;
}

std::string Formula::text() const {
  return graph_ ? print(*graph_, expr_, {.longest = 200}) : print_number(value_);
}

Formula variable(Graph& graph, std::string name) {
  return {graph, graph.symbol(graph.add_variable(std::move(name)))};
}
Formula parameter(Graph& graph, std::string name) {
  return {graph, graph.parameter(graph.add_parameter(std::move(name)))};
}
Formula time(Graph& graph) { return {graph, graph.time()}; }

Formula apply(Op op, const Formula& a) {
  if (a.graph()) return {*a.graph(), a.graph()->apply(op, a.in(*a.graph()))};
  return compute(op, a.number());
}

Formula apply(Op op, const Formula& a, const Formula& b) {
  if (!a.graph() && !b.graph()) return compute(op, a.number(), b.number());
  Graph& graph = common(info(op).name, a, b);
  return {graph, graph.apply(op, a.in(graph), b.in(graph))};
}

Formula select(const Formula& condition, const Formula& yes, const Formula& no) {
  if (!condition.graph()) return condition.number() != 0 ? yes : no;
  Graph& graph = *condition.graph();
  return {graph, graph.apply(Op::select, condition.in(graph), yes.in(graph), no.in(graph))};
}

std::vector<Formula> call(const std::shared_ptr<const Routine>& routine,
                          const std::vector<Formula>& arguments) {
  Formula owner = 0.0;
  for (const Formula& a : arguments) {
    if (!a.graph()) continue;
    if (owner.graph()) (void)common(routine->name(), owner, a);  // of one model
    owner = a;
  }
  Graph alone;  // of plain numbers
  Graph& graph = owner.graph() ? *owner.graph() : alone;
  std::vector<Expr> list;
  for (const Formula& a : arguments) list.push_back(a.in(graph));
  std::vector<Formula> results;
  for (int k = 0; k < routine->outputs(); ++k) {
    const Expr result = graph.call(routine, list, k);
    if (owner.graph())
      results.emplace_back(graph, result);
    else
      results.emplace_back(graph.is_constant(result) ? graph.value(result) : std::nan(""));
  }
  return results;
}

Formula der(const Formula& f, int times) {
  if (!f.graph()) return 0.0;
  return {*f.graph(), f.graph()->total(f.in(*f.graph()), times)};
}

}  // namespace trammel::expr
