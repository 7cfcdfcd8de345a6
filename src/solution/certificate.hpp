// solution/certificate.hpp: what a certificate says about a run. Numbers and names only; certify/ fills it
// in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace trammel::solution {

struct Certificate {
  std::optional<bool> holds = {};  // none: nothing was promised that could be judged

  // The equation that comes closest to its bound, or is farthest beyond: its largest residual at accepted
  // points and between them, in units of the size of its terms, and the time of the larger one.
  struct Worst {
    std::string equation = {};
    double time = 0, residual = 0, between_steps = 0;
  } worst = {};
  double derivatives = 0;    // reported derivatives against those of the reported trajectory, times the step
  long points = 0;           // looked at
  double amplification = 0;  // of small changes over the run, estimated; 0: not known
  bool sensitive = false;    // so large that no digit of a value at the end can be promised
  std::vector<int> digits = {};       // promised, per variable of the solution
  std::vector<double> expected = {};  // relative errors before they grow; empty: sharper runs tell nothing
  std::vector<double> error = {};     // estimated by a second run, relative to size; empty without one

  std::string message = {};  // one sentence, if it does not hold
  Where where = {};

  // Whether a run that got to the end must not be called a success.
  static constexpr bool enforced = true;
  bool refused() const { return enforced && holds == false; }
};

}  // namespace trammel::solution
