#include "integrate/methods/multistep_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::integrate {
namespace {

// Order 2s − 1 in positions; multipliers of index 5 would have none with four.
int start_stages(bool steady) { return steady ? 5 : 4; }

}  // namespace

MultistepStart::MultistepStart(Instance& instance, LevelBdf& core, bool modified)
    : core_(core), modified_(modified), steady_(depth_of_constraints(core.newton().equations()) > 3),
      stages_(start_stages(steady_)), steps_(instance, radau_rule(stages_)),
      trial_(core.x().unknowns(), core.levels()), levels_(core.newton().equations()),
      sharper_(has_slopes_of_multipliers(core.newton().equations()) ? 1000 : 1) {
  const auto n = static_cast<std::size_t>(core.x().size());
  for (auto* v : {&y_, &slope_, &before_, &slope_before_, &scale_, &work_}) v->resize(n);
  difference_.resize(static_cast<std::size_t>(core.x().unknowns()));
}

void MultistepStart::set_scale(Vec scale) {
  std::ranges::copy(scale, scale_.begin());
  // What an iteration leaves of a constraint is divided by h⁴ in multipliers there.
  std::ranges::transform(scale, work_.begin(), [&](double s) { return steady_ ? 1e-3 * s : s; });
  steps_.set_scale(work_);
}

void MultistepStart::begin(double t, Vec y, Vec slope) {
  on_ = true;
  t_ = t;
  nodes_ = 0;
  h_ = 0;
  settled_ = tried_ = false;
  longer_ = 1;
  std::ranges::copy(y, y_.begin());
  std::ranges::copy(slope, slope_.begin());
  steps_.start(t, y, slope);
}

Attempt MultistepStart::attempt(double t, double h, Vec y0, Out y1, Out error) {
  const Attempt outcome = steps_.try_step(t, h, y0, y1, error);
  for (std::size_t i = 0; i < error.size() && outcome; ++i) error[i] *= steps_.tested()[i] ? sharper_ : 0;
  if (outcome && steady_ && nodes_ == 0 && !std::exchange(tried_, true)) lengthen(error);
  return outcome;
}

// BDF of order 4 wants about a tenth of the steps that collocation could make.
void MultistepStart::lengthen(Out error) {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < error.size(); ++i) {
    if (!steps_.tested()[i]) continue;
    sum += error[i] / scale_[i] * error[i] / scale_[i];
    ++count;
  }
  if (count == 0) return;
  const double r = 0.1 * std::pow(std::sqrt(sum / count) + 1e-15, -1.0 / (stages_ + 1));
  if (r < 1.5) return;
  longer_ = r;
  std::ranges::fill(error, std::numeric_limits<double>::infinity());
}

void MultistepStart::keep(double t, Vec y) {
  t_before_ = t_;
  t_ = t;
  std::swap(before_, y_);
  std::swap(slope_before_, slope_);
  std::ranges::copy(y, y_.begin());
  steps_.end_slope(slope_);
  steps_.keep(t, y);
}

bool MultistepStart::take(double h, int k, bool any_length) {
  if (nodes_ == 0 || (!any_length && std::fabs(h - h_) > 1e-9 * h)) {
    core_.restart(t_before_, before_, slope_before_);
    nodes_ = 0;
  }
  h_ = h;
  ++nodes_;
  return core_.form(t_, y_, k);
}

// As ModifiedBdf::estimate would, with positions inside the step for the nodes before it.
double MultistepStart::error_of(int k, double h) {
  constexpr double rounding = 300 * std::numeric_limits<double>::epsilon();
  const StateLevels& x = core_.x();
  const system::Residual& equations = core_.newton().equations();
  double harmonic = 0, sum = 0;
  for (int i = 1; i <= k; ++i) harmonic += 1.0 / i;
  int count = 0;
  for (int top = 1; top <= core_.levels(); ++top) {
    const int d = modified_ ? top : 1;
    const double defect = d * std::pow(h, k) / (k + 1);
    bool known = false;
    for (int i = 0; i < x.size(); ++i) {
      const int j = x.unknown(i), level = x.derivative(i);
      if (equations.highest(j) != top || !equations.tested(j) || (d == 1 && level > 0)) continue;
      if (!known) trial_.difference(t_, x.level(0), k + d, difference_);
      known = true;
      if (rounding * std::fabs(x.level(0)[j]) / std::pow(h, level) > scale_[i])
        return 0;  // nothing but noise
      const double e = defect * difference_[j] * (d == 1 ? h / harmonic : std::pow(h, d - level)) / scale_[i];
      sum += e * e;
      ++count;
    }
  }
  return count == 0 ? 0 : std::sqrt(sum / count);
}

double MultistepStart::foreseen(double h) {
  levels_.unpack(before_, slope_before_);
  trial_.restart(t_before_, levels_);
  steps_.read_stages(true);
  for (int i = 1; i < stages_; ++i) {
    const double theta = static_cast<double>(i) / stages_;
    steps_.inside(theta, work_);
    levels_.unpack(work_, {});
    trial_.push(t_before_ + theta * h, levels_);
  }
  steps_.read_stages(false);
  double best = 0;
  for (const int k : {2, 3}) best = std::max(best, std::pow(3 * error_of(k, h) + 1e-12, -1.0 / (k + 1)));
  return best;
}

}  // namespace trammel::integrate
