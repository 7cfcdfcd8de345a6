#include "pipeline/bumps.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Graph;
using expr::Op;

constexpr double short_part = 0.5;  // of a step: what is longer is seen by its stages and by the error test

// All but constant for some arguments and not for others.
bool may_rest(Op op) {
  return op == Op::exp || op == Op::sinh || op == Op::cosh || op == Op::tanh || op == Op::select ||
         op == Op::sign || op == Op::abs || op == Op::min || op == Op::max;
}

// What rises or falls from one end of a step to the other, and rests nowhere, is seen.
struct Ends {
  double first, last, small;
  bool rest(expr::Interval whole) const {
    return whole.high - whole.low <= small * std::max(std::fabs(first), std::fabs(last));
  }
  bool far_apart(expr::Interval whole) const {
    constexpr double part = 0.5;
    return std::fabs(last - first) >= part * (whole.high - whole.low);
  }
};

// The box that holds the step's own points, and some more.
expr::Interval around_points(const solution::StepPolynomial& step, int state) {
  constexpr double margin = 0.1;
  if (state < 0) return {step.from(), step.to()};
  const auto k = static_cast<std::size_t>(state);
  double low = step.value(0)[k], high = low;
  for (int i = 1; i <= step.degree(); ++i) {
    low = std::min(low, step.value(i)[k]);
    high = std::max(high, step.value(i)[k]);
  }
  return {low - margin * (high - low), high + margin * (high - low)};
}

// Variables v that explicit equations, v = f(states, time), define: the formula by the id of the symbol, written out.
std::unordered_map<std::uint32_t, Expr> definitions(model::Dae& dae) {
  constexpr int deepest = 8;
  Graph& g = *dae.graph;
  std::unordered_set<int> moving;  // variables of which a derivative stands somewhere
  std::vector<Expr> rows;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  expr::Cone cone(g);
  for (const Expr e : cone.collect(rows))
    if (g.op(e) == Op::symbol && g.derivative(e) > 0) moving.insert(g.index(e));
  std::unordered_map<std::uint32_t, Expr> known;
  const auto settled = [&](Expr value) {
    return std::ranges::all_of(cone.collect(std::span(&value, 1)), [&](Expr e) {
      return g.op(e) != Op::symbol || moving.contains(g.index(e)) || known.contains(e.id);
    });
  };
  for (int depth = 0; depth < deepest; ++depth) {
    std::vector<std::pair<Expr, Expr>> found;
    for (const Expr residual : rows) {
      if (g.op(residual) != Op::sub) continue;
      for (int k = 0; k < 2; ++k) {
        const Expr symbol = g.arg(residual, k), value = g.arg(residual, 1 - k);
        if (g.op(symbol) != Op::symbol || moving.contains(g.index(symbol)) || known.contains(symbol.id) ||
            !settled(value))
          continue;
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

// What may rest, with what is made of it alone: 1/cosh(s), or the current Is*(exp(u/Ut) - 1), which rests where the exponential is small beside 1.
std::vector<Expr> resting_functions(const Graph& g, const std::vector<Expr>& order) {
  std::unordered_set<std::uint32_t> still;
  std::unordered_map<std::uint32_t, Expr> hold;  // by what stands there now
  std::vector<Expr> found;
  for (const Expr e : order) {
    const Op op = g.op(e);
    if (op == Op::constant || op == Op::parameter) still.insert(e.id);
    if (expr::is_leaf(op) || op == Op::call || op == Op::argument) continue;
    int moving = 0;
    Expr only;
    for (int k = 0; k < 3; ++k)
      if (const Expr a = g.arg(e, k); a && !still.contains(a.id)) {
        ++moving;
        only = a;
      }
    if (moving == 0) {
      still.insert(e.id);
      continue;
    }
    const bool goes_on = moving == 1 && hold.contains(only.id);
    if (goes_on) hold.erase(only.id);
    if (goes_on || may_rest(op)) hold.emplace(e.id, e);
  }
  for (const auto& [id, e] : hold) found.push_back(e);
  std::ranges::sort(found, {}, &Expr::id);
  return found;
}

}  // namespace

Bumps::Bumps(const model::Dae& as_written, const Reported& reported, const std::vector<std::string>& states)
    : reported_count_(reported.names.size()) {
  constexpr std::size_t most = 200;
  std::vector<Expr> rows;
  for (const model::Equation& equation : as_written.equations) rows.push_back(equation.residual);
  {  // most models hold nothing of the kind
    expr::Cone cone(*as_written.graph);
    if (std::ranges::none_of(cone.collect(rows), [&](Expr e) {
          return may_rest(as_written.graph->op(e)) || as_written.graph->op(e) == Op::call;
        }))
      return;
  }
  model::Dae dae = model::on_top(as_written);
  Graph& g = *dae.graph;
  rows = expr::substitute(g, rows, definitions(dae));
  std::unordered_map<std::uint32_t, int> moving = {{g.time().id, 0}};
  leaves_.push_back({});
  for (std::size_t k = 0; k < reported.leaves.size(); ++k) {
    const auto at = std::ranges::find(states, reported.names[k]);
    moving.emplace(reported.leaves[k].id, static_cast<int>(leaves_.size()));
    leaves_.push_back({static_cast<int>(k), at == states.end() ? -1 : static_cast<int>(at - states.begin())});
  }
  expr::Cone cone(g);
  const std::vector<Expr> order = cone.collect(rows);
  for (const Expr e : resting_functions(g, order)) {
    if (functions_.size() >= most) break;
    expr::Enclosure f(g, e, moving);
    const bool of_time = std::ranges::all_of(f.leaves(), [](int leaf) { return leaf == 0; });
    if (f.known() && !of_time) functions_.push_back(std::move(f));
  }
  program::Request request{.value_bank = 0};
  for (const Expr e : order)
    if (g.op(e) == Op::call && request.rows.size() < most) request.rows.push_back(e);
  if (request.rows.empty()) return;
  for (const Expr leaf : cone.collect(request.rows))
    if (g.op(leaf) == Op::symbol || g.op(leaf) == Op::time) {
      const auto at = moving.find(leaf.id);
      if (at == moving.end()) return;
      of_calls_.push_back(static_cast<std::size_t>(at->second));
    }
  if (of_calls_.empty()) return;
  call_count_ = request.rows.size();
  program::Inputs inputs;
  inputs.banks = {{g.time()}, reported.leaves};
  calls_ = program::compile(g, inputs, {{{request}}}, {.engine = program::Engine::vm});
}

BumpWatch::BumpWatch(const Bumps& bumps, Vec parameters, double small, Observe observe)
    : bumps_(bumps), parameters_(parameters.begin(), parameters.end()), small_(small),
      observe_(std::move(observe)), functions_(bumps.functions_), reported_(bumps.reported_count_),
      results_(bumps.call_count_) {
  if (bumps.calls_) {
    calls_.emplace(*bumps.calls_);
    std::vector<double> numbers = parameters_;
    numbers.resize(static_cast<std::size_t>(bumps.calls_->parameters()));
    calls_->set_parameters(numbers);
  }
}

std::vector<double> BumpWatch::passed_over(double from, Vec first, double to, Vec last, const Whole& whole) {
  constexpr double longer = 1.6, of_run = 0.1;
  constexpr long some = 50, one_in = 5;
  if (asked_++ == 0) begin_ = from;
  std::vector<double> times;
  // Where most of it moves in short parts all the time, steps are short anyway.
  if (refused_ > some + asked_ / one_in) return times;
  long_ = to - from > longer * length_before_ || to - from > of_run * (from - begin_);
  step_ = nullptr;
  for (expr::Enclosure& f : functions_) {
    if (!may_move(f, from, first, to, last)) continue;
    if (step_ == nullptr) step_ = &whole();
    observed_ = NAN;
    look_into(f, times);
  }
  if (calls_) {
    if (step_ == nullptr) step_ = &whole();
    observed_ = NAN;
    look_at_calls(times);
  }
  std::ranges::sort(times);
  if (!times.empty()) {
    ++refused_;
    return times;
  }
  length_before_ = to - from;
  moved_before_.resize(first.size());
  for (std::size_t k = 0; k < first.size(); ++k) moved_before_[k] = std::fabs(last[k] - first[k]);
  return times;
}

// In a box of states that is far larger than what a step that turns back would need. Others are looked at where steps are long.
bool BumpWatch::may_move(expr::Enclosure& f, double from, Vec first, double to, Vec last) {
  constexpr double wide = 2;
  box_.clear();
  double low = 0, high = 0;
  for (const int number : f.leaves()) {
    const Bumps::Leaf& leaf = bumps_.leaves_[static_cast<std::size_t>(number)];
    if (number == 0) {
      low = from;
      high = to;
    } else if (leaf.state < 0) {
      return long_;
    } else {
      const auto k = static_cast<std::size_t>(leaf.state);
      const double before = moved_before_.empty() ? 0 : moved_before_[k] * (to - from) / length_before_,
                   margin = wide * (std::fabs(last[k] - first[k]) + before);
      low = std::min(first[k], last[k]) - margin;
      high = std::max(first[k], last[k]) + margin;
    }
    box_.push_back({low, high});
  }
  const expr::Interval there = f.run(0, box_, parameters_)[0];
  return moved_before_.empty() ||
         !(there.high - there.low <= small_ * std::min(std::fabs(there.low), std::fabs(there.high)));
}

void BumpWatch::observe(double t) {
  if (t == observed_) return;
  state_.resize(static_cast<std::size_t>(step_->size()));
  slope_.resize(state_.size());
  step_->at(t, state_);
  step_->slope(t, slope_);
  observe_(t, state_, slope_, reported_);
  observed_ = t;
}

double BumpWatch::value(std::size_t number, double t) {
  const Bumps::Leaf& leaf = bumps_.leaves_[number];
  if (leaf.column < 0) return t;
  if (leaf.state < 0) {
    observe(t);
    return reported_[static_cast<std::size_t>(leaf.column)];
  }
  return step_->at(t, static_cast<std::size_t>(leaf.state));
}

// Leaves are as good as parabolas within a part of a step.
expr::Interval BumpWatch::range(expr::Enclosure& f, const Stretch& part) {
  constexpr double margin = 0.25;
  box_.clear();
  const double middle = 0.5 * (part.from + part.to);
  for (const int number : f.leaves()) {
    const auto leaf = static_cast<std::size_t>(number);
    if (leaf == 0 || part.from == part.to) {
      box_.push_back({value(leaf, part.from), value(leaf, part.to)});
      continue;
    }
    const double a = value(leaf, part.from), m = value(leaf, middle), b = value(leaf, part.to),
                 bend = margin * std::fabs(a - 2 * m + b);
    box_.push_back({std::min({a, m, b}) - bend, std::max({a, m, b}) + bend});
  }
  return f.run(0, box_, parameters_)[0];
}

// Most functions that move are known by the box of the step's points.
void BumpWatch::look_into(expr::Enclosure& f, std::vector<double>& times) {
  constexpr int parts = 16, most_looks = 3000;
  constexpr double jump = 1e-12, much = 0.02;  // of its range
  const double from = step_->from(), to = step_->to();
  const double first = range(f, {from, from}).low, last = range(f, {to, to}).low;
  const Ends ends{first, last, small_};
  const auto rises_or_falls = [&](expr::Enclosure& of) {
    constexpr int points = 8;
    double before = first;
    for (int k = 1; k <= points; ++k) {
      const double t = k == points ? to : from + k * (to - from) / points, here = range(of, {t, t}).low;
      if (!((here - before) * (last - first) >= 0)) return false;
      before = here;
    }
    return true;
  };
  box_.clear();
  for (const int number : f.leaves()) {
    const int state = bumps_.leaves_[static_cast<std::size_t>(number)].state;
    if (number == 0 || state >= 0) box_.push_back(around_points(*step_, state));
  }
  if (box_.size() == f.leaves().size()) {
    const expr::Interval there = f.run(0, box_, parameters_)[0];
    if (ends.rest(there) || (ends.far_apart(there) && rises_or_falls(f))) return;
  }
  std::vector<Stretch> whole;
  double low = std::min(first, last), high = std::max(first, last);
  for (int k = 0; k < parts; ++k) {
    whole.push_back({from + k * (to - from) / parts, from + (k + 1) * (to - from) / parts});
    const expr::Interval here = range(f, whole.back());
    low = std::min(low, here.low);
    high = std::max(high, here.high);
  }
  if (!std::isfinite(high - low) || ends.rest({low, high})) return;
  const auto moves = [&](double part) {
    return where_it_moves(whole, part * (high - low), jump * std::max(std::fabs(to), to - from), most_looks,
                          [&](const Stretch& here) { return range(f, here); });
  };
  const double edge = much * (to - from);
  for (const Stretch& core : moves(much)) {
    if (core.to - core.from > short_part * (to - from) || core.from <= from + edge || core.to >= to - edge)
      continue;
    add_ends(core, times);
    for (const Stretch& all : moves(small_))
      if (all.from <= core.from && core.to <= all.to) add_ends(all, times);
  }
}

// Whole numbers among what calls give.
const std::vector<double>& BumpWatch::counted(double t) {
  for (const std::size_t leaf : bumps_.of_calls_)
    if (const int column = bumps_.leaves_[leaf].column; column >= 0)
      reported_[static_cast<std::size_t>(column)] = value(leaf, t);
  const double* in[] = {&t, reported_.data()};
  double* out[] = {results_.data()};
  calls_->run(0, in, out);
  for (double& each : results_)
    if (each != std::floor(each)) each = 0.5;
  return results_;
}

// A step over one jump is what an error test is for.
void BumpWatch::look_at_calls(std::vector<double>& times) {
  constexpr int parts = 8, most = 2000;
  constexpr std::size_t several = 2;
  constexpr double narrow = 1e-12;
  const double from = step_->from(), to = step_->to(), least = narrow * std::max(std::fabs(to), to - from);
  struct End {
    double t;
    std::vector<double> counts;
  };
  const bool of_states = std::ranges::all_of(bumps_.of_calls_, [&](std::size_t leaf) {
    return bumps_.leaves_[leaf].column < 0 || bumps_.leaves_[leaf].state >= 0;
  });
  if (!of_states && !long_) return;
  std::vector<End> open;  // later ones first
  for (int k = parts; k > 0; --k) {
    const double t = from + (to - from) * k / parts;
    open.push_back({t, counted(t)});
  }
  End here{from, counted(from)};
  std::vector<double> jumps;
  for (int looks = 0; !open.empty() && looks < most;) {
    if (open.back().counts == here.counts || open.back().t - here.t <= least) {
      if (open.back().counts != here.counts) jumps.push_back(open.back().t);
      here = std::move(open.back());
      open.pop_back();
      continue;
    }
    ++looks;
    const double middle = 0.5 * (here.t + open.back().t);
    open.push_back({middle, counted(middle)});
  }
  if (jumps.size() >= several) times.insert(times.end(), jumps.begin(), jumps.end());
}

}  // namespace trammel::pipeline
