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

struct CallsItself : Error {
  CallsItself(const Class& f, const std::string& place)
      : Error(Kind::usage,
              fmt::format("{}: the function {} calls itself from an operator", place, quote(f.def->name)), {},
              "call it by its name"),
        function(&f) {}
  const Class* function;  // caught where this one was called first
};

// Arguments to names: by position, then by name.
std::vector<std::pair<std::string, const Expression*>> match(Session& session, const Expression& e,
                                                             const std::vector<std::string>& formals,
                                                             const std::string& name, const char* what) {
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

}  // namespace

Value Elaborator::call(const Expression& e, const Scope& scope) {
  std::vector<Value> results = call_all(e, scope);
  if (results.empty())
    session_.fail(e.place, Kind::structure,
                  fmt::format("the function {} has no result", quote(called_name(e))));
  return std::move(results[0]);
}

// The function that a call means; none: a predefined one, or nothing. What a class body calls is looked up
// once per class as its name finds it: only components can have other functions in its place.
Class* Elaborator::callee(const Expression& e, const Scope& scope) {
  const Class* where = scope.cls->pattern ? scope.cls->pattern : scope.cls;
  const auto known = called_.find({&e, where});
  if (known != called_.end() && (known->second == nullptr || where == scope.cls)) return known->second;
  const std::string& first = e.parts[0].name;
  Class* cls = nullptr;
  std::size_t k = 1;
  if (e.integer) {
    cls = names_.find(first, names_.root());
  } else if (e.parts.size() == 1) {
    cls = names_.find(first, *scope.cls);
  } else {
    const Found found = lookup(first, scope);
    cls = found.cls;
    Instance* component = found.component;
    for (; component && !component->leaf() && !component->is_array && k < e.parts.size(); ++k) {
      if (!component->named(e.parts[k].name)) {
        cls = component->cls;
        break;
      }
      component = child(*component, e.parts[k].name);
    }
  }
  for (; cls && k < e.parts.size(); ++k) {
    names_.check_public(*cls, e.parts[k].name, *scope.cls, e.place);
    cls = names_.step(*cls, e.parts[k].name);
  }
  called_[{&e, where}] = cls;
  return cls;
}

std::vector<Value> Elaborator::call_all(const Expression& e, const Scope& scope) {
  const std::string joined = e.parts.size() == 1 ? std::string() : called_name(e);
  const std::string& name = e.parts.size() == 1 ? e.parts[0].name : joined;
  if (!function_values_.empty() && e.parts.size() == 1)
    if (const Local* l = local(scope, name))
      if (const FunctionValue* function = function_value(l->value))
        return call_value(FunctionValue(*function), e, scope);
  Class* cls = callee(e, scope);
  if (cls == nullptr || names_.builtin(*cls)) {
    if (e.parts.size() == 1 && Builtins::known(name)) return {Builtins{*this, e, scope}.call(name)};
    if (e.parts[0].name == "Connections" && e.parts.size() == 2)
      if (const std::optional<Value> answer = graph_question(e, scope)) return {*answer};
    if (e.parts[0].name == "Connections")
      session_.fail(e.place, Kind::usage, fmt::format("'{}' is not a question about connections", name),
                    "Connections.isRoot and Connections.rooted are");
    if (e.parts[0].name == "Modelica" && cls == nullptr)
      session_.fail(e.place, Kind::name, fmt::format("function {} not found", quote(name)),
                    "name the folder of the Modelica Standard Library with -L DIR");
    if (local(scope, name) || (scope.self && scope.self->named(e.parts[0].name)))
      session_.fail(e.place, Kind::structure, fmt::format("{} is a variable, not a function", quote(name)),
                    "write * for a product, [ ] for subscripts");
    std::vector<std::string> names = Builtins::names();
    for (std::string& n : names_.visible(*scope.cls)) names.push_back(std::move(n));
    session_.fail(e.place, Kind::name,
                  fmt::format("function {} is not declared{}", quote(name), did_you_mean(name, names)));
  }
  if (const ClassDef* literals = names_.enumeration(*cls)) {
    if (e.args.size() != 1)
      session_.fail(e.place, Kind::structure, fmt::format("{} takes one Integer", quote(name)));
    Value v = evaluate(*e.args[0], scope);
    if (v.base != Base::integer || !v.scalar() || !is_number(v) || g_.value(v.data[0]) < 1 ||
        g_.value(v.data[0]) > static_cast<double>(literals->literals.size()))
      session_.fail(e.place, Kind::structure,
                    fmt::format("{} takes an Integer from 1 to {}", quote(name), literals->literals.size()));
    v.base = Base::enumeration;
    v.type = literals;
    return {v};
  }
  if (is_external_object(*cls)) {
    std::vector<std::string> formals;
    if (Class* constructor = names_.member(*cls, "constructor"))
      for (const auto& f : signature(*constructor).inputs) formals.push_back(f.component->name);
    std::vector<std::pair<std::string, Value>> given;
    for (const auto& [formal, value] : match(session_, e, formals, name, "input"))
      given.emplace_back(formal, number(*value, scope));
    return {external_object(*cls, std::move(given), e.place)};
  }
  Type type;
  if (!cls->def->is_function()) follow(type, *cls);
  if (type.cls && type.cls->def->restriction == "record") {
    if (type.cls->def->operator_)  // none: the fields in their order
      if (std::optional<Value> made = operated(*type.cls->def, "'constructor'", e, scope))
        return {std::move(*made)};
    std::vector<std::string> formals;
    for (const auto& f : signature(*cls).inputs)  // what cannot be modified is not given [MLS36, 12.6.1]
      if (!f.element->final_ && !(f.element->variability == Variability::constant && f.value))
        formals.push_back(f.component->name);
    std::vector<std::pair<std::string, Value>> given;
    for (const auto& [field, value] : match(session_, e, formals, cls->def->name, "field"))
      given.emplace_back(field, evaluate(*value, scope));
    return call_vectorized(*cls, std::move(given), e.place);
  }
  if (!cls->def->is_function())
    session_.fail(e.place, Kind::structure,
                  fmt::format("{} is a {}, not a function", quote(name), cls->def->restriction));
  return call_user(*cls, e, scope);
}

std::vector<Value> Elaborator::call_user(Class& function, const Expression& e, const Scope& scope) {
  const Signature& s = signature(function);
  std::vector<std::string> formals;
  for (const auto& f : s.inputs) formals.push_back(f.component->name);
  std::vector<std::pair<std::string, Value>> given;
  for (const auto& [name, value] : match(session_, e, formals, called_name(e), "input")) {
    const auto f = std::ranges::find(s.inputs, name, [](const auto& x) { return x.component->name; });
    const bool name_only =
        value->node == modelica::Node::reference || value->node == modelica::Node::partial_call;
    given.emplace_back(
        name, name_only && takes_function(*f) ? as_function(*value, scope) : evaluate(*value, scope));
  }
  try {
    return call_vectorized(function, std::move(given), e.place);
  } catch (const CallsItself& needs) {  // once more, as a routine, where it was called first
    if (std::ranges::find(functions_, needs.function) != functions_.end()) throw;
    recursive_.insert(needs.function);
  }
  return call_user(function, e, scope);
}

// A function of scalars applied to arrays is applied to each element [MLS36, 12.4.6]; so is that which makes records.
std::vector<Value> Elaborator::call_vectorized(Class& function,
                                               std::vector<std::pair<std::string, Value>> given,
                                               Place place) {
  const Signature& s = signature(function);
  Shape outer;
  std::vector<bool> spread(given.size());
  for (std::size_t k = 0; k < given.size(); ++k) {
    const auto f =
        std::ranges::find(s.inputs, given[k].first, [](const auto& x) { return x.component->name; });
    Type type;
    if (Class* cls = names_.find_path(f->element->type.name, *f->owner)) follow(type, *cls);
    const std::size_t rank =
        f->component->subscripts.size() + f->element->subscripts.size() + type.shape.size();
    if (given[k].second.shape.size() <= rank) continue;
    const Shape lead(given[k].second.shape.begin(),
                     given[k].second.shape.end() - static_cast<std::ptrdiff_t>(rank));
    if (!outer.empty() && outer != lead)
      session_.fail(place, Kind::structure,
                    fmt::format("{} is applied to arrays of sizes {} and {}", quote(function.def->name),
                                shown(outer), shown(lead)));
    outer = lead;
    spread[k] = true;
  }
  const bool record = !function.def->is_function();
  if (outer.empty() && record) return {construct(function, given, place)};
  if (outer.empty()) return invoke(function, std::move(given), place);
  std::vector<std::vector<Value>> columns(record ? 1 : s.outputs.size());
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
    std::vector<Value> outputs = record ? std::vector<Value>{construct(function, one, place)}
                                        : invoke(function, std::move(one), place);
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k].push_back(std::move(outputs.at(k)));
  }
  for (auto& column : columns) {
    Value v;
    v.shape = {0};
    if (!column.empty()) v = arithmetic_.stack(std::move(column), place);
    reshape(v, outer, 1);  // stack made one dimension
    results.push_back(std::move(v));
  }
  return results;
}

// A function that calls itself is written out as long as numbers decide whether it does.
std::vector<Value> Elaborator::invoke(Class& function, std::vector<std::pair<std::string, Value>> given,
                                      Place place) {
  if (recursive_.contains(&function)) return invoke_recursive(function, std::move(given), place);
  const std::vector<const Class*> passing = passed_functions(function, given);
  const bool runs = passing.size() > 1 ? std::ranges::find(passing_, passing) != passing_.end()
                                       : std::ranges::find(functions_, &function) != functions_.end();
  if (runs && !g_.is_constant(matters(), 1)) throw CallsItself(function, session_.shown(place));
  if (functions_.size() > deepest_tree)
    session_.fail(place, Kind::usage,
                  fmt::format("the function {} calls itself without end", quote(function.def->name)),
                  "look at the condition that ends it");
  if (function.def->annotation && !numeric_ && checked_.insert(&function).second)
    check_derivative(function, given, place);
  const Restore<std::vector<std::vector<const Class*>>> stack(passing_);
  if (passing.size() > 1) passing_.push_back(passing);
  return write_out(function, std::move(given), place);
}

void Elaborator::bind_inputs(Class& function, std::vector<std::pair<std::string, Value>> given,
                             Locals& locals, Place place) {
  for (const auto& f : signature(function).inputs) {
    const auto at = std::ranges::find(given, f.component->name, [](const auto& p) { return p.first; });
    Value v;
    if (at != given.end()) {
      v = std::move(at->second);
    } else if (f.value) {
      v = default_of(f, locals);
    } else {
      session_.fail(
          place, Kind::structure,
          fmt::format("the input {} of {} is missing", quote(f.component->name), quote(function.def->name)));
    }
    Value value = declare_local(f, {nullptr, &function, &locals}, &v, place);
    locals.push_back({f.component->name, std::move(value), true, nullptr, true});
  }
}

std::vector<Value> Elaborator::write_out(Class& function, std::vector<std::pair<std::string, Value>> given,
                                         Place place) {
  session_.spend(cost::call, place);
  const Signature& s = signature(function);
  if (function.def->form == ClassDef::Form::derivative)
    return partial_derivative(function, std::move(given), place);
  if (function.def->partial)
    session_.fail(place, Kind::structure,
                  fmt::format("the function {} is partial and cannot be called", quote(function.def->name)));
  const Restore<std::vector<const Class*>> stack(functions_);
  functions_.push_back(&function);
  const Restore<std::vector<Expr>> guards(guards_);
  if (const Expr path = path_condition(); !g_.is_constant(path)) guards_.push_back(path);
  const Restore<std::vector<Expr>> conditions(conditions_, {});
  const Restore<Expr> returned(returned_, g_.constant(0)), broken(broken_, g_.constant(0));
  Locals locals;
  const Scope scope{nullptr, &function, &locals};
  Opening opening{&locals, {}, scope};  // what is not there yet is declared when it is asked for
  for (const auto* list : {&s.outputs, &s.locals})
    for (const auto& f : *list) opening.left.push_back(&f);
  std::optional<Restore<std::vector<Opening*>>> openings(std::in_place, opening_);
  opening_.push_back(&opening);
  bind_inputs(function, std::move(given), locals, place);
  while (!opening.left.empty()) {
    const Signature::Formal& f = *opening.left.front();
    opening.left.erase(opening.left.begin());
    declare_formal(f, scope);
  }
  openings.reset();
  if (s.external) return call_external(function, scope, place);
  for (Class* body : s.bodies)
    for (const Section& section : body->def->sections)
      if (section.algorithm) run(section.clauses, {nullptr, body, &locals});
  std::vector<Value> results;
  for (const auto& f : s.outputs) {
    const Local* l = local(scope, f.component->name);
    if (!l->assigned)
      session_.fail(f.component->place, Kind::structure,
                    fmt::format("the output {} of the function {} gets no value", quote(f.component->name),
                                quote(function.def->name)));
    results.push_back(l->value);
  }
  return results;
}

// Point(x = 1, y = 2)
Value Elaborator::construct(Class& record, const std::vector<std::pair<std::string, Value>>& given,
                            Place place) {
  if (functions_.size() > 60)
    session_.fail(place, Kind::structure, fmt::format("{} contains itself", quote(record.def->name)));
  Value v;
  v.base = Base::record;
  Type type;
  follow(type, record);
  v.type = type.cls->def;
  Locals fields;
  for (const auto& f : signature(record).inputs) {
    const auto at = std::ranges::find(given, f.component->name, [](const auto& p) { return p.first; });
    if (at == given.end() && !f.value)
      session_.fail(
          place, Kind::structure,
          fmt::format("the field {} of {} is missing", quote(f.component->name), quote(record.def->name)));
    const Value value = at != given.end() ? at->second : default_of(f, fields);
    Value field = declare_local(f, {nullptr, f.owner, &fields}, &value, place);
    fields.push_back({f.component->name, field, true, nullptr});
    v.fields.emplace_back(f.component->name, std::move(field));
  }
  return v;
}

}  // namespace trammel::modelica
