#include "certify/sensitivity.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::certify {
namespace {

constexpr int settling = 8;       // steps in which the vector comes onto hidden constraints and turns
constexpr int counted = 16;       // steps whose growth counts
constexpr double fraction = 0.5;  // of the run's own step: 1/(1 - z) must stay near exp(z)
// A vector that only turns seems to grow or shrink by this exponent, depending on where it is looked at.
constexpr double turning = 1.5;

}  // namespace

Sensitivity::Sensitivity(Equations& equations)
    : equations_(equations), w_(equations.reported().size()),
      right_(static_cast<std::size_t>(equations.variables())), next_(right_.size()) {
  reset();
}

void Sensitivity::reset() {
  begun_ = given_up_ = false;
  exponent_ = largest_ = rate_ = 0;
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
  std::ranges::fill(right_, 0.0);
  for (int c = 0; c < p.columns; ++c) {
    if (reported[c].order == 0 || reported[c].variable < 0) continue;
    double past = 0, power = h;  // what the values before give to the derivative of this order
    for (int q = reported[c].below; q >= 0; q = reported[q].below, power *= h) past += w_[q] / power;
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (p.row[k] < equations_.variables()) right_[p.row[k]] += J.value[k] * past;
  }
  if (!filter.solve_again(right_, next_)) return false;
  for (std::size_t c = 0; c < reported.size(); ++c) {
    if (reported[c].order != 0 || reported[c].variable < 0) continue;
    double value = next_[reported[c].variable] * sizes[reported[c].variable];
    for (int q = static_cast<int>(c); q >= 0 && reported[q].above >= 0; q = reported[q].above) {
      const double rate = (value - w_[q]) / h;
      w_[q] = value;
      value = rate;
    }
  }
  return true;
}

void Sensitivity::see(double t, double h, Vec values, Vec sizes, Filter& filter, double since) {
  if (given_up_) return;
  const double step = fraction * h;
  if (!filter.prepare(t, step, values, sizes)) return;
  double before = 0;
  for (int k = 0; k < settling + counted; ++k) {
    if (k == settling) before = norm(sizes);
    given_up_ = given_up_ || !advance(step, sizes, filter);
  }
  const double after = norm(sizes);
  if (given_up_ || !(before > 0) || !(after > 0) || !std::isfinite(after)) {
    given_up_ = true;
    return;
  }
  double growth = std::log(after / before);
  growth = growth > turning ? growth - turning : growth < -turning ? growth + turning : 0;
  rate_ = growth / (counted * step);
  exponent_ = std::max(0.0, exponent_ + rate_ * (t - (begun_ ? t_ : since)));
  largest_ = std::max(largest_, exponent_);
  t_ = t;
  begun_ = true;
  for (double& w : w_) w /= after;
}

// Since the last look errors are taken to grow as they did there.
double Sensitivity::amplification(double t_end) const {
  if (!begun_) return 0;
  return std::exp(std::min(std::max(largest_, exponent_ + rate_ * (t_end - t_)), 600.0));
}

}  // namespace trammel::certify
