// integrate/methods/shake.cpp: SHAKE, the leapfrog method with constraints on the positions. [RCB77; HLW06,
// VII.1.4]
//
//   M (q₂ - 2 q₁ + q₀)/h² = f(q₁) - G(q₁)ᵀ λ₁,   g(q₂) = 0,   v₁ = (q₂ - q₀)/(2h)
//
// It looks one position ahead, which is where its velocity comes from; positions are those of RATTLE,
// velocities leave the constraints by O(h²).
#include <cmath>

#include "base/error.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/constrained.hpp"

namespace trammel::integrate {
namespace {

class Shake final : public Stepper {
 public:
  explicit Shake(Instance& instance)
      : Stepper(constrained_size(instance), constrained_tested(instance)), system_(instance),
        aside_(instance), n_(system_.size()), nx_(system_.nx()), ny_(system_.ny()), y0_(n_), y1_(n_),
        ahead_(2 * nx_), half_(nx_), next_half_(nx_), increment_(nx_ + ny_), right_(nx_ + ny_), top_(nx_),
        multiplier_(ny_) {
    if (!system_.view().separable())
      throw Error(Kind::usage,
                  "shake needs a mechanism with constant masses and forces that depend on positions alone",
                  {}, "use phem56");
  }

  void begin(const Begin& /*start*/) override { half_h_ = 0; }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    t_ = t;
    h_ = h;
    std::ranges::fill(error, 0.0);
    std::ranges::copy(y0, y0_.begin());
    std::ranges::copy(y0, y1.begin());
    if (half_h_ != h) {  // the first step, or another length: half a step with the velocity at hand
      if (const Attempt outcome = kick(t, h, 0.5 * h, y0, y0.subspan(nx_, nx_), half_); !outcome)
        return outcome;
      half_h_ = h;
    }
    for (int c = 0; c < nx_; ++c) y1[c] = y0[c] + h * half_[c];
    if (const Attempt outcome = kick(t + h, h, h, y1, half_, next_half_); !outcome) return outcome;
    for (int c = 0; c < nx_; ++c) y1[nx_ + c] = 0.5 * (half_[c] + next_half_[c]);
    for (int c = 0; c < ny_; ++c) y1[2 * nx_ + c] = increment_[nx_ + c] / h;
    std::ranges::copy(y1, y1_.begin());
    return {};
  }

  void accepted(const Accepted& /*step*/) override { std::swap(half_, next_half_); }

  void polynomial(Vec theta, Out values) override { aside_.polynomial(theta, t_, h_, y0_, y1_, values); }

  Attempt slope(double t, Vec y, Out yp) override {
    std::ranges::fill(yp, 0.0);
    if (const Attempt outcome = system_.accelerate(t, y, top_, multiplier_); !outcome) return outcome;
    system_.slopes(y, top_, yp);
    return {};
  }

 private:
  // after = before + w with M w + Gᵀ μ = weight f(q) at the point, and g(q + h after) = 0.
  Attempt kick(double t, double h, double weight, Vec point, Vec before, Out after) {
    constexpr int most_iterations = 60;
    system::Hessenberg& view = system_.view();
    if (const Attempt outcome = system_.factor(t, point, {}); !outcome) return outcome;
    view.force(t, system_.at(point), {}, Out(right_).first(nx_));
    for (int c = 0; c < nx_; ++c) right_[c] *= weight;
    std::ranges::copy(before, after.begin());
    std::ranges::fill(increment_, 0.0);
    double last = INFINITY;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      double size = 0;
      for (int c = 0; c < nx_; ++c) {
        ahead_[c] = point[c] + h * after[c];
        size = std::max(size, std::fabs(ahead_[c]));
      }
      Out lower = Out(right_).subspan(nx_);
      view.constraint(0, t + h, system_.at(ahead_), lower);
      for (double& g : lower) g /= -h;
      if (const Attempt outcome = system_.solve(right_); !outcome) return outcome;
      double moved = 0;
      for (int c = 0; c < nx_; ++c) {
        after[c] += right_[c];
        moved = std::max(moved, std::fabs(h * right_[c]));
      }
      for (int c = 0; c < nx_ + ny_; ++c) increment_[c] += right_[c];
      std::ranges::fill(right_, 0.0);
      if (!(moved < INFINITY)) return {Attempt::not_finite, -1};
      if (moved <= 1e-17 * size || (moved <= 1e-14 * size && moved >= last)) return {};
      last = moved;
    }
    return {Attempt::diverged, -1};
  }

  Constrained system_;
  ConstrainedAside aside_;
  int n_, nx_, ny_;
  std::vector<double> y0_, y1_, ahead_, half_, next_half_, increment_, right_, top_, multiplier_;
  double t_ = 0, h_ = 0,
         half_h_ = 0;  // half_h_: the step length for which the velocity half a step ahead is known
};

}  // namespace

Integrator shake() {
  return {{.name = "shake",
           .source = "RCB77",
           .order = 2,
           .dense_degree = 5,
           .takes = {Form::hessenberg},
           .max_index = 3,
           .summary = "SHAKE: leapfrog with position constraints, constant steps",
           .projected = false},
          [](Instance& instance) { return std::make_unique<Shake>(instance); }};
}

}  // namespace trammel::integrate
