#include "pipeline/time_scale_gain.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "system/compile.hpp"

namespace trammel::pipeline {
namespace {

constexpr double parts_resolved = 10;  // parts of the time in which the Jacobian changes by itself

class TimeScaleGain {
 public:
  TimeScaleGain(Setup& setup, double span, bool capped)
      : setup_(setup), span_(span), capped_(capped), place_(setup.plan->place),
        invariants_(system::compile_invariants(setup.plan->reference->dae,
                                               setup.plan->reference->system.state(),
                                               {.engine = program::Engine::vm})
                        ->copy(setup.parameters)),
        z_(place_.size()), nominal_(nominal_of(system::Instance(setup.plan->reference->system).ode())) {
    if (std::ranges::any_of(place_, [](int at) { return at < 0; }) || place_.empty())
      throw Error(Kind::usage,
                  "the time scale of the constraints needs a run whose state holds all of theirs", {},
                  "give gamma as a number");
    H_.pattern = invariants_->pattern();
    H_.value.resize(H_.pattern->row.size());
    largest_.resize(static_cast<std::size_t>(invariants_->rows()));
  }

  bool choose(double t, Vec y) {
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = y[static_cast<std::size_t>(place_[i])];
    invariants_->jacobian(t, z_, H_);
    double rate = 1 / span_;
    const double h = t - last_t_;
    if (h > 0) rate = std::max(rate, rate_over(h));
    remember();
    last_t_ = t;
    double gamma = parts_resolved * rate;
    if (capped_ && h > 0) gamma = std::min(gamma, 1 / h);
    if (gamma < 1.2 * gamma_ && gamma > gamma_ / 1.2) return false;
    gamma_ = gamma;
    for (const model::RunTimeParameter& gain : setup_.plan->dae.run_time)
      setup_.instance->set_parameter(gain.id, gamma);
    return true;
  }

 private:
  // The largest of |dH_i/dt| / |H_i| over the constraints as written, |H_i| being the largest so far: a row
  // that vanishes in a singular configuration has no time scale of its own.
  double rate_over(double h) const {
    std::vector<double> changed(largest_.size(), 0.0);
    for (int j = 0; j < H_.pattern->columns; ++j)
      for (int k = H_.pattern->start[j]; k < H_.pattern->start[j + 1]; ++k)
        changed[static_cast<std::size_t>(H_.pattern->row[k])] +=
            std::fabs(H_.value[k] - last_[static_cast<std::size_t>(k)]) *
            nominal_[static_cast<std::size_t>(j)];
    double rate = 0;
    for (std::size_t i = 0; i < changed.size(); ++i)
      if (invariants_->written(static_cast<int>(i)) && largest_[i] > 0)
        rate = std::max(rate, changed[i] / (h * largest_[i]));
    return rate;
  }
  void remember() {
    last_.assign(H_.value.begin(), H_.value.end());
    std::vector<double> size(largest_.size(), 0.0);
    for (int j = 0; j < H_.pattern->columns; ++j)
      for (int k = H_.pattern->start[j]; k < H_.pattern->start[j + 1]; ++k)
        size[static_cast<std::size_t>(H_.pattern->row[k])] +=
            std::fabs(H_.value[k]) * nominal_[static_cast<std::size_t>(j)];
    for (std::size_t i = 0; i < size.size(); ++i) largest_[i] = std::max(largest_[i], size[i]);
  }

  Setup& setup_;
  double span_;
  bool capped_;
  std::vector<int> place_;
  std::unique_ptr<system::Invariants> invariants_;
  linalg::SparseMatrix H_;
  std::vector<double> z_, nominal_, last_, largest_;
  double last_t_ = INFINITY, gamma_ = 0;
};

}  // namespace

integrate::Recoordinate with_time_scale_gain(Setup& setup, double span, bool explicit_method,
                                             integrate::Recoordinate before) {
  if (!(setup.plan->how.gamma < 0) || setup.plan->dae.run_time.empty()) return before;
  const auto gain = std::make_shared<TimeScaleGain>(setup, span, explicit_method);
  return [gain, before = std::move(before)](double t, Vec y) {
    const bool other = before && before(t, y);
    return gain->choose(t, y) || other;
  };
}

}  // namespace trammel::pipeline
