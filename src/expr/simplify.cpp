// expr/simplify.cpp: local rules applied when a node is made. Each keeps the value up to rounding, also where
// it is infinite or NaN; rules that are true only for finite operands (0*x = 0, x - x = 0, x/x = 1) are not
// here: derivatives apply 0*x = 0 themselves, where the zero is structural.
#include <cmath>

#include "expr/graph.hpp"

namespace trammel::expr {

Expr Graph::simplify(Op op, Expr a, Expr b, Expr c) {
  if (const Expr folded = fold(op, a, b, c)) return folded;
  switch (op) {
    case Op::neg:
      if (this->op(a) == Op::neg) return arg(a, 0);
      if (this->op(a) == Op::sub) return apply(Op::sub, arg(a, 1), arg(a, 0));
      return {};
    case Op::add:
    case Op::sub:
      return simplify_sum(op, a, b);
    case Op::mul:
      return simplify_product(a, b);
    case Op::div:
      return simplify_quotient(a, b);
    case Op::pow:
      return simplify_power(a, b);
    case Op::abs:
      return this->op(a) == Op::abs ? a : this->op(a) == Op::neg ? apply(Op::abs, arg(a, 0)) : Expr{};
    case Op::min:
    case Op::max:
      return a == b ? a : Expr{};
    case Op::logical_and:
    case Op::logical_or:
      return simplify_logical(op, a, b);
    case Op::select:
      if (is_constant(a)) return value(a) != 0 ? b : c;
      return b == c ? b : Expr{};
    default:
      return {};
  }
}

// An operation on constants becomes its value if that is finite; otherwise it stays, so that the evaluation
// can say which part of the formula is not a number.
Expr Graph::fold(Op op, Expr a, Expr b, Expr c) {
  const int arity = info(op).arity;
  if (!is_constant(a) || (arity >= 2 && !is_constant(b)) || (arity >= 3 && !is_constant(c))) return {};
  const double result = compute(op, value(a), arity >= 2 ? value(b) : 0, arity >= 3 ? value(c) : 0);
  return std::isfinite(result) ? constant(result) : Expr{};
}

Expr Graph::simplify_sum(Op op, Expr a, Expr b) {
  const bool minus = op == Op::sub;
  if (is_constant(b, 0)) return a;
  if (is_constant(a, 0)) return minus ? apply(Op::neg, b) : b;
  if (const Expr positive = without_minus(b)) return apply(minus ? Op::add : Op::sub, a, positive);
  if (this->op(a) == Op::neg && !minus) return apply(Op::sub, b, arg(a, 0));
  if (a == b && !minus) return apply(Op::mul, constant(2), a);  // exact
  return {};
}

// x if e is -x, 2*x if e is -2*x, 2 if e is -2; else none.
Expr Graph::without_minus(Expr e) {
  if (op(e) == Op::neg) return arg(e, 0);
  if (is_constant(e) && value(e) < 0) return constant(-value(e));
  if (op(e) == Op::mul && is_constant(arg(e, 0)) && value(arg(e, 0)) < 0)
    return apply(Op::mul, constant(-value(arg(e, 0))), arg(e, 1));
  return {};
}

Expr Graph::simplify_product(Expr a, Expr b) {
  if (is_constant(b) && !is_constant(a)) return apply(Op::mul, b, a);  // constants first
  if (is_constant(a, 1)) return b;
  if (is_constant(a, -1)) return apply(Op::neg, b);
  if (op(a) == Op::neg && op(b) == Op::neg) return apply(Op::mul, arg(a, 0), arg(b, 0));
  if (op(a) == Op::neg) return apply(Op::neg, apply(Op::mul, arg(a, 0), b));
  if (op(b) == Op::neg)
    return is_constant(a) ? apply(Op::mul, constant(-value(a)), arg(b, 0))
                          : apply(Op::neg, apply(Op::mul, a, arg(b, 0)));
  if (is_constant(a) && op(b) == Op::mul && is_constant(arg(b, 0))) {  // c1*(c2*x)
    const double product = value(a) * value(arg(b, 0));
    if (std::isnormal(product)) return apply(Op::mul, constant(product), arg(b, 1));
  }
  return {};
}

Expr Graph::simplify_quotient(Expr a, Expr b) {
  if (is_constant(b, 1)) return a;
  if (is_constant(b, -1)) return apply(Op::neg, a);
  if (op(a) == Op::neg && op(b) == Op::neg) return apply(Op::div, arg(a, 0), arg(b, 0));
  if (op(a) == Op::neg) return apply(Op::neg, apply(Op::div, arg(a, 0), b));
  if (op(b) == Op::neg) return apply(Op::neg, apply(Op::div, a, arg(b, 0)));
  return {};
}

Expr Graph::simplify_power(Expr a, Expr b) {
  if (is_constant(b, 1)) return a;
  if (is_constant(b, 0)) return constant(1);  // as in C: also for NaN
  return {};
}

Expr Graph::simplify_logical(Op op, Expr a, Expr b) {
  const auto is_truth = [this](Expr e) { return this->op(e) >= Op::lt && this->op(e) <= Op::logical_not; };
  if (is_constant(b)) std::swap(a, b);
  if (!is_constant(a)) return a == b && is_truth(a) ? a : Expr{};
  if ((value(a) != 0) != (op == Op::logical_and)) return constant(op == Op::logical_or ? 1 : 0);
  return is_truth(b) ? b : Expr{};
}

}  // namespace trammel::expr
