#include "modelica/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/instance.hpp"
#include "modelica/library.hpp"

namespace trammel::modelica {
namespace {

std::string joined(const std::vector<std::string>& name) {
  std::string text;
  for (const std::string& part : name) text += (text.empty() ? "" : ".") + part;
  return text;
}

constexpr int longest_alias = 100;
constexpr std::int64_t cost_of_class = 12;

// The redeclarations below that of `without`; all, if it is not among them.
const Redeclaration* below(const Redeclaration* by, const ClassDef* without) {
  for (const Redeclaration* r = by; r; r = r->inner.get())
    if (without && r->element->definition.get() == without) return r->inner.get();
  return by;
}

// The modifiers that a constraining clause gives to whatever stands there [MLS36, 7.3.2].
const Modification* constraint_of(const ClassDef& def) {
  return def.element && def.element->constraint ? def.element->constraint->modification.get() : nullptr;
}

}  // namespace

Names::Names(Session& session, Classes& classes) : session_(session), classes_(classes) {
  root_ = &make(classes.root(), nullptr);
}

Class& Names::make(const ClassDef& def, Class* around) {
  session_.spend(cost_of_class, def.place);
  Class& c = all_.emplace_back();
  c.def = &def;
  c.around = around;
  return c;
}

Class& Names::of(const ClassDef& def) {
  if (def.parent == nullptr || &def == root_->def) return *root_;
  Class& around = def.parent->parent == nullptr ? *root_ : of(*def.parent);
  return own(around, def, nullptr);
}

Class& Names::own(Class& cls, const ClassDef& def, const Modifier* modifier) {
  if (!cls.nested) cls.nested = std::make_unique<std::unordered_map<const ClassDef*, Class*>>();
  const auto at = cls.nested->find(&def);
  if (at != cls.nested->end()) return *at->second;
  Class& c = make(def, &cls);
  if (modifier && !modifier->parts.empty()) {
    Modifier m;
    m.parts = modifier->parts;
    c.modifier = std::make_shared<const Modifier>(std::move(m));
  }
  cls.nested->emplace(&def, &c);
  if (const Modification* constraint = constraint_of(def))  // they hold for the declaration itself, too
    c.floor = std::make_shared<const Modifier>(read(constraint, {cls.self, &cls, nullptr}));
  return c;
}

Class& Names::redeclared(Class& cls, const Modifier& modifier, const Redeclaration& by,
                         const ClassDef& original) {
  const ClassDef& def = *by.element->definition;
  const Modification* constraint = constraint_of(original);
  if (modifier.parts.empty() && constraint == nullptr && !by.below) return own(*by.scope, def, nullptr);
  if (!cls.nested) cls.nested = std::make_unique<std::unordered_map<const ClassDef*, Class*>>();
  const auto at = cls.nested->find(&def);
  if (at != cls.nested->end()) return *at->second;
  Class& c = make(def, by.scope);
  cls.nested->emplace(&def, &c);
  Modifier m;
  m.parts = modifier.parts;
  if (!m.parts.empty()) c.modifier = std::make_shared<const Modifier>(std::move(m));
  Modifier floor;
  if (by.below) floor = *by.below;
  if (constraint) floor.merge_under(read(constraint, {cls.self, &cls, nullptr}));
  if (constraint || by.below) c.floor = std::make_shared<const Modifier>(std::move(floor));
  return c;
}

Class& Names::component_class(Class& pattern, Instance& self) {
  Class& c = make(*pattern.def, pattern.around);
  c.pattern = &pattern;
  c.self = &self;
  return c;
}

bool Names::declares_inner(Class& cls, const std::string& name) {
  if (const ClassDef* def = classes_.nested(*cls.def, name)) return def->element && def->element->inner;
  return std::ranges::any_of(bases(cls), [&](Class* b) { return b && declares_inner(*b, name); });
}

// What an `outer` class stands for: the `inner` one of the components around [MLS36, 5.4].
Class* Names::inner_class(const Class& cls, const std::string& name) {
  for (const Instance* i = cls.self ? cls.self->parent : nullptr; i; i = i->parent)
    if (i->cls && declares_inner(*i->cls, name)) return member(*i->cls, name);
  return nullptr;
}

Class* Names::member(Class& cls, const std::string& name, const ClassDef* without) {
  if (const ClassDef* def = classes_.nested(*cls.def, name)) {
    if (def->element && def->element->outer)
      if (Class* found = inner_class(cls, name)) return found;
    const Modifier* m = cls.part(name);
    const Redeclaration* by = m ? below(m->redeclare.get(), without) : nullptr;
    if (by && by->element->kind != Element::Kind::class_)
      session_.fail(by->element->place, Kind::structure,
                    fmt::format("{} is a class and cannot be redeclared as a component", quote(name)));
    if (by && by->element->definition.get() != def) {
      const bool replaceable = def->element == nullptr || def->element->replaceable ||
                               def->element->redeclare || by->element->definition->extends_itself;
      if (!replaceable)
        session_.fail(by->element->place, Kind::structure,
                      fmt::format("{} of {} is not replaceable and cannot be redeclared", quote(name),
                                  quote(cls.def->path())),
                      "write replaceable before its declaration");
      if (m->overrides_final)
        session_.fail(by->element->place, Kind::structure,
                      fmt::format("{} of {} was redeclared as final and cannot be redeclared again",
                                  quote(name), quote(cls.def->path())),
                      "leave it as it is");
      if (def->element && def->element->final_)
        session_.fail(
            by->element->place, Kind::structure,
            fmt::format("{} of {} is final and cannot be redeclared", quote(name), quote(cls.def->path())),
            "leave it as it is");
      return settled(&redeclared(cls, *m, *by, *def));
    }
    if (def->element && cls.def->restriction == "package" && cls.state != Class::State::resolving &&
        replaced_.insert(def).second)
      check_replaced(cls, *def->element);
    return settled(&own(cls, *def, m && !m->redeclare ? m : nullptr));
  }
  for (Class* b : bases(cls))
    if (b)
      if (Class* found = member(*b, name, without)) return found;
  return nullptr;
}

// Another name for a class, and nothing else, is that class.
Class* Names::settled(Class* cls) {
  for (int length = 0; length < longest_alias && cls; ++length) {
    const ClassDef& d = *cls->def;
    if (d.form != ClassDef::Form::short_ || cls->modifier || cls->floor || !d.base_subscripts.empty() ||
        d.base_causality != Causality::none ||
        (d.base_modification && !d.base_modification->arguments.empty()))
      return cls;
    const std::vector<Class*>& to = targets(*cls);
    if (to.empty() || to[0] == nullptr || to[0] == cls || to[0]->def->restriction != d.restriction)
      return cls;
    cls = to[0];
  }
  return cls;
}

Class* Names::step(Class& cls, const std::string& name) {
  if (Class* found = member(cls, name)) return found;
  if (is_unit_package(*cls.def) && name.starts_with("Complex")) return member(*root_, "Complex");
  if (is_unit_package(*cls.def)) return &of(classes_.builtin(Base::real));
  return nullptr;
}

Class* Names::from_root(const std::vector<std::string>& name) {
  Class* cls = root_;
  for (std::size_t k = !name.empty() && name[0].empty() ? 1 : 0; cls && k < name.size(); ++k)
    cls = step(*cls, name[k]);
  return cls;
}

Class* Names::find(const std::string& name, Class& from) {
  if (name.empty()) return root_;
  for (const Base base : {Base::real, Base::integer, Base::boolean, Base::text})
    if (const ClassDef& def = classes_.builtin(base); def.name == name) return &of(def);
  for (Class* c = &from; c; c = c->around) {
    if (Class* found = member(*c, name)) return found;
    if (!c->def->imports.empty())
      if (const Imported& found = imported(name, *c); found.cls) return found.cls;
    if (c->def->encapsulated) {
      if (c->def->name == name) return c;
      break;
    }
  }
  return member(*root_, name);
}

Class* Names::find_path(const std::vector<std::string>& name, Class& from) {
  if (name.empty()) return nullptr;
  Class* cls = find(name[0], from);
  for (std::size_t k = 1; cls && k < name.size(); ++k) cls = step(*cls, name[k]);
  return cls;
}

std::vector<std::string> Names::visible(Class& from) const {
  std::vector<std::string> names;
  for (Class* c = &from; c; c = c->around)
    for (std::string& name : classes_.names_in(*c->def)) names.push_back(std::move(name));
  return names;
}

Class& Names::require(const TypeName& type, Class& from, const char* what) {
  if (from.pattern) {
    const auto known = known_.find(&type);
    if (known != known_.end() && known->second.from == from.pattern) return *known->second.found;
  }
  if (Class* found = find_path(type.name, from)) {
    Class* around = type.name.size() > 1 ? find(type.name[0], from) : nullptr;
    for (std::size_t k = 1; around && k < type.name.size(); ++k) {
      check_public(*around, type.name[k], from, type.place);
      around = step(*around, type.name[k]);
    }
    // What is found outside of the component's own class is the same for all components of that class.
    if (from.pattern && !member(from, type.name[0])) known_[&type] = {from.pattern, found};
    return *found;
  }
  const std::string full = joined(type.name);
  if (full == "Clock")
    session_.fail(type.place, Kind::usage, "'Clock' is not supported: synchronous elements are not supported",
                  "use 'when sample(start, interval)'");
  Class* cls = find(type.name[0], from);
  const bool library = type.name[0] == "Modelica" || full.starts_with("Modelica.");
  if (library && (cls == nullptr || cls->def->place.file < 0 || classes_.names_in(*cls->def).size() < 8))
    session_.fail(type.place, Kind::name, fmt::format("{} {} not found", what, quote(full)),
                  "name the folder of the Modelica Standard Library with -L DIR");
  for (std::size_t k = 1; cls && k < type.name.size(); ++k) {
    Class* next = step(*cls, type.name[k]);
    if (next == nullptr)
      session_.fail(
          type.place, Kind::name,
          fmt::format("{} {} not found: there is no {} in {}{}", what, quote(full), quote(type.name[k]),
                      quote(cls->def->path()), did_you_mean(type.name[k], classes_.names_in(*cls->def))));
    cls = next;
  }
  std::vector<std::string> names = visible(from);
  if (type.name.size() == 1) names.insert(names.end(), {"equation", "algorithm"});
  session_.fail(type.place, Kind::name,
                fmt::format("{} {} not found{}", what, quote(full), did_you_mean(type.name[0], names)));
}

const ClassDef* Names::enumeration(Class& cls) {
  Class* c = &cls;
  for (int length = 0; length < longest_alias; ++length) {
    if (c->def->form == ClassDef::Form::enumeration) return c->def;
    if (c->def->form != ClassDef::Form::short_) return nullptr;
    const std::vector<Class*>& to = targets(*c);
    if (to.empty() || to[0] == nullptr) return nullptr;
    c = to[0];
  }
  return nullptr;
}

Class& Names::choose(const std::string& name) {
  const std::vector<const ClassDef*> models = classes_.models();
  if (name.empty()) {
    for (const char* restriction : {"model", "class", "block"})
      for (auto at = models.rbegin(); at != models.rend(); ++at)
        if ((*at)->restriction == restriction) return of(**at);
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
  if (Class* found = from_root(path); found && found != root_ && !builtin(*found)) return *found;
  for (const ClassDef* model : models) {
    names.push_back(model->path());
    if (unquoted(model->path()) == name) return of(*model);
  }
  throw Error(Kind::name, fmt::format("there is no model {}{}", quote(name), did_you_mean(name, names)), {},
              names.empty() ? "" : "use one of " + listed(names));
}

}  // namespace trammel::modelica
