// modelica/instantiate.cpp: the elements of a class become components of an instance, those that it inherits
// too [MLS36, chapters 5 and 7].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

std::unique_ptr<Instance> Elaborator::instantiate(Class& cls) {
  const ClassDef& def = *cls.def;
  if (def.partial)
    session_.fail(def.place, Kind::structure,
                  fmt::format("{} is partial: it is only a part of a model", quote(def.name)),
                  "extend it in a model that completes it");
  auto root = std::make_unique<Instance>();
  root_ = root.get();
  root->place = def.place;
  root->state = Instance::State::ready;
  Type type;
  follow(type, cls);
  if (type.builtin || type.cls->def->is_function() || type.cls->def->restriction == "package")
    session_.fail(def.place, Kind::usage,
                  fmt::format("{} is a {}, not a model", quote(def.path()), def.restriction),
                  "choose a model");
  root->cls = &names_.component_class(*type.cls, *root);
  root->modifier = std::move(type.modifier);
  root->cls->modifier = ModifierPtr(ModifierPtr(), &root->modifier);
  populate(*root, *root->cls);
  check_modifier(*root);
  trim(*root);
  return root;
}

Instance& Elaborator::holder(Class& cls) {
  Class& top = cls.top();
  if (top.self) return *top.self;
  Instance& package = *packages_.emplace_back(std::make_unique<Instance>());
  package.place = top.def->place;
  package.cls = &top;
  package.of_package = true;
  package.state = Instance::State::ready;
  populate(package, top);
  for (auto& c : package.children) {
    const Variability declared = c->replaced ? c->replaced->by.element->variability : Variability::continuous;
    if (std::max(c->element->variability, declared) < Variability::parameter) c->absent = true;
  }
  return package;
}

void Elaborator::populate(Instance& instance, Class& cls) {
  const ClassDef& def = *cls.def;
  const auto again =
      std::ranges::find_if(instance.bodies, [&](const Class* body) { return body->def == &def; });
  cls.self = &instance;
  if (again != instance.bodies.end()) return check_again(**again, cls);
  check_class(def);
  const Restore<int> deeper(extending_);
  if (++extending_ > deepest_tree)
    session_.fail(def.place, Kind::structure,
                  fmt::format("classes extend each other more than {} levels deep", deepest_tree),
                  "extend fewer classes");
  std::size_t next = 0;
  const auto inherit = [&](Place place) {
    Class& base = names_.base(cls, next++);
    if (names_.builtin(base))
      session_.fail(
          place, Kind::structure,
          fmt::format("{} extends {} and has other elements too", quote(def.name), quote(base.def->name)),
          "make it a variable of its own");
    if (base.def->is_function())
      session_.fail(place, Kind::structure,
                    fmt::format("the {} {} cannot extend the function {}", def.restriction, quote(def.name),
                                quote(base.def->name)),
                    "call the function");
    names_.check_kinds(def, *base.def, place);
    names_.check_base(def, base, place);
    if (base.pattern && base.pattern->floor && base.def->form == ClassDef::Form::long_) {
      Modifier all = base.modifier ? *base.modifier : Modifier{};
      all.merge_under(*base.pattern->floor);
      base.modifier = std::make_shared<const Modifier>(std::move(all));
    }
    populate(instance, base);
    return &base;
  };
  if (def.extends_itself) check_extends(def.base_modification.get(), *inherit(def.place), instance);
  if (def.form == ClassDef::Form::short_)
    check_extends(def.base_modification.get(), *inherit(def.base.place), instance);
  for (const Element& e : def.elements) {
    session_.spend(1, e.place);
    if (e.kind == Element::Kind::component) declare(instance, cls, e);
    if (e.kind == Element::Kind::class_ && !instance.of_package) names_.check_class_element(cls, e);
    if (e.kind == Element::Kind::extends)
      check_extends(e.modification.get(), *inherit(e.type.place), instance);
  }
  instance.bodies.push_back(&cls);
}

void Elaborator::declare(Instance& instance, Class& cls, const Element& element) {
  for (const Component& c : element.components) {
    if (c.name == "time")
      session_.fail(c.place, Kind::name, "'time' is the time of the run and cannot be declared",
                    "choose another name");
    for (const char* type : {"Real", "Integer", "Boolean", "String"})
      if (c.name == type)
        session_.fail(c.place, Kind::name, fmt::format("{} is a type and cannot be declared", quote(c.name)),
                      "choose another name");
    if (element.redeclare) {  // it stands where the class that is inherited declares it
      const ClassDef::Declared* inherited = nullptr;
      for (Class* b : names_.bases(cls))
        if (b && inherited == nullptr) inherited = names_.declared(*b, c.name);
      if (inherited) names_.check_visibility(element, *inherited->element, c.name, c.place);
      if (inherited == nullptr)
        session_.fail(c.place, Kind::name,
                      fmt::format("there is no inherited {} that could be redeclared", quote(c.name)),
                      "leave out 'redeclare'");
      continue;
    }
    declare(instance, cls, element, c);
  }
}

void Elaborator::declare(Instance& instance, Class& cls, const Element& element, const Component& c) {
  const Modifier* m = cls.part(c.name);
  if (m && m->removed) return;
  if (const Instance* old = instance.named(c.name)) {
    if (old->component == &c) return;  // inherited along two ways
    if (identical(*old, cls, element, c)) return;
    names_.require(element.type, cls, "class");  // or it is a misspelt `equation x = 1;`
    const bool same_class = old->declared_in->def == cls.def;
    session_.fail(
        c.place, Kind::name,
        fmt::format("{} is declared twice (the other one: line {})", quote(c.name), old->place.line),
        same_class ? "rename one of them" : "one of them is inherited: rename the other");
  }
  session_.spend(cost::component, c.place);
  if (++components_ > most_components)
    session_.fail(c.place, Kind::usage, fmt::format("the model has more than {} components", most_components),
                  "use arrays of Real");
  auto child = std::make_unique<Instance>();
  child->parent = &instance;
  child->name = c.name;
  child->component = &c;
  child->element = &element;
  child->declared_in = &cls;
  child->place = c.place;
  child->of_package = instance.of_package;
  child->is_protected = element.is_protected;
  if (m) child->modifier = *m;
  if (element.final_ && m && !m->empty())
    session_.fail(m->place, Kind::structure,
                  fmt::format("{} is final and cannot be given another value", quote(child->path())),
                  "remove this modifier");
  if (m && m->redeclare) {
    const Redeclaration& by = *m->redeclare;
    if (by.element->kind == Element::Kind::class_)
      session_.fail(by.element->place, Kind::structure,
                    fmt::format("{} is a component and cannot be redeclared as a class", quote(c.name)));
    if (m->overrides_final)
      session_.fail(
          by.element->place, Kind::structure,
          fmt::format("{} was redeclared as final and cannot be redeclared again", quote(child->path())),
          "leave it as it is");
    if (!element.replaceable && !element.redeclare)
      session_.fail(by.element->place, Kind::structure,
                    fmt::format("{} is not replaceable and cannot be redeclared", quote(child->path())),
                    "write replaceable before its declaration");
    if (element.variability == Variability::constant)  // [MLS36, 7.3.3]
      session_.fail(by.element->place, Kind::structure,
                    fmt::format("{} is a constant and cannot be redeclared", quote(child->path())),
                    "give it another value");
    child->replaced =
        std::make_unique<Instance::Replaced>(Instance::Replaced{{&element, &c}, &cls, by.below});
    child->element = by.element;
    for (const Component& other : by.element->components)
      if (other.name == c.name) child->component = &other;
    child->declared_in = by.scope;
    child->place = child->component->place;
    child->modifier.redeclare = {};
  }
  const Modifier* whole = cls.modifier.get();
  if (whole && whole->binding && (!child->modifier.binding || child->modifier.below_value)) {
    // a record takes its value apart
    child->modifier.binding = whole->binding;
    child->modifier.binding.steps.push_back({.field = c.name});
    child->modifier.place = whole->place;
    child->modifier.below_value = false;
  }
  instance.add(std::move(child));
}

// Modifiers of an extends clause concern what is inherited, also where it is protected.
void Elaborator::check_extends(const Modification* modification, Class& base, const Instance& instance) {
  if (modification == nullptr) return;
  for (const Argument& a : modification->arguments) {
    if (names_.declared(base, a.name[0]) || names_.member(base, a.name[0])) continue;
    const std::string path = instance.path();
    session_.fail(a.place, Kind::name,
                  fmt::format("no element {} in {} (modifier {}){}", quote(a.name[0]), base.def->name,
                              quote(path.empty() ? a.name[0] : path + "." + a.name[0]),
                              did_you_mean(a.name[0], instance.names())));
  }
}

// Everything that modifies a component must find its element.
void Elaborator::check_modifier(Instance& i) {
  for (const auto& [name, part] : i.modifier.parts) {
    if (const Instance* found = i.named(name)) {
      if (part.outside && found->is_protected && !part.empty())
        session_.fail(part.named, Kind::structure,
                      fmt::format("{} is protected in {} and cannot be modified from outside",
                                  quote(found->path()), quote(i.cls->def->name)),
                      "modify it in a class that extends it");
      continue;
    }
    if (names_.member(*i.cls, name)) {
      // A redeclaration stands where the class was declared: what is protected there tells the unmodified class.
      const Class* before = i.cls->pattern ? names_.member(*i.cls->pattern, name) : nullptr;
      if (before && part.outside && !part.empty() && before->def->element &&
          before->def->element->is_protected)
        session_.fail(part.named, Kind::structure,
                      fmt::format("the class {} is protected in {} and cannot be modified from outside",
                                  quote(name), quote(i.cls->def->name)),
                      "modify it in a class that extends it");
      continue;
    }
    if (part.removed) continue;
    const std::string path = i.path();
    session_.fail(part.named, Kind::name,
                  fmt::format("no element {} in {} (modifier {}){}", quote(name), i.cls->def->name,
                              quote(path.empty() ? name : fmt::format("{}.{}", path, name)),
                              did_you_mean(name, i.names())));
  }
}

// The components have their modifiers now; only those of classes are still needed.
void Elaborator::trim(Instance& i) {
  std::erase_if(i.modifier.parts, [&](const auto& p) { return i.named(p.first) != nullptr; });
  for (Class* body : i.bodies) {
    if (body == i.cls || !body->modifier) continue;
    Modifier rest;
    for (const auto& [name, part] : body->modifier->parts)
      if (!i.named(name)) rest.parts.emplace_back(name, part);
    body->modifier = rest.parts.empty() ? nullptr : std::make_shared<const Modifier>(std::move(rest));
  }
}

}  // namespace trammel::modelica
