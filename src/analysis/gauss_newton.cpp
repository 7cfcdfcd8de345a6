#include "analysis/gauss_newton.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/decompositions.hpp"
#include "linalg/least_norm.hpp"

namespace trammel::analysis {
namespace {

constexpr int most_gauss_steps = 60, most_approaches = 30;
constexpr int largest_dense_system = 500;  // rows plus columns
constexpr int sparse_first = 200;          // from here on the sparse step, far cheaper, is tried first
constexpr double by_sparse = 0;            // as a threshold
constexpr double rounding = 1e-12;         // below this relative residual only full steps are tried
constexpr double good = 1e-10;             // relative residual with which a point counts as one of r = 0

}  // namespace

GaussNewton::GaussNewton(Numbers& numbers, double t, std::vector<double> nominal)
    : mobility(nominal), active(numbers.r().size(), 1), numbers_(numbers), t_(t),
      dense_(static_cast<int>(numbers.r().size() + nominal.size()) <= 2 * largest_dense_system),
      nominal_(std::move(nominal)), scale_(numbers.r().size(), 1.0) {}

double GaussNewton::error(const std::vector<double>& x) { return measure(x, nullptr); }

double GaussNewton::measure(const std::vector<double>& x, const std::vector<double>* target) {
  numbers_.evaluate(t_, x);
  numbers_.leave_out_infinite_slopes();
  std::ranges::fill(scale_, 0.0);
  const linalg::Pattern& p = *numbers_.J().pattern;
  const std::vector<double>& r = numbers_.r();
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      scale_[p.row[k]] += std::fabs(numbers_.J().value[k]) * std::max(std::fabs(x[j]), nominal_[j]);
  double worst = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    if (!(scale_[i] > 0)) scale_[i] = 1;
    if (!active[i]) continue;
    const double relative = std::fabs(r[i] - (target ? (*target)[i] : 0)) / scale_[i];
    if (!std::isfinite(relative) || !std::isfinite(scale_[i])) return INFINITY;
    worst = std::max(worst, relative);
  }
  return worst;
}

double GaussNewton::merit(const std::vector<double>* target) const {
  double sum = 0;
  for (std::size_t i = 0; i < frozen_.size(); ++i)
    if (active[i]) {
      const double relative = (numbers_.r()[i] - (target ? (*target)[i] : 0)) / frozen_[i];
      sum += relative * relative;
    }
  return std::isfinite(sum) ? std::sqrt(sum) : INFINITY;
}

// sin(pi)*v = 0 says nothing about v: a row that holds up to rounding, and that what may move changes by rounding
// only, asks for nothing.
void GaussNewton::leave_rounding(const std::vector<double>& x, std::vector<double>& rhs) const {
  std::vector<double> movable(rhs.size(), 0.0);
  const linalg::Pattern& p = *numbers_.J().pattern;
  for (int j = 0; j < p.columns; ++j)
    if (mobility[j] > 0)
      for (int k = p.start[j]; k < p.start[j + 1]; ++k)
        movable[p.row[k]] += std::fabs(numbers_.J().value[k]) * std::max(std::fabs(x[j]), nominal_[j]);
  for (std::size_t i = 0; i < rhs.size(); ++i)
    if (std::fabs(rhs[i]) <= rounding * scale_[i] && movable[i] <= rounding * scale_[i]) rhs[i] = 0;
}

double GaussNewton::solve(std::vector<double>& x, const std::vector<double>* target) {
  double error = measure(x, target);
  std::vector<double> rhs(scale_.size()), s(x.size()), next(x.size());
  for (int iteration = 0; iteration < most_gauss_steps && error > 0 && std::isfinite(error); ++iteration) {
    frozen_ = scale_;
    const double before = merit(target);
    for (std::size_t i = 0; i < rhs.size(); ++i) rhs[i] = (target ? (*target)[i] : 0) - numbers_.r()[i];
    leave_rounding(x, rhs);
    const std::vector<double> base = rhs;
    bool moved = false;
    for (const double threshold :
         {by_sparse, 1e-11, 1e-5, 1e-2}) {  // a nearly singular direction is left out if need be
      if (threshold == by_sparse && !sparse_pays()) continue;
      measure(x, target);
      step(base, threshold, s);
      double next_error = INFINITY, damping = 1;
      for (; damping > 1e-3; damping *= error < rounding ? 0 : 0.5) {
        for (std::size_t k = 0; k < x.size(); ++k) next[k] = x[k] + damping * s[k];
        next_error = measure(next, target);
        if (std::isfinite(next_error) && merit(target) <= (1 - 0.1 * damping) * before) break;
      }
      if (damping <= 1e-3) {
        if (!dense_ || error < rounding) break;
        continue;
      }
      x = next;
      error = next_error;
      moved = true;
      break;
    }
    if (!moved) return measure(x, target);
  }
  return error;
}

void GaussNewton::approach(std::vector<double>& x, const std::vector<double>& wish) {
  const auto distance = [&](const std::vector<double>& at) {
    double sum = 0;
    for (std::size_t k = 0; k < at.size(); ++k)
      if (mobility[k] > 0) sum += std::pow((at[k] - wish[k]) / mobility[k], 2);
    return std::sqrt(sum);
  };
  const int most = dense_ ? most_approaches : 3;
  double now = distance(x);
  std::vector<double> rhs(scale_.size()), s(x.size()), next;
  for (int iteration = 0; iteration < most && now > 0; ++iteration) {
    if (!(measure(x, nullptr) <= good)) return;
    // s = d + p with d = wish − x and the smallest p for which J (d + p) = −r: the linearized nearest point.
    const linalg::Pattern& p = *numbers_.J().pattern;
    for (std::size_t i = 0; i < rhs.size(); ++i) rhs[i] = -numbers_.r()[i];
    for (int j = 0; j < p.columns; ++j)
      if (mobility[j] > 0)
        for (int k = p.start[j]; k < p.start[j + 1]; ++k)
          rhs[p.row[k]] -= numbers_.J().value[k] * (wish[j] - x[j]);
    step(rhs, sparse_pays() ? by_sparse : 1e-11, s);
    bool better = false;
    for (double damping = 1; damping > 0.1 && !better; damping *= 0.5) {
      next = x;
      for (std::size_t k = 0; k < x.size(); ++k)
        if (mobility[k] > 0) next[k] += damping * (s[k] + wish[k] - x[k]);
      better = solve(next) <= good && distance(next) < (1 - 1e-6) * now;
    }
    if (!better) break;
    const double moved = now - distance(next);
    x = next;
    now -= moved;
    if (moved < 1e-12 * now) break;
  }
  measure(x, nullptr);
}

double GaussNewton::homotopy(std::vector<double>& x) {
  if (!std::isfinite(measure(x, nullptr))) return INFINITY;
  const std::vector<double> first = numbers_.r();
  std::vector<double> target(first.size()), next;
  double s = 0;
  for (double ds = 0.25; s < 1;) {
    const double to = std::min(1.0, s + ds);
    for (std::size_t i = 0; i < first.size(); ++i) target[i] = (1 - to) * first[i];
    next = x;
    if (solve(next, &target) <= good) {
      x = next;
      s = to;
      ds *= 2;
    } else if ((ds *= 0.5) < 1e-3) {
      break;
    }
  }
  return error(x);
}

bool GaussNewton::sparse_pays() const {
  return !dense_ || static_cast<int>(scale_.size() + nominal_.size()) > sparse_first;
}

void GaussNewton::step(const std::vector<double>& rhs, double threshold, std::vector<double>& s) {
  if (dense_ && threshold != by_sparse)
    dense_step(rhs, threshold, s);
  else
    sparse_step(rhs, s);
}

double GaussNewton::solve_of_rank(std::vector<double>& x, int rank) {
  constexpr int most_rank_steps = 30;
  std::vector<double> rhs(scale_.size()), s(x.size());
  double error = measure(x, nullptr);
  for (int iteration = 0; iteration < most_rank_steps && std::isfinite(error); ++iteration) {
    for (std::size_t i = 0; i < rhs.size(); ++i) rhs[i] = -numbers_.r()[i];
    dense_step(rhs, 0, s, rank);
    std::vector<double> next = x;
    for (std::size_t k = 0; k < x.size(); ++k) next[k] += s[k];
    const double after = measure(next, nullptr);
    if (!(after < 0.9 * error)) break;
    x = std::move(next);
    error = after;
  }
  return measure(x, nullptr);
}

// `rank`: of the rows, where it is known; else what `threshold` makes of them.
void GaussNewton::dense_step(const std::vector<double>& rhs, double threshold, std::vector<double>& s,
                             int rank) const {
  const auto m = static_cast<Eigen::Index>(scale_.size()), n = static_cast<Eigen::Index>(s.size());
  if (n == 0) return;  // nothing can move: what is left of the right-hand side stays
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(m, n);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(m);
  const linalg::Pattern& p = *numbers_.J().pattern;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      if (active[p.row[k]]) A(p.row[k], j) = numbers_.J().value[k] / scale_[p.row[k]] * mobility[j];
  for (Eigen::Index i = 0; i < m; ++i)
    if (active[i]) b[i] = rhs[i] / scale_[i];
  Eigen::VectorXd y;
  if (rank < 0) {
    y = linalg::least_squares(A, b, threshold);
  } else {
    linalg::LeastNorm factors(m, n);
    (void)factors.factor(A, std::min({static_cast<Eigen::Index>(rank), m, n}));
    y = factors.solve(b);
  }
  for (Eigen::Index k = 0; k < n; ++k) s[k] = y[k] * mobility[k];
}

// Diagonal, then per entry of the Jacobian its two places, then the lower diagonal.
void GaussNewton::lay_out_kkt() {
  const linalg::Pattern& p = *numbers_.J().pattern;
  const int n = p.columns, m = p.rows;
  std::vector<std::pair<int, int>> at;
  at.reserve(static_cast<std::size_t>(n + m) + 2 * p.row.size());
  for (int j = 0; j < n; ++j) {
    at.emplace_back(j, j);
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) {
      at.emplace_back(n + p.row[k], j);
      at.emplace_back(j, n + p.row[k]);
    }
  }
  for (int i = 0; i < m; ++i) at.emplace_back(n + i, n + i);
  kkt_ =
      linalg::SparseMatrix(std::make_shared<linalg::Pattern>(linalg::make_pattern(n + m, n + m, at, place_)));
  solver_ = linalg::make_sparse_lu(kkt_.pattern);
}

// The same through [I Aᵀ; A −εI], A the scaled Jacobian: sparse, cost linear for chains and networks.
void GaussNewton::sparse_step(const std::vector<double>& rhs, std::vector<double>& s) {
  if (!solver_) lay_out_kkt();
  const linalg::Pattern& p = *numbers_.J().pattern;
  const int n = p.columns, m = p.rows;
  auto next = place_.begin();
  for (int j = 0; j < n; ++j) {
    kkt_.value[*next++] = 1;
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) {
      const int i = p.row[k];
      const double v = active[i] ? numbers_.J().value[k] / scale_[i] * mobility[j] : 0;
      kkt_.value[*next++] = v;
      kkt_.value[*next++] = v;
    }
  }
  std::ranges::fill(s, 0.0);
  // Rows that depend on each other at this point need more of ε; the step is then a little shorter.
  for (const double epsilon : {1e-14, 1e-11, 1e-8}) {
    auto diagonal = next;
    for (int i = 0; i < m; ++i) kkt_.value[*diagonal++] = active[i] ? -epsilon : -1;
    if (solver_->factor(kkt_) >= 0) continue;
    std::vector<double> x(static_cast<std::size_t>(n + m), 0.0);
    for (int i = 0; i < m; ++i) x[n + i] = active[i] ? rhs[i] / scale_[i] : 0;
    solver_->solve(x);
    if (!std::ranges::all_of(x, [](double v) { return std::isfinite(v); })) continue;
    for (int j = 0; j < n; ++j) s[j] = x[j] * mobility[j];
    return;
  }
}

}  // namespace trammel::analysis
