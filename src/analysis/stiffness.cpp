#include "analysis/stiffness.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/decompositions.hpp"
#include "linalg/solver.hpp"

namespace trammel::analysis {
namespace {

// v -> A v of z' = A z: with F^(c)(z, X) = 0 for the tops X, dX/dz = −F_X⁻¹ F_z, and z' is made of z and X.
// Components are measured by their nominal values: eigenvalues do not know units, their rounding errors do.
class Linearization {
 public:
  explicit Linearization(const TopSystem& top) {
    for (std::size_t k = 0; k < top.states.size(); ++k) {
      const auto [j, l] = top.states[k];
      top_of_.push_back(l + 1 < top.tops[j].second ? -1 : j);
      unit_.push_back(top.nominal[k]);
    }
    if (top.numbers.finite()) factor(top.numbers.J(), static_cast<int>(top.tops.size()));
  }

  bool known() const { return solver_ != nullptr; }
  Eigen::Index size() const { return static_cast<Eigen::Index>(top_of_.size()); }

  Eigen::VectorXd operator()(const Eigen::VectorXd& v) {
    std::fill(top_.begin(), top_.end(), 0.0);
    for (int k = 0; k < J_.pattern->columns; ++k)
      if (k < size())
        for (int p = J_.pattern->start[k]; p < J_.pattern->start[k + 1]; ++p)
          top_[J_.pattern->row[p]] -= J_.value[p] * unit_[k] * v[k];
    solver_->solve(top_);
    Eigen::VectorXd result(size());
    for (Eigen::Index k = 0; k < size(); ++k)
      result[k] = (top_of_[k] < 0 ? unit_[k + 1] * v[k + 1] : top_[top_of_[k]]) / unit_[k];
    return result;
  }

 private:
  void factor(const linalg::SparseMatrix& J, int tops) {
    J_ = J;
    linalg::Pattern right{J.pattern->rows, tops, {0}, {}};
    std::vector<double> value;
    for (int k = static_cast<int>(size()); k < J.pattern->columns; ++k) {
      for (int p = J.pattern->start[k]; p < J.pattern->start[k + 1]; ++p) {
        right.row.push_back(J.pattern->row[p]);
        value.push_back(J.value[p]);
      }
      right.start.push_back(right.nonzeros());
    }
    linalg::SparseMatrix J_X(std::make_shared<const linalg::Pattern>(std::move(right)));
    J_X.value = std::move(value);
    auto solver = linalg::make_solver(J_X.pattern);
    if (solver->factor(J_X) >= 0) return;
    solver_ = std::move(solver);
    top_.resize(static_cast<std::size_t>(tops));
  }

  std::vector<int> top_of_;  // per state: the unknown whose top derivative is its rate, or -1: the next state
  std::vector<double> unit_;  // per state
  linalg::SparseMatrix J_;
  std::unique_ptr<linalg::LinearSolver> solver_;
  std::vector<double> top_;
};

// The same numbers on every machine, in no direction in particular.
Eigen::VectorXd any_direction(Eigen::Index n) {
  Eigen::VectorXd v(n);
  std::uint32_t state = 1;
  for (double& x : v) {
    state = state * 1664525u + 1013904223u;
    x = 0.5 + static_cast<double>(state) / 4294967296.0;
  }
  return v.normalized();
}

}  // namespace

// Ritz values of a Krylov space: all eigenvalues for small systems, the outermost ones for large ones. These
// converge first: of very large systems, whose basis would not fit into caches (orthogonalizing 60 vectors
// took a third of all instructions of the analysis of a ladder, and more than half of its cache misses), 20
// vectors give the size of the fastest one to a few per cent, which is all that the choice of a method asks
// for.
std::optional<double> fastest_decay(const TopSystem& top, double length, AlongInvariants* along) {
  constexpr double dies_early = 50;  // e^-50 at the end
  constexpr Eigen::Index very_large = 1000;
  Linearization A(top);
  if (!A.known() || A.size() == 0) return std::nullopt;
  const Eigen::Index m = std::min<Eigen::Index>(A.size(), A.size() > very_large ? 20 : 60);
  Eigen::MatrixXd V(A.size(), m), H = Eigen::MatrixXd::Zero(m, m);
  Eigen::VectorXd first = any_direction(A.size());
  if (along) along->project(first);
  if (!(first.norm() > 0)) return std::nullopt;
  V.col(0) = first.normalized();
  Eigen::Index dimension = m;
  for (Eigen::Index k = 0; k < m; ++k) {
    Eigen::VectorXd w = A(V.col(k));
    if (along) along->project(w);
    if (!w.allFinite()) return std::nullopt;
    const double before = w.norm();
    double left = before;
    for (int again = 0; again < 2; ++again) {  // twice is enough; once, if no more than a digit cancels
      const Eigen::VectorXd c = V.leftCols(k + 1).transpose() * w;
      w -= V.leftCols(k + 1) * c;
      H.col(k).head(k + 1) += c;
      const double cancelled = w.norm() / left;
      left *= cancelled;
      if (cancelled > 0.1) break;
    }
    if (k + 1 == m) break;
    if (left <= 1e-13 * before) {
      dimension = k + 1;
      break;
    }
    H(k + 1, k) = left;
    V.col(k + 1) = w / left;
  }
  constexpr double much_faster = 3;
  double fastest = 0, growth = 0;
  for (const auto& lambda : linalg::eigenvalues(Eigen::MatrixXd(H.topLeftCorner(dimension, dimension)))) {
    fastest = std::max(fastest, -lambda.real() * length > dies_early ? std::abs(lambda) : -lambda.real());
    growth = std::max(growth, lambda.real());
  }
  return fastest > much_faster * growth ? fastest : 0;
}

}  // namespace trammel::analysis
