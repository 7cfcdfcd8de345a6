// modelica/types.cpp: what a type name and the sizes of a declaration mean: short classes followed to their
// end [MLS36, 4.5.1], dimensions added up [MLS36, 10.1].
#include <fmt/format.h>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

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

}  // namespace trammel::modelica
