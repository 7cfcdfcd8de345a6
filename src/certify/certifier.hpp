// certify/certifier.hpp: the last word on a run.
//
// A certificate bounds the backward error: the reported trajectory solves equations that differ from the
// user's by no more than the tolerance allows. It sees the equations as written and the reported values, step
// by step, and keeps no trajectory. docs/certificate.md says what it promises and what it does not.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certify/across.hpp"
#include "certify/asked_of_start.hpp"
#include "certify/continuity.hpp"
#include "certify/equations.hpp"
#include "certify/filter.hpp"
#include "certify/held_relations.hpp"
#include "certify/leaps.hpp"
#include "certify/promise.hpp"
#include "certify/sensitivity.hpp"
#include "certify/sizes.hpp"
#include "solution/certificate.hpp"

namespace trammel::certify {

// All that judging takes before there are numbers: made once for any number of runs, in any thread.
struct Code {
  Code(const model::Dae& as_written, const std::vector<std::string>& reported,
       const std::vector<expr::Expr>& leaves);
  EquationCode equations;
  std::vector<std::string> names;               // of what is reported
  std::vector<int> watched;                     // unknowns that might jump
  std::vector<double> nominal;                  // per variable; 0: none was given
  std::optional<HeldRelations> relations = {};  // those that parameters stand for
  std::optional<AskedOfStart> asked = {};       // what is asked of the start, unless events may change it
};

class Certifier {
 public:
  // `full`: every step is looked at between its ends; otherwise a sample of them.
  explicit Certifier(std::shared_ptr<const Code> code, bool full = false);
  Certifier(const model::Dae& as_written, const std::vector<std::string>& names,
            const std::vector<expr::Expr>& leaves, bool full = false)
      : Certifier(std::make_shared<const Code>(as_written, names, leaves), full) {}

  void set_parameters(Vec values);  // of this run
  // The start that the run was asked for; the code says which part of it can be looked at.
  void ask(const model::Problem& problem, Vec parameters) {
    if (asked_) asked_->set(*problem.dae.graph, problem.starts, parameters);
  }
  // The next segment begins behind an event, at which parameters got these values. What is differentiated
  // has not jumped there, unless the event says that it may have: then what was not `set` by a reinit must have
  // been moved by impulses (across.hpp).
  void event(Vec parameters, bool states_may_jump, const std::vector<std::string>& set = {});
  // From here on other equations hold, of which this one knows; the one before knows the run so far.
  void take_over(Certifier& before);
  // What rounding has made of values in runs that this one goes on with; once their verdict is known.
  void know_rounding(const Certifier& before) { rounding_ = before.rounding_; }
  // A segment of the run begins, with what is reported there. One that begins where the first one did begins
  // the whole again. `at_start`: what is reported at the start itself, where `values` are those beside it.
  void begin(double t, Vec values, Promise promise, Vec at_start = {});
  // Asked once per accepted step, before it is told: false if it is passed over.
  bool wants(double from, double to);
  // That step. `inside` gives what is reported within it, both ends included.
  void step(double from, double to, const Inside& inside);
  // A segment has ended, with what is reported there.
  void end(double t, Vec values);

  solution::Certificate verdict();
  std::vector<double> value_sizes() const { return {sizes_.of_values().begin(), sizes_.of_values().end()}; }
  std::vector<Seen> seen() const { return sizes_.seen(); }  // of the variables, so far
  // After the verdict: the largest part of itself that the tolerance leaves open of a derivative or an
  // algebraic unknown.
  double left_open() const { return left_open_; }
  // Numbers of some reported values (`column`, -1: none), by variable; 0 where there is none.
  std::vector<double> of_variables(Vec numbers, const std::vector<int>& column) const;
  // Whether a variable that is next to nothing there grows by itself, seen over the run until a time.
  bool grows(std::size_t value, double t, Vec values, double until);
  // What would be reported at the end if the states were others, by this part of their sizes.
  void sway(Vec values, double by);

 private:
  enum class Place { accepted, between };
  struct Failure {
    int row = -1, derivative = 0, value = -1;  // value: among the reported ones
    double time = 0, size = 0, allowed = 0;
    std::string what = {};      // of a failure that is no residual
    std::string equation = {};  // one that is no row
  };
  // A point that cannot be explained yet. It is looked at again when the run has ended, because the size of
  // what begins at zero is known only then.
  struct Open {
    double t = 0, h = 0, excess = 0, slack = 1;
    std::vector<double> values, row_sizes, sizes, noise;
    std::vector<double> row_bounds, variable_bounds;
    std::shared_ptr<const std::vector<double>> numbers;  // of parameters then; none: those of the model
  };
  void reset();
  void set_promise(Promise promise);
  void look(double t, double h, Vec values, Place place);
  void look_between(double from, double to, const Inside& inside);
  void look_at_constraints(double t, Vec values);
  void look_for_leaps(double from, double to, const Inside& inside);
  void look_for_jumps(double from, double to, Vec values, const Inside& inside);
  bool explained(double t, double h, Vec values, Vec sizes);
  void measure_terms(double t, Vec values);
  void measure_noise(double t, Vec values);
  std::vector<double> rounding_of_slopes(const linalg::SparseMatrix& J) const;
  void keep(double t, double h, Vec values);
  void decide(const Open& open);
  void forgive_zeros(const Open& open);
  void forgive_short_steps(const Open& open, Vec sizes);
  std::vector<double> rounding_of_variables(double t, double h, Vec values);
  std::vector<double> balanced_sizes(const linalg::SparseMatrix& J, double h) const;
  double constraint_floor(int row, int order, double t, Vec values);
  void note(int row, double t, double size, Place place);
  void fail(Failure failure);
  double beyond_zero() const;
  void look_at_relations(double t, Vec values, Place place);
  bool holds_on_other_side(double t, double h, Vec values);
  void settle_relations();
  void look_at_start(const std::vector<double>& left);
  void decide_relations();
  void fail_at_jump(const Jump& jump);
  void compare_with_last(double t, Vec values, bool states_only);
  void compare_across_event(double t, Vec values);
  void carry_over_event(double t, Vec values);
  // Of the variables, where errors are made: those of small ones are tested by their nominal values.
  Vec felt_sizes();
  double tested_beyond(std::size_t value) const;  // its size, by that in whose units its errors are tested
  bool followed() const;                          // the growth of errors, over every step
  bool passed_over() const;                       // the last step, but for leaps
  bool failing(int row, Vec row_sizes) const;
  bool any_failing(Vec row_sizes) const;
  std::string sentence(const Failure& failure) const;
  std::vector<double> powers_of_values() const;  // of the tolerance: how well each is promised
  std::vector<double> derivatives_off();         // and how well each was seen to be
  std::vector<double> left_by_equations();       // size of its terms, in units of its own
  void look_at_rounding();
  double grown_out_of_the_dark();
  void find_dark();
  void follow_dark(double t, Vec values);
  void look_at_digits(std::vector<double>& left);
  std::vector<double> terms_at_end();
  void look_up_rounding();
  std::vector<double> felt_by_rows();
  void refuse_rounding(std::size_t value, double noise);

  std::shared_ptr<const Code> code_;
  Equations equations_;
  Filter filter_;
  Sensitivity sensitivity_;
  Continuity continuity_;
  Leaps leaps_;
  Sizes sizes_;
  std::optional<HeldRelations> relations_;
  std::shared_ptr<const std::vector<double>> numbers_;  // of parameters since the last event
  std::optional<AskedOfStart> asked_;
  // A relation that contradicts its sides. The largest size of these decides, when the run has ended.
  struct Doubt {
    Failure failure;
    std::size_t claim = 0;
    double distance = 0, allowed = 0;
  };
  void doubt(Doubt doubt);
  std::vector<Doubt> doubts_;
  std::vector<Doubt> await_event_;  // those at the end of a step
  struct Awaited {
    double t = 0, h = 0;
    std::vector<double> values = {};
  };
  std::optional<Awaited> await_number_;  // the end of a step at which an equation has no value
  bool full_;
  Promise promise_;
  // What was known when another certifier handed over, at an event behind which other equations hold.
  struct Legacy {
    double t = 0;
    bool known = false;                                       // what was reported then
    std::vector<double> last = {}, sizes = {}, largest = {};  // largest: of what was seen
  };
  std::optional<Legacy> legacy_;
  std::vector<double> rounding_;  // per variable, where it was asked for
  std::vector<int> set_;          // reported values that reinits have set at the last event
  enum class Behind { nothing, event, reset };
  Behind behind_ = Behind::nothing;
  std::vector<std::size_t> crossed_;  // relations that changed at the last event
  bool begun_ = false, judged_ = true;
  double t_first_ = 0, t_last_ = 0, tolerance_ = 0;
  double slack_ = 1;  // of bounds, where the last point stands
  int rates_asked_ = 0;
  long steps_ = 0, points_ = 0, seen_between_ = 0, unexplained_ = 0;
  bool last_known_ = false;             // what was reported last is that at t_last_
  long next_sensitivity_ = 0;           // step at which the growth of errors is looked at
  bool close_ = false;                  // the last step is one of the sample
  bool kinks_ = false;                  // equations hold choices that make no events
  bool rests_ = false;                  // or functions that rest for a while
  int places_ = 0;                      // within the last step, if it is long; 0: it is not
  double h_ = 1;                        // the last step
  std::vector<double> last_;            // what was reported last
  std::vector<double> row_size_;        // per row: the largest sum of its terms so far
  std::vector<double> noise_;           // per row: what rounding leaves of it where the last look was
  std::vector<double> row_start_;       // per row: the sum of its terms at the start
  std::vector<double> level_size_;      // per differentiated row and order
  std::vector<double> row_bound_;       // per row; 0: not judged
  std::vector<double> variable_bound_;  // per variable
  std::vector<double> felt_;            // likewise, its size
  std::vector<double> explained_;       // per row: the largest residual that the filter has explained
  std::vector<double> residual_, terms_, levels_, level_terms_, delta_, right_;
  std::vector<double> at_, after_, rate_, end_;
  // Per value that is a difference quotient: what it would be with nothing subtracted; its last digits are
  // noise. 0 for the others.
  std::vector<double> rounded_;
  struct Extreme {
    double residual = 0, between = 0, time = 0;
  };
  std::vector<Extreme> extreme_;  // per row
  double derivatives_ = 0, left_open_ = 0;
  std::vector<double> start_;   // what was reported first
  std::vector<double> swayed_;  // per value: what it changes by if the states change by their sizes
  // A value that began below tolerance times nominal value, and by which exponent it should have grown so far.
  struct Dark {
    std::size_t value = 0;
    double begun = 0, limit = 0, exponent = 0;
  };
  std::vector<Dark> dark_;
  std::vector<Open> open_;
  std::optional<Failure> first_;
};

}  // namespace trammel::certify
