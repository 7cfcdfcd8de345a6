#include "expr/magnitude.hpp"

namespace trammel::expr {
namespace {

class Measure {
 public:
  Measure(Graph& graph, std::span<const Expr> rows) : graph_(graph), has_symbol_(graph.size(), 0) {
    Cone cone(graph);
    for (const Expr e : cone.collect(rows)) {
      const Op op = graph.op(e);
      if (op == Op::symbol || op == Op::time) has_symbol_[e.id] = 1;
      if (is_leaf(op)) continue;
      for (int k = 0; k < info(op).arity; ++k)
        if (const Expr a = graph.arg(e, k); a && has_symbol_[a.id]) has_symbol_[e.id] = 1;
    }
  }

  Expr of(Expr root) {
    const std::vector<Term> terms = split(root);
    if (terms.size() == 1 && terms[0].part.id == root.id) return alone(root);
    Expr sum = graph_.constant(0);
    for (const Term& term : terms) {
      // One summand behind constant factors is still one term.
      const Expr part = terms.size() == 1 ? alone(term.part) : absolute(term.part);
      sum =
          graph_.apply(Op::add, sum, term.factor ? graph_.apply(Op::mul, absolute(term.factor), part) : part);
    }
    return sum;
  }

 private:
  struct Term {
    Expr part, factor;  // factor: none is 1
  };

  bool constant(Expr e) const { return e.id >= has_symbol_.size() || !has_symbol_[e.id]; }
  Expr absolute(Expr e) { return graph_.apply(Op::abs, e); }
  Expr times(Expr factor, Expr by) { return factor ? graph_.apply(Op::mul, factor, by) : by; }

  std::vector<Term> split(Expr root) {
    std::vector<Term> terms, stack{{root, {}}};
    while (!stack.empty()) {
      const Term top = stack.back();
      stack.pop_back();
      const Expr a = graph_.arg(top.part, 0), b = graph_.arg(top.part, 1);
      const Op op = graph_.op(top.part);
      if (constant(top.part)) {
        terms.push_back(top);
      } else if (op == Op::neg) {
        stack.push_back({a, top.factor});
      } else if (op == Op::add || op == Op::sub) {
        stack.push_back({b, top.factor});
        stack.push_back({a, top.factor});
      } else if (op == Op::mul && constant(a)) {
        stack.push_back({b, times(top.factor, a)});
      } else if (op == Op::mul && constant(b)) {
        stack.push_back({a, times(top.factor, b)});
      } else if (op == Op::div && constant(b)) {
        stack.push_back({a, times(top.factor, graph_.apply(Op::div, graph_.constant(1), b))});
      } else {
        terms.push_back(top);
      }
    }
    return terms;
  }

  // A product of sums, factor by factor. Long products nest on the left, so only the right factor recurses.
  Expr alone(Expr e) {
    Expr product = {};
    for (;;) {
      const Op op = graph_.op(e);
      const Expr a = graph_.arg(e, 0), b = graph_.arg(e, 1);
      if (op != Op::mul && op != Op::div) break;
      product =
          times(product, op == Op::mul ? sum_of(b) : graph_.apply(Op::div, graph_.constant(1), absolute(b)));
      e = a;
    }
    if (graph_.op(e) == Op::pow && graph_.is_constant(graph_.arg(e, 1)) && graph_.value(graph_.arg(e, 1)) > 0)
      return times(product, graph_.apply(Op::pow, sum_of(graph_.arg(e, 0)), graph_.arg(e, 1)));
    return times(product, sum_of(e));
  }

  Expr sum_of(Expr e) {
    Expr sum = graph_.constant(0);
    for (const Term& term : split(e))
      sum = graph_.apply(Op::add, sum, absolute(times(term.factor, term.part)));
    return sum;
  }

  Graph& graph_;
  std::vector<char> has_symbol_;  // or time
};

}  // namespace

std::vector<Expr> magnitudes(Graph& graph, std::span<const Expr> rows) {
  Measure measure(graph, rows);
  std::vector<Expr> result;
  result.reserve(rows.size());
  for (const Expr row : rows) result.push_back(measure.of(row));
  return result;
}

}  // namespace trammel::expr
