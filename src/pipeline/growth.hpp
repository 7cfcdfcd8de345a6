// pipeline/growth.hpp: how far errors have grown, measured by a second run.
//
// The judge estimates growth with equations that are frozen at a sample of points. That tells what may grow,
// and not how much does: a planet on its circle seems to lose all digits, and an undamped pendulum seems to
// keep them for ever. So a run that costs little is made again at a tenth of the tolerance, and the
// difference is the error. Of a dear one the beginning is made again, and the error goes on as it began
// there, as a power of the number of steps; the whole run is made again if that would leave nothing.
#pragma once

#include <string>
#include <vector>

#include "base/span.hpp"
#include "pipeline/prepared.hpp"
#include "solution/solution.hpp"

namespace trammel::pipeline {

// States at accepted steps that are further and further apart: what a second run is compared with.
class Milestones {
 public:
  struct Mark {
    long step = 0;
    double t = 0;
    std::vector<double> values;  // per reported value; not a number where it is no state
  };
  // A run begins at t, or goes on from there with another choice: what lies behind was not reached.
  void begin(double t, const std::vector<std::string>& states, const std::vector<std::string>& reported);
  void pass(double t, Vec state);  // one more step
  const std::vector<Mark>& marks() const { return marks_; }
  const std::vector<int>& columns() const { return column_; }

 private:
  std::vector<Mark> marks_;
  std::vector<int> column_;  // per state: what it is reported as, or -1; empty: nothing is kept
  std::size_t reported_ = 0;
  long steps_ = 0;
  double next_ = 0;
};

struct Looks;

double asked_tolerance(const Options& options);
// The errors of a run, in units of the sizes of what is reported, are known.
void promise_measured(const Looks& looks, double tolerance, std::vector<double> error,
                      solution::Solution& run);

// Replaces the estimated growth and the promised digits by measured ones, where it is worth a second run, or
// it is suspected.
void measure_growth(const Prepared& prepared, const Numbers& numbers, const Options& options,
                    const Looks& looks, solution::Solution& run, bool suspected = false);

}  // namespace trammel::pipeline
