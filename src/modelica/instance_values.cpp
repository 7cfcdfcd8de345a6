// modelica/instance_values.cpp: components as values: variables, parameters, records, arrays of them.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/subscript_check.hpp"

namespace trammel::modelica {

Value Elaborator::node_value(const Node& node, Place place) {
  if (node.instances.size() == 1 && node.outer.empty()) {
    Instance& only = *node.instances[0];
    if (only.absent && only.of_package) return leaf_value(only, nullptr, place);  // which says why not
    if (only.absent)
      session_.fail(place, Kind::name,
                    fmt::format("{} does not exist: its condition is false", quote(only.path())),
                    "use it only in connect, or change the condition");
    return only.leaf() ? leaf_value(only, node.indexed ? &node.indices : nullptr, place)
                       : instance_value(only, place);
  }
  std::vector<Value> parts;
  for (Instance* i : node.instances)
    parts.push_back(i->leaf() ? leaf_value(*i, node.indexed ? &node.indices : nullptr, place)
                              : instance_value(*i, place));
  if (parts.empty()) {
    Value none;
    none.shape = node.outer;
    if (node.record) none.base = Base::record;
    none.type = node.record;
    return none;
  }
  Value all = arithmetic_.stack(std::move(parts), place);
  reshape(all, node.outer, 1);  // stack made one dimension
  if (node.late.empty()) return all;
  Value chosen = select(session_, all, node.late, place);
  if (looping_) outside_is_nan(g_, chosen, node.late, node.outer);
  return chosen;
}

void Elaborator::reshape(Value& v, const Shape& outer, std::size_t instead_of) {
  Shape s = outer;
  s.insert(s.end(), v.shape.begin() + static_cast<std::ptrdiff_t>(instead_of), v.shape.end());
  v.shape = std::move(s);
  for (auto& [n, f] : v.fields) reshape(f, outer, instead_of);
}

Value Elaborator::leaf_value(Instance& i, const std::vector<Index>* list, Place place) {
  if (i.absent)
    session_.fail(place, Kind::name,
                  fmt::format("{} is a variable of a package, not a constant", quote(i.name)));
  const bool fixed = i.variability >= Variability::parameter;
  if (i.base == Base::text && !fixed) {  // Strings are known when they are read, or cannot be used
    const bool assigned = i.value_state == Instance::State::ready;  // by an algorithm
    if (!i.modifier.binding && !assigned)
      session_.fail(place, Kind::usage, fmt::format("the String {} has no value", quote(i.path())),
                    "give it one where it is declared");
    if (assigned) return list ? select(session_, i.value, *list, place) : i.value;
    Value v = convert(evaluate(i.modifier.binding, numeric_), i.base, nullptr, &i.shape, place,
                      [&] { return fmt::format("the value of {}", quote(i.path())); });
    return list ? select(session_, v, *list, place) : v;
  }
  if (fixed) {
    const Value& v = number(i);
    const bool number_wanted =
        numeric_ || i.base != Base::real || i.variability == Variability::constant || i.of_package;
    if (!i.unknown && number_wanted) {
      note_number_read(i);
      return list ? select(session_, v, *list, place) : v;
    }
  }
  Value v;
  v.base = i.base;
  v.type = i.type;
  const bool parameter = (fixed && !i.unknown) || i.in_when;
  const int start = parameter ? first_parameter(i) : first_variable(i);
  const auto leaf = [&](std::int64_t k) {
    return parameter ? g_.parameter(start + static_cast<int>(k)) : g_.symbol(start + static_cast<int>(k));
  };
  if (list && list->size() == i.shape.size() &&
      std::ranges::all_of(*list, [](const Index& x) { return x.single && !x.run_time; })) {
    std::int64_t at = 0;  // one element, as nearly always
    for (std::size_t d = 0; d < list->size(); ++d) at = at * i.shape[d] + (*list)[d].at[0] - 1;
    session_.spend(1, place);
    v.data.push_back(leaf(at));
    return v;
  }
  if (list && std::ranges::none_of(*list, [](const Index& x) { return static_cast<bool>(x.run_time); })) {
    v.shape = selected_shape(i.shape, *list);
    v.data.resize(static_cast<std::size_t>(count(v.shape)));
    each_selected(i.shape, *list, [&](std::int64_t whole, std::int64_t part) { v.data[part] = leaf(whole); });
    session_.spend(static_cast<std::int64_t>(v.data.size()), place);
    return v;
  }
  v.shape = i.shape;
  const std::int64_t n = count(i.shape);
  session_.spend(n, place);
  v.data.reserve(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < n; ++k) v.data.push_back(leaf(k));
  return list ? select(session_, v, *list, place) : v;
}

// A record (or connector) as a value: one field per component.
Value Elaborator::instance_value(Instance& i, Place place) {
  if (is_external_object(*i.cls) && !i.is_array) {
    if (!i.modifier.binding)
      session_.fail(place, Kind::structure,
                    fmt::format("the external object {} is not made", quote(i.path())),
                    "give it a value: a call of its constructor");
    if (i.value_state != Instance::State::ready) i.value = evaluate(i.modifier.binding, true);
    i.value_state = Instance::State::ready;
    return i.value;
  }
  Value v;
  v.base = Base::record;
  v.type = i.cls->def;
  if (i.is_array) {
    Node node;
    node.record = v.type;
    node.outer = i.shape;
    for (auto& element : i.elements) node.instances.push_back(element.get());
    return node_value(node, place);
  }
  for (auto& c : i.children) {
    ensure(*c);
    if (!c->absent)
      v.fields.emplace_back(c->name, c->leaf() ? leaf_value(*c, nullptr, place) : instance_value(*c, place));
  }
  return v;
}

}  // namespace trammel::modelica
