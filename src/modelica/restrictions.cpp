// modelica/restrictions.cpp: what a class of its kind may not have, and what may not stand before a component or take
// the place of an element [MLS36, 4.4.2, 4.6, 7.1 and 7.3].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

// What a class of this kind may not have.
void Elaborator::check_class(const ClassDef& def) {
  const bool package = def.restriction == "package", record = def.restriction == "record";
  const bool connector = def.restriction == "connector";
  if (!def.sections.empty() && (connector || record || package || def.restriction == "type"))
    session_.fail(
        def.sections[0].clauses.empty() ? def.place : def.sections[0].clauses[0].place, Kind::structure,
        fmt::format("the {} {} cannot have equations or algorithms", def.restriction, quote(def.name)),
        "move them to a model");
  for (const Element& e : def.elements) {
    if (e.kind != Element::Kind::component) continue;
    if (package && e.variability == Variability::parameter)
      session_.fail(e.place, Kind::structure,
                    fmt::format("the package {} cannot have parameters", quote(def.name)),
                    "declare them as constants");
    if (!record && !connector) continue;
    std::string prefix = e.is_protected ? "protected" : e.inner ? "inner" : e.outer ? "outer" : "";
    if (record && e.causality != Causality::none)
      prefix = e.causality == Causality::input ? "input" : "output";
    if (record && (e.stream || e.flow)) prefix = e.stream ? "stream" : "flow";
    if (!prefix.empty())  // [MLS36, 4.6]
      session_.fail(
          e.place, Kind::structure,
          fmt::format("the {} {} cannot have {} elements", def.restriction, quote(def.name), prefix),
          record && (e.stream || e.flow)
              ? fmt::format("write '{}' where a connector declares a component of this record", prefix)
              : "declare them in a model");
    if (def.expandable && e.flow)  // [MLS36, 9.1.3]
      session_.fail(e.place, Kind::structure,
                    fmt::format("the expandable connector {} cannot have flow elements", quote(def.name)),
                    "put them into a connector, and that into the expandable one");
  }
  if (def.external && !def.is_function())
    session_.fail(
        def.place, Kind::structure,
        fmt::format("{} is a {}; only functions can be 'external'", quote(def.name), def.restriction),
        "write an external function and call it");
}

// An array, or what is an input or output as a whole, has nothing else beside it [MLS36, 7.1.1].
void Names::check_base(const ClassDef& heir, const Class& base, Place place) const {
  const ClassDef& def = base.pattern ? *base.pattern->def : *base.def;
  if (def.form != ClassDef::Form::short_) return;
  const bool array = !def.base_subscripts.empty();
  if (!array && def.base_causality == Causality::none) return;
  if (std::ranges::count_if(heir.elements, [](const Element& e) {
        return e.kind == Element::Kind::component || e.kind == Element::Kind::extends;
      }) < 2)
    return;
  session_.fail(place, Kind::structure,
                fmt::format("{} extends {}, which is {}, and has other elements too", quote(heir.name),
                            quote(def.name), array ? "an array" : "an input or output as a whole"),
                "make it a component");
}

void Names::check_visibility(const Element& by, const Element& old, const std::string& name,
                             Place place) const {
  if (by.is_protected == old.is_protected) return;
  session_.fail(
      place, Kind::structure,
      fmt::format("{} is {} where it is inherited and cannot be redeclared as {}", quote(name),
                  old.is_protected ? "protected" : "public", by.is_protected ? "protected" : "public"),
      by.is_protected ? "redeclare it before 'protected'" : "redeclare it behind 'protected'");
}

// A class that takes the place of an inherited one.
void Names::check_replaced(Class& cls, const Element& e) {
  const ClassDef& def = *e.definition;
  if (!e.redeclare && !def.extends_itself) return;
  const ClassDef* old = nullptr;
  bool whole = true;  // all that it extends is known
  for (Class* b : bases(cls)) {
    whole = whole && b;
    if (b && old == nullptr) old = declared_class(*b, def.name);
  }
  if (whole && old == nullptr)
    session_.fail(def.place, Kind::name,
                  fmt::format("there is no inherited class {} that could be {}", quote(def.name),
                              def.extends_itself ? "extended" : "redeclared"),
                  def.extends_itself ? "write a class of its own" : "leave out 'redeclare'");
  if (old == nullptr || old->element == nullptr) return;
  if (!old->element->replaceable && !old->element->redeclare)
    session_.fail(
        def.place, Kind::structure,
        fmt::format("{} is not replaceable where it is inherited and cannot be redeclared", quote(def.name)),
        "write replaceable before its declaration");
  if (old->element->final_)
    session_.fail(def.place, Kind::structure,
                  fmt::format("{} is final where it is inherited and cannot be redeclared", quote(def.name)),
                  "leave it as it is");
  check_visibility(e, *old->element, def.name, def.place);
}

// And one that others may take the place of.
void Names::check_class_element(Class& cls, const Element& e) {
  const ClassDef& def = *e.definition;
  check_replaced(cls, e);
  if (!e.replaceable || def.restriction == "type" || def.restriction == "operator") return;
  const Modifier* m = cls.part(def.name);
  const bool replaced = m && m->redeclare && m->redeclare->element->definition;
  if (!replaced && !e.constraint) return;
  const ClassDef& by = replaced ? *m->redeclare->element->definition : def;
  if (by.extends_itself || !fits_.insert({&by, &def}).second) return;
  Class* given = member(cls, def.name);
  Class* needed = e.constraint ? find_path(e.constraint->type.name, cls) : &of(def);
  if (given == nullptr || needed == nullptr || builtin(*needed)) return;
  const auto apart = [&](const char* kind) {
    return (given->def->restriction == kind) != (needed->def->restriction == kind);
  };
  if (apart("package") || apart("function"))
    session_.fail(replaced ? m->redeclare->element->place : def.place, Kind::structure,
                  fmt::format("the {} {} cannot take the place of the {} {}", given->def->restriction,
                              quote(given->def->name), needed->def->restriction, quote(needed->def->name)),
                  "use a class of its kind");
  if (const Component* missing = lacking(*given, *needed))
    session_.fail(replaced ? m->redeclare->element->place : def.place, Kind::structure,
                  fmt::format("the class {} cannot take the place of {}: it has no {}",
                              quote(given->def->name), quote(needed->def->name), quote(missing->name)),
                  "use a class that has all of its public components");
}

// Records have variables and records; connectors have connectors, too [MLS36, 4.6].
static void check_kind_inside(Session& session, const Instance& i, const ClassDef& of) {
  if (i.parent->cls == nullptr) return;
  const std::string &kind = of.restriction, &around = i.parent->cls->def->restriction;
  const bool record = around == "record", connector = around == "connector";
  if ((record || connector) && (kind == "model" || kind == "block" || (record && kind == "connector")))
    session.fail(i.place, Kind::structure,
                 fmt::format("{} is of the {} {}, which cannot stand in the {} {}", quote(i.path()), kind,
                             quote(of.name), around, quote(i.parent->cls->def->name)),
                 record ? "use a record or a type" : "use a connector, a record or a type");
}

// Prefixes of a component, and those of the component around it [MLS36, 4.4.2.2].
void Elaborator::check_prefixes(const Instance& i, const Type& type) {
  const Element& e = *i.element;
  const std::string causality = e.causality == Causality::input ? "input" : "output";
  std::string prefix = e.flow                           ? "flow"
                       : e.stream                       ? "stream"
                       : e.causality != Causality::none ? causality
                                                        : "";
  if (e.variability != Variability::continuous)
    prefix = e.variability == Variability::discrete    ? "discrete"
             : e.variability == Variability::parameter ? "parameter"
                                                       : "constant";
  if (!type.leaf() && !prefix.empty()) {
    const std::string& kind = type.cls->def->restriction;
    if (kind == "model" || kind == "block" ||
        (kind == "connector" && e.variability >= Variability::parameter))
      session_.fail(i.place, Kind::structure,
                    fmt::format("{} is of the {} {} and cannot be '{}'", quote(i.path()), kind,
                                quote(type.cls->def->name), prefix),
                    kind == "connector" ? "leave out the prefix" : "use a record, or leave out the prefix");
  }
  const Instance& around = *i.parent;
  if (!type.leaf()) check_kind_inside(session_, i, *type.cls->def);
  std::string outer;
  if (e.causality != Causality::none && around.causality != Causality::none)
    outer = around.causality == Causality::input ? "input" : "output";
  if ((e.flow || e.stream) && (around.flow || around.stream)) outer = around.flow ? "flow" : "stream";
  if (!outer.empty())
    session_.fail(i.place, Kind::structure,
                  fmt::format("{} is '{}', but {} is '{}' as a whole", quote(i.path()),
                              e.flow || e.stream ? (e.flow ? "flow" : "stream") : causality,
                              quote(around.path()), outer),
                  "leave out one of the prefixes");
}

}  // namespace trammel::modelica
