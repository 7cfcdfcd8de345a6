// modelica/bases.cpp: what classes extend, with the modifiers that reach it [MLS36, 7.1 to 7.3].
#include <fmt/format.h>

#include "base/text.hpp"
#include "modelica/names.hpp"

namespace trammel::modelica {
namespace {

struct Stated {  // one class that a text names as its base
  const TypeName* type;
  const Modification* modification;
};

std::vector<Stated> sources(const ClassDef& def) {
  std::vector<Stated> list;
  if (def.extends_itself) list.push_back({nullptr, def.base_modification.get()});
  if (def.form == ClassDef::Form::short_ || def.form == ClassDef::Form::derivative)
    list.push_back({&def.base, def.base_modification.get()});
  for (const Element* e : def.bases) list.push_back({&e->type, e->modification.get()});
  return list;
}

bool leads_back(const Class& cls, const ClassDef& def) {
  for (const Class* c = &cls; c; c = c->heir)
    if (c->def == &def) return true;
  return false;
}

}  // namespace

// While the bases of a class are looked up, its inherited names do not exist yet.
const std::vector<Class*>& Names::targets(Class& cls) {
  static const std::vector<Class*> none;
  if (cls.pattern) return targets(*cls.pattern);
  if (cls.state == Class::State::known) return cls.targets;
  if (cls.state == Class::State::resolving) return none;
  const ClassDef& def = *cls.def;
  cls.state = Class::State::resolving;
  std::vector<Class*> found;
  for (const Stated& s : sources(def)) {
    Class* target = nullptr;
    if (s.type == nullptr) {  // redeclare class extends X: the X that it takes the place of
      for (Class* b : bases(*cls.around))
        if (b && target == nullptr) target = member(*b, def.name, &def);
    } else {
      Class& from = def.form == ClassDef::Form::short_ && cls.around ? *cls.around : cls;
      target = find_path(s.type->name, from);
    }
    found.push_back(target);
  }
  cls.targets = std::move(found);
  cls.state = Class::State::known;
  return cls.targets;
}

const std::vector<Class*>& Names::bases(Class& cls) {
  static const std::vector<Class*> none;
  if (cls.has_bases) return cls.bases;
  const ClassDef& def = *cls.def;
  if (def.form == ClassDef::Form::enumeration ||
      (def.bases.empty() && def.form == ClassDef::Form::long_ && !def.extends_itself))
    return none;
  const std::vector<Class*>& to = targets(cls);
  if (to.empty()) return none;
  Modifier redeclared;  // what the text itself redeclares is seen by the text that it inherits
  for (const Element* e : def.redeclared) {
    const auto add = [&](const std::string& name) {
      Modifier m;
      m.place = e->place;
      m.redeclare = redeclaration(*e, cls, {cls.self, &cls, nullptr});
      m.final_ = e->final_;
      redeclared.parts.emplace_back(name, std::move(m));
    };
    if (e->kind == Element::Kind::class_) add(e->definition->name);
    for (const Component& c : e->components) add(c.name);
  }
  std::vector<Class*> found;
  const std::vector<Stated> list = sources(def);
  for (std::size_t k = 0; k < list.size(); ++k) {
    Class* target = k < to.size() ? to[k] : nullptr;
    if (target == nullptr || leads_back(cls, *target->def)) {
      found.push_back(nullptr);
      continue;
    }
    Class& b = make(*target->def, target->around);
    b.heir = &cls;
    b.pattern = target;
    b.self = cls.self;
    Modifier m;
    if (cls.modifier) m = *cls.modifier;
    m.merge_under(redeclared);
    for (const auto& [name, part] : m.parts)
      if (part.redeclare && part.overrides_final)
        session_.fail(part.redeclare->element->place, Kind::structure,
                      fmt::format("{} was redeclared as final by {} and cannot be redeclared again",
                                  quote(name), quote(def.path())),
                      "leave it as it is");
    Class* written = def.form == ClassDef::Form::short_ ? cls.around : &cls;
    if (written == nullptr) written = &cls;
    if (list[k].modification) m.merge_under(read(list[k].modification, {written->self, written, nullptr}));
    if (target->modifier) m.merge_under(*target->modifier);
    if (cls.floor) m.merge_under(*cls.floor);
    b.floor = target->floor;
    if (!m.empty()) b.modifier = std::make_shared<const Modifier>(std::move(m));
    found.push_back(&b);
  }
  cls.bases = std::move(found);
  cls.has_bases = true;
  return cls.bases;
}

Class& Names::base(Class& cls, std::size_t k) {
  const std::vector<Class*>& all = bases(cls);
  if (k < all.size() && all[k]) return *all[k];
  const std::vector<Stated> list = sources(*cls.def);
  const std::vector<Class*>& to = targets(cls);
  if (k < to.size() && to[k])
    session_.fail(to[k]->def->place, Kind::structure,
                  fmt::format("the class {} extends itself", quote(to[k]->def->path())),
                  "remove one of the extends clauses");
  if (list[k].type == nullptr)
    session_.fail(cls.def->place, Kind::name,
                  fmt::format("there is no inherited class {} that could be extended", quote(cls.def->name)),
                  "write a class of its own");
  Class& from = cls.def->form == ClassDef::Form::short_ && cls.around ? *cls.around : cls;
  Class& found = require(*list[k].type, from, "class");
  session_.fail(
      list[k].type->place, Kind::structure,
      fmt::format("the class {} is found only through what it is to extend", quote(found.def->path())),
      "name it from outside");
}

// Which kinds of classes may extend which [MLS36, 7.1.3].
void Names::check_kinds(const ClassDef& heir, const ClassDef& base, Place place) const {
  const std::string &to = heir.restriction, &from = base.restriction;
  const bool data = from == "record";
  if (to == from || to == "class" || from == "class" || (to == "model" && (from == "block" || data)) ||
      (to == "block" && data) || (to == "connector" && (data || from == "type")))
    return;
  session_.fail(
      place, Kind::structure,
      fmt::format("the {} {} cannot extend the {} {}", to, quote(heir.name), from, quote(base.name)),
      "extend a class of its own kind");
}

const Component* Names::lacking(Class& given, Class& needed) {
  if (given.def == needed.def) return nullptr;
  for (const Element& e : needed.def->elements)
    if (e.kind == Element::Kind::component && !e.is_protected)
      for (const Component& c : e.components)
        if (declared(given, c.name) == nullptr) return &c;
  for (Class* b : bases(needed))
    if (b)
      if (const Component* missing = lacking(given, *b)) return missing;
  return nullptr;
}

const ClassDef::Declared* Names::declared(Class& cls, const std::string& name) {
  const auto own = cls.def->components.find(name);
  if (own != cls.def->components.end()) return &own->second;
  for (Class* b : bases(cls))
    if (b)
      if (const ClassDef::Declared* found = declared(*b, name)) return found;
  return nullptr;
}

void Names::check_public(Class& holder, const std::string& name, const Class& from, Place place) {
  const ClassDef* def = declared_class(holder, name);
  const ClassDef::Declared* component = def ? nullptr : declared(holder, name);
  const Element* element = def ? def->element : component ? component->element : nullptr;
  if (element == nullptr || !element->is_protected) return;
  for (const ClassDef* around = from.def; around; around = around->parent)
    if (around == holder.def) return;  // it is its own
  session_.fail(place, Kind::structure,
                fmt::format("{} is protected in {} and cannot be used from outside", quote(name),
                            quote(holder.def->path())),
                "declare it in a public section");
}

const ClassDef* Names::declared_class(Class& cls, const std::string& name) {
  if (const ClassDef* own = classes_.nested(*cls.def, name)) return own;
  for (Class* b : bases(cls))
    if (b)
      if (const ClassDef* found = declared_class(*b, name)) return found;
  return nullptr;
}

}  // namespace trammel::modelica
