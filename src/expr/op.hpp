// expr/op.hpp: the scalar operations, and what each of them computes.
//
// `compute` is the one definition of their values: constant folding, the reference evaluator and the bytecode
// machine call it, and the generated C spells out the same expressions, so that all of them agree bit for
// bit.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trammel::expr {

enum class Op : std::uint8_t {
  none,
  // leaves
  constant,
  parameter,
  time,
  symbol,
  // arithmetic
  neg,
  add,
  sub,
  mul,
  div,
  pow,
  // elementary functions
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  sqrt,
  // piecewise
  abs,
  sign,
  min,
  max,
  floor,
  ceil,
  mod,
  // truth values are 0 and 1
  lt,
  le,
  gt,
  ge,
  eq,
  ne,
  logical_and,
  logical_or,
  logical_not,
  select,  // select(condition, then, else)
  // routines that are called (expr/routine.hpp): call(list of arguments), argument(value, next)
  call,
  argument,
  result  // in compiled code only: one of the results of a call
};
inline constexpr int op_count = static_cast<int>(Op::result) + 1;

struct OpInfo {
  std::string_view name;
  int arity;
  bool commutative;
};
// In the order of enum Op.
inline constexpr std::array<OpInfo, op_count> op_infos = {{
    {"none", 0, false},   {"constant", 0, false}, {"parameter", 0, false}, {"time", 0, false},
    {"symbol", 0, false}, {"neg", 1, false},      {"add", 2, true},        {"sub", 2, false},
    {"mul", 2, true},     {"div", 2, false},      {"pow", 2, false},       {"sin", 1, false},
    {"cos", 1, false},    {"tan", 1, false},      {"asin", 1, false},      {"acos", 1, false},
    {"atan", 1, false},   {"atan2", 2, false},    {"sinh", 1, false},      {"cosh", 1, false},
    {"tanh", 1, false},   {"exp", 1, false},      {"log", 1, false},       {"log10", 1, false},
    {"sqrt", 1, false},   {"abs", 1, false},      {"sign", 1, false},      {"min", 2, false},
    {"max", 2, false},    {"floor", 1, false},    {"ceil", 1, false},      {"mod", 2, false},
    {"<", 2, false},      {"<=", 2, false},       {">", 2, false},         {">=", 2, false},
    {"==", 2, true},      {"<>", 2, true},        {"and", 2, true},        {"or", 2, true},
    {"not", 1, false},    {"select", 3, false},   {"call", 1, false},      {"argument", 2, false},
    {"result", 0, false},
}};
inline const OpInfo& info(Op op) { return op_infos[static_cast<std::size_t>(op)]; }
inline bool is_leaf(Op op) { return op >= Op::constant && op <= Op::symbol; }

// Minimum and maximum that let a NaN in either argument through.
inline double minimum(double a, double b) { return a < b || a != a ? a : b; }
inline double maximum(double a, double b) { return a > b || a != a ? a : b; }
inline double signum(double a) { return a > 0 ? 1 : a < 0 ? -1 : a; }
inline double modulo(double a, double b) { return a - std::floor(a / b) * b; }  // Modelica's mod: it floors

inline double compute(Op op, double a, double b = 0, double c = 0) {
  switch (op) {
    case Op::neg:
      return -a;
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return a / b;
    case Op::pow:
      return std::pow(a, b);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::atan2:
      return std::atan2(a, b);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::log10:
      return std::log10(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::abs:
      return std::fabs(a);
    case Op::sign:
      return signum(a);
    case Op::min:
      return minimum(a, b);
    case Op::max:
      return maximum(a, b);
    case Op::floor:
      return std::floor(a);
    case Op::ceil:
      return std::ceil(a);
    case Op::mod:
      return modulo(a, b);
    case Op::lt:
      return a < b;
    case Op::le:
      return a <= b;
    case Op::gt:
      return a > b;
    case Op::ge:
      return a >= b;
    case Op::eq:
      return a == b;
    case Op::ne:
      return a != b;
    case Op::logical_and:
      return a != 0 && b != 0;
    case Op::logical_or:
      return a != 0 || b != 0;
    case Op::logical_not:
      return a == 0;
    case Op::select:
      return a != 0 ? b : c;
    default:
      return std::nan("");
  }
}

}  // namespace trammel::expr
