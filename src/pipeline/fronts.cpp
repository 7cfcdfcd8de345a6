#include "pipeline/fronts.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "expr/query.hpp"
#include "model/inputs.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Graph;
using expr::Interval;
using expr::Op;

// Per node: made of constants and parameters, of what moves as time does, or of anything else.
enum class Made : char { still, moves, else_ };

Made made_of(const Graph& g, Expr e, const std::unordered_map<std::uint32_t, int>& moving,
             const std::unordered_map<std::uint32_t, Made>& known) {
  if (moving.contains(e.id)) return Made::moves;
  const Op op = g.op(e);
  if (op == Op::constant || op == Op::parameter) return Made::still;
  // Where it jumps or bends, steps end for other reasons: events, or what model/inputs.hpp watches.
  if (op == Op::symbol || op == Op::call || op == Op::time || op == Op::select ||
      (op >= Op::lt && op <= Op::ge))
    return Made::else_;
  Made made = Made::still;
  for (int k = 0; k < 3; ++k)
    if (const Expr a = g.arg(e, k)) made = std::max(made, known.at(a.id));
  return made;
}

// Variables v with der(v) = c, by the id of their symbols.
std::vector<Expr> uniform(const Graph& g, const model::Dae& dae) {
  std::vector<Expr> found;
  for (const model::Equation& equation : dae.equations) {
    if (g.op(equation.residual) != Op::sub) continue;
    for (int k = 0; k < 2; ++k) {
      const Expr rate = g.arg(equation.residual, k), value = g.arg(equation.residual, 1 - k);
      if (g.op(rate) != Op::symbol || g.derivative(rate) != 1) continue;
      if (g.op(value) == Op::constant || g.op(value) == Op::parameter) found.push_back(rate);
    }
  }
  return found;
}

int place_of_name(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::ranges::find(names, name);
  return at == names.end() ? -1 : static_cast<int>(at - names.begin());
}

struct Stretch {
  double from = 0, to = 0;
};

// The parts of an interval in which a function does not rest, joined where they touch. Halves are looked at
// until a joined part has so many pieces, or all of it does.
class FrontSearch {
 public:
  FrontSearch(expr::Enclosure& input, std::span<const double> start, std::span<const double> rates,
              Vec parameters)
      : input_(input), start_(start), rates_(rates), parameters_(parameters) {}

  std::vector<Stretch> find(double from, double to, double small) {
    constexpr int pieces = 8, most_looks = 2000;
    origin_ = from;
    const Interval whole = range({from, to});
    if (!whole.bounded()) return {};
    const double least = small * std::max(whole.high - whole.low, 0.0);
    if (!(least > 0)) return {};
    std::vector<Stretch> done, open = {{from, to}};
    for (int looks = 0; !open.empty();) {
      std::vector<Stretch> halves;
      for (const Stretch& part : open) {
        const double middle = 0.5 * (part.from + part.to);
        if (!(part.from < middle && middle < part.to)) return {};
        for (const Stretch& half : {Stretch{part.from, middle}, Stretch{middle, part.to}}) {
          if (++looks > most_looks) return {};
          const Interval values = range(half);
          if (!(values.high - values.low <= least)) halves.push_back(half);
        }
      }
      open.clear();
      for (std::size_t first = 0, last = 0; first < halves.size(); first = last) {
        for (last = first + 1; last < halves.size() && halves[last].from == halves[last - 1].to;) ++last;
        if (last - first >= pieces)
          done.push_back({halves[first].from, halves[last - 1].to});
        else
          open.insert(open.end(), halves.begin() + static_cast<std::ptrdiff_t>(first),
                      halves.begin() + static_cast<std::ptrdiff_t>(last));
      }
    }
    return done;
  }

 private:
  Interval range(const Stretch& part) {
    leaves_.clear();
    for (const int leaf : input_.leaves()) {
      const auto k = static_cast<std::size_t>(leaf);
      const double a = start_[k] + rates_[k] * (part.from - origin_),
                   b = start_[k] + rates_[k] * (part.to - origin_);
      leaves_.push_back({std::min(a, b), std::max(a, b)});
    }
    return input_.run(0, leaves_, parameters_)[0];
  }
  expr::Enclosure& input_;
  std::span<const double> start_, rates_;
  Vec parameters_;
  std::vector<Interval> leaves_;
  double origin_ = 0;
};

}  // namespace

Fronts::Fronts(const model::Dae& as_written, const std::vector<std::string>& reported) {
  // Most models hold nothing of the kind.
  const std::vector<Expr> rates = uniform(*as_written.graph, as_written);
  bool timed = !rates.empty();
  for (std::uint32_t id = 1; id < as_written.graph->size() && !timed; ++id)
    timed = as_written.graph->op({id}) == Op::time;
  if (!timed) return;
  model::Dae dae = model::on_top(as_written);
  Graph& g = *dae.graph;
  std::unordered_map<std::uint32_t, int> moving = {{g.time().id, 0}};
  for (const Expr rate : rates) {
    const int variable = g.index(rate);
    const std::string& name = g.variable_name(variable);
    const Phase phase{place_of_name(reported, name), place_of_name(reported, "der(" + name + ")")};
    if (phase.value < 0 || phase.rate < 0) continue;
    phases_.push_back(phase);
    moving.emplace(g.symbol(variable).id, static_cast<int>(phases_.size()));
  }
  std::vector<Expr> rows;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  rows = expr::substitute(g, rows, model::functions_of_time(dae));
  std::unordered_map<std::uint32_t, Made> made;
  std::vector<Expr> largest;  // of time and phases alone, and no part of another
  expr::Cone cone(g);
  for (const Expr e : cone.collect(rows)) {
    const Made here = made_of(g, e, moving, made);
    made.emplace(e.id, here);
    if (const Op op = g.op(e); here != Made::else_ || op == Op::symbol || op == Op::time || op == Op::call)
      continue;
    for (int k = 0; k < 3; ++k)
      if (const Expr a = g.arg(e, k); a && made.at(a.id) == Made::moves) largest.push_back(a);
  }
  for (const Expr row : rows)
    if (made.at(row.id) == Made::moves) largest.push_back(row);
  std::ranges::sort(largest, {}, &Expr::id);
  const auto same = [](Expr a, Expr b) { return a.id == b.id; };
  largest.erase(std::unique(largest.begin(), largest.end(), same), largest.end());
  for (const Expr e : largest)
    if (expr::Enclosure input(g, e, moving); input.known() && !input.slow())
      inputs_.push_back(std::move(input));
}

std::vector<double> Fronts::times(double from, double to, Vec values, Vec parameters, double small) const {
  constexpr double short_part = 0.25;  // of the run: what is longer is seen
  constexpr int ends = 8;  // of steps within a part; implicit methods see nothing but the ends of their steps
  std::vector<double> start = {from}, rates = {1}, found;
  for (const Phase& phase : phases_) {
    start.push_back(values[static_cast<std::size_t>(phase.value)]);
    rates.push_back(values[static_cast<std::size_t>(phase.rate)]);
  }
  for (const expr::Enclosure& input : inputs_) {
    expr::Enclosure own = input;
    for (const Stretch& part : FrontSearch(own, start, rates, parameters).find(from, to, small))
      if (part.to - part.from <= short_part * (to - from))
        for (int k = 0; k <= ends; ++k) found.push_back(part.from + k * (part.to - part.from) / ends);
  }
  std::ranges::sort(found);
  std::erase_if(found, [&](double t) { return !(t > from && t < to); });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace trammel::pipeline
