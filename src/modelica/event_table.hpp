// modelica/event_table.hpp: collects what a model does at instants while its expressions are read.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/dae.hpp"
#include "modelica/session.hpp"

namespace trammel::modelica {

class EventTable {
 public:
  explicit EventTable(Session& session) : session_(session), g_(*session.graph) {}

  // Words that a run cannot do without events; the first place of each is kept.
  void uses(const std::string& word, Place place);

  void relation(Expr value, Expr zero, model::Relation::Kind kind, Place place);
  Expr sample(Expr start, Expr interval, Place place);
  Expr delay(Expr value, Expr by, double longest, Place place);
  bool holds_delay(Expr e) const;
  Expr initial();
  Expr terminal();
  // How much of the simplified arguments of homotopy(..) is taken: 0 in the run, 1 to 0 when the start is
  // found.
  Expr simplification();

  // A variable that when-clauses assign: its parameter was made already.
  void declare(const model::Discrete& discrete);
  bool assigned_in_when(Expr leaf) const { return discrete_.contains(leaf.id); }
  bool is_pre(Expr leaf) const { return pres_.contains(leaf.id); }
  void set_start(Expr leaf, double value);  // of it, or of its pre(..): what it has before the first event
  Expr pre(Expr leaf, model::Discrete::Type type, Place place);

  void assertion(model::Assertion assertion);
  // Where assertions and endings go while a branch of a when-clause is read; none: to the model.
  model::When::Branch* branch = nullptr;

  // Whether the value of e changes while time goes on between events.
  bool varies(Expr e);

  // Hands everything over.
  void finish(model::Dae& dae);

  model::Events events;
  model::Origin origin(Place place) const;

 private:
  Expr flag(const std::string& name, int& id);
  Session& session_;
  Graph& g_;
  std::unordered_map<std::uint32_t, std::size_t> discrete_;  // leaf -> number among events.discrete
  std::unordered_map<std::uint32_t, std::size_t> observed_;  // symbol -> number, for pre of those
  std::unordered_map<std::uint32_t, std::size_t> pres_;      // pre(..) of them -> number
  std::unordered_set<std::uint32_t> related_;
  std::unordered_set<std::string> asserted_, used_;
  std::vector<model::Assertion> assertions_;
  std::vector<char> varies_;  // per node of the graph, as far as it was looked at
  std::vector<int> made_;     // parameters that are in no component
  int simplification_ = -1;
};

}  // namespace trammel::modelica
