// pipeline/switches.hpp: jumps and kinks that make no event, noticed by the steps that fail at them.
//
// sign, abs, min, max and relations inside noEvent(..) or functions reach the integrator as they are. Where
// steps fail again and again and one of these changes its side, it is named.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.hpp"
#include "model/dae.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {

inline constexpr std::string_view without_event = " without an event: ";

class Switches {
 public:
  Switches(const model::Dae& as_written, const Reported& reported) : dae_(as_written), reported_(reported) {}

  // After each accepted step: how many steps have failed so far. True: values are wanted.
  bool suspects(long rejected);
  // All that is reported, at the end of that step.
  void see(double t, Vec values, Vec parameters);
  std::vector<std::string> notes() const;
  // Jumps that the motion does not leave: it crosses them again and again, each time after a few steps; all
  // of them where most trials of steps fail for long, since a method may see a jump within its steps and not
  // at their ends.
  std::vector<std::string> chattering();
  std::vector<std::string> jumps();  // all that there are
  std::vector<std::string> changing()
      const;  // that are about to take their other side where values were seen last

 private:
  // Six failures in a row make a step at least 64 times shorter: a smooth problem is solved before that.
  static constexpr long most_failures = 6, calm_steps = 8, watched_steps = 16;
  void compile();

  struct Switch {
    std::string text;
    bool jumps = false;                      // otherwise it bends
    double side = 0, zero = 0, largest = 0;  // zero: the difference that decides, and its largest size so far
    bool known = false;
    long crossings = 0, failures = 0;  // with failures around them; at the first of them
    long in_a_row = 0, last_step = 0;  // crossings, each a few steps behind the one before
    double first = 0, last = 0;
  };
  const model::Dae& dae_;
  const Reported& reported_;
  model::Dae own_;  // on a graph of its own
  std::unique_ptr<program::Program> program_;
  std::vector<Switch> switches_;
  std::vector<double> zeros_;
  std::vector<char> whole_;  // per switch: what it is rounded to decides, not its sign
  bool compiled_ = false;
  long rejected_ = 0, failures_ = 0, calm_ = 0, steps_ = 0;
  long rejected_before_ = 0;  // the last so many steps
  bool laborious_ = false;    // half of all trials failed in these
  long watching_ = 0;         // steps for which one that was crossed is looked at
};

}  // namespace trammel::pipeline
