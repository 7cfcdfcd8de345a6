// modelica/evaluate.cpp: expressions become values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/query.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

constexpr int deepest_evaluation = 3000;

}  // namespace

Value Elaborator::evaluate(const Expression& e, const Scope& scope) {
  session_.spend(2, e.place);
  const Restore<int> deeper(depth_);
  if (++depth_ > deepest_evaluation)
    session_.fail(e.place, Kind::usage, "the definitions of this model lead too deep into each other",
                  "name intermediate results");
  switch (e.node) {
    case modelica::Node::number:
      return scalar_of(e.integer && std::fabs(e.number) < 2147483648.0 ? Base::integer : Base::real,
                       g_.constant(e.number));
    case modelica::Node::text:
      return scalar_of(Base::text, session_.text(e.text));
    case modelica::Node::boolean:
      return scalar_of(Base::boolean, g_.constant(e.integer ? 1 : 0));
    case modelica::Node::reference:
      return reference(e, scope);
    case modelica::Node::call:
      return call(e, scope);
    case modelica::Node::sum:
    case modelica::Node::product:
      return chain(e, scope);
    case modelica::Node::power:
      return power(e, scope);
    case modelica::Node::relation:
      return relation(e, scope);
    case modelica::Node::logical_not:
    case modelica::Node::logical_and:
    case modelica::Node::logical_or:
      return logical(e, scope);
    case modelica::Node::choice:
      return choice(e, scope);
    case modelica::Node::range:
      return range(e, scope);
    case modelica::Node::braces:
      return braces(e, scope);
    case modelica::Node::matrix:
      return matrix(e, scope);
    case modelica::Node::subscripted:
      return subscripted(e, scope);
    case modelica::Node::end:
      if (ends_.empty())
        session_.fail(e.place, Kind::structure, "'end' as a number stands only in subscripts");
      return scalar_of(Base::integer, g_.constant(static_cast<double>(ends_.back())));
    case modelica::Node::tuple:
      session_.fail(e.place, Kind::structure,
                    "a list in parentheses stands only on the left of a function call with several results");
    case modelica::Node::colon:
      session_.fail(e.place, Kind::structure, "':' alone stands only in subscripts");
    case modelica::Node::partial_call:
      session_.fail(e.place, Kind::structure,
                    "a function stands only where a function takes one as its argument",
                    "call the function directly");
  }
  return {};
}

Value Elaborator::number(const Expression& e, const Scope& scope) {
  const Restore<bool> mode(numeric_, true);
  return evaluate(e, scope);
}

Value Elaborator::constant(const Expression& e, const Scope& scope, const char* what) {
  Value v = number(e, scope);
  if (!is_number(v))
    session_.fail(e.place, Kind::structure,
                  fmt::format("{} must be known before the run: {}", what, dependence_of(v)));
  return v;
}

std::int64_t Elaborator::integer(const Expression& e, const Scope& scope, const char* what) {
  const Value v = constant(e, scope, what);
  if (v.base != Base::integer || !v.scalar())
    session_.fail(e.place, Kind::structure, fmt::format("{} must be an Integer, not {}", what, type_name(v)));
  const double n = g_.value(v.data[0]);
  if (std::fabs(n) > 1e15)
    session_.fail(e.place, Kind::usage, fmt::format("{} is {}", what, n), "make it smaller");
  return static_cast<std::int64_t>(n);
}

Value Elaborator::chain(const Expression& e, const Scope& scope) {
  Value v = evaluate(*e.args[0], scope);
  const auto records = [&](const Value& other) {
    return v.base == Base::record || other.base == Base::record;
  };
  if (e.node == modelica::Node::product) {
    for (std::size_t k = 1; k < e.args.size(); ++k) {
      const Value other = evaluate(*e.args[k], scope);
      const bool times = e.text[k] == '*' || e.text[k] == 'T';
      const bool each = e.text[k] == 'T' || e.text[k] == 'D';
      v = records(other) ? overloaded(times ? (each ? "'.*'" : "'*'") : "'/'", v, &other, e.place)
                         : arithmetic_.multiply(e.text[k], v, other, e.place);
    }
    return v;
  }
  if (e.text[0] == '-' || e.text[0] == 'M')
    v = v.base == Base::record ? overloaded("'-'", v, nullptr, e.place)
                               : arithmetic_.negate(std::move(v), e.place);
  else if (e.args.size() == 1 && v.base != Base::record)
    arithmetic_.require_numeric(v, e.place, "'+' needs");
  for (std::size_t k = 1; k < e.args.size(); ++k) {
    const Value other = evaluate(*e.args[k], scope);
    const bool plus = e.text[k] == '+' || e.text[k] == 'P';
    v = records(other) ? overloaded(plus ? "'+'" : "'-'", v, &other, e.place)
                       : arithmetic_.add(e.text[k], std::move(v), other, e.place);
  }
  return v;
}

Value Elaborator::power(const Expression& e, const Scope& scope) {
  const Value a = evaluate(*e.args[0], scope), b = evaluate(*e.args[1], scope);
  if (a.base == Base::record || b.base == Base::record) return overloaded("'^'", a, &b, e.place);
  return arithmetic_.power(e.text[0], a, b, e.place);
}

Value Elaborator::relation(const Expression& e, const Scope& scope) {
  const Value a = evaluate(*e.args[0], scope), b = evaluate(*e.args[1], scope);
  if (a.base == Base::record || b.base == Base::record) return overloaded("'" + e.text + "'", a, &b, e.place);
  if (!a.scalar() || !b.scalar())
    session_.fail(e.place, Kind::structure,
                  fmt::format("'{}' compares scalars, not {} and {}", e.text, type_name(a), type_name(b)));
  const Base base = arithmetic_.common(a, b, e.place, "cannot compare");
  const bool equality = e.text == "==" || e.text == "<>";
  if (equality && base == Base::real && !in_function())
    session_.fail(e.place, Kind::structure,
                  fmt::format("'{}' compares two Reals, which is allowed only in functions", e.text),
                  "compare with a tolerance: abs(a - b) < 1e-9");
  const Op op = e.text == "<"    ? Op::lt
                : e.text == "<=" ? Op::le
                : e.text == ">"  ? Op::gt
                : e.text == ">=" ? Op::ge
                : e.text == "==" ? Op::eq
                                 : Op::ne;
  const bool known = g_.is_constant(a.data[0]) && g_.is_constant(b.data[0]);
  const bool unknown_text =
      base == Base::text && (!session_.knows_text(a.data[0]) || !session_.knows_text(b.data[0]));
  if (base == Base::text && known && !unknown_text) {  // as strcmp does [MLS36, 3.5]
    const int order = session_.text(a.data[0]).compare(session_.text(b.data[0]));
    return scalar_of(Base::boolean, g_.apply(op, g_.constant(order), g_.constant(0)));
  }
  if (base == Base::text && (!equality || unknown_text))
    session_.fail(e.place, Kind::structure,
                  fmt::format("'{}' compares Strings that are known only while the model runs", e.text),
                  unknown_text ? "compare the numbers" : "compare with == or <>");
  const Expr result = g_.apply(op, a.data[0], b.data[0]);
  if (base != Base::text && !g_.is_constant(result))
    watch(result, g_.apply(Op::sub, a.data[0], b.data[0]), model::Relation::Kind::sign, e.place);
  return scalar_of(Base::boolean, result);
}

Value Elaborator::logical(const Expression& e, const Scope& scope) {
  const auto operand = [&](const Expression& arg) {
    Value v = evaluate(arg, scope);
    if (v.base != Base::boolean && v.base != Base::record)
      session_.fail(arg.place, Kind::structure,
                    fmt::format("'{}' needs Booleans, not {}",
                                e.node == modelica::Node::logical_not   ? "not"
                                : e.node == modelica::Node::logical_and ? "and"
                                                                        : "or",
                                type_name(v)));
    return v;
  };
  Value v = operand(*e.args[0]);
  if (e.node == modelica::Node::logical_not && v.base == Base::record)
    return overloaded("'not'", v, nullptr, e.place);
  if (e.node == modelica::Node::logical_not)
    return arithmetic_.map(Op::logical_not, std::move(v), Base::boolean);
  const bool is_and = e.node == modelica::Node::logical_and;
  for (std::size_t k = 1; k < e.args.size(); ++k) {
    // The rest is not looked at once the result is known: n > 0 and x[1] > 0.
    const bool records = v.base == Base::record;
    if (!records && v.scalar() && g_.is_constant(v.data[0], is_and ? 0 : 1)) return v;
    const Value other = operand(*e.args[k]);
    if (records || other.base == Base::record) {
      v = overloaded(is_and ? "'and'" : "'or'", v, &other, e.place);
      continue;
    }
    v = arithmetic_.elementwise(is_and ? Op::logical_and : Op::logical_or, v, other, Base::boolean, e.place);
  }
  return v;
}

// A condition that is known picks its branch at once, and the others are never looked at.
Value Elaborator::choice(const Expression& e, const Scope& scope) {
  const Restore<std::vector<Expr>> guards(guards_);
  std::vector<std::pair<Expr, Value>> branches;
  std::size_t k = 0;
  Value last;
  for (;; k += 2) {
    if (k + 1 >= e.args.size()) {
      last = evaluate(*e.args[k], scope);
      break;
    }
    const Value c = evaluate(*e.args[k], scope);
    if (c.base != Base::boolean || !c.scalar())
      session_.fail(e.args[k]->place, Kind::structure,
                    fmt::format("the condition of 'if' must be Boolean, not {}", type_name(c)));
    if (g_.is_constant(c.data[0], 0)) continue;
    if (g_.is_constant(c.data[0])) {
      last = evaluate(*e.args[k + 1], scope);
      break;
    }
    guards_.push_back(c.data[0]);
    branches.emplace_back(c.data[0], evaluate(*e.args[k + 1], scope));
    guards_.back() = g_.apply(Op::logical_not, c.data[0]);
  }
  for (auto b = branches.rbegin(); b != branches.rend(); ++b)
    last = arithmetic_.choose(b->first, b->second, last, e.place);
  return last;
}

Value Elaborator::braces(const Expression& e, const Scope& scope) {
  if (e.more) {
    Locals inner = scope.locals ? *scope.locals : Locals{};
    return comprehension(*e.args[0], e.more->iterators, 0, {scope.self, scope.cls, &inner});
  }
  std::vector<Value> parts;
  parts.reserve(e.args.size());
  for (const ExpressionPtr& arg : e.args) parts.push_back(evaluate(*arg, scope));
  return arithmetic_.stack(std::move(parts), e.place);
}

// [a, b; c, d]: blocks side by side, then rows of blocks below each other; scalars and vectors become
// matrices, and all have the rank of the greatest [MLS36, 10.4.2.1].
Value Elaborator::matrix(const Expression& e, const Scope& scope) {
  std::vector<Value> parts, rows;
  std::int64_t rank = 2;
  for (const ExpressionPtr& arg : e.args) {
    parts.push_back(evaluate(*arg, scope));
    rank = std::max(rank, parts.back().rank());
  }
  auto next = parts.begin();
  for (const int length : e.more->rows) {
    std::vector<Value> row;
    for (int k = 0; k < length; ++k) row.push_back(arithmetic_.promote(std::move(*next++), rank));
    rows.push_back(arithmetic_.concatenate(1, row, e.place));
  }
  return arithmetic_.concatenate(0, rows, e.place);
}

}  // namespace trammel::modelica
