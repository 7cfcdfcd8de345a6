// integrate/method.hpp: what an integrator is: claims (Method), one try (Stepper), and how to make one
// (Integrator).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/span.hpp"
#include "system/system.hpp"

namespace trammel::integrate {

using system::Form;
using system::Instance;

// What the literature claims; tests hold us to it.
struct Method {
  std::string_view name;
  std::string_view source;  // key in docs/references.bib
  int order = 1;            // classical order
  int estimate_order = 0;   // exponent of h in the error estimate; 0: no estimate, constant steps only
  int dense_degree = 3;     // of Stepper::polynomial
  std::vector<Form> takes = {Form::ode};  // views it can work on, best first
  int max_index = 1;                      // highest index with a convergence proof, on the form it takes
  std::string_view beyond = {};           // what happens above it, for the message
  std::string_view summary = {};          // one line for people
  // false: the method keeps its constraints itself; projection would only spoil its structure
  bool projected = true;
  // gamma*h for stabilizing terms: well inside the interval of absolute stability on the real axis
  double gain = 1;
  // true: f is evaluated at ends of steps only, or within O(h^(order+1)) of one. Stages inside a step leave
  // the constraints by O(h²), which a gain 1/h raised to the number of hidden levels makes large.
  bool at_steps = false;
  // true: made for conservative equations; terms that a formulation adds to hold constraints would damp them
  bool conservative = false;
  // true: step and order grow slowly from the first step on, so that one that is too short is dear
  bool multistep = false;
};

// Expected failures are values; `row` lets the driver name the equation at fault.
using Attempt = system::Outcome;

// Why a method is stuck, for the message.
struct Trouble {
  int order = 0;                             // of the formula that was tried last; 0: fixed
  int worst = -1;                            // component that Newton's iteration moved most
  std::vector<int> rows = {}, columns = {};  // of the null space of a singular iteration matrix
};

// What a method is told where it begins: at the start, and again behind a jump or an event.
struct Begin {
  double t = 0;
  Vec y = {}, slope = {};  // slope: y' for methods on the residual, empty for others
  Vec scale = {};          // what counts as small, per component: atol·nominal + rtol·|y|
  double rtol = 1e-6;
  // No error test follows, and no smaller step comes to help: implicit equations are solved to
  // a few hundredths of this rtol, 1e-12, which is nearly what rounding allows.
  bool constant_steps = false;
  int max_order = 1000;  // methods of variable order go no higher
};

// What it is told of a step that was accepted. `moved`: projection moved the end of the step noticeably, so
// that slopes computed there are not those of y.
struct Accepted {
  double t = 0;
  Vec y = {}, slope = {}, scale = {};
  bool moved = false;
};

// The implicit part of a method, as far as a driver is concerned. StageSolver is one.
class ImplicitPart {
 public:
  virtual ~ImplicitPart() = default;
  // The equations were written in other coordinates; state and slope mean the same as before, matrices do
  // not.
  virtual void equations_changed() {}
  // Are the equations still regular at the end of a run? A matrix that has served for many steps does not
  // tell, where they switch to a singular system that the old state happens to solve.
  virtual Attempt verify(double /*t*/, Vec /*y*/, Vec /*slope*/) { return {}; }
  virtual Trouble trouble() const { return {}; }  // asked after a run has failed; may be slow and allocate
};

class Stepper {
 public:
  // tested: which components enter the error test (index-2 and index-3 unknowns do not); empty: all.
  explicit Stepper(int size, std::vector<char> tested = {}) : size_(size), tested_(std::move(tested)) {}
  virtual ~Stepper() = default;
  int size() const { return size_; }  // of the state vector
  std::span<const char> tested() const { return tested_; }
  // True once stability rather than accuracy has limited the steps for a while: an implicit method would do
  // better.
  bool stiff() const { return stiff_; }

  virtual void begin(const Begin& start) = 0;
  // One step from y0 at t; fills y1 and the error estimate. Neither allocates nor throws.
  virtual Attempt attempt(double t, double h, Vec y0, Out y1, Out error) = 0;
  // The polynomial of the step just tried, by its values at `theta` inside (0, 1), one state after the other.
  // Asked at most once, before accepted(), and only if somebody wants it: it must leave no trace in the steps
  // that follow.
  virtual void polynomial(Vec theta, Out values) = 0;
  // y' at the end of the step just tried, before accepted(): for methods on the residual.
  virtual void end_slope(Out /*slope*/) const {}
  // The step was accepted, perhaps after projection: histories and first-same-as-last learn of it.
  virtual void accepted(const Accepted& /*step*/) {}
  // The step size to try next, after an accepted step (error <= 1), a failed error test (error > 1) or a step
  // that could not be computed (error infinite); 0 leaves it to the shared controller. Methods of variable
  // order have their own.
  virtual double next_step(double /*h*/, double /*error*/) { return 0; }
  // y' at a point, for the first step size: for methods that do not work on the residual.
  virtual Attempt slope(double /*t*/, Vec /*y*/, Out /*yp*/) { return {Attempt::diverged, -1}; }
  virtual int order_used() const { return 0; }          // of the step just tried; 0: the method has but one
  virtual ImplicitPart* implicit() { return nullptr; }  // none: nothing is iterated with a matrix

 protected:
  bool stiff_ = false;

 private:
  int size_;
  std::vector<char> tested_;
};

struct Integrator {
  Method method;
  std::function<std::unique_ptr<Stepper>(Instance&)> make;
};

}  // namespace trammel::integrate
