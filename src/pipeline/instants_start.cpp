// pipeline/instants_start.cpp: discrete variables and relations where a run begins.
#include <algorithm>
#include <cmath>

#include "pipeline/instants.hpp"

namespace trammel::pipeline {

Aftermath Instants::initialize(double t, std::vector<double>& z, Vec top, const std::vector<int>& fixed) {
  Aftermath result;
  fixed_ = fixed;
  const std::vector<double> given = parameters_;
  view_.guess(top);
  for (std::size_t d = 0; d < code_->discrete.size(); ++d) {
    const EventCode::Discrete& discrete = code_->discrete[d];
    last_[d] = discrete.start;
    if (discrete.pre >= 0) set(discrete.pre, last_[d]);
  }
  std::ranges::fill(before_, 1);  // first without anything that fires
  if (code_->initial >= 0) set(code_->initial, 0);
  if (!start_delays(t, z, result) || !settle(t, z, true, result)) return result;
  for (std::size_t k = 0; k < before_.size(); ++k) before_[k] = rows_[k] != 0;
  if (code_->initial >= 0) {
    set(code_->initial, 1);
    if (!settle(t, z, true, result)) return result;
  }
  result.changed = parameters_ != given;
  return result;
}

bool Instants::simplify(double part) {
  if (code_->simplification < 0) return false;
  set(code_->simplification, part);
  return true;
}

Aftermath Instants::begin(double t, std::vector<double>& z) {
  Aftermath result;
  left_sides_ = sides_;
  keep_values();
  std::ranges::fill(forced_, NAN);
  (void)carry_out(t, z, result);
  if (!result.failed) (void)remember();
  // The initial values are found: what follows from their becoming those before is an event like any other.
  if (code_->initial >= 0) set(code_->initial, 0);
  if (!result.failed) (void)repeat(t, z, result);
  if (!result.failed) finish(t, z, result);
  if (!result.failed) begin_history(t, z, result);
  fixed_.clear();
  read_times();
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    const double start = times_[2 * (code_->timed.size() + i)],
                 interval = times_[2 * (code_->timed.size() + i) + 1];
    double& n = samples_[i];
    n = std::max(0.0, std::ceil((t - start) / interval));
    while (n > 0 && start + (n - 1) * interval >= t) --n;
  }
  return result;
}

}  // namespace trammel::pipeline
