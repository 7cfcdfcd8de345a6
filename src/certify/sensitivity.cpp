#include "certify/sensitivity.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::certify {
namespace {

constexpr int settling = 4;       // steps in which the vector comes onto hidden constraints and turns
constexpr int counted = 16;       // steps whose growth counts
constexpr double fraction = 0.5;  // of the run's own step: 1/(1 - z) must stay near exp(z)
// A vector that only turns seems to grow or shrink by this exponent, depending on where it is looked at.
constexpr double turning = 1.5;
constexpr int pieces = 8;  // of a step, where the vector is carried all the way
constexpr double turning_on_the_way = 0.7;

// A vector that turns from a position into a velocity and back seems to grow and to shrink by turns: so means over the last
// few steps are compared, and what has not grown by more than turning leaves of them is taken to have turned.
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
  std::uint64_t seed = 0x9E3779B97F4A7C15u;  // any vector that is special to no model
  for (double& w : w_) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    w = 0.5 + static_cast<double>(seed >> 11) / 9007199254740992.0;
    if (seed & 1024u) w = -w;
  }
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
  begin(sizes);
  begun_ = carried_ = true;
  t_ = t;
  exponent_ += std::log(after / before);
  note_growth(exponent_, smoothed_, lowest_, largest_);
}

void Sensitivity::pass(double later, Vec before, Vec after, const std::vector<int>& set) {
  constexpr double nothing = 1e-6;  // of its size
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
        std::fabs(before[c]) > nothing * sizes_[static_cast<std::size_t>(reported[c].variable)])
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

void Sensitivity::see(double t, double h, Vec values, Vec sizes, Filter& filter, double since) {
  if (given_up_) return;
  const double step = fraction * h;
  if (!filter.prepare(t, step, values, sizes)) return;
  double before = 0;
  double after = 0;
  int steps = 0;
  for (int k = 0; k < settling + counted && !given_up_; ++k) {
    if (k == settling) before = norm(sizes);
    given_up_ = !advance(step, sizes, filter);
    steps = k + 1 - settling;
    // What has not grown by half of what turning does after half of the steps is taken to have turned.
    if (steps != counted / 2) continue;
    after = norm(sizes);
    if (std::fabs(std::log(after / before)) < 0.5 * turning) break;
  }
  after = norm(sizes);
  if (given_up_ || !(before > 0) || !(after > 0) || !std::isfinite(after)) {
    given_up_ = true;
    return;
  }
  double growth = std::log(after / before);
  growth = growth > turning ? growth - turning : growth < -turning ? growth + turning : 0;
  rate_ = growth / (steps * step);
  exponent_ = std::max(0.0, exponent_ + rate_ * (t - (begun_ ? t_ : since)) - outgrown(sizes));
  largest_ = std::max(largest_, exponent_);
  begin(sizes);
  t_ = t;
  begun_ = true;
  for (double& w : w_) w /= after;
}

double Sensitivity::outgrown(Vec sizes) const {
  const double before = norm(sizes_), after = norm(sizes);
  return before > 0 && after > 0 ? std::max(0.0, std::log(before / after)) : 0;
}

// Since the last look errors are taken to grow as they did there.
double Sensitivity::amplification(double t_end, Vec sizes) const {
  if (!begun_) return 0;
  if (carried_) return std::exp(std::min(largest_, 600.0));
  return std::exp(std::min(std::max(largest_, exponent_ + rate_ * (t_end - t_) - outgrown(sizes)), 600.0));
}

// Implicit Euler turns a rate of growth r into a factor 1/(1 - r h), which tells r where r h is neither small nor larger
// than 1: one of the steps tried is of that length.
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
  }
  w_ = kept;
  return rate;
}

}  // namespace trammel::certify
