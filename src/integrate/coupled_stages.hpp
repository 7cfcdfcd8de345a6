// integrate/coupled_stages.hpp: the coupled stages of an implicit Runge-Kutta method of collocation type.
//
//   F(t + c_i h, y0 + Z_i, Y'_i) = 0,   h Y' = A⁻¹ Z                                                    (1)
//
// Simplified Newton on Z, as in RADAU5 [HW96, IV.8]: in the basis of the eigenvectors of A⁻¹ it needs one
// real and some complex matrices dF/dy + (λ/h) dF/dy' of the size of the system, not one of s times that
// size. When these serve, when the iteration has converged and who is to blame is decided here; see
// stage_solver.hpp.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "integrate/collocation_rule.hpp"
#include "integrate/stage_mix.hpp"
#include "integrate/stage_solver.hpp"

namespace trammel::integrate {

class CoupledStages final : public StageSolver {
 public:
  CoupledStages(Instance& instance, int most);  // `most` stages

  void begin(const Begin& start, const Convergence& convergence);
  // From now on; its factors are yet to be made. Crossing: one stage, solved carefully.
  void use(const CollocationRule& rule, bool crossing = false);
  void equations_changed() override { jacobian_known_ = false; }
  Attempt verify(double t, Vec y, Vec slope) override;
  Trouble trouble() const override;

  // (1), from the Z that `guess` fills in. A Jacobian is evaluated at t, `at` and the slope there. One that is
  // not fresh gets the blame first.
  template <class Guess>
  Attempt step(double t, double h, Vec y0, Vec at, Vec slope, Guess&& guess) {
    begin_step(h);
    if (crossing()) {
      guess();
      return cross_one(t, y0);
    }
    for (bool again = false;; again = true) {
      if (const Attempt outcome = prepare(t, at, slope); !outcome) return outcome;
      guess();
      const Attempt outcome = newton(t, y0);
      if (outcome.verdict != Attempt::diverged || fresh_ || again) return outcome;
      jacobian_known_ = false;
    }
  }
  void accepted(double t);
  bool obstacle_stands() const { return obstacle_.stands(); }

  Out Z() { return Z_; }
  Vec Z() const { return Z_; }
  void swap_Z(std::vector<double>& other) { std::swap(Z_, other); }
  Out stage(int i) { return part(Z_, i); }
  Vec slopes() const { return slopes_; }  // Y', one after the other
  Vec slope(int i) const { return Vec(slopes_).subspan(static_cast<std::size_t>(i) * n_, n_); }
  // x <- (dF/dy + γ/h dF/dy')⁻¹ x. Where no eigenvalue is real, Re (dF/dy + λ/h dF/dy')⁻¹ (λ/γ) x with the
  // first pair, which needs no matrix of its own: on y' = z/h y it is (|λ|² − z Re λ)/((λ − z)(λ̄ − z)) times
  // x/γ, which is 1 at z = 0, goes to 0 at infinity and has no zero in Re z ≤ 0.
  void solve_estimate(Out x);
  void rounding(Vec y, Out result);  // of the terms of the equations, in each unknown

  const ContractionWatch& watch() const { return watch_; }
  bool factors_serve(double h) const { return jacobian_known_ && factored_h_ == h; }
  bool newly_factored() { return std::exchange(newly_factored_, false); }  // since it was asked last

 private:
  void begin_step(double h);
  Attempt prepare(double t, Vec at, Vec slope);
  Attempt factor();
  Attempt newton(double t, Vec y0);
  Attempt cross_one(double t, Vec y0);
  Attempt residuals(double t, Vec y0);
  double update();
  void find_slopes();
  Out part(std::vector<double>& all, int i) { return Out(all).subspan(static_cast<std::size_t>(i) * n_, n_); }

  const CollocationRule *rule_ = nullptr, *step_rule_ = nullptr;  // to come; of the attempted step
  std::vector<ComplexBlock> complex_;
  std::vector<double> Z_, slopes_, F_;
  std::array<double, most_stages * most_stages> to_slopes_{};  // A⁻¹/h
  double factored_h_ = 0;
  bool jacobian_known_ = false, newly_factored_ = false;
};

}  // namespace trammel::integrate
