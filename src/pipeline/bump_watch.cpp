#include <algorithm>
#include <cmath>

#include "pipeline/bumps.hpp"

namespace trammel::pipeline {
namespace {

constexpr double short_part = 0.5;  // of a step: what is longer is seen by its stages and by the error test

// What rises or falls from one end of a step to the other, and rests nowhere, is seen.
struct Ends {
  double first, last, small;
  bool rest(expr::Interval whole) const {
    return whole.high - whole.low <= small * std::max(std::fabs(first), std::fabs(last));
  }
  bool far_apart(expr::Interval whole) const {
    constexpr double part = 0.5;
    return std::fabs(last - first) >= part * (whole.high - whole.low);
  }
};

// The box that holds the step's own points, and some more.
expr::Interval around_points(const solution::StepPolynomial& step, int state) {
  constexpr double margin = 0.1;
  if (state < 0) return {step.from(), step.to()};
  const auto k = static_cast<std::size_t>(state);
  double low = step.value(0)[k], high = low;
  for (int i = 1; i <= step.degree(); ++i) {
    low = std::min(low, step.value(i)[k]);
    high = std::max(high, step.value(i)[k]);
  }
  return {low - margin * (high - low), high + margin * (high - low)};
}

constexpr double no_count = 0.5;

// From one whole number to another. What is whole at one of two places only, as a difference that rounding makes zero, counts nothing.
bool jumps_between(const std::vector<double>& here, const std::vector<double>& there) {
  for (std::size_t k = 0; k < here.size(); ++k)
    if (here[k] != there[k] && here[k] != no_count && there[k] != no_count) return true;
  return false;
}

}  // namespace

BumpWatch::BumpWatch(const Bumps& bumps, Vec parameters, double small, Observe observe)
    : bumps_(bumps), parameters_(parameters.begin(), parameters.end()), small_(small),
      observe_(std::move(observe)), functions_(bumps.functions_), reported_(bumps.reported_count_),
      results_(bumps.call_count_) {
  recent_.fill(-INFINITY);
  if (bumps.calls_) {
    calls_.emplace(*bumps.calls_);
    std::vector<double> numbers = parameters_;
    numbers.resize(static_cast<std::size_t>(bumps.calls_->parameters()));
    calls_->set_parameters(numbers);
  }
}

std::vector<double> BumpWatch::passed_over(double from, Vec first, double to, Vec last, const Whole& whole) {
  constexpr double longer = 1.6, of_run = 0.1;
  constexpr long some = 50, one_in = 5;
  if (asked_++ == 0) begin_ = from;
  std::vector<double> times;
  // So short a step has seen something already, and beside a kink errors make bumps without end.
  constexpr double tiny = 1e-7;
  if (to - from <= tiny * (to - begin_)) return times;
  // Neither has a motion that stays at a jump any end of them: many in a short time are not looked for.
  constexpr double short_time = 1e-3;
  double& refused_at = recent_[static_cast<std::size_t>(refused_) % recent_.size()];
  if (from - refused_at < short_time * (to - begin_)) return times;
  // Where most of it moves in short parts all the time, steps are short anyway.
  if (refused_ > some + asked_ / one_in) return times;
  long_ = to - from > longer * length_before_ || to - from > of_run * (from - begin_);
  step_ = nullptr;
  for (expr::Enclosure& f : functions_) {
    if (!may_move(f, from, first, to, last)) continue;
    if (step_ == nullptr) step_ = &whole();
    observed_ = NAN;
    look_into(f, times);
  }
  if (calls_) {
    if (step_ == nullptr) step_ = &whole();
    observed_ = NAN;
    look_at_calls(times);
  }
  std::ranges::sort(times);
  if (!times.empty()) {
    constexpr std::size_t most = 40;  // those behind are found again
    if (times.size() > most) times.resize(most);
    refused_at = from;
    ++refused_;
    return times;
  }
  length_before_ = to - from;
  moved_before_.resize(first.size());
  for (std::size_t k = 0; k < first.size(); ++k) moved_before_[k] = std::fabs(last[k] - first[k]);
  return times;
}

// In a box of states that is far larger than what a step that turns back would need. Others are looked at where steps are long.
bool BumpWatch::may_move(expr::Enclosure& f, double from, Vec first, double to, Vec last) {
  constexpr double wide = 2;
  box_.clear();
  double low = 0, high = 0;
  for (const int number : f.leaves()) {
    const Bumps::Leaf& leaf = bumps_.leaves_[static_cast<std::size_t>(number)];
    if (number == 0) {
      low = from;
      high = to;
    } else if (leaf.state < 0) {
      return long_;
    } else {
      const auto k = static_cast<std::size_t>(leaf.state);
      const double before = moved_before_.empty() ? 0 : moved_before_[k] * (to - from) / length_before_,
                   margin = wide * (std::fabs(last[k] - first[k]) + before);
      low = std::min(first[k], last[k]) - margin;
      high = std::max(first[k], last[k]) + margin;
    }
    box_.push_back({low, high});
  }
  const expr::Interval there = f.run(0, box_, parameters_)[0];
  return moved_before_.empty() ||
         !(there.high - there.low <= small_ * std::min(std::fabs(there.low), std::fabs(there.high)));
}

void BumpWatch::observe(double t) {
  if (t == observed_) return;
  state_.resize(static_cast<std::size_t>(step_->size()));
  slope_.resize(state_.size());
  step_->at(t, state_);
  step_->slope(t, slope_);
  observe_(t, state_, slope_, reported_);
  observed_ = t;
}

double BumpWatch::value(std::size_t number, double t) {
  const Bumps::Leaf& leaf = bumps_.leaves_[number];
  if (leaf.column < 0) return t;
  if (leaf.state < 0) {
    observe(t);
    return reported_[static_cast<std::size_t>(leaf.column)];
  }
  return step_->at(t, static_cast<std::size_t>(leaf.state));
}

// Leaves are as good as parabolas within a part of a step.
expr::Interval BumpWatch::range(expr::Enclosure& f, const Stretch& part) {
  constexpr double margin = 0.25;
  box_.clear();
  const double middle = 0.5 * (part.from + part.to);
  for (const int number : f.leaves()) {
    const auto leaf = static_cast<std::size_t>(number);
    if (leaf == 0 || part.from == part.to) {
      box_.push_back({value(leaf, part.from), value(leaf, part.to)});
      continue;
    }
    const double a = value(leaf, part.from), m = value(leaf, middle), b = value(leaf, part.to),
                 bend = margin * std::fabs(a - 2 * m + b);
    box_.push_back({std::min({a, m, b}) - bend, std::max({a, m, b}) + bend});
  }
  return f.run(0, box_, parameters_)[0];
}

// Most functions that move are known by the box of the step's points.
void BumpWatch::look_into(expr::Enclosure& f, std::vector<double>& times) {
  constexpr int parts = 16, most_looks = 3000;
  constexpr double jump = 1e-12, much = 0.02;  // of its range
  const double from = step_->from(), to = step_->to();
  const double first = range(f, {from, from}).low, last = range(f, {to, to}).low;
  const Ends ends{first, last, small_};
  const auto rises_or_falls = [&](expr::Enclosure& of) {
    constexpr int points = 8;
    double before = first;
    for (int k = 1; k <= points; ++k) {
      const double t = k == points ? to : from + k * (to - from) / points, here = range(of, {t, t}).low;
      if (!((here - before) * (last - first) >= 0)) return false;
      before = here;
    }
    return true;
  };
  box_.clear();
  for (const int number : f.leaves()) {
    const int state = bumps_.leaves_[static_cast<std::size_t>(number)].state;
    if (number == 0 || state >= 0) box_.push_back(around_points(*step_, state));
  }
  if (box_.size() == f.leaves().size()) {
    const expr::Interval there = f.run(0, box_, parameters_)[0];
    if (ends.rest(there) || (ends.far_apart(there) && rises_or_falls(f))) return;
  }
  std::vector<Stretch> whole;
  double low = std::min(first, last), high = std::max(first, last);
  for (int k = 0; k < parts; ++k) {
    whole.push_back({from + k * (to - from) / parts, from + (k + 1) * (to - from) / parts});
    const expr::Interval here = range(f, whole.back());
    low = std::min(low, here.low);
    high = std::max(high, here.high);
  }
  if (!std::isfinite(high - low) || ends.rest({low, high})) return;
  const auto moves = [&](double part) {
    return where_it_moves(whole, part * (high - low), jump * std::max(std::fabs(to), to - from), most_looks,
                          [&](const Stretch& here) { return range(f, here); });
  };
  const double edge = much * (to - from);
  for (const Stretch& core : moves(much)) {
    if (core.to - core.from > short_part * (to - from) || core.from <= from + edge || core.to >= to - edge)
      continue;
    add_ends(core, times);
    for (const Stretch& all : moves(small_))
      if (all.from <= core.from && core.to <= all.to) add_ends(all, times);
  }
}

// Whole numbers among what calls give.
const std::vector<double>& BumpWatch::counted(double t) {
  for (const std::size_t leaf : bumps_.of_calls_)
    if (const int column = bumps_.leaves_[leaf].column; column >= 0)
      reported_[static_cast<std::size_t>(column)] = value(leaf, t);
  const double* in[] = {&t, reported_.data()};
  double* out[] = {results_.data()};
  calls_->run(0, in, out);
  for (double& each : results_)
    if (each != std::floor(each)) each = no_count;
  return results_;
}

// A step over one jump is what an error test is for.
void BumpWatch::look_at_calls(std::vector<double>& times) {
  constexpr int parts = 8, most = 2000;
  constexpr std::size_t several = 2;
  constexpr double narrow = 1e-12;
  const double from = step_->from(), to = step_->to(), least = narrow * std::max(std::fabs(to), to - from);
  struct End {
    double t;
    std::vector<double> counts;
  };
  const bool of_states = std::ranges::all_of(bumps_.of_calls_, [&](std::size_t leaf) {
    return bumps_.leaves_[leaf].column < 0 || bumps_.leaves_[leaf].state >= 0;
  });
  if (!of_states && !long_) return;
  std::vector<End> open;  // later ones first
  for (int k = parts; k > 0; --k) {
    const double t = from + (to - from) * k / parts;
    open.push_back({t, counted(t)});
  }
  End here{from, counted(from)};
  std::vector<double> jumps;
  for (int looks = 0; !open.empty() && looks < most;) {
    const bool jump = jumps_between(here.counts, open.back().counts);
    if (!jump || open.back().t - here.t <= least) {
      if (jump) jumps.push_back(open.back().t);
      here = std::move(open.back());
      open.pop_back();
      continue;
    }
    ++looks;
    const double middle = 0.5 * (here.t + open.back().t);
    open.push_back({middle, counted(middle)});
  }
  if (jumps.size() >= several) times.insert(times.end(), jumps.begin(), jumps.end());
}

}  // namespace trammel::pipeline
