// modelica/function_variables.cpp: what a function or a record declares, and the values it starts with.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

// An array whose elements all have this value; of a record, every field carries the dimensions.
Value repeated(Session& session, const Value& one, const Shape& shape, Place place) {
  Value v = one;
  v.shape = shape;
  v.shape.insert(v.shape.end(), one.shape.begin(), one.shape.end());
  session.spend(count(shape) * static_cast<std::int64_t>(one.data.size()), place);
  v.data.clear();
  for (std::int64_t k = 0; k < count(shape); ++k)
    v.data.insert(v.data.end(), one.data.begin(), one.data.end());
  for (auto& [name, field] : v.fields) field = repeated(session, field, shape, place);
  return v;
}

bool is_colon(const ExpressionPtr& subscript) { return subscript->node == modelica::Node::colon; }

// Bits of the dimensions that are declared as ':'; an assignment decides their size [MLS36, 12.4.5].
std::uint32_t open_dimensions(const Component& component, const Element& element) {
  std::uint32_t bits = 0, bit = 1;
  for (const auto* list : {&component.subscripts, &element.subscripts})
    for (const ExpressionPtr& s : *list) {
      if (is_colon(s)) bits |= bit;
      bit <<= 1;
    }
  return bits;
}

}  // namespace

// Inputs, outputs and other variables of a function, or the fields of a record; those of base classes first.
const Elaborator::Signature& Elaborator::signature(Class& function) {
  const auto at = signatures_.find(&function);
  if (at != signatures_.end()) return at->second;
  Signature s;
  collect(function, s);
  return signatures_.emplace(&function, std::move(s)).first->second;
}

void Elaborator::collect(Class& cls, Signature& s) {
  const ClassDef& def = *cls.def;
  if (s.bodies.size() > deepest_tree)
    session_.fail(def.place, Kind::structure, fmt::format("the class {} extends itself", quote(def.path())));
  std::size_t next = 0;
  if (def.extends_itself) collect(names_.base(cls, next++), s);
  if (def.form == ClassDef::Form::short_ || def.form == ClassDef::Form::derivative)
    collect(names_.base(cls, next++), s);
  for (const Element& e : def.elements) {
    if (e.kind == Element::Kind::extends) {
      Class& base = names_.base(cls, next++);
      names_.check_kinds(def, *base.def, e.type.place);
      collect(base, s);
    }
    if (e.redeclare) continue;  // it is seen where the base class declares it
    for (const Component& c : e.components) collect(cls, e, c, s);
  }
  for (const Section& section : def.sections) {
    const Place place = section.clauses.empty() ? def.place : section.clauses[0].place;
    if (!section.algorithm && def.is_function())
      session_.fail(place, Kind::structure,
                    fmt::format("the function {} cannot have equations", quote(def.name)),
                    "write algorithm instead of equation, and := instead of =");
    if (def.is_function() && (section.initial || &section != def.sections.data()))  // [MLS36, 12.2]
      session_.fail(place, Kind::structure,
                    fmt::format("the function {} has {}", quote(def.name),
                                section.initial ? "an initial algorithm" : "two algorithm sections"),
                    "write one algorithm section");
  }
  s.bodies.push_back(&cls);
  if (def.external) s.external = &cls;
}

void Elaborator::collect(Class& cls, const Element& element, const Component& component, Signature& s) {
  Signature::Formal f{&element, &component, &cls, {}, false, element.causality};
  const Modifier* m = cls.part(component.name);
  if (m && m->redeclare && m->redeclare->element->kind == Element::Kind::component) {
    f.element = m->redeclare->element;
    f.owner = m->redeclare->scope;
    for (const Component& c : f.element->components)
      if (c.name == component.name) f.component = &c;
  }
  if (f.causality == Causality::none && cls.def->is_function())  // type In = input Real
    f.causality = resolve(f.element->type, *f.owner).causality;
  const std::string& name = component.name;
  for (const auto* list : {&s.inputs, &s.outputs, &s.locals})
    for (const Signature::Formal& old : *list) {
      if (old.component->name != name || old.component == f.component) continue;
      const Type a = resolve(old.element->type, *old.owner), b = resolve(f.element->type, *f.owner);
      if (old.causality == f.causality && a.cls->def == b.cls->def) return;  // inherited and repeated
      session_.fail(component.place, Kind::name,
                    fmt::format("{} is declared twice (the other one: line {})", quote(name),
                                old.component->place.line),
                    "rename one of them");
    }
  for (const auto* list : {&s.inputs, &s.outputs, &s.locals})
    for (const Signature::Formal& old : *list)
      if (old.component == f.component) return;  // inherited along two ways
  if (f.component->modification && f.component->modification->value)
    f.value = {f.component->modification->value.get(), {f.owner->self, f.owner, nullptr}, {}};
  if (m && m->binding) {
    f.value = m->binding;
    f.given = true;
  }
  if (cls.def->is_function() && f.causality == Causality::none && !element.is_protected &&
      element.variability < Variability::parameter)  // [MLS36, 12.2]
    session_.fail(
        component.place, Kind::structure,
        fmt::format("{} of the function {} is neither input nor output", quote(name), quote(cls.def->name)),
        "declare it behind 'protected'");
  if (cls.def->is_function() && f.causality != Causality::none && element.is_protected)  // [MLS36, 12.2]
    session_.fail(
        component.place, Kind::structure,
        fmt::format("the {} {} of the function {} is protected",
                    f.causality == Causality::input ? "input" : "output", quote(name), quote(cls.def->name)),
        "declare it before 'protected'");
  const bool field = cls.def->restriction == "record";
  auto& list = field || f.causality == Causality::input ? s.inputs
               : f.causality == Causality::output       ? s.outputs
                                                        : s.locals;
  list.push_back(std::move(f));
}

Value Elaborator::default_of(const Signature::Formal& f, Locals& locals) {
  if (f.given) return evaluate(f.value, numeric_);
  return evaluate(*f.value.value, {f.value.scope.self, f.value.scope.cls, &locals});
}

// The value with which a variable of a function starts; data is present even where nothing was assigned yet.
Value Elaborator::declare_local(const Signature::Formal& f, const Scope& scope, const Value* given,
                                Place place) {
  const Type type = resolve(f.element->type, *f.owner);
  const auto what = [&] {
    return fmt::format("{} {}", f.element->causality == Causality::input ? "the argument" : "the value of",
                       quote(f.component->name));
  };
  Shape shape;
  if (!opening_.empty() && opening_.back()->locals == scope.locals) {
    opening_.back()->forming = &f.component->name;
    opening_.back()->shape = &shape;
  }
  const auto add = [&](const std::vector<ExpressionPtr>& subscripts) {
    for (const ExpressionPtr& s : subscripts) {
      if (is_colon(s) && given == nullptr && type.leaf() && f.owner->def->is_function()) {
        shape.push_back(0);
      } else if (is_colon(s)) {
        if (given == nullptr || shape.size() >= given->shape.size())
          session_.fail(given ? place : s->place, Kind::structure,
                        given ? fmt::format("{} has too few dimensions: {}", what(), type_name(*given))
                              : fmt::format("the size of {} is not known", quote(f.component->name)));
        shape.push_back(given->shape[shape.size()]);
      } else {
        const Scope inside{scope.self, f.owner, scope.locals};
        const std::optional<std::int64_t> literals = type_size(*s, inside);
        shape.push_back(literals ? *literals
                                 : std::max<std::int64_t>(0, integer(*s, inside, "an array size")));
      }
    }
  };
  add(f.component->subscripts);
  add(f.element->subscripts);
  for (const std::int64_t d : type.shape)
    shape.push_back(d >= 0                                        ? d
                    : given && shape.size() < given->shape.size() ? given->shape[shape.size()]
                                                                  : 0);
  if (count(shape) > largest_array)
    session_.fail(f.component->place, Kind::usage,
                  fmt::format("the array {} is too large", quote(f.component->name)));
  if (!opening_.empty() && opening_.back()->locals == scope.locals) opening_.back()->forming = nullptr;
  session_.spend(count(shape), place);
  const bool leaf = type.leaf();
  if (given) {
    if (!leaf) {
      if (given->base != Base::record || given->shape != shape)
        session_.fail(place, Kind::structure,
                      fmt::format("{} must be the record {}, not {}", what(), quote(type.cls->def->name),
                                  type_name(*given)));
      return *given;
    }
    return convert(*given, type.builtin.value_or(Base::enumeration), type.enumeration(), &shape, place, what);
  }
  Value v;
  v.shape = shape;
  if (leaf) {
    v.base = type.builtin.value_or(Base::enumeration);
    v.type = type.enumeration();
    v.data.assign(static_cast<std::size_t>(count(shape)),
                  v.base == Base::text ? session_.text(std::string())
                                       : g_.constant(v.base == Base::enumeration ? 1 : 0));
    return v;
  }
  Value one = declare_record(f, type, scope, place);
  return shape.empty() ? one : repeated(session_, one, shape, place);
}

void Elaborator::declare_formal(const Signature::Formal& f, const Scope& scope) {
  Value v;
  if (f.value) v = default_of(f, *scope.locals);
  Value start = declare_local(f, scope, f.value ? &v : nullptr, f.component->place);
  const bool assigned = f.value || start.base == Base::record || count(start.shape) == 0;
  scope.locals->push_back({f.component->name, std::move(start), assigned, nullptr, false,
                           open_dimensions(*f.component, *f.element), false,
                           f.element->variability >= Variability::parameter});
}

// A record in a function: its fields start with what the declaration gives them, else with what the record
// does.
Value Elaborator::declare_record(const Signature::Formal& f, const Type& type, const Scope& scope,
                                 Place place) {
  const ClassDef& def = *type.cls->def;
  if (def.restriction != "record")
    session_.fail(f.component->place, Kind::structure,
                  fmt::format("{} cannot be a {} in a function", quote(f.component->name), def.restriction));
  if (functions_.size() > 60)
    session_.fail(f.component->place, Kind::structure, fmt::format("{} contains itself", quote(def.name)));
  Value v;
  v.base = Base::record;
  v.type = &def;
  std::map<std::string, const Expression*> given;
  if (f.component->modification)
    for (const Argument& a : f.component->modification->arguments) {
      if (a.name.size() != 1 || !a.modification || !a.modification->value ||
          !a.modification->arguments.empty())
        session_.fail(a.place, Kind::usage,
                      "only whole fields of a record can be given a value in a function",
                      "assign it in the algorithm");
      given.emplace(a.name[0], a.modification->value.get());
    }
  const Restore<std::vector<const Class*>> nested(functions_);
  functions_.push_back(type.cls);
  Locals fields;
  for (const auto& inner : signature(*type.cls).inputs) {
    const auto at = given.find(inner.component->name);
    const Modifier* below = type.modifier.part(inner.component->name);
    Value field = at != given.end()         ? evaluate(*at->second, {scope.self, f.owner, scope.locals})
                  : below && below->binding ? evaluate(below->binding, numeric_)
                  : inner.value             ? default_of(inner, fields)
                                            : Value{};
    const bool known = at != given.end() || (below && below->binding) || inner.value;
    if (at != given.end()) given.erase(at);
    field = declare_local(inner, {nullptr, inner.owner, &fields}, known ? &field : nullptr, place);
    fields.push_back({inner.component->name, field, true, nullptr});
    v.fields.emplace_back(inner.component->name, std::move(field));
  }
  if (!given.empty())
    session_.fail(f.component->place, Kind::name,
                  fmt::format("the record {} has no field {}", quote(def.name), quote(given.begin()->first)));
  return v;
}

}  // namespace trammel::modelica
