// pipeline/modes_carry.cpp: the state of a mode from that of another, with the impulses of the change.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "pipeline/modes.hpp"
#include "system/undetermined.hpp"

namespace trammel::pipeline {
namespace {

// Graphs of different modes stand beside each other: a leaf is told by its variable and derivative.
struct Leaf {
  int variable, derivative;
};

std::vector<Leaf> states_of(const ReferenceForm& form) {
  std::vector<Leaf> leaves;
  for (std::size_t i = 0; i < form.system.state().size(); ++i) {
    const expr::Expr leaf = form.leaf(i);
    leaves.push_back({form.dae.graph->index(leaf), form.dae.graph->derivative(leaf)});
  }
  return leaves;
}

// `untold`: which of them this form does not tell; they are given as 0. Without it, that is an Error. Variables from
// number `shared` on are those of another mode, made for itself: members of its derivative array.
std::vector<double> values_of(const ReferenceForm& form, const std::vector<double>& parameters,
                              const Point& at, const std::vector<Leaf>& wanted, int shared,
                              std::vector<char>* untold = nullptr) {
  expr::Graph& graph = *form.dae.graph;
  std::vector<int> order(static_cast<std::size_t>(graph.variables()), -1);
  for (const model::Variable& variable : form.dae.variables) order[static_cast<std::size_t>(variable.id)] = 0;
  for (const Leaf& leaf : states_of(form)) {
    int& highest = order[static_cast<std::size_t>(leaf.variable)];
    highest = std::max(highest, leaf.derivative + 1);
  }
  const Dictionary dictionary(form.dae);
  const auto told = [&](expr::Expr leaf) {
    for (const expr::Expr part : expr::leaves(graph, dictionary.translate(leaf)))
      if (graph.op(part) == expr::Op::symbol &&
          graph.derivative(part) > order[static_cast<std::size_t>(graph.index(part))])
        return false;
    return true;
  };
  std::vector<expr::Expr> leaves;
  if (untold != nullptr) untold->assign(wanted.size(), 0);
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const bool foreign = wanted[k].variable >= shared;
    expr::Expr leaf = foreign ? graph.constant(0) : graph.symbol(wanted[k].variable, wanted[k].derivative);
    if (foreign || !told(leaf)) {
      if (untold == nullptr)
        throw Error(Kind::integration, "the mode before does not tell " + quote(expr::print(graph, leaf)));
      (*untold)[k] = 1;
      leaf = graph.constant(0);
    }
    leaves.push_back(leaf);
  }
  OdeObserver observer(read_from_ode(form.dae, form.system, leaves), parameters);
  if (!at.top.empty()) observer.guess(at.top);
  std::vector<double> values(leaves.size());
  observer(at.t, at.z, false, values);
  return values;
}

}  // namespace

namespace {

// The relation whose value is farthest from what the impulses say. Only those count that are linear in what
// has an impulse, as F > 0 is, and only if they may change the structure.
std::optional<Cause::Flip> contradiction_of(const Mode& mode, const Held& held, double t, Vec z, Vec impulses,
                                            const std::vector<double>& parameters) {
  const EventCode& code = *mode.impact;
  EventView view(mode.impact);
  view.set_parameters(parameters);
  const std::size_t count = 2 * code.relations.size();
  std::vector<double> once = system::followed_impulses(view.ode(), t, z, impulses), twice(once),
                      none(once.size()), zero(count), one(count), two(count);
  for (double& p : twice) p *= 2;
  view.evaluate(EventCode::sides, t, z, none, zero);
  view.evaluate(EventCode::sides, t, z, once, one);
  view.evaluate(EventCode::sides, t, z, twice, two);
  std::optional<Cause::Flip> worst;
  double most = 0;
  for (std::size_t k = 0; k < code.relations.size(); ++k) {
    const HeldRelation& relation = code.relations[k];
    if (relation.kind != HeldRelation::Kind::truth || relation.at_rest || relation.delay >= 0) continue;
    if (std::ranges::find(held.structural, relation.parameter) == held.structural.end()) continue;
    const double a = zero[2 * k] - zero[2 * k + 1], b = one[2 * k] - one[2 * k + 1],
                 c = two[2 * k] - two[2 * k + 1], d = b - a;
    constexpr double rounding = 1e-9;
    if (!(std::fabs(d) > rounding * (std::fabs(a) + std::fabs(b))) ||
        std::fabs(c - a - 2 * d) > rounding * std::fabs(d))
      continue;
    const bool upward = relation.op == expr::Op::gt || relation.op == expr::Op::ge;
    const double says = upward == (d > 0) ? 1 : 0;
    if (says == parameters[static_cast<std::size_t>(relation.parameter)] || std::fabs(d) <= most) continue;
    most = std::fabs(d);
    worst = Cause::Flip{static_cast<int>(k), says};
  }
  return worst;
}

// From b, or from zero.
double change_of(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::fabs(a[i] - (b.empty() ? 0 : b[i]));
  return sum;
}

// All states of the whole, from those of the reference that is left.
class Passage {
 public:
  // `seen`: how large states have been so far.
  Passage(const Mode& to, const EventCode& from, const std::vector<double>& old_parameters, const Point& at,
          const Instants::Seen& seen = {})
      : to_(to), instance_(to.whole->system), point_{.t = at.t} {
    const int shared = to.prepared->held()->problem.dae.graph->variables();
    point_.z = values_of(*from.reference, old_parameters, at, states_of(*to.whole), shared, &untold_);
    slope_.resize(point_.z.size());
    for (const char untold : untold_) compared_.push_back(untold == 0);
    expr::Graph& graph = *from.reference->dae.graph;
    const Dictionary dictionary(from.reference->dae);
    for (const Leaf& leaf : states_of(*to.whole)) {
      largest_.push_back(0);
      if (seen.empty() || leaf.variable >= shared) continue;
      const expr::Expr own = graph.symbol(leaf.variable, leaf.derivative);
      for (const expr::Expr told : {own, dictionary.translate(own)}) {
        if (graph.op(told) != expr::Op::symbol) continue;
        const auto known = seen.find({graph.index(told), graph.derivative(told)});
        if (known != seen.end()) largest_.back() = std::max(largest_.back(), known->second);
      }
    }
  }

  const std::vector<double>& z() const { return point_.z; }
  // What a reinit sets is where it says before constraints that begin to hold are looked at. What they make of it is
  // corrected in the mode itself.
  void place(const Setting& setting) {
    const EventCode::Assignment& reinit =
        to_.impact->whens[setting.when].branches[setting.branch].reinits[setting.reinit];
    if (!reinit.plain) return;
    const auto at = static_cast<std::size_t>(reinit.target);
    point_.z[at] = setting.value;
    untold_[at] = 0;
    compared_[at] = 1;
  }
  // Where a projection would lead; the state stays where it is.
  std::vector<double> tried(const std::vector<double>& parameters, system::Ode::Levels levels) {
    const std::vector<double> here = point_.z;
    const std::vector<char> untold = untold_;
    project(parameters, levels);
    untold_ = untold;
    return std::exchange(point_.z, here);
  }
  system::Ode& ode() { return instance_.ode(); }
  const std::vector<double>& numbers() const { return numbers_; }

  void project(const std::vector<double>& parameters, system::Ode::Levels levels) {
    numbers_ = parameters;
    numbers_.resize(std::max(numbers_.size(), static_cast<std::size_t>(to_.whole->dae.graph->parameters())),
                    1);
    instance_.set_parameters(numbers_);
    // What the equations before do not tell, like the velocity of a gap, must follow from the constraints.
    std::vector<double> from_another = point_.z;
    for (std::size_t i = 0; i < untold_.size(); ++i) from_another[i] += untold_[i];
    const bool open = levels == system::Ode::Levels::all && from_another != point_.z;
    const std::vector<double> before = from_another;
    if (open) move(from_another, levels);
    move(point_.z, levels);
    if (!open) return;
    constexpr double noticeable = 1e-9;
    if (change_of(from_another, point_.z) > noticeable * change_of(before, {})) none();
    std::ranges::fill(untold_, char(0));
  }

  // How far something that was told has moved from there, as a part of the largest that it has been; less
  // than an error test notices is nothing. Each is compared with itself: a velocity says nothing beside a
  // place a thousand kilometres away. `known`: only what has shown how large it is.
  double moved(const std::vector<double>& before, double tolerance, bool known) {
    constexpr double of_test = 0.01;
    double most = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double off = std::fabs(point_.z[i] - before[i]);
      if (compared_[i] == 0 || !(off > of_test * tolerance * nominal(i))) continue;
      if (known && largest_[i] == 0) continue;
      most = std::max(most, off / std::max({std::fabs(before[i]), std::fabs(point_.z[i]), largest_[i]}));
    }
    return most;
  }

  // Positions stay: an impulse moves the highest derivatives that are states, and nothing below them. A charge
  // is such a derivative, where a current is its rate; a length is not, where a force moves it.
  void require_positions(const std::vector<double>& from, const std::vector<double>& to, double by) {
    const std::vector<Leaf> leaves = states_of(*to_.whole);
    // Only what is differentiated as written is a position: the coordinate of a contact is now a gap, now a force.
    const model::Dae& written = to_.prepared->held()->problem.dae;
    std::vector<char> differentiated(static_cast<std::size_t>(to_.whole->dae.graph->variables()), 0);
    for (const model::Equation& equation : written.equations)
      for (const expr::Expr leaf : expr::leaves(*written.graph, equation.residual))
        if (written.graph->op(leaf) == expr::Op::symbol && written.graph->derivative(leaf) > 0)
          differentiated[static_cast<std::size_t>(written.graph->index(leaf))] = 1;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (differentiated[static_cast<std::size_t>(leaves[i].variable)] == 0) continue;
      const bool highest = std::ranges::none_of(leaves, [&](const Leaf& other) {
        return other.variable == leaves[i].variable && other.derivative > leaves[i].derivative;
      });
      if (highest || compared_[i] == 0) continue;
      const double size = std::max({std::fabs(from[i]), std::fabs(to[i]), nominal(i), largest_[i]});
      if (!(std::fabs(to[i] - from[i]) > by * size)) continue;
      throw Error(
          Kind::integration,
          fmt::format("{} would have to jump from {:.6g} to {:.6g}, because a constraint does that is "
                      "not met there",
                      quote(name(leaves[i])), from[i], to[i]),
          {.variables = {name(leaves[i])}, .time = point_.t},
          "let the constraint begin to hold where it is met");
    }
  }

  // What reinits set has its values exactly, if it may, with the impulses of all constraints of the mode.
  void set(const std::vector<Setting>& settings) {
    if (settings.empty()) return;
    set_impulses_ = impulses_of(ode(), to_.whole->system);
    Instants whole(to_.impact, numbers_);
    const Aftermath what = whole.set(point_.t, point_.z, settings);
    if (!what.failed) add_impulses(set_impulses_, what.impulses);  // else the mode itself says so
  }

  Carried arrive(bool set = false) {
    Carried result{.at = {.t = point_.t},
                   .impulses = set ? set_impulses_ : impulses_of(ode(), to_.whole->system)};
    result.at.z = values_of(*to_.whole, numbers_, point_, states_of(*to_.prepared->events()->reference),
                            to_.whole->dae.graph->variables());
    for (const double x : result.at.z)
      if (!std::isfinite(x)) none();
    return result;
  }

  // What has jumped.
  std::vector<std::string> altered(const std::vector<double>& before) {
    constexpr double noticeable = 1e-9;
    const std::vector<Leaf> leaves = states_of(*to_.whole);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const double size = std::max({std::fabs(before[i]), std::fabs(point_.z[i]), nominal(i)});
      if (compared_[i] != 0 && std::fabs(point_.z[i] - before[i]) > noticeable * size)
        names.push_back(name(leaves[i]));
    }
    return names;
  }

 private:
  std::string name(const Leaf& leaf) const {
    expr::Graph& graph = *to_.whole->dae.graph;
    return expr::print(graph, graph.symbol(leaf.variable, leaf.derivative));
  }
  double nominal(std::size_t i) { return instance_.ode().nominal(static_cast<int>(i)); }
  void move(std::vector<double>& z, system::Ode::Levels levels) {
    if (!ode().derivative(point_.t, z, slope_) || !ode().project(point_.t, z, levels).outcome) none();
  }
  [[noreturn]] static void none() {
    throw Error(Kind::integration, "no state of the new mode was found near that of the old one");
  }

  const Mode& to_;
  system::Instance instance_;
  Point point_;
  std::vector<double> numbers_, slope_, largest_;
  std::vector<char> untold_, compared_;
  std::vector<solution::Event::Impulse> set_impulses_;
};

}  // namespace

Carried follow_constraints(const EventCode& from, const std::vector<double>& old_parameters, const Point& at,
                           const Mode& to, const std::vector<double>& parameters) {
  constexpr double noticeable = 1e-9;
  Passage passage(to, from, old_parameters, at);
  // The run may have left the old constraints by its tolerance: that is no jump.
  passage.project(old_parameters, system::Ode::Levels::all);
  const std::vector<double> before = passage.z();
  passage.require_positions(before, passage.tried(parameters, system::Ode::Levels::written), noticeable);
  passage.project(parameters, system::Ode::Levels::all);
  Carried result = passage.arrive();
  result.altered = passage.altered(before);
  return result;
}

Carried carry_over(const Instants& from, const std::vector<double>& old_parameters, const Point& at,
                   const Mode& to, const std::vector<double>& parameters, double tolerance,
                   const std::vector<Setting>& settings) {
  Passage passage(to, from.code(), old_parameters, at, from.seen());
  for (const Setting& setting : settings) passage.place(setting);
  const std::vector<double> before = passage.z();
  constexpr double impact = 1e-6;  // less than that is what the tolerance leaves
  passage.require_positions(before, passage.tried(parameters, system::Ode::Levels::written),
                            std::max(impact, 1000 * tolerance));
  passage.project(parameters, system::Ode::Levels::all);
  passage.set(settings);
  Carried result = passage.arrive(!settings.empty());
  result.moved = passage.moved(before, tolerance, true);
  if (passage.moved(before, tolerance, false) > impact) {
    result.altered = passage.altered(before);
    result.contradicted = contradiction_of(to, *to.prepared->held(), at.t, passage.z(),
                                           passage.ode().impulses(), passage.numbers());
  }
  return result;
}

std::optional<Cause::Flip> contradicted_by_setting(const Instants& before, const Point& at, const Mode& mode,
                                                   const Cause& cause) {
  Passage passage(mode, before.code(), before.parameters(), at);
  passage.project(before.parameters(), system::Ode::Levels::all);
  std::vector<double> z = passage.z();
  Instants whole(mode.impact, before);
  if (whole.happen(at.t, z, {}, cause).failed || whole.impulses().empty()) return {};
  return contradiction_of(mode, *mode.prepared->held(), at.t, z, whole.impulses(), whole.parameters());
}

std::optional<std::vector<solution::Event::Impulse>> impulses_of_setting(const Instants& now,
                                                                         const Instants::State& before,
                                                                         const Point& at, const Mode& mode,
                                                                         const Cause& cause) {
  if (now.history()) return {};  // it is told of an event once
  Passage passage(mode, now.code(), before.parameters, at);
  passage.project(before.parameters, system::Ode::Levels::all);
  std::vector<double> z = passage.z();
  Instants whole(mode.impact, now);
  whole.restore(before);
  Aftermath what = whole.happen(at.t, z, {}, cause);
  if (what.failed || what.set.empty()) return {};
  return std::move(what.impulses);
}

}  // namespace trammel::pipeline
