// pipeline/pulse_watch.hpp: a step that would pass over a pulse of states is found before it is accepted.
//
// Between the ends of a step the states lie in a box, in which intervals tell where a function lies [Moo79]. If it rests at both ends
// and may be elsewhere between them, the step is halved, by its polynomial, until no part may hold a pulse or a point is
// found at which the function is awake. Then the step ends where it wakes up, and the error test sees the rest.
// Looks are saved by boxes around several steps: as long as the states stay in one in which a function rests, or
// keeps its size, nothing is asked.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "base/span.hpp"
#include "integrate/options.hpp"
#include "pipeline/pulses.hpp"

namespace trammel::pipeline {

class PulseWatch {
 public:
  // Fills in all that is reported at a point.
  using Observe = std::function<void(double t, Vec y, Vec slope, Out values)>;
  // `small`: what changes by less than this part of its range rests. `reported`: how many values there are.
  PulseWatch(const Pulses& pulses, std::vector<double> parameters, double small, std::size_t reported,
             Observe observe);
  bool watches() const { return !functions_.empty(); }
  std::optional<integrate::Shortened> see(const integrate::PassedStep& step);

 private:
  using Interval = expr::Interval;
  struct Box {
    std::vector<Interval> leaves = {};  // of its function; empty: none
    double radius = 64;                 // in steps
    int wait = 0;                       // steps until the next one is tried
  };
  struct Part {
    double from = 0, to = 0;
    const std::vector<double>*first, *middle, *last;  // leaves
  };
  void take(double t, Vec y, Vec slope, std::vector<double>& to);
  Interval range(std::size_t function, std::span<const Interval> leaves);
  double value(std::size_t function, const std::vector<double>& at);
  bool stays_in_box(std::size_t function);
  bool open_box(std::size_t function);
  bool calm(std::size_t function, Interval range) const;
  bool wakes(std::size_t function, Interval within) const;
  void measure_margins(double h);
  std::optional<integrate::Shortened> search(std::size_t function, const integrate::PassedStep& step);
  double find_edge(std::size_t function, const solution::StepPolynomial& inside, double rest, double awake);
  const std::vector<double>& at(const solution::StepPolynomial& inside, double t);
  void spend_own(double effort);
  bool dear() const;
  bool awake(std::size_t function) const;
  bool keeps_moving(std::size_t function) const;
  std::vector<Interval> hull(std::size_t function, const Part& part) const;

  std::vector<expr::Enclosure> functions_;
  std::vector<Pulses::Leaf> leaves_;
  std::vector<double> parameters_;
  double small_;
  Observe observe_;
  bool observes_ = false;
  std::vector<Box> boxes_;
  // Per function: what is too small to be a pulse; its largest value, and the last one; looks in vain.
  std::vector<double> floor_, seen_, latest_, looks_;
  std::vector<double> told_, moved_for_;  // its value a step before; how long it has been on the move
  std::vector<double> before_, first_, last_, margin_;  // per leaf: at the end before, at those of the step
  double t_before_ = 0, t_last_ = 0;
  bool known_before_ = false, known_ = false;
  double v0_ = 0, v1_ = 0;  // of a function at the ends of the step
  std::vector<double> values_, y_, slope_;
  std::map<double, std::vector<double>> points_;  // leaves within the step
  double begun_ = 0, spent_ = 0;                  // effort: of the run so far, and of what is done here
  double longest_ = 0, lasted_ = 0;               // the longest step, and all of them
  long steps_ = 0;
  std::vector<Interval> ranges_;
};

}  // namespace trammel::pipeline
