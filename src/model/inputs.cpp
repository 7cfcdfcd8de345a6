#include "model/inputs.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::model {
namespace {

using expr::Expr;
using expr::Graph;
using expr::Op;

bool is_relation(Op op) { return op >= Op::lt && op <= Op::ge; }
bool bends(Op op) { return op == Op::abs || op == Op::sign || op == Op::min || op == Op::max; }
bool rounds(Op op) { return op == Op::floor || op == Op::ceil; }
bool may_switch(Op op) { return is_relation(op) || bends(op) || rounds(op); }

// left - right, whose zeros are where it jumps or bends; of what is rounded: itself.
Expr zero_of(Graph& g, Expr e) {
  const Op op = g.op(e);
  return is_relation(op) || op == Op::min || op == Op::max ? g.apply(Op::sub, g.arg(e, 0), g.arg(e, 1))
                                                           : g.arg(e, 0);
}

// Time, parameters and what is known of them; nothing that is called.
class OfTime {
 public:
  OfTime(const Graph& g, const std::unordered_map<std::uint32_t, Expr>& known)
      : g_(g), known_(known), cone_(g) {}
  struct Answer {
    bool alone = true, moves = false;
  };
  Answer ask(Expr e) {
    Answer answer;
    for (const Expr node : cone_.collect(e)) {
      const Op op = g_.op(node);
      answer.moves = answer.moves || op == Op::time;
      if (op == Op::call) answer.alone = false;
      if (op != Op::symbol) continue;
      const bool is_known = known_.contains(node.id);
      answer.alone = answer.alone && is_known;
      answer.moves = answer.moves || is_known;
    }
    return answer;
  }

 private:
  const Graph& g_;
  const std::unordered_map<std::uint32_t, Expr>& known_;
  expr::Cone cone_;
};

}  // namespace

std::unordered_map<std::uint32_t, Expr> functions_of_time(Dae& dae) {
  constexpr int deepest = 8;
  Graph& g = *dae.graph;
  std::unordered_map<std::uint32_t, Expr> known;
  for (int depth = 0; depth < deepest; ++depth) {
    std::vector<std::pair<Expr, Expr>> found;
    OfTime of_time(g, known);
    for (const Equation& equation : dae.equations) {
      const Expr residual = equation.residual;
      if (g.op(residual) != Op::sub) continue;
      for (int k = 0; k < 2; ++k) {
        const Expr symbol = g.arg(residual, k), value = g.arg(residual, 1 - k);
        if (g.op(symbol) != Op::symbol || g.derivative(symbol) != 0 || known.contains(symbol.id)) continue;
        if (!of_time.ask(value).alone) continue;
        found.emplace_back(symbol, value);
        break;
      }
    }
    if (found.empty()) break;
    std::vector<Expr> values;
    for (const auto& [symbol, value] : found) values.push_back(value);
    values = expr::substitute(g, values, known);
    for (std::size_t i = 0; i < found.size(); ++i) known.emplace(found[i].first.id, values[i]);
  }
  return known;
}

void watch_inputs(Dae& dae) {
  Graph& g = *dae.graph;
  std::unordered_set<std::uint32_t> watched;
  for (const Relation& relation : dae.events.relations) watched.insert(relation.value.id);
  // Most models hold nothing of the kind anywhere.
  bool any = false;
  for (std::uint32_t id = 1; id < g.size() && !any; ++id)
    any = may_switch(g.op({id})) && !watched.contains(id);
  if (!any) return;
  std::vector<Expr> rows;
  for (const Equation& equation : dae.equations) rows.push_back(equation.residual);
  expr::Cone cone(g);
  std::vector<Expr> switches = cone.collect(rows);
  std::erase_if(switches, [&](Expr e) { return !may_switch(g.op(e)); });
  std::erase_if(switches, [&](Expr e) { return watched.contains(e.id); });
  if (switches.empty()) return;
  const std::unordered_map<std::uint32_t, Expr> known = functions_of_time(dae);
  for (const Expr e : switches) {
    const Expr zero = zero_of(g, e);
    const OfTime::Answer answer = OfTime(g, known).ask(zero);
    if (!answer.alone || !answer.moves) continue;
    const Expr written_out = known.empty() ? zero : expr::substitute(g, std::span(&zero, 1), known)[0];
    if (!OfTime(g, known).ask(written_out).moves) continue;
    dae.events.relations.push_back({.kind = rounds(g.op(e))  ? Relation::Kind::whole
                                            : bends(g.op(e)) ? Relation::Kind::bend
                                                             : Relation::Kind::sign,
                                    .value = e,
                                    .zero = written_out,
                                    .silent = true});
  }
}

std::string jump_text(const Graph& graph, Expr jump) { return expr::print(graph, jump, {.longest = 60}); }

void make_events_of_jumps(Dae& dae, const std::vector<std::string>& texts) {
  Graph& g = *dae.graph;
  std::unordered_set<std::uint32_t> known;
  for (const Relation& relation : dae.events.relations) known.insert(relation.value.id);
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    expr::Cone cone(g);
    for (const Expr e : std::vector<Expr>(cone.collect(std::span(&dae.equations[i].residual, 1)))) {
      const Op op = g.op(e);
      if (!is_relation(op) && !rounds(op) && op != Op::sign) continue;
      if (std::ranges::find(texts, jump_text(g, e)) == texts.end() || !known.insert(e.id).second) continue;
      const auto kind = rounds(op)       ? Relation::Kind::whole
                        : op == Op::sign ? Relation::Kind::bend
                                         : Relation::Kind::sign;
      dae.events.relations.push_back(
          {.kind = kind, .value = e, .zero = zero_of(g, e), .origin = dae.equations[i].origin});
    }
  }
}

}  // namespace trammel::model
