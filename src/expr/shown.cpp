#include "expr/shown.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::expr {
namespace {

constexpr int deepest = 60;        // levels of brackets
constexpr int most_nodes = 20000;  // a graph with shared parts may be a tree without end

class Builder {
 public:
  explicit Builder(const Graph& graph) : g_(graph) {}

  Shown build(Expr e, int depth = 0) {
    if (depth > deepest || ++nodes_ > most_nodes) return {.kind = Shown::Kind::cut};
    switch (g_.op(e)) {
      case Op::constant:
        return {.kind = Shown::Kind::number, .value = g_.value(e)};
      case Op::parameter:
      case Op::time:
      case Op::symbol:
        return {.kind = Shown::Kind::leaf, .leaf = e};
      case Op::add:
      case Op::sub:
        return sum(e, depth);
      case Op::neg:
        return g_.op(g_.arg(e, 0)) == Op::add || g_.op(g_.arg(e, 0)) == Op::sub ? sum(e, depth)
                                                                                : product(e, depth);
      case Op::mul:
      case Op::div:
        return product(e, depth);
      case Op::pow:
        if (int_power(e)) return product(e, depth);
        return {.kind = Shown::Kind::power,
                .parts = {build(g_.arg(e, 0), depth + 1), build(g_.arg(e, 1), depth + 1)}};
      default:
        return call(e, depth);
    }
  }

 private:
  bool int_power(Expr e) const {
    const Expr exponent = g_.arg(e, 1);
    return g_.is_constant(exponent) && g_.value(exponent) == std::nearbyint(g_.value(exponent)) &&
           std::abs(g_.value(exponent)) < 1000;
  }

  Shown call(Expr e, int depth) {
    Shown result{.kind = Shown::Kind::call, .op = g_.op(e)};
    if (g_.op(e) == Op::call) {
      result.leaf = e;
      g_.each_argument(e, [&](Expr a) { result.parts.push_back(build(a, depth + 1)); });
      return result;
    }
    for (int k = 0; k < info(g_.op(e)).arity; ++k) result.parts.push_back(build(g_.arg(e, k), depth + 1));
    return result;
  }

  // A term as coefficient and powers of factors that are no products themselves.
  struct Term {
    double coefficient = 1;
    std::vector<std::pair<Expr, int>> factors = {};  // in the order of their first appearance
    bool cut = false;                                // there were more
  };

  Term term(Expr e) {
    struct Item {
      Expr e;
      int power;
    };
    Term result;
    std::vector<Item> todo = {{e, 1}};
    while (!todo.empty() && ++nodes_ < 4 * most_nodes) {
      const Item item = todo.back();
      todo.pop_back();
      const Expr a = g_.arg(item.e, 0), b = g_.arg(item.e, 1);
      switch (g_.op(item.e)) {
        case Op::neg:
          if (item.power % 2 != 0) result.coefficient = -result.coefficient;
          todo.push_back({a, item.power});
          break;
        case Op::mul:
          todo.push_back({b, item.power});  // the left factor comes first
          todo.push_back({a, item.power});
          break;
        case Op::div:
          todo.push_back({b, -item.power});
          todo.push_back({a, item.power});
          break;
        case Op::constant:
          // 1/3 stays a fraction
          if (item.power < 0 && g_.value(item.e) != -1)
            add(result, item.e, item.power);
          else
            result.coefficient *= std::pow(g_.value(item.e), item.power);
          break;
        case Op::pow:
          if (int_power(item.e)) {
            todo.push_back({a, item.power * static_cast<int>(g_.value(b))});
            break;
          }
          [[fallthrough]];
        default:
          add(result, item.e, item.power);
      }
    }
    result.cut = !todo.empty();
    return result;
  }
  static void add(Term& term, Expr e, int power) {
    for (auto& [factor, p] : term.factors)
      if (factor == e) {
        // x/x stays as it was written: it is no 1 where x is 0
        if ((p > 0) == (power > 0))
          p += power;
        else
          term.factors.emplace_back(e, power);
        return;
      }
    term.factors.emplace_back(e, power);
  }

  Shown shape(const Term& term, int depth) {
    Shown result{.kind = Shown::Kind::product, .value = term.coefficient};
    for (const auto& [factor, power] : term.factors) {
      Shown base = build(factor, depth + 1);
      if (std::abs(power) > 1)
        base = {.kind = Shown::Kind::power,
                .parts = {std::move(base),
                          {.kind = Shown::Kind::number, .value = std::abs(static_cast<double>(power))}}};
      (power > 0 ? result.parts : result.under).push_back(std::move(base));
    }
    if (term.cut) result.parts.push_back({.kind = Shown::Kind::cut});
    if (result.parts.empty() && result.under.empty())
      return {.kind = Shown::Kind::number, .value = term.coefficient};
    if (result.parts.size() == 1 && result.under.empty() && result.value == 1)
      return std::move(result.parts[0]);
    return result;
  }

  Shown product(Expr e, int depth) { return shape(term(e), depth); }

  Shown sum(Expr e, int depth) {
    std::vector<Term> terms;
    struct Item {
      Expr e;
      double factor;
    };
    std::vector<Item> todo = {{e, 1}};
    while (!todo.empty() && ++nodes_ < 4 * most_nodes) {
      const Item item = todo.back();
      todo.pop_back();
      const Op op = g_.op(item.e);
      const Expr a = g_.arg(item.e, 0), b = g_.arg(item.e, 1);
      if (op == Op::add || op == Op::sub) {
        todo.push_back({b, op == Op::sub ? -item.factor : item.factor});
        todo.push_back({a, item.factor});
        continue;
      }
      if (op == Op::neg) {
        todo.push_back({a, -item.factor});
        continue;
      }
      if (op == Op::mul && g_.is_constant(a) && (g_.op(b) == Op::add || g_.op(b) == Op::sub)) {
        todo.push_back({b, item.factor * g_.value(a)});  // 2*(x + y) as a term is 2*x + 2*y
        continue;
      }
      Term next = term(item.e);
      next.coefficient *= item.factor;
      bool united = false;
      for (std::size_t k = 0; k < terms.size() && k < 200 && !united; ++k)
        if (same(terms[k], next)) {
          terms[k].coefficient += next.coefficient;
          united = true;
        }
      if (!united) terms.push_back(std::move(next));
    }
    Shown result{.kind = Shown::Kind::sum};
    for (const Term& one : terms)
      if (one.coefficient != 0) result.parts.push_back(shape(one, depth));
    if (!todo.empty()) result.parts.push_back({.kind = Shown::Kind::cut});
    if (result.parts.empty()) return {.kind = Shown::Kind::number, .value = 0};
    if (result.parts.size() == 1) return std::move(result.parts[0]);
    return result;
  }

  // Equal up to the order of factors.
  static bool same(const Term& a, const Term& b) {
    if (a.factors.size() != b.factors.size()) return false;
    for (const auto& factor : a.factors) {
      bool found = false;
      for (const auto& other : b.factors) found = found || other == factor;
      if (!found) return false;
    }
    return true;
  }

  const Graph& g_;
  int nodes_ = 0;
};

// The highest derivative anywhere below.
int order(const Graph& graph, const Shown& shown) {
  if (shown.kind == Shown::Kind::leaf)
    return graph.op(shown.leaf) == Op::symbol ? graph.derivative(shown.leaf) : 0;
  int highest = 0;
  for (const std::vector<Shown>* list : {&shown.parts, &shown.under})
    for (const Shown& part : *list) highest = std::max(highest, order(graph, part));
  return highest;
}

Shown sum_of(std::vector<Shown> terms) {
  if (terms.empty()) return {.kind = Shown::Kind::number, .value = 0};
  if (terms.size() == 1) return std::move(terms[0]);
  return {.kind = Shown::Kind::sum, .parts = std::move(terms)};
}

}  // namespace

Shown shown(const Graph& graph, Expr e) {
  graph.check(e, "an expression to show");
  return Builder(graph).build(e);
}

bool negative(const Shown& term) {
  return (term.kind == Shown::Kind::number || term.kind == Shown::Kind::product) && std::signbit(term.value);
}

Shown negated(Shown term) {
  if (term.kind == Shown::Kind::sum) {
    for (Shown& part : term.parts) part = negated(std::move(part));
    return term;
  }
  if (term.kind == Shown::Kind::number || term.kind == Shown::Kind::product) {
    term.value = -term.value;
    if (term.kind == Shown::Kind::product && term.value == 1 && term.parts.size() == 1 && term.under.empty())
      return std::move(term.parts[0]);
    return term;
  }
  return {.kind = Shown::Kind::product, .value = -1, .parts = {std::move(term)}};
}

Sides sides(const Graph& graph, Expr residual) {
  Shown whole = shown(graph, residual);
  const Shown zero{.kind = Shown::Kind::number, .value = 0};
  if (whole.kind != Shown::Kind::sum) return {std::move(whole), zero};
  // m*der(v) - F = 0: the only term with the highest derivative goes to the left.
  const int highest = order(graph, whole);
  std::size_t count = 0, at = 0;
  for (std::size_t i = 0; i < whole.parts.size(); ++i)
    if (order(graph, whole.parts[i]) == highest) {
      ++count;
      at = i;
    }
  if (highest > 0 && count == 1) {
    Shown left = std::move(whole.parts[at]);
    whole.parts.erase(whole.parts.begin() + static_cast<std::ptrdiff_t>(at));
    Shown right = sum_of(std::move(whole.parts));
    if (negative(left)) return {negated(std::move(left)), std::move(right)};
    return {std::move(left), negated(std::move(right))};
  }
  if (graph.op(residual) == Op::sub)
    return {shown(graph, graph.arg(residual, 0)), shown(graph, graph.arg(residual, 1))};
  // force + c*s = 0: a name that stands first and alone is defined
  if (whole.parts[0].kind == Shown::Kind::leaf && graph.op(whole.parts[0].leaf) == Op::symbol) {
    Shown left = std::move(whole.parts[0]);
    whole.parts.erase(whole.parts.begin());
    return {std::move(left), negated(sum_of(std::move(whole.parts)))};
  }
  return {std::move(whole), zero};
}

}  // namespace trammel::expr
