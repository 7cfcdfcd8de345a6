// modelica/identical.cpp: a declaration that is inherited may be repeated word for word [MLS36, 7.1].
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

bool same(const Expression* a, const Expression* b);

template <class T>
bool same_list(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::equal(a, b, [](const T& x, const T& y) { return same(x.get(), y.get()); });
}

bool same(const Expression* a, const Expression* b) {
  if (a == b || a == nullptr || b == nullptr) return a == b;
  if (a->node != b->node || a->integer != b->integer || a->number != b->number || a->text != b->text)
    return false;
  if (!same_list(a->args, b->args) || (a->more == nullptr) != (b->more == nullptr)) return false;
  if (a->more) {
    if (a->more->rows != b->more->rows || !a->more->iterators.empty() || !b->more->iterators.empty())
      return false;
    if (!std::ranges::equal(a->more->named, b->more->named, [](const Named& x, const Named& y) {
          return x.name == y.name && same(x.value.get(), y.value.get());
        }))
      return false;
  }
  return std::ranges::equal(a->parts, b->parts, [](const Part& x, const Part& y) {
    return x.name == y.name && same_list(x.subscripts, y.subscripts);
  });
}

bool same(const Modification* a, const Modification* b) {
  const auto nothing = [](const Modification* m) {
    return m == nullptr || (m->arguments.empty() && !m->value);
  };
  if (nothing(a) || nothing(b)) return nothing(a) && nothing(b);
  return same(a->value.get(), b->value.get()) &&
         std::ranges::equal(a->arguments, b->arguments, [](const Argument& x, const Argument& y) {
           return x.name == y.name && x.each == y.each && x.final_ == y.final_ && !x.redeclaration &&
                  !y.redeclaration && same(x.modification.get(), y.modification.get());
         });
}

// An element of which two modifiers make different things; attributes of types do not count.
const std::pair<std::string, Modifier>* differing(const Modifier& a, const Modifier& b) {
  static constexpr std::array<std::string_view, 10> attributes = {
      "start", "fixed", "unit",    "displayUnit", "quantity",
      "min",   "max",   "nominal", "stateSelect", "unbounded"};
  static const Modifier none;
  for (const auto& part : a.parts) {
    const Modifier* p = b.part(part.first);
    const Modifier &x = part.second, &y = p ? *p : none;
    if (std::ranges::find(attributes, part.first) != attributes.end()) continue;
    if (!same(x.binding.value, y.binding.value) || x.removed != y.removed || differing(x, y)) return &part;
  }
  return nullptr;
}

}  // namespace

// The same class along two ways, with modifiers of its elements that differ on these ways.
void Elaborator::check_again(Class& first, Class& second) {
  static const Modifier none;
  const Modifier &a = first.modifier ? *first.modifier : none, &b = second.modifier ? *second.modifier : none;
  const auto own = [&](const Modifier& m) {  // what goes to elements of this class
    Modifier kept;
    for (const auto& part : m.parts)
      if (names_.declared(first, part.first)) kept.parts.push_back(part);
    return kept;
  };
  const Modifier of_first = own(a), of_second = own(b);
  const auto* part = differing(of_second, of_first);
  if (part == nullptr) part = differing(of_first, of_second);
  if (part)
    session_.fail(part->second.named, Kind::structure,
                  fmt::format("{} of {} is inherited along two ways with different modifiers",
                              quote(part->first), quote(first.def->path())),
                  "give it the same modifier on both ways");
}

bool Elaborator::identical(const Instance& old, Class& cls, const Element& element, const Component& c) {
  const Element& e = *old.element;
  if (old.declared_in->def == cls.def || e.variability != element.variability ||
      e.causality != element.causality || e.flow != element.flow || e.stream != element.stream ||
      e.inner != element.inner || e.outer != element.outer)
    return false;
  if (names_.require(element.type, cls, "class").def != names_.require(e.type, *old.declared_in, "class").def)
    return false;
  const Modification *a = old.component->modification.get(), *b = c.modification.get();
  const auto value = [](const Modification* m) { return m ? m->value.get() : nullptr; };
  if (!same_list(old.component->subscripts, c.subscripts) || !same_list(e.subscripts, element.subscripts) ||
      !same(old.component->condition.get(), c.condition.get()) || !same(value(a), value(b)))
    return false;
  // Libraries repeat declarations with other attributes; the first one counts, and people are told.
  if (!same(a, b))
    session_.note(fmt::format("{} is inherited twice with other attributes; those of {} count",
                              quote(old.path()), session_.shown(old.place)));
  return true;
}

}  // namespace trammel::modelica
