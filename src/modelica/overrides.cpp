// modelica/overrides.cpp: a parameter that is set from outside. A number takes the place of the value that the text
// gives; an expression takes the place of its text, so that sizes, fields of records and types follow it.
#include "modelica/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {

Overrides::Overrides(Session& session, const LoadOptions& options) : session_(session) {
  for (const auto& [name, number] : options.parameters) given_[name] = {.number = number};
  for (const auto& [name, text] : options.values) given_[name] = {.text = text};
}

Overrides::Given* Overrides::find(const std::string& name) {
  const auto at = given_.find(name);
  return at == given_.end() ? nullptr : &at->second;
}

bool Overrides::contain(const std::string& name) const {
  const auto at = given_.lower_bound(name + "[");
  return given_.contains(name) || (at != given_.end() && at->first.starts_with(name + "["));
}

const Expression& Overrides::expression(const std::string& name, Given& given) {
  if (given.value) return *given.value;
  const std::string source = "-p " + name;
  const int file = static_cast<int>(session_.files.size());
  session_.files.push_back(source);
  Parser parser(given.text, file, source, session_.left() / cost::syntax);
  given.value = parser.whole_expression();
  session_.spend(parser.nodes() * cost::syntax, given.value->place);
  return *given.value;
}

std::vector<std::string> Overrides::unused() const {
  std::vector<std::string> names;
  for (const auto& [name, given] : given_)
    if (!given.used) names.push_back(name);
  return names;
}

namespace {

// Not the text is wrong, but what was typed: no place.
[[noreturn]] void refuse(const std::string& what, const std::string& message, const std::string& hint = {}) {
  throw Error(Kind::usage, message, {.variables = {what}}, hint);
}

void check_may_be_set(const Instance& p, const std::string& name) {
  if (p.final_ || p.variability == Variability::constant)
    refuse(name, fmt::format("{} is {} and cannot be set from outside", quote(name),
                             p.final_ ? "final" : "a constant"));
}

std::string literals_of(const ClassDef& type) {
  std::vector<std::string> names;
  for (const std::string& literal : type.literals) names.push_back(type.name + "." + literal);
  return "one of: " + listed(names, 10);
}

// Without its quotes a text would be read as an expression, with a message about names or signs.
void check_text(const Instance& p, const std::string& name, const Overrides::Given& given) {
  if (p.base == Base::text && given.text.find('"') == std::string::npos)
    refuse(name, fmt::format("{} is a String, and {} is none", quote(name), quote(given.text)),
           fmt::format("put it in double quotes, and all in single ones for the shell: -p '{}=\"{}\"'", name,
                       given.text));
}

void check_number(const Instance& p, const std::string& name, double number) {
  const bool whole = number == std::floor(number) && std::fabs(number) < 1e15;
  switch (p.base) {
    case Base::text:
      refuse(name, fmt::format("{} is a String and cannot be set to a number", quote(name)),
             fmt::format("-p '{}=\"text\"'", name));
    case Base::boolean:
      if (number != 0 && number != 1)
        refuse(name, fmt::format("{} is a Boolean, and {:.15g} is none", quote(name), number),
               "true or false");
      return;
    case Base::enumeration:
      if (!whole || number < 1 || number > static_cast<double>(p.type->literals.size()))
        refuse(name,
               fmt::format("{} is an enumeration, and {:.15g} is none of its literals", quote(name), number),
               literals_of(*p.type));
      return;
    case Base::integer:
      if (!whole) refuse(name, fmt::format("{} needs a whole number, not {}", quote(name), number));
      return;
    default:
      return;
  }
}

}  // namespace

// Names in it are those of the model; the type of an enumeration may be named as where the parameter is declared.
Scope Elaborator::scope_of_override(const Instance& p, const Expression& value) {
  const Scope of_model{root_, root_->bodies.empty() ? root_->cls : root_->bodies.back(), nullptr};
  if (value.node != modelica::Node::reference || value.parts.size() < 2) return of_model;
  if (names_.declared(*of_model.cls, value.parts[0].name)) return of_model;
  std::vector<std::string> type;
  for (const Part& part : value.parts) type.push_back(part.name);
  type.pop_back();
  return names_.find_path(type, *of_model.cls) ? of_model : p.scope();
}

// Before its class and size are known: they may follow from the value.
void Elaborator::take_expression(Instance& i, const Type& type) {
  if (overrides_.empty() || i.of_package || root_ == nullptr) return;
  const std::string name = display(i);
  Overrides::Given* given = overrides_.find(name);
  if (given == nullptr || given->text.empty()) return;
  given->used = true;
  check_may_be_set(i, name);
  if (i.variability < Variability::parameter && i.causality != Causality::input)
    refuse(name, fmt::format("{} is a variable, not a parameter", quote(name)),
           "set its start value with --start");
  if (type.builtin) {
    i.base = *type.builtin;
    check_text(i, name, *given);
  }
  const Expression& value = overrides_.expression(name, *given);
  i.modifier.binding = {.value = &value, .scope = scope_of_override(i, value)};
  i.modifier.place = value.place;
  i.modifier.each = false;
  for (auto& [field, part] : i.modifier.parts) part.mark_below_value();
}

Expr Elaborator::given_value(const Instance& p, const std::string& element, Overrides::Given& given) {
  given.used = true;
  if (given.text.empty()) {
    check_number(p, element, given.number);
    return g_.constant(given.number);
  }
  check_text(p, element, given);
  const Expression& e = overrides_.expression(element, given);
  const Shape scalar;
  const auto what = [&] { return fmt::format("the value of {}", quote(element)); };
  return convert(constant(e, scope_of_override(p, e), "the value of a parameter"), p.base, p.type, &scalar,
                 e.place, what)
      .data[0];
}

void Elaborator::take_override(Instance& p) {
  if (overrides_.empty() || p.parent == nullptr || p.of_package) return;
  const std::string name = display(p);
  for (std::int64_t k = 0; k < count(p.shape); ++k) {
    const std::string element = element_name(name, p.shape, k);
    Overrides::Given* given = overrides_.find(element);
    if (given == nullptr || (!given->text.empty() && p.shape.empty())) continue;
    check_may_be_set(p, element);
    const Expr value = given_value(p, element, *given);
    p.unknown = false;
    if (p.value.data.size() != static_cast<std::size_t>(count(p.shape))) {
      p.value.base = p.base;
      p.value.shape = p.shape;
      p.value.data.assign(static_cast<std::size_t>(count(p.shape)), g_.constant(0));
    }
    p.value.data[k] = value;
    if (p.formula && static_cast<std::size_t>(k) < p.formula->data.size())
      p.formula->data[k] = p.value.data[k];
  }
}

}  // namespace trammel::modelica
