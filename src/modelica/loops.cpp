// modelica/loops.cpp: ranges, comprehensions and the values that a loop variable takes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

Value Elaborator::range(const Expression& e, const Scope& scope) {
  const auto bound = [&](const Expression& arg) {
    Value v = constant(arg, scope, "a bound of a range");
    if (!v.scalar() || v.base == Base::text || v.base == Base::record)
      session_.fail(arg.place, Kind::structure,
                    fmt::format("a bound of a range must be a scalar, not {}", type_name(v)));
    return v;
  };
  const Value first = bound(*e.args[0]), last = bound(*e.args.back());
  Value v;
  v.base = first.base == Base::integer && last.base == Base::integer ? Base::integer : Base::real;
  if (!first.numeric()) v.base = first.base;
  v.type = first.type;
  double step = 1;
  if (e.args.size() == 3) {
    const Value s = bound(*e.args[1]);
    step = g_.value(s.data[0]);
    if (s.base == Base::real) v.base = Base::real;
    if (step == 0) session_.fail(e.args[1]->place, Kind::structure, "the step of a range is zero");
  }
  const double from = g_.value(first.data[0]), to = g_.value(last.data[0]);
  const double length = std::floor((to - from) / step * (1 + 1e-15) + 1e-10) + 1;
  if (length > static_cast<double>(largest_array))
    session_.fail(
        e.place, Kind::usage,
        fmt::format("this range has {:.0f} elements; at most {} are allowed", length, largest_array));
  const auto n = static_cast<std::int64_t>(std::max(length, 0.0));
  session_.spend(n, e.place);
  v.shape = {n};
  v.data.reserve(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < n; ++k) v.data.push_back(g_.constant(from + static_cast<double>(k) * step));
  return v;
}

// {f(i, j) for i in .., j in ..}: the last iterator is the outermost dimension.
Value Elaborator::comprehension(const Expression& e, const std::vector<Iterator>& iterators, std::size_t k,
                                const Scope& scope) {
  if (k == iterators.size()) return evaluate(e, scope);
  const Iterator& iterator = iterators[iterators.size() - 1 - k];
  std::vector<Value> parts;
  for (Value& at : iterate(iterator, scope)) {
    session_.spend(cost::element, e.place);
    scope.locals->push_back({iterator.name, std::move(at), true, nullptr, true});
    parts.push_back(comprehension(e, iterators, k + 1, scope));
    scope.locals->pop_back();
  }
  if (parts.empty()) {
    Value none;
    none.base = Base::integer;  // which can be any number
    none.shape.assign(iterators.size() - k, 0);
    return none;
  }
  return arithmetic_.stack(std::move(parts), e.place);
}

// The enumeration, or Boolean, that is a dimension of a variable; none: a number.
Class* Elaborator::dimension_type(const Instance& variable, std::size_t dimension) {
  if (variable.component == nullptr || variable.element == nullptr || variable.replaced) return nullptr;
  for (const auto* list : {&variable.component->subscripts, &variable.element->subscripts}) {
    if (dimension < list->size()) return type_named(*(*list)[dimension], variable.scope());
    dimension -= list->size();
  }
  return nullptr;
}

// The dimensions of which a loop variable is the subscript: for i loop x[i] = 0; end for.
Elaborator::Deduced Elaborator::deduced(const Iterator& iterator, const Scope& scope) {
  const std::string hint = fmt::format("write for {} in 1:n", iterator.name);
  std::optional<std::int64_t> size;
  Class* type = nullptr;
  for (const Iterator::Use& use : iterator.uses) {
    Expression whole;  // the reference up to that part, without its subscripts
    whole.node = modelica::Node::reference;
    whole.place = use.indexed->place;
    whole.integer = use.indexed->integer;
    const Instance* variable = nullptr;
    std::size_t around = 0;  // dimensions of the arrays of components that it is in
    bool plain = true;
    for (std::size_t p = 0; p <= use.part; ++p) {
      plain = plain && (p == use.part || !use.indexed->parts[p].subscripted);
      whole.parts.push_back({use.indexed->parts[p].name, false, {}});
    }
    if (!plain) continue;
    Shape shape;
    if (const Local* l = local(scope, whole.parts[0].name)) {
      const Value* v = &l->value;
      for (std::size_t p = 1; v && p < whole.parts.size(); ++p) v = v->field(whole.parts[p].name);
      if (v) shape = v->shape;
      if (whole.parts.size() == 1) variable = l->stands_for;
    } else {
      const Node node = locate(whole, scope);
      shape = node.outer;
      around = shape.size();
      if (!node.instances.empty() && node.instances[0]->leaf()) {
        variable = node.instances[0];
        shape.insert(shape.end(), variable->shape.begin(), variable->shape.end());
      }
    }
    if (use.dimension >= shape.size()) continue;
    if (size && *size != shape[use.dimension])
      session_.fail(iterator.place, Kind::structure,
                    fmt::format("the loop variable {} is a subscript for the sizes {} and {}",
                                quote(iterator.name), *size, shape[use.dimension]),
                    hint);
    size = shape[use.dimension];
    if (variable && variable->leaf() && use.dimension >= around)
      type = dimension_type(*variable, use.dimension - around);
  }
  if (!size)
    session_.fail(iterator.place, Kind::usage,
                  fmt::format("the range of the loop variable {} is not given", quote(iterator.name)), hint);
  return {*size, type};
}

std::vector<Value> Elaborator::values_of(Class& type) {
  const ClassDef* literals = names_.enumeration(type);
  std::vector<Value> values;
  for (std::size_t k = 0; k < (literals ? literals->literals.size() : 2); ++k) {
    values.push_back(scalar_of(literals ? Base::enumeration : Base::boolean,
                               g_.constant(static_cast<double>(literals ? k + 1 : k))));
    values.back().type = literals;
  }
  return values;
}

std::vector<Value> Elaborator::iterate(const Iterator& iterator, const Scope& scope) {
  std::vector<Value> values;
  if (!iterator.range) {
    const auto [n, type] = deduced(iterator, scope);
    session_.spend(cost::loop * n, iterator.place);
    if (type) return values_of(*type);
    for (std::int64_t k = 1; k <= n; ++k)
      values.push_back(scalar_of(Base::integer, g_.constant(static_cast<double>(k))));
    return values;
  }
  if (Class* cls = type_named(*iterator.range, scope)) return values_of(*cls);
  const Value v = number(*iterator.range, scope);
  if (v.rank() != 1)
    session_.fail(iterator.range->place, Kind::structure,
                  fmt::format("a loop runs over a vector, not {}", type_name(v)));
  session_.spend(cost::loop * v.shape[0], iterator.place);
  values.reserve(static_cast<std::size_t>(v.shape[0]));
  if (v.base == Base::record) {  // which keeps its numbers in its fields
    for (std::int64_t k = 1; k <= v.shape[0]; ++k)
      values.push_back(select(session_, v, {{true, {k}}}, iterator.place));
    return values;
  }
  for (const Expr e : v.data) {
    values.push_back(scalar_of(v.base, e));
    values.back().type = v.type;
  }
  return values;
}

void Elaborator::for_each(std::span<const Iterator> iterators, const Scope& scope,
                          const std::function<void()>& body) {
  const std::function<void(std::size_t)> level = [&](std::size_t k) {
    if (k == iterators.size()) return body();
    for (Value& at : iterate(iterators[k], scope)) {
      const std::size_t mark = scope.locals->size();
      scope.locals->push_back({iterators[k].name, std::move(at), true, nullptr, true});
      level(k + 1);
      scope.locals->resize(mark);
    }
  };
  level(0);
}

}  // namespace trammel::modelica
