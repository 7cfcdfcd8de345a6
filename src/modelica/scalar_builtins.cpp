// modelica/scalar_builtins.cpp: functions of numbers: elementary ones, rounding, extremes, and what folds an array.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "modelica/builtins.hpp"

namespace trammel::modelica {

Value Builtins::mathematical(Op op, const std::string& name, Value v) {
  in.arithmetic_.require_numeric(v, e.place, (name + " needs").c_str());
  const Base base = op == Op::abs ? v.base : op == Op::sign ? Base::integer : Base::real;
  session().spend(static_cast<std::int64_t>(v.data.size()), e.place);
  v = in.arithmetic_.map(op, std::move(v), base);
  if (op == Op::floor || op == Op::ceil)
    for (const Expr x : v.data)
      if (g().op(x) == op) in.watch(x, g().arg(x, 0), model::Relation::Kind::whole, e.place);
  return v;
}

// div truncates, mod floors: div(-7, 2) = -3, mod(-7, 2) = 1, rem(-7, 2) = -1 [MLS36, 3.7.2].
Value Builtins::truncated(const Value& a, const Value& b) {
  const Value q = in.arithmetic_.elementwise(Op::div, a, b, Base::real, e.place);
  Value v = q;
  for (Expr& x : v.data)
    x = g().apply(Op::select, g().apply(Op::ge, x, g().constant(0)), g().apply(Op::floor, x),
                  g().apply(Op::ceil, x));
  return v;
}

Value Builtins::rounding(const std::string& name, Args& args) {
  expect(name, args, name == "integer" ? 1 : 2, name == "integer" ? 1 : 2);
  for (const Value& a : args) in.arithmetic_.require_numeric(a, e.place, (name + " needs").c_str());
  Value v;
  if (name == "integer") {
    v = in.arithmetic_.map(Op::floor, args[0], Base::integer);
  } else {
    const Base base = in.arithmetic_.common(args[0], args[1], e.place, "");
    if (name == "mod") {
      v = in.arithmetic_.elementwise(Op::mod, args[0], args[1], base, e.place);
    } else {
      v = truncated(args[0], args[1]);
      if (name == "rem")
        v = in.arithmetic_.elementwise(
            Op::sub, args[0], in.arithmetic_.elementwise(Op::mul, v, args[1], base, e.place), base, e.place);
    }
    v.base = base;
  }
  const Value steps = name == "integer"
                          ? args[0]
                          : in.arithmetic_.elementwise(Op::div, args[0], args[1], Base::real, e.place);
  for (std::size_t k = 0; k < v.data.size(); ++k)
    in.watch(v.data[k], steps.data[k], model::Relation::Kind::whole, e.place);
  return v;
}

Value Builtins::extreme(const std::string& name, Args& args) {
  expect(name, args, 1, 2);
  for (const Value& a : args)
    if (a.base == Base::text || a.base == Base::record)
      fail(fmt::format("{} needs numbers, not {}", name, type_name(a)));
  if (args.size() == 1) return folded(name, args[0]);
  if (!args[0].scalar() || !args[1].scalar()) fail(fmt::format("{} of two arguments takes scalars", name));
  const Base base = in.arithmetic_.common(args[0], args[1], e.place, "cannot compare");
  Value v = in.arithmetic_.elementwise(name == "min" ? Op::min : Op::max, args[0], args[1], base, e.place);
  if (base == Base::enumeration) v.type = args[0].type;
  return v;
}

// With '+' of an operator record, and its '0' where there is nothing to add [MLS36, 10.3.4.1 and 14.4].
Value Builtins::sum_of_records(Value v) {
  const std::int64_t terms = count(v.shape);
  Elaborator::reshape(v, {terms}, v.shape.size());
  const auto term = [&](std::int64_t k) { return select(session(), v, {Index{true, {k}, {}}}, e.place); };
  if (terms == 0) {
    if (const auto zero = in.apply_candidate(in.operators(*v.type, "'0'"), {}, e.place)) return *zero;
    fail(fmt::format("the sum of no {} is not known", quote(v.type->name)), "define the operator '0' in it");
  }
  Value sum = term(1);
  for (std::int64_t k = 2; k <= terms; ++k) {
    const Value next = term(k);
    sum = in.overloaded("'+'", sum, &next, e.place);
  }
  return sum;
}

Value Builtins::folded(const std::string& name, const Value& v) {
  if (name == "sum" && v.base == Base::record && v.type && v.type->operator_) return sum_of_records(v);
  const Op op = name == "sum" ? Op::add : name == "product" ? Op::mul : name == "min" ? Op::min : Op::max;
  if (name == "sum" || name == "product")
    in.arithmetic_.require_numeric(v, e.place, (name + " needs").c_str());
  if (v.data.empty()) {
    if (op == Op::min || op == Op::max) {  // the neutral element [MLS36, 10.3.4]
      double most = v.base == Base::integer ? 2147483647.0 : std::numeric_limits<double>::max();
      double least = -most;
      if (v.base == Base::boolean || v.type) {  // the last and the first one there are
        least = v.type ? 1 : 0;
        most = v.type ? static_cast<double>(v.type->literals.size()) : 1;
      }
      Value neutral = scalar_of(v.base, g().constant(op == Op::min ? most : least));
      neutral.type = v.type;
      return neutral;
    }
    return scalar_of(v.base, g().constant(op == Op::add ? 0 : 1));
  }
  // Pairwise, so that long sums are shallow and round off less.
  std::vector<Expr> level(v.data.begin(), v.data.end());
  while (level.size() > 1) {
    std::vector<Expr> next;
    for (std::size_t k = 0; k + 1 < level.size(); k += 2)
      next.push_back(g().apply(op, level[k], level[k + 1]));
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  Value result = scalar_of(v.base, level[0]);
  result.type = v.type;
  return result;
}

Value Builtins::reduction(const std::string& name) {
  if (name != "sum" && name != "product" && name != "min" && name != "max" && name != "array")
    fail(fmt::format("{} has no form with 'for'", quote(name)), "sum, product, min, max and array have");
  Locals inner = scope.locals ? *scope.locals : Locals{};
  Value all = in.comprehension(*e.args[0], e.more->iterators, 0, {scope.self, scope.cls, &inner});
  const std::size_t loops = e.more->iterators.size();
  if (name == "array") return all;
  if (all.shape.size() <= loops || all.base == Base::record) return folded(name, all);
  if (name != "sum")
    fail(fmt::format("{} with 'for' takes scalars, not {}", name,
                     shown({all.shape.begin() + loops, all.shape.end()})),
         "sum takes arrays, too");
  // The sum of arrays is an array [MLS36, 10.3.4.1].
  Value result;
  result.base = all.base;
  result.shape.assign(all.shape.begin() + loops, all.shape.end());
  const auto size = static_cast<std::size_t>(count(result.shape));
  for (std::size_t k = 0; k < size; ++k) {
    Value terms;
    terms.base = all.base;
    for (std::size_t at = k; at < all.data.size(); at += size) terms.data.push_back(all.data[at]);
    terms.shape = {static_cast<std::int64_t>(terms.data.size())};
    result.data.push_back(folded(name, terms).data[0]);
  }
  return result;
}

}  // namespace trammel::modelica
