// pipeline/course.hpp: one choice on its way through time and through its events.
//
// Between events it is a Segment. At an event the discrete variables get their new values, the state is made
// consistent, and another Segment begins there; nothing is compiled.
#pragma once

#include <cmath>
#include <deque>
#include <memory>
#include <utility>

#include "pipeline/chatter.hpp"
#include "pipeline/instants.hpp"
#include "pipeline/modes.hpp"
#include "pipeline/segment.hpp"

namespace trammel::pipeline {

// Adds what a run did from where the whole had got to.
void append(solution::Solution& whole, solution::Solution part);

class Course {
 public:
  // `instants`: of a problem with events, shared by all courses of a run; none: there are no events. Without
  // a point to go on from, the discrete variables are initialized.
  Course(const Prepared& prepared, const Options& options, const SegmentStart& start,
         std::shared_ptr<Instants> instants = {});

  bool step();             // one accepted step; false: it has ended
  bool advance(double t);  // until t lies in the last step; false: it ended before
  Once finish();           // what there is to tell; the course is over

  bool ended() const { return over_ || (!instants_ && segment_->driver().stopped()); }
  solution::Outcome outcome() const;
  std::string message();
  Segment& segment() { return *segment_; }
  Counts counts() const;  // of all its segments
  // What the run remembers beside the state of its segment, for snapshots; and the course that goes on from
  // there.
  std::vector<double> packed(const integrate::Run& here);
  void unpack(double t, Vec numbers);
  const std::shared_ptr<Instants>& instants() const { return instants_; }

 private:
  Point find_start();
  void settle_simplified(Standing& standing, const std::vector<int>& fixed);
  Aftermath settle_start(Standing& standing, const std::vector<int>& fixed);
  Aftermath settle_once(Standing& standing, const std::vector<int>& fixed);
  void go_on(Point from, bool after_event);
  struct Halt {  // of a segment, at an event
    double t = 0;
    bool of_state = false;  // a relation of the state has changed
    bool in_vain = false;   // the next of ever faster events was waited for
    Point at = {};
    Cause cause = {};
  };
  enum class Crowded { no, passes, stops };
  std::optional<Halt> halt();
  bool pass_event();
  bool carry_out(Halt& here);
  bool take_next_choice();
  bool end_gathering();
  Crowded face_crowd(Halt& here);
  void begin_behind(Point at);
  Aftermath happen(double t, Point& at, const Cause& cause);
  Aftermath happen_in_modes(double t, Point& at, Cause& cause, bool may_wait);
  Aftermath let_go(double t, Point& at, const Point& from, const Instants::State& before, Cause& cause,
                   Aftermath what);
  void tell_impulses(const Point& from, const Instants::State& before, const Cause& cause, Aftermath& what);
  Aftermath follow(double t, Point& at, const Point& from, const std::vector<double>& before, Aftermath what);
  // `entered`: the parameters with which the mode was entered that is left; none: those before. `settings`: reinits for
  // the mode that is entered.
  Aftermath change_mode(double t, Point& at, const std::vector<double>& before, const Cause& cause = {},
                        const std::vector<double>* entered = nullptr,
                        const std::vector<Setting>& settings = {});
  Carried enter_mode(double t, const Point& at, const std::vector<double>& before, Vec values,
                     std::vector<int>& decided, const std::vector<Setting>& settings);
  const Prepared& prepared() const { return mode_.prepared ? *mode_.prepared : prepared_; }
  void keep(Once once);
  void tell_side(double t, bool after);
  void tell_mode(double t);
  void log(double t, const Aftermath& what);
  void take_parameters();
  bool stop(const Aftermath& why, double t);
  bool chatters(double t, const Cause& cause);
  bool stop_chattering(double t, int relation, const Chatter::Crowd& crowd);
  void watch_gathering(const Aftermath& what);
  bool stay_on_surface(double t, Point& at, int relation);
  bool stay_on_another(double t, Point& at, int than);
  bool may_rescue(const Halt& here);
  bool goes_on_chattering(const Halt& here);
  void return_to_standstill();
  bool stay_where_they_gather(double t, Point& at);
  void leave_surface(double t, Cause& cause);
  bool has_just_left(double t) const;
  bool keeps_leaving(const Halt& here) const;
  void leave_lost_surface(double t, Point& at, Cause& cause);

  const Prepared& prepared_;
  const Options options_;
  const SegmentStart start_;
  std::shared_ptr<Instants> instants_, retired_;  // retired: of the mode before
  Modes modes_;
  Mode mode_;               // where modes have their own structure
  model::Problem numbers_;  // with the values that parameters have now
  SizesOfRun sizes_;
  std::optional<std::vector<double>> stops_;  // times at which steps end, whatever happens
  std::unique_ptr<Segment> segment_;
  solution::Solution whole_;  // of the segments that are over
  std::vector<std::string> notes_;
  int modes_told_ = 0;
  std::pair<int, int> mode_told_ = {-1, -1};  // its index and degrees of freedom
  bool final_ = false;                        // the event at the end of the interval has been
  bool ended_ = false;                        // by an event
  bool reset_ = false;                        // states may have jumped at the last event
  std::optional<double> reset_at_ = {};       // when that was last
  std::vector<std::string> set_;              // those that reinits have set there
  double looked_ahead_ = -INFINITY;           // when all that stood at zero was last decided by what follows
  bool stuck_ = false;                        // because both sides of a relation lead back to it
  Surface surface_;                           // on which the motion stays
  struct Left {                               // where it left one, because its share became none or all
    double t = -INFINITY;
    int times = 0;  // at that moment
    std::vector<int> relations = {};
  };
  Left left_;
  bool over_ = false;
  solution::Outcome outcome_ = solution::Outcome::finished;
  std::string message_;
  Where where_;
  std::unique_ptr<Chatter> chatter_;
  struct Standstill {  // where a relation was pushed back and forth first
    Point at;
    std::shared_ptr<Instants> instants;
    Instants::State state;
    Mode mode;
    std::string message;
    Where where;
    std::vector<int> relations = {};  // that took part
    double last = 0;                  // when one of them changed last
    double longest = 0;               // time between events before
    int rescues = 0, changes = 0;     // since then
  };
  std::optional<Standstill> standstill_;
  struct Gathering {  // events that come ever faster
    Chatter::Crowd crowd = {};
    int relation = -1;
    std::vector<int> relations = {};  // all that take part
    int events_left = 10000;
    int seen = 0;     // since then
    Point last = {};  // behind the last of them
  };
  std::optional<Gathering> gathering_;
  std::deque<std::vector<std::string>> lately_;  // what the last events changed

 public:
  ~Course();
};

// The discrete variables of a run that begins with these numbers; none if there are no events.
std::shared_ptr<Instants> instants_of(const Prepared& prepared, const model::Problem& numbers);

}  // namespace trammel::pipeline
