#include "pipeline/guesses.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "expr/query.hpp"
#include "model/simplification.hpp"
#include "pipeline/held.hpp"
#include "pipeline/modes.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;

constexpr double as_good_as_zero = 1e-30;  // a guess of this size
constexpr std::size_t most_symbols = 8;    // of an equation that passes guesses on

struct Tie {  // a x + b y + c = 0
  Expr x, y;
  double a, b, c;
};

class Ties {
 public:
  explicit Ties(const model::Problem& problem) : dae_(problem.dae), graph_(*problem.dae.graph) {
    for (const model::Parameter& parameter : dae_.parameters) value_[parameter.id] = parameter.value;
    expr::Cone cone(graph_);
    for (const model::Equation& equation : dae_.equations) {
      std::vector<Expr> symbols;
      bool plain = true;
      for (const Expr e : cone.collect(equation.residual)) {
        if (graph_.op(e) == expr::Op::time) plain = false;
        if (graph_.op(e) != expr::Op::symbol) continue;
        plain &= graph_.derivative(e) == 0;
        symbols.push_back(e);
        if (symbols.size() > most_symbols) plain = false;
        if (!plain) break;
      }
      if (plain && symbols.size() == 2) add(equation.residual, symbols[0], symbols[1]);
      if (plain && symbols.size() == 1) add(equation.residual, symbols[0]);
      if (plain && symbols.size() > 2) sums_.push_back({equation.residual, symbols});
    }
  }

  // The one symbol of an equation without a guess, and the value that the guesses of the others give to it, if one of
  // these goes back to a start value (`said`).
  template <class Known>
  std::vector<std::pair<Expr, double>> from_several(const Known& known,
                                                    const std::unordered_set<std::uint32_t>& said) {
    std::vector<std::pair<Expr, double>> found;
    std::erase_if(sums_, [&](const Sum& sum) {
      const auto open = [&](Expr e) { return !known.contains(e.id); };
      const auto unknowns = std::ranges::count_if(sum.symbols, open);
      if (unknowns == 1 && std::ranges::any_of(sum.symbols, [&](Expr e) { return said.contains(e.id); })) {
        const Expr x = *std::ranges::find_if(sum.symbols, open);
        if (const double value = solved(sum.residual, x, known); std::isfinite(value))
          found.emplace_back(x, value);
      }
      return unknowns < 2;
    });
    return found;
  }

  const std::vector<std::pair<Expr, double>>& given() const { return given_; }  // eps = 1e-14

  const std::vector<int>& of(Expr leaf) { return at_[leaf.id]; }
  const Tie& operator[](int k) const { return ties_[static_cast<std::size_t>(k)]; }

 private:
  struct Sum {  // an equation of several symbols
    Expr residual;
    std::vector<Expr> symbols;
  };
  // NaN: it does not say.
  template <class Known>
  double solved(Expr residual, Expr x, const Known& known) {
    if (expr::dependence(graph_, residual, std::span(&x, 1)) != expr::Dependence::affine) return std::nan("");
    const auto at = [&](double v) {
      return expr::evaluate(graph_, std::span(&residual, 1), [&](Expr e) {
        if (e.id == x.id) return v;
        return graph_.op(e) == expr::Op::symbol ? known.at(e.id) : value_[static_cast<int>(graph_.index(e))];
      })[0];
    };
    const double c = at(0);
    return -c / (at(1) - c);
  }
  void add(Expr residual, Expr x) {
    const double value = solved(residual, x, std::unordered_map<std::uint32_t, double>{});
    if (std::isfinite(value) && std::fabs(value) > as_good_as_zero) given_.emplace_back(x, value);
  }
  void add(Expr residual, Expr x, Expr y) {
    const Expr both[] = {x, y};
    if (expr::dependence(graph_, residual, both) != expr::Dependence::affine) return;
    const auto at = [&](double vx, double vy) {
      return expr::evaluate(graph_, std::span(&residual, 1), [&](Expr e) {
        if (e.id == x.id) return vx;
        if (e.id == y.id) return vy;
        return value_[static_cast<int>(graph_.index(e))];
      })[0];
    };
    const double c = at(0, 0), a = at(1, 0) - c, b = at(0, 1) - c;
    if (!std::isfinite(c) || !std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0) return;
    at_[x.id].push_back(static_cast<int>(ties_.size()));
    at_[y.id].push_back(static_cast<int>(ties_.size()));
    ties_.push_back({x, y, a, b, c});
  }

  const model::Dae& dae_;
  const expr::Graph& graph_;
  std::unordered_map<int, double> value_;  // of parameters
  std::vector<Tie> ties_;
  std::vector<Sum> sums_;
  std::vector<std::pair<Expr, double>> given_;
  std::unordered_map<std::uint32_t, std::vector<int>> at_;  // by the id of a leaf
};

}  // namespace

void pass_on_guesses(model::Problem& problem) {
  Ties ties(problem);
  std::unordered_map<std::uint32_t, double> known;
  std::unordered_set<std::uint32_t> said, written;
  for (const model::StartValue& start : problem.starts) written.insert(start.leaf.id);
  std::deque<Expr> open;
  const auto learn = [&](Expr leaf, double value, bool by_start) {
    if (!std::isfinite(value) || !known.emplace(leaf.id, value).second) return;
    if (by_start) said.insert(leaf.id);
    if (!written.contains(leaf.id)) problem.starts.push_back({leaf, value, model::Rank::guess});
    open.push_back(leaf);
  };
  const auto follow_ties = [&] {
    for (; !open.empty(); open.pop_front()) {
      const Expr leaf = open.front();
      for (const int k : ties.of(leaf)) {
        const Tie& tie = ties[k];
        const bool first = tie.x.id == leaf.id;
        learn(first ? tie.y : tie.x,
              -((first ? tie.a : tie.b) * known[leaf.id] + tie.c) / (first ? tie.b : tie.a),
              said.contains(leaf.id));
      }
    }
  };
  // What equations alone determine (d = 1000, D = d) has that value, whatever its start value is.
  const std::vector<model::StartValue> starts = problem.starts;
  for (const auto& [leaf, value] : ties.given()) learn(leaf, value, false);
  follow_ties();
  const std::unordered_map<std::uint32_t, double> determined = known;
  for (const model::StartValue& start : starts)
    if (problem.dae.graph->derivative(start.leaf) == 0) {
      if (start.rank != model::Rank::fixed && determined.contains(start.leaf.id)) continue;
      known[start.leaf.id] = start.value;
      said.insert(start.leaf.id);
      open.push_back(start.leaf);
    }
  do {
    follow_ties();
    for (const auto& [leaf, value] : ties.from_several(known, said)) learn(leaf, value, true);
  } while (!open.empty());
  for (model::StartValue& start : problem.starts)
    if (const auto at = determined.find(start.leaf.id);
        at != determined.end() && start.rank != model::Rank::fixed)
      start = {start.leaf, at->second, model::Rank::guess, {}};
}

std::unordered_map<std::uint32_t, double> follow_starts(const model::Problem& problem,
                                                        const std::vector<double>& parameters, double t,
                                                        model::Rank least) {
  const expr::Graph& graph = *problem.dae.graph;
  std::unordered_map<std::uint32_t, double> known;
  std::deque<std::uint32_t> fresh;
  const auto learn = [&](Expr leaf, double value) {
    if (std::isfinite(value) && known.emplace(leaf.id, value).second) fresh.push_back(leaf.id);
  };
  std::vector<std::vector<Expr>> open;  // per equation: its symbols; none of those that hold derivatives
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> of_symbol;
  expr::Cone cone(graph);
  for (const model::Equation& equation : problem.dae.equations) {
    std::vector<Expr>& symbols = open.emplace_back();
    for (const Expr e : cone.collect(equation.residual))
      if (graph.op(e) == expr::Op::symbol) symbols.push_back(e);
    if (std::ranges::any_of(symbols, [&](Expr e) { return graph.derivative(e) > 0; })) symbols.clear();
    for (const Expr e : symbols) of_symbol[e.id].push_back(open.size() - 1);
  }
  const auto solve = [&](std::size_t i) {
    if (std::ranges::count_if(open[i], [&](Expr e) { return !known.contains(e.id); }) != 1) return;
    const Expr x = *std::ranges::find_if(open[i], [&](Expr e) { return !known.contains(e.id); });
    const Expr row = problem.dae.equations[i].residual;
    if (expr::dependence(graph, row, std::span(&x, 1)) != expr::Dependence::affine) return;
    const auto at = [&](double value) {
      return expr::evaluate(graph, std::span(&row, 1), [&](Expr e) {
        if (e.id == x.id) return value;
        if (graph.op(e) == expr::Op::time) return t;
        return graph.op(e) == expr::Op::symbol ? known.at(e.id)
                                               : parameters[static_cast<std::size_t>(graph.index(e))];
      })[0];
    };
    const double c = at(0);
    learn(x, -c / (at(1) - c));
  };
  for (const model::Rank rank : {model::Rank::fixed, model::Rank::preferred}) {
    if (rank < least) break;
    for (const model::StartValue& start : problem.starts)
      if (start.rank == rank && graph.op(start.leaf) == expr::Op::symbol) learn(start.leaf, start.value);
    for (std::size_t i = 0; i < open.size(); ++i) solve(i);
    for (; !fresh.empty(); fresh.pop_front())
      for (const std::size_t i : of_symbol[fresh.front()]) solve(i);
  }
  return known;
}

namespace {

// How many start values, equations without derivatives and relations contradict what follows from the start values,
// the fixed ones first, while parameters have these values.
int contradictions(const Held& held, const std::vector<double>& parameters, double t) {
  constexpr double close = 1e-9;                             // of the terms that cancel
  const model::Problem problem = in_mode(held, parameters);  // without the unknowns of branches not taken
  const expr::Graph& graph = *problem.dae.graph;
  const std::unordered_map<std::uint32_t, double> known =
      follow_starts(problem, parameters, t, model::Rank::preferred);
  const auto follows = [&](Expr e) {
    return std::ranges::all_of(expr::leaves(graph, e), [&](Expr leaf) {
      return graph.op(leaf) != expr::Op::symbol || known.contains(leaf.id);
    });
  };
  const auto value = [&](Expr e) {
    return expr::evaluate(graph, std::span(&e, 1), [&](Expr leaf) {
      if (graph.op(leaf) == expr::Op::time) return t;
      return graph.op(leaf) == expr::Op::symbol ? known.at(leaf.id)
                                                : parameters[static_cast<std::size_t>(graph.index(leaf))];
    })[0];
  };
  int count = 0;
  for (const model::StartValue& start : problem.starts)
    if (const auto at = known.find(start.leaf.id);
        at != known.end() && start.rank != model::Rank::guess &&
        std::fabs(at->second - start.value) > close * (std::fabs(at->second) + std::fabs(start.value)))
      ++count;
  for (const model::Equation& equation : problem.dae.equations) {
    const Expr row = equation.residual;
    if (!follows(row)) continue;
    const bool sum = graph.op(row) == expr::Op::sub || graph.op(row) == expr::Op::add;
    const double size = sum ? std::fabs(value(graph.arg(row, 0))) + std::fabs(value(graph.arg(row, 1))) : 0;
    count += std::fabs(value(row)) > close * size;
  }
  for (const HeldRelation& relation : held.relations) {
    if (relation.kind != HeldRelation::Kind::truth || relation.delay >= 0 || !follows(relation.zero))
      continue;
    const double says =
        value_of(relation, value(relation.left), relation.right ? value(relation.right) : 0.0);
    count += std::isfinite(says) && says != parameters[static_cast<std::size_t>(relation.parameter)];
  }
  return count;
}

// Of the values that relations which choose between equations may have, those that contradict least of what the start
// values say: h = if s > 0 then s else 0 with a start of h above zero is the first branch, though nothing is said of s.
void choose_branches(const Held& held, double t, std::vector<double>& values) {
  int least = -1;
  std::vector<double> best = values;
  for (const std::vector<Cause::Flip>& flips : other_modes(held, values)) {
    std::vector<double> other = values;
    for (const Cause::Flip& flip : flips)
      other[static_cast<std::size_t>(held.relations[static_cast<std::size_t>(flip.relation)].parameter)] =
          flip.value;
    const int count = contradictions(held, other, t);
    if (least >= 0 && count >= least) continue;
    least = count;
    best = std::move(other);
    if (least == 0) break;
  }
  values = std::move(best);
}

}  // namespace

// With values of the relations that the start values suggest.
// With homotopy(actual, simplified) as it begins: what its simplified argument says chooses the branches of
// the actual one.
static model::Problem simplified(const model::Problem& problem) {
  model::Problem begins = problem;
  expr::Graph& graph = *problem.dae.graph;
  std::vector<Expr> rows;
  for (const model::Equation& e : problem.dae.equations) rows.push_back(e.residual);
  if (const int part = model::simplification(problem.dae); part >= 0)
    rows = expr::substitute(graph, rows, {{graph.parameter(part).id, graph.constant(1)}});
  for (std::size_t k = 0; k < rows.size(); ++k) begins.dae.equations[k].residual = rows[k];
  return begins;
}

void guess_relations(Held& held, double t) {
  constexpr int rounds =
      8;  // relations may stand in relations, and in equations that give the sides of others
  expr::Graph& graph = *held.problem.dae.graph;
  std::unordered_map<std::uint32_t, double> starts;
  for (const model::StartValue& start : held.problem.starts) starts.emplace(start.leaf.id, start.value);
  std::vector<double> values = parameter_values(held.problem.dae);
  for (const model::Discrete& d : held.problem.dae.events.discrete) {
    const auto given = starts.find(d.value.id);
    const double start = given == starts.end() || d.fixed ? d.start : given->second;
    if (d.pre >= 0) values[static_cast<std::size_t>(d.pre)] = start;
    if (graph.op(d.value) == expr::Op::parameter)
      values[static_cast<std::size_t>(graph.index(d.value))] = d.start;
  }
  std::unordered_map<std::uint32_t, double> known;
  const auto leaf = [&](expr::Expr e) {
    if (graph.op(e) == expr::Op::time) return t;
    if (graph.op(e) == expr::Op::parameter) return values[static_cast<std::size_t>(graph.index(e))];
    if (const auto follows = known.find(e.id); follows != known.end()) return follows->second;
    const auto given = starts.find(e.id);
    return given == starts.end() ? 0 : given->second;
  };
  std::vector<expr::Expr> sides;
  for (const HeldRelation& relation : held.relations) {
    sides.push_back(relation.left);
    sides.push_back(relation.right ? relation.right : graph.constant(0));
  }
  const model::Problem begins = simplified(held.problem);
  std::vector<double> before;
  for (int round = 0; round < rounds && values != before; ++round) {
    before = values;
    known = follow_starts(begins, values, t, model::Rank::fixed);
    const std::vector<double> at = expr::evaluate(graph, sides, leaf);
    for (std::size_t k = 0; k < held.relations.size(); ++k)
      if (const double value = value_of(held.relations[k], at[2 * k], at[2 * k + 1]);
          std::isfinite(value) && held.relations[k].delay < 0)
        values[static_cast<std::size_t>(held.relations[k].parameter)] = value;
  }
  choose_branches(held, t, values);
  for (model::Parameter& parameter : held.problem.dae.parameters)
    parameter.value = values[static_cast<std::size_t>(parameter.id)];
}

}  // namespace trammel::pipeline
