// pipeline/instants_states.cpp: states behind an event that sets none of them: what must not jump, what
// impulses explain, and relations that the constraints keep at their zeros.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "expr/query.hpp"
#include "pipeline/instants.hpp"
#include "pipeline/modes.hpp"
#include "system/undetermined.hpp"

namespace trammel::pipeline {

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

std::string Instants::name_of(int component) {
  const system::Ode::Part part = view_.ode().state()[static_cast<std::size_t>(component)];
  const std::string& of_unknown = view_.system().unknown(part.unknown);
  return part.derivative == 0 ? of_unknown : fmt::format("der({})", of_unknown);
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
  const auto moved = [&](const std::vector<double>& a, const std::vector<double>& b, bool below = false) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(below && view_.highest(static_cast<int>(i))) &&
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
  if (const int i = moved(before, as_written, true); i >= 0) {
    const auto at = static_cast<std::size_t>(i);
    result.failed = fmt::format(
        "stopped at t = {:.6g}: {} would have to jump there from {:.6g} to {:.6g}, because a constraint does",
        t, quote(name_of(i)), before[at], as_written[at]);
    result.where = {.variables = {name_of(i)}, .time = t};
    return false;
  }
  std::vector<double> after = projected(before, system::Ode::Levels::all);
  if (after.empty() || moved(before, after) < 0) return true;
  for (std::size_t i = 0; i < z.size(); ++i)
    if (std::fabs(after[i] - before[i]) > noticeable * (std::fabs(after[i]) + std::fabs(before[i])) &&
        std::ranges::find(result.altered, name_of(static_cast<int>(i))) == result.altered.end())
      result.altered.push_back(name_of(static_cast<int>(i)));
  note_impulses(result);
  z = std::move(after);
  result.reset = true;
  return true;
}

bool Instants::only_numbers_moved() const {
  if (solved_with_.size() != parameters_.size()) return false;
  bool any = false;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    if (parameters_[k] == solved_with_[k]) continue;
    const int d = discrete_at_[k];
    if (d < 0 || !code_->discrete[static_cast<std::size_t>(d)].real) return false;
    any = true;
  }
  return any;
}

// A number that an event moves far takes the unknowns that are solved for along in pieces: Newton's method alone may
// arrive on another branch of the equations. Where finer pieces lead to the same place as coarser ones, there is none.
void Instants::lead(double t, Vec z) {
  constexpr int factor = 4, most = 64;
  constexpr double same = 1e-6;
  const std::vector<double> begun = tops();
  std::vector<double> slope(z.size()), now = parameters_;
  const auto reach = [&](int pieces) {
    std::vector<double> top = begun;
    for (int k = 1; k <= pieces; ++k) {
      for (std::size_t i = 0; i < now.size(); ++i)
        now[i] =
            k == pieces ? parameters_[i] : solved_with_[i] + (parameters_[i] - solved_with_[i]) * k / pieces;
      view_.set_parameters(now);
      view_.ode().guess(top);
      if (!view_.ode().derivative(t, z, slope)) return std::vector<double>{};
      top.assign(view_.ode().top().begin(), view_.ode().top().end());
    }
    return top;
  };
  const auto agree = [](const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return false;
    double largest = 0;
    for (const double x : a) largest = std::max(largest, std::fabs(x));
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::fabs(a[i] - b[i]) > same * std::max(std::fabs(a[i]), same * largest)) return false;
    return true;
  };
  std::vector<double> last = reach(1);
  for (int pieces = factor; pieces <= most; pieces *= factor) {
    std::vector<double> led = reach(pieces);
    if (led.empty()) break;  // there is no solution on the way
    const bool settled = agree(led, last);
    last = std::move(led);
    if (settled) break;
  }
  view_.set_parameters(parameters_);
  view_.guess(last.empty() ? begun : last);
}

// What the constraints did to it, as integrals over the instant of the algebraic unknowns.
void Instants::note_impulses(Aftermath& result) {
  const Vec all = view_.ode().impulses();
  impulses_.resize(all.size());
  for (std::size_t j = 0; j < all.size(); ++j) impulses_[j] += all[j];
  add_impulses(result.impulses, impulses_of(view_.ode(), view_.system()));
}

std::vector<solution::Event::Impulse> impulses_of(system::Ode& ode, const system::System& system) {
  constexpr double noise = 1e-12;  // of the largest
  std::vector<solution::Event::Impulse> result;
  const Vec impulses = ode.impulses();
  double largest = 0;
  for (const double p : impulses) largest = std::max(largest, std::fabs(p));
  const std::vector<char> open = largest > 0 ? system::undetermined(ode) : std::vector<char>{};
  for (std::size_t j = 0; j < impulses.size(); ++j)
    if (std::fabs(impulses[j]) > noise * largest)
      result.push_back({system.unknown(static_cast<int>(j)), impulses[j], j < open.size() && open[j] != 0});
  return result;
}

void add_impulses(std::vector<solution::Event::Impulse>& all,
                  const std::vector<solution::Event::Impulse>& more) {
  for (const solution::Event::Impulse& each : more) {
    const auto known = std::ranges::find(all, each.variable, &solution::Event::Impulse::variable);
    if (known != all.end())
      known->value += each.value;
    else
      all.push_back(each);
  }
}

void add_names(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& name : more)
    if (std::ranges::find(all, name) == all.end()) all.push_back(name);
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

// A relation whose two sides have been equal since the last event is what equal sides make it, whatever
// brought it there: because the constraints keep them so, as with `v > 0.5` of a block on a belt of that
// speed, or to the last bit, as with the force of a slack string. The former is told from one that stands at
// its zero by chance by leaving the constraints: coming back onto them brings it back to its zero. The latter
// is left alone where equations depend on it: a diode without any current.
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
