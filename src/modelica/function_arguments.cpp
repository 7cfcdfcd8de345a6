// modelica/function_arguments.cpp: functions as arguments of functions [MLS36, 12.4.2].
//
// The value of such an argument is the number of a class with the arguments that are given already; it is
// called like any other function.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

bool Elaborator::takes_function(const Signature::Formal& f) {
  Class* cls = names_.find_path(f.element->type.name, *f.owner);
  return cls != nullptr && cls->def->is_function();
}

const Elaborator::FunctionValue* Elaborator::function_value(const Value& v) const {
  return v.base == Base::record && v.fields.empty() && v.data.size() == 1 && v.type && v.type->is_function()
             ? &function_values_[static_cast<std::size_t>(g_.value(v.data[0]))]
             : nullptr;
}

// A function and the functions that are its arguments. With others it is another function: a solver whose equation
// calls the solver for another equation does not call itself.
std::vector<const Class*> Elaborator::passed_functions(
    const Class& function, const std::vector<std::pair<std::string, Value>>& given) const {
  std::vector<const Class*> found = {&function};
  for (const auto& [name, value] : given)
    if (const FunctionValue* passed = function_value(value)) found.push_back(passed->cls);
  return found;
}

Value Elaborator::as_function(const Expression& e, const Scope& scope) {
  if (e.node != modelica::Node::reference && e.node != modelica::Node::partial_call)
    session_.fail(e.place, Kind::structure, "a function is expected here", "write its name");
  FunctionValue made;
  const Local* l = e.parts.size() == 1 ? local(scope, e.parts[0].name) : nullptr;
  if (const FunctionValue* passed = l ? function_value(l->value) : nullptr) {
    if (e.node == modelica::Node::reference) return l->value;
    made = *passed;
  } else {
    made.cls = callee(e, scope);
  }
  std::string name;
  for (const Part& part : e.parts) name += (name.empty() ? "" : ".") + part.name;
  if (made.cls == nullptr || names_.builtin(*made.cls) || !made.cls->def->is_function())
    session_.fail(e.place, Kind::name, fmt::format("there is no function {} to pass on", quote(name)),
                  "declare a function of that name");
  if (e.more)
    for (const Named& n : e.more->named) made.given.emplace_back(n.name, evaluate(*n.value, scope));
  Value v;
  v.base = Base::record;
  v.type = made.cls->def;
  v.data = {g_.constant(static_cast<double>(function_values_.size()))};
  function_values_.push_back(std::move(made));
  return v;
}

// What is given by position goes to the inputs that are still open.
std::vector<Value> Elaborator::call_value(const FunctionValue& function, const Expression& e,
                                          const Scope& scope) {
  std::vector<std::pair<std::string, Value>> given = function.given;
  Class& cls = *function.cls;
  const auto is_given = [&](const std::string& name) {
    return std::ranges::find(given, name, [](const auto& p) { return p.first; }) != given.end();
  };
  std::size_t next = 0;
  for (const auto& f : signature(cls).inputs) {
    if (next == e.args.size()) break;
    if (is_given(f.component->name)) continue;
    const Expression& value = *e.args[next++];
    given.emplace_back(f.component->name,
                       takes_function(f) ? as_function(value, scope) : evaluate(value, scope));
  }
  if (next < e.args.size())
    session_.fail(
        e.place, Kind::structure,
        fmt::format("{} takes {} arguments here, not {}", quote(e.parts[0].name), next, e.args.size()));
  if (e.more)
    for (const Named& n : e.more->named) {
      if (is_given(n.name))
        session_.fail(n.place, Kind::name, fmt::format("the input {} is given twice", quote(n.name)));
      given.emplace_back(n.name, evaluate(*n.value, scope));
    }
  return call_vectorized(cls, std::move(given), e.place);
}

}  // namespace trammel::modelica
