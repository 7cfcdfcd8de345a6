// modelica/array_builtins.cpp: predefined functions that make and rearrange arrays, and conversions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "modelica/builtins.hpp"

namespace trammel::modelica {

Value Builtins::array(const std::string& name, Args& args) {
  Arithmetic& arithmetic = in.arithmetic_;
  const auto number = [&](double v) { return scalar_of(Base::integer, g().constant(v)); };
  if (name == "zeros" || name == "ones") {
    expect(name, args, 1, 1000);
    return filled(number(name == "ones" ? 1 : 0), sizes(args, 0));
  }
  if (name == "fill") {
    expect(name, args, 2, 1000);
    return filled(args[0], sizes(args, 1));
  }
  if (name == "identity") {
    expect(name, args, 1, 1);
    const std::int64_t n = size_argument(args[0], "the size in identity");
    Value v = filled(number(0), sizes({args[0], args[0]}, 0));
    for (std::int64_t i = 0; i < n; ++i) v.data[i * n + i] = g().constant(1);
    return v;
  }
  if (name == "diagonal") {
    expect(name, args, 1, 1);
    if (args[0].rank() != 1) fail(fmt::format("diagonal needs a vector, not {}", type_name(args[0])));
    const std::int64_t n = args[0].shape[0];
    Value v = filled(number(0), sizes({number(static_cast<double>(n)), number(static_cast<double>(n))}, 0));
    v.base = args[0].base;
    for (std::int64_t i = 0; i < n; ++i) v.data[i * n + i] = args[0].data[i];
    return v;
  }
  if (name == "linspace") {
    expect(name, args, 3, 3);
    const std::int64_t n = size_argument(args[2], "the number of points in linspace");
    if (n < 2) fail("linspace needs at least 2 points");
    for (int k = 0; k < 2; ++k)
      if (!args[k].numeric() || !args[k].scalar()) fail("linspace runs between two numbers");
    Value v = filled(number(0), sizes({args[2]}, 0));
    v.base = Base::real;
    const Expr width = g().apply(Op::sub, args[1].data[0], args[0].data[0]);
    for (std::int64_t k = 0; k < n; ++k)
      v.data[k] = k == 0
                      ? args[0].data[0]
                      : g().apply(Op::add, args[0].data[0],
                                  g().apply(Op::mul,
                                            g().constant(static_cast<double>(k) / static_cast<double>(n - 1)),
                                            width));
    return v;
  }
  if (name == "transpose") {
    expect(name, args, 1, 1);
    return arithmetic.transpose(args[0], e.place);
  }
  if (name == "cat") {
    expect(name, args, 2, 1000000);
    const std::int64_t d = size_argument(args[0], "the dimension in cat");
    std::vector<Value> parts(args.begin() + 1, args.end());
    for (const Value& part : parts)
      if (d < 1 || d > part.rank()) fail(fmt::format("{} has no dimension {}", type_name(part), d));
    return arithmetic.concatenate(static_cast<std::size_t>(d - 1), parts, e.place);
  }
  if (name == "array") {
    expect(name, args, 1, 1000000);
    return arithmetic.stack(args, e.place);
  }
  if (name == "promote") {
    expect(name, args, 2, 2);
    return arithmetic.promote(args[0],
                              std::min<std::int64_t>(size_argument(args[1], "the rank in promote"), 32));
  }
  expect(name, args, 1, 1);
  Value v = args[0];
  const std::int64_t n = count(v.shape);
  if (name == "scalar" && n == 1)
    v.shape = {};
  else if (name == "vector" &&
           (v.rank() < 2 || n <= 1 || std::ranges::count_if(v.shape, [](auto d) { return d > 1; }) <= 1))
    v.shape = {n};
  else if (name == "matrix" && v.rank() <= 2)
    v = arithmetic.promote(std::move(v), 2);
  else if (name == "matrix" && std::all_of(v.shape.begin() + 2, v.shape.end(), [](auto d) { return d == 1; }))
    v.shape.resize(2);
  else
    fail(fmt::format("{} cannot take {}", name, type_name(v)));
  return v;
}

Value Builtins::vector_function(const std::string& name, Args& args) {
  expect(name, args, name == "cross" || name == "outerProduct" ? 2 : 1,
         name == "cross" || name == "outerProduct" ? 2 : 1);
  for (const Value& a : args) in.arithmetic_.require_numeric(a, e.place, (name + " needs").c_str());
  const auto mul = [&](Expr a, Expr b) { return g().apply(Op::mul, a, b); };
  const Value& a = args[0];
  Value v;
  v.base = a.base;
  if (name == "symmetric") {
    if (a.rank() != 2 || a.shape[0] != a.shape[1]) fail("symmetric needs a square matrix");
    v = a;
    for (std::int64_t i = 0; i < a.shape[0]; ++i)
      for (std::int64_t j = 0; j < i; ++j) v.data[i * a.shape[0] + j] = a.data[j * a.shape[0] + i];
    return v;
  }
  if (name == "outerProduct") {
    if (a.rank() != 1 || args[1].rank() != 1) fail("outerProduct needs two vectors");
    v.base = in.arithmetic_.common(a, args[1], e.place, "");
    v.shape = {a.shape[0], args[1].shape[0]};
    if (count(v.shape) > largest_array) fail("the result of outerProduct is too large");
    session().spend(count(v.shape), e.place);
    for (const Expr x : a.data)
      for (const Expr y : args[1].data) v.data.push_back(mul(x, y));
    return v;
  }
  for (const Value& x : args)
    if (x.shape != Shape{3}) fail(fmt::format("{} needs vectors of 3 elements, not {}", name, type_name(x)));
  const auto x = a.data;
  if (name == "skew") {
    const Expr zero = g().constant(0);
    const auto minus = [&](Expr q) { return g().apply(Op::neg, q); };
    v.shape = {3, 3};
    v.data = {zero, minus(x[2]), x[1], x[2], zero, minus(x[0]), minus(x[1]), x[0], zero};
    return v;
  }
  const auto y = args[1].data;
  v.base = in.arithmetic_.common(a, args[1], e.place, "");
  v.shape = {3};
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    v.data.push_back(g().apply(Op::sub, mul(x[i], y[j]), mul(x[j], y[i])));
  }
  return v;
}

Value Builtins::conversion(const std::string& name, Args& args) {
  expect(name, args, 1, 1);
  Value v = args[0];
  if (name == "Integer") {
    if (v.base != Base::enumeration && v.base != Base::integer)
      fail(fmt::format("Integer(..) converts enumerations, not {}", type_name(v)), "use integer(x)");
    v.base = Base::integer;
    v.type = nullptr;
    return v;
  }
  if (name == "Real" && v.numeric()) {
    v.base = Base::real;
    return v;
  }
  fail(fmt::format("{} is a type, not a function", name));
}

}  // namespace trammel::modelica
