// pipeline/instants_states.cpp: new values of states, on all constraints.
//
// A state that is set gets its value exactly. The others stay where they are as far as the constraints let
// them: what is added to the components that are set, before everything is projected in the mass metric
// [HW96, (VII.2.10), (2.11)], is chosen so that they end up at their values. With unconstrained states that
// is a plain assignment; in a mechanism it is an impulse along the coordinates that are set, with the
// reactions of its joints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "expr/query.hpp"
#include "pipeline/instants.hpp"
#include "pipeline/modes.hpp"

namespace trammel::pipeline {
namespace {

// Gaussian elimination with row pivoting of a matrix of a few rows, by rows. False: it is singular.
bool solve(std::vector<double> A, std::vector<double>& x) {
  const std::size_t n = x.size();
  double largest = 0;
  for (const double a : A) largest = std::max(largest, std::fabs(a));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::fabs(A[i * n + k]) > std::fabs(A[pivot * n + k])) pivot = i;
    if (!(std::fabs(A[pivot * n + k]) > 1e-12 * largest)) return false;
    for (std::size_t j = 0; j < n; ++j) std::swap(A[k * n + j], A[pivot * n + j]);
    std::swap(x[k], x[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = A[i * n + k] / A[k * n + k];
      for (std::size_t j = k; j < n; ++j) A[i * n + j] -= f * A[k * n + j];
      x[i] -= f * x[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) x[k] -= A[k * n + j] * x[j];
    x[k] /= A[k * n + k];
  }
  return true;
}

// As where a ball is struck from both sides at once, by rules for two bodies each: the outcome depends on their order.
void fail_twice(const EventCode::Assignment& a, double t, double one, double other, Aftermath& result) {
  result.failed = fmt::format(
      "stopped at t = {:.6g}: two reinits give {} different values at this instant, {:.6g} and {:.6g}: what "
      "follows is ambiguous",
      t, quote(a.name), one, other);
  result.where = {.variables = {a.name},
                  .file = a.origin.file,
                  .line = a.origin.line,
                  .column = a.origin.column,
                  .time = t};
}

// What the reinits of an instant ask for: each state once.
struct Wish {
  std::vector<const EventCode::Assignment*> reinits;
  std::vector<double> wanted, added;  // values, and what a plain assignment adds for them
};

// False: they contradict each other, or cannot be met by any state.
bool gather(const std::vector<const EventCode::Assignment*>& all, Vec rows, Vec z, double t, Wish& wish,
            Aftermath& result) {
  auto& [reinits, wanted, added] = wish;
  for (const EventCode::Assignment* a : all) {
    const auto at =
        a->target < 0 ? reinits.end() : std::ranges::find(reinits, a->target, &EventCode::Assignment::target);
    if (at != reinits.end()) {
      const double value = rows[static_cast<std::size_t>(a->row)],
                   other = wanted[static_cast<std::size_t>(at - reinits.begin())];
      constexpr double rounding = 1e-12;
      if (std::fabs(value - other) <= rounding * (std::fabs(value) + std::fabs(other))) continue;
      fail_twice(*a, t, other, value, result);
      return false;
    }
    reinits.push_back(a);
    wanted.push_back(rows[static_cast<std::size_t>(a->row)]);
    if (!std::isfinite(wanted.back()) || a->target < 0) {
      result.failed =
          a->target < 0
              ? fmt::format("at t = {:.6g} reinit cannot set {} while the motion stays on a surface", t,
                            quote(a->name))
              : fmt::format("at t = {:.6g} reinit gives {} the value {}", t, quote(a->name), wanted.back());
      result.where = {.variables = {a->name},
                      .file = a->origin.file,
                      .line = a->origin.line,
                      .column = a->origin.column,
                      .time = t};
      return false;
    }
    const double old = z[static_cast<std::size_t>(a->target)];
    added.push_back(a->plain ? wanted.back() - old : 0);
  }
  return true;
}

}  // namespace

// A jump of what is differentiated would be an impulse that no equation describes.
bool Instants::stays_smooth(double t, const std::vector<double>& before, Aftermath& result) const {
  constexpr double noticeable = 1e-9;
  if (reinitialized_) return true;
  const double part = history_ ? 1 : noticeable;  // the past is known to the tolerance only
  for (const EventCode::Smooth& variable : code_->smooth) {
    const double a = before[static_cast<std::size_t>(variable.row)],
                 b = rows_[static_cast<std::size_t>(variable.row)];
    if (!(std::fabs(a - b) > noticeable * (std::fabs(a) + std::fabs(b) + part * variable.nominal))) continue;
    result.failed = fmt::format(
        "stopped at t = {:.6g}: {} jumps there from {:.6g} to {:.6g}, but its derivative stands in the "
        "equations",
        t, quote(variable.name), a, b);
    result.where = {.variables = {variable.name}, .time = t};
    result.jumps = true;
    return false;
  }
  return true;
}

bool Instants::set_states(const std::vector<const EventCode::Assignment*>& all, double t,
                          std::vector<double>& z, Aftermath& result) {
  Wish wish;
  if (!gather(all, rows_, z, t, wish, result)) return false;
  auto& [reinits, wanted, added] = wish;
  const std::size_t n = reinits.size();
  std::vector<double> moved, values(rows_.size()), slope(z.size());
  const bool constrained = view_.ode().invariants() > 0;
  constexpr int most = 12;
  // Where the states end up if so much is added; `off`: how far that is from what is wanted.
  const auto attempt = [&](const std::vector<double>& add, std::vector<double>& off) {
    moved = z;
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(reinits[i]->target);
      moved[at] = reinits[i]->plain && add[i] == wanted[i] - z[at] ? wanted[i] : z[at] + add[i];
    }
    // A position that is set may be far from the constraints: then the matrix is made anew on the way.
    bool placed = !constrained;
    for (int k = 0; k < most && !placed; ++k) {
      if (!view_.ode().derivative(t, moved, slope)) return false;
      placed = static_cast<bool>(view_.ode().project(t, moved).outcome);
    }
    if (!placed) return false;
    if (!view_.evaluate(EventCode::rows, t, moved, values)) return false;
    off.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      off[i] = values[static_cast<std::size_t>(reinits[i]->reached)] - wanted[i];
    return true;
  };
  const auto size = [&](std::size_t i) { return view_.ode().nominal(reinits[i]->target); };
  constexpr double exact = 1e-13;
  std::vector<double> off, other;
  bool reached = false;
  for (int iteration = 0; iteration < most && attempt(added, off); ++iteration) {
    reached = true;
    for (std::size_t i = 0; i < n; ++i)
      reached = reached && std::fabs(off[i]) <=
                               exact * std::max({1e-3 * size(i), std::fabs(wanted[i]), std::fabs(added[i])});
    if (reached) break;
    // Velocities enter linearly, so differences of any length give exact slopes.
    std::vector<double> A(n * n), by = added;
    bool known = true;
    for (std::size_t j = 0; j < n && known; ++j) {
      const double length = (iteration < 2 ? 1 : 1e-4) * std::max(std::fabs(wanted[j]), size(j));
      by[j] += length;
      known = attempt(by, other);
      by[j] = added[j];
      for (std::size_t i = 0; i < n && known; ++i) A[i * n + j] = (other[i] - off[i]) / length;
    }
    if (!known || !solve(std::move(A), off)) break;
    for (std::size_t i = 0; i < n; ++i) added[i] -= off[i];
  }
  if (!reached || !attempt(added, off)) {
    std::vector<std::string> names;
    for (const EventCode::Assignment* a : reinits) names.push_back(a->name);
    result.failed = fmt::format("at t = {:.6g} reinit cannot give {} {}: the constraints do not allow {}", t,
                                listed(names), n == 1 ? "its value" : "their values", n == 1 ? "it" : "them");
    const model::Origin& at = reinits.front()->origin;
    result.where = {.variables = names, .file = at.file, .line = at.line, .column = at.column, .time = t};
    return false;
  }
  for (const EventCode::Assignment* a : reinits) result.set.push_back(a->name);
  for (const EventCode::Assignment* a : reinits)
    if (moved != z && std::ranges::find(result.altered, a->name) == result.altered.end())
      result.altered.push_back(a->name);
  if (constrained) {
    // All of the impulse in one projection, with the matrix of where it leads to: above it may have taken several.
    std::vector<double> from = z;
    for (std::size_t i = 0; i < n; ++i) from[static_cast<std::size_t>(reinits[i]->target)] += added[i];
    if (view_.ode().derivative(t, moved, slope)) (void)view_.ode().project(t, from);
    note_impulses(result);
  }
  z = moved;
  // What was read before belongs to the old state; the values before are those of the new one from now on.
  rows_ = values;
  return true;
}

// A constraint as written that jumps may ask for a jump of positions: x = if b then 1 else 0, where a force
// moves x. One whose derivative jumps, like an actuator that starts, is an impact: an impulse in the mass metric.
// So is a jump of what a finite impulse moves, like a ratio of speeds.
bool Instants::follow_constraints(double t, std::vector<double>& z, const std::vector<double>& old,
                                  Aftermath& result) {
  if (view_.ode().invariants() == 0 || reinitialized_) return true;
  constexpr double noticeable = 1e-9;
  std::vector<double> slope(z.size());
  const auto projected = [&](std::vector<double> from, system::Ode::Levels levels) {
    refresh();
    if (!view_.ode().derivative(t, from, slope) || !view_.ode().project(t, from, levels).outcome)
      from.clear();
    return from;
  };
  // An impulse moves the highest derivatives that are states, and nothing below them.
  const auto highest = [&](std::size_t i) {
    const auto& state = view_.ode().state();
    return std::ranges::none_of(state, [&](const system::Ode::Part& other) {
      return other.unknown == state[i].unknown && other.derivative > state[i].derivative;
    });
  };
  const auto moved = [&](const std::vector<double>& a, const std::vector<double>& b, bool below = false) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(below && highest(i)) &&
          std::fabs(a[i] - b[i]) >
              noticeable * (std::fabs(a[i]) + std::fabs(b[i]) + view_.ode().nominal(static_cast<int>(i))))
        return static_cast<int>(i);
    return -1;
  };
  // The run may have left the old constraints by its tolerance: that is no jump.
  std::vector<double> now = parameters_;
  parameters_ = old;
  fresh_ = false;
  const std::vector<double> before = projected(z, system::Ode::Levels::all);
  parameters_ = std::move(now);
  fresh_ = false;
  if (before.empty()) return true;
  const std::vector<double> as_written = projected(before, system::Ode::Levels::written);
  if (as_written.empty()) return true;  // whoever goes on will say so
  const auto name = [&](int i) {
    const system::Ode::Part part = view_.ode().state()[static_cast<std::size_t>(i)];
    const std::string& of_unknown = view_.system().unknown(part.unknown);
    return part.derivative == 0 ? of_unknown : fmt::format("der({})", of_unknown);
  };
  if (const int i = moved(before, as_written, true); i >= 0) {
    const auto at = static_cast<std::size_t>(i);
    result.failed = fmt::format(
        "stopped at t = {:.6g}: {} would have to jump there from {:.6g} to {:.6g}, because a constraint does",
        t, quote(name(i)), before[at], as_written[at]);
    result.where = {.variables = {name(i)}, .time = t};
    return false;
  }
  std::vector<double> after = projected(before, system::Ode::Levels::all);
  if (after.empty() || moved(before, after) < 0) return true;
  for (std::size_t i = 0; i < z.size(); ++i)
    if (std::fabs(after[i] - before[i]) > noticeable * (std::fabs(after[i]) + std::fabs(before[i])) &&
        std::ranges::find(result.altered, name(static_cast<int>(i))) == result.altered.end())
      result.altered.push_back(name(static_cast<int>(i)));
  note_impulses(result);
  z = std::move(after);
  result.reset = true;
  return true;
}

// What the constraints did to it, as integrals over the instant of the algebraic unknowns.
void Instants::note_impulses(Aftermath& result) {
  const Vec all = view_.ode().impulses();
  impulses_.resize(all.size());
  for (std::size_t j = 0; j < all.size(); ++j) impulses_[j] += all[j];
  for (solution::Event::Impulse& each : impulses_of(view_.ode(), view_.system())) {
    const auto known = std::ranges::find(result.impulses, each.variable, &solution::Event::Impulse::variable);
    if (known != result.impulses.end())
      known->value += each.value;
    else
      result.impulses.push_back(std::move(each));
  }
}

namespace {

bool stands_in_equations(const model::Dae& dae, int parameter) {
  std::vector<expr::Expr> rows;
  for (const auto* list : {&dae.equations, &dae.invariants})
    for (const model::Equation& equation : *list) rows.push_back(equation.residual);
  for (const model::Definition& definition : dae.definitions) rows.push_back(definition.value);
  return std::ranges::any_of(expr::leaves(*dae.graph, rows), [&](expr::Expr leaf) {
    return dae.graph->op(leaf) == expr::Op::parameter && dae.graph->index(leaf) == parameter;
  });
}

}  // namespace

// A relation whose two sides have been equal since the last event is what equal sides make it, whatever brought it there:
// because the constraints keep them so, as with `v > 0.5` of a block on a belt of that speed, or to the last bit, as with the force
// of a slack string. The former is told from one that stands at its zero by chance by leaving the constraints: coming back onto
// them brings it back to its zero. The latter is left alone where equations depend on it: a diode without any current.
void Instants::read_resting(double t, Vec z, const Cause& cause) {
  constexpr double aside = 1e-6, away = 1e3, digits = 16 * std::numeric_limits<double>::epsilon();
  if (farthest_.size() != code_->watched.size()) return;
  const auto zero_of = [&](const std::vector<double>& sides, int k) {
    return std::fabs(sides[2 * static_cast<std::size_t>(k)] - sides[2 * static_cast<std::size_t>(k) + 1]);
  };
  const auto noise_of = [&](int k) { return digits * size_[static_cast<std::size_t>(k)]; };
  const auto relation_at = [&](int k) -> const HeldRelation& {
    return code_->relations[static_cast<std::size_t>(k)];
  };
  std::vector<int> resting;
  for (std::size_t w = 0; w < code_->watched.size(); ++w) {
    const int k = code_->watched[w];
    const HeldRelation& relation = relation_at(k);
    if (relation.kind != HeldRelation::Kind::truth || relation.delay >= 0 || relation.at_rest) continue;
    if (came_to_zero(w, noise_of(k)) || zero_of(left_sides_, k) > noise_of(k)) continue;
    if (value_of(relation, 0, 0) == of(relation.parameter)) continue;
    if (std::ranges::find(cause.flips, k, &Cause::Flip::relation) != cause.flips.end()) continue;
    if (farthest_[w] == 0 && zero_of(left_sides_, k) == 0 &&
        !stands_in_equations(code_->reference->dae, relation.parameter))
      set(relation.parameter, value_of(relation, 0, 0));
    else
      resting.push_back(k);
  }
  if (resting.empty() || view_.ode().invariants() == 0) return;
  refresh();
  std::vector<double> moved(z.begin(), z.end()), slope(z.size()), off(sides_.size()), back(sides_.size());
  for (std::size_t i = 0; i < moved.size(); ++i)
    moved[i] += aside * std::max(std::fabs(moved[i]), view_.ode().nominal(static_cast<int>(i)));
  if (!view_.evaluate(EventCode::sides, t, moved, off) || !view_.ode().derivative(t, moved, slope) ||
      !view_.ode().project(t, moved).outcome || !view_.evaluate(EventCode::sides, t, moved, back))
    return;
  for (const int k : resting)
    if (zero_of(off, k) > away * noise_of(k) && zero_of(back, k) <= away * noise_of(k))
      set(relation_at(k).parameter, value_of(relation_at(k), 0, 0));
}

}  // namespace trammel::pipeline
