#include "modelica/builtins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "expr/print.hpp"

namespace trammel::modelica {
namespace {

// Tables that need no making: a small model asks them a few times only.
constexpr std::pair<std::string_view, Op> functions[] = {
    {"sin", Op::sin},     {"cos", Op::cos},     {"tan", Op::tan},   {"asin", Op::asin}, {"acos", Op::acos},
    {"atan", Op::atan},   {"sinh", Op::sinh},   {"cosh", Op::cosh}, {"tanh", Op::tanh}, {"exp", Op::exp},
    {"log", Op::log},     {"log10", Op::log10}, {"sqrt", Op::sqrt}, {"abs", Op::abs},   {"sign", Op::sign},
    {"floor", Op::floor}, {"ceil", Op::ceil}};

const std::pair<std::string_view, Op>* function(std::string_view name) {
  const auto* const at = std::ranges::find_if(functions, [&](const auto& row) { return row.first == name; });
  return at == std::end(functions) ? nullptr : at;
}

constexpr std::string_view clocked[] = {"Clock",       "hold",       "previous", "subSample", "superSample",
                                        "shiftSample", "backSample", "noClock",  "interval",  "firstTick"},
                           of_machines[] = {"transition", "initialState", "activeState", "ticksInState",
                                            "timeInState"},
                           of_profiles[] = {"spatialDistribution"}, of_objects[] = {"ExternalObject"};
struct Refused {
  std::span<const std::string_view> names;
  std::string_view why, way;
};
constexpr Refused refused[] = {
    {clocked, "synchronous elements are not supported", "use 'when sample(start, interval)'"},
    {of_machines, "state machines are not supported", "write equations"},
    {of_profiles, "it needs the past of a whole profile",
     "write the profile as an array, or use delay(..) where the flow is constant"},
    {of_objects, "external code is not supported", "write it as a Modelica function"}};

const Refused* refused_as(std::string_view name) {
  for (const Refused& group : refused)
    if (std::ranges::find(group.names, name) != group.names.end()) return &group;
  return nullptr;
}

// How a call is read, before its arguments are.
enum class Sort {
  plain,
  refused,
  kept,
  homotopy,
  text,
  size,
  stream,
  cardinality,
  instance,
  statement,
  event
};

using Words = std::span<const std::string_view>;
constexpr std::string_view homotopies[] = {"homotopy"}, texts[] = {"String"},
                           cardinalities[] = {"cardinality"}, instances[] = {"getInstanceName"},
                           kept[] = {"noEvent", "smooth", "pure"}, sizes[] = {"size", "ndims"},
                           streams[] = {"inStream", "actualStream"},
                           statements[] = {"assert", "terminate", "reinit"},
                           events[] = {"pre", "edge", "change", "sample", "initial", "terminal", "delay"};
constexpr std::pair<Words, Sort> sorts[] = {{homotopies, Sort::homotopy},
                                            {texts, Sort::text},
                                            {cardinalities, Sort::cardinality},
                                            {instances, Sort::instance},
                                            {kept, Sort::kept},
                                            {sizes, Sort::size},
                                            {streams, Sort::stream},
                                            {statements, Sort::statement},
                                            {events, Sort::event}};

// All that are in no table above.
constexpr std::string_view others[] = {
    "der",      "semiLinear", "atan2",     "mod",     "rem",          "div",  "integer",  "min",
    "max",      "sum",        "product",   "zeros",   "ones",         "fill", "identity", "diagonal",
    "linspace", "transpose",  "cross",     "skew",    "outerProduct", "cat",  "array",    "scalar",
    "vector",   "matrix",     "symmetric", "promote", "Integer",      "Real", "Boolean"};

Sort sort_of(std::string_view name) {
  if (refused_as(name) != nullptr) return Sort::refused;
  for (const auto& [words, sort] : sorts)
    if (std::ranges::find(words, name) != words.end()) return sort;
  return Sort::plain;
}

}  // namespace

std::vector<std::string> Builtins::names() {
  std::vector<std::string> list(std::begin(others), std::end(others));
  for (const auto& [words, sort] : sorts) list.insert(list.end(), words.begin(), words.end());
  for (const auto& [name, op] : functions) list.emplace_back(name);
  for (const Refused& group : refused) list.insert(list.end(), group.names.begin(), group.names.end());
  return list;
}

bool Builtins::known(const std::string& name) {
  return sort_of(name) != Sort::plain || function(name) != nullptr ||
         std::ranges::find(others, name) != std::end(others);
}

std::pair<std::string, std::string> Builtins::refusal(const std::string& name) {
  const Refused* const found = refused_as(name);
  if (found == nullptr) return {};
  return {fmt::format("'{}' is not supported: {}", name, found->why), std::string(found->way)};
}

void Builtins::fail(const std::string& message, const std::string& hint) const {
  session().fail(e.place, Kind::structure, message, hint);
}

void Builtins::expect(const std::string& name, const Args& args, std::size_t least, std::size_t most) const {
  if (args.size() >= least && args.size() <= most) return;
  fail(fmt::format("{} takes {} argument{}, not {}", name,
                   least == most ? fmt::format("{}", least)
                   : most > 100  ? fmt::format("{} or more", least)
                                 : fmt::format("{} to {}", least, most),
                   least == 1 && most == 1 ? "" : "s", args.size()));
}

Value Builtins::call(const std::string& name) {
  const Sort sort = sort_of(name);
  if (sort == Sort::refused) {
    const auto [why, way] = refusal(name);
    session().fail(e.place, Kind::usage, why, way);
  }
  if (e.more && !e.more->iterators.empty()) return reduction(name);
  if (sort == Sort::kept) return unchanged(name);
  if (sort == Sort::homotopy) return homotopy();
  if (sort == Sort::text) return shown_as_text();
  if (e.more && !e.more->named.empty())
    session().fail(e.more->named[0].place, Kind::structure,
                   fmt::format("{} takes its arguments without names", name));
  if (sort == Sort::size) {  // the sizes of a variable do not need its value
    Args args;
    for (const ExpressionPtr& arg : e.args) {
      std::optional<Shape> known = args.empty() ? in.known_shape(*arg, scope) : std::nullopt;
      if (known && e.args.size() == 2) {
        const Value k = in.number(*e.args[1], scope);
        if (k.data.size() != 1 || !(g().value(k.data[0]) <= static_cast<double>(known->size())))
          known.reset();
      }
      args.push_back(known ? Value{} : in.evaluate(*arg, scope));
      if (known) args.back().shape = *known;
    }
    return size(args);
  }
  if (sort == Sort::stream) return in.stream_value(name, e, scope);
  if (sort == Sort::cardinality) return in.cardinality(e, scope);
  if (sort == Sort::instance) {  // with the name of the model that runs before it [MLS36, 3.7.4.4]
    std::string path = scope.self ? unquoted(scope.self->path()) : std::string();
    if (in.root_ && in.root_->cls)
      path = unquoted(in.root_->cls->def->name) + (path.empty() ? "" : "." + path);
    return scalar_of(Base::text, session().text(path));
  }
  if (sort == Sort::statement) fail(fmt::format("{} is an equation or a statement, not a value", name));
  if (sort == Sort::event) return event(name);
  Args args;
  args.reserve(e.args.size());
  for (const ExpressionPtr& arg : e.args) args.push_back(in.evaluate(*arg, scope));
  return apply(name, std::move(args));
}

// Operators that only say how to treat their argument.
Value Builtins::unchanged(const std::string& name) {
  const Restore<bool> events(in.events_off_);
  in.events_off_ = in.events_off_ || name == "noEvent" || name == "smooth";
  const std::size_t which = name == "smooth" ? 1 : 0;
  const std::size_t most = name == "smooth" ? 2 : 1;
  const std::size_t given = e.args.size() + (e.more ? e.more->named.size() : 0);
  if (given != most)
    fail(fmt::format("{} takes {} argument{}, not {}", name, most, most == 1 ? "" : "s", given));
  if (e.more)
    for (const Named& named : e.more->named)
      if (named.name == "expr") return in.evaluate(*named.value, scope);
  if (e.args.size() <= which) fail(fmt::format("the arguments of {} are called otherwise", name));
  if (name == "smooth") {
    const Value order = in.number(*e.args[0], scope);
    if (order.base != Base::integer || !order.scalar() || !in.is_number(order) ||
        g().value(order.data[0]) < 0)
      fail("the first argument of smooth must be an Integer of 0 or more that is known before the run",
           "it tells how often the expression can be differentiated");
  }
  return in.evaluate(*e.args[which], scope);
}

// homotopy(actual, simplified) is `actual`, except while the start is found. [MLS36, 3.7.4]
Value Builtins::homotopy() {
  const Expression* parts[] = {nullptr, nullptr};  // actual, simplified
  for (std::size_t k = 0; k < e.args.size() && k < 2; ++k) parts[k] = e.args[k].get();
  if (e.more)
    for (const Named& named : e.more->named) {
      if (named.name != "actual" && named.name != "simplified")
        fail("the arguments of homotopy are called 'actual' and 'simplified'");
      parts[named.name == "actual" ? 0 : 1] = named.value.get();
    }
  if (const std::size_t given = e.args.size() + (e.more ? e.more->named.size() : 0);
      given != 2 || !parts[0] || !parts[1])
    fail(fmt::format("homotopy takes 2 arguments, not {}", given));
  Value actual = in.evaluate(*parts[0], scope);
  const Value simplified = in.evaluate(*parts[1], scope);
  if (!actual.numeric() || !simplified.numeric() || actual.data.size() != simplified.data.size() ||
      in.in_function())
    return actual;
  for (std::size_t k = 0; k < actual.data.size(); ++k) {
    const Expr a = actual.data[k], s = simplified.data[k];
    if (a == s || (!in.events_.varies(a) && !in.events_.varies(s))) continue;
    const Expr part = in.events_.simplification();
    const Expr mixed = g().apply(Op::add, g().apply(Op::mul, g().apply(Op::sub, g().constant(1), part), a),
                                 g().apply(Op::mul, part, s));
    const auto begins =
        g().apply(Op::select, g().apply(Op::ge, part, g().constant(1)), s, mixed);  // without a
    actual.data[k] = g().apply(Op::select, g().apply(Op::gt, part, g().constant(0)), begins, a);
  }
  return actual;
}

Value Builtins::apply(const std::string& name, Args args) {
  if (const auto* const at = function(name)) {
    expect(name, args, 1, 1);
    return mathematical(at->second, name, std::move(args[0]));
  }
  if (name == "der") {
    expect(name, args, 1, 1);
    return differentiated(args[0]);
  }
  if (name == "min" || name == "max") return extreme(name, args);
  if (name == "mod" || name == "rem" || name == "div" || name == "integer") return rounding(name, args);
  if (name == "atan2") {
    expect(name, args, 2, 2);
    for (const Value& a : args) in.arithmetic_.require_numeric(a, e.place, "atan2 needs");
    return in.arithmetic_.elementwise(Op::atan2, args[0], args[1], Base::real, e.place);
  }
  if (name == "semiLinear") {  // x*(if x >= 0 then k1 else k2)
    expect(name, args, 3, 3);
    for (const Value& a : args)
      if (!a.numeric()) fail("semiLinear takes three numbers");
    Arithmetic& arithmetic = in.arithmetic_;
    const Value zero = scalar_of(Base::real, g().constant(0)),
                forward = arithmetic.elementwise(Op::mul, args[0], args[1], Base::real, e.place),
                backward = arithmetic.elementwise(Op::mul, args[0], args[2], Base::real, e.place),
                positive = arithmetic.elementwise(Op::ge, args[0], zero, Base::boolean, e.place);
    Value v = forward;
    for (std::size_t k = 0; k < v.data.size(); ++k)
      v.data[k] = g().apply(Op::select, positive.data[positive.scalar() ? 0 : k], forward.data[k],
                            backward.data[backward.scalar() ? 0 : k]);
    return v;
  }
  if (name == "sum" || name == "product") {
    expect(name, args, 1, 1);
    return folded(name, args[0]);
  }
  if (name == "Integer" || name == "Real" || name == "Boolean") return conversion(name, args);
  if (name == "cross" || name == "skew" || name == "outerProduct" || name == "symmetric")
    return vector_function(name, args);
  return array(name, args);
}

Value Builtins::differentiated(const Value& v) {
  if (v.base == Base::record) fail("der needs a number or an array of numbers", "write der of each field");
  const bool named = e.args.size() == 1 && e.args[0]->node == modelica::Node::reference;
  if (v.base == Base::integer &&
      (named || std::ranges::any_of(v.data, [&](Expr x) { return !g().is_constant(x); })))
    fail(fmt::format("der needs a Real, not {}", type_name(v)), "an Integer changes only at events");
  if (v.base != Base::real && v.base != Base::integer)
    fail(fmt::format("der needs a Real, not {}", type_name(v)));
  if (in.in_function()) fail("der cannot stand in a function", "pass the derivative as an argument");
  if (std::ranges::any_of(v.data, [&](Expr x) { return in.events_.holds_delay(x); }))
    fail("der cannot be taken of delay(..) inside an expression",
         "write y = delay(..) with a variable y of its own, and der(y)");
  Value result = v;
  result.base = Base::real;
  for (Expr& x : result.data) x = g().total(x);
  return result;
}

std::int64_t Builtins::size_argument(const Value& v, const char* what) const {
  if (v.base != Base::integer || !v.scalar())
    fail(fmt::format("{} must be an Integer, not {}", what, type_name(v)));
  if (!g().is_constant(v.data[0]))
    fail(fmt::format("{} must be known before the run: {}", what, in.dependence_of(v)));
  const double n = g().value(v.data[0]);
  if (n < 0) fail(fmt::format("{} is {}", what, n));
  if (n > static_cast<double>(largest_array))
    fail(fmt::format("{} is {}; at most {} elements are allowed", what, n, largest_array));
  return static_cast<std::int64_t>(n);
}

Shape Builtins::sizes(const Args& args, std::size_t from) const {
  Shape shape;
  for (std::size_t k = from; k < args.size(); ++k) shape.push_back(size_argument(args[k], "an array size"));
  if (count(shape) > largest_array)
    fail(fmt::format("an array of size {} has more than {} elements", shown(shape), largest_array));
  session().spend(count(shape), e.place);
  return shape;
}

Value Builtins::filled(const Value& v, const Shape& shape) const {
  Value result;
  result.base = v.base;
  result.type = v.type;
  result.shape = shape;
  result.shape.insert(result.shape.end(), v.shape.begin(), v.shape.end());
  if (count(result.shape) > largest_array)
    fail(fmt::format("an array of size {} has more than {} elements", shown(result.shape), largest_array));
  for (const auto& [name, field] : v.fields) result.fields.emplace_back(name, filled(field, shape));
  session().spend(count(shape) * static_cast<std::int64_t>(v.data.size()), e.place);
  for (std::int64_t k = 0; k < count(shape); ++k)
    result.data.insert(result.data.end(), v.data.begin(), v.data.end());
  return result;
}

Value Builtins::size(const Args& args) {
  const bool dimensions = e.parts.back().name == "ndims";
  expect(dimensions ? "ndims" : "size", args, 1, dimensions ? 1 : 2);
  const Shape& shape = args[0].shape;
  if (dimensions) return scalar_of(Base::integer, g().constant(static_cast<double>(shape.size())));
  if (args.size() == 2) {
    const std::int64_t k = size_argument(args[1], "the dimension in size");
    if (k < 1 || k > args[0].rank()) fail(fmt::format("{} has no dimension {}", type_name(args[0]), k));
    return scalar_of(Base::integer, g().constant(static_cast<double>(shape[k - 1])));
  }
  Value v;
  v.base = Base::integer;
  v.shape = {args[0].rank()};
  for (const std::int64_t d : shape) v.data.push_back(g().constant(static_cast<double>(d)));
  return v;
}

}  // namespace trammel::modelica
