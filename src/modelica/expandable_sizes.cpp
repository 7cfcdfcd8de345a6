// modelica/expandable_sizes.cpp: the sizes of arrays in expandable connectors [MLS36, 9.1.3].
//
// A size that is left open (`Real v[:]`), or an array that only connections name (`connect(y, bus.v[2])`), is as large as
// the largest subscript that any connection gives it, or as what is connected to the whole of it.
#include <algorithm>

#include "modelica/flatten.hpp"

namespace trammel::modelica {
namespace {

bool left_open(const std::vector<ExpressionPtr>& subscripts) {
  return std::ranges::any_of(subscripts, [](const ExpressionPtr& s) { return s->node == Node::colon; });
}

// The larger one of each dimension; whether this changes the first.
bool enlarge(Shape& size, const Shape& other) {
  const Shape before = size;
  if (size.size() < other.size()) size.resize(other.size());
  for (std::size_t d = 0; d < other.size(); ++d) size[d] = std::max(size[d], other[d]);
  return size != before;
}

}  // namespace

bool Flattener::waits_for_size(const Instance& i) {
  return i.state == Instance::State::declared && i.parent && expandable(*i.parent) && !i.connected_shape &&
         !i.modifier.binding && !(i.component->modification && i.component->modification->value) &&
         (left_open(i.component->subscripts) || left_open(i.element->subscripts));
}

// What the first parts of a path name, if it is one component.
Instance* Flattener::one_component(const Expression& e, std::size_t parts, const Scope& scope) {
  if (e.node != modelica::Node::reference || e.integer) return nullptr;
  Instance* at = scope.self;
  for (std::size_t k = 0; k < parts; ++k) {
    Instance* next = at->leaf() ? nullptr : at->named(e.parts[k].name);
    if (next == nullptr || waits_for_size(*next)) return nullptr;
    at = in_.child(*at, e.parts[k].name);
    if (at == nullptr || at->absent) return nullptr;
    if (at->leaf() || !at->is_array || !e.parts[k].subscripted) continue;
    const std::vector<Index> list = in_.indices(e.parts[k].subscripts, at->shape, scope, e.place);
    Instance* selected = nullptr;
    int count = 0;
    each_selected(at->shape, list, [&](std::int64_t whole, std::int64_t) {
      selected = at->elements[static_cast<std::size_t>(whole)].get();
      ++count;
    });
    if (count != 1) return nullptr;
    at = selected;
  }
  return at;
}

// The largest subscripts of bus.v[2]; nothing if they are no numbers.
Shape Flattener::largest_subscripts(const Part& part, const Scope& scope) {
  Shape size;
  for (const ExpressionPtr& s : part.subscripts) {
    if (s->node == modelica::Node::colon) return {};
    const Value v = in_.number(*s, scope);
    if (v.base != Base::integer) return {};
    std::int64_t largest = 0;
    for (const Expr x : v.data) {
      if (!g_.is_constant(x)) return {};
      largest = std::max(largest, static_cast<std::int64_t>(g_.value(x)));
    }
    size.push_back(largest);
  }
  return size;
}

// The size of what part of an array of variables a side of connect names; nothing if it is a whole one.
std::optional<Shape> Flattener::selected_size(const Expression& e, const Scope& scope) {
  if (e.node != modelica::Node::reference || !e.parts.back().subscripted) return std::nullopt;
  const Instance* leaf = one_component(e, e.parts.size() - 1, scope);
  leaf = leaf && !leaf->leaf() ? leaf->named(e.parts.back().name) : nullptr;
  if (leaf == nullptr || !leaf->leaf() || leaf->state != Instance::State::ready || leaf->absent ||
      leaf->component->subscripts.size() + leaf->element->subscripts.size() != leaf->shape.size() ||
      e.parts.back().subscripts.size() != leaf->shape.size())
    return std::nullopt;
  Shape size;
  for (const Index& i : in_.indices(e.parts.back().subscripts, leaf->shape, scope, e.place))
    if (!i.single) size.push_back(static_cast<std::int64_t>(i.at.size()));
  return size;
}

bool Flattener::size_part(const Expression& e, const Expression& other, const Scope& scope) {
  if (e.node != modelica::Node::reference || e.integer || e.parts.size() < 2) return false;
  Instance* bus = one_component(e, e.parts.size() - 1, scope);
  if (bus == nullptr || !expandable(*bus)) return false;
  const Part& part = e.parts.back();
  const Instance* declared = bus->named(part.name);
  if (declared && !waits_for_size(*declared)) return false;
  if (part.subscripted) return enlarge(bus_sizes_[bus][part.name], largest_subscripts(part, scope));
  if (declared == nullptr) return false;
  const std::size_t open_sizes =
      declared->component->subscripts.size() + declared->element->subscripts.size();
  Shape size;
  if (other.node == modelica::Node::reference && other.parts.size() > 1)
    if (Instance* from = one_component(other, other.parts.size() - 1, scope);
        from && bus_sizes_.contains(from))
      if (const auto known = bus_sizes_[from].find(other.parts.back().name); known != bus_sizes_[from].end())
        size = known->second;
  if (const std::optional<Shape> selected = selected_size(other, scope); size.empty() && selected)
    size = *selected;
  else if (const Instance* whole = one_component(other, other.parts.size(), scope); size.empty() && whole)
    size = whole->shape;
  if (size.size() < open_sizes) return false;
  size.resize(open_sizes);
  return enlarge(bus_sizes_[bus][part.name], size);
}

void Flattener::size_buses(Instance& root) {
  bus_sizes_.clear();
  const auto visit = [&](const Clause& c, const Scope& scope) {
    if (c.kind != Clause::Kind::connect) return false;
    bool changed = size_part(*c.left, *c.right, scope);
    changed = size_part(*c.right, *c.left, scope) || changed;
    if (c.left->node != modelica::Node::reference || c.right->node != modelica::Node::reference)
      return changed;
    Instance *a = one_component(*c.left, c.left->parts.size(), scope),
             *b = one_component(*c.right, c.right->parts.size(), scope);
    if (a == nullptr || b == nullptr || a == b || !expandable(*a) || !expandable(*b)) return changed;
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)})
      for (const auto& [name, size] : bus_sizes_[from])
        changed = enlarge(bus_sizes_[to][name], size) || changed;
    return changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    find_connects(root, [&](const Clause& c, const Scope& scope) { changed = visit(c, scope) || changed; });
  }
  for (auto& [bus, sizes] : bus_sizes_)
    for (auto& [name, size] : sizes)
      if (Instance* part = bus->named(name); part && !size.empty() && waits_for_size(*part))
        part->connected_shape = size;
}

const Shape* Flattener::size_of_part(Instance& bus, const std::string& name) const {
  const auto sizes = bus_sizes_.find(&bus);
  if (sizes == bus_sizes_.end()) return nullptr;
  const auto found = sizes->second.find(name);
  return found == sizes->second.end() || found->second.empty() ? nullptr : &found->second;
}

}  // namespace trammel::modelica
