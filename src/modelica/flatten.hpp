// modelica/flatten.hpp: a tree of components becomes one set of equations.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/dae.hpp"
#include "modelica/connect.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

bool expandable(const Instance& i);

class Flattener {
 public:
  Flattener(Elaborator& elaborator, const LoadOptions& options);
  model::Problem run(Class& cls, double t_start);
  // Those of the options, after run().
  std::vector<Expr> formulas() { return std::move(formulas_); }

 private:
  struct Item {  // one scalar equation
    Expr left, right;
    Place place;
    std::string name;
  };
  using Items = std::vector<Item>;

  void elaborate(Instance& instance);
  void take_inputs(Instance& root);
  void declare(Instance& instance);
  void check_limits(Instance& parameter);
  void declare_parameter(Instance& leaf);
  void add_formulas();  // parameter_formulas.cpp
  void read_formulas(Instance& root, Class& cls);
  void declare_variable(Instance& leaf);
  void declare_streams();
  void note_unused();
  void set_attributes(Instance& leaf, std::vector<model::Variable>& variables);
  static void forget_attributes(Instance& instance);
  void set_starts(const std::vector<std::pair<std::string, double>>& starts);
  void check_overrides(Instance& root);

  void equations(Instance& instance);
  void binding(Instance& leaf);
  void sections(Instance& instance);
  struct Maker {  // of Strings: an algorithm section
    Instance* instance;
    Class* body;
    const Section* section;
  };
  void algorithm_section(const Maker& maker);
  void clauses(const std::vector<Clause>& list, const Scope& scope, Items& items);
  void clause(const Clause& c, const Scope& scope, Items& items);
  bool sets_discrete(const Value& left, const Expression& right, const Scope& scope);
  void choice(const Clause& c, const Scope& scope, Items& items);
  void merge(const std::vector<Expr>& conditions, std::vector<Items>& branches, const Clause& c,
             Items& items);
  void call(const Clause& c, const Scope& scope);

  // equality.cpp
  void find_texts(Instance& root);
  bool assigns_text(const Section& section, Instance& instance);  // algorithm.cpp
  void equality(const Clause& c, const Scope& scope, Items& items);
  void check_integer(const Expression& e, const Value& side, const Value& other, Place place);
  void equate(const Value& left, const Value& right, const std::string& name, Place place, Items& items);

  // algorithm.cpp
  void algorithm(const Section& section, const Scope& scope, Items& items);
  Local initial_text(Instance& text, Place place);
  Local initial_local(const Expression& target, const Scope& scope, const Section& section);
  void when_statement(const Clause& c, const Scope& scope);
  Value after_events(const Local& local, Place place);  // what a variable is when its when-clauses have run

  // connect_pass.cpp, expandable.cpp
  using Visit = std::function<void(const Clause& c, const Scope& scope)>;
  void find_connects(Instance& instance, const Visit& visit);
  void find_connects(const std::vector<Clause>& list, const Scope& scope, const Visit& visit);
  void graph_statement(const Expression& e, const Scope& scope);
  void join_all(Instance& root);
  void equality_constraints();
  void expand(Instance& root);
  std::vector<Instance*> reach(const Expression& e, const Scope& scope, const std::vector<Instance*>& models,
                               const std::optional<Shape>& size, std::set<const Instance*>& used);
  void add_part(Instance& bus, const std::string& name, const Instance& model,
                const std::optional<Shape>& size);
  void share(Instance& a, Instance& b, std::set<const Instance*>& used);

  // expandable_sizes.cpp
  static bool waits_for_size(const Instance& i);
  Instance* one_component(const Expression& e, std::size_t parts, const Scope& scope);
  Shape largest_subscripts(const Part& part, const Scope& scope);
  std::optional<Shape> selected_size(const Expression& e, const Scope& scope);
  bool size_part(const Expression& e, const Expression& other, const Scope& scope);
  void size_buses(Instance& root);
  const Shape* size_of_part(Instance& bus, const std::string& name) const;

  // whens.cpp
  void find_whens(Instance& instance);  // marks what when-clauses assign, before any equation is read
  void find_whens(const std::vector<Clause>& list, const Scope& scope);
  void mark_assigned(const std::vector<Clause>& body, const Scope& scope);
  void mark(const Expression& target, const Scope& scope);
  void declare_discrete(Instance& leaf);
  void when(const Clause& c, const Scope& scope);
  std::vector<Expr> triggers(const Expression& condition, const Scope& scope);
  void when_body(const std::vector<Clause>& body, const Scope& scope, Expr guard,
                 model::When::Branch& branch);
  void when_clause(const Clause& c, const Scope& scope, Expr guard, model::When::Branch& branch);
  void when_equality(const Clause& c, const Scope& scope, Expr guard, model::When::Branch& branch);
  void when_choice(const Clause& c, const Scope& scope, Expr guard, model::When::Branch& branch);
  void set(const Value& target, const Value& value, Place place, Expr guard, model::When::Branch& branch);
  void reinit(const Expression& e, const Scope& scope, Expr guard, model::When::Branch& branch);
  void claim(Expr target, Place place);  // this when-clause, and no other, assigns it
  void check_events();
  void settle_initial_copies();  // initial_copies.cpp
  void settle_initial_numbers();
  void assign_initially();  // event_slopes.cpp
  std::optional<Expr> solved_for(Expr residual, Expr leaf);
  void declare_slopes();
  std::vector<Expr*> read_by_events();
  void remember_solution();  // initial_pre.cpp
  const model::Discrete* remembered_in(Expr residual);
  void leave_out_zero_factors();  // zero_factors.cpp
  void emit(Items& items, bool initial);
  std::string name_for(const Clause& c, const Scope& scope) const;
  std::string unique(std::string name);
  model::Origin origin(Place place) const;
  void remember(const Error& error);

  Elaborator& in_;
  Session& session_;
  Graph& g_;
  const LoadOptions& options_;
  Connections connections_;
  std::map<Instance*, std::map<std::string, Shape>> bus_sizes_;  // of arrays in expandable connectors
  std::vector<Expr> formulas_;
  model::Problem problem_;
  std::unordered_map<std::size_t, int> names_;  // by their hashes: a second name of equal hash gets a number
  std::vector<Error> errors_;
  std::set<std::pair<const Instance*, const Clause*>> texts_;  // equations that determine Strings
  std::vector<Maker> makers_of_texts_;
  std::vector<std::pair<Expr, Expr>> solved_starts_;  // of what when-clauses assign: its start is solved for
  std::vector<Instance*> without_value_;              // parameters
  std::vector<const Instance*> parameters_;
  std::set<int> structural_;  // parameters whose zero switches a derivative off
  struct Claim {
    Place place;
    int clause;
  };
  std::unordered_map<std::uint32_t, Claim> claims_;  // what when-clauses assign
  std::vector<std::pair<Expr, Place>> reinits_;      // states that are set anew
  int clause_number_ = 0;  // of the when-clause, or of the algorithm section with such
  bool initial_ = false;   // in an initial equation section
  bool run_time_ = false;  // under a condition that changes during the run
};

}  // namespace trammel::modelica
