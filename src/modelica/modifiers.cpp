// modelica/modifiers.cpp: modifiers as they are written, in the scope where they are written, and merged
// [MLS36, 7.2].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/names.hpp"

namespace trammel::modelica {
namespace {

std::shared_ptr<const Redeclaration> chained(const std::shared_ptr<const Redeclaration>& outer,
                                             const std::shared_ptr<const Redeclaration>& inner) {
  if (!outer || outer == inner) return inner;
  const bool stands_on_it = outer->element->definition && outer->element->definition->extends_itself;
  if (!inner || outer->element == inner->element) return outer;
  if (stands_on_it)
    return std::make_shared<const Redeclaration>(
        Redeclaration{outer->element, outer->scope, chained(outer->inner, inner), outer->own, outer->below});
  if (!inner->own && !inner->below) return outer;
  Redeclaration by =
      *outer;  // what the other one's constraining clause says holds for this one [MLS36, 7.3.2]
  Modifier below;
  for (const auto& more : {outer->below, inner->own, inner->below})
    if (more) below.merge_under(*more);
  by.below = std::make_shared<const Modifier>(std::move(below));
  return std::make_shared<const Redeclaration>(std::move(by));
}

}  // namespace

void Modifier::mark_below_value() {
  below_value = true;
  for (auto& [name, part] : parts) part.mark_below_value();
}

void Modifier::merge_under(const Modifier& inner) {
  const bool has_value = static_cast<bool>(binding);
  if (inner.final_ && ((binding && inner.binding) || (!parts.empty() && !inner.parts.empty())))
    overrides_final = true;
  if (inner.final_ && redeclare && (!inner.redeclare || redeclare->element != inner.redeclare->element))
    overrides_final = true;
  overrides_final = overrides_final || inner.overrides_final;
  if (!binding && inner.binding && !no_value) {
    binding = inner.binding;
    place = inner.place;
    each = inner.each;
    below_value = inner.below_value;
  }
  final_ = final_ || inner.final_;
  removed = removed || inner.removed;
  redeclare = chained(redeclare, inner.redeclare);
  for (const auto& [name, theirs] : inner.parts) {
    const auto mine = std::ranges::find(parts, name, [](const auto& p) { return p.first; });
    if (mine == parts.end()) {
      parts.emplace_back(name, theirs);
      if (has_value) parts.back().second.mark_below_value();
    } else if (has_value) {
      Modifier below = theirs;
      below.mark_below_value();
      mine->second.merge_under(below);
    } else {
      mine->second.merge_under(theirs);
    }
  }
}

Modifier Modifier::element(const Shape& index, const Shape& size) const {
  Modifier m = *this;
  if (each) {  // for this array; one further in takes its value apart again
    m.each = false;
    return m;
  }
  if (m.binding) m.binding.steps.push_back({.index = index, .size = size});
  for (auto& [name, part] : m.parts) part = part.element(index, size);
  return m;
}

std::shared_ptr<const Redeclaration> Names::redeclaration(const Element& element, Class& cls,
                                                          const Scope& scope) {
  Redeclaration by{&element, &cls};
  if (element.constraint && element.constraint->modification)
    by.own = std::make_shared<const Modifier>(read(element.constraint->modification.get(), scope));
  return std::make_shared<const Redeclaration>(std::move(by));
}

Modifier Names::read_argument(const Argument& a, const Scope& scope) {
  Modifier inner = read(a.modification.get(), scope);
  if (!a.modification) inner.place = a.place;
  inner.named = a.place;
  inner.each = a.each;
  inner.final_ = a.final_;
  inner.removed = a.removed;
  if (a.redeclaration) {
    inner.redeclare = redeclaration(*a.redeclaration, *scope.cls, scope);
    inner.place = a.place;
  }
  for (std::size_t k = a.name.size(); k-- > 1;) {
    Modifier outer;
    outer.place = a.place;
    outer.each = a.each;
    outer.parts.emplace_back(a.name[k], std::move(inner));
    inner = std::move(outer);
  }
  return inner;
}

// A modifier, and what the component says that it puts in place.
Modifier Names::with_redeclared(Modifier m, const Scope& scope) {
  if (m.redeclare && m.redeclare->element->kind == Element::Kind::component)
    m.merge_under(read(m.redeclare->element->components[0].modification.get(), scope));
  return m;
}

Modifier Names::read(const Modification* modification, const Scope& scope) {
  Modifier m;
  if (modification == nullptr) return m;
  m.place = modification->place;
  m.no_value = modification->no_value;
  if (modification->value) m.binding = {modification->value.get(), {scope.self, scope.cls, nullptr}, {}};
  for (const Argument& a : modification->arguments) {
    Modifier inner = read_argument(a, scope);
    if (const Modifier* twice = m.part(a.name[0])) {
      const auto conflict = [&](const auto& self, const Modifier& one, const Modifier& other_one) -> bool {
        if (one.redeclare && other_one.redeclare) return true;
        const Modifier x = with_redeclared(one, scope), y = with_redeclared(other_one, scope);
        if (x.binding && y.binding) return true;
        return std::ranges::any_of(x.parts, [&](const auto& p) {
          const Modifier* other = y.part(p.first);
          return other && self(self, p.second, *other);
        });
      };
      if (conflict(conflict, *twice, inner))
        session_.fail(a.place, Kind::name, fmt::format("{} is modified twice", quote(a.name[0])),
                      "remove one of them");
      Modifier joined;
      joined.parts.emplace_back(a.name[0], std::move(inner));
      m.merge_under(joined);
    } else {
      m.parts.emplace_back(a.name[0], std::move(inner));
    }
  }
  return m;
}

}  // namespace trammel::modelica
