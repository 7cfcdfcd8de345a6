// modelica/instance.hpp: the tree of components that a model consists of.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "modelica/value.hpp"

namespace trammel::modelica {

struct Instance;

// Loop variables, and the variables of a function that is running.
struct Local {
  std::string name;
  Value value;
  bool assigned = true;
  Instance* stands_for = nullptr;  // in an algorithm section: the variable of the model
  bool input = false;              // of the function that runs, or a loop variable: nothing assigns it
};
using Locals = std::vector<Local>;

// Where an expression is read: components are found in `self`, classes in `lexical` and around it.
struct Scope {
  Instance* self = nullptr;
  const ClassDef* lexical = nullptr;
  Locals* locals = nullptr;
};

// A value given to an element: an expression in the scope where it was written, and the way from its value to
// this element's part of it (an array of components or a record takes its modifier apart).
struct Binding {
  const Expression* value = nullptr;
  Scope scope = {};
  struct Step {
    std::vector<std::int64_t> index = {};  // of a component in an array of this size
    std::vector<std::int64_t> size = {};
    std::string field = {};
  };
  std::vector<Step> steps = {};
  explicit operator bool() const { return value != nullptr; }
};

// Merged modifiers of one element; the outermost wins.
struct Modifier {
  Place place = {};
  bool each = false, final_ = false;
  bool overrides_final = false;  // its value stands where an inner one was declared final
  Binding binding = {};
  std::vector<std::pair<std::string, Modifier>> parts = {};

  const Modifier* part(const std::string& name) const {
    for (const auto& [n, m] : parts)
      if (n == name) return &m;
    return nullptr;
  }
  void merge_under(const Modifier& inner);  // inner fills what this leaves open
  // Of one component of an array of this size.
  Modifier element(const std::vector<std::int64_t>& index, const std::vector<std::int64_t>& size) const;
};

struct Instance {
  Instance* parent = nullptr;
  std::string name;  // with its index if it is an element of an array
  const Component* component = nullptr;
  const Element* element = nullptr;
  const ClassDef* declared_in = nullptr;  // the class whose text declares it
  Modifier modifier;                      // from outside; after elaboration: all merged
  Place place;

  enum class State : std::uint8_t { declared, elaborating, ready };
  State state = State::declared;
  bool absent = false;  // a conditional component whose condition is false
  Variability variability = Variability::continuous;
  Causality causality = Causality::none;
  bool flow = false, final_ = false, connector = false;

  // a component of a class
  const ClassDef* cls = nullptr;
  bool is_array = false;
  std::vector<std::unique_ptr<Instance>> elements;  // of an array of components, row by row
  std::vector<std::unique_ptr<Instance>> children;
  std::unordered_map<std::string, Instance*> names;
  std::vector<const ClassDef*> bodies;  // the classes whose equations belong here, bases first

  // a variable, parameter or constant
  Base base = Base::real;
  const ClassDef* type = nullptr;  // enumeration
  Shape shape;                     // also of an array of components
  int first_variable = -1;         // graph numbers of its scalars are consecutive
  int first_parameter = -1;
  bool in_when = false;  // when-clauses assign it: its scalars are parameters of the graph
  State value_state = State::declared;
  Value value;           // of parameters and constants, as numbers
  bool unknown = false;  // a parameter that is solved for: fixed = false, or computed from such a one

  bool leaf() const { return cls == nullptr; }
  bool constant_like() const { return variability >= Variability::parameter && !unknown; }
  std::string path() const;  // "a.b[2].c"
};

// "x[2,3]" for the k-th scalar of an array called x.
std::string element_name(const std::string& name, const Shape& shape, std::int64_t k);

}  // namespace trammel::modelica
