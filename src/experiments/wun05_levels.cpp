#include "experiments/wun05_levels.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "integrate/level_formula.hpp"
#include "linalg/elimination.hpp"

namespace trammel::experiments {
namespace {

using integrate::LevelFormula;
using History = std::vector<std::vector<Plane>>;  // per node, per level

// Level 0 .. d at the node of the formula from level 0 there and all levels before.
std::vector<Plane> raise(const LevelFormula& formula, const History& history, const Plane& y, int d) {
  std::vector<Plane> levels = {y};
  for (int j = 0; j < d; ++j) {
    const Vec w = formula.weights(j);
    Plane next{};
    for (int c = 0; c < 2; ++c) {
      next[c] = w[0] * levels[j][c];
      for (std::size_t i = 1; i < w.size(); ++i) next[c] += w[i] * history[history.size() - i][j][c];
    }
    levels.push_back(next);
  }
  return levels;
}

// Newton's method for (y, h^d λ), the equations of motion times h^d, with difference quotients. Returns λ.
double solve_step(const TrackProblem& problem, const LevelFormula& formula, History& history, double t,
                  double h, double lambda) {
  const double scale = std::pow(h, problem.d);
  const auto residual = [&](const Eigen::Vector3d& x) {
    std::vector<Plane> levels = raise(formula, history, {x[0], x[1]}, problem.d);
    const Plane top = levels.back();
    levels.pop_back();
    const Plane f = problem.f(t, levels, x[2] / scale);
    return Eigen::Vector3d(scale * (top[0] - f[0]), scale * (top[1] - f[1]), x[0] * x[0] + x[1] * x[1] - 1);
  };
  const std::vector<Plane>& before = history.back();
  Eigen::Vector3d x(before[0][0] + h * before[1][0], before[0][1] + h * before[1][1], scale * lambda);
  for (int iteration = 0; iteration < 12; ++iteration) {
    const Eigen::Vector3d r = residual(x);
    Eigen::Matrix<double, 3, 3, Eigen::RowMajor> J;
    for (int i = 0; i < 3; ++i) {
      Eigen::Vector3d moved = x;
      moved[i] += 1e-7;
      J.col(i) = (residual(moved) - r) / 1e-7;
    }
    Eigen::Vector3d step = r;
    linalg::eliminate(J.data(), 3, step.data(), 1);
    x -= step;
  }
  history.push_back(raise(formula, history, {x[0], x[1]}, problem.d));
  return x[2] / scale;
}

}  // namespace

TrackProblem circular_track() {
  TrackProblem result;
  result.f = [](double, const std::vector<Plane>& y, double lambda) {
    return Plane{2 * y[0][1] + lambda * y[0][0], -2 * y[0][0] + lambda * y[0][1]};
  };
  result.exact = [](double t, int derivative) {
    const double s = std::sin(t * t), c = std::cos(t * t);
    if (derivative == 0) return Plane{s, c};
    if (derivative == 1) return Plane{2 * t * c, -2 * t * s};
    return Plane{2 * c - 4 * t * t * s, -2 * s - 4 * t * t * c};
  };
  result.lambda = [](double t) { return -4 * t * t; };
  return result;
}

TrackProblem third_order() {
  TrackProblem result = circular_track();
  result.d = 3;
  result.f = [](double t, const std::vector<Plane>& y, double lambda) {
    const double s = std::sin(t * t), c = std::cos(t * t), l = lambda + 4 * t * t;
    return Plane{-12 * t * s - 8 * t * t * t * c + l * y[0][0],
                 -12 * t * c + 8 * t * t * t * s + l * y[0][1]};
  };
  return result;
}

TrackErrors follow(const TrackProblem& problem, double t0, const std::vector<double>& steps,
                   const std::function<int(int)>& order, bool modified, int given) {
  LevelFormula formula(problem.d, modified);
  formula.restart(t0);
  History history(1);
  for (int j = 0; j < problem.d; ++j) history[0].push_back(problem.exact(t0, j));
  TrackErrors errors;
  double lambda = problem.lambda(t0), t = t0;
  for (int n = 1; n <= static_cast<int>(steps.size()); ++n) {
    const double from = t;
    t += steps[n - 1];
    formula.set(t, order(n));
    if (n <= given) {
      history.push_back(raise(formula, history, problem.exact(t, 0), problem.d));
      lambda = problem.lambda(t);
    } else {
      lambda = solve_step(problem, formula, history, t, t - from, lambda);
      const Plane exact = problem.exact(t, 0), &y = history.back()[0];
      errors.lambda.push_back(std::fabs(lambda - problem.lambda(t)));
      errors.y.push_back(std::max(std::fabs(y[0] - exact[0]), std::fabs(y[1] - exact[1])));
    }
    formula.accept();
  }
  return errors;
}

}  // namespace trammel::experiments
