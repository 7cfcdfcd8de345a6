// modelica/syntax.hpp: the syntax tree: what the text says, before anything is looked up.
//
// The grammar is that of the Modelica language [MLS36, appendix A]. Chains of equal precedence (a + b - c, if
// .. elseif ..) are one node with many operands, so that the depth of a tree is bounded by the nesting of the
// text, which the parser limits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trammel::modelica {

struct Place {
  int file = -1, line = 0, column = 0;
};

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Part {  // one step of a.b[2].c
  std::string name;
  bool subscripted = false;
  std::vector<ExpressionPtr> subscripts;
};

struct Iterator {
  Place place;
  std::string name;
  ExpressionPtr range;  // none: the size of what it is a subscript of
  struct Use {          // a reference with it as a subscript, and where
    const Expression* indexed;
    std::size_t part, dimension;
  };
  std::vector<Use> uses;  // without a range: all of them
};

struct Named {  // f(x = 1)
  Place place;
  std::string name;
  ExpressionPtr value;
};

enum class Node : std::uint8_t {
  number,
  text,
  boolean,
  reference,    // parts
  call,         // parts are the function's name; args, named, iterators (a reduction)
  sum,          // args, `operators` one letter per operand: + - and P M for .+ .-
  product,      // args, `operators`: * / and T D for .* ./ (the first is unused)
  power,        // args[0] ^ args[1]; operators "^" or "E" for .^
  relation,     // args[0] op args[1]; the operator is in text
  logical_not,  //
  logical_and,
  logical_or,
  choice,        // if args[0] then args[1] elseif args[2] then args[3] ... else args.back()
  range,         // start : stop or start : step : stop
  braces,        // { .. }; with iterators a comprehension
  matrix,        // [ .. ; .. ]: rows gives the length of each row
  tuple,         // ( a, , b ): missing outputs are null
  end,           // in subscripts
  colon,         // in subscripts
  partial_call,  // function f(x = 1) as an argument
  subscripted    // (args[0])[args[1..]]
};

struct Expression {
  Node node = Node::number;
  bool integer = false;  // number: an Integer literal; boolean: its value; reference: starts with a dot
  Place place;
  double number = 0;
  std::string text;  // of a String, or the operators of a chain
  std::vector<ExpressionPtr> args;
  std::vector<Part> parts;
  struct More {
    std::vector<Named> named;
    std::vector<Iterator> iterators;
    std::vector<int> rows;
  };
  std::unique_ptr<More> more;  // what few expressions have
};

// An equation or a statement.
struct Clause {
  enum class Kind : std::uint8_t {
    equality,
    assignment,
    call,
    connect,
    choice,
    loop,
    while_loop,
    when,
    return_,
    break_
  };
  struct Branch {
    ExpressionPtr condition;  // none: else
    std::vector<Clause> body;
  };
  Kind kind = Kind::equality;
  Place place;
  std::string label;          // the string after it
  ExpressionPtr left, right;  // call: left
  std::vector<Branch> branches;
  std::vector<Iterator> iterators;
};

struct Modification;
struct Element;

struct Argument {  // one modifier of a list
  Place place;
  bool each = false, final_ = false;
  std::vector<std::string> name;
  std::unique_ptr<Modification> modification;
  std::unique_ptr<Element> redeclaration;  // what takes the element's place
  bool removed = false;                    // break name: the element is left out
};

struct Modification {
  Place place;
  std::vector<Argument> arguments;
  ExpressionPtr value;
  bool no_value = false;  // = break: the value that it has is taken away
};

struct ClassDef;

struct Component {
  Place place;
  std::string name;
  std::vector<ExpressionPtr> subscripts;
  std::unique_ptr<Modification> modification;
  ExpressionPtr condition;
  std::string comment;
};

enum class Variability : std::uint8_t { continuous, discrete, parameter, constant };
enum class Causality : std::uint8_t { none, input, output };

struct TypeName {
  Place place;
  std::vector<std::string> name;  // a leading "" is a global name
};

struct Constraint {  // constrainedby type(modification)
  TypeName type;
  std::unique_ptr<Modification> modification;
};

struct Element {
  enum class Kind : std::uint8_t { component, class_, extends, import };
  Kind kind = Kind::component;
  Place place;
  bool is_protected = false, final_ = false, inner = false, outer = false, replaceable = false,
       redeclare = false;
  bool flow = false, stream = false;
  Variability variability = Variability::continuous;
  Causality causality = Causality::none;
  TypeName type;                               // of components, extends; imports: the imported name
  std::vector<ExpressionPtr> subscripts;       // of the type: Real[3] x
  std::unique_ptr<Modification> modification;  // extends
  std::vector<Component> components;
  std::unique_ptr<ClassDef> definition;
  std::string alias;                  // import alias = name
  bool all = false;                   // import name.*
  std::vector<std::string> selected;  // import name.{a, b}
  std::unique_ptr<Constraint> constraint;
};

struct Section {
  bool algorithm = false, initial = false;
  std::vector<Clause> clauses;
};

struct ClassDef {
  enum class Form : std::uint8_t { long_, short_, enumeration, derivative };
  Place place;
  std::string name;
  std::string restriction =
      "class";  // model, block, record, connector, type, package, function, operator ...
  bool partial = false, encapsulated = false, expandable = false, operator_ = false;
  Form form = Form::long_;
  bool extends_itself = false;  // class extends X ... (a redeclaration)
  std::string comment;
  std::vector<Element> elements;
  std::vector<Section> sections;
  // short classes
  TypeName base;
  Causality base_causality = Causality::none;
  std::vector<ExpressionPtr> base_subscripts;
  std::unique_ptr<Modification> base_modification;
  // enumerations
  std::vector<std::string> literals;
  bool any_enumeration = false;  // enumeration(:)
  // functions
  std::vector<std::string> differentiated;  // = der(base, x, y): by these inputs
  bool external = false;
  std::string external_language;
  ExpressionPtr external_call;  // its function_call, if written
  ExpressionPtr external_result;
  std::unique_ptr<Modification> annotation;  // of the class

  // Filled when its text was read.
  const ClassDef* parent = nullptr;                               // the class around it
  const Element* element = nullptr;                               // that declares it; none: a file does
  std::unordered_map<std::string_view, const ClassDef*> classes;  // nested, by name
  struct Declared {
    const Element* element;
    const Component* component;
  };
  std::unordered_map<std::string_view, Declared> components;  // by name; of several, the first
  std::vector<const Element*> imports, bases, redeclared;
  bool is_function() const { return restriction == "function"; }
  std::string path() const;  // Lib.Examples.Crank
};

}  // namespace trammel::modelica
