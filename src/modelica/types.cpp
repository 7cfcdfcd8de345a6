// modelica/types.cpp: what a type name and the sizes of a declaration mean: short classes followed to their
// end [MLS36, 4.5.1], dimensions added up [MLS36, 10.1].
#include <fmt/format.h>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

// Whether a class is a predefined type in the end, with other attributes at most.
bool is_variable(Names& names, Class& cls) {
  Class* c = &cls;
  for (int length = 0; c && length <= 100; ++length) {
    if (names.builtin(*c)) return true;
    const ClassDef& def = *c->def;
    const bool alone =
        def.form == ClassDef::Form::long_ && def.components.empty() && def.bases.size() == 1 &&
        !def.extends_itself &&
        (def.restriction == "type" || def.restriction == "connector" || def.restriction == "class");
    if (!alone && def.form != ClassDef::Form::short_) return false;
    const std::vector<Class*>& to = names.targets(*c);
    c = to.empty() ? nullptr : to[0];
  }
  return false;
}

}  // namespace

// A type name followed through short classes: attributes and dimensions add up, outer ones first.
Elaborator::Type Elaborator::resolve(const TypeName& name, Class& from) {
  Type type;
  follow(type, names_.require(name, from, "class"));
  return type;
}

void Elaborator::follow(Type& type, Class& start) {
  Class* cls = &start;
  for (int length = 0;; ++length) {
    const ClassDef& def = *cls->def;
    type.connector = type.connector || def.restriction == "connector";
    type.cls = cls;
    type.builtin = names_.builtin(*cls);
    const auto take = [&](const Modifier& modifier) {
      type.modifier.merge_under(modifier);
      if (!type.shape.empty()) type.of_each.merge_under(modifier);
    };
    if (cls->modifier) take(*cls->modifier);
    const auto below = [&] {
      if (cls->floor) take(*cls->floor);
    };
    if (type.builtin || def.form == ClassDef::Form::enumeration) return below();
    if (def.form == ClassDef::Form::short_) {
      if (type.causality == Causality::none) type.causality = def.base_causality;
    } else {  // type X extends Real(..); end X;
      if (!is_variable(names_, *cls)) return below();
    }
    if (length > 100)
      session_.fail(def.place, Kind::structure,
                    fmt::format("the class {} is defined by itself", quote(start.def->name)));
    Class& written = def.form == ClassDef::Form::short_ && cls->around ? *cls->around : *cls;
    const Scope scope{written.self, &written, nullptr};
    const Modification* modification =
        def.form == ClassDef::Form::short_ ? def.base_modification.get() : def.bases[0]->modification.get();
    take(names_.read(modification, scope));
    below();
    if (type.shape.empty() && !def.base_subscripts.empty()) type.of_array = type.modifier;
    for (const ExpressionPtr& s : def.base_subscripts) {
      const bool open = s->node == modelica::Node::colon;
      const std::optional<std::int64_t> literals = open ? std::nullopt : type_size(*s, scope);
      const std::int64_t n = open ? -1 : literals ? *literals : integer(*s, scope, "an array size");
      if (n < 0 && !open)
        session_.fail(s->place, Kind::structure, fmt::format("the size of {} is {}", quote(def.name), n),
                      "use a size of 0 or more");
      type.shape.push_back(n);
    }
    const std::vector<Class*>& to = names_.targets(*cls);
    if (to.empty() || to[0] == nullptr)
      names_.require(def.form == ClassDef::Form::short_ ? def.base : def.bases[0]->type, written, "class");
    if (to.empty() || to[0] == nullptr || to[0] == cls)
      session_.fail(def.place, Kind::structure,
                    fmt::format("the class {} is defined by itself", quote(start.def->name)));
    if (def.form == ClassDef::Form::short_ && !names_.builtin(*to[0]))
      names_.check_kinds(def, *to[0]->def, def.base.place);
    cls = to[0];
  }
}

Shape Elaborator::dimensions(Instance& i, const Type& type) {
  Shape& shape = i.shape;  // as far as it is known: size(A, 1) may stand in the size of A
  if (i.connected_shape) {
    shape = *i.connected_shape;
  } else {
    append_dimensions(shape, i.component->subscripts, i, i.scope());
    append_dimensions(shape, i.element->subscripts, i, i.scope());
  }
  if (shape.empty() && i.replaced) {
    const Scope there{i.replaced->declared_in->self, i.replaced->declared_in, nullptr};
    append_dimensions(shape, i.replaced->by.component->subscripts, i, there);
    append_dimensions(shape, i.replaced->by.element->subscripts, i, there);
  }
  for (const std::int64_t d : type.shape) {
    if (d >= 0) {
      shape.push_back(d);
      continue;
    }
    const Value v = i.modifier.binding ? evaluate(i.modifier.binding, false) : Value{};
    if (shape.size() >= v.shape.size())
      session_.fail(
          i.place, Kind::structure,
          fmt::format("the size of {} is ':', but it has no value to take it from", quote(i.path())),
          "give it a value or a size");
    shape.push_back(v.shape[shape.size()]);
  }
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

void Elaborator::append_dimensions(Shape& shape, const std::vector<ExpressionPtr>& subscripts, Instance& i,
                                   const Scope& scope) {
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
    if (const std::optional<std::int64_t> n = type_size(*s, scope)) {
      shape.push_back(*n);
      continue;
    }
    const std::int64_t n = integer(*s, scope, "an array size");
    if (n < 0)
      session_.fail(s->place, Kind::structure, fmt::format("the size of {} is {}", quote(i.path()), n),
                    "use a size of 0 or more");
    shape.push_back(n);
  }
}

// An enumeration or Boolean as a size or a range: the type, or none.
Class* Elaborator::type_named(const Expression& e, const Scope& scope) {
  if (e.node != modelica::Node::reference || e.parts.back().subscripted) return nullptr;
  if (local(scope, e.parts[0].name) || names_.declared(*scope.cls, e.parts[0].name)) return nullptr;
  std::vector<std::string> name;
  if (e.integer) name.emplace_back();
  for (const Part& part : e.parts) name.push_back(part.name);
  Class* cls = names_.find_path(name, *scope.cls);
  return cls && (names_.enumeration(*cls) || names_.builtin(*cls) == Base::boolean) ? cls : nullptr;
}

std::optional<std::int64_t> Elaborator::type_size(const Expression& e, const Scope& scope) {
  Class* cls = type_named(e, scope);
  if (cls == nullptr) return std::nullopt;
  const ClassDef* literals = names_.enumeration(*cls);
  return literals ? static_cast<std::int64_t>(literals->literals.size()) : 2;
}

}  // namespace trammel::modelica
