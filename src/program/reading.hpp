// program/reading.hpp: what the leaves of some rows are to a program. Internal to this room.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "expr/graph.hpp"
#include "program/data.hpp"

namespace trammel::program {

// Finds for every node whether it is read (a leaf in a bank), fixed (made of parameters and constants alone:
// it is computed once when parameters are set), or computed.
class Reading {
 public:
  struct Place {
    int bank = -1;
    std::uint32_t index = 0;
  };

  Reading(const Graph& graph, const Inputs& inputs, Program::Data& data);

  // To be called with all rows before anything else; throws for a leaf that no bank holds.
  void look_at(const Request& request);

  // While on, parameters are read like any other leaf and nothing counts as fixed: for the setup part itself.
  void set_up(bool on) { set_up_ = on; }

  bool is_read(Expr e) const {
    return bank_place_[e.id].bank >= 0 || (set_up_ && graph_.op(e) == expr::Op::parameter);
  }
  bool is_fixed(Expr e) const {
    return !set_up_ && state_[e.id] == fixed && graph_.op(e) != expr::Op::argument;  // which has no value
  }
  // Constants that are part of a shape: exponents, and numbers so common that they would only blur it.
  bool is_structural(Expr constant) const;
  // A node at which a kernel starts. In rolled kernels constants that are not structural are inputs too.
  bool is_input(Expr e, bool rolled) const {
    return is_read(e) || (is_fixed(e) && !graph_.is_constant(e)) ||
           (rolled && graph_.is_constant(e) && !is_structural(e));
  }
  Place place(Expr input);

  // What place() has put into `numbers` beyond the parameters and constants: (node, index).
  const std::vector<std::pair<Expr, std::uint32_t>>& derived() const { return derived_; }
  const Graph& graph() const { return graph_; }

 private:
  enum State : std::uint8_t { unseen, moving, fixed };

  const Graph& graph_;
  Program::Data& data_;
  expr::Cone cone_;
  std::vector<Place> bank_place_;                            // by node; bank -1: in none
  std::unordered_map<std::uint32_t, std::uint32_t> number_;  // node -> index in `numbers`
  std::vector<std::pair<Expr, std::uint32_t>> derived_;
  std::vector<std::uint8_t> state_, exponent_;
  bool set_up_ = false;
};

}  // namespace trammel::program
