#include "experiments/wun05_levels.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace trammel::experiments {
namespace {

using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

Real binomial(int n, int k) {
  Real result = 1;
  for (int i = 1; i <= k; ++i) result = result * static_cast<Real>(n - k + i) / static_cast<Real>(i);
  return result;
}
Real power(Real x, int n) {
  Real result = 1;
  for (int i = 0; i < n; ++i) result *= x;
  return result;
}

struct Point {
  std::vector<Plane> levels;
};

// The values of level 1 .. d at the last node from those of level 0 there and of all levels before.
std::vector<Plane> raise(const LevelWeights& weights, const std::vector<Point>& history, const Plane& y,
                         int d) {
  std::vector<Plane> levels = {y};
  for (int j = 0; j < d; ++j) {
    const std::vector<Real>& w = weights.weights()[j];
    Plane next{};
    for (int c = 0; c < 2; ++c) {
      next[c] = w[0] * levels[j][c];
      for (std::size_t i = 1; i < w.size(); ++i) next[c] += w[i] * history[history.size() - i].levels[j][c];
    }
    levels.push_back(next);
  }
  return levels;
}

// One step: Newton's method for (y, h^d λ), the equations of motion times h^d, with differences as its
// matrix.
Real solve_step(const TrackProblem& problem, const LevelWeights& weights, std::vector<Point>& history,
                Real lambda) {
  const Real t = weights.time(), h = t - weights.time(1), scale = power(h, problem.d);
  const auto residual = [&](const Vector& x) {
    std::vector<Plane> levels = raise(weights, history, {x[0], x[1]}, problem.d);
    const Plane top = levels.back();
    levels.pop_back();
    const Plane f = problem.f(t, levels, x[2] / scale);
    Vector r(3);
    r << scale * (top[0] - f[0]), scale * (top[1] - f[1]), x[0] * x[0] + x[1] * x[1] - 1;
    return r;
  };
  const Plane& before = history.back().levels[0];
  const Plane& slope = history.back().levels[1];
  Vector x(3);
  x << before[0] + h * slope[0], before[1] + h * slope[1], scale * lambda;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Vector r = residual(x);
    Matrix J(3, 3);
    for (int i = 0; i < 3; ++i) {
      Vector moved = x;
      moved[i] += 1e-9L;
      J.col(i) = (residual(moved) - r) / 1e-9L;
    }
    const Vector correction = J.partialPivLu().solve(r);
    x -= correction;
    if (correction.cwiseAbs().maxCoeff() < 1e-18L) break;
  }
  std::vector<Plane> levels = raise(weights, history, {x[0], x[1]}, problem.d);
  levels.pop_back();
  history.push_back({levels});
  return x[2] / scale;
}

void note(const TrackProblem& problem, Real t, const Plane& y, Real lambda, TrackErrors& into) {
  const Plane exact = problem.exact(t, 0);
  into.lambda.push_back(std::fabs(lambda - problem.lambda(t)));
  into.y.push_back(std::max(std::fabs(y[0] - exact[0]), std::fabs(y[1] - exact[1])));
}

}  // namespace

Real LevelWeights::functional(int level, const Node& node, Real about, int p) const {
  Real sum = 0;
  for (int r = 0; r <= p; ++r) sum += binomial(p, r) * power(node.t - about, p - r) * node.mu[level][r];
  return sum;
}

void LevelWeights::exact(Real t) {
  Node node{t, std::vector<std::array<Real, moments>>(levels_ + 1)};
  Real factorial = 1;
  for (int j = 0; j <= levels_; ++j) {
    node.mu[j].fill(0);
    node.mu[j][j] = factorial;
    factorial *= static_cast<Real>(j + 1);
  }
  nodes_.push_back(node);
}

void LevelWeights::step(Real t, int k) {
  const Real h = t - nodes_.back().t;
  Node node{t, std::vector<std::array<Real, moments>>(levels_ + 1)};
  node.mu[0].fill(0);
  node.mu[0][0] = 1;
  nodes_.push_back(node);
  weights_.clear();
  Real factorial = 1;
  for (int j = 0; j < levels_; ++j) {
    Node& last = nodes_.back();
    factorial *= static_cast<Real>(j + 1);
    if (!modified_ && j > 0) {
      weights_.push_back(weights_[0]);
    } else {
      Matrix A(k + 1, k + 1);
      Vector b = Vector::Zero(k + 1);
      for (int row = 0; row <= k; ++row)  // p = j + row, scaled by h^-row
        for (int i = 0; i <= k; ++i)
          A(row, i) = functional(j, nodes_[nodes_.size() - 1 - i], t, j + row) / power(h, row);
      b[1] = factorial / h;
      const Vector w = A.fullPivLu().solve(b);
      weights_.emplace_back(w.data(), w.data() + k + 1);
    }
    for (int r = 0; r < moments; ++r) {
      last.mu[j + 1][r] = 0;
      for (int i = 0; i <= k; ++i)
        last.mu[j + 1][r] += weights_[j][i] * functional(j, nodes_[nodes_.size() - 1 - i], t, r);
    }
  }
}

TrackProblem circular_track() {
  TrackProblem result;
  result.f = [](Real, const std::vector<Plane>& y, Real lambda) {
    return Plane{2 * y[0][1] + lambda * y[0][0], -2 * y[0][0] + lambda * y[0][1]};
  };
  result.exact = [](Real t, int derivative) {
    const Real s = std::sin(t * t), c = std::cos(t * t);
    if (derivative == 0) return Plane{s, c};
    if (derivative == 1) return Plane{2 * t * c, -2 * t * s};
    return Plane{2 * c - 4 * t * t * s, -2 * s - 4 * t * t * c};
  };
  result.lambda = [](Real t) { return -4 * t * t; };
  return result;
}

TrackProblem third_order() {
  TrackProblem result = circular_track();
  result.d = 3;
  result.f = [](Real t, const std::vector<Plane>& y, Real lambda) {
    const Real s = std::sin(t * t), c = std::cos(t * t), l = lambda + 4 * t * t;
    return Plane{-12 * t * s - 8 * t * t * t * c + l * y[0][0],
                 -12 * t * c + 8 * t * t * t * s + l * y[0][1]};
  };
  return result;
}

TrackErrors follow(const TrackProblem& problem, Real t0, const std::vector<Real>& steps,
                   const std::function<int(int)>& order, bool modified) {
  LevelWeights weights(problem.d, modified);
  weights.exact(t0);
  std::vector<Point> history(1);
  for (int j = 0; j < problem.d; ++j) history[0].levels.push_back(problem.exact(t0, j));
  TrackErrors errors;
  Real lambda = problem.lambda(t0), t = t0;
  for (std::size_t n = 1; n <= steps.size(); ++n) {
    t += steps[n - 1];
    weights.step(t, order(static_cast<int>(n)));
    lambda = solve_step(problem, weights, history, lambda);
    note(problem, t, history.back().levels[0], lambda, errors);
  }
  return errors;
}

TrackErrors follow_pure(const TrackProblem& problem, Real t0, const std::vector<Real>& steps, int k,
                        bool modified) {
  LevelWeights weights(problem.d, modified);
  weights.exact(t0);
  std::vector<Point> history(1);
  for (int j = 0; j < problem.d; ++j) history[0].levels.push_back(problem.exact(t0, j));
  TrackErrors errors;
  Real lambda = problem.lambda(t0), t = t0;
  for (int n = 1; n <= static_cast<int>(steps.size()); ++n) {
    t += steps[n - 1];
    weights.step(t, std::min(n, k));
    if (n < 2 * k) {
      std::vector<Plane> levels = raise(weights, history, problem.exact(t, 0), problem.d);
      levels.pop_back();
      history.push_back({levels});
      lambda = problem.lambda(t);
    } else {
      lambda = solve_step(problem, weights, history, lambda);
      note(problem, t, history.back().levels[0], lambda, errors);
    }
  }
  return errors;
}

}  // namespace trammel::experiments
