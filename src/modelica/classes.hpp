// modelica/classes.hpp: the tree of classes and how names find them [MLS36, chapter 5].
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "modelica/modelica.hpp"
#include "modelica/session.hpp"
#include "modelica/syntax.hpp"

namespace trammel::modelica {

enum class Base : std::uint8_t { real, integer, boolean, text, enumeration, record };

class Classes {
 public:
  explicit Classes(Session& session);

  void add(const Source& source);  // throws the first of all its errors
  void finish();                   // links everything; refuses double names

  const ClassDef& root() const { return root_; }
  // The class that `first` means inside `lexical`: nested, imported, inherited, in the classes around it.
  const ClassDef* find(const std::string& first, const ClassDef* lexical);
  // A class inside another, inherited ones included.
  const ClassDef* member(const ClassDef& cls, const std::string& name);
  const ClassDef* find_path(const std::vector<std::string>& name, const ClassDef* lexical);
  // Like find_path, or an Error at the place of the name.
  const ClassDef& require(const TypeName& type, const ClassDef* lexical, const char* what);
  // What an import in `cls` makes of this name, if it is no class: the class that holds the constant.
  const ClassDef* imported_holder(const std::string& name, const ClassDef& cls, std::string& member_name);

  std::optional<Base> builtin(const ClassDef& cls) const;
  std::vector<std::string> visible(const ClassDef* lexical) const;  // for "did you mean"
  const ClassDef& choose(const std::string& name);                  // the model to use
  static const Element* component_of(const ClassDef& cls, const std::string& name, const Component** found);
  const std::vector<const ClassDef*>& bases(const ClassDef& cls);  // what it extends, as far as it exists

 private:
  const ClassDef* find_import(const std::string& name, const ClassDef& cls);
  // What `look` finds through the imports of `cls`: those that name it first, then those of whole packages.
  const ClassDef* through_imports(
      const std::string& name, const ClassDef& cls,
      const std::function<const ClassDef*(const std::vector<std::string>& package, const std::string& member,
                                          bool whole_package)>& look);
  void refuse_modified(const ClassDef& package, const ClassDef& inherited) const;
  const ClassDef* find_from_root(const std::vector<std::string>& name);
  void attach(std::unique_ptr<ClassDef> def, const std::vector<std::string>& within);
  static void link(ClassDef& cls, const Session& session);
  static const ClassDef& library();
  void add_builtin(const char* name, Base base);
  void candidates(const ClassDef& cls, std::vector<const ClassDef*>& models) const;

  Session& session_;
  ClassDef root_;
  std::vector<std::unique_ptr<ClassDef>> owned_;
  std::map<const ClassDef*, Base> builtins_;
  std::map<const ClassDef*, std::vector<const ClassDef*>> bases_;
  std::set<const ClassDef*> resolving_;
  struct Pending {
    std::unique_ptr<ClassDef> def;
    std::vector<std::string> within;
  };
  std::vector<Pending> pending_;
};

}  // namespace trammel::modelica
