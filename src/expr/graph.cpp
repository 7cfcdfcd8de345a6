#include "expr/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/work.hpp"

namespace trammel::expr {
namespace {

constexpr std::uint32_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t h = (a ^ (b * 0x9E3779B97F4A7C15u)) * 0xD6E8FEB86659FD93u;
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93u;
  return static_cast<std::uint32_t>(h ^ (h >> 29));
}

std::uint32_t hash(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return mix((std::uint64_t{a} << 32) | b, (std::uint64_t{c} << 8) | static_cast<std::uint32_t>(op));
}

}  // namespace

Graph::Graph() : size_(1), table_(1024), total_(1) {
  ++work_so_far().graphs;
  owners_.emplace_back(new Node[chunk_size]);
  chunks_.push_back(owners_.back().get());
  own_node(0) = {};
}

// The last chunk is only filled in part: the copy goes on in one of its own.
Graph::Graph(std::shared_ptr<const Graph> base)
    : base_(std::move(base)), below_{base_->size(), base_->variables(), base_->parameters(),
                                     base_->routines()},
      size_(below_.nodes), chunks_(base_->chunks_), owners_(base_->owners_), table_(1024),
      total_(base_->total_), first_symbol_(static_cast<std::size_t>(below_.variables)) {
  ++work_so_far().graphs;
  if (const std::size_t rest = size_ % chunk_size; rest > 0) {
    owners_.back() = Chunk(new Node[chunk_size]);
    std::copy_n(chunks_.back(), rest, owners_.back().get());
    chunks_.back() = owners_.back().get();
  }
}

const std::string& Graph::variable_name(int variable) const {
  return variable < below_.variables
             ? base_->variable_name(variable)
             : variable_names_.at(static_cast<std::size_t>(variable - below_.variables));
}

const std::string& Graph::parameter_name(int parameter) const {
  return parameter < below_.parameters
             ? base_->parameter_name(parameter)
             : parameter_names_.at(static_cast<std::size_t>(parameter - below_.parameters));
}

int Graph::add_variable(std::string name) {
  variable_names_.push_back(std::move(name));
  first_symbol_.push_back(0);
  return variables() - 1;
}

int Graph::add_parameter(std::string name) {
  parameter_names_.push_back(std::move(name));
  return parameters() - 1;
}

Expr Graph::constant(double value) {
  if (std::isnan(value)) throw Error(Kind::usage, "a constant is NaN", {}, "give every constant a number");
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return intern(Op::constant, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32));
}

double Graph::value(Expr constant) const {
  const Node& node = this->node(constant.id);
  return std::bit_cast<double>((std::uint64_t{node.b} << 32) | node.a);
}

Expr Graph::parameter(int parameter) {
  if (parameter < 0 || parameter >= parameters())
    throw Error(Kind::usage,
                fmt::format("there is no parameter number {} (the graph has {})", parameter, parameters()));
  return intern(Op::parameter, static_cast<std::uint32_t>(parameter));
}

Expr Graph::time() { return intern(Op::time, 0); }

Expr Graph::symbol(int variable, int derivative) {
  if (variable < 0 || variable >= variables())
    throw Error(Kind::usage,
                fmt::format("there is no variable number {} (the graph has {})", variable, variables()));
  if (derivative < 0)
    throw Error(Kind::usage,
                fmt::format("derivative {} of {} was asked for", derivative, quote(variable_name(variable))));
  const auto order = static_cast<std::uint32_t>(derivative);
  if (variable < below_.variables)
    if (const std::uint32_t id =
            base_->find_symbol(static_cast<std::uint32_t>(variable), order, below_.nodes))
      return {id};
  std::uint32_t last = 0;
  for (std::uint32_t id = first_symbol_[variable]; id != 0; last = id, id = node(id).c)
    if (node(id).b == order) return {id};
  const Expr fresh = append(Op::symbol, static_cast<std::uint32_t>(variable), order, 0);
  (last != 0 ? own_node(last).c : first_symbol_[variable]) = fresh.id;
  return fresh;
}

// Symbols of one variable are listed in the order of their numbers: those made after `limit` come last.
std::uint32_t Graph::find_symbol(std::uint32_t variable, std::uint32_t order, std::size_t limit) const {
  if (static_cast<int>(variable) < below_.variables)
    if (const std::uint32_t id = base_->find_symbol(variable, order, std::min(limit, below_.nodes)))
      return id;
  for (std::uint32_t id = first_symbol_[variable]; id != 0 && id < limit; id = node(id).c)
    if (node(id).b == order) return id;
  return 0;
}

Expr Graph::call(const std::shared_ptr<const Routine>& routine, std::span<const Expr> arguments, int output) {
  if (static_cast<int>(arguments.size()) != routine->inputs() || output < 0 || output >= routine->outputs())
    throw Error(Kind::usage, fmt::format("the function {} has {} inputs and {} results, not {} and {}",
                                         quote(routine->name()), routine->inputs(), routine->outputs(),
                                         arguments.size(), output + 1));
  for (const Expr a : arguments) check(a, "an argument of a call");
  if (std::ranges::all_of(arguments, [&](Expr a) { return is_constant(a); })) {
    const Scratch in(arguments.size()), out(static_cast<std::size_t>(routine->outputs()));
    for (std::size_t k = 0; k < arguments.size(); ++k) in[k] = value(arguments[k]);
    routine->run(in.data(), out.data());
    if (const double known = out[static_cast<std::size_t>(output)]; std::isfinite(known))
      return constant(known);
  }
  std::size_t number = routines();  // few: newest first
  while (number > 0 && routine_at(number - 1) != routine) --number;
  if (number == 0) {
    routines_.push_back(routine);
    number = routines();
  }
  Expr list;
  for (auto a = arguments.rbegin(); a != arguments.rend(); ++a) list = intern(Op::argument, a->id, list.id);
  return intern(Op::call, list.id, static_cast<std::uint32_t>(number - 1),
                static_cast<std::uint32_t>(output));
}

std::vector<Expr> Graph::arguments(Expr call) const {
  std::vector<Expr> list;
  each_argument(call, [&](Expr a) { list.push_back(a); });
  return list;
}

Expr Graph::slope(Expr call, int input) {
  const std::shared_ptr<const Routine> routine = this->routine(call);  // a copy: the table may grow
  if (!routine->depends(output(call), input)) return constant(0);
  return this->call(routine->derivative(), arguments(call), output(call) * routine->inputs() + input);
}

void Graph::refuse(Expr e, std::string_view use) const {
  if (e.id == 0)
    throw Error(Kind::usage, fmt::format("{} is missing: an expression that was never set", use));
  throw Error(Kind::usage,
              fmt::format("{} has number {}, but this graph has only {} nodes", use, e.id, size()), {},
              "do not mix expressions of two graphs");
}

Expr Graph::apply(Op op, Expr a, Expr b, Expr c) {
  const int arity = info(op).arity;
  if (is_leaf(op) || arity == 0 || op >= Op::call)
    throw Error(Kind::usage, fmt::format("'{}' is not an operation on expressions", info(op).name));
  check(a, "the first operand");
  if (arity >= 2) check(b, "the second operand");
  if (arity >= 3) check(c, "the third operand");
  if (const Expr simpler = simplify(op, a, b, c)) return simpler;
  return intern(op, a.id, arity >= 2 ? b.id : 0, arity >= 3 ? c.id : 0);
}

// The places of the table at which a node may stand, one after the other: first some near that of its newest
// operand, then any. So nodes that are made together stand together; with the table of 10⁵ equations read in
// no order, waiting for memory took a sixth of the time of their analysis. Nothing is ever removed: the first
// empty place ends a search. Steps between places of the second kind grow (their sums reach every place of a
// table whose size is a power of 2), so that they leave regions that are full.
struct Graph::Search {
  std::size_t near, any;
  std::size_t step = 0;
  std::size_t next(std::size_t mask) {
    constexpr std::size_t close = 16;  // a line of a cache
    const std::size_t k = step++;
    return (k < close ? near + k : any + (k - close) * (k - close + 1) / 2) & mask;
  }
};

// a + b and b + a meet because commutative operations are looked up under the sorted pair.
Graph::Search Graph::search(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
  if (info(op).commutative && b < a) std::swap(a, b);
  const std::uint32_t any = hash(op, a, b, c);
  std::uint32_t newest = op == Op::parameter ? a : 0;
  if (!is_leaf(op) && op < Op::call)
    for (const std::uint32_t operand : {a, b, c})
      if (operand > newest && static_cast<Op>(node(operand).op) != Op::constant) newest = operand;
  // At most 5/8 of the places are taken, so that 3/2 of the newest own number of all is within the table.
  return {newest > below_.nodes ? (newest - below_.nodes) * 3 / 2 + any % 4 : any, any};
}

// The node's first-written operand order is kept for printing.
Expr Graph::intern(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const bool commutes = info(op).commutative;
  Search places = search(op, a, b, c);
  std::size_t at = places.next(table_.size() - 1);
  for (; table_[at] != 0; at = places.next(table_.size() - 1)) {
    const Node& node = this->node(table_[at]);
    if (static_cast<Op>(node.op) != op || node.c != c) continue;
    if ((node.a == a && node.b == b) || (commutes && node.a == b && node.b == a)) return {table_[at]};
  }
  if (may_stand_below(op, a, b, c))
    if (const std::uint32_t id = base_->find(op, a, b, c, below_.nodes)) return {id};
  const Expr fresh = append(op, a, b, c);
  table_[at] = fresh.id;
  if (own_size() * 8 > table_.size() * 5) grow_table();
  return fresh;
}

// A node with an operand that was made here cannot stand in a graph below.
bool Graph::may_stand_below(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
  if (!base_) return false;
  return is_leaf(op) || op == Op::call || (a < below_.nodes && b < below_.nodes && c < below_.nodes);
}

std::uint32_t Graph::find(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::size_t limit) const {
  const bool commutes = info(op).commutative;
  Search places = search(op, a, b, c);
  for (std::size_t at = places.next(table_.size() - 1); table_[at] != 0;
       at = places.next(table_.size() - 1)) {
    const Node& node = this->node(table_[at]);
    if (static_cast<Op>(node.op) != op || node.c != c) continue;
    if ((node.a == a && node.b == b) || (commutes && node.a == b && node.b == a))
      return table_[at] < limit ? table_[at] : 0;
  }
  return may_stand_below(op, a, b, c) ? base_->find(op, a, b, c, std::min(limit, below_.nodes)) : 0;
}

Expr Graph::append(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (size_ >= std::numeric_limits<std::uint32_t>::max())
    throw Error(Kind::usage, "the equations need more than 4 billion operations");
  if (size_ % chunk_size == 0) {
    owners_.emplace_back(new Node[chunk_size]);
    chunks_.push_back(owners_.back().get());
  }
  const auto id = static_cast<std::uint32_t>(size_);
  own_node(id) = {static_cast<std::uint32_t>(op), shape_of(op, a, b, c) & 0xFFFFFFu, a, b, c};
  ++size_;
  return {id};
}

std::uint32_t Graph::shape_of(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
  const auto code = static_cast<std::uint32_t>(op);
  switch (op) {
    case Op::constant:
    case Op::parameter:
      return 1;  // numbers that do not move: one kind of leaf
    case Op::time:
      return 2;
    case Op::symbol:
      return 3 + b;
    case Op::call:
      return mix((std::uint64_t{node(a).shape} << 32) | b, (std::uint64_t{c} << 8) | code);
    default:
      break;
  }
  std::uint32_t low = node(a).shape, high = node(b).shape;
  if (info(op).commutative && high < low) std::swap(low, high);
  return mix((std::uint64_t{low} << 32) | high, (std::uint64_t{node(c).shape} << 8) | code);
}

void Graph::grow_table() {
  std::vector<std::uint32_t> bigger(table_.size() *
                                    (table_.size() < 100'000 ? 4 : 2));  // few rounds while it is small
  const std::size_t mask = bigger.size() - 1;
  for (auto id = static_cast<std::uint32_t>(std::max<std::size_t>(1, below_.nodes)); id < size_; ++id) {
    const Node& node = this->node(id);
    if (static_cast<Op>(node.op) == Op::symbol) continue;
    Search places = search(static_cast<Op>(node.op), node.a, node.b, node.c);
    std::size_t at = places.next(mask);
    while (bigger[at] != 0) at = places.next(mask);
    bigger[at] = id;
  }
  table_ = std::move(bigger);
}

void Cone::begin() {
  // Two stamps a call (open, done); everything smaller is unseen. Restart when they run out.
  if (done_ > std::numeric_limits<std::uint32_t>::max() - 4) {
    std::fill(stamp_.begin(), stamp_.end(), 0);
    done_ = 0;
  }
  open_ = done_ + 1;
  done_ += 2;
  stamp_.resize(graph_.size());
  stack_.clear();
  order_.clear();
}

}  // namespace trammel::expr
