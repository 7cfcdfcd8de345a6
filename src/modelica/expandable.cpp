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
bool expandable(const Instance& i) {
  return i.cls && !i.is_array && i.cls->pattern && i.cls->pattern->def->expandable;
}

namespace {

bool any_expandable(const Instance& i) {
  if (i.absent) return false;
  if (expandable(i)) return true;
  return std::ranges::any_of(i.children, [](const auto& c) { return any_expandable(*c); }) ||
         std::ranges::any_of(i.elements, [](const auto& c) { return any_expandable(*c); });
}

// Arrays of components taken apart.
std::vector<Instance*> singles(const std::vector<Instance*>& all) {
  std::vector<Instance*> found;
  for (Instance* i : all) {
    if (i->leaf() || !i->is_array) found.push_back(i);
    if (!i->leaf() && i->is_array)
      for (auto& element : i->elements) found.push_back(element.get());
  }
  return found;
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

// The components that a side of connect names; missing parts of expandable connectors are made like `models`.
std::vector<Instance*> Flattener::reach(const Expression& e, const Scope& scope,
                                        const std::vector<Instance*>& models,
                                        const std::optional<Shape>& size, std::set<const Instance*>& used) {
  if (e.node != modelica::Node::reference || e.integer) return {};
  Instance* first = in_.child(*scope.self, e.parts[0].name);
  if (first == nullptr) return {};
  std::vector<Instance*> at = {first};
  for (std::size_t k = 0;; ++k) {
    const bool last = k + 1 == e.parts.size();
    std::vector<Instance*> found;
    for (Instance* i : at) {
      used.insert(i);
      if (i->absent) return {};
      const bool array = !i->leaf() && i->is_array;
      if (!array && e.parts[k].subscripted) return last ? at : std::vector<Instance*>{};
      if (!array || (last && !e.parts[k].subscripted)) {
        found.push_back(i);
        continue;
      }
      const std::vector<Index> list = e.parts[k].subscripted
                                          ? in_.indices(e.parts[k].subscripts, i->shape, scope, e.place)
                                          : std::vector<Index>{};
      each_selected(i->shape, list, [&](std::int64_t whole, std::int64_t) {
        found.push_back(i->elements[static_cast<std::size_t>(whole)].get());
        used.insert(found.back());
      });
    }
    session_.spend(static_cast<std::int64_t>(found.size()), e.place);
    at = std::move(found);
    if (last || at.empty()) return at;
    const std::string& name = e.parts[k + 1].name;
    for (std::size_t n = 0; n < at.size(); ++n) {
      if (at[n]->leaf()) return {};
      if (!at[n]->named(name)) {
        if (!expandable(*at[n])) return {};  // connect itself will say what is wrong
        if (models.empty() || k + 2 < e.parts.size()) return {};
        const Shape* asked = size_of_part(*at[n], name);
        if (e.parts[k + 1].subscripted && asked == nullptr) return {};
        const Instance& model = *models[models.size() == at.size() ? n : 0];
        add_part(*at[n], name, model, asked ? std::optional(*asked) : size);
      }
      at[n] = in_.child(*at[n], name);
      if (at[n] == nullptr) return {};
    }
  }
}

void Flattener::add_part(Instance& bus, const std::string& name, const Instance& model,
                         const std::optional<Shape>& size) {
  session_.spend(cost::component, model.place);
  auto part = std::make_unique<Instance>();
  part->parent = &bus;
  part->name = name;
  part->component = model.component;
  part->element = model.element;
  part->declared_in = model.declared_in;
  part->place = model.place;
  part->connected_shape = size ? size : model.connected_shape;
  Instance& added = bus.add(std::move(part));
  in_.ensure(added);
  added.modifier.binding = {};
  added.causality = Causality::none;
}

void Flattener::expand(Instance& root) {
  if (!any_expandable(root)) return;
  size_buses(root);
  std::set<const Instance*> used;
  for (bool changed = true; changed;) {
    const std::size_t before = used.size();
    find_connects(root, [&](const Clause& c, const Scope& scope) {
      if (c.kind != Clause::Kind::connect) return;
      std::vector<Instance*> left = reach(*c.left, scope, {}, {}, used);
      std::vector<Instance*> right =
          reach(*c.right, scope, left, left.empty() ? std::nullopt : selected_size(*c.left, scope), used);
      if (left.empty() && !right.empty())
        left = reach(*c.left, scope, right, selected_size(*c.right, scope), used);
      left = singles(left);
      right = singles(right);
      for (std::size_t k = 0; k < left.size() && left.size() == right.size(); ++k)
        share(*left[k], *right[k], used);
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
      if (!to.named(part.name)) add_part(to, part.name, part, std::nullopt);
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
