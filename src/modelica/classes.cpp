#include "modelica/classes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/library.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {

// The built-in library, read once; every model's root shows its classes unless it has its own.
const ClassDef& Classes::library() {
  struct Library {
    Library() {
      root.restriction = "package";
      for (auto& def : Parser(library_text(), -1, "built-in library").parse().classes) {
        def->parent = &root;
        root.classes.emplace(def->name, def.get());
        owned.push_back(std::move(def));
      }
    }
    ClassDef root;
    std::vector<std::unique_ptr<ClassDef>> owned;
  };
  static const Library read;
  return read.root;
}

std::string ClassDef::path() const {
  std::string text = name;
  for (const ClassDef* c = parent; c && !c->name.empty(); c = c->parent) text.insert(0, c->name + ".");
  return text;
}

Classes::Classes(Session& session) : session_(session) {
  root_.restriction = "package";
  add_builtin("Real", Base::real);
  add_builtin("Integer", Base::integer);
  add_builtin("Boolean", Base::boolean);
  add_builtin("String", Base::text);
}

void Classes::add_builtin(const char* name, Base base) {
  auto def = std::make_unique<ClassDef>();
  def->name = name;
  def->restriction = "type";
  def->parent = &root_;
  builtins_[def.get()] = base;
  builtin_types_[static_cast<int>(base)] = def.get();
  root_.classes.emplace(def->name, def.get());
  owned_.push_back(std::move(def));
}

std::optional<Base> Classes::builtin(const ClassDef& cls) const {
  const auto at = builtins_.find(&cls);
  return at == builtins_.end() ? std::nullopt : std::optional(at->second);
}

StoredDefinition Classes::parse(const Source& source) {
  const int file = static_cast<int>(session_.files.size());
  session_.files.push_back(source.file);
  Parser parser(source.text, file, source.file, session_.left() / cost::syntax);
  StoredDefinition stored = parser.parse();
  if (!stored.errors.empty()) throw Errors(std::move(stored.errors));
  session_.spend(parser.nodes() * cost::syntax, {file, 1, 1});
  return stored;
}

void Classes::add(const Source& source) {
  StoredDefinition stored = parse(source);
  for (auto& def : stored.classes) pending_.push_back({std::move(def), stored.within});
}

void Classes::finish() {
  // Packages before what lies within them, whatever the order of the files.
  std::ranges::stable_sort(pending_, {}, [](const Pending& p) { return p.within.size(); });
  for (Pending& p : pending_) attach(std::move(p.def), p.within);
  pending_.clear();
}

void Classes::attach(std::unique_ptr<ClassDef> def, const std::vector<std::string>& within) {
  ClassDef* around = &root_;
  for (const std::string& part : within) {
    const ClassDef* known = nullptr;
    if (const auto at = around->classes.find(part); at != around->classes.end()) known = at->second;
    // A package that no file of the model defines may be a library's; else it exists all the same.
    if (known == nullptr && (around == &root_ || folders_.contains(around))) {
      known = nested(*around, part);
      if (known && known->place.file < 0) known = nullptr;  // the built-in one stands beside it
    }
    if (known == nullptr) {
      auto package = std::make_unique<ClassDef>();
      package->name = part;
      package->restriction = "package";
      package->place = def->place;
      package->parent = around;
      known = package.get();
      around->classes.emplace(package->name, package.get());
      owned_.push_back(std::move(package));
    }
    around = const_cast<ClassDef*>(known);
  }
  def->parent = around;
  note_uses(*def);
  const auto [at, fresh] = around->classes.try_emplace(def->name, def.get());
  if (!fresh)
    session_.fail(def->place, Kind::name,
                  builtins_.contains(at->second)
                      ? fmt::format("{} is a predefined type and cannot be a class", quote(def->name))
                      : fmt::format("there are two classes called {} (the other one: line {})",
                                    quote(def->name), at->second->place.line),
                  "rename one of them");
  owned_.push_back(std::move(def));
}

const ClassDef* Classes::nested(const ClassDef& cls, const std::string& name) {
  if (const auto own = cls.classes.find(name); own != cls.classes.end()) return own->second;
  if (const auto at = folders_.find(&cls); at != folders_.end()) {
    const auto file = at->second.files.find(name);
    if (file != at->second.files.end())
      return read_class(const_cast<ClassDef&>(cls), name, std::string(file->second));
  }
  if (&cls == &root_) {
    if (const Candidate* found = choose_version(name))
      return read_class(root_, name, std::string(found->path));
    return library_has(name) ? library().classes.at(name) : nullptr;
  }
  // Files `within Modelica` stand beside what is built in.
  if (cls.name == "Modelica" && cls.parent == &root_) {
    const ClassDef& ours = *library().classes.at("Modelica");
    const auto built_in = ours.classes.find(name);
    if (built_in != ours.classes.end()) return built_in->second;
  }
  return nullptr;
}

std::vector<std::string> Classes::names_in(const ClassDef& cls) const {
  std::vector<std::string> names;
  for (const auto& [name, def] : cls.classes) names.emplace_back(name);
  if (const auto at = folders_.find(&cls); at != folders_.end())
    for (const auto& [name, file] : at->second.files) names.push_back(name);
  if (&cls == &root_) {
    for (const auto& [name, found] : libraries_) names.push_back(name);
    names.insert(names.end(), library_names.begin(), library_names.end());
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void Classes::candidates(const ClassDef& cls, std::vector<const ClassDef*>& models) const {
  const bool is_model =
      cls.restriction == "model" || cls.restriction == "class" || cls.restriction == "block";
  if (is_model && !cls.partial && (cls.form == ClassDef::Form::long_ || cls.form == ClassDef::Form::short_))
    models.push_back(&cls);
  if (cls.restriction != "package") return;
  for (const Element& e : cls.elements)
    if (e.kind == Element::Kind::class_) candidates(*e.definition, models);
}

std::vector<const ClassDef*> Classes::models() const {
  std::vector<const ClassDef*> models;
  for (const auto& def : owned_)
    if (!builtins_.contains(def.get())) candidates(*def, models);
  return models;
}

}  // namespace trammel::modelica
