// modelica/instantiate.cpp: the elements of a class become components of an instance, those that it inherits
// too [MLS36, chapters 5 and 7].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

std::unique_ptr<Instance> Elaborator::instantiate(const ClassDef& cls) {
  if (cls.partial)
    session_.fail(cls.place, Kind::structure,
                  fmt::format("{} is partial: it is only a part of a model", quote(cls.name)),
                  "extend it in a model that completes it");
  auto root = std::make_unique<Instance>();
  root->place = cls.place;
  root->cls = &cls;
  root->state = Instance::State::ready;
  Type type;
  follow(type, cls, root.get());
  if (type.builtin || type.cls->is_function() || type.cls->restriction == "package")
    session_.fail(cls.place, Kind::usage,
                  fmt::format("{} is a {}, not a model", quote(cls.path()), cls.restriction),
                  "choose a model");
  root->cls = type.cls;
  populate(*root, *type.cls, type.modifier);
  return root;
}

Instance& Elaborator::package(const ClassDef& cls) {
  auto& held = packages_[&cls];
  if (!held) {
    held = std::make_unique<Instance>();
    held->name = "";
    held->place = cls.place;
    held->cls = &cls;
    held->state = Instance::State::ready;
    Instance& package = *held;
    populate(package, cls, {});
    for (auto& c : package.children)
      if (c->element->variability < Variability::parameter) c->absent = true;
  }
  return *held;
}

void Elaborator::populate(Instance& instance, const ClassDef& cls, const Modifier& modifier) {
  if (cls.expandable)
    session_.fail(cls.place, Kind::usage, "'expandable' connectors are not supported yet",
                  "declare the variables of the connector");
  if (cls.operator_)
    session_.fail(cls.place, Kind::usage, "'operator' records are not supported yet",
                  "use plain records and functions");
  if (cls.extends_itself)
    session_.fail(cls.place, Kind::usage, "'class extends' is not supported yet", "write a class of its own");
  if (std::ranges::find(instance.bodies, &cls) != instance.bodies.end()) return;  // inherited along two ways
  const std::pair<const Instance*, const ClassDef*> key{&instance, &cls};
  if (std::ranges::find(extending_, key) != extending_.end() || extending_.size() > deepest_tree)
    session_.fail(cls.place, Kind::structure, fmt::format("the class {} extends itself", quote(cls.path())),
                  "remove one of the extends clauses");
  const Restore<std::vector<std::pair<const Instance*, const ClassDef*>>> restore(extending_);
  extending_.push_back(key);
  for (const Element& e : cls.elements) {
    session_.spend(1, e.place);
    if (e.kind == Element::Kind::component) declare(instance, cls, e, modifier);
    if (e.kind != Element::Kind::extends) continue;
    Type base;
    follow(base, classes_.require(e.type, &cls, "class"), &instance);
    if (base.builtin)
      session_.fail(
          e.type.place, Kind::structure,
          fmt::format("{} extends {} and has other elements too", quote(cls.name), quote(base.cls->name)),
          "make it a variable of its own");
    Modifier merged = modifier;
    merged.binding = {};
    merged.merge_under(read(e.modification.get(), {&instance, &cls, nullptr}));
    merged.merge_under(base.modifier);
    populate(instance, *base.cls, merged);
    check_names(e.modification.get(), instance);
  }
  instance.bodies.push_back(&cls);
}

void Elaborator::declare(Instance& instance, const ClassDef& cls, const Element& element,
                         const Modifier& modifier) {
  for (const Component& c : element.components) {
    if (const auto old = instance.names.find(c.name); old != instance.names.end()) {
      if (old->second->component == &c) continue;     // inherited along two ways
      classes_.require(element.type, &cls, "class");  // or it is a misspelt `equation x = 1;`
      const bool same_class = old->second->declared_in == &cls;
      session_.fail(c.place, Kind::name,
                    fmt::format("{} is declared twice (the other one: line {})", quote(c.name),
                                old->second->place.line),
                    same_class ? "rename one of them" : "one of them is inherited: rename the other");
    }
    if (c.name == "time")
      session_.fail(c.place, Kind::name, "'time' is the time of the run and cannot be declared",
                    "choose another name");
    session_.spend(cost::component, c.place);
    if (++components_ > most_components)
      session_.fail(c.place, Kind::usage,
                    fmt::format("the model has more than {} components", most_components),
                    "use arrays of Real");
    auto child = std::make_unique<Instance>();
    child->parent = &instance;
    child->name = c.name;
    child->component = &c;
    child->element = &element;
    child->declared_in = &cls;
    child->place = c.place;
    if (const Modifier* m = modifier.part(c.name)) child->modifier = *m;
    if (modifier.binding && !child->modifier.binding) {  // a record takes its value apart
      child->modifier.binding = modifier.binding;
      child->modifier.binding.steps.push_back({.field = c.name});
      child->modifier.place = modifier.place;
    }
    instance.names.emplace(c.name, child.get());
    instance.children.push_back(std::move(child));
  }
}

}  // namespace trammel::modelica
