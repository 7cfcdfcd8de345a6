// modelica/instantiate.cpp: components from classes, with merged modifiers [MLS36, chapters 5 and 7].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/library.hpp"

namespace trammel::modelica {
namespace {

constexpr int deepest_tree = 200;  // components inside components

int depth_of(const Instance& instance) {
  int depth = 0;
  for (const Instance* i = instance.parent; i; i = i->parent) ++depth;
  return depth;
}

}  // namespace

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

// A type name followed through short classes: attributes and dimensions add up, outer ones first.
Elaborator::Type Elaborator::resolve(const TypeName& name, const ClassDef* lexical, Instance* self) {
  Type type;
  follow(type, classes_.require(name, lexical, "class"), self);
  return type;
}

void Elaborator::follow(Type& type, const ClassDef& start, Instance* self) {
  const ClassDef* cls = &start;
  for (int length = 0;; ++length) {
    type.connector = type.connector || cls->restriction == "connector";
    type.cls = cls;
    type.builtin = classes_.builtin(*cls);
    if (type.builtin || cls->form == ClassDef::Form::enumeration) return;
    const TypeName* base = nullptr;
    const Modification* modification = nullptr;
    const ClassDef* lexical = cls;
    if (cls->form == ClassDef::Form::short_) {
      base = &cls->base;
      modification = cls->base_modification.get();
      lexical = cls->parent;
      if (type.causality == Causality::none) type.causality = cls->base_causality;
    } else {  // type X extends Real(..); end X;
      for (const Element& e : cls->elements)
        if (e.kind == Element::Kind::extends && cls->elements.size() == 1 && e.type.name.size() == 1 &&
            (cls->restriction == "type" || cls->restriction == "connector" || cls->restriction == "class")) {
          base = &e.type;
          modification = e.modification.get();
        }
      const ClassDef* found = base ? classes_.find_path(base->name, lexical) : nullptr;
      if (found == nullptr || !classes_.builtin(*found)) return;
    }
    if (length > 100)
      session_.fail(cls->place, Kind::structure,
                    fmt::format("the class {} is defined by itself", quote(start.name)));
    type.modifier.merge_under(read(modification, {self, lexical, nullptr}));
    for (const ExpressionPtr& s : cls->base_subscripts)
      type.shape.push_back(integer(*s, {self, lexical, nullptr}, "an array size"));
    cls = &classes_.require(*base, lexical, "class");
  }
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
      if (old->second->component == &c) continue;  // inherited along two ways
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
      child->modifier.binding.steps.push_back({{}, c.name});
      child->modifier.place = modifier.place;
    }
    instance.names.emplace(c.name, child.get());
    instance.children.push_back(std::move(child));
  }
}

Instance* Elaborator::child(Instance& instance, const std::string& name) {
  const auto at = instance.names.find(name);
  if (at == instance.names.end()) return nullptr;
  ensure(*at->second);
  return at->second;
}

void Elaborator::ensure(Instance& instance) {
  if (instance.state == Instance::State::ready) return;
  if (instance.state == Instance::State::elaborating)
    session_.fail(instance.place, Kind::structure,
                  fmt::format("the size or condition of {} depends on itself", quote(instance.path())));
  instance.state = Instance::State::elaborating;
  elaborate(instance);
  instance.state = Instance::State::ready;
}

void Elaborator::refuse_prefixes(const Instance& i) {
  const Element& e = *i.element;
  if (e.stream)
    session_.fail(e.place, Kind::usage, "'stream' variables are not supported yet",
                  "write the mixing equations yourself");
  if (e.inner || e.outer)
    session_.fail(e.place, Kind::usage, fmt::format("'{}' is not supported yet", e.inner ? "inner" : "outer"),
                  "pass the component's values as parameters or connect to it");
  if (e.redeclare)
    session_.fail(e.place, Kind::usage, "'redeclare' is not supported yet",
                  "write the component's class directly");
}

// The condition of a conditional component; it may depend on parameters only.
bool Elaborator::present(Instance& i) {
  if (!i.component->condition) return true;
  const Value v =
      constant(*i.component->condition, {i.parent, i.declared_in, nullptr}, "the condition of a component");
  if (v.base != Base::boolean || !v.scalar())
    session_.fail(i.component->condition->place, Kind::structure,
                  fmt::format("the condition of a component must be Boolean, not {}", type_name(v)));
  return g_.value(v.data[0]) != 0;
}

void Elaborator::elaborate(Instance& i) {
  const Element& e = *i.element;
  if (!present(i)) {
    i.absent = true;
    return;
  }
  refuse_prefixes(i);
  const Scope scope{i.parent, i.declared_in, nullptr};
  Type type = resolve(e.type, i.declared_in, i.parent);
  i.modifier.merge_under(read(i.component->modification.get(), scope));
  const Instance* around = i.parent;
  i.variability = std::max(e.variability, around->variability);
  i.causality = e.causality != Causality::none      ? e.causality
                : type.causality != Causality::none ? type.causality
                                                    : around->causality;
  i.flow = e.flow || around->flow;
  i.connector = type.connector;
  i.final_ = e.final_ || around->final_ || i.modifier.final_;
  if (type.builtin || type.cls->form == ClassDef::Form::enumeration) {
    elaborate_leaf(i, type);
  } else {
    elaborate_class(i, type);
    if (i.is_array)
      for (auto& element : i.elements) check_names(i.component->modification.get(), *element);
    else
      check_names(i.component->modification.get(), i);
  }
}

Shape Elaborator::dimensions(Instance& i, const Type& type) {
  Shape shape;
  append_dimensions(shape, i.component->subscripts, i);
  append_dimensions(shape, i.element->subscripts, i);
  shape.insert(shape.end(), type.shape.begin(), type.shape.end());
  if (count(shape) > largest_array)
    session_.fail(i.place, Kind::usage,
                  fmt::format("the array {} of size {} has more than {} elements", quote(i.path()),
                              shown(shape), largest_array),
                  "make it smaller");
  session_.spend(count(shape), i.place);
  scalars_ += count(shape);
  if (scalars_ > most_scalars)
    session_.fail(i.place, Kind::usage, fmt::format("the model has more than {} variables", most_scalars));
  return shape;
}

void Elaborator::append_dimensions(Shape& shape, const std::vector<ExpressionPtr>& subscripts, Instance& i) {
  const Scope scope{i.parent, i.declared_in, nullptr};
  for (const ExpressionPtr& s : subscripts) {
    if (s->node == modelica::Node::colon) {  // taken from the value
      if (!i.modifier.binding)
        session_.fail(
            s->place, Kind::structure,
            fmt::format("the size of {} is ':', but it has no value to take it from", quote(i.path())),
            "give it a value or a size");
      const Value v = evaluate(i.modifier.binding, false);
      if (shape.size() >= v.shape.size())
        session_.fail(s->place, Kind::structure,
                      fmt::format("the value of {} has the size {}", quote(i.path()), shown(v.shape)));
      shape.push_back(v.shape[shape.size()]);
      continue;
    }
    if (s->node == modelica::Node::reference &&
        !s->parts.back().subscripted) {  // an enumeration or Boolean as size
      std::vector<std::string> name;
      for (const Part& part : s->parts) name.push_back(part.name);
      const ClassDef* cls =
          i.parent->names.contains(name[0]) ? nullptr : classes_.find_path(name, i.declared_in);
      if (cls && cls->form == ClassDef::Form::enumeration) {
        shape.push_back(static_cast<std::int64_t>(cls->literals.size()));
        continue;
      }
      if (cls && classes_.builtin(*cls) == Base::boolean) {
        shape.push_back(2);
        continue;
      }
    }
    const std::int64_t n = integer(*s, scope, "an array size");
    if (n < 0)
      session_.fail(s->place, Kind::structure, fmt::format("the size of {} is {}", quote(i.path()), n),
                    "use a size of 0 or more");
    shape.push_back(n);
  }
}

void Elaborator::elaborate_leaf(Instance& i, const Type& type) {
  i.base = type.builtin.value_or(Base::enumeration);
  if (!type.builtin) i.type = type.cls;
  i.modifier.merge_under(type.modifier);
  i.shape = dimensions(i, type);
  check_attributes(i.modifier, i);
}

void Elaborator::elaborate_class(Instance& i, const Type& type) {
  const ClassDef& cls = *type.cls;
  if (cls.partial)
    session_.fail(
        i.element->type.place, Kind::structure,
        fmt::format("{} is partial and cannot be the class of {}", quote(cls.name), quote(i.path())),
        "use a class that extends it");
  if (cls.is_function() || cls.restriction == "package")
    session_.fail(i.element->type.place, Kind::structure,
                  fmt::format("{} is a {} and cannot be the class of {}", quote(cls.name), cls.restriction,
                              quote(i.path())));
  i.cls = &cls;
  i.modifier.merge_under(type.modifier);
  for (const Instance* around = i.parent; around; around = around->parent)
    if (around->cls == &cls || depth_of(i) > deepest_tree)
      session_.fail(
          i.place, Kind::structure,
          fmt::format("{} contains itself: {} is one of its components", quote(cls.path()), quote(i.path())),
          "break the circle");
  i.shape = dimensions(i, type);
  i.is_array = !i.shape.empty();
  if (!i.is_array) {
    populate(i, cls, i.modifier);
    return;
  }
  const std::int64_t n = count(i.shape);
  for (std::int64_t k = 0; k < n; ++k) {
    std::vector<std::int64_t> index(i.shape.size());
    for (std::size_t d = i.shape.size(), rest = static_cast<std::size_t>(k); d-- > 0;) {
      index[d] = static_cast<std::int64_t>(rest % static_cast<std::size_t>(i.shape[d])) + 1;
      rest /= static_cast<std::size_t>(i.shape[d]);
    }
    session_.spend(cost::component, i.place);
    auto element = std::make_unique<Instance>();
    element->parent = i.parent;
    element->name = element_name(i.name, i.shape, k);
    element->component = i.component;
    element->element = i.element;
    element->declared_in = i.declared_in;
    element->place = i.place;
    element->state = Instance::State::ready;
    element->variability = i.variability;
    element->causality = i.causality;
    element->flow = i.flow;
    element->connector = i.connector;
    element->final_ = i.final_;
    element->cls = &cls;
    element->modifier = i.modifier.element(index);
    populate(*element, cls, element->modifier);
    i.elements.push_back(std::move(element));
  }
}

}  // namespace trammel::modelica
