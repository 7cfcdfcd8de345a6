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

}  // namespace

// Inputs, outputs and other variables of a function, or the fields of a record; those of base classes first.
const Elaborator::Signature& Elaborator::signature(const ClassDef& function) {
  const auto at = signatures_.find(&function);
  if (at != signatures_.end()) return at->second;
  Signature s;
  collect(function, {}, s);
  return signatures_.emplace(&function, std::move(s)).first->second;
}

void Elaborator::collect(const ClassDef& cls, const Modifier& modifier, Signature& s) {
  if (cls.operator_)
    session_.fail(cls.place, Kind::usage, "'operator' records and functions are not supported yet",
                  "use plain ones");
  if (cls.form == ClassDef::Form::derivative)
    session_.fail(cls.place, Kind::usage, "functions defined by 'der' are not supported yet",
                  "write the derivative as a function");
  if (std::ranges::find(s.bodies, &cls) != s.bodies.end() || s.bodies.size() > 200)
    session_.fail(cls.place, Kind::structure, fmt::format("the class {} extends itself", quote(cls.path())));
  s.bodies.push_back(&cls);
  const auto base = [&](const TypeName& type, const Modification* m, const ClassDef* lexical) {
    Modifier merged = modifier;
    merged.merge_under(read(m, {nullptr, lexical, nullptr}));
    collect(classes_.require(type, lexical, "class"), merged, s);
  };
  if (cls.form == ClassDef::Form::short_) base(cls.base, cls.base_modification.get(), cls.parent);
  for (const Element& e : cls.elements) {
    if (e.kind == Element::Kind::extends) base(e.type, e.modification.get(), &cls);
    for (const Component& c : e.components) {
      Signature::Formal f{&e, &c, &cls, nullptr, {nullptr, &cls, nullptr}};
      if (c.modification && c.modification->value) f.value = c.modification->value.get();
      if (const Modifier* m = modifier.part(c.name); m && m->binding) {
        f.value = m->binding.value;
        f.value_scope = m->binding.scope;
      }
      const bool field = cls.restriction == "record";
      auto& list = field || e.causality == Causality::input ? s.inputs
                   : e.causality == Causality::output       ? s.outputs
                                                            : s.locals;
      list.push_back(f);
    }
  }
  if (cls.external) s.external = &cls;
}

// The value with which a variable of a function starts; data is present even where nothing was assigned yet.
Value Elaborator::declare_local(const Signature::Formal& f, const Scope& scope, const Value* given,
                                Place place) {
  const Type type = resolve(f.element->type, f.owner, nullptr);
  const std::string what =
      fmt::format("{} {}", f.element->causality == Causality::input ? "the argument" : "the value of",
                  quote(f.component->name));
  Shape shape;
  const auto add = [&](const std::vector<ExpressionPtr>& subscripts) {
    for (const ExpressionPtr& s : subscripts) {
      if (s->node == modelica::Node::colon) {
        if (given == nullptr || shape.size() >= given->shape.size())
          session_.fail(given ? place : s->place, Kind::structure,
                        given ? fmt::format("{} has too few dimensions: {}", what, type_name(*given))
                              : fmt::format("the size of {} is not known", quote(f.component->name)));
        shape.push_back(given->shape[shape.size()]);
      } else {
        shape.push_back(
            std::max<std::int64_t>(0, integer(*s, {scope.self, f.owner, scope.locals}, "an array size")));
      }
    }
  };
  add(f.component->subscripts);
  add(f.element->subscripts);
  shape.insert(shape.end(), type.shape.begin(), type.shape.end());
  if (count(shape) > largest_array)
    session_.fail(f.component->place, Kind::usage,
                  fmt::format("the array {} is too large", quote(f.component->name)));
  session_.spend(count(shape), place);
  const bool leaf = type.builtin || type.cls->form == ClassDef::Form::enumeration;
  if (given) {
    if (!leaf) {
      if (given->base != Base::record || given->shape != shape)
        session_.fail(
            place, Kind::structure,
            fmt::format("{} must be the record {}, not {}", what, quote(type.cls->name), type_name(*given)));
      return *given;
    }
    return convert(*given, type.builtin.value_or(Base::enumeration), type.builtin ? nullptr : type.cls,
                   &shape, place, what);
  }
  Value v;
  v.shape = shape;
  if (leaf) {
    v.base = type.builtin.value_or(Base::enumeration);
    if (!type.builtin) v.type = type.cls;
    v.data.assign(static_cast<std::size_t>(count(shape)),
                  v.base == Base::text ? session_.text(std::string())
                                       : g_.constant(v.base == Base::enumeration ? 1 : 0));
    return v;
  }
  Value one = declare_record(f, type, scope, place);
  return shape.empty() ? one : repeated(session_, one, shape, place);
}

// A record in a function: its fields start with what the declaration gives them, else with what the record
// does.
Value Elaborator::declare_record(const Signature::Formal& f, const Type& type, const Scope& scope,
                                 Place place) {
  if (type.cls->restriction != "record")
    session_.fail(
        f.component->place, Kind::structure,
        fmt::format("{} cannot be a {} in a function", quote(f.component->name), type.cls->restriction));
  if (functions_.size() > 60)
    session_.fail(f.component->place, Kind::structure,
                  fmt::format("{} contains itself", quote(type.cls->name)));
  Value v;
  v.base = Base::record;
  v.type = type.cls;
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
  const Restore<std::vector<const ClassDef*>> nested(functions_);
  functions_.push_back(type.cls);
  Locals fields;
  for (const auto& inner : signature(*type.cls).inputs) {
    const auto at = given.find(inner.component->name);
    const Modifier* below = type.modifier.part(inner.component->name);
    Value field = at != given.end()         ? evaluate(*at->second, {scope.self, f.owner, scope.locals})
                  : below && below->binding ? evaluate(below->binding, numeric_)
                  : inner.value             ? evaluate(*inner.value, {nullptr, inner.owner, &fields})
                                            : Value{};
    const bool known = at != given.end() || (below && below->binding) || inner.value;
    if (at != given.end()) given.erase(at);
    field = declare_local(inner, {nullptr, inner.owner, &fields}, known ? &field : nullptr, place);
    fields.push_back({inner.component->name, field, true, nullptr});
    v.fields.emplace_back(inner.component->name, std::move(field));
  }
  if (!given.empty())
    session_.fail(
        f.component->place, Kind::name,
        fmt::format("the record {} has no field {}", quote(type.cls->name), quote(given.begin()->first)));
  return v;
}

}  // namespace trammel::modelica
