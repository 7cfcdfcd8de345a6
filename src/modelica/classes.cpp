#include "modelica/classes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/library.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {
namespace {

std::string joined(const std::vector<std::string>& name) {
  std::string text;
  for (const std::string& part : name) text += (text.empty() ? "" : ".") + part;
  return text;
}

}  // namespace

// The built-in library, read once; every model's root shows its classes unless it has its own.
const ClassDef& Classes::library() {
  struct Library {
    Library() {
      root.restriction = "package";
      Session session;  // reading it costs the model nothing
      for (auto& def : Parser(library_text(), -1, "built-in library").parse().classes) {
        def->parent = &root;
        link(*def, session);
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
  for (const ClassDef* c = parent; c && !c->name.empty(); c = c->parent) text = c->name + "." + text;
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
  root_.classes.emplace(def->name, def.get());
  owned_.push_back(std::move(def));
}

std::optional<Base> Classes::builtin(const ClassDef& cls) const {
  const auto at = builtins_.find(&cls);
  return at == builtins_.end() ? std::nullopt : std::optional(at->second);
}

void Classes::add(const Source& source) {
  const int file = static_cast<int>(session_.files.size());
  session_.files.push_back(source.file);
  Parser parser(source.text, file, source.file, session_.left() / cost::syntax);
  StoredDefinition stored = parser.parse();
  if (!stored.errors.empty()) throw Errors(std::move(stored.errors));
  session_.spend(parser.nodes() * cost::syntax, {file, 1, 1});
  for (auto& def : stored.classes) pending_.push_back({std::move(def), stored.within});
}

void Classes::finish() {
  // Packages before what lies within them, whatever the order of the files.
  std::ranges::stable_sort(pending_, {}, [](const Pending& p) { return p.within.size(); });
  for (Pending& p : pending_) attach(std::move(p.def), p.within);
  pending_.clear();
  for (const auto& [name, def] : library().classes) root_.classes.try_emplace(name, def);
}

void Classes::attach(std::unique_ptr<ClassDef> def, const std::vector<std::string>& within) {
  ClassDef* around = &root_;
  for (const std::string& part : within) {
    const auto at = around->classes.find(part);
    // A package that no file defines exists all the same.
    if (at == around->classes.end()) {
      auto package = std::make_unique<ClassDef>();
      package->name = part;
      package->restriction = "package";
      package->place = def->place;
      package->parent = around;
      around->classes.emplace(package->name, package.get());
      owned_.push_back(std::move(package));
    }
    around = const_cast<ClassDef*>(around->classes.at(part));
  }
  def->parent = around;
  link(*def, session_);
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

void Classes::link(ClassDef& cls, const Session& session) {
  for (const Element& e : cls.elements) {
    if (e.kind == Element::Kind::import) cls.imports.push_back(&e);
    if (e.kind == Element::Kind::extends) cls.bases.push_back(&e);
    if (e.kind != Element::Kind::class_) continue;
    e.definition->parent = &cls;
    link(*e.definition, session);
    const auto [at, fresh] = cls.classes.try_emplace(e.definition->name, e.definition.get());
    if (!fresh)
      session.fail(e.definition->place, Kind::name,
                   fmt::format("there are two classes called {} in {} (the other one: line {})",
                               quote(e.definition->name), quote(cls.name), at->second->place.line),
                   "rename one of them");
  }
}

// While the bases of a class are looked up, its inherited names do not exist yet.
const std::vector<const ClassDef*>& Classes::bases(const ClassDef& cls) {
  static const std::vector<const ClassDef*> none;
  if (const auto at = bases_.find(&cls); at != bases_.end()) return at->second;
  if (!resolving_.insert(&cls).second) return none;
  std::vector<const ClassDef*> found;
  const auto take = [&](const TypeName& type, const ClassDef* lexical) {
    if (const ClassDef* base = find_path(type.name, lexical)) found.push_back(base);
  };
  if (cls.form == ClassDef::Form::short_) take(cls.base, cls.parent);
  for (const Element* e : cls.bases) take(e->type, &cls);
  resolving_.erase(&cls);
  return bases_.emplace(&cls, std::move(found)).first->second;
}

// A package that inherits classes and gives constants of theirs other values: a class is read only once here,
// with the constants of the package that it is written in.
void Classes::refuse_modified(const ClassDef& package, const ClassDef& inherited) const {
  if (package.restriction != "package") return;
  const auto refuse = [&](const Modification* m) {
    if (m && !m->arguments.empty())
      session_.fail(
          m->arguments[0].place, Kind::usage,
          fmt::format("the package {} inherits {} with modified elements, which is not supported yet",
                      quote(package.path()), quote(inherited.name)),
          "write the class in this package");
  };
  refuse(package.base_modification.get());
  for (const Element* e : package.bases) refuse(e->modification.get());
}

const ClassDef* Classes::member(const ClassDef& cls, const std::string& name) {
  std::vector<const ClassDef*> open = {&cls};
  std::vector<std::size_t> heir = {0};
  for (std::size_t k = 0; k < open.size() && open.size() < 1000; ++k) {
    if (const auto at = open[k]->classes.find(name); at != open[k]->classes.end()) {
      for (std::size_t i = k; i > 0; i = heir[i]) refuse_modified(*open[heir[i]], *at->second);
      return at->second;
    }
    for (const ClassDef* base : bases(*open[k]))
      if (std::ranges::find(open, base) == open.end()) {
        open.push_back(base);
        heir.push_back(k);
      }
  }
  if (is_unit_package(cls)) return root_.classes.at("Real");
  return nullptr;
}

const ClassDef* Classes::find_from_root(const std::vector<std::string>& name) {
  const ClassDef* cls = &root_;
  for (std::size_t k = !name.empty() && name[0].empty() ? 1 : 0; cls && k < name.size(); ++k)
    cls = member(*cls, name[k]);
  return cls;
}

const ClassDef* Classes::find(const std::string& first, const ClassDef* lexical) {
  if (first.empty()) return &root_;
  for (const ClassDef* c = lexical; c; c = c->parent) {
    if (c != &root_ && c->name == first && c->parent && c->parent->classes.contains(first) && c->encapsulated)
      return c;
    const auto own = c->classes.find(first);
    if (own != c->classes.end()) return own->second;
    if (const ClassDef* found = find_import(first, *c)) return found;
    for (const ClassDef* base : bases(*c))
      if (const ClassDef* found = member(*base, first); found && !is_unit_package(*base)) return found;
    if (c->encapsulated) break;
  }
  const auto global = root_.classes.find(first);
  return global == root_.classes.end() ? nullptr : global->second;
}

const ClassDef* Classes::find_path(const std::vector<std::string>& name, const ClassDef* lexical) {
  if (name.empty()) return nullptr;
  const ClassDef* cls = find(name[0], lexical);
  for (std::size_t k = 1; cls && k < name.size(); ++k) cls = member(*cls, name[k]);
  return cls;
}

std::vector<std::string> Classes::visible(const ClassDef* lexical) const {
  std::vector<std::string> names;
  for (const ClassDef* c = lexical; c; c = c->parent)
    for (const auto& [name, def] : c->classes) names.emplace_back(name);
  return names;
}

const ClassDef& Classes::require(const TypeName& type, const ClassDef* lexical, const char* what) {
  if (const ClassDef* found = find_path(type.name, lexical)) return *found;
  const std::string full = joined(type.name);
  if (type.name[0] == "Modelica" || full.starts_with("Modelica."))
    session_.fail(type.place, Kind::name, fmt::format("{} {} not found", what, quote(full)),
                  "pass the library file, or export the model as Base Modelica");
  const ClassDef* cls = type.name.size() > 1 ? find(type.name[0], lexical) : nullptr;
  for (std::size_t k = 1; cls && k < type.name.size(); ++k) {
    const ClassDef* next = member(*cls, type.name[k]);
    if (next == nullptr) {
      std::vector<std::string> names;
      for (const auto& [name, def] : cls->classes) names.emplace_back(name);
      session_.fail(type.place, Kind::name,
                    fmt::format("{} {} not found: there is no {} in {}{}", what, quote(full),
                                quote(type.name[k]), quote(cls->path()), did_you_mean(type.name[k], names)));
    }
    cls = next;
  }
  std::vector<std::string> names = visible(lexical);
  if (type.name.size() == 1) names.insert(names.end(), {"equation", "algorithm"});
  session_.fail(type.place, Kind::name,
                fmt::format("{} {} not found{}", what, quote(full), did_you_mean(type.name[0], names)));
}

const Element* Classes::component_of(const ClassDef& cls, const std::string& name, const Component** found) {
  for (const Element& e : cls.elements)
    for (const Component& c : e.components)
      if (c.name == name) {
        *found = &c;
        return &e;
      }
  return nullptr;
}

void Classes::candidates(const ClassDef& cls, std::vector<const ClassDef*>& models) const {
  const bool is_model =
      cls.restriction == "model" || cls.restriction == "class" || cls.restriction == "block";
  if (is_model && !cls.partial && cls.form == ClassDef::Form::long_) models.push_back(&cls);
  if (is_model && !cls.partial && cls.form == ClassDef::Form::short_) models.push_back(&cls);
  if (cls.restriction != "package") return;
  for (const Element& e : cls.elements)
    if (e.kind == Element::Kind::class_) candidates(*e.definition, models);
}

const ClassDef& Classes::choose(const std::string& name) {
  std::vector<const ClassDef*> models;
  for (const auto& def : owned_)
    if (!builtins_.contains(def.get())) candidates(*def, models);
  if (name.empty()) {
    for (const char* restriction : {"model", "class", "block"})
      for (auto at = models.rbegin(); at != models.rend(); ++at)
        if ((*at)->restriction == restriction) return **at;
    session_.fail({0, 0, 0}, Kind::usage, "the text holds no model that could be used",
                  "write model ... end");
  }
  std::vector<std::string> path(1), names;
  bool in_quotes = false;
  for (const char c : name) {
    if (c == '\'') in_quotes = !in_quotes;
    if (c == '.' && !in_quotes)
      path.emplace_back();
    else
      path.back() += c;
  }
  if (const ClassDef* found = find_path(path, &root_); found && !builtins_.contains(found)) return *found;
  for (const ClassDef* model : models) {
    names.push_back(model->path());
    if (unquoted(model->path()) == name) return *model;
  }
  throw Error(Kind::name, fmt::format("there is no model {}{}", quote(name), did_you_mean(name, names)), {},
              names.empty() ? "" : "use one of " + listed(names));
}

}  // namespace trammel::modelica
