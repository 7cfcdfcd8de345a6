#include "integrate/methods/multistep_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::integrate {
namespace {

constexpr int start_stages = 4;

}  // namespace

MultistepStart::MultistepStart(Instance& instance, LevelBdf& core, bool modified)
    : core_(core), modified_(modified), steps_(instance, radau_rule(start_stages)),
      trial_(core.x().unknowns(), core.levels()), levels_(core.newton().equations()),
      sharper_(has_slopes_of_multipliers(core.newton().equations()) ? 1000 : 1) {
  const auto n = static_cast<std::size_t>(core.x().size());
  for (auto* v : {&y_, &slope_, &before_, &slope_before_, &scale_, &work_}) v->resize(n);
  difference_.resize(static_cast<std::size_t>(core.x().unknowns()));
}

void MultistepStart::set_scale(Vec scale) {
  std::ranges::copy(scale, scale_.begin());
  steps_.set_scale(scale);
}

void MultistepStart::begin(double t, Vec y, Vec slope) {
  on_ = true;
  t_ = t;
  nodes_ = 0;
  h_ = 0;
  settled_ = false;
  std::ranges::copy(y, y_.begin());
  std::ranges::copy(slope, slope_.begin());
  steps_.start(t, y, slope);
}

Attempt MultistepStart::attempt(double t, double h, Vec y0, Out y1, Out error) {
  const Attempt outcome = steps_.try_step(t, h, y0, y1, error);
  for (std::size_t i = 0; i < error.size() && outcome; ++i) error[i] *= steps_.tested()[i] ? sharper_ : 0;
  return outcome;
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

void MultistepStart::take(double h, int k, bool any_length) {
  if (nodes_ == 0 || (!any_length && std::fabs(h - h_) > 1e-9 * h)) {
    core_.restart(t_before_, before_, slope_before_);
    nodes_ = 0;
  }
  h_ = h;
  core_.take(t_, y_, k);
  ++nodes_;
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
  for (int i = 1; i < start_stages; ++i) {
    const double theta = static_cast<double>(i) / start_stages;
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
