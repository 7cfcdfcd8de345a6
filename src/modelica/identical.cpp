// modelica/identical.cpp: a declaration that is inherited may be repeated word for word [MLS36, 7.1].
#include <fmt/format.h>

#include <algorithm>

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
  if (a == nullptr || b == nullptr) return a == b;
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

}  // namespace

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
