// modelica/elaborator.hpp: components from classes, and values from expressions.
//
// The two need each other: array sizes and conditions are expressions, and expressions name components. So
// everything is done when it is first asked for: a component is declared, then elaborated; a parameter gets
// its number when something reads it. What is asked for while it is being computed depends on itself.
//
// Expressions are read into the graph straight away, with two readings of a parameter: as a leaf of the graph
// in equations, and as its number where the structure depends on it (sizes, conditions, other parameters).
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "modelica/classes.hpp"
#include "modelica/event_table.hpp"
#include "modelica/instance.hpp"
#include "modelica/names.hpp"
#include "modelica/overconstrained.hpp"
#include "modelica/overrides.hpp"
#include "modelica/restore.hpp"

namespace trammel::expr {
class Recursion;
}

namespace trammel::modelica {

class Elaborator {
 public:
  Elaborator(Session& session, Names& names, const LoadOptions& options);

  // components (instantiate.cpp, elaborate.cpp, types.cpp)
  std::unique_ptr<Instance> instantiate(Class& cls);
  void ensure(Instance& instance);  // elaborates it if that has not happened yet
  Instance* child(Instance& instance, const std::string& name);
  Instance& holder(Class& cls);  // what has the components of a class: of a package, its constants

  // values of variables and parameters (variables.cpp)
  const Value& number(Instance& parameter);  // computes it if need be
  bool has_no_value(Instance& parameter);    // neither given nor by its start, nor solved for
  int first_parameter(Instance& parameter);
  int first_variable(Instance& variable);
  Value attribute(Instance& leaf, const std::string& name);  // no data: not given
  Value start_formula(Instance& leaf);  // of parameters (parameter_formulas.cpp); no data: it follows none
  Value solved_start(Instance& leaf);  // a start that depends on parameters that are solved for; else no data
  Value evaluate(const Binding& binding, bool numeric);
  Overrides& overrides() { return overrides_; }
  Expr given_value(const Instance& p, const std::string& element, Overrides::Given& given);  // of an override

  // expressions (evaluate.cpp)
  Value evaluate(const Expression& e, const Scope& scope);
  Value number(const Expression& e, const Scope& scope);  // parameters as numbers; it may still not be one
  Value constant(const Expression& e, const Scope& scope, const char* what);  // or an error that says why not
  std::int64_t integer(const Expression& e, const Scope& scope, const char* what);
  std::vector<Value> iterate(const Iterator& iterator, const Scope& scope);
  struct Deduced {
    std::int64_t size;
    Class* type;  // an enumeration, or Boolean; none: numbers
  };
  Deduced deduced(const Iterator& iterator, const Scope& scope);
  std::vector<Value> values_of(Class& type);
  Class* dimension_type(const Instance& variable, std::size_t dimension);
  void for_each(std::span<const Iterator> iterators, const Scope& scope, const std::function<void()>& body);
  bool is_number(const Value& v) const;

  // references (reference.cpp)
  Value reference(const Expression& e, const Scope& scope);
  std::vector<Index> indices(const std::vector<ExpressionPtr>& subscripts, const Shape& shape,
                             const Scope& scope, Place place);
  struct Node {  // where a reference leads: instances, the shape of their array, and indices into a variable
    Few<Instance*, 1> instances;
    Shape outer;
    std::vector<Index> indices, late;  // late: into that array, where only the run knows them
    bool indexed = false;
    const ClassDef* record = nullptr;  // of components of which there are none
  };
  Node locate(const Expression& e, const Scope& scope);  // components only
  Value leaf_value(Instance& leaf, const std::vector<Index>* indices, Place place);
  Value instance_value(Instance& instance, Place place);

  // connections (connected.cpp)
  Overconstrained& overconstrained() { return overconstrained_; }
  Class* equality_function(Instance& record);  // none: an ordinary record or variable
  Value equality_constraint(Instance& a, Instance& b, Place place);
  void count_connection(const Instance& connector) { ++connections_[&connector]; }
  Expr in_stream(Expr stream);  // the unknown that inStream(stream) is
  const std::vector<std::pair<Expr, Expr>>& in_streams() const { return in_streams_; }

  const Value& table_from_file(const Value& object, Place place);  // external.cpp
  std::string resource(const std::string& uri);

  // calls and statements (call.cpp, builtins.cpp, statements.cpp)
  Value call(const Expression& e, const Scope& scope);
  std::vector<Value> call_all(const Expression& e, const Scope& scope);  // all outputs
  void call_for_effect(const Expression& e, const Scope& scope);         // print(..): no output matters
  void run(std::span<const Clause> body, const Scope& scope);
  void begin_algorithm();

  // events (event_expressions.cpp)
  void check_assert(const Expression& e, const Scope& scope);
  bool is_warning(const Expression& level, const Scope& scope);
  void terminate(const Expression& e, const Scope& scope);
  // The variable that a reference names, even where a statement has given it another value meanwhile.
  Value variable(const Expression& e, const Scope& scope);
  struct Guard {  // what is read while it lives matters only where the condition holds
    Guard(Elaborator& in, Expr condition) : in_(in) { in_.guards_.push_back(condition); }
    ~Guard() { in_.guards_.pop_back(); }
    void now(Expr condition) { in_.guards_.back() = condition; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    Elaborator& in_;
  };
  struct InWhen {  // in the body of a when-clause relations make no events, and pre(x) of any x is allowed
    InWhen(Elaborator& in, model::When::Branch* branch)
        : events_off(in.events_off_, true), in_when(in.in_when_, true), target(in.events_.branch, branch) {}
    Restore<bool> events_off, in_when;
    Restore<model::When::Branch*> target;
  };
  using Words = std::function<std::string()>;  // put together only for an error
  Value convert(Value v, Base base, const ClassDef* type, const Shape* shape, Place place, const Words& what);

  Session& session() { return session_; }
  Names& names() { return names_; }
  Arithmetic& arithmetic() { return arithmetic_; }
  EventTable& events() { return events_; }
  bool in_function() const { return !functions_.empty(); }

 private:
  friend struct Builtins;
  struct Type {  // a type name followed through its aliases
    Class* cls = nullptr;
    std::optional<Base> builtin;
    Modifier modifier;  // of the aliases
    Shape shape;        // -1: taken from the value
    // With a shape: what modifies the array, and what its elements, of aliases further in. B = A[2](..), A = C(..)
    Modifier of_array, of_each;
    bool leaf() const { return builtin || cls->def->form == ClassDef::Form::enumeration; }
    const ClassDef* enumeration() const { return builtin ? nullptr : cls->def; }
    Causality causality = Causality::none;
    bool connector = false;
  };
  Type resolve(const TypeName& name, Class& from);
  void follow(Type& type, Class& cls);
  void elaborate(Instance& instance);
  bool present(Instance& instance);
  void find_inner(Instance& outer);
  Shape dimensions(Instance& instance, const Type& type);
  void append_dimensions(Shape& shape, const std::vector<ExpressionPtr>& sizes, Instance& i,
                         const Scope& scope);
  Class* type_named(const Expression& e, const Scope& scope);
  std::optional<std::int64_t> type_size(const Expression& e, const Scope& scope);
  void check_stands_for(const Instance& given, const TypeName& needed, Class& from, Place place,
                        const Type* of_given = nullptr);
  void elaborate_leaf(Instance& instance, const Type& type);
  void elaborate_class(Instance& instance, const Type& type);
  void populate(Instance& instance, Class& cls);
  void check_class(const ClassDef& def);
  void check_prefixes(const Instance& i, const Type& type);
  void declare(Instance& instance, Class& cls, const Element& element);
  void declare(Instance& instance, Class& cls, const Element& element, const Component& component);
  void check_again(Class& first, Class& second);
  bool identical(const Instance& old, Class& cls, const Element& element, const Component& component);
  void check_extends(const Modification* modification, Class& base, const Instance& instance);
  void check_modifier(Instance& instance);
  void trim(Instance& instance);
  void check_attributes(const Modifier& modifier, const Instance& leaf);
  void compute(Instance& parameter);
  void note_number_read(Instance& parameter);
  Value formula_of(const Binding& binding);
  void take_override(Instance& parameter);
  void take_expression(Instance& parameter, const Type& type);
  Scope scope_of_override(const Instance& parameter, const Expression& value);
  std::string display(const Instance& leaf);
  bool solved_for(const Value& v) const;  // it depends on parameters that are solved for, on nothing else
  std::string dependence_of(const Value& v) const;  // the variable that keeps a value from being a number

  Value subscripted(const Expression& e, const Scope& scope);
  Value chain(const Expression& e, const Scope& scope);
  Value power(const Expression& e, const Scope& scope);
  Value relation(const Expression& e, const Scope& scope);
  Value logical(const Expression& e, const Scope& scope);
  Value choice(const Expression& e, const Scope& scope);
  Value range(const Expression& e, const Scope& scope);
  Value braces(const Expression& e, const Scope& scope);
  Value matrix(const Expression& e, const Scope& scope);
  Value comprehension(const Expression& e, const std::vector<Iterator>& iterators, std::size_t k,
                      const Scope& scope);
  void watch(Expr value, Expr zero, model::Relation::Kind kind, Place place);
  Value pre(const Expression& e, const Scope& scope);
  std::string message_of(const Expression& e, const Scope& scope);
  Expr matters();  // the conditions under which what is being read matters

  Local* local(const Scope& scope, const std::string& name);
  // The size of a variable as far as it is known, without its value: also while its size is being found.
  std::optional<Shape> known_shape(const Expression& e, const Scope& scope);
  Value from_local(const Local& l, const Expression& e, const Scope& scope);
  Value steps(Value v, const Expression& e, std::size_t part, const Scope& scope);
  struct Found {  // what a name means: a component, a class, or a literal of an enumeration
    Instance* component = nullptr;
    Class* cls = nullptr;
    const ClassDef* enumeration = nullptr;
    std::string literal = {};
  };
  Found lookup(const std::string& name, const Scope& scope);
  Value from_class(Class& cls, const Expression& e, std::size_t part, const Scope& scope);
  Value literal(const ClassDef& enumeration, const std::string& name, Place place);
  Node walk(Instance& first, const Expression& e, std::size_t part, const Scope&, bool reading = false);
  Value node_value(const Node& node, Place place);
  [[noreturn]] void refuse_name(const Expression& e, const Scope& scope);

  std::optional<Value> graph_question(const Expression& e, const Scope& scope);  // Connections.isRoot(..)
  Value stream_value(const std::string& name, const Expression& e, const Scope& scope);
  Value cardinality(const Expression& e, const Scope& scope);
  Class* callee(const Expression& e, const Scope& scope);
  std::vector<Value> call_user(Class& function, const Expression& e, const Scope& scope);
  std::vector<Value> call_vectorized(Class& function, std::vector<std::pair<std::string, Value>> given,
                                     Place place);
  std::vector<const Class*> passed_functions(const Class& function,
                                             const std::vector<std::pair<std::string, Value>>& given) const;
  std::vector<Value> invoke(Class& function, std::vector<std::pair<std::string, Value>> given, Place place);
  std::vector<Value> write_out(Class& function, std::vector<std::pair<std::string, Value>> given,
                               Place place);
  std::vector<Value> partial_derivative(Class& function, std::vector<std::pair<std::string, Value>> given,
                                        Place place);  // partial_derivative.cpp
  void bind_inputs(Class& function, std::vector<std::pair<std::string, Value>> given, Locals& locals,
                   Place place);
  struct Signature {
    struct Formal {
      const Element* element;
      const Component* component;
      Class* owner;
      Binding value;  // default
      bool given;     // by a modifier: what the function declares is not seen there
      Causality causality;
    };
    std::vector<Formal> inputs, outputs, locals;
    std::vector<Class*> bodies;
    Class* external = nullptr;
  };
  const Signature& signature(Class& function);
  bool takes_function(const Signature::Formal& f);
  void collect(Class& function, Signature& s);
  void collect(Class& cls, const Element& element, const Component& component, Signature& s);
  Value default_of(const Signature::Formal& f, Locals& locals);
  void declare_formal(const Signature::Formal& f, const Scope& scope);
  Value declare_local(const Signature::Formal& f, const Scope& scope, const Value* given, Place place);
  Value declare_record(const Signature::Formal& f, const Type& type, const Scope& scope, Place place);
  std::vector<Class*> operators(const ClassDef& record, const std::string& name);
  bool takes(Class& function, const std::vector<const Value*>& operands);
  std::optional<Value> apply_candidate(const std::vector<Class*>& candidates,
                                       const std::vector<const Value*>& operands, Place place);
  Value overloaded(const std::string& name, const Value& a, const Value* b, Place place);
  std::optional<Value> operated(const ClassDef& record, const char* op, const Expression& e, const Scope&);
  static void reshape(Value& value, const Shape& outer, std::size_t instead_of);  // its first dimensions
  static bool is_external_object(const Class& cls);                               // external.cpp
  Value external_object(Class& cls, std::vector<std::pair<std::string, Value>> given, Place place);
  std::optional<std::vector<Value>> known_table(const std::string&, const std::vector<Value>&, Place);
  std::optional<std::vector<Value>> known_external(const std::string&, const std::vector<Value>&, Place);
  std::vector<Value> call_external(Class& function, const Scope& scope, Place place);  // foreign_call.cpp
  bool call_foreign(const ClassDef& outside, const Scope& scope, Place place);
  Value construct(Class& record, const std::vector<std::pair<std::string, Value>>& given, Place place);

  void assign(const Expression& target, const Value& value, const Scope& scope, Place place);
  void store(Value& variable, const std::vector<Index>& indices, const Value& value, bool fresh, Place place);
  Expr path_condition();
  void call_statement(const Expression& e, const Scope& scope);
  void run_choice(const Clause& c, const Scope& scope);
  void run_while(const Clause& c, const Scope& scope);

  // what ends only while the model runs (run_time.cpp)
  struct Counter {
    Expr value, step;
  };
  void loop_at_run_time(const Clause& c, const Scope& scope, Counter* counter,
                        const std::function<Expr()>& condition, const std::function<void()>& body);
  bool run_time_range(const Iterator& iterator, const Scope& scope);
  void run_for(const Clause& c, std::size_t k, const Scope& scope);
  std::vector<Value> invoke_recursive(Class& function, std::vector<std::pair<std::string, Value>> given,
                                      Place place);

  // functions as arguments (function_arguments.cpp)
  struct FunctionValue {
    Class* cls = nullptr;
    std::vector<std::pair<std::string, Value>> given = {};
  };

  // derivatives that functions declare (derivative_check.cpp)
  void check_derivative(Class& function, const std::vector<std::pair<std::string, Value>>& given,
                        Place place);
  void compare_derivatives(const Class& function, const Value& y, const Value& declared);

  const FunctionValue* function_value(const Value& v) const;  // none: it is no function
  Value as_function(const Expression& e, const Scope& scope);
  std::vector<Value> call_value(const FunctionValue& function, const Expression& e, const Scope& scope);

  Session& session_;
  Names& names_;
  Graph& g_;
  Arithmetic arithmetic_;
  EventTable events_;
  Overrides overrides_;
  std::vector<std::unique_ptr<Instance>> packages_;
  Instance* root_ = nullptr;
  std::map<std::pair<const Expression*, const Class*>, Class*> called_;
  Overconstrained overconstrained_;
  std::unordered_map<const Instance*, int> connections_;
  std::unordered_map<std::uint32_t, std::size_t> stream_numbers_;
  std::vector<std::pair<Expr, Expr>> in_streams_;  // streams, and what flows in
  std::unordered_map<const Class*, Signature> signatures_;
  std::map<std::tuple<const Expression*, const Class*, bool>, Value> whole_;  // values that are taken apart
  std::vector<const Class*> functions_;                                       // that are running
  std::vector<std::vector<const Class*>> passing_;  // of those, that take functions: they and what they take
  std::vector<std::int64_t> ends_;                  // what `end` means
  std::vector<Expr> conditions_;                    // of the statement that runs
  std::vector<Expr> guards_;                        // around the expression that is read
  struct Opening {  // a function whose variables are being declared, those that are left, and a size so far
    Locals* locals;
    std::vector<const Signature::Formal*> left;
    Scope scope;
    const std::string* forming = nullptr;
    const Shape* shape = nullptr;
  };
  std::vector<Opening*> opening_;
  Expr returned_ = {};                      // whether this function has returned
  Expr broken_ = {};                        // whether this loop has ended
  std::vector<const Instance*> computing_;  // parameters whose value is being found
  std::set<int> unknown_parameters_;        // graph variables that are parameters
  std::unordered_set<std::size_t> taken_;   // hashes of names as people see them
  std::set<const Class*> recursive_;        // functions that call themselves depending on run-time values
  std::map<std::string, std::shared_ptr<expr::Recursion>> recursions_;
  std::vector<FunctionValue> function_values_;
  std::map<std::string, Value> table_files_;
  std::set<const Class*> checked_;  // functions whose declared derivative was looked at
  bool looping_ = false;            // in what becomes a routine
  bool checking_ = false;           // in what is only looked at
  bool for_effect_ = false;         // what is read goes into a message at most
  bool numeric_ = false, events_off_ = false, in_when_ = false;
  bool following_ = false;  // numbers are read for something that has a formula, too
  long numbers_read_ = 0;   // of parameters that may be changed
  int depth_ = 0, extending_ = 0;
  std::int64_t scalars_ = 0, components_ = 0;
};

}  // namespace trammel::modelica
