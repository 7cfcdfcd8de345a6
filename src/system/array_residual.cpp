// system/array_residual.cpp: the index-1 part of a derivative array F .. F^(mu). [KM96; Wun05, section 2.1]
//
//   0 = Z1^T F(t, x, x'),   0 = Z2^T F_mu(t, x, y),   y = y(t, x) by minimum-norm steps
//
// Z2 spans what ∂F_mu/∂y does not reach, T2 the kernel of Z2^T ∂F_mu/∂x, Z1 the range of ∂F/∂x' T2. Zeros do
// not depend on which bases are taken, as long as they stay near these spaces, but Newton's iteration needs
// equations that do not change under it: so Z1 and Z2 are kept until the spaces have turned away. With Z the
// Z2 of another point, F_mu = Z Z^T F_mu there, and d(Z2^T F_mu)/dx = (Z2^T Z) Z^T ∂F_mu/∂x.
#include <algorithm>
#include <cmath>

#include "linalg/decompositions.hpp"
#include "system/array.hpp"

namespace trammel::system {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class ArrayResidual final : public Residual {
 public:
  ArrayResidual(const System& system, Counts& counts)
      : array_(system, counts), counts_(counts), n_(array_.n()), a_(array_.constraints()), d_(n_ - a_),
        pattern_(dense(n_)), lowest_(n_), jacobian_(n_, n_), by_x_(a_, n_),
        at_x_(static_cast<std::size_t>(n_)) {}

  void set_parameters(Vec values) override {
    array_.set_parameters(values);
    at_t_ = std::nan("");
  }
  int size() const override { return n_; }
  int order() const override { return 1; }
  int level(int /*unknown*/) const override { return 1; }
  int row_level(int /*row*/) const override { return 0; }
  int top(int unknown) const override { return array_.start().tops[static_cast<std::size_t>(unknown)]; }
  std::shared_ptr<const linalg::Pattern> pattern() const override { return pattern_; }

  void residual(double t, Levels x, Out r) override {
    const Vec at(x[0], static_cast<std::size_t>(n_));
    if ((!split_ && !split(t, at)) || !near(t, at)) {
      std::ranges::fill(r, std::nan(""));
      return;
    }
    array_.lowest(t, x[0], x[1], lowest_);
    Eigen::Map<VectorXd> out(r.data(), n_);
    out.head(d_) = Z1_.transpose() * lowest_;
    out.tail(a_) = Z2_.transpose() * array_.remainder();
  }

  void jacobian(double t, Levels x, Vec c, linalg::SparseMatrix& J) override {
    ++counts_.jacobian_evaluations;
    const Vec at(x[0], static_cast<std::size_t>(n_));
    if (!split(t, at)) {
      std::ranges::fill(J.value, std::nan(""));
      return;
    }
    array_.lowest_jacobian(t, x[0], x[1], c, jacobian_);
    Eigen::Map<MatrixXd> out(J.value.data(), n_, n_);
    out.topRows(d_) = linalg::times(Z1_.transpose(), jacobian_);
    out.bottomRows(a_) = c[0] * constraint_;
  }

 private:
  static std::shared_ptr<const linalg::Pattern> dense(int n) {
    std::vector<std::pair<int, int>> entries;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) entries.emplace_back(i, j);
    std::vector<std::uint32_t> position;
    return std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, entries, position));
  }

  // y(x). Far from where A was factored, the iteration may need a new one; the Z stay.
  Outcome near(double t, Vec x) {
    const Outcome outcome = array_.solve_nearby(t, x);
    return outcome ? outcome : array_.solve(t, x);
  }

  // The constraints linearized at x, and Z1 and Z2 if those that are there do not serve.
  Outcome split(double t, Vec x) {
    if (t == at_t_ && std::ranges::equal(x, at_x_)) return {};
    at_t_ = std::nan("");
    if (const Outcome outcome = array_.solve(t, x); !outcome) return outcome;
    const MatrixXd here = array_.corange();
    constraint_ = array_.hidden_by_x();
    by_x_.factor(constraint_, a_);
    constexpr double slope_only[2] = {0, 1};
    array_.lowest_jacobian(t, x.data(), array_.y().data(), slope_only, jacobian_);
    const MatrixXd range =
        d_ == 0 ? MatrixXd(n_, 0) : linalg::orthonormal(linalg::times(jacobian_, by_x_.kernel()));
    if (!split_ || turned(Z1_, range) || turned(Z2_, here)) {
      Z1_ = range;
      Z2_ = here;
    }
    constraint_ = linalg::times(Z2_.transpose(), here, constraint_);
    split_ = true;
    at_t_ = t;
    std::ranges::copy(x, at_x_.begin());
    return {};
  }

  // Whether a direction in the span of B has little left in that of A; both orthonormal.
  static bool turned(const MatrixXd& A, const MatrixXd& B) {
    if (A.cols() == 0) return false;
    constexpr double little = 0.7;  // a pivot is at most about the smallest cosine
    return linalg::qr_pivot_sizes(linalg::times(A.transpose(), B))[A.cols() - 1] < little;
  }

  ArraySolver array_;
  Counts& counts_;
  int n_, a_, d_;
  std::shared_ptr<const linalg::Pattern> pattern_;
  MatrixXd Z1_, Z2_, constraint_;
  VectorXd lowest_;
  MatrixXd jacobian_;
  linalg::LeastNorm by_x_;
  bool split_ = false;          // there are Z1 and Z2 ...
  double at_t_ = std::nan("");  // ... from here
  std::vector<double> at_x_;
};

}  // namespace

std::unique_ptr<Residual> make_array_residual(const System& system, Counts& counts) {
  return std::make_unique<ArrayResidual>(system, counts);
}

}  // namespace trammel::system
