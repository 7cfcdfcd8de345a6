// pipeline/segment.hpp: one choice of formulation and method on its way through time, until it ends or is
// left.
#pragma once

#include <memory>
#include <optional>

#include "integrate/driver.hpp"
#include "pipeline/assertions.hpp"
#include "pipeline/checks.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/event_functions.hpp"
#include "pipeline/nominals.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/pulse_watch.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/switches.hpp"
#include "pipeline/trust_radius.hpp"
#include "system/branch_guard.hpp"
#include "system/crossing_watch.hpp"

namespace trammel::pipeline {

class Instants;
class Outlook;
struct FastestMode;

struct SegmentStart {
  std::size_t choice = 0;         // among those of the Prepared
  const model::Problem& numbers;  // parameters and start values
  bool own_numbers = false;       // they are not those of the Prepared's own problem
  Interval interval;
  std::optional<Point> from = {};         // where an earlier segment has got to
  bool leave_if_stiff = false;            // a method that finds the problem stiff is interrupted
  Outlook* outlook = nullptr;             // says where another choice takes less work
  bool may_age = false;                   // choices that were made from numbers at the start are watched
  Instants* instants = nullptr;           // that look for events
  bool tell_start = false;                // output at `from` was left to this segment
  bool leave_end = false;                 // and that at the end is left to another
  std::vector<int>* crossings = nullptr;  // of event functions, counted by all parts of a run
  SizesOfRun* sizes = nullptr;            // of the segments before
  // Of a run in pieces: times at which steps end, known since its first piece, and the end of the run.
  std::optional<std::vector<double>>* stops = nullptr;
  std::optional<double> until = {};
  double first_step = 0;  // to try; 0: chosen from the equations
  long attempts = 0;      // of steps, by earlier segments: the limit is the whole run's
};

// What a segment leaves.
struct Once {
  solution::Solution solution;
  bool left_as_stiff = false, left_as_dear = false;  // for another choice
  std::optional<std::string> ended_by = {};          // the event function that ended it
  bool branch_ended = false;  // the solution does not go on: nothing may be tried behind this point
  bool aged = false;  // what was chosen from a derivative array at the start is about to become singular
  std::optional<Point> reached = {};  // what another choice can go on from
};

class Segment {
 public:
  Segment(const Prepared& prepared, const Options& options, const SegmentStart& start);
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  bool step();             // one accepted step; false: it has ended
  bool advance(double t);  // until t lies in the last step; false: it ended before
  Once finish();           // what there is to tell; the segment is over

  integrate::Driver& driver() { return *driver_; }
  Setup& setup() { return setup_; }
  void values_at(double t, Out values);  // of all reported variables, in the last step
  // Of the reference, on the branch of the run, where equations have several solutions; else what is there.
  std::vector<double> tops(const Point& at);
  std::string message();  // how it stands
  bool ended_by_function() const { return once_.ended_by.has_value(); }
  bool left() const { return once_.left_as_stiff || once_.left_as_dear; }  // for another choice

 private:
  bool projects() const;
  bool nothing_drifts() const;
  void take_share();
  void test_by_themselves();
  void end_steps_at_fronts();
  void watch_pulses();
  std::vector<double> numbers() const;
  void describe(const Choice& choice);
  void guard_branch();
  void keep_branch(double t, Vec state, Vec slope);
  void watch_progress();
  FastestMode mode_here();
  void watch_claims();
  void watch_events();
  // The singular configuration behind which nothing decides how the run goes on, or behind which it went on along
  // another branch; none if there was none.
  void see_choice(double t, Vec state);
  std::optional<system::CrossingWatch::Crossing> undetermined() const;
  void watch_switches(double from);
  void show_follower();
  void look_at_start();
  std::optional<double> cut(const solution::StepPolynomial& step);
  const Options options_;
  const SegmentStart start_;
  const Choice& choice_;
  integrate::RunOptions run_options_;
  Setup setup_;
  double asked_;  // tolerance
  std::unique_ptr<integrate::Stepper> stepper_;
  std::unique_ptr<system::BranchGuard> guard_;  // none where the equations have but one solution
  Assertions assertions_;
  EventFunctions functions_;
  std::optional<system::CrossingWatch> crossings_;  // where the underlying ODE is integrated
  std::shared_ptr<Regularized> regularized_ = std::make_shared<Regularized>();
  std::optional<Switches> switches_;  // none where the equations are not known
  std::optional<PulseWatch> pulses_;  // none where no function of states may have one
  solution::Trajectory trajectory_;
  std::optional<integrate::Driver> driver_;
  Once once_;
  bool began_singular_ = false;
  bool faded_ = false;        // what was left out at the start is no longer the right choice
  bool told_to_end_ = false;  // by Options::after_step
  std::vector<double> values_, state_, slope_;
};

}  // namespace trammel::pipeline
