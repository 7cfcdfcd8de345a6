// pipeline/modes.hpp: models whose structure changes at events, one Prepared per mode.
//
// A string that goes slack, a clutch that closes: an equation holds other unknowns than before, and index and
// states change with it. Then the values of the relations that decide are written into the equations, each
// mode is analysed, formulated and compiled for itself when it is entered for the first time, and the last
// ones are kept.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "pipeline/instants.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/sliding.hpp"

namespace trammel::pipeline {

struct Mode {
  std::vector<double> key;  // values of the structural parameters, and the surface if there is one
  std::shared_ptr<const Prepared> prepared;
  // Its underlying ODE with all variables: where v1 = v2 has removed one of them, nothing tells what both of
  // them bring along.
  std::shared_ptr<const ReferenceForm> whole;
  std::shared_ptr<const EventCode> impact;  // relations in terms of `whole`
  // Which of its choices serves: the next one, where one has failed or found the mode stiff.
  std::shared_ptr<std::size_t> choice = std::make_shared<std::size_t>(0);
};

// Changes of relations that lead to other modes than the parameters say, beginning with none, few of them
// first. Only relations count that change the structure and move with the solution.
std::vector<std::vector<Cause::Flip>> other_modes(const Held& held, const std::vector<double>& parameters);

// Values of all parameters with which the equations can be solved at the start values, numbers standing for
// relations, and with which relations agree; none: no such were found. That is cheap compared with a verdict.
std::optional<std::vector<double>> regular_mode(const Held& held, double t);

class Modes {
 public:
  explicit Modes(const Prepared& base) : base_(base) {}

  static std::vector<double> key_of(const Held& held, const std::vector<double>& parameters,
                                    const Surface& surface);
  // The mode that parameters say, on a surface if it has members, entered at a time from these values of what
  // is reported.
  Mode enter(const std::vector<double>& parameters, const Surface& surface, double t, Vec reported);
  // The equations of the base itself, for jumps behind which they stay the same.
  const Mode& own();

 private:
  static constexpr std::size_t most = 64;
  const Prepared& base_;
  std::deque<Mode> known_;  // the last one used stands first
  Mode own_;
};

// The state of a mode from that of another, with what `settings` put in place, on the constraints of the new
// mode by projection in the mass metric, which conserves momentum and charge. Throws an Error where there is
// no such state.
struct Carried {
  Point at;
  std::vector<solution::Event::Impulse> impulses = {};  // that the projection took
  std::vector<std::string> altered = {};                // what has jumped
  // A relation that the impulses contradict: while they act, the forces are infinite in their proportion. A
  // contact that would have to pull is open during the impact.
  std::optional<Cause::Flip> contradicted = {};
  double moved = 0;  // the largest part of itself by which a state has jumped
};
Carried carry_over(const Instants& from, const std::vector<double>& old_parameters, const Point& at,
                   const Mode& to, const std::vector<double>& parameters, double tolerance,
                   const std::vector<Setting>& settings = {});
// The same behind an event that changes numbers only. A constraint whose derivative jumps, like an actuator
// that starts, gives an impulse, and so does one that jumps itself where what it ties is the highest derivative
// that is a state: a ratio of speeds, the voltage of a capacitor. A jump of positions is an Error.
Carried follow_constraints(const EventCode& from, const std::vector<double>& old_parameters, const Point& at,
                           const Mode& to, const std::vector<double>& parameters);
// The relation that the impulses of an event contradict which sets states in a mode, from what was before it: with a
// rope that is tight, a velocity that is set may ask for an impulse by which it would have to push.
std::optional<Cause::Flip> contradicted_by_setting(const Instants& before, const Point& at, const Mode& mode,
                                                   const Cause& cause);
// The impulses of an event that sets states, with those of constraints that were solved for some of them:
// what takes along the other half of a body in two parts, or the second wheel of a gear. None: they are not
// known.
std::optional<std::vector<solution::Event::Impulse>> impulses_of_setting(const Instants& now,
                                                                         const Instants::State& before,
                                                                         const Point& at, const Mode& mode,
                                                                         const Cause& cause);
// The algebraic unknowns with impulses in the last projection, by name.
std::vector<solution::Event::Impulse> impulses_of(system::Ode& ode, const system::System& system);

}  // namespace trammel::pipeline
