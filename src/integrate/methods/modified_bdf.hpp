// integrate/methods/modified_bdf.hpp: modified BDF for second-order forms, variable step and order.
//
// Error estimates are of the method's own order: with D_m the m-th derivative of the polynomial through the
// last m+1 positions and E = Π (t_n − t_{n−i}), order k errs in a step by about
//
//   E/(c_0 (k+1)!) D_{k+1}  in x,      E/(c_0 (k+1)!) D_{k+2}  in x'.                                 (1)
//
// Positions are smooth where velocities, which are differences of them, jump with the step by O(h^k): no
// velocity enters (1). With ordinary weights positions jump too, and x alone is tested. Multipliers and other
// algebraic unknowns have no memory and are not tested.
//
// A change of step or order is made only if the formulas of the 2k+1 equal steps that follow have moderate
// weights and companion matrices with a bounded product (LevelFormula::admits).
#pragma once

#include "integrate/level_bdf.hpp"

namespace trammel::integrate {

class ModifiedBdf : public Stepper {
 public:
  ModifiedBdf(Instance& instance, bool modified, int highest_order);

  int size() const override { return core_.x().size(); }
  void restart(double t, Vec y, Vec slope) override;
  void set_scale(Vec scale) override;
  void set_tolerance(double rtol) override { core_.newton().set_tolerance(rtol); }
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override;
  std::span<const char> tested() const override { return tested_; }
  void accepted(double t, Vec y, bool moved) override;
  double next_step(double h, double error) override;
  void polynomial(Vec theta, Out values) override {
    const auto n = static_cast<std::size_t>(size());
    for (std::size_t k = 0; k < theta.size(); ++k) dense(theta[k], values.subspan(k * n, n));
  }
  void end_slope(Out slope) const override;
  void equations_changed() override { core_.newton().forget(); }
  Attempt slope(double t, Vec y, Out yp) override;
  Trouble trouble() const override;
  const LevelBdf& core() const { return core_; }

 private:
  void dense(double theta, Out y) const;
  // The estimate (1) in units of the tolerance for order k, infinite if it cannot be formed; `error` per
  // component, if asked for.
  double estimate(int k, Out error);
  double after_success(double h);
  double after_failure(double h, double error);
  struct Plan {
    int order;
    double h;
  };
  Plan admitted(double h, double ratio, int k, double least) const;

  LevelBdf core_;
  bool modified_;
  int highest_;
  std::vector<char> tested_;
  std::vector<double> scale_, unknown_scale_, start_slope_, difference_, error_;
  int order_ = 1, attempt_order_ = 1;
  int since_change_ = 0;  // steps with this length and order
  double last_h_ = 0, t_before_ = 0;
  int last_order_ = 0, failures_ = 0;
  bool starting_ = true, first_ = true, pending_ = false;
  mutable std::vector<double> new_, old_;
};

}  // namespace trammel::integrate
