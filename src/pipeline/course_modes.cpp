// pipeline/course_modes.cpp: events behind which other equations hold.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/course.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {

// Reinits of an event that changes the mode belong to the mode behind it. Where its equations do not take
// them (a ball that is sent back where a contact begins to hold), they are carried out before it is entered.
Aftermath Course::happen(double t, Point& at, const Cause& why) {
  Cause cause = why;
  if (!surface_.members.empty() && mode_.prepared) leave_lost_surface(t, at, cause);
  const Instants::State before = instants_->state();
  const std::shared_ptr<Instants> own = instants_;
  const Mode mode = mode_;
  const Point from = at;
  const std::size_t page = options_.judge ? options_.judge->page() : 0, notes = notes_.size();
  Aftermath what = happen_in_modes(t, at, cause, true);
  if (what.failed && !what.waiting.empty()) {
    if (options_.judge) options_.judge->turn_to(page);
    notes_.resize(notes);
    instants_ = own;
    instants_->restore(before);
    mode_ = mode;
    at = from;
    Aftermath sooner = happen_in_modes(t, at, cause, false);
    if (!sooner.failed) what = std::move(sooner);
  }
  take_parameters();
  set_.insert(set_.end(), what.set.begin(), what.set.end());
  reset_ = reset_ || what.reset;
  log(t, what);
  return what;
}

Aftermath Course::happen_in_modes(double t, Point& at, Cause& cause, bool may_wait) {
  const Instants::State before = instants_->state();
  const Point from = at;
  const bool may_change = prepared_.held() && !prepared_.held()->structural.empty();
  const auto wait = [&] {  // from here on the mode is that of `before`
    std::vector<std::pair<int, double>> mode;
    if (may_wait && (mode_.prepared || prepared_.by_modes()))
      for (const int id : prepared_.held()->structural)
        mode.emplace_back(id, before.parameters[static_cast<std::size_t>(id)]);
    instants_->belong_to(std::move(mode));
  };
  wait();
  Aftermath what = instants_->happen(t, at.z, at.top, cause);
  if (may_change && !mode_.prepared && !prepared_.by_modes() &&
      (what.unsolvable || (!what.failed && !instants_->solvable(t, at.z)))) {
    // From now on the structure is that of the mode: first of the one before the event.
    instants_->restore(before);
    at = from;
    what = change_mode(t, at, before.parameters);
    wait();
    if (!what.failed) what = instants_->happen(t, at.z, at.top, cause);
  }
  if (!what.failed && !what.set.empty() && instants_->code().tied) tell_impulses(from, before, cause, what);
  if (what.failed && what.jumps) what = follow(t, at, from, before.parameters, std::move(what));
  if (may_change && !what.failed && !what.set.empty())
    what = let_go(t, at, from, before, cause, std::move(what));
  constexpr int most = 10;
  std::vector<double> entered = before.parameters;
  for (int k = 0; (mode_.prepared || prepared_.by_modes()) && !what.failed && !what.ended; ++k) {
    const std::vector<double> old = k == 0 ? before.parameters : instants_->parameters();
    const std::vector<double> key = Modes::key_of(*prepared_.held(), instants_->parameters(), surface_);
    const std::vector<double> current =
        mode_.prepared ? mode_.key : Modes::key_of(*prepared_.held(), before.parameters, {});
    if (key == current) break;
    std::vector<double> wanted = instants_->parameters();
    Aftermath then = change_mode(t, at, old, cause, &entered, k == 0 ? what.waiting : std::vector<Setting>{});
    entered = std::move(wanted);
    if (k == most)
      then.failed = fmt::format("the event at t = {:.6g} does not find a mode that it can stay in", t);
    what.changed = true;
    what.failed = then.failed;
    what.where = then.where;
    what.quiet = false;
    what.reset = true;
    what.ended = then.ended;
    what.notes.insert(what.notes.end(), then.notes.begin(), then.notes.end());
    add_names(what.altered, then.altered);
    add_names(what.set, then.set);
    add_impulses(what.impulses, then.impulses);
  }
  return what;
}

// A contact that would have to pull while velocities are set is open: the event is that of the mode in which it is.
Aftermath Course::let_go(double t, Point& at, const Point& from, const Instants::State& before, Cause& cause,
                         Aftermath what) {
  constexpr int most = 20;  // contacts that open
  if (!surface_.members.empty() || !(mode_.prepared || prepared_.by_modes())) return what;
  const Instants::State behind = instants_->state();
  const std::shared_ptr<Instants> own = instants_;
  const Mode mode = mode_;
  const Point reached = at;
  const std::size_t page = options_.judge ? options_.judge->page() : 0;
  try {
    Point here = from;
    instants_->restore(before);
    std::vector<double> last = before.parameters;
    for (int k = 0; k < most; ++k) {
      const std::optional<Cause::Flip> flip =
          contradicted_by_setting(*instants_, here, mode_.prepared ? mode_ : modes_.own(), cause);
      if (!flip) {
        if (k == 0) break;
        at = here;
        return instants_->happen(t, at.z, at.top, cause);
      }
      cause.flips.push_back(*flip);
      instants_->say(*flip);
      if (change_mode(t, here, last, cause).failed) break;
      last = instants_->parameters();
    }
  } catch (const Error&) {  // what happened in the mode itself stands
  }
  if (options_.judge) options_.judge->turn_to(page);
  instants_ = own;
  instants_->restore(behind);
  mode_ = mode;
  at = reached;
  return what;
}

// Of all constraints, those among them that were solved for what is no state now.
void Course::tell_impulses(const Point& from, const Instants::State& before, const Cause& cause,
                           Aftermath& what) {
  try {
    auto all = impulses_of_setting(*instants_, before, from, mode_.prepared ? mode_ : modes_.own(), cause);
    if (all) what.impulses = std::move(*all);
  } catch (const Error&) {  // those of the constraints that are left are told
  }
}

// What was written in terms of other unknowns jumps with a constraint: in the equations with all of them, that
// may be an impulse.
Aftermath Course::follow(double t, Point& at, const Point& from, const std::vector<double>& before,
                         Aftermath what) {
  try {
    Carried carried = follow_constraints(instants_->code(), before, from,
                                         mode_.prepared ? mode_ : modes_.own(), instants_->parameters());
    at = std::move(carried.at);
    Aftermath then = instants_->enter(t, at.z);
    what.failed = then.failed;
    what.where = then.where;
    what.ended = then.ended;
    what.changed = what.reset = true;
    what.quiet = false;
    add_names(what.altered, carried.altered);
    add_names(what.altered, then.altered);
    add_names(what.set, then.set);
    what.impulses = std::move(carried.impulses);
    add_impulses(what.impulses, then.impulses);
  } catch (const Error&) {  // it is no impulse: what was said stands
  }
  return what;
}

void Course::tell_mode(double t) {
  constexpr int most = 10;
  const Verdict& verdict = mode_.prepared->verdict();
  const std::pair<int, int> now{verdict.index(), verdict.degrees_of_freedom()};
  if (now == mode_told_ || modes_told_ == most) return;
  mode_told_ = now;
  ++modes_told_;
  notes_.push_back(fmt::format("from t = {:.6g} on the equations have index {} and {}{}", t, verdict.index(),
                               counted(static_cast<std::size_t>(verdict.degrees_of_freedom()), "degree"),
                               " of freedom"));
}

// The mode that the parameters say. While impulses act they decide about relations of what has one. Where the
// equations of the mode contradict each other, relations that change the structure get other values, few of
// them first: a diode cannot conduct beside a switch that is closed.
Carried Course::enter_mode(double t, const Point& at, const std::vector<double>& before, Vec values,
                           std::vector<int>& decided, const std::vector<Setting>& settings) {
  constexpr int most = 20;  // relations that an impact decides
  // The mode that is left does not hold any more, though its equations can be solved.
  const std::vector<double> left =
      mode_.prepared ? mode_.key : Modes::key_of(*prepared_.held(), before, surface_);
  std::exception_ptr refusal;
  for (const std::vector<Cause::Flip>& flips : other_modes(*prepared_.held(), instants_->parameters())) {
    const Instants::State state = instants_->state();
    const std::vector<int> decided_before = decided;
    for (const Cause::Flip& flip : flips) {
      instants_->say(flip);
      decided.push_back(flip.relation);
    }
    if (!flips.empty() && Modes::key_of(*prepared_.held(), instants_->parameters(), surface_) == left) {
      instants_->restore(state);
      decided = decided_before;
      continue;
    }
    try {
      for (int k = 0;; ++k) {
        mode_ = modes_.enter(instants_->parameters(), surface_, t, values);
        Carried carried = carry_over(*instants_, before, at, mode_, instants_->parameters(),
                                     options_.tolerance.value_or(options_.step.rtol), settings);
        if (!carried.contradicted || !surface_.members.empty() || k == most) return carried;
        decided.push_back(carried.contradicted->relation);
        instants_->say(*carried.contradicted);
      }
    } catch (const Error&) {
      if (!refusal) refusal = std::current_exception();
      instants_->restore(state);
      decided = decided_before;
      if (!surface_.members.empty()) break;
    }
  }
  std::rethrow_exception(refusal);
}

// The equations of the mode that the parameters say; then what follows from them at the same instant.
Aftermath Course::change_mode(double t, Point& at, const std::vector<double>& before, const Cause& cause,
                              const std::vector<double>* entered, const std::vector<Setting>& settings) {
  Aftermath result;
  try {
    const EventCode& old = instants_->code();
    OdeObserver observer(read_from_ode(old.reference->dae, old.reference->system,
                                       reported(prepared_.held()->problem.dae).leaves),
                         before);
    std::vector<double> values(prepared_.variables().size());
    if (!at.top.empty()) observer.guess(at.top);
    observer(t, at.z, false, values);
    // What made the event, or has changed with it (a diode that begins to conduct because a switch closes), stays as
    // it is if it stands at its zero in the new mode.
    std::vector<int> decided;
    const Held& held = *prepared_.held();
    const std::vector<double>&now = instants_->parameters(), &last = entered ? *entered : before;
    for (std::size_t k = 0; k < held.relations.size(); ++k) {
      const int id = held.relations[k].parameter;
      if (std::ranges::find(held.structural, id) == held.structural.end()) continue;
      if (last[static_cast<std::size_t>(id)] != now[static_cast<std::size_t>(id)] ||
          std::ranges::find(cause.flips, static_cast<int>(k), &Cause::Flip::relation) != cause.flips.end())
        decided.push_back(static_cast<int>(k));
    }
    Carried carried = enter_mode(t, at, before, values, decided, settings);
    at = std::move(carried.at);
    retired_ = instants_;
    instants_ = std::make_shared<Instants>(mode_.prepared->events(), *retired_);
    for (std::size_t k = held.relations.size(); k < instants_->code().relations.size(); ++k)
      instants_->say({static_cast<int>(k), 1});  // the motion stays on all sheets
    numbers_.starts.clear();
    tell_mode(t);
    const std::vector<double> of_mode = instants_->parameters();  // what follows may lead out of it at once
    result = instants_->enter(t, at.z, decided, settings);
    result.reset = true;
    for (const Setting& s : settings)
      add_names(result.altered, {instants_->code().whens[s.when].branches[s.branch].reinits[s.reinit].name});
    result.moved = carried.moved;
    add_names(carried.altered, result.altered);
    result.altered = std::move(carried.altered);
    add_impulses(carried.impulses, result.impulses);
    result.impulses = std::move(carried.impulses);
    if (options_.judge) options_.judge->enter(mode_.key, *prepared_.held(), of_mode, surface_);
  } catch (const Error& error) {
    result.failed = fmt::format("at the event at t = {:.6g} the equations change, and {}", t, error.message);
    result.where = error.where;
    result.where.time = t;
  }
  return result;
}

// A mode has choices of its own, which whoever chooses for the whole run does not know. True: the next one goes on.
bool Course::take_next_choice() {
  if (!mode_.prepared || ended_ || *mode_.choice + 1 >= mode_.prepared->choices().size()) return false;
  using solution::Outcome;
  const Outcome outcome = segment_->driver().outcome();
  if (!segment_->left() && outcome != Outcome::step_too_small && outcome != Outcome::singular) return false;
  auto at = pipeline::reached(segment_->setup(), segment_->driver().result());
  if (!at) return false;
  ++*mode_.choice;
  keep(segment_->finish());
  begin_behind(std::move(*at));
  return true;
}

}  // namespace trammel::pipeline
