// pipeline/instants.hpp: one run's knowledge of its discrete variables and relations, and what happens at an
// event.
//
// At an event the equations are solved for everything but the states, with the values before the event held
// fixed [MLS36, appendix B]; if a discrete variable is not what it was before, that becomes the value before,
// and the event is repeated at the same time. In a when-clause a state has the value from before its reinit.
#pragma once

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/clock.hpp"
#include "pipeline/event_code.hpp"
#include "pipeline/history.hpp"
#include "solution/solution.hpp"
#include "solution/step_polynomial.hpp"

namespace trammel::pipeline {

// What makes an event.
struct Cause {
  struct Flip {
    int relation = -1;
    double value = 0;  // that it has from now on
  };
  std::vector<Flip> flips = {};
  std::vector<int> samplers = {};
  bool terminal = false;
  bool rests = false;  // the motion has come to the zeros of its relations and does not leave them
};

// A reinit that is to be carried out: by its place among the when-clauses, which all modes share.
struct Setting {
  std::size_t when = 0, branch = 0, reinit = 0;
  double value = 0;
};

// What became of it.
struct Aftermath {
  bool changed = false;                   // a parameter or a state has another value
  bool quiet = false;                     // but only another piece of the past is looked at
  bool silent = false;                    // no event in the sense of the language
  bool reset = false;                     // states may have jumped: by reinit, or with the mode
  std::vector<std::string> names = {};    // of what made it
  std::vector<std::string> altered = {};  // discrete variables and states that have new values
  std::vector<std::string> set = {};      // states that got theirs by a reinit
  std::vector<Setting> waiting = {};      // reinits for the mode behind the event
  std::vector<solution::Event::Impulse> impulses = {};
  std::optional<std::string> ended = {};  // by terminate(message)
  std::optional<std::string> failed = {};
  bool unsolvable = false;  // it failed because the equations have no solution there
  bool jumps = false;       // it failed because something jumps that must not
  double moved = 0;         // with the mode: the largest part of itself by which a state has jumped
  Where where = {};         // of a failure
  std::vector<std::string> notes = {};
};

// Impulses of one instant add up, and what has changed is named once.
void add_impulses(std::vector<solution::Event::Impulse>& all,
                  const std::vector<solution::Event::Impulse>& more);
void add_names(std::vector<std::string>& all, const std::vector<std::string>& more);

class Instants {
 public:
  Instants(std::shared_ptr<const EventCode> code, std::vector<double> parameters);

  const EventCode& code() const { return *code_; }
  const std::vector<double>& parameters() const { return parameters_; }

  // The same run with the equations of another mode.
  Instants(std::shared_ptr<const EventCode> code, const Instants& other);
  // What an event may change, to come back to.
  struct State {
    std::vector<double> parameters = {}, size = {}, last = {}, samples = {};
    std::vector<char> before = {};
  };
  State state() const { return {parameters_, size_, last_, samples_, before_}; }
  const std::shared_ptr<History>& history() const { return history_; }
  // The largest magnitude of each state so far, by its variable and derivative: in all modes.
  using Seen = std::map<std::pair<int, int>, double>;
  Seen seen() const;
  Vec impulses() const { return impulses_; }  // of all algebraic unknowns at the last event; empty: none
  void restore(const State& state);

  void take(const model::Dae& numbers);  // other values of what does not change at events

  // How much of the simplified arguments of homotopy(..) is taken; false: there is none.
  bool simplify(double part);
  // The initial event at a consistent start. Relations among the `fixed` parameters keep
  // their values. `changed` tells that parameters have other values than those
  // with which z was found, so that it must be found anew.
  Aftermath initialize(double t, std::vector<double>& z, Vec top, const std::vector<int>& fixed = {});
  // What follows once z is consistent with the parameters.
  Aftermath begin(double t, std::vector<double>& z);

  // The next time event, t itself if there is one now; infinity: none is known.
  double next_time(double t);
  Cause due(double t);

  // Whether the equations determine the highest derivatives there, as things stand.
  bool solvable(double t, Vec z);
  // z becomes what it is after the event.
  Aftermath happen(double t, std::vector<double>& z, Vec top, const Cause& cause);
  std::vector<double> tops() { return {view_.top().begin(), view_.top().end()}; }  // looked at last
  void say(const Cause::Flip& flip);                                               // a relation gets a value
  // The same event goes on with the equations of another mode. Relations that an impact has decided stay so
  // if they stand at their zeros.
  Aftermath enter(double t, std::vector<double>& z, const std::vector<int>& decided = {},
                  const std::vector<Setting>& settings = {});
  Aftermath set(double t, std::vector<double>& z, const std::vector<Setting>& settings);
  // From now on reinits wait where an event gives one of these parameters another value: they are for the
  // mode behind it.
  void belong_to(std::vector<std::pair<int, double>> mode) { mode_ = std::move(mode); }

  // Where relations first change on a step. The state z of the reference is read from (y, slope) by `place`.
  std::optional<double> look(const solution::StepPolynomial& step, const std::vector<int>& place);
  const Cause& found() const { return found_; }  // by look()
  // What delays will ask for: called with each step, as far as it was made.
  void record(const solution::StepPolynomial& step, const std::vector<int>& place);
  void set_accuracy(double accuracy) { accuracy_ = accuracy; }  // of the past, relative
  void set_horizon(double end) { horizon_ = end; }              // of the run
  // Relations that stand at their zeros, to within rounding.
  Cause touching(double t, Vec z);
  bool at_zero(double t, Vec z, int relation);  // to within what a restart leaves of a constraint
  // Whether one of the two values of a relation that stands at its zero holds a moment later.
  bool is_left(double t, Vec z, int relation);
  // The relations of a cause are held a little beyond their zeros, where both of their sides lead back at once:
  // with ideal switches, rounding does that, and the tolerance where they leave their zeros along a tangent.
  // They wait until they have left them. False: they do already.
  bool wait(double t, const Cause& cause);
  // Several relations that stand at their zeros: which of them must change so that all hold a moment later. None:
  // nothing is known, or nothing must change.
  std::optional<Cause> ahead(double t, Vec z);
  // How soon a relation that stands at its zero comes back to it, where it goes no farther on the way than an
  // error test lets pass: the last hops of a ball. Infinity: none does.
  double soon_back(double t, Vec z, double tolerance);
  // Relations that have just reached their zeros at the end of the run.
  Cause reached(double t, Vec z);

 private:
  // One solution of everything but the states, the values before being held. False: there is none.
  bool settle(double t, Vec z, bool at_start, Aftermath& result);
  struct Manner {
    bool one = false;  // the first that contradicts itself only
    double slack = 0;  // of the size of its sides: so near its zero a relation keeps its value
  };
  bool update_relations(Vec sides, bool at_start, const Manner& manner);
  bool update_assigned();
  bool search(double t, Vec z, bool at_start);
  bool holds_ahead(double t, Vec z, const std::vector<int>& relations,
                   const std::vector<Cause::Flip>& leave = {});
  int fired(const EventCode::When& when) const;  // the branch; -1: none
  // Makes what is now what was before, and tells which discrete variables that changes.
  std::vector<std::string> remember();
  bool carry_out(double t, std::vector<double>& z, Aftermath& result);
  bool stays_smooth(double t, const std::vector<double>& before, Aftermath& result) const;
  bool claims_hold(const EventCode::Branch& branch, double t, Aftermath& result) const;
  bool set_states(const std::vector<const EventCode::Assignment*>& reinits, double t, std::vector<double>& z,
                  Aftermath& result);
  bool set_states(const std::vector<Setting>& settings, double t, std::vector<double>& z, Aftermath& result);
  bool repeat(double t, std::vector<double>& z, Aftermath& result);
  bool read(EventCode::Function function, double t, Vec z, Out values, Aftermath& result);
  bool only_numbers_moved() const;  // since the equations were solved last: discrete Reals
  void lead(double t, Vec z);
  void finish(double t, std::vector<double>& z, Aftermath& result);
  void set(int parameter, double value);
  void see(Vec z);
  void keep_values();  // that relations have now, as those when the event began
  double of(int parameter) const { return parameters_[static_cast<std::size_t>(parameter)]; }
  void refresh();
  double next_change(std::size_t timed, double t, double& value) const;
  // When a relation of time alone changes next, as it was found last.
  struct Ahead {
    double from = INFINITY, t = INFINITY, now = NAN;
    std::optional<double> value = {};     // that it has then; none: it is to be asked again
    std::vector<double> parameters = {};  // that this was found with
  };
  const Ahead& ahead_of(std::size_t clocked, double t);
  void read_times();
  double sample_time(std::size_t sampler) const;
  // The first change in a part of a step. Its halves are looked at where the equations have no solution at one
  // of its points, down to a few of them, and where a function is not the polynomial through them.
  std::optional<double> look_within(const solution::StepPolynomial& step, const std::vector<int>& place,
                                    double from, double to, int depth);
  void compare_with_probes(const solution::StepPolynomial& step, const std::vector<int>& place, double from,
                           double to);
  std::optional<double> look_at_halves(const solution::StepPolynomial& step, const std::vector<int>& place,
                                       double from, double to, int depth);
  bool zeros_at(const solution::StepPolynomial& step, const std::vector<int>& place, double t, Out zeros);
  struct Range {
    double low = INFINITY, high = -INFINITY, noise = 0;
  };
  // What intervals that hold the function tell: it stays positive; its points show it, or nothing is known;
  // there may be more to it.
  enum class Shown { positive, by_points, in_part };
  Shown shown(std::size_t watched, const Guard& guard, const Range& range, double from, double to,
              int degree);
  void measure_sizes(double t);
  double size_of(std::size_t relation);
  double back_within(double t, Vec z, std::size_t relation, double seen);
  void measure_typical();
  Range range_of(std::size_t watched, double sign, double offset, double from, double to) const;
  bool came_to_zero(std::size_t watched, double noise) const;
  std::optional<double> comes_to_rest(const solution::StepPolynomial& step, const std::vector<int>& place);
  void begin_beyond(const solution::StepPolynomial& step, const std::vector<int>& place, int relation);
  void pull_to_zeros(double t, std::vector<double>& z, const Cause& cause);
  void read_resting(double t, Vec z, const Cause& cause);
  void state_at(const solution::StepPolynomial& step, const std::vector<int>& place, double t);
  // Delays: instants_delay.cpp.
  bool take_piece(std::size_t delay, double t, double past, Aftermath& result);
  bool renew_delays(double t, Vec z, Aftermath& result);
  bool start_delays(double t, Vec z, Aftermath& result);
  void begin_history(double t, Vec z, Aftermath& result);
  void tell_history(double t, Aftermath& result);
  void set_piece(const HeldDelay& delay, const History::Piece& piece);
  void come_onto_constraints(double t, std::vector<double>& z);
  void note_impulses(Aftermath& result);
  std::string name_of(int component);
  // Constraints that an event has changed: velocities jump with them, positions must not.
  bool follow_constraints(double t, std::vector<double>& z, const std::vector<double>& old,
                          Aftermath& result);

  std::shared_ptr<const EventCode> code_;
  std::vector<double> parameters_;
  EventView view_;
  bool fresh_ = false;               // the view knows the parameters
  std::vector<double> solved_with_;  // parameters with which nonlinear equations were solved last
  std::vector<double> rows_, sides_, times_, no_state_;
  std::vector<double> left_sides_, left_values_;  // of relations when the event began
  std::vector<double> seen_;                      // per state: the largest magnitude so far
  Seen seen_before_;                              // in other modes
  std::vector<double> size_;                      // per relation: the largest |left| + |right| so far
  std::vector<double> slack_;  // per relation: how far it is held on the wrong side of its zero
  std::vector<char> waits_;    // per relation: how often it was told to, and has not left its zero since
  std::vector<double>
      typical_;  // per relation: the size of its sides at nominal values; found when asked for
  double slack_since_ = -std::numeric_limits<double>::infinity();
  std::vector<char> before_;      // per row: whether a trigger was true
  std::vector<double> forced_;    // per relation: what it is from now on; NaN: not said
  std::vector<double> last_;      // per discrete variable: its value before
  std::vector<double> samples_;   // per sampler: the number of the next
  std::vector<int> discrete_at_;  // by parameter: the discrete variable; -1: none
  std::vector<std::string> altered_;
  std::vector<double> impulses_;
  bool reinitialized_ = false;                // in this event
  std::vector<std::pair<int, double>> mode_;  // what the equations rest on
  bool insists_ = false;                      // relations at their zeros are what they were told to be
  std::vector<int> fixed_;  // parameters of relations that keep their values while the start is found
  std::vector<Clock> clocks_;
  std::vector<Ahead> ahead_;
  double horizon_ = INFINITY;
  // Of look().
  std::vector<double> nodes_, probed_, off_, y_, slope_, z_, rate_, margins_;
  std::vector<double> moving_;  // state and highest derivatives at the points, where bounds are asked for
  std::vector<expr::Interval> series_;
  std::vector<std::optional<expr::Enclosure>> bounds_;
  std::vector<double> begun_at_;  // zero functions at the beginning of the last step
  std::vector<double> farthest_;  // how large each has been since the last event
  struct Idle {                   // steps in a row within rounding of a zero
    int steps = 0;
    double since = 0;
  };
  std::vector<Idle> idle_;
  double look_since_ = 0;  // the first step since the last event begins there
  int parts_left_ = 0;
  bool sharp_ = false;  // constraints are met as closely as rounding allows
  double pace_ = 0;     // the length of the last step
  Cause found_;
  // Of delays. The history is shared by all modes of a run.
  std::shared_ptr<History> history_;
  std::vector<double> delayed_, recorded_;
  double accuracy_ = 1e-8, longest_ = 0;
  std::optional<int> bend_;  // of the past that this event came to: the level of its break
};

}  // namespace trammel::pipeline
