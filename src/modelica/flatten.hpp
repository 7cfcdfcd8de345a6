// modelica/flatten.hpp: a tree of components becomes one set of equations.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/dae.hpp"
#include "modelica/connect.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

class Flattener {
 public:
  Flattener(Elaborator& elaborator, const LoadOptions& options);
  model::Problem run(const ClassDef& cls);

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
  void declare_parameter(Instance& leaf);
  void declare_variable(Instance& leaf);
  void set_attributes(Instance& leaf, std::vector<model::Variable>& variables);
  void set_starts(const std::vector<std::pair<std::string, double>>& starts);
  void check_overrides(Instance& root);

  void equations(Instance& instance);
  void binding(Instance& leaf);
  void sections(Instance& instance);
  void clauses(const std::vector<Clause>& list, const Scope& scope, Items& items);
  void clause(const Clause& c, const Scope& scope, Items& items);
  void equality(const Clause& c, const Scope& scope, Items& items);
  void equate(const Value& left, const Value& right, const std::string& name, Place place, Items& items);
  void choice(const Clause& c, const Scope& scope, Items& items);
  void merge(const std::vector<Expr>& conditions, std::vector<Items>& branches, const Clause& c,
             Items& items);
  void call(const Clause& c, const Scope& scope);
  void algorithm(const Section& section, const Scope& scope, Items& items);
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
  model::Problem problem_;
  std::unordered_map<std::string, int> names_;
  std::vector<Error> errors_;
  bool initial_ = false;   // in an initial equation section
  bool run_time_ = false;  // under a condition that changes during the run
};

}  // namespace trammel::modelica
