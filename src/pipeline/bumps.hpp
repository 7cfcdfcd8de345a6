// pipeline/bumps.hpp: pulses and fronts of functions of states, found before a step that passed over one is accepted.
//
// exp(-((s - 9)/0.01)^2) of a state s is zero nearly everywhere, and steps that see nothing but zeros become as long as the run. s itself is
// known along a step, and smooth: intervals that hold it tell whether the function rests between the ends of the step, too. Where it moves in a
// short part only, the step is taken back, and steps end there. What loops count, as searches in tables do, is looked at likewise: a step
// over several of its jumps ends at each. Functions of time alone are known before the run (fronts.hpp).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/span.hpp"
#include "expr/enclosure.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/stretches.hpp"
#include "program/program.hpp"
#include "solution/step_polynomial.hpp"

namespace trammel::pipeline {

// What is watched in a problem: made once for any number of runs.
class Bumps {
 public:
  Bumps(const model::Dae& as_written, const Reported& reported, const std::vector<std::string>& states);
  bool empty() const { return functions_.empty() && !calls_; }

 private:
  friend class BumpWatch;
  struct Leaf {
    int column = -1,
        state = -1;  // among what is reported, and of the state vector if it stands there; neither: time
  };
  std::vector<Leaf> leaves_;                // the first is time
  std::vector<expr::Enclosure> functions_;  // of leaves
  std::optional<program::Program> calls_;   // of time and what is reported
  std::vector<std::size_t> of_calls_;       // the leaves that they depend on
  std::size_t call_count_ = 0, reported_count_ = 0;
};

// Within the steps of one run.
class BumpWatch {
 public:
  using Whole = std::function<const solution::StepPolynomial&()>;  // the step, made when it is asked for
  using Observe = std::function<void(double t, Vec state, Vec slope, Out reported)>;
  // What changes by less than `small` of its range rests.
  BumpWatch(const Bumps& bumps, Vec parameters, double small, Observe observe);
  // A step from one state to another: times in it at which steps should end. None: nothing was passed over.
  std::vector<double> passed_over(double from, Vec first, double to, Vec last, const Whole& whole);

 private:
  bool may_move(expr::Enclosure& f, double from, Vec first, double to, Vec last);
  double value(std::size_t leaf, double t);
  void observe(double t);
  expr::Interval range(expr::Enclosure& f, const Stretch& part);
  void look_into(expr::Enclosure& f, std::vector<double>& times);
  const std::vector<double>& counted(double t);
  void look_at_calls(std::vector<double>& times);

  const Bumps& bumps_;
  std::vector<double> parameters_;
  double small_;
  Observe observe_;
  std::vector<expr::Enclosure> functions_;
  std::optional<program::Runner> calls_;
  const solution::StepPolynomial* step_ = nullptr;
  double begin_ = 0, length_before_ = 0, observed_ = 0;
  long asked_ = 0, refused_ = 0;
  std::array<double, 20> recent_;     // where the last refused steps began
  bool long_ = false;                 // the step, for the run so far
  std::vector<double> moved_before_;  // per state, in the last step
  std::vector<double> state_, slope_, reported_, results_;
  std::vector<expr::Interval> box_;
};

}  // namespace trammel::pipeline
