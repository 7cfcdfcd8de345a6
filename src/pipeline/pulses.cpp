#include "pipeline/pulses.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Graph;
using expr::Op;

// How a function moves with the leaves. `monotone`: a monotone function of a linear one.
enum class Shape : char { still, linear, monotone, any };
enum class Rest : char { nowhere, one_side, both_sides };  // where it is all but constant

struct Nature {
  Shape shape = Shape::still;
  Rest rest = Rest::nowhere;
  bool pulse = false;       // it may rise and fall, and rest on both sides
  bool reciprocal = false;  // as far as its denominator makes it
  bool power = false;       // it rests as far away as powers do, and nowhere else
  bool choice = false;      // it rests where a choice says so: steps find edges otherwise
};

bool moves(const Nature& n) { return n.shape != Shape::still; }
bool rests(const Nature& n) { return n.rest != Rest::nowhere; }

// f(a), f monotone and resting where `rest` says.
Nature monotone(const Nature& a, Rest rest) {
  return {.shape = a.shape == Shape::any ? Shape::any : Shape::monotone,
          .rest = std::max(a.rest, rest),
          .pulse = a.shape == Shape::any && rest != Rest::nowhere,
          .choice = a.choice};
}

// f(a), f even: it turns where a passes through zero.
Nature even(const Nature& a) {
  return {.shape = Shape::any,
          .rest = a.rest,
          .pulse = a.rest == Rest::both_sides,
          .power = a.power,
          .choice = a.choice};
}

// Of f(a, b) and of c*a: what rests in them, and how.
bool power_of(const Nature& a, const Nature& b) {
  return (rests(a) || rests(b)) && (!rests(a) || a.power) && (!rests(b) || b.power);
}
Nature scaled(const Nature& a) {
  return {.shape = a.shape, .rest = a.rest, .power = a.power, .choice = a.choice};
}

Nature sum(const Nature& a, const Nature& b) {
  if (!moves(a)) return scaled(b);
  if (!moves(b)) return scaled(a);
  if (a.shape == Shape::linear && b.shape == Shape::linear) return {Shape::linear};
  return {.shape = Shape::any,
          .rest = std::max(a.rest, b.rest),
          .pulse = a.rest == Rest::both_sides && b.rest == Rest::both_sides,
          .power = power_of(a, b),
          .choice = a.choice || b.choice};
}

Nature product(const Nature& a, const Nature& b, bool same) {
  if (!moves(a)) return scaled(b);
  if (!moves(b)) return scaled(a);
  if (same) return even(a);
  return {.shape = Shape::any,
          .rest = std::max(a.rest, b.rest),
          .pulse = rests(a) && rests(b),
          .power = power_of(a, b),
          .choice = a.choice || b.choice};
}

Nature quotient(const Nature& a, const Nature& b) {
  if (!moves(b)) return scaled(a);
  const bool choice = a.choice || b.choice;
  if (b.shape == Shape::any)
    return {.shape = Shape::any,
            .rest = Rest::both_sides,
            .pulse = true,
            .reciprocal = moves(a),
            .power = !rests(a) || a.power,
            .choice = choice};
  const Rest rest = rests(b) ? Rest::both_sides : Rest::one_side;
  if (!moves(a)) return {.shape = Shape::monotone, .rest = rest, .choice = choice};
  return {.shape = Shape::any, .rest = rest, .pulse = rests(a) && rests(b), .choice = choice};
}

Nature power(const Graph& g, Expr exponent, const Nature& a, const Nature& b) {
  if (moves(b)) return monotone({Shape::any, Rest::nowhere}, Rest::one_side);
  if (!g.is_constant(exponent)) return monotone(a, Rest::one_side);
  const double p = g.value(exponent);
  if (p > 0 && std::fmod(p, 2) == 0) return even(a);
  Nature odd = scaled(a);
  if (odd.shape != Shape::any) odd.shape = Shape::monotone;
  return p < 0 ? quotient({}, odd) : odd;
}

// A relation, or a bend where one side is constant, is a step from one value to the other.
Nature step_of(const Nature& a, const Nature& b) {
  const Nature margin = sum(a, b);
  if (!moves(margin)) return {};
  if (margin.shape == Shape::any) return {Shape::any, Rest::both_sides, true};
  return {Shape::monotone, Rest::both_sides};
}

Nature least_of(const Nature& a, const Nature& b) {
  if (!moves(a) && !moves(b)) return {};
  if (a.shape == Shape::any || b.shape == Shape::any) return {Shape::any, Rest::both_sides, true};
  if (moves(a) && moves(b)) return {Shape::any, std::max(a.rest, b.rest), rests(a) && rests(b)};
  return {Shape::monotone, rests(a) || rests(b) ? Rest::both_sides : Rest::one_side};
}

Nature choice_of(const Nature& condition, const Nature& a, const Nature& b) {
  const Rest rest = std::max({condition.rest, a.rest, b.rest});
  if (!moves(condition) && !moves(a) && !moves(b)) return {};
  if (!moves(condition)) return {Shape::any, rest};
  if (condition.shape == Shape::any) return {Shape::any, rest, true};
  if (!moves(a) && !moves(b)) return {Shape::monotone, Rest::both_sides};
  return {Shape::any, rest, rests(a) || rests(b)};
}

Nature chosen(Nature made) {
  made.choice = moves(made);
  return made;
}

class Natures {
 public:
  explicit Natures(const Graph& g) : g_(g) {}
  // The natures of its operands are known.
  const Nature& add(Expr e) { return known_.emplace(e.id, of(e)).first->second; }

 private:
  // One line for each kind of operation.  NOLINTNEXTLINE(readability-function-size)
  Nature of(Expr e) const {
    const Op op = g_.op(e);
    if (op == Op::symbol || op == Op::time) return {Shape::linear};
    if (expr::is_leaf(op)) return {};
    if (op == Op::call || op == Op::argument) return {Shape::any};
    Nature none, args[3];
    for (int k = 0; k < expr::info(op).arity; ++k) args[k] = known_.at(g_.arg(e, k).id);
    const Nature &a = args[0], &b = args[1], &c = args[2];
    if (!moves(a) && !moves(b) && !moves(c)) return none;
    switch (op) {
      case Op::neg:
        return scaled(a);
      case Op::add:
      case Op::sub:  // a definition leaves f - f of its own equation
        return g_.arg(e, 0) == g_.arg(e, 1) ? none : sum(a, b);
      case Op::mul:
        return product(a, b, g_.arg(e, 0) == g_.arg(e, 1));
      case Op::div:
        return quotient(a, b);
      case Op::pow:
        return power(g_, g_.arg(e, 1), a, b);
      case Op::tanh:
      case Op::atan:
        return monotone(a, Rest::both_sides);
      case Op::exp:
        return monotone(a, Rest::one_side);
      case Op::sinh:
      case Op::asin:
      case Op::acos:
      case Op::log:
      case Op::log10:
      case Op::sqrt:
        return monotone(a, Rest::nowhere);
      case Op::cosh:
      case Op::abs:
        return even(a);
      case Op::sign:
        return chosen(step_of(a, none));
      case Op::min:
      case Op::max:
        return chosen(least_of(a, b));
      case Op::logical_not:
        return chosen({a.shape, a.rest, a.shape == Shape::any});
      case Op::logical_and:
      case Op::logical_or:
        return product(a, b, false);
      case Op::select:
        return chosen(choice_of(a, b, c));
      default:
        return op >= Op::lt && op <= Op::ne ? chosen(step_of(a, b)) : Nature{Shape::any, Rest::nowhere};
    }
  }
  const Graph& g_;
  std::unordered_map<std::uint32_t, Nature> known_;
};

// Most models hold nothing that could rest and turn.
bool may_hold_pulses(const Graph& g, const std::vector<Expr>& order) {
  return std::ranges::any_of(order, [&](Expr e) {
    const Op op = g.op(e);
    return op == Op::div || op == Op::pow || op == Op::tanh || op == Op::atan || op == Op::exp ||
           op == Op::sign || op == Op::min || op == Op::max || op >= Op::lt;
  });
}

// x^(k) = f in an equation of its own, where x^(k) is no component of the state.
std::unordered_map<std::uint32_t, Expr> definitions(Graph& g, const model::Dae& dae,
                                                    const std::unordered_set<std::string>& state) {
  constexpr int deepest = 8;
  std::unordered_map<std::uint32_t, Expr> known;
  for (const model::Equation& equation : dae.equations) {
    if (g.op(equation.residual) != Op::sub) continue;
    for (int k = 0; k < 2; ++k) {
      const Expr symbol = g.arg(equation.residual, k), value = g.arg(equation.residual, 1 - k);
      if (g.op(symbol) != Op::symbol || known.contains(symbol.id)) continue;
      if (state.contains(expr::print_symbol(g, g.index(symbol), g.derivative(symbol)))) continue;
      const std::vector<Expr> below = expr::leaves(g, value);
      if (std::ranges::find(below, symbol) != below.end()) continue;
      known.emplace(symbol.id, value);
      break;
    }
  }
  for (int depth = 1; depth < deepest && !known.empty(); depth *= 2) {  // each round doubles it
    std::vector<std::uint32_t> ids;
    std::vector<Expr> values;
    for (const auto& [id, value] : known) {
      ids.push_back(id);
      values.push_back(value);
    }
    values = expr::substitute(g, values, known);
    for (std::size_t i = 0; i < ids.size(); ++i) known[ids[i]] = values[i];
  }
  return known;
}

int place_of(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::ranges::find(names, name);
  return at == names.end() ? -1 : static_cast<int>(at - names.begin());
}

}  // namespace

Pulses::Pulses(const model::Dae& as_written, const std::vector<std::string>& state,
               const std::vector<std::string>& reported) {
  std::vector<Expr> rows;
  for (const model::Equation& equation : as_written.equations) rows.push_back(equation.residual);
  if (expr::Cone cone(*as_written.graph); !may_hold_pulses(*as_written.graph, cone.collect(rows))) return;
  const model::Dae dae = model::on_top(as_written);
  Graph& g = *dae.graph;
  rows = expr::substitute(g, rows, definitions(g, dae, {state.begin(), state.end()}));
  expr::Cone cone(g);
  Natures natures(g);
  std::vector<Expr> found, powers;
  for (const Expr e : cone.collect(rows))
    if (const Nature nature = natures.add(e); nature.pulse && !nature.choice) {
      found.push_back(nature.reciprocal ? g.apply(Op::div, g.constant(1), g.arg(e, 1)) : e);
      if (nature.power) powers.push_back(found.back());
    }
  std::ranges::sort(found);
  std::ranges::sort(powers);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.empty()) return;
  std::unordered_map<std::uint32_t, int> moving;
  for (const Expr leaf : expr::leaves(g, found)) {
    if (g.op(leaf) == Op::parameter) continue;
    Leaf from;
    if (g.op(leaf) == Op::symbol) {
      const std::string name = expr::print_symbol(g, g.index(leaf), g.derivative(leaf));
      from = {Leaf::From::state, place_of(state, name)};
      if (from.place < 0) from = {Leaf::From::reported, place_of(reported, name)};
      if (from.place < 0) continue;
    }
    moving.emplace(leaf.id, static_cast<int>(leaves_.size()));
    leaves_.push_back(from);
  }
  const auto of_time_alone = [&](const expr::Enclosure& f) {  // those are known beforehand (fronts.hpp)
    return std::ranges::all_of(f.leaves(), [&](int leaf) {
      return leaves_[static_cast<std::size_t>(leaf)].from == Leaf::From::time;
    });
  };
  for (const Expr e : found)
    if (expr::Enclosure f(g, e, moving); f.known() && !of_time_alone(f))
      functions_.push_back({std::move(f), std::ranges::binary_search(powers, e)});
  if (functions_.empty()) leaves_.clear();
}

}  // namespace trammel::pipeline
