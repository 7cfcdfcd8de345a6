// modelica/class.hpp: a class in its place: its text, what modifies it, and the class or component around it.
//
// The same text means different things in different places: a package that is extended with another value of
// a constant, a model inside a component that redeclares what the model uses. So names are never looked up in
// texts, but in these [MLS36, 5.3 and 5.6].
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/few.hpp"
#include "modelica/syntax.hpp"

namespace trammel::modelica {

using Shape = Few<std::int64_t, 1>;  // of an array: its size in each dimension

struct Instance;
struct Class;
struct Local;
using Locals = std::vector<Local>;

// Where an expression is read: names are looked up among the locals, then in `cls` and around it. `self` has
// the components of `cls`.
struct Scope {
  Instance* self = nullptr;
  Class* cls = nullptr;
  Locals* locals = nullptr;
};

// A value given to an element: an expression in the scope where it was written, and the way from its value to
// this element's part of it (an array of components or a record takes its modifier apart).
struct Binding {
  const Expression* value = nullptr;
  Scope scope = {};
  struct Step {
    Shape index = {};  // of a component in an array of this size
    Shape size = {};
    std::string field = {};
  };
  std::vector<Step> steps = {};
  explicit operator bool() const { return value != nullptr; }
};

// What takes the place of an element, and the class in which that is written.
struct Modifier;
struct Redeclaration {
  const Element* element = nullptr;
  Class* scope = nullptr;
  std::shared_ptr<const Redeclaration> inner = {};  // what a `class extends` stands on
  // Modifiers of its own constraining clause, for what takes its place; and of those whose place it took.
  std::shared_ptr<const Modifier> own = {}, below = {};
};

// Merged modifiers of one element; the outermost wins.
struct Modifier {
  Place place = {}, named = {};  // of the value; of the name
  bool each = false, final_ = false, removed = false;
  bool outside = false;          // written for a component: what is protected is out of its reach
  bool no_value = false;         // = break: an inner value does not count
  bool of_type = false;          // an attribute that the type gives, whatever dimensions come on top
  bool overrides_final = false;  // something stands where an inner one was declared final
  bool below_value = false;      // its value stands under one that was given to the whole record
  Binding binding = {};
  std::shared_ptr<const Redeclaration> redeclare = {};
  std::vector<std::pair<std::string, Modifier>> parts = {};

  const Modifier* part(const std::string& name) const {
    for (const auto& [n, m] : parts)
      if (n == name) return &m;
    return nullptr;
  }
  bool empty() const { return !binding && !redeclare && parts.empty() && !removed && !no_value; }
  void merge_under(const Modifier& inner);  // inner fills what this leaves open
  void mark_below_value();
  // Of one component of an array of this size.
  Modifier element(const Shape& index, const Shape& size) const;
};
using ModifierPtr = std::shared_ptr<const Modifier>;  // none: nothing is modified

struct Class {
  const ClassDef* def = nullptr;
  Class* around = nullptr;   // where it is written, in its place
  Class* heir = nullptr;     // of a base class: the class that extends it, whose components it shares
  Class* pattern = nullptr;  // of a component's or base class: the class as its name finds it
  Instance* self = nullptr;  // what has its components; packages: made when asked for
  ModifierPtr modifier = {};
  ModifierPtr floor = {};  // of a constraining clause: what its own text does not say [MLS36, 7.3.2]

  enum class State : std::uint8_t { unknown, resolving, known };
  State state = State::unknown;  // of the classes that it extends
  std::vector<Class*> targets;   // as their names find them, in the order of the text
  bool has_bases = false;
  std::vector<Class*> bases;  // the same with what modifies them here
  std::unique_ptr<std::unordered_map<const ClassDef*, Class*>> nested;

  const Modifier* part(const std::string& name) const { return modifier ? modifier->part(name) : nullptr; }
  Class& top() {
    Class* c = this;
    while (c->heir) c = c->heir;
    return *c;
  }
};

}  // namespace trammel::modelica
