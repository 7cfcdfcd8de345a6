// integrate/newton.hpp: when a simplified Newton iteration has converged, and when it never will; and the
// norm it is watched in.
//
// A simplified iteration x <- x - J⁻¹ F(x) with a J that is not quite right converges linearly: each change Δ
// is about θ times the one before. So the error that is left is θ/(1-θ) |Δ|, and two changes tell whether it
// will ever be small enough. Two tests of this kind are in use, because step and order control of two
// families were tuned with them: ContractionWatch (RADAU5's: θ from the last two changes) for Runge-Kutta
// methods and mebdf, MeanRateWatch (DASSL's: the mean since the first change) for the BDF. Both measure in
// units of the tolerance. Read [HW96, IV.8] first.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "integrate/method.hpp"

namespace trammel::integrate {

enum class NewtonVerdict { go_on, converged, diverged };

// The outcome of an iteration that has ended; none while it goes on.
inline std::optional<Attempt> ended(NewtonVerdict verdict) {
  if (verdict == NewtonVerdict::go_on) return {};
  return verdict == NewtonVerdict::converged ? Attempt{} : Attempt{Attempt::diverged, -1};
}

// How far an iteration goes.
struct Convergence {
  // The error that is left, in units of the tolerance. RADAU5 asks for min(0.03, rtol'^½) of the tolerance
  // rtol' that it makes of the user's rtol; in units of rtol itself that is 0.03 for all of them. [HW96,
  // IV.8]
  double enough = 0.03;
  // The rate is taken for at least this much, however fast the first two iterations seemed: what the first
  // one moves at index 2 and 3 is mostly the guess of multipliers, which enter linearly, and the rest
  // converges more slowly (slider crank at 1e-3: from 2100 to 3.4, accepted, and 25 away from the
  // constraints).
  double least_rate = 0;
  // At index 2 and 3 the first iteration moves multipliers by O(1) and the second moves them back: that is no
  // divergence.
  bool patient = false;
};

// Where RADAU5 has no number of its own. Those about rounding follow from what a residual of a few hundred
// terms loses. The others were read off the IVP test set; on 45 other models, values three to ten times as
// large or small change the mean work by 2.3 % at most (docs/constants.md).
struct ContractionNumbers {
  double rounding_kept = 10;       // eps: what an iteration cannot get below
  double rounding_seen = 1000;     // eps: below this, no contraction means rounding
  double tight = 1e-8;             // rtol from which rounding may stop an iteration within the tolerance
  int extra = 40;                  // iterations at constant steps, where no smaller one comes to help
  double least_old_rate = 1e-3;    // of another step; its 0.8th power is RADAU5's
  double least_stage_rate = 4e-3;  // of another stage of the same step: 1e-3 to the power 0.8
  double back_and_forth = 10;      // θ up to which a second change may be multipliers coming back
};

// [HW96, IV.8]: stop when the error that the contraction predicts, θ/(1−θ)·|Δ|, is below `enough`; give up
// when the iterations that are left cannot reach it.
class ContractionWatch {
 public:
  static constexpr int iterations = 7;  // RADAU5's
  // Less than rounding leaves cannot be asked for.
  void set_tolerance(double rtol, bool constant_steps, const Convergence& convergence) {
    constexpr double eps = std::numeric_limits<double>::epsilon();
    const double enough = constant_steps ? Convergence{}.enough : convergence.enough;
    enough_ = std::max(number.rounding_kept * eps / rtol, enough);
    rounding_ = number.rounding_seen * eps / rtol;
    stagnation_ = rtol < number.tight ? 1 : 0;
    extra_ = constant_steps ? number.extra : 0;
    least_rate_ = convergence.least_rate;
    patient_ = convergence.patient;
  }
  void forget() { rate_ = 1; }  // a new start: nothing is known about the contraction
  // `anew`: a step begins, and not only its next stage.
  void begin(int most = iterations, bool anew = true) {
    most_ = most + extra_;
    count_ = 0;
    theta_ = 0;
    shrink_ = 0.5;
    // A rate that was seen elsewhere vouches for a first iteration only so far: where the equations switch to
    // another branch (water tube), the change that looks like the last one is the first.
    rate_ = anew ? std::pow(std::max(rate_, number.least_old_rate), 0.8)
                 : std::max(rate_, number.least_stage_rate);
  }
  NewtonVerdict add(double norm) {
    ++count_;
    if (count_ > 1) {
      const double ratio = norm / previous_;
      theta_ = count_ == 2 ? ratio : std::sqrt(ratio * previous_ratio_);
      previous_ratio_ = ratio;
      if (patient_ && count_ == 2 && theta_ > 0.5 && theta_ < number.back_and_forth) {
        previous_ratio_ = std::min(previous_ratio_, 0.9);
        previous_ = norm;
        return NewtonVerdict::go_on;
      }
      if (!(theta_ < 0.99)) return norm <= rounding_ ? NewtonVerdict::converged : hopeless(norm);
      rate_ = std::max(theta_ / (1 - theta_), least_rate_);
      const int left = most_ - 1 - count_;
      double reached = rate_ * norm / enough_;
      for (int i = 0; i < left; ++i) reached *= theta_;
      if (left < 0) reached /= theta_;
      if (reached >= 1 && norm > rounding_) {
        shrink_ = 0.8 * std::pow(std::clamp(reached, 1e-4, 20.0), -1.0 / (4 + left));  // [HW96, (IV.8.13)]
        return hopeless(norm);
      }
    }
    previous_ = std::max(norm, std::numeric_limits<double>::min());
    if (rate_ * norm <= enough_) return NewtonVerdict::converged;
    return count_ >= most_ ? NewtonVerdict::diverged : NewtonVerdict::go_on;
  }
  int count() const { return count_; }
  double theta() const { return theta_; }    // 0 after a single iteration
  double shrink() const { return shrink_; }  // how much smaller a step would converge

 private:
  static constexpr ContractionNumbers number = {};

  // No contraction. Iterations that go to and fro by less than the tolerance show rounding, though: where
  // charges hide a higher index it grows like 1/h, and no smaller step would help (adding unit at 1e-10, in
  // steps of 1e-8 behind a kink).
  NewtonVerdict hopeless(double norm) {
    if (!(norm <= stagnation_)) return NewtonVerdict::diverged;
    previous_ = std::max(norm, std::numeric_limits<double>::min());
    return count_ < most_ ? NewtonVerdict::go_on : NewtonVerdict::converged;
  }

  double enough_ = 0.03, rounding_ = 0, stagnation_ = 0, rate_ = 1, least_rate_ = 0, theta_ = 0,
         previous_ = 0, previous_ratio_ = 0, shrink_ = 0.5;
  int count_ = 0, most_ = iterations, extra_ = 0;
  bool patient_ = false;
};

// [BCP96, 5.2.2]: four iterations; ρ/(1−ρ)·|Δ| ≤ a fraction of the tolerance; give up at ρ > 0.9. The rate of
// an earlier step serves as long as its matrix does.
class MeanRateWatch {
 public:
  static constexpr int iterations = 4;
  // DASSL asks for 0.33. What is left stands in the differences for k+1 steps; at index 2 and 3 it is divided
  // by h and h² besides. On other models, 0.003 in place of `strict` takes a third less work (docs/constants.md).
  static constexpr double usual = 0.1, strict = 0.01;
  void set_enough(double enough) { enough_ = enough; }
  void forget() { factor_ = 100; }
  void begin() {
    count_ = 0;
    factor_ = std::max(factor_, 0.01);  // as above: an old rate vouches only so far
  }
  NewtonVerdict add(double norm) {
    ++count_;
    if (count_ == 1) {
      first_ = norm;
    } else {
      const double rate = std::pow(norm / first_, 1.0 / (count_ - 1));
      if (!(rate <= 0.9)) return NewtonVerdict::diverged;
      factor_ = rate / (1 - rate);
    }
    if (factor_ * norm <= enough_) return NewtonVerdict::converged;
    return count_ >= iterations ? NewtonVerdict::diverged : NewtonVerdict::go_on;
  }

 private:
  int count_ = 0;
  double enough_ = usual, factor_ = 100, first_ = 0;
};

// Weighted root mean square. An unknown of index level l is measured in units that grow like h^(1−l): its
// round-off does (λ of an index-3 mechanism is known to eps/h² at best). It is never left out. [HW96,
// VII] The weight of the error test does not change.
class NewtonNorm {
 public:
  explicit NewtonNorm(const system::Residual& residual) : scale_(residual.size(), 1.0), inverse_(scale_) {
    for (int j = 0; j < residual.size(); ++j) level_.push_back(residual.level(j));
  }
  void set_scale(Vec scale) {
    std::ranges::copy(scale, scale_.begin());
    h_ = 0;
  }
  void set_step(double h) {
    if (h == h_) return;
    h_ = h;
    const double small = std::min(1.0, h);
    for (std::size_t j = 0; j < scale_.size(); ++j) {
      inverse_[j] = 1 / scale_[j];
      for (int l = 1; l < level_[j]; ++l) inverse_[j] *= small;
    }
  }
  double square_sum(Vec x) const {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) sum += (x[j] * inverse_[j]) * (x[j] * inverse_[j]);
    return sum;
  }
  Vec weights() const { return inverse_; }  // what square_sum multiplies by
  double operator()(Vec x) const {
    return x.empty() ? 0 : std::sqrt(square_sum(x) / static_cast<double>(x.size()));
  }
  Vec scale() const { return scale_; }
  // The component that counts most in the norm of x, -1 if all are zero or one is not finite.
  int worst(Vec x) const {
    int at = -1;
    double largest = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      if (const double size = std::fabs(x[j] * inverse_[j]); !(size <= largest)) {
        largest = size;
        at = static_cast<int>(j);
      }
    return at;
  }

 private:
  std::vector<int> level_;
  std::vector<double> scale_, inverse_;
  double h_ = 0;
};

// Weighted root mean square over the tested unknowns (empty: all).
inline double tested_norm(Vec x, Vec scale, std::span<const char> tested) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!tested.empty() && !tested[i]) continue;
    const double ratio = x[i] / scale[i];
    sum += ratio * ratio;
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / count);
}

// Which unknowns enter the error test: index level 1. The estimate for the others does not go to zero with h.
inline std::vector<char> tested_unknowns(const system::Residual& residual) {
  std::vector<char> tested;
  bool all = true;
  for (int j = 0; j < residual.size(); ++j) {
    tested.push_back(residual.tested(j));
    all = all && tested.back();
  }
  return all ? std::vector<char>{} : tested;
}

}  // namespace trammel::integrate
