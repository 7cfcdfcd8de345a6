// modelica/reference.cpp: turns a name in an expression into a value.
//
// A name such as a.b[2].c may begin with a loop variable, a component, a class or an enumeration. It is
// looked up where it is written: first in its own class, then in the classes around it, from the inside to
// the outside [MLS36, 5.3.1]. Then its parts are followed one by one; an array of components fans out into
// the array of their values. Subscripts that only the run knows take the whole dimension, and a choice among
// its elements is left for the run. Read value.hpp first.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/subscript_check.hpp"

namespace trammel::modelica {

Local* Elaborator::local(const Scope& scope, const std::string& name) {
  if (scope.locals == nullptr) return nullptr;
  for (auto at = scope.locals->rbegin(); at != scope.locals->rend(); ++at)
    if (at->name == name) return &*at;
  // A variable of the function that is declared further down.
  if (opening_.empty() || opening_.back()->locals != scope.locals) return nullptr;
  Opening& opening = *opening_.back();
  const auto at = std::ranges::find(opening.left, name, [](const auto* f) { return f->component->name; });
  if (at == opening.left.end()) return nullptr;
  const Signature::Formal& f = **at;
  opening.left.erase(at);
  declare_formal(f, opening.scope);
  return local(scope, name);
}

std::optional<Shape> Elaborator::known_shape(const Expression& e, const Scope& scope) {
  if (e.node != modelica::Node::reference || e.parts.size() != 1 || e.integer || e.parts[0].subscripted)
    return std::nullopt;
  const std::string& name = e.parts[0].name;
  if (!opening_.empty() && opening_.back()->locals == scope.locals && opening_.back()->forming &&
      *opening_.back()->forming == name)
    return *opening_.back()->shape;
  if (const Local* l = local(scope, name)) return l->value.shape;
  if (scope.self == nullptr) return std::nullopt;
  const Instance* found = scope.self->named(name);
  if (found == nullptr || found->state != Instance::State::elaborating) return std::nullopt;
  return found->shape;
}

Value Elaborator::reference(const Expression& e, const Scope& scope) {
  const std::string& first = e.parts[0].name;
  if (e.integer) {
    Class* cls = names_.find(first, names_.root());
    if (cls == nullptr) refuse_name(e, scope);
    return from_class(*cls, e, 1, scope);
  }
  if (const Local* l = local(scope, first)) return from_local(*l, e, scope);
  const Found found = lookup(first, scope);
  if (Instance* i = found.component; i && e.parts.size() == 1 && i->leaf() && !i->absent) {
    session_.spend(1,
                   e.place);  // a variable by its own name, as most are: what `walk` finds, without the way
    if (!e.parts[0].subscripted) return leaf_value(*i, nullptr, e.place);
    const std::vector<Index> list = indices(e.parts[0].subscripts, i->shape, scope, e.place);
    if (!numeric_ && !checking_ && !looping_ && at_run_time(list))
      check_subscripts(events_, g_, list, i->shape, i->path(), matters(), e.place);
    return leaf_value(*i, &list, e.place);
  }
  if (found.component) return node_value(walk(*found.component, e, 0, scope, true), e.place);
  if (found.enumeration && e.parts.size() == 1) return literal(*found.enumeration, found.literal, e.place);
  if (first == "time" && e.parts.size() == 1) {
    if (in_function())
      session_.fail(e.place, Kind::structure, "a function cannot read the time", "pass it as an argument");
    if (e.parts[0].subscripted)
      session_.fail(e.place, Kind::structure, "time is a scalar and has no subscripts");
    const std::string& kind = scope.cls->def->restriction;
    if (kind == "record" || kind == "connector" || kind == "package")  // [MLS36, 3.6.7]
      session_.fail(e.place, Kind::structure,
                    fmt::format("the {} {} cannot read the time", kind, quote(scope.cls->def->name)),
                    "give the value in a model");
    return scalar_of(Base::real, g_.time());
  }
  if (found.cls == nullptr) refuse_name(e, scope);
  return from_class(*found.cls, e, 1, scope);
}

Value Elaborator::from_local(const Local& l, const Expression& e, const Scope& scope) {
  if (!l.assigned)
    session_.fail(e.place, Kind::structure, fmt::format("{} is read before it has a value", quote(l.name)),
                  "assign it first");
  if (e.parts.size() > 1) return steps(l.value, e, 0, scope);
  if (!e.parts[0].subscripted) return l.value;
  const std::vector<Index> list = indices(e.parts[0].subscripts, l.value.shape, scope, e.place);
  if (!numeric_ && !checking_ && !looping_ && at_run_time(list))
    check_subscripts(events_, g_, list, l.value.shape, l.name, matters(), e.place);
  Value v = select(session_, local(scope, e.parts[0].name)->value, list, e.place);
  if (looping_ && at_run_time(list)) outside_is_nan(g_, v, list, l.value.shape);
  return v;
}

// Subscripts and fields of a value, from part `part` on; the name of that part was used already.
Value Elaborator::steps(Value v, const Expression& e, std::size_t part, const Scope& scope) {
  std::vector<Index> list;
  const Shape shape = v.shape;
  if (e.parts[part].subscripted) {
    list = indices(e.parts[part].subscripts, v.shape, scope, e.place);
    if (!numeric_ && !checking_ && !looping_ && at_run_time(list))
      check_subscripts(events_, g_, list, v.shape, e.parts[part].name, matters(), e.place);
    v = select(session_, v, list, e.place);
  }
  for (std::size_t k = part + 1; k < e.parts.size(); ++k) {
    const Value* field = v.field(e.parts[k].name);
    if (field == nullptr) {
      std::vector<std::string> names;
      for (const auto& [n, f] : v.fields) names.push_back(n);
      session_.fail(e.place, Kind::name,
                    fmt::format("{} has no field {}{}", type_name(v), quote(e.parts[k].name),
                                did_you_mean(e.parts[k].name, names)));
    }
    Value next = *field;
    if (e.parts[k].subscripted) {
      // the record's own dimensions come first and are taken whole
      std::vector<Index> inside;
      for (const std::int64_t d : v.shape) {
        Index all;
        for (std::int64_t i = 1; i <= d; ++i) all.at.push_back(i);
        inside.push_back(std::move(all));
      }
      const Shape rest(next.shape.begin() + static_cast<std::ptrdiff_t>(v.shape.size()), next.shape.end());
      for (Index& i : indices(e.parts[k].subscripts, rest, scope, e.place)) inside.push_back(std::move(i));
      next = select(session_, next, inside, e.place);
    }
    v = std::move(next);
  }
  if (looping_ && at_run_time(list)) outside_is_nan(g_, v, list, shape);
  return v;
}

// In the class where the name is written, then in those around it; of the latter, only constants are visible
// [MLS36, 5.3.1].
Elaborator::Found Elaborator::lookup(const std::string& name, const Scope& scope) {
  Found found;
  // All components of an instance are seen by its own class.
  if (scope.self && scope.cls->self == scope.self && scope.cls->heir == nullptr &&
      !scope.cls->def->is_function())
    if ((found.component = child(*scope.self, name))) return found;
  for (Class* c = scope.cls; c; c = c->around) {
    const bool variables = !c->def->is_function() && !c->def->components.empty();
    if (variables || !names_.bases(*c).empty()) {
      if (!c->def->is_function() && names_.declared(*c, name)) {
        found.component = child(holder(*c), name);
        if (found.component && c != scope.cls && !found.component->of_package && !found.component->absent &&
            found.component->variability < Variability::parameter)
          session_.fail(found.component->place, Kind::structure,
                        fmt::format("{} is a variable; from a class inside, only constants are seen",
                                    quote(found.component->path())),
                        "pass it as a parameter or an input, or connect it");
        if (found.component) return found;
      }
    }
    if ((found.cls = names_.member(*c, name))) return found;
    if (const Names::Imported& other = names_.imported(name, *c); other) {
      if (other.cls) {
        found.cls = other.cls;
      } else if ((found.enumeration = names_.enumeration(*other.holder))) {
        found.literal = other.name;
      } else {
        found.component = child(holder(*other.holder), other.name);
      }
      return found;
    }
    if (c->def->encapsulated) break;
  }
  found.cls = names_.find(name, names_.root());
  return found;
}

Value Elaborator::literal(const ClassDef& type, const std::string& name, Place place) {
  const auto at = std::ranges::find(type.literals, name);
  if (at == type.literals.end())
    session_.fail(place, Kind::name,
                  fmt::format("the enumeration {} has no literal {}{}", quote(type.name), quote(name),
                              did_you_mean(name, type.literals)));
  Value v = scalar_of(Base::enumeration, g_.constant(static_cast<double>(at - type.literals.begin() + 1)));
  v.type = &type;
  return v;
}

// Package.constant, Enumeration.literal
Value Elaborator::from_class(Class& start, const Expression& e, std::size_t part, const Scope& scope) {
  Class* cls = &start;
  for (std::size_t k = part; k < e.parts.size(); ++k) {
    const std::string& name = e.parts[k].name;
    if (const ClassDef* type = names_.enumeration(*cls)) return literal(*type, name, e.place);
    names_.check_public(*cls, name, *scope.cls, e.place);
    if (names_.declared(*cls, name) && !cls->def->is_function()) {
      Instance* found = child(holder(*cls), name);
      if (found && found->absent)
        session_.fail(e.place, Kind::name,
                      fmt::format("{} is a variable of the class {}, not a constant", quote(name),
                                  quote(cls->def->path())),
                      "declare a component of that class and use its variable");
      if (found) return node_value(walk(*found, e, k, scope, true), e.place);
    }
    Class* next = names_.member(*cls, name);
    if (next == nullptr) {
      session_.fail(e.place, Kind::name,
                    fmt::format("there is no {} in {}{}", quote(name), quote(cls->def->path()),
                                did_you_mean(name, holder(*cls).names())));
    }
    cls = next;
  }
  session_.fail(e.place, Kind::name, fmt::format("{} is a class, not a value", quote(e.parts.back().name)));
}

void Elaborator::refuse_name(const Expression& e, const Scope& scope) {
  const std::string& first = e.parts[0].name;
  std::vector<std::string> names = names_.visible(*scope.cls);
  if (scope.self)
    for (std::string& name : scope.self->names()) names.push_back(std::move(name));
  if (scope.locals)
    for (const Local& l : *scope.locals) names.push_back(l.name);
  names.push_back("time");
  const std::string near = did_you_mean(first, names);
  const bool is_time = first == "t" && near.find("'time'") == std::string::npos;
  session_.fail(e.place, Kind::name, fmt::format("{} is not declared{}", quote(first), near),
                is_time ? "write time for the time" : "");
}

Elaborator::Node Elaborator::locate(const Expression& e, const Scope& scope) {
  if (e.node != modelica::Node::reference)
    session_.fail(e.place, Kind::structure, "a component was expected here");
  Instance* first = e.integer ? nullptr : lookup(e.parts[0].name, scope).component;
  if (first == nullptr) refuse_name(e, scope);
  return walk(*first, e, 0, scope);
}

// If only the run knows a subscript of components, the whole dimension is read, and `late` chooses from it.
static void postpone(std::vector<Index>& list, const Shape& shape, const Shape& outer,
                     std::vector<Index>& late) {
  const auto all = [](std::int64_t n) {
    Index whole;
    for (std::int64_t k = 1; k <= n; ++k) whole.at.push_back(k);
    return whole;
  };
  while (late.size() < outer.size()) late.push_back(all(outer[late.size()]));
  for (std::size_t d = 0; d < list.size(); ++d) {
    if (list[d].run_time) {
      late.push_back(list[d]);
      list[d] = all(shape[d]);
    } else if (!list[d].single) {
      late.push_back(all(static_cast<std::int64_t>(list[d].at.size())));
    }
  }
}

// Follows a.b[2].c from component to component; arrays of components fan out.
Elaborator::Node Elaborator::walk(Instance& first, const Expression& e, std::size_t part, const Scope& scope,
                                  bool reading) {
  Node node;
  node.instances = {&first};
  for (std::size_t k = part;; ++k) {
    const Part& p = e.parts[k];
    Few<Instance*, 1> found;
    Shape added;
    for (Instance* i : node.instances) {
      if (i->leaf() || !i->is_array) {
        found.push_back(i);
        continue;
      }
      std::vector<Index> list =
          p.subscripted ? indices(p.subscripts, i->shape, scope, e.place) : std::vector<Index>{};
      if (at_run_time(list)) {
        if (!reading)
          session_.fail(
              e.place, Kind::structure,
              fmt::format("a subscript of the components {} must be known before the run", quote(i->path())));
        if (!numeric_ && !checking_ && !looping_)
          check_subscripts(events_, g_, list, i->shape, i->path(), matters(), e.place);
        std::vector<Index> again;  // the first one decides for all
        postpone(list, i->shape, node.outer, i == node.instances[0] ? node.late : again);
      }
      added = selected_shape(i->shape, list);
      each_selected(i->shape, list,
                    [&](std::int64_t whole, std::int64_t) { found.push_back(i->elements[whole].get()); });
    }
    const bool array = !node.instances.empty() && !node.instances[0]->leaf() && node.instances[0]->is_array;
    if (array && found.empty() && k + 1 == e.parts.size()) node.record = node.instances[0]->cls->def;
    if (array)
      node.outer.insert(node.outer.end(), added.begin(), added.end());
    else if (p.subscripted && !node.instances.empty() && !node.instances[0]->leaf())
      session_.fail(e.place, Kind::structure,
                    fmt::format("{} is no array and has no subscripts", quote(node.instances[0]->path())));
    session_.spend(static_cast<std::int64_t>(found.size()), e.place);
    node.instances = std::move(found);
    if (!node.instances.empty() && node.instances[0]->leaf() && !node.instances[0]->absent && p.subscripted) {
      node.indices = indices(p.subscripts, node.instances[0]->shape, scope, e.place);
      node.indexed = true;
      if (!numeric_ && !checking_ && !looping_ && at_run_time(node.indices))
        check_subscripts(events_, g_, node.indices, node.instances[0]->shape, node.instances[0]->path(),
                         matters(), e.place);
    }
    if (k + 1 == e.parts.size()) return node;
    for (Instance*& i : node.instances) {
      if (i->absent) {  // what follows does not exist either
        Node nothing;
        nothing.instances = {i};
        return nothing;
      }
      if (i->leaf())
        session_.fail(
            e.place, Kind::name,
            fmt::format("{} has no part {}: it is a variable", quote(i->path()), quote(e.parts[k + 1].name)));
      Instance* next = child(*i, e.parts[k + 1].name);
      if (next == nullptr) {
        session_.fail(e.place, Kind::name,
                      fmt::format("no element {} in {} ({}){}", quote(e.parts[k + 1].name), i->cls->def->name,
                                  i->path(), did_you_mean(e.parts[k + 1].name, i->names())));
      }
      if (next->is_protected)
        session_.fail(e.place, Kind::structure,
                      fmt::format("{} is protected in {} and cannot be used from outside",
                                  quote(next->path()), quote(i->cls->def->name)),
                      "declare it in a public section");
      i = next;
    }
  }
}

}  // namespace trammel::modelica
