// modelica/imports.cpp: names that imports bring into a class [MLS36, 13.2.1].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/library.hpp"
#include "modelica/names.hpp"

namespace trammel::modelica {

const Names::Imported& Names::imported(const std::string& name, Class& cls) {
  static const Imported nothing;
  if (cls.def->imports.empty()) return nothing;
  auto& known = imported_[cls.def];
  const auto at = known.find(name);
  if (at != known.end()) return at->second;
  known.emplace(name, Imported{});  // while it is looked for, it is not there
  Imported found = find_import(name, cls);
  return imported_[cls.def][name] = std::move(found);
}

Names::Imported Names::in_package(const std::vector<std::string>& path, const std::string& name, bool all) {
  Imported found;
  Class* package = from_root(path);
  if (package == nullptr) return found;
  if (all) {
    const ClassDef* def = declared_class(*package, name);
    const ClassDef::Declared* component = def ? nullptr : declared(*package, name);
    const Element* element = def ? def->element : component ? component->element : nullptr;
    if (element && element->is_protected) return found;
  }
  found.cls = all || !is_unit_package(*package->def) ? member(*package, name) : step(*package, name);
  if (found.cls) return found;
  const ClassDef* literals = enumeration(*package);
  if (declared(*package, name) ||
      (literals && std::ranges::find(literals->literals, name) != literals->literals.end())) {
    found.holder = package;
    found.name = name;
  }
  return found;
}

// Imports are from packages; models are in use as packages of data only [MLS36, 13.2.1].
void Names::check_import(const std::vector<std::string>& path, const Element& import) {
  const Class* from = from_root(path);
  if (from == nullptr || from == root_) return;
  const std::string& kind = from->def->restriction;
  if (kind == "model" || kind == "block")
    session_.fail(import.type.place, Kind::structure,
                  fmt::format("{} is a {}; imports are from packages", quote(from->def->path()), kind),
                  "use the whole name");
}

// Those that name it first, then those of whole packages.
Names::Imported Names::find_import(const std::string& name, Class& cls) {
  for (const Element* import : cls.def->imports) {
    const Element& e = *import;
    if (e.all) continue;
    std::vector<std::string> path = e.type.name;
    Imported found;
    if (!e.selected.empty()) {
      if (std::ranges::find(e.selected, name) != e.selected.end()) found = in_package(path, name, false);
    } else if ((e.alias.empty() ? path.back() : e.alias) == name) {
      const std::string last = path.back();
      path.pop_back();
      check_import(path, e);
      if (Class* package = from_root(path)) check_public(*package, last, cls, e.type.place);
      found = in_package(path, last, false);
    }
    if (found) return found;
  }
  Imported first;
  for (const Element* import : cls.def->imports) {
    if (!import->all) continue;
    if (from_root(import->type.name) == nullptr)
      session_.note(fmt::format("{}: there is no package {} to import from",
                                session_.shown(import->type.place),
                                quote(fmt::format("{}", fmt::join(import->type.name, ".")))));
    check_import(import->type.name, *import);
    Imported found = in_package(import->type.name, name, true);
    found.import = import;
    if (!found) continue;
    if (first && (found.cls != first.cls || found.holder != first.holder))
      session_.fail(import->type.place, Kind::name,
                    fmt::format("{} comes from {} and from {}", quote(name),
                                quote(fmt::format("{}", fmt::join(first.import->type.name, "."))),
                                quote(fmt::format("{}", fmt::join(import->type.name, ".")))),
                    "import it from one of them by its name");
    if (!first) first = std::move(found);
  }
  return first;
}

}  // namespace trammel::modelica
