#include "pipeline/held.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "expr/print.hpp"
#include "expr/query.hpp"
#include "pipeline/history.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;

// Finds what is to be replaced, and then replaces all of it at once.
class Holder {
 public:
  explicit Holder(const model::Problem& problem)
      : held_{.problem = model::on_top(problem), .relations = {}} {}

  Held run() {
    for (const model::Delay& delay : dae().events.delays) add(delay);
    for (const model::Relation& relation : dae().events.relations) add(relation);
    for (std::size_t k = 0; k < held_.delays.size(); ++k) watch(static_cast<int>(k));
    std::vector<Expr*> all;
    for (HeldDelay& delay : held_.delays)
      for (Expr* e : {&delay.value, &delay.past}) all.push_back(e);
    for (HeldRelation& relation : held_.relations)
      for (Expr* e : {&relation.left, &relation.right, &relation.zero})
        if (*e) all.push_back(e);
    for (auto* list : {&dae().equations, &dae().initial_equations, &dae().invariants})
      for (model::Equation& equation : *list) all.push_back(&equation.residual);
    if (!held_.delays.empty())
      for (model::Assertion& assertion : dae().assertions) all.push_back(&assertion.condition);
    for (model::When& when : dae().events.whens)
      for (model::When::Branch& branch : when.branches) gather(branch, all);
    replace(all);
    find_resting(held_, all);
    take_starts();
    inline_constants();
    find_structural();
    (void)reported(dae());  // graphs of several modes stand on this one and must agree in these leaves
    return std::move(held_);
  }

 private:
  model::Dae& dae() { return held_.problem.dae; }
  expr::Graph& graph() { return *dae().graph; }

  void add(const model::Relation& relation) {
    expr::Graph& g = graph();
    const Op op = g.op(relation.value);
    HeldRelation held{.zero = relation.zero,
                      .text = expr::print(g, relation.value, {.longest = 60}),
                      .silent = relation.silent,
                      .origin = relation.origin};
    Expr node = relation.value;
    if (relation.kind == model::Relation::Kind::bend) return add_bend(relation, std::move(held));
    if (relation.kind == model::Relation::Kind::sign) {
      if (op < Op::lt || op > Op::ne) return;  // simplified to something else
      held.op = op;
      held.left = g.arg(relation.value, 0);
      held.right = g.arg(relation.value, 1);
      if (!relation.silent) held.zero = g.apply(Op::sub, held.left, held.right);
    } else {
      held.left = relation.zero;
      held.kind = op == Op::floor || op == Op::mod ? HeldRelation::Kind::floor
                  : op == Op::ceil                 ? HeldRelation::Kind::ceil
                                                   : HeldRelation::Kind::trunc;
      if (held.kind == HeldRelation::Kind::trunc)  // div is this, rem contains it
        node = g.apply(Op::select, g.apply(Op::ge, relation.zero, g.constant(0)),
                       g.apply(Op::floor, relation.zero), g.apply(Op::ceil, relation.zero));
    }
    held.parameter = g.add_parameter(held.text);
    dae().parameters.push_back({.id = held.parameter, .origin = relation.origin});
    Expr value = g.parameter(held.parameter);
    if (op == Op::mod)
      value = g.apply(Op::sub, g.arg(relation.value, 0), g.apply(Op::mul, value, g.arg(relation.value, 1)));
    replacement_[node.id] = value;
    held_.relations.push_back(std::move(held));
  }

  // max(x, y) is x or y, as x > y was at the last event.
  void add_bend(const model::Relation& relation, HeldRelation held) {
    expr::Graph& g = graph();
    const Expr node = relation.value;
    const Op op = g.op(node);
    if (op != Op::abs && op != Op::sign && op != Op::min && op != Op::max) return;  // simplified
    held.left = relation.zero;
    held.right = g.constant(0);
    const auto compared = [&](Op how) {
      held.op = how;
      held.parameter = add_number(held.text, 0, relation.origin);
      held_.relations.push_back(held);
      return g.parameter(held.parameter);
    };
    const Expr above = compared(Op::gt), x = g.arg(node, 0);
    const auto sign = [&] {
      return g.apply(Op::select, above, g.constant(1),
                     g.apply(Op::select, compared(Op::lt), g.constant(-1), g.constant(0)));
    };
    replacement_[node.id] = op == Op::abs    ? g.apply(Op::select, above, x, g.apply(Op::neg, x))
                            : op == Op::sign ? sign()
                            : op == Op::max  ? g.apply(Op::select, above, x, g.arg(node, 1))
                                             : g.apply(Op::select, above, g.arg(node, 1), x);
  }

  int add_number(const std::string& name, double value, const model::Origin& origin) {
    const int id = graph().add_parameter(name);
    dae().parameters.push_back({.id = id, .value = value, .origin = origin});
    return id;
  }

  // c_0 + x (c_1 + x (c_2 + ..)), x = (time - by - centre)/half.
  void add(const model::Delay& delay) {
    expr::Graph& g = graph();
    HeldDelay held{.value = delay.value,
                   .past = g.apply(Op::sub, g.time(), delay.by),
                   .longest = delay.longest,
                   .text = g.parameter_name(delay.id),
                   .origin = delay.origin};
    for (const Expr leaf : expr::leaves(g, delay.by))
      held.moving = held.moving || g.op(leaf) == Op::symbol || g.op(leaf) == Op::time ||
                    std::ranges::find(dae().events.discrete, leaf, &model::Discrete::value) !=
                        dae().events.discrete.end();
    const auto number = [&](const std::string& what, double value) {
      return add_number(held.text + " " + what, value, delay.origin);
    };
    const History::Piece none;
    held.centre = number("centre", none.centre);
    held.half = number("half", none.half);
    held.from = number("from", none.from);
    held.to = number("to", none.to);
    for (int k = 0; k <= History::degree; ++k) held.coefficients.push_back(number(std::to_string(k), 0));
    const Expr x =
        g.apply(Op::div, g.apply(Op::sub, held.past, g.parameter(held.centre)), g.parameter(held.half));
    Expr sum = g.parameter(held.coefficients.back());
    for (std::size_t k = held.coefficients.size() - 1; k-- > 0;)
      sum = g.apply(Op::add, g.parameter(held.coefficients[k]), g.apply(Op::mul, x, sum));
    replacement_[g.parameter(delay.id).id] = held.polynomial = sum;
    held_.delays.push_back(std::move(held));
  }

  // Where the piece of the past ends. If `by` changes, also where it begins.
  void watch(int delay) {
    expr::Graph& g = graph();
    const HeldDelay held = held_.delays[static_cast<std::size_t>(delay)];
    for (const bool end : {true, false}) {
      if (!end && !held.moving) continue;
      HeldRelation relation{.op = end ? Op::ge : Op::lt,
                            .left = held.past,
                            .right = g.parameter(end ? held.to : held.from),
                            .text = held.text,
                            .delay = delay,
                            .origin = held.origin};
      relation.zero = g.apply(Op::sub, relation.left, relation.right);
      relation.parameter = add_number(held.text + (end ? " beyond" : " before"), 0, held.origin);
      held_.relations.push_back(std::move(relation));
    }
  }

  // A replacement may hold other relations itself: mod(x, if y > 0 then 1 else 2).
  void replace(const std::vector<Expr*>& all) {
    constexpr int deepest = 8;
    std::vector<Expr> rows;
    for (const Expr* e : all) rows.push_back(*e);
    for (int depth = 0; depth < deepest; ++depth) {
      std::vector<Expr> next = expr::substitute(graph(), rows, replacement_);
      const bool same = next == rows;
      rows = std::move(next);
      if (same) break;
    }
    for (std::size_t k = 0; k < all.size(); ++k) *all[k] = rows[k];
  }

  static void gather(model::When::Branch& branch, std::vector<Expr*>& all) {
    for (Expr& trigger : branch.triggers) all.push_back(&trigger);
    for (auto* list : {&branch.assignments, &branch.reinits})
      for (model::When::Assignment& assignment : *list) all.push_back(&assignment.value);
    for (auto* list : {&branch.assertions, &branch.endings})
      for (model::Assertion& assertion : *list) all.push_back(&assertion.condition);
  }

  // pre(n) = 5 among the initial equations is a start value of n.
  void take_starts() {
    expr::Graph& g = graph();
    std::erase_if(dae().initial_equations, [&](const model::Equation& equation) {
      const Expr residual = equation.residual;
      if (g.op(residual) != Op::sub) return false;
      for (int k = 0; k < 2; ++k) {
        const Expr target = g.arg(residual, k), value = g.arg(residual, 1 - k);
        if (g.op(target) != Op::parameter) continue;
        for (model::Discrete& d : dae().events.discrete) {
          if (g.index(target) != d.pre && target != d.value) continue;
          for (const Expr leaf : expr::leaves(g, value))
            if (g.op(leaf) != Op::parameter) return false;
          const std::vector<double> numbers = parameter_values(dae());
          d.start = expr::evaluate(g, std::span(&value, 1), [&](Expr leaf) {
            return numbers[static_cast<std::size_t>(g.index(leaf))];
          })[0];
          return true;
        }
      }
      return false;
    });
  }

  bool changes(int parameter) {
    if (changing_.empty()) {
      changing_.resize(static_cast<std::size_t>(graph().parameters()));
      const auto mark = [&](int id) {
        if (id >= 0) changing_[static_cast<std::size_t>(id)] = 1;
      };
      for (const HeldRelation& relation : held_.relations) mark(relation.parameter);
      for (const model::Sampler& sampler : dae().events.samplers) mark(sampler.id);
      for (const model::Discrete& d : dae().events.discrete) {
        mark(d.pre);
        if (graph().op(d.value) == Op::parameter) mark(graph().index(d.value));
      }
    }
    return changing_[static_cast<std::size_t>(parameter)] != 0;
  }

  // A function of parameters of which one changes at events.
  bool piecewise_constant(Expr e) {
    bool any = false;
    for (const Expr leaf : expr::leaves(graph(), e)) {
      if (graph().op(leaf) != Op::parameter) return false;
      any = any || changes(graph().index(leaf));
    }
    return any;
  }

  // Unknowns that change at events only (Boolean off = s < 0) are written out where they are used: a choice
  // then rests on parameters alone.
  void inline_constants() {
    constexpr int deepest = 8;
    expr::Graph& g = graph();
    std::vector<char> defines(dae().equations.size(), 0);
    for (int depth = 0; depth < deepest; ++depth) {
      std::unordered_map<std::uint32_t, Expr> known;
      for (std::size_t i = 0; i < defines.size(); ++i) {
        const Expr residual = dae().equations[i].residual;
        if (defines[i] || g.op(residual) != Op::sub) continue;
        for (int k = 0; k < 2; ++k) {
          const Expr symbol = g.arg(residual, k), value = g.arg(residual, 1 - k);
          if (g.op(symbol) != Op::symbol || g.derivative(symbol) != 0 || !piecewise_constant(value)) continue;
          known.emplace(symbol.id, value);
          defines[i] = 1;
          break;
        }
      }
      if (known.empty()) return;
      std::vector<Expr> rows;
      for (const model::Equation& equation : dae().equations) rows.push_back(equation.residual);
      rows = expr::substitute(g, rows, known);
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (!defines[i]) dae().equations[i].residual = rows[i];
    }
  }

  bool truth(int parameter) const {
    return std::ranges::any_of(held_.relations, [&](const HeldRelation& relation) {
      return relation.parameter == parameter && relation.kind == HeldRelation::Kind::truth;
    });
  }

  // A formula of relations, taken as 0 and 1, that is zero for some of their values and not for others, like
  // the factor that is left of s*(if on then 1 else 0).
  bool vanishes_at_times(Expr e) {
    constexpr std::size_t most = 4;  // relations
    const expr::Graph& g = graph();
    std::vector<int> open;
    for (const Expr leaf : expr::leaves(g, e)) {
      if (g.op(leaf) != Op::parameter) return false;
      const int id = g.index(leaf);
      if (changes(id) && !truth(id)) return false;
      if (changes(id)) open.push_back(id);
    }
    if (open.empty() || open.size() > most) return false;
    std::vector<double> numbers = parameter_values(dae());
    bool zero = false, other = false;
    for (unsigned mask = 0; mask < 1u << open.size(); ++mask) {
      for (std::size_t k = 0; k < open.size(); ++k)
        numbers[static_cast<std::size_t>(open[k])] = mask >> k & 1u;
      const double value = expr::evaluate(g, std::span(&e, 1), [&](Expr leaf) {
        return numbers[static_cast<std::size_t>(g.index(leaf))];
      })[0];
      (value == 0 ? zero : other) = true;
    }
    return zero && other;
  }

  // A choice between zero and another number, as a factor: s*(if off then 1 else 0).
  bool leaves_out(Expr e) {
    expr::Graph& g = graph();
    const auto number = [&](Expr branch) {
      for (const Expr leaf : expr::leaves(g, branch))
        if (g.op(leaf) == Op::symbol || g.op(leaf) == Op::time) return false;
      return true;
    };
    return g.op(e) == Op::select && piecewise_constant(g.arg(e, 0)) && number(g.arg(e, 1)) &&
           number(g.arg(e, 2)) && g.is_constant(g.arg(e, 1), 0) != g.is_constant(g.arg(e, 2), 0);
  }

  void find_structural() {
    expr::Graph& g = graph();
    std::vector<Expr> rows;
    for (const model::Equation& equation : dae().equations) rows.push_back(equation.residual);
    expr::Cone cone(g);
    const auto decides = [&](Expr condition) {
      for (const Expr leaf : expr::leaves(g, condition))
        if (const int id = g.index(leaf);
            changes(id) && std::ranges::find(held_.structural, id) == held_.structural.end())
          held_.structural.push_back(id);
    };
    for (const Expr e : std::vector<Expr>(cone.collect(rows))) {
      if (g.op(e) == Op::mul)
        for (const int k : {0, 1})
          if (!expr::highest_derivatives(g, g.arg(e, 1 - k)).empty()) {
            if (leaves_out(g.arg(e, k)))
              decides(g.arg(g.arg(e, k), 0));
            else if (vanishes_at_times(g.arg(e, k)))
              decides(g.arg(e, k));
          }
      if (g.op(e) != Op::select || !piecewise_constant(g.arg(e, 0))) continue;
      if (expr::highest_derivatives(g, g.arg(e, 1)) != expr::highest_derivatives(g, g.arg(e, 2)))
        decides(g.arg(e, 0));
    }
  }

  Held held_;
  std::unordered_map<std::uint32_t, Expr> replacement_;
  std::vector<char> changing_;  // per parameter
};

}  // namespace

Held hold(const model::Problem& problem) { return Holder(problem).run(); }

}  // namespace trammel::pipeline
