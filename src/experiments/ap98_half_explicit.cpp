// experiments/ap98_half_explicit.cpp: explicit Runge-Kutta tableaus made half-explicit at index 2: the
// multiplier of a stage is chosen so that the next stage satisfies the constraint. [AP98, 10.1.5]
//
//   Y_{i+1} = y_n + h Σ_{j<=i} a_{i+1,j} f(Y_j, Z_j),   g(Y_{i+1}) = 0
//
// with y_{n+1} as the last stage. Orders fall to 2 for tableaus that were not made for it; methods of the
// catalog were.
#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/ap98_index_2.hpp"
#include "experiments/programs.hpp"

namespace trammel::experiments {
namespace {

struct PlaneState {
  double y1, y2;
};
PlaneState f(const PlaneState& y, double z) {
  return {y.y1 * y.y2 * y.y2 * z * z, y.y1 * y.y1 * y.y2 * y.y2 - 3 * y.y2 * y.y2 * z};
}

// rows[i]: the coefficients of stage i + 2; the last row is b.
using Tableau = std::vector<std::vector<double>>;

double largest_error(const Tableau& rows, int steps) {
  const double h = 1.0 / steps;
  PlaneState y{1, 1};
  double z = 1, worst = 0;
  for (int n = 1; n <= steps; ++n) {
    std::vector<PlaneState> slopes;
    PlaneState stage = y;
    for (const std::vector<double>& row : rows) {
      PlaneState known = y;
      for (std::size_t j = 0; j < slopes.size(); ++j)
        known.y1 += h * row[j] * slopes[j].y1, known.y2 += h * row[j] * slopes[j].y2;
      const double weight = h * row[slopes.size()];
      PlaneState next{};
      for (int iteration = 0; iteration < 30; ++iteration) {  // Newton's method for z
        const PlaneState k = f(stage, z);
        next = {known.y1 + weight * k.y1, known.y2 + weight * k.y2};
        const double g = next.y1 * next.y1 * next.y2 - 1;
        const double d1 = 2 * stage.y1 * stage.y2 * stage.y2 * z, d2 = -3 * stage.y2 * stage.y2;
        const double slope = weight * (2 * next.y1 * next.y2 * d1 + next.y1 * next.y1 * d2);
        z -= g / slope;
        if (std::fabs(g / slope) < 1e-15 * std::fabs(z)) break;
      }
      slopes.push_back(f(stage, z));
      stage = next;
    }
    y = stage;
    const double t = n * h;
    worst = std::max({worst, std::fabs(y.y1 - std::exp(t)), std::fabs(y.y2 - std::exp(-2 * t))});
  }
  return worst;
}

}  // namespace

void ap98_half_explicit(Findings& into) {
  const struct {
    const char* row;
    Tableau rows;
  } tableaus[] = {{"explicit midpoint", {{0.5}, {0, 1}}},
                  {"Heun, order 3", {{1. / 3}, {0, 2. / 3}, {0.25, 0, 0.75}}},
                  {"Kutta, order 3", {{0.5}, {-1, 2}, {1. / 6, 2. / 3, 1. / 6}}},
                  {"classical, order 4", {{0.5}, {0, 0.5}, {0, 0, 1}, {1. / 6, 1. / 3, 1. / 3, 1. / 6}}}};
  report::Panel panel{.x_label = "steps", .y_label = "largest error of y", .log_x = true, .log_y = true};
  for (const auto& [row, rows] : tableaus) {
    report::Curve curve{row, {}, {}};
    for (const int n : {16, 32, 64, 128, 256})
      curve.x.push_back(n), curve.y.push_back(largest_error(rows, n));
    into.set(row, "order of y, N = 128 to 256", std::log2(curve.y[3] / curve.y[4]));
    panel.curves.push_back(curve);
  }
  const struct {
    const char *row, *method;
  } shipped[] = {{"half_explicit_euler", "half_explicit_euler"},
                 {"half_explicit_heun", "half_explicit_heun"}};
  for (const auto& [row, method] : shipped)
    into.set(row, "order of y, N = 128 to 256",
             std::log2(index_2_errors(method, "constrained", 128).y /
                       index_2_errors(method, "constrained", 256).y));
  report::Curve third{"half_explicit_3", {}, {}};
  for (const int n : {256, 512, 1024, 2048})
    third.x.push_back(n), third.y.push_back(index_2_errors("half_explicit_3", "constrained", n).y);
  const char* columns[] = {"error of y, N = 256", "error of y, N = 512", "error of y, N = 1024",
                           "error of y, N = 2048"};
  for (int i = 0; i < 4; ++i) into.set("half_explicit_3", columns[i], third.y[i]);
  into.set("half_explicit_3", "order of y, N = 1024 to 2048", std::log2(third.y[2] / third.y[3]));
  panel.curves.push_back(third);
  into.figures.push_back(
      {"orders", {.title = "Half-explicit Runge-Kutta methods at index 2", .panels = {panel}}});
}

}  // namespace trammel::experiments
