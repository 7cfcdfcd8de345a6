// expr/graph.hpp: equations as a hash-consed graph of scalar operations.
//
// Equal trees share one id. Ids are topological (an operand's id is smaller than its node's), so every
// algorithm is a sweep over the cone it needs: no recursion, depth 10⁶ is an ordinary graph. The graph only
// grows: ids stay valid, and passes that make new equations from old ones are cheap.
//
// Graphs stack. A graph made on top of another reads its nodes as its own and appends beside them, so any
// number of threads can work on what one Problem says: each on a graph of its own, none changing the one
// below.
//
// The leaves are constants, parameters, time, and x⁽ᵏ⁾: the k-th derivative of a variable is a leaf. That one
// choice makes the total time derivative a local rule: D(x⁽ᵏ⁾) = x⁽ᵏ⁺¹⁾, chain rule elsewhere.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/op.hpp"
#include "expr/routine.hpp"

namespace trammel::expr {

struct Expr {  // meaningful with its Graph; 0 means none
  std::uint32_t id = 0;
  explicit operator bool() const { return id != 0; }
  friend auto operator<=>(Expr, Expr) = default;
};

class Graph {
 public:
  Graph();
  // On top of `base`, which stays as it is: all that it holds now is read here under the same numbers. Chunks
  // of nodes are shared, not copied. The graph below may grow later, but not while others read it.
  explicit Graph(std::shared_ptr<const Graph> base);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  bool stands_on(const Graph& other) const {  // directly, or with others between them
    return base_ && (base_.get() == &other || base_->stands_on(other));
  }

  // Variables and parameters are numbered from 0; their names serve printing and messages only.
  int add_variable(std::string name);
  int add_parameter(std::string name);
  int variables() const { return below_.variables + static_cast<int>(variable_names_.size()); }
  int parameters() const { return below_.parameters + static_cast<int>(parameter_names_.size()); }
  const std::string& variable_name(int variable) const;
  const std::string& parameter_name(int parameter) const;

  Expr constant(double value);  // refuses NaN
  Expr parameter(int parameter);
  Expr time();
  Expr symbol(int variable, int derivative = 0);  // x, der(x), der(der(x)), ...

  // Result number `output` of a routine. Calls of one routine with the same arguments are evaluated once.
  Expr call(const std::shared_ptr<const Routine>& routine, std::span<const Expr> arguments, int output = 0);
  const std::shared_ptr<const Routine>& routine(Expr call) const { return routine_at(node(call.id).b); }
  int output(Expr call) const { return static_cast<int>(node(call.id).c); }
  template <class Visit>
  void each_argument(Expr call, Visit&& visit) const {
    for (Expr list = arg(call, 0); list; list = arg(list, 1)) visit(arg(list, 0));
  }
  std::vector<Expr> arguments(Expr call) const;
  Expr slope(Expr call, int input);  // ∂call/∂(its argument): a call of the routine's derivative; or 0
  std::size_t routines() const {
    return below_.routines + routines_.size();
  }  // those of derivatives included
  const std::shared_ptr<const Routine>& routine_at(std::size_t number) const {
    return number < below_.routines ? base_->routine_at(number) : routines_[number - below_.routines];
  }

  // Any operation on its operands, simplified locally: constants are folded, identities such as x + 0, 1*x,
  // --x applied. Values change by rounding at most, and a NaN or infinity that the written formula would give
  // still appears: 0*x, x - x and x/x stay as they are.
  Expr apply(Op op, Expr a, Expr b = {}, Expr c = {});

  // Reading a node.
  Op op(Expr e) const { return static_cast<Op>(node(e.id).op); }
  Expr arg(Expr e, int k) const { return {(&node(e.id).a)[k]}; }
  double value(Expr constant) const;
  int index(Expr leaf) const { return static_cast<int>(node(leaf.id).a); }  // of a parameter, variable
  int derivative(Expr symbol) const { return static_cast<int>(node(symbol.id).b); }
  bool is_constant(Expr e) const { return op(e) == Op::constant; }
  bool is_constant(Expr e, double v) const { return is_constant(e) && value(e) == v; }
  std::uint32_t shape_hash(Expr e) const { return node(e.id).shape; }  // ignores which leaves these are
  std::size_t size() const { return size_; }
  // Throws unless e is a node of this graph.
  void check(Expr e, std::string_view use) const {
    if (e.id == 0 || e.id >= size_) refuse(e, use);
  }

  // df/dt: every symbol gains one derivative, ∂/∂t is included. Memoized for the life of the graph.
  Expr total(Expr f);
  Expr total(Expr f, int times);

 private:
  friend class Cone;
  [[noreturn]] void refuse(Expr e, std::string_view use) const;
  // A symbol: its variable, its derivative, and the next symbol of this variable. A call: the list of its
  // arguments, its routine, and which of the results it is.
  struct Node {
    std::uint32_t op : 8, shape : 24;
    std::uint32_t a, b, c;
  };
  static_assert(sizeof(Node) == 16);
  static constexpr std::uint32_t chunk_bits = 10, chunk_size = 1u << chunk_bits;
  using Chunk = std::shared_ptr<Node[]>;

  const Node& node(std::uint32_t id) const { return chunks_[id >> chunk_bits][id & (chunk_size - 1)]; }
  Node& own_node(std::uint32_t id) { return chunks_[id >> chunk_bits][id & (chunk_size - 1)]; }
  // The number of such a node among those below `limit`, here or in a graph further down; 0: there is none.
  std::uint32_t find(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::size_t limit) const;
  bool may_stand_below(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) const;
  std::uint32_t find_symbol(std::uint32_t variable, std::uint32_t order, std::size_t limit) const;
  Expr intern(Op op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0);
  Expr append(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c);
  struct Search;
  std::size_t own_size() const { return size_ - below_.nodes; }
  Search search(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) const;
  std::uint32_t shape_of(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) const;
  void grow_table();
  Expr simplify(Op op, Expr a, Expr b, Expr c);  // a simpler equal expression, or none
  Expr simplify_sum(Op op, Expr a, Expr b);
  Expr simplify_product(Expr a, Expr b);
  Expr simplify_quotient(Expr a, Expr b);
  Expr simplify_power(Expr a, Expr b);
  Expr simplify_logical(Op op, Expr a, Expr b);
  Expr without_minus(Expr e);
  Expr fold(Op op, Expr a, Expr b, Expr c);

  // What the graph below held when this one was put on top of it.
  std::shared_ptr<const Graph> base_ = {};
  struct Below {
    std::size_t nodes = 0;
    int variables = 0, parameters = 0;
    std::size_t routines = 0;
  } below_;

  std::size_t size_ = 0;
  std::vector<Node*> chunks_;                // of all nodes, those below included
  std::vector<Chunk> owners_;                // of the same chunks
  std::vector<std::uint32_t> table_;         // of own nodes but symbols: open addressing; 0 is empty
  std::vector<std::uint32_t> total_;         // memo of total(): 0 is not known yet
  std::vector<std::uint32_t> first_symbol_;  // per variable: the first of the list of its symbols made here
  std::vector<std::string> variable_names_, parameter_names_;  // of those added here
  std::vector<std::shared_ptr<const Routine>> routines_;       // called first by nodes made here
};

// The nodes below some roots, operands first, found without recursion. Keeps its scratch between calls: one
// Cone serves many roots without clearing memory of the size of the graph each time.
class Cone {
 public:
  explicit Cone(const Graph& graph) : graph_(graph) {}
  // Nodes below `roots` in topological order; `stop` tells at which nodes not to go further down.
  template <class Stop>
  const std::vector<Expr>& collect(std::span<const Expr> roots, Stop&& stop) {
    begin();
    for (const Expr root : roots) push(root);
    while (!stack_.empty()) {
      const std::uint32_t top = stack_.back();
      if (stamp_[top] == done_) {
        stack_.pop_back();
        continue;
      }
      if (stamp_[top] == open_ || stop(Expr{top})) {  // all operands are out
        stamp_[top] = done_;
        order_.push_back({top});
        stack_.pop_back();
        continue;
      }
      stamp_[top] = open_;
      const int arity = info(graph_.op({top})).arity;
      for (int k = arity - 1; k >= 0; --k) push(graph_.arg({top}, k));
    }
    return order_;
  }
  const std::vector<Expr>& collect(std::span<const Expr> roots) {
    return collect(roots, [](Expr) { return false; });
  }
  const std::vector<Expr>& collect(Expr root) { return collect(std::span(&root, 1)); }

 private:
  void begin();
  void push(Expr e) {
    if (e && stamp_[e.id] < open_) stack_.push_back(e.id);
  }

  const Graph& graph_;
  std::vector<std::uint32_t> stamp_, stack_;
  std::vector<Expr> order_;
  std::uint32_t open_ = 0, done_ = 0;
};

}  // namespace trammel::expr
