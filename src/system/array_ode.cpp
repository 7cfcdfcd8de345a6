// system/array_ode.cpp: the underlying ODE of a derivative array F .. F^(nu), which determines x' by x
// whatever the structure says. [CM95; HW96, (VII.2.29)-(2.32)]
#include <algorithm>
#include <cmath>

#include "system/array.hpp"

namespace trammel::system {
namespace {

class ArrayOde final : public Ode {
 public:
  ArrayOde(const System& system, Counts& counts)
      : array_(system, counts), counts_(counts),
        top_(array_.start().y.begin(), array_.start().y.begin() + array_.n()),
        by_x_(array_.constraints(), array_.n()) {}

  void set_parameters(Vec values) override { array_.set_parameters(values); }
  int size() const override { return array_.n(); }
  const std::vector<Part>& state() const override { return array_.start().state; }
  double nominal(int component) const override { return array_.nominal(component); }
  Vec top() const override { return top_; }
  double condition() const override { return 0; }
  void weigh() override {}
  void guess(Vec top) override { array_.guess(top); }
  bool guesses() const override { return true; }
  void follow(std::shared_ptr<Chart> /*chart*/) override {}  // arrays are not offered with charts

  Outcome derivative(double t, Vec z, Out dz) override {
    if (const Outcome outcome = array_.solve(t, z); !outcome) return outcome;
    std::copy_n(array_.y().data(), top_.size(), top_.begin());
    std::ranges::copy(top_, dz.begin());
    return {};
  }

  int invariants() const override { return array_.constraints(); }
  void invariants(double t, Vec z, Out h) override {
    if (!array_.solve(t, z)) {
      std::ranges::fill(h, std::nan(""));
      return;
    }
    const Eigen::VectorXd hidden = array_.hidden();
    std::copy_n(hidden.data(), h.size(), h.begin());
  }

  // The smallest move, measured in nominal values, each step with F_nu linearized anew.
  Projection project(double t, Out z, Levels /*levels*/) override {
    constexpr int most_iterations = 8;
    constexpr double rounding = 2e-15, as_good_as_it_gets = 1e-10;
    Projection result;
    if (array_.constraints() == 0) return result;
    ++counts_.projections;
    double before = INFINITY;
    while (result.iterations < most_iterations) {
      ++result.iterations;
      result.outcome = array_.solve(t, z);
      if (!result.outcome) return result;
      const double moved = move(z, 1);
      // The next one would be moved^2 or less.
      const bool done = moved <= rounding || moved * moved <= 0.01 * rounding;
      if (done || (moved < as_good_as_it_gets && moved > 0.3 * before)) {
        counts_.projection_iterations += result.iterations;
        return result;
      }
      before = moved;
    }
    result.outcome = {Outcome::diverged, -1};
    return result;
  }

  Outcome stabilize(double t, Out z, double alpha, Levels /*levels*/) override {
    if (array_.constraints() == 0) return {};
    if (const Outcome outcome = array_.solve(t, z); !outcome) return outcome;
    ++counts_.projections;
    ++counts_.projection_iterations;
    return std::isfinite(move(z, alpha)) ? Outcome{} : Outcome{Outcome::not_finite, -1};
  }

 private:
  double move(Out z, double factor) {
    Eigen::MatrixXd C = array_.hidden_by_x();
    for (int j = 0; j < array_.n(); ++j) C.col(j) *= nominal(j);
    by_x_.factor(C, C.rows());
    const Eigen::VectorXd step = by_x_.solve(array_.hidden());
    double moved = 0;
    for (int j = 0; j < array_.n(); ++j) {
      const double by = nominal(j) * step[j];
      z[j] -= factor * by;
      const double part = std::fabs(by) / (std::fabs(z[j]) + nominal(j));
      if (!(part <= moved)) moved = part;
    }
    return moved;
  }

  ArraySolver array_;
  Counts& counts_;
  std::vector<double> top_;
  linalg::LeastNorm by_x_;
};

}  // namespace

std::unique_ptr<Ode> make_array_ode(const System& system, Counts& counts) {
  return std::make_unique<ArrayOde>(system, counts);
}

}  // namespace trammel::system
