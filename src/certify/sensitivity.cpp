#include "certify/sensitivity.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::certify {
namespace {

constexpr int settling = 3;       // steps in which a vector comes onto the hidden constraints of index 3
constexpr int counted = 2;        // steps whose growth counts
constexpr double fraction = 0.25;  // of the run's own step: 1/(1 - z) is near exp(z)

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

// The sizes of states measure the vector; unknowns without a derivative follow from them.
bool Sensitivity::advance(double h, Vec sizes, Filter& filter, double& growth) {
  const auto& reported = equations_.reported();
  const linalg::SparseMatrix& J = filter.jacobian();
  const linalg::Pattern& p = *J.pattern;
  std::ranges::fill(right_, 0.0);
  for (int c = 0; c < p.columns; ++c) {
    if (reported[c].order == 0 || reported[c].variable < 0) continue;
    double past = 0, power = h;  // what the values before give to the derivative of this order
    for (int q = reported[c].below; q >= 0; q = reported[q].below, power *= h)
      past += w_[q] * sizes[reported[c].variable] / power;
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (p.row[k] < equations_.variables()) right_[p.row[k]] += J.value[k] * past;
  }
  if (!filter.solve_again(right_, next_)) return false;
  double before = 0, after = 0;
  for (std::size_t c = 0; c < reported.size(); ++c) {
    if (reported[c].order != 0 || reported[c].variable < 0) continue;
    double value = next_[reported[c].variable];  // of this order, in units of the size
    for (int q = static_cast<int>(c); q >= 0 && reported[q].above >= 0; q = reported[q].above) {
      if (q == static_cast<int>(c)) {
        before = std::max(before, std::fabs(w_[q]));
        after = std::max(after, std::fabs(value));
      }
      const double rate = (value - w_[q]) / h;
      w_[q] = value;
      value = rate;
    }
  }
  growth = before > 0 ? after / before : 0;
  return std::isfinite(growth) && growth > 0;
}

void Sensitivity::see(double t, double h, Vec values, Vec sizes, Filter& filter) {
  if (given_up_) return;
  const double step = fraction * h;
  const bool first = !begun_;
  if (!filter.prepare(t, step, values, sizes)) {
    given_up_ = first;
    return;
  }
  double growth = 1, sum = 0;
  for (int k = 0; k < (first ? settling : 0) + counted; ++k) {
    if (!advance(step, sizes, filter, growth)) {
      given_up_ = true;
      return;
    }
    if (k >= (first ? settling : 0)) sum += std::log(growth);
  }
  const double rate = sum / (counted * step);
  if (begun_) exponent_ += 0.5 * (rate + rate_) * (t - t_);
  largest_ = std::max(largest_, exponent_);
  rate_ = rate;
  t_ = t;
  begun_ = true;
  double norm = 0;
  for (const double w : w_) norm = std::max(norm, std::fabs(w));
  if (norm > 1e100 || norm < 1e-100)
    for (double& w : w_) w /= norm;
}

double Sensitivity::amplification() const {
  return begun_ ? std::exp(std::min(largest_, 600.0)) : 0;
}

}  // namespace trammel::certify
