// system/array_ode.cpp: the underlying ODE of a derivative array F .. F^(nu), which determines x' by x
// whatever the structure says. [CM95; HW96, (VII.2.29)-(2.32)]
//
// Either for all of x, moved onto the constraints after each step; or, as Campbell and Moore wrote it, for
// independent components x_b alone, x_b' = f_b(x_b), with x_a = φ_3(x_b) wherever a slope is asked for (2.30).
// The rows Z^T F_nu = 0 are the last block row of (2.31), and x_a belongs to its pivots D_5.
#include <algorithm>
#include <cmath>

#include "linalg/decompositions.hpp"
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
    if (array_.start().partition && array_.constraints() > 0) {
      lifted_.assign(z.begin(), z.end());
      if (const Outcome outcome = onto(t, lifted_).outcome; !outcome) return outcome;
      z = lifted_;
    }
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

  Projection project(double t, Out z, Levels /*levels*/) override {
    if (array_.constraints() == 0) return {};
    ++counts_.projections;
    if (array_.start().partition && array_.solve(t, z)) choose_dependent(scaled_jacobian(), 0.3);
    return onto(t, z);
  }

  Outcome stabilize(double t, Out z, double alpha, Levels /*levels*/) override {
    if (array_.constraints() == 0) return {};
    if (const Outcome outcome = array_.solve(t, z); !outcome) return outcome;
    ++counts_.projections;
    ++counts_.projection_iterations;
    return std::isfinite(move(z, alpha)) ? Outcome{} : Outcome{Outcome::not_finite, -1};
  }

 private:
  // The smallest move, measured in nominal values, or one of x_a alone; each step with F_nu linearized anew.
  Projection onto(double t, Out z) {
    constexpr int most_iterations = 8;
    constexpr double rounding = 2e-15, as_good_as_it_gets = 1e-10;
    Projection result;
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

  Eigen::MatrixXd scaled_jacobian() const {
    Eigen::MatrixXd C = array_.hidden_by_x();
    for (int j = 0; j < array_.n(); ++j) C.col(j) *= nominal(j);
    return C;
  }

  // The columns with the best pivots, unless those chosen before are still at least `serve` times as good.
  void choose_dependent(const Eigen::MatrixXd& C, double serve) {
    const linalg::QrPivots best = linalg::qr_pivots(C);
    const auto last = C.rows() - 1;
    if (!dependent_.empty()) {
      if (linalg::qr_pivots(columns_of(C)).size[last] >= serve * best.size[last]) return;
    }
    dependent_.assign(best.columns.begin(), best.columns.begin() + C.rows());
  }

  Eigen::MatrixXd columns_of(const Eigen::MatrixXd& C) const {
    Eigen::MatrixXd D(C.rows(), C.rows());
    for (Eigen::Index k = 0; k < C.rows(); ++k) D.col(k) = C.col(dependent_[static_cast<std::size_t>(k)]);
    return D;
  }

  Eigen::VectorXd correction(const Eigen::MatrixXd& C) {
    if (!array_.start().partition) {
      by_x_.factor(C, C.rows());
      return by_x_.solve(array_.hidden());
    }
    if (dependent_.empty()) choose_dependent(C, 0);
    const Eigen::VectorXd part = linalg::Lu(columns_of(C)).solve(array_.hidden());
    Eigen::VectorXd step = Eigen::VectorXd::Zero(C.cols());
    for (Eigen::Index k = 0; k < C.rows(); ++k) step[dependent_[static_cast<std::size_t>(k)]] = part[k];
    return step;
  }

  double move(Out z, double factor) {
    const Eigen::VectorXd step = correction(scaled_jacobian());
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
  std::vector<double> top_, lifted_;
  std::vector<int> dependent_;  // x_a
  linalg::LeastNorm by_x_;
};

}  // namespace

std::unique_ptr<Ode> make_array_ode(const System& system, Counts& counts) {
  return std::make_unique<ArrayOde>(system, counts);
}

}  // namespace trammel::system
