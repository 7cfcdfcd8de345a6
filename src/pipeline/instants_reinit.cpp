// pipeline/instants_reinit.cpp: new values of states, on all constraints.
//
// A state that is set gets its value exactly. The others stay where they are as far as the constraints let
// them: what is added to the components that are set, before everything is projected in the mass metric
// [HW96, (VII.2.10), (2.11)], is chosen so that they end up at their values. With unconstrained states that
// is a plain assignment; in a mechanism it is an impulse along the coordinates that are set, with the
// reactions of its joints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "linalg/decompositions.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {
namespace {

constexpr int most_corrections = 12;

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
  struct Also {
    const EventCode::Assignment* reinit;
    double value;
  };
  std::vector<const EventCode::Assignment*> reinits = {};
  std::vector<double> wanted = {}, added = {};  // values, and what a plain assignment adds for them
  std::vector<Also> also = {};                  // what follows from a state that is set: w1 = 2 w2
};

// False: they contradict each other, or cannot be met by any state.
bool gather(const std::vector<const EventCode::Assignment*>& all, Vec rows, Vec z, double t, Wish& wish,
            Aftermath& result) {
  auto& [reinits, wanted, added, also] = wish;
  for (const EventCode::Assignment* a : all) {
    const auto at =
        a->target < 0 ? reinits.end() : std::ranges::find(reinits, a->target, &EventCode::Assignment::target);
    if (at != reinits.end() && (*at)->name != a->name) {
      also.push_back({a, rows[static_cast<std::size_t>(a->row)]});
      continue;
    }
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
              ? fmt::format(
                    "at t = {:.6g} reinit cannot set {}: in the equations that hold there it follows from "
                    "several states or from none",
                    t, quote(a->name))
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

// The search for the state in which everything that is set has its value.
class ReinitSearch {
 public:
  ReinitSearch(EventView& view, const Wish& wish, double t, std::size_t rows)
      : view_(view), reinits_(wish.reinits), t_(t), values_(rows), constrained_(view.ode().invariants() > 0) {
  }

  struct Found {
    std::vector<double> z, rows, added;
  };
  // Coordinates far away are reached in pieces: Newton's method alone may arrive on another branch of the
  // constraints, as a four-bar that is folded over. Where halving the pieces shows none, the direct way counts, which
  // moves the others least.
  std::optional<Found> run(const std::vector<double>& z, const Wish& wish) {
    std::optional<Found> direct = reach(z, wish.wanted, wish.added), last = direct;
    if (!constrained_ || !nonlinear()) return direct;
    constexpr double same = 0.5;  // of the way
    constexpr int factor = 4, most = 64;
    for (int pieces = factor; pieces <= most; pieces *= factor) {
      std::optional<Found> led = lead(z, wish, pieces);
      if (!led) break;  // the constraints do not allow what lies between
      if (last && apart(led->z, last->z) <= same * apart(last->z, z)) return last;
      last = std::move(led);
    }
    return last;
  }

 private:
  // Velocities enter constraints linearly: there is one branch.
  bool nonlinear() const {
    return std::ranges::any_of(reinits_,
                               [&](const EventCode::Assignment* a) { return !velocity(a->target); });
  }
  bool velocity(int component) const {
    return view_.ode().state()[static_cast<std::size_t>(component)].derivative > 0 &&
           view_.highest(component);
  }
  double apart(const std::vector<double>& a, const std::vector<double>& b) const {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!velocity(static_cast<int>(i)))
        most = std::max(most, std::fabs(a[i] - b[i]) / view_.ode().nominal(static_cast<int>(i)));
    return most;
  }

  // On the way, places follow; velocities are those before the event.
  std::optional<Found> lead(const std::vector<double>& z, const Wish& wish, int pieces) {
    std::vector<double> here = z;
    std::optional<Found> found;
    for (int k = 1; k <= pieces; ++k) {
      std::vector<double> wanted, added;
      for (std::size_t i = 0; i < reinits_.size(); ++i) {
        const auto at = static_cast<std::size_t>(reinits_[i]->target);
        wanted.push_back(k == pieces ? wish.wanted[i] : z[at] + (wish.wanted[i] - z[at]) * k / pieces);
        if (k < pieces && velocity(reinits_[i]->target)) wanted.back() = z[at];
        added.push_back(reinits_[i]->plain ? wanted.back() - here[at] : 0);
      }
      found = reach(here, wanted, added, k == pieces);
      if (!found) return {};
      for (std::size_t i = 0; i < here.size(); ++i)
        if (!velocity(static_cast<int>(i))) here[i] = found->z[i];
    }
    for (std::size_t i = 0; i < reinits_.size(); ++i) {  // as seen from where it began
      const auto at = static_cast<std::size_t>(reinits_[i]->target);
      if (!velocity(reinits_[i]->target)) found->added[i] = found->z[at] - z[at];
    }
    return found;
  }

  // `exactly`: velocities, too, are those that are wanted.
  std::optional<Found> reach(const std::vector<double>& z, const std::vector<double>& wanted,
                             std::vector<double> added, bool exactly = true) {
    const std::size_t n = reinits_.size();
    std::vector<double> off, other;
    for (int k = 0; k < most_corrections && attempt(z, wanted, added, off); ++k) {
      if (!exactly)
        for (std::size_t i = 0; i < n; ++i)
          if (velocity(reinits_[i]->target)) off[i] = 0;
      if (reached(off, wanted, added)) return Found{moved_, values_, added};
      // Velocities enter linearly, so differences of any length give exact slopes.
      Eigen::MatrixXd A(n, n);
      Eigen::VectorXd b(n);
      std::vector<double> by = added, size(n);
      for (std::size_t i = 0; i < n; ++i) size[i] = std::max(std::fabs(wanted[i]), nominal(i));
      for (std::size_t j = 0; j < n; ++j) {
        const double length = (k < 2 ? 1 : 1e-4) * size[j];
        by[j] += length;
        if (!attempt(z, wanted, by, other)) return {};
        by[j] = added[j];
        for (std::size_t i = 0; i < n; ++i)
          A(static_cast<int>(i), static_cast<int>(j)) = (other[i] - off[i]) / length * size[j] / size[i];
      }
      for (std::size_t i = 0; i < n; ++i) b(static_cast<int>(i)) = off[i] / size[i];
      // Constraints may tie those that are set to each other: then their values agree with them, or cannot be reached.
      constexpr double dependent = 1e-9;
      const Eigen::VectorXd x = linalg::least_squares(A, b, dependent);
      for (std::size_t i = 0; i < n; ++i) added[i] -= x(static_cast<int>(i)) * size[i];
    }
    return {};
  }

  // Where the states end up if so much is added; `off`: how far that is from what is wanted.
  bool attempt(const std::vector<double>& z, const std::vector<double>& wanted,
               const std::vector<double>& add, std::vector<double>& off) {
    const std::size_t n = reinits_.size();
    moved_ = z;
    slope_.resize(z.size());
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(reinits_[i]->target);
      moved_[at] = reinits_[i]->plain && add[i] == wanted[i] - z[at] ? wanted[i] : z[at] + add[i];
    }
    // A position that is set may be far from the constraints: then the matrix is made anew on the way.
    bool placed = !constrained_;
    for (int k = 0; k < most_corrections && !placed; ++k) {
      if (!view_.ode().derivative(t_, moved_, slope_)) return false;
      placed = static_cast<bool>(view_.ode().project(t_, moved_).outcome);
    }
    if (!placed || !view_.evaluate(EventCode::rows, t_, moved_, values_)) return false;
    off.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      off[i] = values_[static_cast<std::size_t>(reinits_[i]->reached)] - wanted[i];
    return true;
  }

  bool reached(const std::vector<double>& off, const std::vector<double>& wanted,
               const std::vector<double>& added) const {
    constexpr double exact = 1e-13;
    for (std::size_t i = 0; i < off.size(); ++i)
      if (!(std::fabs(off[i]) <=
            exact * std::max({1e-3 * nominal(i), std::fabs(wanted[i]), std::fabs(added[i])})))
        return false;
    return true;
  }
  double nominal(std::size_t i) const { return view_.ode().nominal(reinits_[i]->target); }

  EventView& view_;
  const std::vector<const EventCode::Assignment*>& reinits_;
  double t_;
  std::vector<double> moved_, slope_, values_;
  bool constrained_;
};

}  // namespace

bool Instants::set_states(const std::vector<const EventCode::Assignment*>& all, double t,
                          std::vector<double>& z, Aftermath& result) {
  Wish wish;
  if (!gather(all, rows_, z, t, wish, result)) return false;
  const std::vector<const EventCode::Assignment*>& reinits = wish.reinits;
  const std::size_t n = reinits.size();
  std::optional<ReinitSearch::Found> found = ReinitSearch(view_, wish, t, rows_.size()).run(z, wish);
  if (!found) {
    std::vector<std::string> names;
    for (const EventCode::Assignment* a : reinits) names.push_back(a->name);
    result.failed = fmt::format("at t = {:.6g} reinit cannot give {} {}: the constraints do not allow {}", t,
                                listed(names), n == 1 ? "its value" : "their values", n == 1 ? "it" : "them");
    const model::Origin& at = reinits.front()->origin;
    result.where = {.variables = names, .file = at.file, .line = at.line, .column = at.column, .time = t};
    return false;
  }
  for (const auto& [a, value] : wish.also) {
    constexpr double rounding = 1e-9;
    const double there = found->rows[static_cast<std::size_t>(a->reached)];
    const double size = std::max({std::fabs(there), std::fabs(value), 1e-3 * view_.ode().nominal(a->target)});
    if (!(std::fabs(there - value) <= rounding * size)) {
      fail_twice(*a, t, there, value, result);
      return false;
    }
    result.set.push_back(a->name);
  }
  for (const EventCode::Assignment* a : reinits) result.set.push_back(a->name);
  for (const EventCode::Assignment* a : reinits)
    if (found->z != z && std::ranges::find(result.altered, a->name) == result.altered.end())
      result.altered.push_back(a->name);
  if (view_.ode().invariants() > 0) {
    // All of the impulse in one projection, with the matrix of where it leads to: above it may have taken several.
    std::vector<double> from = z, slope(z.size());
    for (std::size_t i = 0; i < n; ++i) from[static_cast<std::size_t>(reinits[i]->target)] += found->added[i];
    for (std::size_t i = 0; i < z.size(); ++i)  // no impulse moves what is below the highest derivatives
      if (!view_.highest(static_cast<int>(i))) from[i] = found->z[i];
    if (view_.ode().derivative(t, found->z, slope)) (void)view_.ode().project(t, from);
    note_impulses(result);
  }
  z = std::move(found->z);
  // What was read before belongs to the old state; the values before are those of the new one from now on.
  rows_ = std::move(found->rows);
  return true;
}

bool Instants::set_states(const std::vector<Setting>& settings, double t, std::vector<double>& z,
                          Aftermath& result) {
  if (!read(EventCode::rows, t, z, rows_, result)) return false;
  std::vector<const EventCode::Assignment*> reinits;
  for (const Setting& s : settings) {
    reinits.push_back(&code_->whens[s.when].branches[s.branch].reinits[s.reinit]);
    rows_[static_cast<std::size_t>(reinits.back()->row)] = s.value;
  }
  reinitialized_ = true;
  return set_states(reinits, t, z, result);
}

Aftermath Instants::set(double t, std::vector<double>& z, const std::vector<Setting>& settings) {
  Aftermath result;
  (void)set_states(settings, t, z, result);
  return result;
}

}  // namespace trammel::pipeline
