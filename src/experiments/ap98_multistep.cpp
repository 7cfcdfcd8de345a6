// experiments/ap98_multistep.cpp: multistep methods other than BDF on problems of index 1 and 2: which order
// conditions there are besides those for ODEs. [AP98, 10.1.2]
//
// With formulas Σ α_j y_{n−j} ≈ h Σ β_j y'_{n−j}, Σ β_j = 1, a DAE F(t, y, y') = 0 can be met at t_n, the y' of
// older steps being what the formula gave then; or once per step at the mean t̄ = Σ β_j t_{n−j},
//
//   F(t̄, Σ β_j y_{n−j}, 1/h Σ α_j y_{n−j}) = 0.                                                         (1)
//
// BDF is both. In (1) Σ β_j y_{n−j} stands for y(t̄), which is right to order 2 and no more unless
// Σ β_j (t_{n−j} − t̄)² = 0: that is the condition in addition.
#include <Eigen/Core>
#include <array>
#include <cmath>

#include "experiments/measure.hpp"
#include "experiments/programs.hpp"
#include "linalg/elimination.hpp"

namespace trammel::experiments {
namespace {

using Vector3 = Eigen::Vector3d;

struct MultistepFormula {
  const char* name;
  std::array<double, 4> alpha, beta;  // newest first
};

// α for given β: exact for polynomials of degree 3, the ODE conditions of order 3.
std::array<double, 4> matching_alpha(const std::array<double, 4>& beta) {
  Eigen::Matrix<double, 4, 4, Eigen::RowMajor> A;
  Eigen::Vector4d right;
  for (int p = 0; p < 4; ++p) {
    right[p] = 0;
    for (int j = 0; j < 4; ++j) {
      A(p, j) = std::pow(-j, p);
      if (p > 0) right[p] += beta[j] * p * std::pow(-j, p - 1);
    }
  }
  linalg::eliminate(A.data(), 4, right.data(), 1);
  return {right[0], right[1], right[2], right[3]};
}

// y1' = y1 y2² z², y2' = y1² y2² - 3 y2² z with y1² y2 = 1, or with the derivative of that: index 2 or 1.
Vector3 multistep_residual(int index, const Vector3& u, const Vector3& slope) {
  const double y1 = u[0], y2 = u[1], z = u[2];
  return {slope[0] - y1 * y2 * y2 * z * z, slope[1] - y1 * y1 * y2 * y2 + 3 * y2 * y2 * z,
          index == 2 ? y1 * y1 * y2 - 1 : 2 * y2 * z * z - 3 * z + y1 * y1};
}

struct MultistepErrors {
  double y = 0, z = 0;   // at the end
  double largest_z = 0;  // on the way
};

// From exact values to t = 1, where errors are taken: exact values do not have the error O(h²) of (1), so that z
// errs by O(h) in the first steps. `mean`: (1), else at t_n.
MultistepErrors multistep_errors(const MultistepFormula& formula, bool mean, int index, int steps) {
  const double h = 1.0 / steps;
  const auto exact = [](double t) { return Vector3(std::exp(t), std::exp(-2 * t), std::exp(2 * t)); };
  std::array<Vector3, 4> u, v;  // values and slopes, newest first; [0] is sought
  for (int j = 1; j < 4; ++j) {
    const double t = (3 - j) * h;
    u[j] = exact(t);
    v[j] = Vector3(std::exp(t), -2 * std::exp(-2 * t), 2 * std::exp(2 * t));
  }
  MultistepErrors end;
  for (int n = 3; n <= steps; ++n) {
    Vector3 older = Vector3::Zero(), older_slopes = Vector3::Zero(), older_mean = Vector3::Zero();
    for (int j = 1; j < 4; ++j) {
      older += formula.alpha[j] / h * u[j];
      older_slopes += formula.beta[j] * v[j];
      older_mean += formula.beta[j] * u[j];
    }
    const auto slope_of = [&](const Vector3& x) -> Vector3 {
      const Vector3 difference = formula.alpha[0] / h * x + older;
      return mean ? difference : Vector3((difference - older_slopes) / formula.beta[0]);
    };
    const auto defect = [&](const Vector3& x) {
      return multistep_residual(index, mean ? Vector3(formula.beta[0] * x + older_mean) : x, slope_of(x));
    };
    Vector3 x = u[1] + h * v[1];
    for (int iteration = 0; iteration < 20; ++iteration) {
      Eigen::Matrix<double, 3, 3, Eigen::RowMajor> J;
      const Vector3 r = defect(x);
      for (int c = 0; c < 3; ++c) {
        const Vector3 step = 1e-6 * Vector3::Unit(c);
        J.col(c) = (defect(x + step) - defect(x - step)) / 2e-6;
      }
      Vector3 change = r;
      linalg::eliminate(J.data(), 3, change.data(), 1);
      x -= change;
      if (!(change.norm() > 1e-14)) break;
    }
    u[0] = x, v[0] = slope_of(x);
    const Vector3 off = (x - exact(n * h)).cwiseAbs();
    end.y = std::max(off[0], off[1]), end.z = off[2];
    end.largest_z = std::max(end.largest_z, off[2]);  // leaves out what is not a number
    for (int j = 3; j > 0; --j) u[j] = u[j - 1], v[j] = v[j - 1];
  }
  return end;
}

}  // namespace

void ap98_multistep(Findings& into) {
  const std::array<double, 4> bdf = {1, 0, 0, 0}, blended = {0.8, 0.2, 0, 0},
                              interpolating = {0.855, 0.19, -0.045, 0},  // of degree 2, at t_n - h/10
      adams = {5. / 12, 8. / 12, -1. / 12, 0};
  const MultistepFormula formulas[] = {
      {"BDF3", matching_alpha(bdf), bdf},
      {"beta = (4/5, 1/5)", matching_alpha(blended), blended},
      {"beta interpolates", matching_alpha(interpolating), interpolating},
      {"Adams-Moulton", {1, -1, 0, 0}, adams},
  };
  report::Panel panel{.x_label = "steps", .y_label = "error of z", .log_x = true, .log_y = true};
  for (const MultistepFormula& formula : formulas)
    for (const bool mean : {false, true})
      for (const int index : {1, 2}) {
        if (formula.alpha[2] == 0 && mean) continue;
        const std::string row = std::string(formula.name) + (mean ? ", at the mean" : ", at t_n") +
                                (index == 1 ? ", index 1" : ", index 2");
        report::Curve curve{row, {}, {}};
        std::vector<double> y;
        double largest = 0;
        for (const int steps : {40, 80, 160, 320}) {
          const MultistepErrors found = multistep_errors(formula, mean, index, steps);
          curve.x.push_back(steps), curve.y.push_back(found.z);
          y.push_back(found.y);
          largest = found.largest_z;
        }
        into.set(row, "order of y", std::log2(y[2] / y[3]));
        into.set(row, "order of z", std::log2(curve.y[2] / curve.y[3]));
        into.set(row, "largest error of z, N = 320", largest);
        if (index == 2 && formula.alpha[2] != 0) panel.curves.push_back(curve);
      }
  into.figures.push_back({"orders", {.title = "Multistep methods at index 2", .panels = {panel}}});
}

}  // namespace trammel::experiments
