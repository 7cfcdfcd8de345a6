// pipeline/instants_settle.cpp: relations and discrete variables that agree with each other at one instant.
#include <fmt/format.h>

#include <algorithm>
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
    if (!at_start) {
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
    if (relation.kind == HeldRelation::Kind::truth && off > 0 &&
        off <= manner.slack * std::max(size_[k], 1.0)) {
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
  for (const EventCode::When& when : code_->whens)
    if (const int branch = fired(when); branch >= 0)
      for (const EventCode::Assignment& a : when.branches[static_cast<std::size_t>(branch)].assignments)
        values[at(a.target)] = rows_[static_cast<std::size_t>(a.row)];
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

// What follows from what need not be known: whatever is acyclic comes to rest after as many rounds as there
// are relations and discrete variables, all of them being renewed in each. Ideal diodes depend on each other:
// there the first one that contradicts itself is changed alone, from where it began. That ends wherever the
// circuit is passive, since its complementarity problem has a P-matrix [Mur74]. Where all of them stand at their
// zeros, as when a source passes through zero, rounding contradicts whatever they are: then those near zero stay.
//
// Where neither of two neighbouring answers holds, as when an amplifier with positive feedback leaves its limit,
// one farther away may: few relations are changed at a time until all agree.
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
    if (!manner.one || !why.failed) continue;
    result.failed = why.failed;
    result.where = why.where;
    result.unsolvable = why.unsolvable;
    return false;
  }
  if (search(t, z, at_start, begun)) return true;
  result.failed = fmt::format("the event at t = {:.6g} has no solution: {} {} on {}", t, listed(culprits, 5),
                              culprits.size() == 1 ? "depends" : "depend",
                              culprits.size() == 1 ? "itself" : "each other");
  result.where = {.variables = altered_, .time = t};
  return false;
}

bool Instants::search(double t, Vec z, bool at_start, const std::vector<double>& begun) {
  constexpr std::size_t most = 40;  // relations: pairs of them are tried
  std::vector<int> free;            // parameters of relations that may be changed
  for (std::size_t k = 0; k < code_->relations.size(); ++k) {
    const HeldRelation& relation = code_->relations[k];
    if (relation.kind == HeldRelation::Kind::truth && !relation.at_rest && relation.delay < 0 &&
        std::ranges::find(code_->timed, static_cast<int>(k)) == code_->timed.end() &&
        std::ranges::find(fixed_, relation.parameter) == fixed_.end())
      free.push_back(relation.parameter);
  }
  if (free.size() > most) return false;
  const auto holds = [&](std::initializer_list<int> flipped) {
    parameters_ = begun;
    fresh_ = false;
    for (const int parameter : flipped) set(parameter, 1 - of(parameter));
    Aftermath why;
    for (std::size_t round = 0; round <= code_->discrete.size(); ++round) {
      if (!read(EventCode::sides, t, z, sides_, why) || update_relations(sides_, at_start, {.one = true}) ||
          !read(EventCode::rows, t, z, rows_, why))
        return false;
      if (!update_assigned()) return true;
    }
    return false;
  };
  for (const int a : free)
    if (holds({a})) return true;
  for (std::size_t a = 0; a < free.size(); ++a)
    for (std::size_t b = a + 1; b < free.size(); ++b)
      if (holds({free[a], free[b]})) return true;
  return false;
}

}  // namespace trammel::pipeline
