// modelica/names.hpp: what names of classes mean, in the place where they are written [MLS36, chapters 5, 7,
// 13].
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "modelica/class.hpp"
#include "modelica/classes.hpp"

namespace trammel::modelica {

class Names {
 public:
  Names(Session& session, Classes& classes);

  Class& root() { return *root_; }
  Class& of(const ClassDef& def);  // where it is written, unmodified
  // The class of a component: like `pattern`, with components of its own.
  void check_kinds(const ClassDef& heir, const ClassDef& base, Place place) const;
  void check_base(const ClassDef& heir, const Class& base, Place place) const;  // restrictions.cpp
  void check_class_element(Class& cls, const Element& element);
  void check_replaced(Class& cls, const Element& element);
  void check_visibility(const Element& by, const Element& old, const std::string& name, Place place) const;
  Class& component_class(Class& pattern, Instance& self);

  // A class inside another, inherited ones included; redeclarations are followed. `without` names a
  // redeclaration that does not count, nor do those outside of it.
  Class* member(Class& cls, const std::string& name, const ClassDef* without = nullptr);
  // The class that `name` means inside `from`: nested, inherited, imported, in the classes around it.
  Class* find(const std::string& name, Class& from);
  Class* find_path(const std::vector<std::string>& name, Class& from);
  Class* step(Class& cls, const std::string& name);  // the next part of a dotted name
  // Like find_path, or an Error at the place of the name.
  Class& require(const TypeName& type, Class& from, const char* what);
  Class& choose(const std::string& model);  // the model to use; empty: the last one

  // What a class extends, in the order of its text; none where that was not found or leads back to the class.
  const std::vector<Class*>& bases(Class& cls);
  const std::vector<Class*>& targets(Class& cls);  // the same, unmodified
  Class& base(Class& cls, std::size_t k);          // or an Error that says why there is none

  // The declaration of a component, own or inherited.
  const ClassDef::Declared* declared(Class& cls, const std::string& name);
  // An Error where a dotted name leads from outside to what is protected in `holder` [MLS36, 4.1.1].
  void check_public(Class& holder, const std::string& name, const Class& from, Place place);
  const ClassDef* declared_class(Class& cls, const std::string& name);  // of a class, as it was written
  // A public component of `needed` that `given` has not; none: it may take its place.
  const Component* lacking(Class& given, Class& needed);
  struct Imported {  // a class, or a constant or literal of `holder`
    Class* cls = nullptr;
    Class* holder = nullptr;
    std::string name = {};
    const Element* import = nullptr;
    explicit operator bool() const { return cls || holder; }
  };
  const Imported& imported(const std::string& name, Class& cls);
  const ClassDef* enumeration(Class& cls);  // that it is, perhaps under another name

  Modifier read(const Modification* modification, const Scope& scope);
  Modifier with_redeclared(Modifier m, const Scope& scope);
  std::vector<std::string> visible(Class& from) const;  // for "did you mean"
  std::optional<Base> builtin(const Class& cls) const { return classes_.builtin(*cls.def); }

 private:
  Class& make(const ClassDef& def, Class* around);
  Class& own(Class& cls, const ClassDef& def, const Modifier* modifier);
  std::shared_ptr<const Redeclaration> redeclaration(const Element& element, Class& cls, const Scope& scope);
  Class& redeclared(Class& cls, const Modifier& modifier, const Redeclaration& by, const ClassDef& original);
  Class* settled(Class* cls);
  bool declares_inner(Class& cls, const std::string& name);
  Class* inner_class(const Class& cls, const std::string& name);
  Class* from_root(const std::vector<std::string>& name);
  void check_import(const std::vector<std::string>& package, const Element& import);
  Imported find_import(const std::string& name, Class& cls);
  Imported in_package(const std::vector<std::string>& package, const std::string& name, bool all);
  Modifier read_argument(const Argument& argument, const Scope& scope);

  Session& session_;
  Classes& classes_;
  std::deque<Class> all_;
  Class* root_;
  std::unordered_map<const ClassDef*, std::unordered_map<std::string, Imported>> imported_;
  std::set<std::pair<const ClassDef*, const ClassDef*>> fits_;  // what takes a place, and that place
  std::set<const ClassDef*> replaced_;                          // classes of packages that were looked at
  struct Known {
    const Class* from;
    Class* found;
  };
  std::unordered_map<const TypeName*, Known> known_;  // names that mean the same in every component
};

}  // namespace trammel::modelica
