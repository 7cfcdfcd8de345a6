// modelica/modifiers.cpp: modifiers as they are written, in the scope where they are written.
#include <fmt/format.h>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

std::vector<std::string> names_of(const Instance& instance) {
  std::vector<std::string> names;
  for (const auto& [name, child] : instance.names) names.push_back(name);
  return names;
}

}  // namespace

Modifier Elaborator::read(const Modification* modification, const Scope& scope) {
  Modifier m;
  if (modification == nullptr) return m;
  m.place = modification->place;
  if (modification->value) m.binding = {modification->value.get(), {scope.self, scope.lexical, nullptr}, {}};
  for (const Argument& a : modification->arguments) {
    if (!a.refused.empty())
      session_.fail(a.place, Kind::usage, fmt::format("'{}' is not supported yet", a.refused),
                    a.refused == "break" ? "extend a class without this component"
                                         : "write the component's class directly");
    Modifier inner = read(a.modification.get(), scope);
    if (!a.modification) inner.place = a.place;
    inner.each = a.each;
    inner.final_ = a.final_;
    for (std::size_t k = a.name.size(); k-- > 1;) {
      Modifier outer;
      outer.place = a.place;
      outer.each = a.each;
      outer.parts.emplace_back(a.name[k], std::move(inner));
      inner = std::move(outer);
    }
    if (const Modifier* twice = m.part(a.name[0])) {
      if (twice->binding && inner.binding)
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

void Elaborator::check_names(const Modification* modification, Instance& instance) {
  if (modification == nullptr || instance.leaf()) return;
  for (const Argument& a : modification->arguments) {
    if (a.name.empty() || instance.names.contains(a.name[0])) continue;
    if (classes_.member(*instance.cls, a.name[0]))
      session_.fail(a.place, Kind::usage,
                    fmt::format("{} is a class; classes cannot be modified", quote(a.name[0])),
                    "modify the components");
    const std::string path = instance.path();
    session_.fail(a.place, Kind::name,
                  fmt::format("no element {} in {} (modifier {}){}", quote(a.name[0]), instance.cls->name,
                              quote(path.empty() ? a.name[0] : path + "." + a.name[0]),
                              did_you_mean(a.name[0], names_of(instance))));
  }
}

}  // namespace trammel::modelica
