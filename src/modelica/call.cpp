// modelica/call.cpp: calls of functions, which are inlined into the graph, so that they have derivatives.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/builtins.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

std::string called_name(const Expression& e) {
  std::string text;
  for (const Part& part : e.parts) text += (text.empty() ? "" : ".") + part.name;
  return text;
}

}  // namespace

Value Elaborator::call(const Expression& e, const Scope& scope) {
  std::vector<Value> results = call_all(e, scope);
  if (results.empty())
    session_.fail(e.place, Kind::structure,
                  fmt::format("the function {} has no result", quote(called_name(e))));
  return std::move(results[0]);
}

std::vector<Value> Elaborator::call_all(const Expression& e, const Scope& scope) {
  const std::string name = called_name(e);
  auto known = called_.find(&e);
  if (known == called_.end()) {
    std::vector<std::string> path;
    if (e.integer) path.emplace_back();
    for (const Part& part : e.parts) path.push_back(part.name);
    known = called_.emplace(&e, classes_.find_path(path, scope.lexical)).first;
  }
  const ClassDef* cls = known->second;
  if (cls == nullptr || classes_.builtin(*cls)) {
    if (e.parts.size() == 1 && Builtins::known(name)) return {Builtins{*this, e, scope}.call(name)};
    if (e.parts[0].name == "Connections")
      session_.fail(e.place, Kind::usage,
                    fmt::format("'{}' is not supported: overconstrained connections", name),
                    "write the constraint equations yourself");
    if (e.parts[0].name == "Modelica" && cls == nullptr)
      session_.fail(e.place, Kind::name, fmt::format("function {} not found", quote(name)),
                    "pass the library file, or export the model as Base Modelica");
    if (local(scope, name) || (scope.self && scope.self->names.contains(e.parts[0].name)))
      session_.fail(e.place, Kind::structure, fmt::format("{} is a variable, not a function", quote(name)),
                    "write * for a product, [ ] for subscripts");
    std::vector<std::string> names = Builtins::names();
    for (std::string& n : classes_.visible(scope.lexical)) names.push_back(std::move(n));
    session_.fail(e.place, Kind::name,
                  fmt::format("function {} is not declared{}", quote(name), did_you_mean(name, names)));
  }
  if (cls->form == ClassDef::Form::enumeration) {
    if (e.args.size() != 1)
      session_.fail(e.place, Kind::structure, fmt::format("{} takes one Integer", quote(name)));
    Value v = evaluate(*e.args[0], scope);
    if (v.base != Base::integer || !v.scalar() || !is_number(v) || g_.value(v.data[0]) < 1 ||
        g_.value(v.data[0]) > static_cast<double>(cls->literals.size()))
      session_.fail(e.place, Kind::structure,
                    fmt::format("{} takes an Integer from 1 to {}", quote(name), cls->literals.size()));
    v.base = Base::enumeration;
    v.type = cls;
    return {v};
  }
  Type type;
  if (!cls->is_function()) follow(type, *cls, nullptr);
  if (type.cls && type.cls->restriction == "record") return {construct(*cls, e, scope)};
  if (!cls->is_function())
    session_.fail(e.place, Kind::structure,
                  fmt::format("{} is a {}, not a function", quote(name), cls->restriction));
  return call_user(*cls, e, scope);
}

// Arguments to names: by position, then by name.
static std::vector<std::pair<std::string, const Expression*>> match(Session& session, const Expression& e,
                                                                    const std::vector<std::string>& formals,
                                                                    const std::string& name,
                                                                    const char* what) {
  if (e.args.size() > formals.size())
    session.fail(e.place, Kind::structure,
                 fmt::format("{} takes {} argument{}, not {}", quote(name), formals.size(),
                             formals.size() == 1 ? "" : "s", e.args.size()));
  std::vector<std::pair<std::string, const Expression*>> given;
  for (std::size_t k = 0; k < e.args.size(); ++k) given.emplace_back(formals[k], e.args[k].get());
  if (!e.more) return given;
  if (!e.more->iterators.empty())
    session.fail(e.place, Kind::usage, fmt::format("{} has no form with 'for'", quote(name)),
                 "write { .. for .. }");
  for (const Named& n : e.more->named) {
    if (std::ranges::find(formals, n.name) == formals.end())
      session.fail(
          n.place, Kind::name,
          fmt::format("{} has no {} {}{}", quote(name), what, quote(n.name), did_you_mean(n.name, formals)));
    if (std::ranges::find(given, n.name, [](const auto& p) { return p.first; }) != given.end())
      session.fail(n.place, Kind::name,
                   fmt::format("the {} {} of {} is given twice", what, quote(n.name), quote(name)));
    given.emplace_back(n.name, n.value.get());
  }
  return given;
}

std::vector<Value> Elaborator::call_user(const ClassDef& function, const Expression& e, const Scope& scope) {
  const Signature& s = signature(function);
  std::vector<std::string> formals;
  for (const auto& f : s.inputs) formals.push_back(f.component->name);
  std::vector<std::pair<std::string, Value>> given;
  for (const auto& [name, value] : match(session_, e, formals, called_name(e), "input"))
    given.emplace_back(name, evaluate(*value, scope));
  return call_vectorized(function, std::move(given), e.place);
}

// A function of scalars applied to arrays is applied to each element [MLS36, 12.4.6].
std::vector<Value> Elaborator::call_vectorized(const ClassDef& function,
                                               std::vector<std::pair<std::string, Value>> given,
                                               Place place) {
  const Signature& s = signature(function);
  Shape outer;
  std::vector<bool> spread(given.size());
  for (std::size_t k = 0; k < given.size(); ++k) {
    const auto f =
        std::ranges::find(s.inputs, given[k].first, [](const auto& x) { return x.component->name; });
    Type type;
    if (const ClassDef* cls = classes_.find_path(f->element->type.name, f->owner))
      follow(type, *cls, nullptr);
    const std::size_t rank =
        f->component->subscripts.size() + f->element->subscripts.size() + type.shape.size();
    if (given[k].second.shape.size() <= rank) continue;
    const Shape lead(given[k].second.shape.begin(),
                     given[k].second.shape.end() - static_cast<std::ptrdiff_t>(rank));
    if (!outer.empty() && outer != lead)
      session_.fail(place, Kind::structure,
                    fmt::format("{} is applied to arrays of sizes {} and {}", quote(function.name),
                                shown(outer), shown(lead)));
    outer = lead;
    spread[k] = true;
  }
  if (outer.empty()) return invoke(function, std::move(given), place);
  std::vector<std::vector<Value>> columns(s.outputs.size());
  std::vector<Value> results;
  for (std::int64_t at = 0; at < count(outer); ++at) {
    std::vector<Index> index(outer.size());
    for (std::size_t d = outer.size(), rest = static_cast<std::size_t>(at); d-- > 0;) {
      index[d] = {true, {static_cast<std::int64_t>(rest % static_cast<std::size_t>(outer[d])) + 1}, {}};
      rest /= static_cast<std::size_t>(outer[d]);
    }
    std::vector<std::pair<std::string, Value>> one = given;
    for (std::size_t k = 0; k < given.size(); ++k)
      if (spread[k]) one[k].second = select(session_, given[k].second, index, place);
    std::vector<Value> outputs = invoke(function, std::move(one), place);
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k].push_back(std::move(outputs.at(k)));
  }
  for (auto& column : columns) {
    Value v;
    if (!column.empty()) v = arithmetic_.stack(std::move(column), place);
    Shape shape = outer;
    if (!v.shape.empty()) shape.insert(shape.end(), v.shape.begin() + 1, v.shape.end());
    v.shape = std::move(shape);
    results.push_back(std::move(v));
  }
  return results;
}

std::vector<Value> Elaborator::invoke(const ClassDef& function,
                                      std::vector<std::pair<std::string, Value>> given, Place place) {
  if (std::ranges::find(functions_, &function) != functions_.end())
    session_.fail(
        place, Kind::usage,
        fmt::format("the function {} calls itself: recursion is not supported", quote(function.name)),
        "write a loop");
  session_.spend(cost::call, place);
  const Signature& s = signature(function);
  if (function.partial && s.bodies.size() == 1)
    session_.fail(place, Kind::structure,
                  fmt::format("the function {} is partial and cannot be called", quote(function.name)));
  const Restore<std::vector<const ClassDef*>> stack(functions_);
  functions_.push_back(&function);
  const Restore<std::vector<Expr>> guards(guards_);
  if (const Expr path = path_condition(); !g_.is_constant(path)) guards_.push_back(path);
  const Restore<std::vector<Expr>> conditions(conditions_, {});
  const Restore<Expr> returned(returned_, g_.constant(0)), broken(broken_, g_.constant(0));
  Locals locals;
  const Scope scope{nullptr, &function, &locals};
  for (const auto& f : s.inputs) {
    const auto at = std::ranges::find(given, f.component->name, [](const auto& p) { return p.first; });
    Value v;
    if (at != given.end()) {
      v = std::move(at->second);
    } else if (f.value) {
      v = evaluate(*f.value, {f.value_scope.self, f.value_scope.lexical, &locals});
    } else {
      session_.fail(
          place, Kind::structure,
          fmt::format("the input {} of {} is missing", quote(f.component->name), quote(function.name)));
    }
    locals.push_back({f.component->name, declare_local(f, scope, &v, place), true, nullptr, true});
  }
  if (s.external) {
    if (s.external->external_language != "builtin" || !s.external->external_call)
      session_.fail(place, Kind::usage,
                    fmt::format("the external {} function {} is not supported", s.external->external_language,
                                quote(function.name)),
                    "write it as a Modelica function");
    return {
        Builtins{*this, *s.external->external_call, scope}.call(s.external->external_call->parts[0].name)};
  }
  for (const auto* list : {&s.outputs, &s.locals})
    for (const auto& f : *list) {
      Value v;
      if (f.value) v = evaluate(*f.value, {f.value_scope.self, f.value_scope.lexical, &locals});
      Value start = declare_local(f, scope, f.value ? &v : nullptr, f.component->place);
      const bool assigned = f.value != nullptr || start.base == Base::record || count(start.shape) == 0;
      locals.push_back({f.component->name, std::move(start), assigned, nullptr});
    }
  for (const ClassDef* body : s.bodies)
    for (const Section& section : body->sections)
      if (section.algorithm) run(section.clauses, {nullptr, body, &locals});
  std::vector<Value> results;
  for (const auto& f : s.outputs) {
    const Local* l = local(scope, f.component->name);
    if (!l->assigned)
      session_.fail(f.component->place, Kind::structure,
                    fmt::format("the output {} of the function {} gets no value", quote(f.component->name),
                                quote(function.name)));
    results.push_back(l->value);
  }
  return results;
}

// Point(x = 1, y = 2)
Value Elaborator::construct(const ClassDef& record, const Expression& e, const Scope& scope) {
  const Signature& s = signature(record);
  std::vector<std::string> formals;
  for (const auto& f : s.inputs) formals.push_back(f.component->name);
  const auto given = match(session_, e, formals, record.name, "field");
  if (functions_.size() > 60)
    session_.fail(e.place, Kind::structure, fmt::format("{} contains itself", quote(record.name)));
  Value v;
  v.base = Base::record;
  v.type = &record;
  Type type;
  follow(type, record, nullptr);
  v.type = type.cls;
  Locals fields;
  for (const auto& f : s.inputs) {
    const auto at = std::ranges::find(given, f.component->name, [](const auto& p) { return p.first; });
    if (at == given.end() && f.value == nullptr)
      session_.fail(
          e.place, Kind::structure,
          fmt::format("the field {} of {} is missing", quote(f.component->name), quote(record.name)));
    const Value value = at != given.end()
                            ? evaluate(*at->second, scope)
                            : evaluate(*f.value, {f.value_scope.self, f.value_scope.lexical, &fields});
    Value field = declare_local(f, {nullptr, f.owner, &fields}, &value, e.place);
    fields.push_back({f.component->name, field, true, nullptr});
    v.fields.emplace_back(f.component->name, std::move(field));
  }
  return v;
}

}  // namespace trammel::modelica
