#include "pipeline/pulse_watch.hpp"

#include <algorithm>
#include <cmath>

#include "base/effort.hpp"

namespace trammel::pipeline {
namespace {

using integrate::PassedStep;
using integrate::Shortened;

constexpr double above = 4, below = 0.5;  // of what it is at rest: what a pulse is more, or less
constexpr double moved = 0.25;            // of a pulse: what moves by so much does not rest
constexpr double small_part = 0.05;       // of its largest value: what moves by less, or is less
constexpr double like = 2;                // a function whose values differ by less has no pulse
constexpr double part_of_longest = 1e-7;  // step so far: shorter ones pass over nothing
constexpr long seldom = 4;                // steps: then it is asked whether it is still awake
// Instructions: of an operation with intervals, and of one component of a polynomial at a point.
constexpr double range_effort = 30, look_effort = 20;

}  // namespace

PulseWatch::PulseWatch(const Pulses& pulses, std::vector<double> parameters, double small,
                       std::size_t reported, Observe observe)
    : leaves_(pulses.leaves()), parameters_(std::move(parameters)), small_(small),
      observe_(std::move(observe)), before_(leaves_.size()), first_(leaves_.size()), last_(leaves_.size()),
      margin_(leaves_.size()), values_(reported), begun_(effort_so_far()) {
  for (const Pulses::Leaf& leaf : leaves_) observes_ = observes_ || leaf.from == Pulses::Leaf::From::reported;
  for (const Pulses::Function& function : pulses.functions()) {
    functions_.push_back(function.of);
    ranges_.assign(function.of.leaves().size(), Interval::anything());
    const Interval all = functions_.back().run(0, ranges_, parameters_)[0];
    if (function.power && !all.bounded())
      functions_.pop_back();
    else
      floor_.push_back(all.bounded() ? small_ * (all.high - all.low) : 0);
  }
  boxes_.resize(functions_.size());
  for (auto* numbers : {&seen_, &latest_, &looks_, &told_, &moved_for_}) numbers->resize(functions_.size());
}

void PulseWatch::take(double t, Vec y, Vec slope, std::vector<double>& to) {
  if (observes_) observe_(t, y, slope, values_);
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    const auto place = static_cast<std::size_t>(leaves_[i].place);
    to[i] = leaves_[i].from == Pulses::Leaf::From::time    ? t
            : leaves_[i].from == Pulses::Leaf::From::state ? y[place]
                                                           : values_[place];
  }
}

PulseWatch::Interval PulseWatch::range(std::size_t function, std::span<const Interval> leaves) {
  spend_own(range_effort * static_cast<double>(functions_[function].size()));
  return functions_[function].run(0, leaves, parameters_)[0];
}

double PulseWatch::value(std::size_t function, const std::vector<double>& at) {
  ranges_.clear();
  for (const int leaf : functions_[function].leaves()) {
    const double x = at[static_cast<std::size_t>(leaf)];
    ranges_.push_back({x, x});
  }
  const double v = range(function, ranges_).low;
  if (std::isfinite(v)) seen_[function] = std::max(seen_[function], std::fabs(v));
  latest_[function] = std::fabs(v);
  return v;
}

// How far a leaf may be from between its ends: what a parabola through the last three points is.
void PulseWatch::measure_margins(double h) {
  const double back = known_before_ ? t_last_ - t_before_ : 0;
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    const double change = last_[i] - first_[i];
    margin_[i] = back > 0 ? 0.25 * h / (h + back) * std::fabs(change - (first_[i] - before_[i]) * h / back)
                          : 0.5 * std::fabs(change);
  }
}

// Wherever a step in this range begins and ends, it passes over no pulse.
bool PulseWatch::calm(std::size_t function, Interval range) const {
  if (range.high - range.low <= std::max(floor_[function], small_ * seen_[function])) return true;
  return (range.low > 0 && range.high <= like * range.low) ||
         (range.high < 0 && range.low >= like * range.high);
}

bool PulseWatch::stays_in_box(std::size_t function) {
  const Box& box = boxes_[function];
  if (box.leaves.empty()) return false;
  std::size_t k = 0;
  for (const int leaf : functions_[function].leaves()) {
    const auto i = static_cast<std::size_t>(leaf);
    const double low = std::min(first_[i], last_[i]) - margin_[i],
                 high = std::max(first_[i], last_[i]) + margin_[i];
    if (!(box.leaves[k].low <= low && high <= box.leaves[k].high)) return false;
    ++k;
  }
  return true;
}

// Around the step, as large as calm lasts.
bool PulseWatch::open_box(std::size_t function) {
  constexpr double most = 1e4, least = 1.5, wider = 8, narrower = 16;
  constexpr int pause = 4, tries = 2;
  Box& box = boxes_[function];
  if (--box.wait > 0) return false;
  box.radius = std::min(most, wider * box.radius);
  for (int k = 0; k < tries && box.radius > least; ++k, box.radius /= narrower) {
    box.leaves.clear();
    for (const int leaf : functions_[function].leaves()) {
      const auto i = static_cast<std::size_t>(leaf);
      const double way = box.radius * (std::fabs(last_[i] - first_[i]) + margin_[i]);
      box.leaves.push_back({last_[i] - way, last_[i] + way});
    }
    const Interval around = range(function, box.leaves);
    if (!calm(function, around)) continue;
    latest_[function] = around.size();
    seen_[function] = std::max(seen_[function], latest_[function]);
    return true;
  }
  box.leaves.clear();
  box.radius = std::max(box.radius, least);
  box.wait = pause;
  return false;
}

// Whether a function that is v0 and v1 at the ends of a step is awake somewhere between them.
bool PulseWatch::wakes(std::size_t function, Interval within) const {
  const double high = std::max(v0_, v1_), low = std::min(v0_, v1_);
  const double up = within.high - high, down = low - within.low, most = std::max(up, down);
  const double rest = std::max(std::fabs(v0_), std::fabs(v1_));
  if (!(most > std::max(floor_[function], small_ * seen_[function])) || !(high - low <= moved * most))
    return false;
  const bool away_from_zero = up >= down ? within.high > rest : -within.low > rest;
  return most > (away_from_zero ? above : below) * rest;
}

void PulseWatch::spend_own(double effort) {
  spend(effort);
  spent_ += effort;
}

// What moves is seen by steps as they are. It is looked at as long as that costs next to nothing.
bool PulseWatch::dear() const {
  constexpr double share = 0.005, free = 3e6;
  return spent_ > free + share * (effort_so_far() - begun_);
}

bool PulseWatch::awake(std::size_t function) const {
  return latest_[function] > std::max(small_part * seen_[function], floor_[function]);
}

// Waves are no pulses: of those steps see as much as they do.
bool PulseWatch::keeps_moving(std::size_t function) const {
  constexpr double mostly = 0.7;
  constexpr long some = 8;
  return steps_ >= some && moved_for_[function] > mostly * lasted_;
}

// Where steps dwindle, for a kink or a jump, they are not the ones that pass over something.
std::optional<Shortened> PulseWatch::see(const PassedStep& step) {
  if (known_ && t_last_ == step.from) {
    std::swap(first_, last_);
  } else {
    take(step.from, step.y0, step.slope0, first_);
    known_before_ = false;
  }
  take(step.to, step.y1, step.slope1, last_);
  measure_margins(step.to - step.from);
  std::optional<Shortened> found;
  points_.clear();
  const double length = step.to - step.from;
  const bool tiny = length < part_of_longest * longest_;
  for (std::size_t f = 0; f < functions_.size() && !tiny; ++f) {
    if (dear() && awake(f)) {
      if (steps_ % seldom == 0) value(f, last_);
      continue;
    }
    if (stays_in_box(f) || open_box(f)) continue;
    if (keeps_moving(f)) {
      value(f, last_);
      continue;
    }
    v0_ = value(f, first_);
    v1_ = value(f, last_);
    const Part whole{step.from, step.to, &first_, nullptr, &last_};
    if (!std::isfinite(v0_) || !std::isfinite(v1_) || !wakes(f, range(f, hull(f, whole)))) continue;
    const auto shorter = search(f, step);
    if (shorter && (!found || shorter->end < found->end)) found = shorter;
  }
  if (found) {  // the step will be tried again from here
    std::swap(first_, last_);
    return found;
  }
  std::swap(before_, first_);
  ++steps_;
  longest_ = std::max(longest_, length);
  lasted_ += length;
  for (std::size_t f = 0; f < functions_.size(); ++f) {
    if (std::fabs(latest_[f] - told_[f]) > small_part * seen_[f]) moved_for_[f] += length;
    told_[f] = latest_[f];
  }
  t_before_ = step.from;
  t_last_ = step.to;
  known_before_ = known_ = true;
  return {};
}

std::vector<PulseWatch::Interval> PulseWatch::hull(std::size_t function, const Part& part) const {
  std::vector<Interval> result;
  for (const int leaf : functions_[function].leaves()) {
    const auto i = static_cast<std::size_t>(leaf);
    const double a = (*part.first)[i], b = (*part.last)[i];
    const double margin = part.middle == nullptr ? margin_[i] : std::fabs((*part.middle)[i] - 0.5 * (a + b));
    result.push_back({std::min(a, b) - margin, std::max(a, b) + margin});
  }
  return result;
}

// All functions ask for the same halves.
const std::vector<double>& PulseWatch::at(const solution::StepPolynomial& inside, double t) {
  const auto [place, fresh] = points_.try_emplace(t);
  if (!fresh) return place->second;
  std::vector<double>& to = place->second;
  spend_own(look_effort * static_cast<double>(inside.size()));
  y_.resize(static_cast<std::size_t>(inside.size()));
  inside.at(t, y_);
  slope_.resize(y_.size());
  if (observes_) inside.slope(t, slope_);
  to.resize(leaves_.size());
  take(t, y_, slope_, to);
  return to;
}

// The first part of the step in which the function is awake.
std::optional<Shortened> PulseWatch::search(std::size_t function, const PassedStep& step) {
  constexpr int most_looks = 200;
  constexpr double credit = 4000, earned = 0.5;  // looks by a step
  const solution::StepPolynomial& inside = step.inside();
  std::vector<Part> open = {{step.from, step.to, &first_, nullptr, &last_}};
  const double allowed = credit + earned * static_cast<double>(steps_);
  for (int looks = 0; !open.empty() && looks < most_looks && looks_[function] < allowed;
       ++looks, ++looks_[function]) {
    Part part = open.back();
    open.pop_back();
    const double middle = 0.5 * (part.from + part.to);
    if (!(part.from < middle && middle < part.to)) continue;
    part.middle = &at(inside, middle);
    if (const double v = value(function, *part.middle); std::isfinite(v) && wakes(function, {v, v})) {
      const double edge = find_edge(function, inside, part.from, middle);
      looks_[function] -= looks;  // well spent
      return Shortened{edge, middle - edge};
    }
    if (!wakes(function, range(function, hull(function, part)))) continue;
    open.push_back({middle, part.to, part.middle, nullptr, part.last});
    open.push_back({part.from, middle, part.first, nullptr, part.middle});
  }
  return {};
}

// Where a function that rests at one time has done a tenth of the way to what it is when it is awake.
double PulseWatch::find_edge(std::size_t function, const solution::StepPolynomial& inside, double rest,
                             double awake) {
  constexpr double part = 0.1;
  constexpr int halvings = 40;
  const double height = value(function, at(inside, awake)) - v0_;
  double end = awake;
  for (int k = 0; k < halvings; ++k) {
    const double t = 0.5 * (rest + end);
    if (!(rest < t && t < end)) break;
    const double way = (value(function, at(inside, t)) - v0_) / height;
    (way < part ? rest : end) = t;
    if (way >= part && way < like * part) break;
  }
  return end;
}

}  // namespace trammel::pipeline
