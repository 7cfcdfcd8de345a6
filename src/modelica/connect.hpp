// modelica/connect.hpp: connection sets and the equations they stand for [MLS36, chapter 9].
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "modelica/elaborator.hpp"

namespace trammel::modelica {

class Connections {
 public:
  explicit Connections(Elaborator& elaborator) : in_(elaborator) {}

  void add(const Clause& connect, const Scope& scope);
  void close_graph();  // joins what the virtual connection graph has left whole

  // left = right for each potential, sum of flows = 0 for each set, and 0 for flows that nothing connects.
  using Emit = std::function<void(const std::string& name, Expr left, Expr right, Place place)>;
  void finish(Instance& root, const Emit& emit);

 private:
  struct End {  // a connector, or one scalar of an array of them
    Instance* instance;
    std::int64_t scalar;  // -1: the whole
    bool outside;
  };
  std::vector<End> ends(const Expression& e, const Scope& scope, Shape& shape);
  void join(const End& a, const End& b, Place place);
  void join_scalars(Expr a, Expr b, const End& from, const End& to, bool flow, Place place);
  void join_variables(const End& a, const End& b, Place place);
  void join_parts(const End& a, const End& b, Place place);
  void join_streams(const End& a, const End& b, Place place);  // streams.cpp
  int stream_number(Expr variable, std::pair<Expr, bool> flow, bool outside, Place place);
  int stream_root(int k);
  Expr mixture(const std::vector<int>& set, int without, Expr nothing);
  void finish_streams(const Emit& emit);
  void check_inputs();
  void check_sources();
  void check_form(const Expression& e, const Instance* first);
  int number_of(Expr variable, bool outside, bool flow, Place place);
  int root_of(int k);
  void check_equal(Instance& x, Instance& y, Place place);
  void close_flows(Instance& instance, const Emit& emit, bool in_connector);
  std::string name_of(Expr variable) const;

  struct Member {
    Expr variable;
    bool outside, flow;
    Place place;
    int parent;
  };
  struct Stream {
    Expr variable, flow;
    bool outside;
    bool silent;  // by its limits nothing ever comes out of it
    Place place;
    int parent;
  };
  Elaborator& in_;
  std::vector<Member> members_;
  std::vector<Stream> streams_;
  std::unordered_map<std::uint64_t, int> stream_numbers_;
  std::unordered_map<std::uint32_t, const Instance*> inputs_;  // variables that must get a value here
  std::unordered_set<std::uint32_t> sources_;                  // variables that have one
  std::unordered_set<std::uint32_t> given_,
      taken_;  // variables that have a value in one class, need one in another
  std::unordered_map<std::uint64_t, int> numbers_;
};

}  // namespace trammel::modelica
