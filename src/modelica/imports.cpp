// modelica/imports.cpp: names that imports bring into a class [MLS36, 13.2.1].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/classes.hpp"
#include "modelica/library.hpp"

namespace trammel::modelica {

const ClassDef* Classes::through_imports(
    const std::string& name, const ClassDef& cls,
    const std::function<const ClassDef*(const std::vector<std::string>&, const std::string&, bool)>& look) {
  for (const Element* import : cls.imports) {
    const Element& e = *import;
    if (e.all) continue;
    const ClassDef* found = nullptr;
    std::vector<std::string> path = e.type.name;
    if (!e.selected.empty()) {
      if (std::ranges::find(e.selected, name) != e.selected.end()) found = look(path, name, false);
    } else if ((e.alias.empty() ? path.back() : e.alias) == name) {
      const std::string member_name = path.back();
      path.pop_back();
      found = look(path, member_name, false);
    }
    if (found) return found;
  }
  const ClassDef* first = nullptr;
  const Element* from = nullptr;
  for (const Element* import : cls.imports) {
    const ClassDef* found = import->all ? look(import->type.name, name, true) : nullptr;
    if (first && found && found != first)
      session_.fail(import->type.place, Kind::name,
                    fmt::format("{} comes from {} and from {}", quote(name),
                                quote(fmt::format("{}", fmt::join(from->type.name, "."))),
                                quote(fmt::format("{}", fmt::join(import->type.name, ".")))),
                    "import it from one of them by its name");
    if (first == nullptr && found) {
      first = found;
      from = import;
    }
  }
  return first;
}

const ClassDef* Classes::find_import(const std::string& name, const ClassDef& cls) {
  return through_imports(
      name, cls,
      [&](const std::vector<std::string>& path, const std::string& member_name, bool all) -> const ClassDef* {
        const ClassDef* package = find_from_root(path);
        if (package == nullptr) return nullptr;
        if (!all || !is_unit_package(*package)) return member(*package, member_name);
        const auto at = package->classes.find(member_name);
        return at == package->classes.end() ? nullptr : at->second;
      });
}

const ClassDef* Classes::imported_holder(const std::string& name, const ClassDef& cls,
                                         std::string& member_name) {
  return through_imports(
      name, cls,
      [&](const std::vector<std::string>& path, const std::string& wanted, bool) -> const ClassDef* {
        const ClassDef* holder = find_from_root(path);
        const Component* component = nullptr;
        if (holder == nullptr || component_of(*holder, wanted, &component) == nullptr) return nullptr;
        member_name = wanted;
        return holder;
      });
}

}  // namespace trammel::modelica
