// modelica/expandable.cpp: expandable connectors have what is connected to them [MLS36, 9.1.3].
//
// connect(bus.speed, sensor.w) gives the bus a `speed` like that of the sensor; connected buses have all that
// any of them has. What a bus declares and nothing connects does not exist.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {
namespace {

bool expandable(const Instance& i) {
  return i.cls && !i.is_array && i.cls->pattern && i.cls->pattern->def->expandable;
}

bool any_expandable(const Instance& i) {
  if (i.absent) return false;
  if (expandable(i)) return true;
  return std::ranges::any_of(i.children, [](const auto& c) { return any_expandable(*c); }) ||
         std::ranges::any_of(i.elements, [](const auto& c) { return any_expandable(*c); });
}

void remove_unused(Instance& i, const std::set<const Instance*>& used) {
  for (auto& e : i.elements) remove_unused(*e, used);
  for (auto& c : i.children) {
    if (expandable(i) && !expandable(*c) && !used.contains(c.get()) &&
        c->variability < Variability::parameter && !c->modifier.binding)
      c->absent = true;
    remove_unused(*c, used);
  }
}

}  // namespace

// The component that a side of connect names; missing parts of expandable connectors are made like `model`.
Instance* Flattener::reach(const Expression& e, const Scope& scope, const Instance* model,
                           std::set<const Instance*>& used) {
  if (e.node != modelica::Node::reference || e.integer) return nullptr;
  Instance* at = in_.child(*scope.self, e.parts[0].name);
  for (std::size_t k = 0; at; ++k) {
    used.insert(at);
    if (at->absent) return nullptr;
    if (e.parts[k].subscripted) {
      if (at->leaf() || !at->is_array) return k + 1 == e.parts.size() ? at : nullptr;
      const std::vector<Index> list = in_.indices(e.parts[k].subscripts, at->shape, scope, e.place);
      Instance* one = nullptr;
      each_selected(at->shape, list, [&](std::int64_t whole, std::int64_t) {
        if (one == nullptr) one = at->elements[static_cast<std::size_t>(whole)].get();
      });
      if (one == nullptr) return nullptr;
      at = one;
      used.insert(at);
    }
    if (k + 1 == e.parts.size()) return at;
    const std::string& name = e.parts[k + 1].name;
    if (at->leaf() || at->is_array) return nullptr;
    if (!at->names.contains(name)) {
      if (!expandable(*at)) return nullptr;  // connect itself will say what is wrong
      if (model == nullptr || k + 2 < e.parts.size() || e.parts[k + 1].subscripted) return nullptr;
      add_part(*at, name, *model);
    }
    at = in_.child(*at, name);
  }
  return nullptr;
}

void Flattener::add_part(Instance& bus, const std::string& name, const Instance& model) {
  session_.spend(cost::component, model.place);
  auto part = std::make_unique<Instance>();
  part->parent = &bus;
  part->name = name;
  part->component = model.component;
  part->element = model.element;
  part->declared_in = model.declared_in;
  part->place = model.place;
  bus.names.emplace(name, part.get());
  bus.children.push_back(std::move(part));
  Instance& added = *bus.children.back();
  in_.ensure(added);
  added.modifier.binding = {};
  added.causality = Causality::none;
}

void Flattener::expand(Instance& root) {
  if (!any_expandable(root)) return;
  std::set<const Instance*> used;
  for (bool changed = true; changed;) {
    const std::size_t before = used.size();
    find_connects(root, [&](const Clause& c, const Scope& scope) {
      if (c.kind != Clause::Kind::connect) return;
      Instance* left = reach(*c.left, scope, nullptr, used);
      Instance* right = reach(*c.right, scope, left, used);
      if (left == nullptr && right) left = reach(*c.left, scope, right, used);
      if (left && right) share(*left, *right, used);
    });
    changed = used.size() != before;
  }
  remove_unused(root, used);
}

// Two connected buses: each has what is used of the other.
void Flattener::share(Instance& a, Instance& b, std::set<const Instance*>& used) {
  if (!expandable(a) || !expandable(b) || &a == &b) return;
  const auto give = [&](Instance& from, Instance& to) {
    for (std::size_t k = 0; k < from.children.size(); ++k) {
      const Instance& part = *from.children[k];
      if (!used.contains(&part)) continue;
      if (!to.names.contains(part.name)) add_part(to, part.name, part);
      Instance* other = in_.child(to, part.name);
      if (other == nullptr) continue;
      used.insert(other);
      if (expandable(*from.children[k]) && expandable(*other)) share(*from.children[k], *other, used);
    }
  };
  give(a, b);
  give(b, a);
}

}  // namespace trammel::modelica
