// modelica/classes.hpp: the texts of classes: those of the model's files, of libraries, and the built-in
// ones.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "modelica/modelica.hpp"
#include "modelica/session.hpp"
#include "modelica/syntax.hpp"

namespace trammel::modelica {

enum class Base : std::uint8_t { real, integer, boolean, text, enumeration, record };

struct StoredDefinition;

class Classes {
 public:
  explicit Classes(Session& session);

  void add(const Source& source);  // throws the first of all its errors
  void finish();                   // links everything; refuses double names
  void add_library(const std::string& folder);

  const ClassDef& root() const { return root_; }
  // The class of this name that is written in `cls`; libraries are read when they are asked for.
  const ClassDef* nested(const ClassDef& cls, const std::string& name);
  std::vector<std::string> names_in(const ClassDef& cls) const;  // of the same, as far as they are known

  std::optional<Base> builtin(const ClassDef& cls) const;
  const ClassDef& builtin(Base base) const { return *builtin_types_[static_cast<int>(base)]; }
  std::vector<const ClassDef*> models() const;  // of the model's files, in the order of their text

 private:
  struct Folder {  // of a package whose classes are files
    std::string path;
    std::unordered_map<std::string, std::string> files;
  };
  struct Candidate {
    std::string version, path;
  };
  StoredDefinition parse(const Source& source);
  void attach(std::unique_ptr<ClassDef> def, const std::vector<std::string>& within);
  static const ClassDef& library();
  void add_builtin(const char* name, Base base);
  void candidates(const ClassDef& cls, std::vector<const ClassDef*>& models) const;
  void note_uses(const ClassDef& cls);  // the versions of libraries that it wants
  const Candidate* choose_version(const std::string& name) const;
  const ClassDef* read_class(ClassDef& around, const std::string& name, const std::string& path);
  static void list(const std::string& path, Folder& folder);

  Session& session_;
  ClassDef root_;
  std::vector<std::unique_ptr<ClassDef>> owned_, read_;  // of the model's files; of libraries
  std::map<const ClassDef*, Base> builtins_;
  const ClassDef* builtin_types_[4] = {};
  struct Pending {
    std::unique_ptr<ClassDef> def;
    std::vector<std::string> within;
  };
  std::vector<Pending> pending_;
  std::unordered_map<const ClassDef*, Folder> folders_;
  std::map<std::string, std::vector<Candidate>> libraries_;  // by the name of the package
  std::map<std::string, std::string> wanted_versions_;
};

}  // namespace trammel::modelica
