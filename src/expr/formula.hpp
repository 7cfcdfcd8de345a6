// expr/formula.hpp: expressions as C++ people write them. A Formula carries its Graph, so that a*b of two
// graphs is refused instead of giving nonsense.
//
//   Formula x = variable(g, "x"), L = parameter(g, "L");
//   x*x + pow(y, 2) == L*L            an Equality: left and right side of an equation
//   select(x > 0, sqrt(x), 0)         a choice; both branches may be anything
#pragma once

#include <string>

#include "expr/graph.hpp"

namespace trammel::expr {

class Formula {
 public:
  Formula() = default;
  Formula(double value)
      : value_(value) {}  // NOLINT: numbers are formulas; they join the graph of their partner
  Formula(Graph& graph, Expr expr) : graph_(&graph), expr_(expr) {}

  Graph* graph() const { return graph_; }   // none for a plain number
  double number() const { return value_; }  // of a plain number
  Expr in(Graph& graph) const;              // this formula as a node of that graph, or an Error
  std::string text() const;

 private:
  Graph* graph_ = nullptr;
  Expr expr_;
  double value_ = 0;
};

struct Equality {  // left = right
  Formula left, right;
};

Formula variable(Graph& graph, std::string name);
Formula parameter(Graph& graph, std::string name);
Formula time(Graph& graph);

Formula apply(Op op, const Formula& a);
Formula apply(Op op, const Formula& a, const Formula& b);
Formula select(const Formula& condition, const Formula& yes, const Formula& no);

// All results of a routine: call(spring, {x, v})[0].
std::vector<Formula> call(const std::shared_ptr<const Routine>& routine,
                          const std::vector<Formula>& arguments);

// The time derivative of any formula: der(x), der(x, 2), der(x*y).
Formula der(const Formula& f, int times = 1);

inline Formula operator-(const Formula& a) { return apply(Op::neg, a); }
inline Formula operator+(const Formula& a) { return a; }
inline Formula operator+(const Formula& a, const Formula& b) { return apply(Op::add, a, b); }
inline Formula operator-(const Formula& a, const Formula& b) { return apply(Op::sub, a, b); }
inline Formula operator*(const Formula& a, const Formula& b) { return apply(Op::mul, a, b); }
inline Formula operator/(const Formula& a, const Formula& b) { return apply(Op::div, a, b); }
inline Formula& operator+=(Formula& a, const Formula& b) { return a = a + b; }
inline Formula& operator-=(Formula& a, const Formula& b) { return a = a - b; }
inline Formula& operator*=(Formula& a, const Formula& b) { return a = a * b; }

inline Formula operator<(const Formula& a, const Formula& b) { return apply(Op::lt, a, b); }
inline Formula operator<=(const Formula& a, const Formula& b) { return apply(Op::le, a, b); }
inline Formula operator>(const Formula& a, const Formula& b) { return apply(Op::gt, a, b); }
inline Formula operator>=(const Formula& a, const Formula& b) { return apply(Op::ge, a, b); }
inline Formula operator&&(const Formula& a, const Formula& b) { return apply(Op::logical_and, a, b); }
inline Formula operator||(const Formula& a, const Formula& b) { return apply(Op::logical_or, a, b); }
inline Formula operator!(const Formula& a) { return apply(Op::logical_not, a); }
inline Equality operator==(const Formula& a, const Formula& b) { return {a, b}; }

inline Formula pow(const Formula& a, const Formula& b) { return apply(Op::pow, a, b); }
inline Formula sin(const Formula& a) { return apply(Op::sin, a); }
inline Formula cos(const Formula& a) { return apply(Op::cos, a); }
inline Formula tan(const Formula& a) { return apply(Op::tan, a); }
inline Formula asin(const Formula& a) { return apply(Op::asin, a); }
inline Formula acos(const Formula& a) { return apply(Op::acos, a); }
inline Formula atan(const Formula& a) { return apply(Op::atan, a); }
inline Formula atan2(const Formula& a, const Formula& b) { return apply(Op::atan2, a, b); }
inline Formula sinh(const Formula& a) { return apply(Op::sinh, a); }
inline Formula cosh(const Formula& a) { return apply(Op::cosh, a); }
inline Formula tanh(const Formula& a) { return apply(Op::tanh, a); }
inline Formula exp(const Formula& a) { return apply(Op::exp, a); }
inline Formula log(const Formula& a) { return apply(Op::log, a); }
inline Formula log10(const Formula& a) { return apply(Op::log10, a); }
inline Formula sqrt(const Formula& a) { return apply(Op::sqrt, a); }
inline Formula abs(const Formula& a) { return apply(Op::abs, a); }
inline Formula sign(const Formula& a) { return apply(Op::sign, a); }
inline Formula min(const Formula& a, const Formula& b) { return apply(Op::min, a, b); }
inline Formula max(const Formula& a, const Formula& b) { return apply(Op::max, a, b); }
inline Formula floor(const Formula& a) { return apply(Op::floor, a); }
inline Formula ceil(const Formula& a) { return apply(Op::ceil, a); }
inline Formula mod(const Formula& a, const Formula& b) { return apply(Op::mod, a, b); }

}  // namespace trammel::expr
