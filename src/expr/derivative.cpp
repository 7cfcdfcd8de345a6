#include "expr/derivative.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "base/error.hpp"
#include "expr/calculus.hpp"
#include "expr/last_cone.hpp"
#include "expr/query.hpp"

namespace trammel::expr {
namespace {

// What sweeps through a graph write on, as long as the graph: kept for the next that differentiates in this
// thread. Bodies of loops are differentiated on the way, so that several may be at work.
class SweepSheets {
 public:
  SweepSheets() {
    if (idle().empty()) idle().push_back(std::make_unique<Sheets>());
    sheets_ = std::move(idle().back());
    idle().pop_back();
  }
  ~SweepSheets() { idle().push_back(std::move(sheets_)); }
  SweepSheets(const SweepSheets&) = delete;
  SweepSheets& operator=(const SweepSheets&) = delete;

  Cone& outer(const Graph& graph) { return sheets_->outer.of(graph); }
  Cone& inner(const Graph& graph) { return sheets_->inner.of(graph); }
  std::vector<std::uint32_t>& position() {
    return sheets_->position;
  }  // nobody reads what he has not written

 private:
  struct Sheets {
    LastCone outer, inner;
    std::vector<std::uint32_t> position;
  };
  static std::vector<std::unique_ptr<Sheets>>& idle() {
    static thread_local std::vector<std::unique_ptr<Sheets>> of_thread;
    return of_thread;
  }
  std::unique_ptr<Sheets> sheets_;
};

// Reverse sweeps that stop at choices; the gradients of the choices are made first, innermost first.
class Reverse {
 public:
  using Sparse = std::vector<std::pair<int, Expr>>;  // (column, entry), sorted by column

  Reverse(Graph& graph, std::span<const Expr> leaves)
      : g_(graph), calculus_(graph), cone_(scratch_.outer(graph)), inner_(scratch_.inner(graph)),
        position_(scratch_.position()) {
    for (int column = 0; column < static_cast<int>(leaves.size()); ++column) {
      graph.check(leaves[column], "a leaf to differentiate by");
      if (!is_leaf(graph.op(leaves[column])) || graph.is_constant(leaves[column]))
        throw Error(Kind::usage, "only parameters, time and variables can be differentiated by");
      column_of_.emplace(leaves[column].id, column);
    }
  }

  Sparse row(Expr f) {
    const std::vector<Expr> order = cone_.collect(f);  // a copy: making derivatives grows the graph
    for (const Expr e : order)
      if (Calculus::is_choice(g_.op(e)) && !choices_.contains(e.id)) {
        const Calculus::Choice choice = calculus_.choice(e);
        choices_.emplace(e.id, merged(choice.condition, sweep(choice.yes), sweep(choice.no)));
      }
    return sweep(f);
  }

 private:
  // The gradient of f, where all choices strictly below f are known.
  Sparse sweep(Expr f) {
    const auto known = [this](Expr e) { return choices_.contains(e.id); };
    const std::vector<Expr> order = inner_.collect(std::span(&f, 1), known);
    const std::size_t n = order.size();
    if (position_.size() < g_.size()) position_.resize(g_.size());
    std::vector<char> active(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      position_[order[i].id] = static_cast<std::uint32_t>(i);
      active[i] = depends(order[i], active);
    }
    std::vector<Expr> adjoint(n);
    adjoint[n - 1] = g_.constant(1);
    Sparse result;
    result.reserve(std::min(n, column_of_.size()));
    for (std::size_t i = n; i-- > 0;) {
      if (!active[i] || !adjoint[i]) continue;
      const Expr e = order[i];
      if (const auto column = column_of_.find(e.id); column != column_of_.end()) {
        result.emplace_back(column->second, adjoint[i]);
      } else if (known(e)) {
        for (const auto& [at, entry] : choices_.at(e.id))
          result.emplace_back(at, calculus_.times(adjoint[i], entry));
      } else {
        spread(e, adjoint[i], active, adjoint);
      }
    }
    return collapsed(std::move(result));
  }

  bool depends(Expr e, const std::vector<char>& active) const {
    if (column_of_.contains(e.id)) return true;
    if (const auto choice = choices_.find(e.id); choice != choices_.end()) return !choice->second.empty();
    for (int k = 0; k < info(g_.op(e)).arity; ++k)
      if (g_.arg(e, k) && active[position_[g_.arg(e, k).id]]) return true;
    return false;
  }

  void spread(Expr e, Expr seed, const std::vector<char>& active, std::vector<Expr>& adjoint) {
    const auto add = [&](Expr operand, const auto& partial) {
      const std::uint32_t at = position_[operand.id];
      if (!active[at]) return;
      const Expr term = calculus_.chain(partial(), seed);
      if (!calculus_.is_zero(term)) adjoint[at] = adjoint[at] ? calculus_.plus(adjoint[at], term) : term;
    };
    if (g_.op(e) == Op::call) {  // past the nodes that make up the list of its arguments
      const std::vector<Expr> arguments = g_.arguments(e);
      for (int k = 0; k < static_cast<int>(arguments.size()); ++k)
        add(arguments[static_cast<std::size_t>(k)], [&] { return Partial{.factor = g_.slope(e, k)}; });
      return;
    }
    for (int k = 0; k < info(g_.op(e)).arity; ++k) add(g_.arg(e, k), [&] { return calculus_.partial(e, k); });
  }

  Sparse collapsed(Sparse entries) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Sparse result;
    result.reserve(entries.size());
    for (const auto& [column, entry] : entries) {
      if (calculus_.is_zero(entry)) continue;
      if (!result.empty() && result.back().first == column)
        result.back().second = calculus_.plus(result.back().second, entry);
      else
        result.emplace_back(column, entry);
    }
    return result;
  }

  Sparse merged(Expr condition, const Sparse& yes, const Sparse& no) {
    Sparse result;
    auto y = yes.begin(), n = no.begin();
    while (y != yes.end() || n != no.end()) {
      const int column = n == no.end() || (y != yes.end() && y->first <= n->first) ? y->first : n->first;
      const Expr a = y != yes.end() && y->first == column ? (y++)->second : calculus_.zero();
      const Expr b = n != no.end() && n->first == column ? (n++)->second : calculus_.zero();
      result.emplace_back(column, calculus_.choose(condition, a, b));
    }
    return result;
  }

  Graph& g_;
  Calculus calculus_;
  SweepSheets scratch_;
  Cone &cone_, &inner_;
  std::unordered_map<std::uint32_t, int> column_of_;
  std::unordered_map<std::uint32_t, Sparse> choices_;
  std::vector<std::uint32_t>& position_;  // of a node in the current sweep
};

}  // namespace

std::vector<Entry> jacobian(Graph& graph, std::span<const Expr> rows, std::span<const Expr> leaves) {
  Reverse reverse(graph, leaves);
  std::vector<Entry> entries;
  for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
    graph.check(rows[row], "a row to differentiate");
    for (const auto& [column, value] : reverse.row(rows[row])) entries.push_back({row, column, value});
  }
  return entries;
}

std::vector<Expr> gradient(Graph& graph, Expr f, std::span<const Expr> leaves) {
  std::vector<Expr> result(leaves.size(), graph.constant(0));
  for (const Entry& entry : jacobian(graph, std::span(&f, 1), leaves)) result[entry.column] = entry.value;
  return result;
}

Expr Graph::total(Expr f, int times) {
  for (int k = 0; k < times; ++k) f = total(f);
  return f;
}

Expr Graph::total(Expr f) {
  check(f, "an expression to differentiate");
  total_.resize(std::max(total_.size(), size()));
  if (total_[f.id] != 0) return {total_[f.id]};
  const Calculus calculus(*this);
  const auto derivative = [&](Expr e) -> Expr {
    const Op op = this->op(e);
    if (op == Op::symbol) return symbol(index(e), this->derivative(e) + 1);
    if (op == Op::time) return constant(1);
    if (is_leaf(op)) return constant(0);
    const auto below = [&](Expr operand) { return Expr{total_[operand.id]}; };
    if (Calculus::is_choice(op)) {
      const auto [condition, yes, no] = calculus.choice(e);
      return calculus.choose(condition, below(yes), below(no));
    }
    Expr sum = calculus.zero();
    if (op == Op::argument) return sum;  // of no use: the call asks for its arguments themselves
    if (op == Op::call) {
      const std::vector<Expr> list = arguments(e);
      for (std::size_t k = 0; k < list.size(); ++k)
        if (const Expr inner = below(list[k]); !calculus.is_zero(inner))
          sum = calculus.plus(sum, calculus.times(slope(e, static_cast<int>(k)), inner));
      return sum;
    }
    for (int k = 0; k < info(op).arity; ++k) {
      const Expr inner = below(arg(e, k));
      if (calculus.is_zero(inner)) continue;
      sum = calculus.plus(sum, calculus.chain(calculus.partial(e, k), inner));
    }
    return sum;
  };
  // An explicit stack instead of a Cone: a Cone's stamps would be set up anew, at the size of the graph, per
  // call.
  std::vector<std::uint32_t> stack{f.id};
  while (!stack.empty()) {
    const Expr e{stack.back()};
    if (total_[e.id] != 0) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    if (!is_leaf(op(e)))
      for (int k = info(op(e)).arity - 1; k >= 0; --k)
        if (const Expr operand = arg(e, k); operand && total_[operand.id] == 0) {
          stack.push_back(operand.id);
          ready = false;
        }
    if (!ready) continue;
    const std::uint32_t result = derivative(e).id;
    total_.resize(size());
    total_[e.id] = result;
    stack.pop_back();
  }
  return {total_[f.id]};
}

bool constant_derivatives(Graph& graph, std::span<const Expr> rows, std::span<const Expr> with_respect_to) {
  std::vector<Expr> values;
  for (const Entry& entry : jacobian(graph, rows, with_respect_to)) values.push_back(entry.value);
  const std::vector<Expr> found = leaves(graph, values);
  return std::ranges::all_of(found, [&](Expr leaf) { return graph.op(leaf) == Op::parameter; });
}

}  // namespace trammel::expr
