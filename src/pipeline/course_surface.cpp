// pipeline/course_surface.cpp: motion that stays where both sides of a relation lead to.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/course.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {

namespace {

// Whether something that is differentiated is not what it was: a belt that turns round must not take along
// what sticks to it.
bool leaps(const expr::Graph& graph, const std::vector<expr::Expr>& leaves, Vec before, Vec after) {
  constexpr double rounding = 1e-8;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const auto above = [&](expr::Expr other) {
      return graph.index(other) == graph.index(leaves[i]) &&
             graph.derivative(other) == graph.derivative(leaves[i]) + 1;
    };
    if (std::fabs(after[i] - before[i]) <= rounding * std::max(std::fabs(before[i]), std::fabs(after[i])))
      continue;
    if (!std::isfinite(after[i]) || std::ranges::any_of(leaves, above)) return true;
  }
  return false;
}

// What chooses between equations of different structure has one value in a mode.
bool may_differ(const Held& held, int relation) {
  return std::ranges::find(held.structural, held.relations[static_cast<std::size_t>(relation)].parameter) ==
         held.structural.end();
}

}  // namespace

// An event may end the motion on a surface: its two sides lead there no longer (the pressure of a clutch falls), the
// surface itself leaps (a belt turns round), or a reinit takes the motion off it. Then the motion is off the
// surface first, and the event happens there.
void Course::leave_lost_surface(double t, Point& at, Cause& cause) {
  const Held& held = *prepared_.held();
  const int own = static_cast<int>(held.relations.size());
  if (std::ranges::any_of(cause.flips, [&](const Cause::Flip& flip) { return flip.relation >= own; })) return;
  const Instants::State before = instants_->state();
  const auto leaves = reported(held.problem.dae).leaves;
  const auto readout =
      read_from_ode(instants_->code().reference->dae, instants_->code().reference->system, leaves);
  std::vector<double> from(leaves.size()), to(leaves.size());
  const auto read = [&](const Point& point, std::vector<double>& values) {
    OdeObserver observer(readout, instants_->parameters());
    if (!point.top.empty()) observer.guess(point.top);
    observer(t, point.z, false, values);
  };
  read(at, from);
  Point there = at;
  const Aftermath trial = instants_->happen(t, there.z, there.top, cause);
  Cause lost;  // shares that are none or all now
  for (std::size_t k = held.relations.size(); k < instants_->code().relations.size(); ++k)
    if (instants_->parameters()[static_cast<std::size_t>(instants_->code().relations[k].parameter)] == 0)
      lost.flips.push_back({static_cast<int>(k), 0});
  const bool known = !lost.flips.empty() && !trial.failed && trial.set.empty();
  bool moved = !known && (trial.failed || !trial.set.empty());
  if (!moved) {
    read(there, to);
    moved = leaps(*held.problem.dae.graph, leaves, from, to);
  }
  instants_->restore(before);
  if (lost.flips.empty() && !moved && !trial.changed) return;
  const Surface stayed = surface_;
  const std::shared_ptr<Instants> on_it = instants_;
  const Mode mode = mode_;
  const Point here = at;
  const std::size_t page = options_.judge ? options_.judge->page() : 0, told = notes_.size();
  const auto told_of_modes = std::pair{modes_told_, mode_told_};
  const bool by_share = !moved && !lost.flips.empty();
  if (by_share)
    leave_surface(t, lost);
  else
    surface_ = {}, lost.flips.clear();
  for (const Cause::Flip& flip : lost.flips) instants_->say(flip);
  bool left = !change_mode(t, at, before.parameters, lost).failed;
  if (left && !by_share) {
    const Instants::State off = instants_->state();
    Point behind = at;
    left = !instants_->happen(t, behind.z, behind.top, cause).failed &&
           std::ranges::any_of(stayed.members, [&](const Surface::Member& member) {
             return !instants_->at_zero(t, behind.z, member.relation) ||
                    (may_differ(held, member.relation) && instants_->is_left(t, behind.z, member.relation));
           });
    instants_->restore(off);
  }
  if (left) {
    reset_ = true;
    if (by_share) cause.flips.insert(cause.flips.end(), lost.flips.begin(), lost.flips.end());
    return;
  }
  surface_ = stayed;
  instants_ = on_it;
  instants_->restore(before);
  mode_ = mode;
  at = here;
  notes_.resize(told);
  std::tie(modes_told_, mode_told_) = told_of_modes;
  if (options_.judge) options_.judge->turn_to(page);
}

// Where both sides lead to the zero of a relation, the motion stays there.
bool Course::stay_on_surface(double t, Point& at, int of) {
  const Held& held = *prepared_.held();
  if (of >= static_cast<int>(held.relations.size())) return false;
  const HeldRelation& relation = held.relations[static_cast<std::size_t>(of)];
  if (relation.kind != HeldRelation::Kind::truth) return false;
  const Surface stayed = surface_;
  surface_.add(surface_of(held, of));
  const std::shared_ptr<Instants> before = instants_;
  const Mode mode = mode_;
  const Point from = at;
  const std::size_t page = options_.judge ? options_.judge->page() : 0;
  const Aftermath what = change_mode(t, at, instants_->parameters());
  // What crosses a zero of its second derivative, like a block that rocks, does not stay there: it would have
  // to stop at once.
  constexpr double of_gathering = 1e-3;  // what is left of motions that come to rest by ever more events
  bool held_there = !what.failed && what.moved < of_gathering;
  for (std::size_t k = held.relations.size(); held_there && k < instants_->code().relations.size(); ++k)
    held_there =
        instants_->parameters()[static_cast<std::size_t>(instants_->code().relations[k].parameter)] != 0;
  if (!held_there) {
    surface_ = stayed;
    instants_ = before;
    mode_ = mode;
    at = from;
    if (options_.judge) options_.judge->turn_to(page);
    return false;
  }
  ended_ = stuck_ = false;
  reset_ = true;
  take_parameters();
  whole_.events.push_back({t, relation.text, {}});
  notes_.push_back(
      fmt::format("from t = {:.6g} on the motion stays where {} changes, because both sides lead to "
                  "there: between them it is chosen such that it stays (sliding)",
                  t, quote(relation.text)));
  return true;
}

// Of several zeros at once, like those of a stack of blocks at rest, the one that was told need not be the
// first to stay at: with the others free, its two sides may not lead there.
bool Course::stay_on_another(double t, Point& at, int than) {
  const Held& held = *prepared_.held();
  for (int k = 0; k < static_cast<int>(held.relations.size()); ++k) {
    const bool there =
        std::ranges::find(surface_.members, k, &Surface::Member::relation) != surface_.members.end();
    if (k == than || there || held.relations[static_cast<std::size_t>(k)].delay >= 0) continue;
    if (instants_->at_zero(t, at.z, k) && stay_on_surface(t, at, k)) return true;
  }
  return false;
}

// Events that accumulate may come to rest on one of the surfaces that they cross: a relay with friction ends
// where both its force and its friction change.
bool Course::stay_where_they_gather(double t, Point& at) {
  const std::vector<int> gathered = gathering_ ? gathering_->relations : std::vector<int>{};
  const bool stays =
      std::ranges::any_of(gathered, [&](int relation) { return stay_on_surface(t, at, relation); }) ||
      stay_on_another(t, at, gathered.empty() ? -1 : gathered.front());
  if (!stays) return false;
  gathering_.reset();
  lately_.clear();
  chatter_ = std::make_unique<Chatter>(t);
  return true;
}

// A share has become none or all: the motion goes on on that side.
void Course::leave_surface(double t, Cause& cause) {
  const int own = static_cast<int>(prepared_.held()->relations.size());
  std::vector<Cause::Flip> flips;
  std::vector<int> left;
  if (!has_just_left(t)) left_ = {};
  for (const Cause::Flip& flip : cause.flips) {
    if (flip.relation < own) {
      flips.push_back(flip);
      continue;
    }
    const int sheet = (flip.relation - own) / 2;
    const bool above = (flip.relation - own) % 2 == 1;
    if (std::ranges::find(left, sheet) != left.end()) continue;
    left.push_back(sheet);
    for (const Surface::Member& member : surface_.members)
      if (member.sheet == sheet) {
        flips.push_back({member.relation, above ? member.above : 1 - member.above});
        left_.relations.push_back(member.relation);
      }
  }
  if (!left.empty()) left_.t = t, ++left_.times;
  std::ranges::sort(left, std::ranges::greater());
  for (const int sheet : left) surface_.remove(sheet);
  cause.flips = std::move(flips);
}

}  // namespace trammel::pipeline
