// modelica/event_expressions.cpp: relations that are watched, pre(x), and what a model asserts.
#include <fmt/format.h>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

// The literal pieces of a message; what is known only during the run is left out.
std::string literal_text(const Expression& e) {
  if (e.node == modelica::Node::text) return e.text;
  std::string text;
  if (e.node == modelica::Node::sum)
    for (const ExpressionPtr& part : e.args) text += literal_text(*part);
  return text.empty() ? "..." : text;
}

}  // namespace

// In functions and noEvent(..), and in the bodies of when-clauses, relations are evaluated as they stand.
void Elaborator::watch(Expr value, Expr zero, model::Relation::Kind kind, Place place) {
  if (events_off_ || numeric_ || in_function() || g_.is_constant(value)) return;
  events_.relation(value, zero, kind, place);
}

Value Elaborator::variable(const Expression& e, const Scope& scope) {
  return node_value(locate(e, scope), e.place);
}

Value Elaborator::pre(const Expression& e, const Scope& scope) {
  const Expression& of = *e.args[0];
  const std::string& name = e.parts[0].name;
  if (of.node != modelica::Node::reference)
    session_.fail(of.place, Kind::structure, fmt::format("{} needs a variable, not an expression", name),
                  "give the expression a name");
  const Restore<bool> symbolic(numeric_, false);
  Value v = variable(of, scope);
  if (v.base == Base::record || v.base == Base::text)
    session_.fail(of.place, Kind::structure, fmt::format("{} needs a variable, not {}", name, type_name(v)));
  const auto type = v.base == Base::real      ? model::Discrete::Type::real
                    : v.base == Base::boolean ? model::Discrete::Type::boolean
                                              : model::Discrete::Type::integer;
  for (Expr& x : v.data) {
    const bool discrete =
        events_.assigned_in_when(x) || (g_.op(x) == Op::symbol && (v.base != Base::real || in_when_));
    if (!discrete)
      session_.fail(
          of.place, Kind::structure,
          fmt::format("{} needs a discrete variable, but {} is {}", name, quote(of.parts.back().name),
                      g_.op(x) == Op::symbol ? "continuous" : "no variable"),
          "outside of when-clauses, only what a when-clause assigns and Booleans and Integers have a "
          "value before an event");
    x = events_.pre(x, type, of.place);
  }
  return v;
}

Expr Elaborator::matters() {
  Expr all = path_condition();
  for (const Expr guard : guards_) all = g_.apply(Op::logical_and, all, guard);
  return all;
}

std::string Elaborator::message_of(const Expression& e, const Scope& scope) {
  try {
    const Value text = number(e, scope);
    if (text.base != Base::text || !text.scalar())
      session_.fail(e.place, Kind::structure,
                    fmt::format("the message must be a String, not {}", type_name(text)));
    if (g_.is_constant(text.data[0])) return session_.text(text.data[0]);
  } catch (const Error&) {
    if (e.node != modelica::Node::sum && e.node != modelica::Node::call) throw;
  }
  return literal_text(e);
}

// What depends on parameters only is checked here and now; the rest goes with the model.
// AssertionLevel.warning, or a parameter with that value.
bool Elaborator::is_warning(const Expression& level, const Scope& scope) {
  if (level.node == modelica::Node::reference && level.parts.size() == 2 &&
      level.parts[0].name == "AssertionLevel")
    return level.parts[1].name == "warning";
  const Value v = constant(level, scope, "the level of an assertion");
  const double literal = v.scalar() && v.base == Base::enumeration ? g_.value(v.data[0]) : 0;
  return v.type && literal >= 1 && literal <= static_cast<double>(v.type->literals.size()) &&
         v.type->literals[static_cast<std::size_t>(literal) - 1] == "warning";
}

void Elaborator::check_assert(const Expression& e, const Scope& scope) {
  const Expression* parts[3] = {};  // condition, message, level
  for (std::size_t k = 0; k < e.args.size() && k < 3; ++k) parts[k] = e.args[k].get();
  if (e.more)
    for (const Named& n : e.more->named) {
      const int k = n.name == "condition" ? 0 : n.name == "message" ? 1 : n.name == "level" ? 2 : -1;
      if (k >= 0) parts[k] = n.value.get();
    }
  if (parts[0] == nullptr || parts[1] == nullptr || e.args.size() > 3)
    session_.fail(e.place, Kind::structure, "assert takes a condition, a message and perhaps a level");
  const Value early = number(*parts[0], scope);
  if (early.base != Base::boolean || !early.scalar())
    session_.fail(parts[0]->place, Kind::structure,
                  fmt::format("the condition of assert must be Boolean, not {}", type_name(early)));
  const bool known = g_.is_constant(early.data[0]);
  const Expr relevant = matters();
  if (known && g_.value(early.data[0]) != 0) return;
  if (parts[2] && (parts[2]->node == modelica::Node::number || parts[2]->node == modelica::Node::text ||
                   parts[2]->node == modelica::Node::boolean))
    session_.fail(parts[2]->place, Kind::structure,
                  "the level of assert is AssertionLevel.error or AssertionLevel.warning");
  const bool warning = parts[2] && is_warning(*parts[2], scope);
  const std::string message = message_of(*parts[1], scope);
  if (known && g_.is_constant(relevant, 1) && events_.branch == nullptr) {
    if (warning) return session_.note(fmt::format("{}: {}", session_.shown(e.place), message));
    session_.fail(e.place, Kind::structure, fmt::format("assertion failed: {}", message),
                  "change the parameters");
  }
  if (numeric_ || g_.is_constant(relevant, 0)) return;
  if (checking_) return;
  if (looping_)  // the values there are not those of variables
    return session_.note(
        fmt::format("{}: an assertion in a loop or a function whose length is known only while "
                    "the model runs is not checked",
                    session_.shown(e.place)));
  const Restore<bool> no_events(events_off_, true);  // it is looked at after each step
  const Expr condition = evaluate(*parts[0], scope).data[0];
  const Expr holds = g_.apply(Op::logical_or, g_.apply(Op::logical_not, relevant), condition);
  events_.assertion({holds, message, warning, events_.origin(e.place)});
}

void Elaborator::terminate(const Expression& e, const Scope& scope) {
  if (e.args.size() != 1) session_.fail(e.place, Kind::structure, "terminate takes one message");
  if (events_.branch == nullptr)
    session_.fail(e.place, Kind::structure, "terminate stands only in a when-clause",
                  "write when condition then terminate(message); end when");
  events_.branch->endings.push_back(
      {matters(), message_of(*e.args[0], scope), false, events_.origin(e.place)});
}

}  // namespace trammel::modelica
