// pipeline/instants_settle.cpp: relations and discrete variables that agree with each other at one instant.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {
namespace {

constexpr double eps_of_settling = std::numeric_limits<double>::epsilon();

}  // namespace

int Instants::fired(const EventCode::When& when) const {
  for (std::size_t b = 0; b < when.branches.size(); ++b)
    for (const int row : when.branches[b].triggers)
      if (rows_[static_cast<std::size_t>(row)] != 0 && !before_[static_cast<std::size_t>(row)])
        return static_cast<int>(b);
  return -1;
}

// A relation that stood at its zero when the event began is what it was told to be, or what it was, wherever
// its sides are what they were: rounding must not decide.
bool Instants::update_relations(Vec sides, bool at_start, const Manner& manner) {
  bool changed = false;
  altered_.clear();
  for (std::size_t k = 0; k < code_->relations.size(); ++k) {
    const HeldRelation& relation = code_->relations[k];
    const double left = sides[2 * k], right = sides[2 * k + 1];
    const double old_left = left_sides_[2 * k], old_right = left_sides_[2 * k + 1];
    size_[k] = std::max(size_[k], std::fabs(left) + std::fabs(right));
    const double noise = 16 * eps_of_settling * size_[k];
    if (relation.at_rest || relation.delay >= 0) continue;
    if (!fixed_.empty() && std::ranges::find(fixed_, relation.parameter) != fixed_.end()) continue;
    double value = value_of(relation, left, right);
    // What does not move in these equations, like the force of a slack string, is no rounding.
    if (!at_start && !code_->still[k]) {
      const double now = left - right, old = old_left - old_right;
      const bool exact = now == 0 && old != 0 && (reinitialized_ || !insists_);  // that is no noise
      const bool same = std::fabs(now - old) <= noise && !exact;
      const bool timed = std::ranges::find(code_->timed, static_cast<int>(k)) != code_->timed.end();
      if (same && !std::isnan(forced_[k]))
        value = forced_[k];
      else if (same && (timed || (relation.kind == HeldRelation::Kind::truth
                                      ? std::fabs(old_left - old_right) <= noise
                                      : std::fabs(old_left - std::round(old_left)) <= noise)))
        value = left_values_[k];
    }
    if (value == of(relation.parameter) || std::isnan(value)) continue;
    const double off = std::fabs(left - right);  // where it is exactly zero, no rounding decides
    if (relation.kind == HeldRelation::Kind::truth && off > 0 && off <= manner.slack * size_of(k)) {
      slack_[k] = std::max(slack_[k], off);
      continue;
    }
    set(relation.parameter, value);
    altered_.push_back(relation.text);
    if (manner.one) return true;
    changed = true;
  }
  return changed;
}

// Several when-statements of an algorithm may assign the same variable: the last one that fires counts.
bool Instants::update_assigned() {
  bool changed = false;
  std::vector<double> values = last_;
  const auto at = [&](int target) { return static_cast<std::size_t>(discrete_at_[target]); };
  for (const EventCode::When& when : code_->whens) {
    for (const auto& [so_far, target] : when.carried) {
      if (of(so_far) == values[at(target)]) continue;
      set(so_far, values[at(target)]);
      altered_.push_back(code_->discrete[at(target)].name);
      changed = true;
    }
    if (const int branch = fired(when); branch >= 0)
      for (const EventCode::Assignment& a : when.branches[static_cast<std::size_t>(branch)].assignments)
        values[at(a.target)] = rows_[static_cast<std::size_t>(a.row)];
  }
  for (const EventCode::When& when : code_->whens)
    for (const int target : when.assigned) {
      const double value = values[at(target)];
      if (value == of(target) || std::isnan(value)) continue;
      set(target, value);
      altered_.push_back(code_->discrete[at(target)].name);
      changed = true;
    }
  return changed;
}

// Whether the relations are what they are said to be a moment ahead, the state moving on as they say. Those that
// must `leave` their zeros are off them by then; the others may stay there.
bool Instants::holds_ahead(double t, Vec z, const std::vector<int>& relations,
                           const std::vector<Cause::Flip>& leave) {
  constexpr double no_digit_left = 1e14;
  constexpr double moment = 1e-6;  // of the last step, or of the time unit at the start
  const double ahead = moment * (pace_ > 0 ? pace_ : code_->reference->dae.time_unit);
  refresh();
  std::vector<double> moved(z.begin(), z.end()), slope(z.size());
  if (!view_.ode().derivative(t, z, slope) || !(view_.ode().condition() < no_digit_left)) return false;
  for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += ahead * slope[i];
  Aftermath ignored;
  if (!read(EventCode::sides, t + ahead, moved, sides_, ignored)) return false;
  for (const int relation : relations) {
    const auto k = static_cast<std::size_t>(relation);
    const double left = sides_[2 * k], right = sides_[2 * k + 1];
    const double noise = 16 * eps_of_settling * std::max(size_[k], std::fabs(left) + std::fabs(right));
    const bool at_zero = std::fabs(left - right) <= noise;
    if (at_zero ? std::ranges::find(leave, relation, &Cause::Flip::relation) != leave.end()
                : value_of(code_->relations[k], left, right) != of(code_->relations[k].parameter))
      return false;
  }
  return true;
}

std::optional<Cause> Instants::ahead(double t, Vec z) {
  constexpr double at_zero = 1e-9;  // of the size of its sides
  constexpr std::size_t most = 12;
  Aftermath ignored;
  if (!read(EventCode::sides, t, z, sides_, ignored)) return {};
  std::vector<int> open;
  for (const int w : code_->watched) {
    const auto k = static_cast<std::size_t>(w);
    const HeldRelation& relation = code_->relations[k];
    if (relation.kind == HeldRelation::Kind::truth && relation.delay < 0 && !relation.at_rest &&
        std::fabs(sides_[2 * k] - sides_[2 * k + 1]) <= at_zero * size_of(k))
      open.push_back(w);
  }
  if (open.size() < 2 || open.size() > most) return {};
  std::vector<unsigned> masks;
  for (unsigned mask = 1; mask < 1u << open.size(); ++mask) masks.push_back(mask);
  std::ranges::stable_sort(masks, {}, [](unsigned mask) { return std::popcount(mask); });
  const std::vector<double> begun = parameters_;
  std::optional<Cause> found;
  for (const unsigned mask : masks) {
    Cause cause;
    for (std::size_t i = 0; i < open.size(); ++i)
      if (mask >> i & 1u) {
        const int at = code_->relations[static_cast<std::size_t>(open[i])].parameter;
        cause.flips.push_back({open[i], 1 - of(at)});
        set(at, 1 - of(at));
      }
    const bool holds = holds_ahead(t, z, open, cause.flips);
    parameters_ = begun;
    fresh_ = false;
    if (!holds) continue;
    found = std::move(cause);
    break;
  }
  return found;
}

// Ideal diodes that change together pass modes whose equations have no solution, and where their zeros
// coincide, only what follows tells them apart. So all values are tried, few changes first.
bool Instants::search(double t, Vec z, bool at_start) {
  const double unknowns = static_cast<double>(code_->reference->dae.variables.size() + 1);
  const int most_tries = static_cast<int>(std::clamp(2e5 / unknowns, 100.0, 5000.0));
  std::vector<int> open;
  for (const int k : code_->watched) {
    const HeldRelation& relation = code_->relations[static_cast<std::size_t>(k)];
    if (relation.kind == HeldRelation::Kind::truth && relation.delay < 0 && !relation.at_rest &&
        std::ranges::find(fixed_, relation.parameter) == fixed_.end())
      open.push_back(k);
  }
  const std::vector<double> begun = parameters_;
  int tries = 0;
  std::vector<std::size_t> chosen;
  const auto comes_to_rest = [&] {
    Aftermath ignored;
    const std::vector<double> tried = parameters_;
    if (!holds_ahead(t, z, open) || !read(EventCode::sides, t, z, sides_, ignored)) return false;
    for (const int k : open)
      forced_[static_cast<std::size_t>(k)] = of(code_->relations[static_cast<std::size_t>(k)].parameter);
    return !update_relations(sides_, at_start, {.one = true}) &&
           read(EventCode::rows, t, z, rows_, ignored) && !update_assigned() && tried == parameters_;
  };
  const std::vector<double> said = forced_;
  for (std::size_t many = 0; many <= open.size(); ++many) {
    chosen.resize(many);
    for (std::size_t i = 0; i < many; ++i) chosen[i] = i;
    for (bool more = true; more;) {
      if (++tries > most_tries) return false;
      parameters_ = begun;
      fresh_ = false;
      for (const std::size_t i : chosen) {
        const int at = code_->relations[static_cast<std::size_t>(open[i])].parameter;
        set(at, 1 - of(at));
      }
      if (comes_to_rest()) return true;
      forced_ = said;
      // The next combination.
      std::size_t i = many;
      while (i > 0 && chosen[i - 1] == open.size() - many + i - 1) --i;
      more = i > 0;
      if (!more) break;
      ++chosen[i - 1];
      for (; i < many; ++i) chosen[i] = chosen[i - 1] + 1;
    }
  }
  return false;
}

// What follows from what need not be known: whatever is acyclic comes to rest after as many rounds as there
// are relations and discrete variables, all of them being renewed in each. Ideal diodes depend on each other:
// there the first one that contradicts itself is changed alone, from where it began. That ends wherever the
// circuit is passive, since its complementarity problem has a P-matrix [Mur74]. Where all of them stand at their
// zeros, as when a source passes through zero, rounding contradicts whatever they are: then those near zero stay.
bool Instants::settle(double t, Vec z, bool at_start, Aftermath& result) {
  const std::size_t count = code_->relations.size() + code_->discrete.size();
  const std::vector<double> begun = parameters_;
  constexpr double near_zero = 1e-10;  // of the size of its sides
  std::vector<std::string> culprits;
  for (const Manner& manner :
       {Manner{}, Manner{.one = true}, Manner{.slack = near_zero}, Manner{true, near_zero}}) {
    if (manner.one || manner.slack > 0) {
      parameters_ = begun;
      fresh_ = false;
    }
    Aftermath why;
    const std::size_t most = manner.one ? 20 * count + 100 : 2 * count + 4;
    for (std::size_t round = 0; round < most && !why.failed; ++round) {
      if (!read(EventCode::sides, t, z, sides_, why)) break;
      if (update_relations(sides_, at_start, manner)) continue;
      if (!read(EventCode::rows, t, z, rows_, why)) break;
      if (!update_assigned()) return true;
    }
    if (manner.one && !why.failed && culprits.empty())
      for (const std::string& name : altered_) culprits.push_back(quote(name));
    if (!manner.one) continue;
    if (manner.slack == 0) {
      const std::vector<std::string> altered = altered_;
      parameters_ = begun;
      fresh_ = false;
      if (search(t, z, at_start)) return true;
      parameters_ = begun;
      fresh_ = false;
      altered_ = altered;
    }
    if (!why.failed) continue;
    result.failed = why.failed;
    result.where = why.where;
    result.unsolvable = why.unsolvable;
    return false;
  }
  result.failed = fmt::format("the event at t = {:.6g} has no solution: {} {} on {}", t, listed(culprits, 5),
                              culprits.size() == 1 ? "depends" : "depend",
                              culprits.size() == 1 ? "itself" : "each other");
  result.where = {.variables = altered_, .time = t};
  return false;
}

}  // namespace trammel::pipeline
