// integrate/driver.hpp: the step loop that all methods share.
//
// A Driver owns time, state, step size, projection and the reasons for stopping; it knows no method and no
// equation. It can be stepped: each step() makes one accepted step. integrate() is the loop on it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "integrate/error_scale.hpp"
#include "integrate/jumps.hpp"
#include "integrate/method.hpp"
#include "integrate/options.hpp"
#include "integrate/projector.hpp"
#include "integrate/step_controller.hpp"
#include "solution/solution.hpp"

namespace trammel::integrate {

struct Run {  // one segment, and why it stopped
  solution::Outcome outcome = solution::Outcome::finished;
  double t = 0;
  std::vector<double> y = {}, slope = {};
  solution::Trajectory trajectory;
  double constraint_residual = 0;
  double h = 0;           // the last step size tried
  bool fixed = false;     // it was the user's
  int row = -1;           // the equation at fault, if one is
  int worst = -1;         // the component of the state that the error test complained about last
  bool diverged = false;  // the last try ended because Newton's iteration did not converge
  Trouble trouble = {};
  std::vector<double> jumps =
      {};  // ends of steps that passed although algebraic unknowns failed the error test
};

// Called with the state at each output time of the options that the segment passes, and with its slope:
// that of the step's polynomial, at the end of a step the method's own if it keeps one.
using Output = std::function<void(double t, Vec y, Vec slope)>;

struct Start {
  double t = 0;
  std::vector<double> y = {}, slope = {};  // slope: y', for methods that work on the residual
  std::vector<double> nominal = {};        // typical sizes, per component
  std::vector<double> tolerance = {};      // of components that have one of their own; 0: they have not
};

class Driver {
 public:
  // All but the numbers of `start` must outlive the driver. Callbacks are called from step() on.
  Driver(Instance& instance, const Method& method, Stepper& stepper, Projector* projector, const Start& start,
         double t_end, const RunOptions& options, Output output = {});

  // Makes one accepted step. False: none can be made, and outcome() says why. A step after which a callback
  // asks to stop counts as made.
  bool step();
  // Steps until t lies in the last one, which then has its polynomial. Where steps end does not depend on t.
  bool advance(double t);
  void aim(double t) { asked_ = t; }  // the step that reaches t gets its polynomial
  // Goes on from another state, after an event for one. h: the first step to try, 0 lets it be chosen.
  void restart(double t, Vec y, Vec slope, double h = 0);
  void set_end(double t_end);  // a new end, also after the old one was reached

  double t() const { return t_; }
  double h() const { return step_; }    // the step to try next
  Vec state() const { return y0_; }     // at t
  Vec slope() const { return slope_; }  // at t; empty for methods that do not work on the residual
  bool stopped() const { return outcome_.has_value(); }
  solution::Outcome outcome() const { return outcome_.value_or(solution::Outcome::finished); }
  const Counts& counts() const { return instance_.counts(); }
  // Of the last step, until the next one; none if nobody wanted it (RunOptions: dense, on_step, times).
  const solution::StepPolynomial* polynomial() const { return polynomial_ ? &*polynomial_ : nullptr; }
  Run result() const;  // without a trajectory

 private:
  void begin();
  void start_stepper();
  void begin_stepper();
  bool stop(solution::Outcome outcome);  // false
  bool move_on();
  double try_step(double h, double t_new, bool& moved);
  bool passes_over(double t_new);
  bool accept(double t_new, bool moved);
  void publish(double t_new);
  bool cut(double t_event, bool told);
  bool wanted(double t_new) const;
  void outputs_up_to(double t_new, bool its_end = true);
  Attempt project(double t, bool& moved);
  Attempt admit(double t_new);
  void set_gains(double h);
  void note_residual();
  bool holds() const { return !options_.watch || options_.watch(t_, y0_, slope_); }
  bool fixed() const { return options_.step.given(); }
  double next_node() const;  // of a grid that was given
  bool projecting() const;
  double next_stop() const;  // the end, or a time before it at which a step has to end
  double proposed_step() const;
  double smallest_step() const;
  double first_step();
  Attempt slope_at(double t, Vec y, Out slope);
  double by_slope_alone(double guess, double d0, double d1, double length) const;
  solution::Outcome too_small();
  void look_ahead();
  void find_trouble();

  Instance& instance_;
  const Method& method_;
  Stepper& stepper_;
  Projector* projector_;
  const RunOptions& options_;
  Output output_;
  std::size_t n_;
  Scale scale_;
  Controller controller_;
  double t_, t_start_, t_end_, step_ = 0;
  double grid_ = 0;  // constant steps are counted from here, not added up
  long on_grid_ = 0, attempts_ = 0;
  double asked_ = -infinity;  // of advance()
  std::vector<double> y0_, slope_, y1_, error_, before_, values_, sample_, sample_slope_;
  std::optional<solution::StepPolynomial> polynomial_;
  std::size_t next_output_ = 0;
  Attempt failure_;
  Jumps jumps_;
  bool begun_ = false, rejected_ = false, jumped_ = false;
  bool published_ = false;         // the polynomial is that of the step just tried
  double awaited_ = infinity;      // a step ends there, because the one tried before passed over it,
  double step_behind_ = infinity;  // and the next one is no longer
  std::optional<solution::Outcome> outcome_;
  Run run_;  // what result() tells, as far as it is known
};

Run integrate(Instance& instance, const Method& method, Stepper& stepper, Projector* projector,
              const Start& start, double t_end, const RunOptions& options, const Output& output = {});

}  // namespace trammel::integrate
