#include "certify/sensitivity.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::certify {
namespace {

constexpr int settling = 4;             // steps in which the vector comes onto hidden constraints and turns
constexpr int counted = 16;             // steps whose growth counts
constexpr double fraction = 0.5;        // of the run's own step: 1/(1 - z) must stay near exp(z)
constexpr double short_fraction = 0.1;  // and of one that is too long for that
constexpr int many_counted = 160;
// A vector that only turns seems to grow or shrink by this exponent, depending on where it is looked at.
constexpr double turning = 1.5;
// Part of the run so far over which a speed is averaged: what is reported within a short jump is not what
// digits are for.
constexpr double that_count = 0.1;
constexpr double alike = 4;       // speeds of an ordinary oscillation differ by as much
constexpr double nothing = 1e-9;  // of a vector, when the motion was taken out of it: it had its direction
constexpr int pieces = 8;         // of a step, where the vector is carried all the way
constexpr double turning_on_the_way = 0.7;

struct Finer {
  std::vector<double> fractions;  // of the run's own step
  int counted;
};

// A vector that turns from a position into a velocity and back seems to grow and to shrink by turns: so means
// over the last few steps are compared, and what has not grown by more than turning leaves of them is taken
// to have turned.
void note_growth(double exponent, double& smoothed, double& lowest, double& largest) {
  constexpr double newest = 0.2;
  smoothed += newest * (exponent - smoothed);
  lowest = std::min(lowest, smoothed);
  if (smoothed - lowest > turning_on_the_way) largest = std::max(largest, smoothed - lowest);
}

}  // namespace

Sensitivity::Sensitivity(Equations& equations)
    : equations_(equations), w_(equations.reported().size()),
      right_(static_cast<std::size_t>(equations.variables())), next_(right_.size()) {
  rates_.reserve(w_.size());
  for (std::size_t c = 0; c < w_.size(); ++c) {
    const Reported& reported = equations.reported()[c];
    if (reported.variable < 0) continue;
    if (reported.order > 0) rates_.push_back(static_cast<int>(c));
  }
  reset();
}

void Sensitivity::reset() {
  begun_ = given_up_ = carried_ = false;
  exponent_ = largest_ = rate_ = smoothed_ = lowest_ = 0;
  steps_ = looks_ = 0;
  slowest_ = speed_ = 0;
  shifted_ = 1;
  begin_anywhere();
}

void Sensitivity::begin_anywhere() {
  std::uint64_t seed = 0x9E3779B97F4A7C15u;  // any vector that is special to no model
  for (double& w : w_) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    w = 0.5 + static_cast<double>(seed >> 11) / 9007199254740992.0;
    if (seed & 1024u) w = -w;
  }
}

// In units of what is there: a small variable that only stays would hide all others.
void Sensitivity::begin_anywhere(Vec value_sizes) {
  begin_anywhere();
  for (std::size_t c = 0; c < w_.size(); ++c)
    if (value_sizes[c] > 0) w_[c] *= value_sizes[c];
}

void Sensitivity::begin(const Place& start) {
  sizes_.assign(start.sizes.begin(), start.sizes.end());
  if (!equations_.autonomous()) return;
  seen_.assign(start.values.begin(), start.values.end());
  t_begin_ = t_seen_ = start.t;
  find_motion(start);
}

// The direction in which the run moves, and how fast: a part of the sizes per time.
void Sensitivity::find_motion(const Place& at) {
  const auto& reported = equations_.reported();
  motion_.assign(w_.size(), 0.0);
  double fastest = 0, squares = 0;
  bool known = true;
  for (std::size_t c = 0; c < w_.size(); ++c) {
    if (reported[c].above < 0 || reported[c].variable < 0) continue;
    const double rate = at.values[reported[c].above], size = at.value_sizes[c];
    known = known && (size > 0 || rate == 0);  // what begins at zero has no size yet
    if (!(size > 0)) continue;
    motion_[c] = rate / size;
    fastest = std::max(fastest, std::fabs(motion_[c]));
  }
  if (!(fastest > 0) || !std::isfinite(fastest)) return motion_.assign(w_.size(), 0.0);
  for (const double part : motion_) squares += (part / fastest) * (part / fastest);
  for (double& part : motion_) part /= fastest * std::sqrt(squares);
  if (known && (slowest_ == 0 || fastest < slowest_)) slowest_ = fastest;
}

void Sensitivity::leave_motion(Vec value_sizes) {
  double along = 0;
  for (std::size_t c = 0; c < w_.size(); ++c)
    if (motion_[c] != 0) along += motion_[c] * w_[c] / value_sizes[c];
  for (std::size_t c = 0; c < w_.size(); ++c)
    if (motion_[c] != 0) w_[c] -= along * motion_[c] * value_sizes[c];
}

void Sensitivity::see_motion(const Place& at) {
  if (!equations_.autonomous() || seen_.empty() || !(at.t > t_seen_)) return;
  const auto& reported = equations_.reported();
  double way = 0;
  for (std::size_t c = 0; c < w_.size(); ++c)
    if (reported[c].above >= 0 && reported[c].variable >= 0 && at.value_sizes[c] > 0)
      way = std::max(way, std::fabs(at.values[c] - seen_[c]) / at.value_sizes[c]);
  const double passed = at.t - t_seen_;
  speed_ += (way / passed - speed_) * -std::expm1(-passed / (that_count * (at.t - t_begin_)));
  if (slowest_ > 0 && std::isfinite(speed_)) shifted_ = std::max(shifted_, speed_ / (alike * slowest_));
  seen_.assign(at.values.begin(), at.values.end());
  t_seen_ = at.t;
  find_motion(at);
}

double Sensitivity::norm(Vec sizes) const {
  double largest = 0;
  for (std::size_t c = 0; c < w_.size(); ++c)
    if (const Reported& r = equations_.reported()[c]; r.order == 0 && r.above >= 0 && r.variable >= 0)
      largest = std::max(largest, std::fabs(w_[c]) / sizes[r.variable]);
  return largest;
}

bool Sensitivity::advance(double h, Vec sizes, Filter& filter) {
  const auto& reported = equations_.reported();
  const linalg::SparseMatrix& J = filter.jacobian();
  const linalg::Pattern& p = *J.pattern;
  const int n = equations_.variables();
  const double per_step = 1 / h;
  std::ranges::fill(right_, 0.0);
  for (const int c : rates_) {
    double past = 0, power = per_step;  // what the values before give to the derivative of this order
    for (int q = reported[c].below; q >= 0; q = reported[q].below, power *= per_step) past += w_[q] * power;
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (p.row[k] < n) right_[p.row[k]] += J.value[k] * past;
  }
  if (!filter.solve_again(right_, next_)) return false;
  for (std::size_t c = 0; c < reported.size(); ++c) {
    if (reported[c].order != 0 || reported[c].above < 0 || reported[c].variable < 0) continue;
    double value = next_[reported[c].variable] * sizes[reported[c].variable];
    int q = static_cast<int>(c);
    for (; reported[q].above >= 0; q = reported[q].above) {
      const double rate = (value - w_[q]) * per_step;
      w_[q] = value;
      value = rate;
    }
    w_[q] = value;
  }
  return true;
}

void Sensitivity::carry(double t, double h, Vec values, Vec sizes, Filter& filter) {
  if (given_up_ || !filter.prepare(t, h / pieces, values, sizes)) return;
  const double before = norm(sizes_);
  for (int k = 0; k < pieces && !given_up_; ++k) given_up_ = !advance(h / pieces, sizes, filter);
  const double after = norm(sizes);
  given_up_ = given_up_ || !(before > 0) || !(after > 0) || !std::isfinite(after);
  if (given_up_) return;
  const auto& reported = equations_.reported();
  for (std::size_t c = 0; c < w_.size(); ++c)  // algebraic unknowns follow
    if (reported[c].order == 0 && reported[c].above < 0 && reported[c].variable >= 0)
      w_[c] = next_[reported[c].variable] * sizes[reported[c].variable];
  for (double& w : w_) w /= after;
  sizes_.assign(sizes.begin(), sizes.end());
  begun_ = carried_ = true;
  t_ = t;
  exponent_ += std::log(after / before);
  note_growth(exponent_, smoothed_, lowest_, largest_);
}

void Sensitivity::pass(double later, Vec before, Vec after, const std::vector<int>& set) {
  constexpr double hardly = 1e-6;  // of its size
  if (!carried_ || !std::isfinite(later)) return;
  const auto& reported = equations_.reported();
  const double length = norm(sizes_);
  std::vector<double> w = w_;
  for (std::size_t c = 0; c < w_.size(); ++c) {
    if (reported[c].above < 0 || reported[c].variable < 0) continue;
    const auto up = static_cast<std::size_t>(reported[c].above);
    double moved = w_[c] + before[up] * later;
    // What is set follows from what it was, in proportion: v = -e*pre(v).
    if (std::ranges::find(set, static_cast<int>(c)) != set.end() &&
        std::fabs(before[c]) > hardly * sizes_[static_cast<std::size_t>(reported[c].variable)])
      moved *= after[c] / before[c];
    w[c] = moved - after[up] * later;
  }
  w_.swap(w);
  const double now = norm(sizes_);
  if (!(now > 0) || !std::isfinite(now)) {
    w_.swap(w);
    return;
  }
  exponent_ += std::log(now / length);
  for (double& each : w_) each /= now;
}

// The growth of the vector with the equations of this point, in some steps, as a rate; none: the steps cannot be made.
std::optional<double> Sensitivity::growth(const Place& at, double step, int count, bool normal,
                                          Filter& filter) {
  if (!filter.prepare(at.t, step, at.values, at.sizes)) return {};
  const Vec sizes = at.sizes;
  double before = 0;
  int done = 0;
  for (int k = 0; k < settling + count; ++k) {
    if (k == settling) before = norm(sizes);
    given_up_ = !advance(step, sizes, filter);
    if (given_up_) return {};
    if (normal) leave_motion(at.value_sizes);
    done = k + 1 - settling;
    // What has not grown by half of what turning does after half of the steps is taken to have turned, and
    // what has not grown by a quarter of it after a quarter of many.
    const bool half = done == count / 2, quarter = count == many_counted && done == count / 4;
    if ((half || quarter) && std::fabs(std::log(norm(sizes) / before)) < (half ? 0.5 : 0.25) * turning) break;
  }
  const double after = norm(sizes);
  given_up_ = !(before > 0) || !(after > 0) || !std::isfinite(after);
  if (given_up_) return {};
  const double grown = std::log(after / before);
  return (grown > turning ? grown - turning : grown < -turning ? grown + turning : 0) / (done * step);
}

void Sensitivity::see(const Place& at, const Way& way, Filter& filter) {
  see_motion(at);
  if (given_up_) return;
  const Vec sizes = at.sizes;
  const bool normal = equations_.autonomous() && way.implicit;
  if (!begun_) begin_anywhere(at.value_sizes);
  if (normal) {
    const double whole = norm(sizes);
    leave_motion(at.value_sizes);
    if (!(norm(sizes) > nothing * whole)) {  // there may be no other direction
      begin_anywhere();
      begun_ = true;
      t_ = at.t;
      steps_ = way.steps;
      return;
    }
  }
  const std::vector<double> kept = w_;
  std::optional<double> rate = growth(at, fraction * way.h, counted, normal, filter);
  // Steps may be longer than the time in which errors grow, and 1/(1 - z) fades beyond z = 2. Explicit
  // methods feel that. Implicit ones step over what grows as they step over what decays: a laser stays dark
  // above its threshold. There each try costs a factorization, so not every look asks.
  const Finer finer = way.implicit ? Finer{{0.05, 0.005}, counted} : Finer{{short_fraction}, many_counted};
  ++looks_;
  if (way.implicit && looks_ > 3 && looks_ % 8 != 0) return take(rate, at, way, normal);
  for (const double part : finer.fractions) {
    if (!rate || *rate > 0) break;
    const std::vector<double> found = w_;
    // What long implicit steps have left of the vector holds nothing that grows as fast any more.
    if (way.implicit)
      begin_anywhere(at.value_sizes);
    else
      w_ = kept;
    const std::optional<double> grown = growth(at, part * way.h, finer.counted, normal, filter);
    given_up_ = false;
    if (grown && *grown > 0)
      rate = grown;
    else
      w_ = found;
  }
  take(rate, at, way, normal);
}

void Sensitivity::take(std::optional<double> rate, const Place& at, const Way& way, bool normal) {
  const Vec sizes = at.sizes;
  if (!rate) return;
  rate_ = *rate;
  double passed = at.t - (begun_ ? t_ : way.since);
  // Rates of a jump that takes a millionth of the time since the last look count for the steps since then.
  if (normal) passed = std::min(passed, way.h * static_cast<double>(way.steps - steps_));
  exponent_ = std::max(0.0, exponent_ + rate_ * passed - outgrown(sizes));
  largest_ = std::max(largest_, exponent_);
  sizes_.assign(sizes.begin(), sizes.end());
  t_ = at.t;
  steps_ = way.steps;
  normal_ = normal;
  begun_ = true;
  const double length = norm(sizes);
  for (double& w : w_) w /= length;
}

double Sensitivity::outgrown(Vec sizes) const {
  const double before = norm(sizes_), after = norm(sizes);
  return before > 0 && after > 0 ? std::max(0.0, std::log(before / after)) : 0;
}

// Since the last look errors are taken to grow as they did there.
double Sensitivity::amplification(double t_end, Vec sizes, Vec own, double h, long steps) const {
  if (!begun_) return 0;
  if (carried_) return std::exp(std::min(largest_, 600.0));
  const double tested = norm(sizes), beyond = tested > 0 ? std::max(1.0, norm(own) / tested) : 1;
  const double passed = normal_ ? std::min(t_end - t_, h * static_cast<double>(steps - steps_)) : t_end - t_;
  const double exponent = std::max(largest_, exponent_ + rate_ * passed - outgrown(sizes));
  return beyond * std::max(std::exp(std::min(exponent, 600.0)), shifted_);
}

// Implicit Euler turns a rate of growth r into a factor 1/(1 - r h), which tells r where r h is neither small
// nor larger than 1: one of the steps tried is of that length.
double Sensitivity::own_rate(int variable, double t, double longest, Vec values, Vec sizes, Filter& filter) {
  constexpr int tried = 16, iterations = 12;
  constexpr double finer = 4, least = 1.1, most = 20;
  const std::vector<double> kept = w_;
  const auto& reported = equations_.reported();
  double rate = 0, h = longest;
  for (int k = 0; k < tried; ++k, h /= finer) {
    if (!filter.prepare(t, h, values, sizes)) continue;
    std::ranges::fill(w_, 0.0);
    for (std::size_t c = 0; c < w_.size(); ++c)
      if (reported[c].variable == variable && reported[c].order == 0)
        w_[c] = sizes[static_cast<std::size_t>(variable)];
    double factor = 0;
    for (int i = 0; i < iterations; ++i) {
      const std::vector<double> before = w_;
      const double size = norm(sizes);
      if (!(size > 0) || !advance(h, sizes, filter)) break;
      factor = 0;
      for (std::size_t c = 0; c < w_.size(); ++c) {  // of its largest part
        const Reported& r = reported[c];
        if (r.order == 0 && r.above >= 0 && r.variable >= 0 &&
            std::fabs(before[c]) / sizes[static_cast<std::size_t>(r.variable)] > 0.999 * size)
          factor = w_[c] / before[c];
      }
    }
    if (factor > least && factor < most) rate = std::max(rate, (1 - 1 / factor) / h);
    if (k == 0 && factor > 0 && factor < 1) break;  // it fades: shorter steps tell nothing else
  }
  w_ = kept;
  return rate;
}

}  // namespace trammel::certify
