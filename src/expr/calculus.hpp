// expr/calculus.hpp: the derivatives of single operations, which total derivatives and Jacobians are made of.
#pragma once

#include <cmath>
#include <numbers>
#include <utility>

#include "expr/graph.hpp"

namespace trammel::expr {

// ∂ node / ∂ operand = factor / divisor, either of which may be absent (1). Kept apart so that d(a/b) reads
// "der(a)/b" and d sqrt(x) reads "der(x)/(2*sqrt(x))".
struct Partial {
  Expr factor = {}, divisor = {};
  bool zero = false;
};

// Arithmetic inside derivatives: here a zero is structural, so 0*e is 0.
class Calculus {
 public:
  explicit Calculus(Graph& graph) : g(graph) {}

  bool is_zero(Expr e) const { return g.is_constant(e, 0); }
  Expr zero() const { return g.constant(0); }
  Expr plus(Expr a, Expr b) const { return g.apply(Op::add, a, b); }
  Expr times(Expr a, Expr b) const { return is_zero(a) || is_zero(b) ? zero() : g.apply(Op::mul, a, b); }
  Expr chain(const Partial& p, Expr inner) const {
    if (p.zero || is_zero(inner)) return zero();
    const Expr result = p.factor ? product(p.factor, inner) : inner;
    return p.divisor ? g.apply(Op::div, result, p.divisor) : result;
  }
  // With constant factors in front, so that second derivatives read "2*der(x)*der(x)".
  Expr product(Expr a, Expr b) const {
    const auto [c, x] = coefficient(a);
    const auto [d, y] = coefficient(b);
    if (c * d == 1 || !x || !y || !std::isnormal(c * d)) return g.apply(Op::mul, a, b);
    return g.apply(Op::mul, g.constant(c * d), g.apply(Op::mul, x, y));
  }
  Expr choose(Expr condition, Expr a, Expr b) const { return g.apply(Op::select, condition, a, b); }

  static bool is_choice(Op op) { return op == Op::select || op == Op::min || op == Op::max; }
  // For a choice: its condition and its two branches.
  struct Choice {
    Expr condition, yes, no;
  };
  Choice choice(Expr e) const {
    const Expr a = g.arg(e, 0), b = g.arg(e, 1);
    if (g.op(e) == Op::select) return {a, b, g.arg(e, 2)};
    return {g.apply(g.op(e) == Op::min ? Op::lt : Op::gt, a, b), a, b};
  }

  // ∂e / ∂(operand k), for operations that are no choices.
  Partial partial(Expr e, int k) const {
    const Op op = g.op(e);
    const Expr a = g.arg(e, 0), b = info(op).arity > 1 ? g.arg(e, 1) : Expr{};
    return k == 0 ? first(op, e, a, b) : second(op, e, a, b);
  }

 private:
  struct Scaled {
    double factor;
    Expr rest;  // none for a constant
  };
  Scaled coefficient(Expr e) const {
    if (g.is_constant(e)) return {g.value(e), {}};
    if (g.op(e) == Op::mul && g.is_constant(g.arg(e, 0))) return {g.value(g.arg(e, 0)), g.arg(e, 1)};
    return {1, e};
  }
  Expr c(double value) const { return g.constant(value); }
  Expr square(Expr a) const { return g.apply(Op::pow, a, c(2)); }

  Partial first(Op op, Expr e, Expr a, Expr b) const {
    switch (op) {
      case Op::neg:
        return {.factor = c(-1)};
      case Op::add:
      case Op::sub:
        return {};
      case Op::mul:
        return {.factor = b};
      case Op::div:
        return {.divisor = b};
      case Op::pow:
        return {.factor = power_slope(a, b)};
      case Op::sin:
        return {.factor = g.apply(Op::cos, a)};
      case Op::cos:
        return {.factor = g.apply(Op::neg, g.apply(Op::sin, a))};
      case Op::tan:
        return {.factor = plus(c(1), square(e))};
      case Op::asin:
        return {.divisor = g.apply(Op::sqrt, g.apply(Op::sub, c(1), square(a)))};
      case Op::acos:
        return {.factor = c(-1), .divisor = g.apply(Op::sqrt, g.apply(Op::sub, c(1), square(a)))};
      case Op::atan:
        return {.divisor = plus(c(1), square(a))};
      case Op::atan2:
        return {.factor = b, .divisor = plus(square(a), square(b))};
      case Op::sinh:
        return {.factor = g.apply(Op::cosh, a)};
      case Op::cosh:
        return {.factor = g.apply(Op::sinh, a)};
      case Op::tanh:
        return {.factor = g.apply(Op::sub, c(1), square(e))};
      case Op::exp:
        return {.factor = e};
      case Op::log:
        return {.divisor = a};
      case Op::log10:
        return {.divisor = g.apply(Op::mul, c(std::numbers::ln10), a)};
      case Op::sqrt:
        return {.divisor = g.apply(Op::mul, c(2), e)};
      case Op::abs:
        return {.factor = g.apply(Op::sign, a)};
      case Op::mod:
        return {};
      default:
        return {.zero = true};  // piecewise constant
    }
  }

  Partial second(Op op, Expr e, Expr a, Expr b) const {
    switch (op) {
      case Op::add:
        return {};
      case Op::sub:
        return {.factor = c(-1)};
      case Op::mul:
        return {.factor = a};
      case Op::div:
        return {.factor = g.apply(Op::neg, e), .divisor = b};
      case Op::pow:
        return {.factor = g.apply(Op::mul, e, g.apply(Op::log, a))};
      case Op::atan2:
        return {.factor = g.apply(Op::neg, a), .divisor = plus(square(a), square(b))};
      case Op::mod:
        return {.factor = g.apply(Op::neg, g.apply(Op::floor, g.apply(Op::div, a, b)))};
      default:
        return {.zero = true};
    }
  }

  // d(xⁿ)/dx = n·xⁿ⁻¹
  Expr power_slope(Expr a, Expr b) const {
    return g.apply(Op::mul, b, g.apply(Op::pow, a, g.apply(Op::sub, b, c(1))));
  }

  Graph& g;  // NOLINT(readability-identifier-naming): short, because every rule below speaks of it
};

}  // namespace trammel::expr
