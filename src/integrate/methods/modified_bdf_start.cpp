// integrate/methods/modified_bdf_start.cpp: how modified BDF begins, and begins again.
#include <algorithm>
#include <cmath>

#include "integrate/methods/modified_bdf.hpp"

namespace trammel::integrate {

// [Wun05, Table 8.2]: in q'' + G'η' both parts err by O(h^k) that jumps with the step and cancels; weights
// that differ break that.
void ModifiedBdf::require_changing_steps() const {
  if (!modified_) refuse_beyond_index_3(core_.newton().equations());
  if (modified_ && core_.levels() > 1 && has_slopes_of_multipliers(core_.newton().equations()))
    throw Error(
        Kind::usage,
        "derivatives of multipliers stand in this form: beside their ordinary weights modified ones for "
        "second derivatives leave multipliers wrong where steps change",
        {}, "use bdf_second_order, or the formulation 'ggl', or give the steps");
}

// Collocation: first until its steps have the length that BDF of order 2 or 3 would want, then 2k−1 equal ones.
double ModifiedBdf::next_start(double h, double error) {
  if (const double longer = start_.lengthened(); longer > 1) return longer * h;
  if (!(error <= 1))
    return h * (std::isfinite(error) ? std::clamp(0.9 * std::pow(error, -0.2), 0.1, 0.7) : 0.25);
  const int k = std::min(highest_, given_steps_ ? highest_ : start_.order());
  const bool formed = start_.take(h, k, given_steps_);
  const bool looks = !given_steps_ && !start_.settled() && !start_.steady(), by_nodes = !start_.foresees();
  const double wanted = formed && looks && by_nodes ? wanted_by_nodes(k) : 0;
  if (formed) core_.accept();
  if (looks && by_nodes && !(wanted > 0)) return h;
  if (looks) {
    const double most = std::clamp(0.9 * std::pow(error + 1e-9, -0.2), 1.0, 10.0),
                 r = by_nodes ? wanted : start_.foreseen(h);
    if (std::min(r, most) > 1.5) return std::min(r, most) * h;
    start_.settle();
    if (r < 0.8) return std::max(r, 0.1) * h;
  }
  if (start_.nodes() < 2 * k - (core_.mixed() ? 0 : 1)) return h;
  if (by_nodes && start_.nodes() < core_.levels() * k && !core_.formula().admits(h, k)) return h;
  start_.leave();
  starting_ = false;
  order_ = last_order_ = k;
  since_change_ = start_.nodes();
  last_h_ = h;
  return h;
}

// The step that order k would want as a multiple of the present one; 0: there are too few nodes to tell.
double ModifiedBdf::wanted_by_nodes(int k) {
  if (start_.nodes() <= k + core_.levels() - base_) return 0;
  return std::pow(3 * estimate(k, {}) + 1e-12, -1.0 / (k + 1));
}

// Where steps have failed again and again: a new beginning at the last point.
void ModifiedBdf::start_here() {
  const StateLevels& x = core_.x();
  std::vector<double>& slope = end_;
  for (int i = 0; i < x.size(); ++i)
    slope[static_cast<std::size_t>(i)] = core_.history().level(0, x.derivative(i) + 1)[x.unknown(i)];
  start_.begin(t_before_, before_, slope);
}

}  // namespace trammel::integrate
