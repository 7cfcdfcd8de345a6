// modelica/instance.hpp: the tree of components that a model consists of.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "modelica/class.hpp"
#include "modelica/value.hpp"

namespace trammel::modelica {

// Loop variables, and the variables of a function that is running.
struct Local {
  std::string name;
  Value value;
  bool assigned = true;
  Instance* stands_for = nullptr;  // in an algorithm section: the variable of the model
  bool input = false;              // of the function that runs, or a loop variable: nothing assigns it
  std::uint32_t open = 0;          // bits of dimensions whose size an assignment to the whole decides
  bool sized = false;              // one did
  bool constant = false;           // declared as constant or parameter: nothing assigns it either
};

struct Instance {
  Instance* parent = nullptr;
  std::string name;  // with its index if it is an element of an array
  const Component* component = nullptr;
  const Element* element = nullptr;
  Class* declared_in = nullptr;  // the class whose text declares it
  struct Replaced {              // the declaration whose place a redeclaration took
    ClassDef::Declared by;
    Class* declared_in;
    ModifierPtr below;  // what constraining clauses of redeclarations in between say
  };
  std::unique_ptr<Replaced> replaced;
  Modifier modifier;  // from outside; after elaboration: all merged
  Place place;

  enum class State : std::uint8_t { declared, elaborating, ready };
  State state = State::declared;
  bool absent = false;      // a conditional component whose condition is false
  bool of_package = false;  // a constant of a class that is no component
  bool as_inner = false;    // made for an `outer` that nothing else answers
  Variability variability = Variability::continuous;
  Causality causality = Causality::none;
  bool flow = false, stream = false, final_ = false, connector = false, is_protected = false;
  bool is_array = false;  // of components
  bool in_when = false;   // when-clauses assign it: its scalars are parameters of the graph
  bool built_in = false;  // its number has decided about the structure
  bool unknown = false;   // a parameter that is solved for: fixed = false, or computed from such a one
  State value_state = State::declared;
  Base base = Base::real;     // of a variable, parameter or constant
  Instance* outer = nullptr;  // of an `outer` component: the `inner` one that it stands for

  // a component of a class
  Class* cls = nullptr;
  std::vector<std::unique_ptr<Instance>> elements;  // of an array of components, row by row
  std::vector<std::unique_ptr<Instance>> children;
  std::vector<Class*> bodies;  // the classes whose equations belong here, bases first

  // a variable, parameter or constant
  const ClassDef* type = nullptr;        // enumeration
  Shape shape;                           // also of an array of components
  std::optional<Shape> connected_shape;  // of a part of an expandable connector: what its connections ask for
  int first_variable = -1;               // graph numbers of its scalars are consecutive
  int first_parameter = -1;
  Value value;                     // of parameters and constants, as numbers
  std::unique_ptr<Value> formula;  // of a parameter that follows from others

  bool leaf() const { return cls == nullptr; }
  bool constant_like() const { return variability >= Variability::parameter && !unknown; }
  std::string path() const;                       // "a.b[2].c"
  Instance* named(std::string_view child) const;  // none: there is none
  Instance& add(std::unique_ptr<Instance> child);
  std::vector<std::string> names() const;                                    // of the children
  Scope scope() const { return {declared_in->self, declared_in, nullptr}; }  // of its declaration

 private:
  std::unique_ptr<std::unordered_map<std::string_view, Instance*>> table_;  // of many children
};

// "x[2,3]" for the k-th scalar of an array called x.
std::string element_name(const std::string& name, const Shape& shape, std::int64_t k);

}  // namespace trammel::modelica
