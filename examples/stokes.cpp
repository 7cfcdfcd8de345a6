// Slow flow in a square whose lid moves, on a staggered grid: velocities on the faces of cells, pressures inside. Index 2.
#include <cmath>
#include <cstdio>
#include <string>
#include <trammel/trammel.hpp>

int main() {
  using namespace trammel;
  constexpr int N = 8;
  constexpr double h = 1.0 / N, nu = 0.01;
  Model m("stokes");
  const auto name = [](char what, int i, int j) {
    return what + std::to_string(i) + "_" + std::to_string(j);
  };
  Formula u[N + 1][N], v[N][N + 1], p[N][N];  // faces of the wall stay empty: nothing flows through them
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      if (i > 0) u[i][j] = m.variable(name('u', i, j), {.start = 0});
      if (j > 0) v[i][j] = m.variable(name('v', i, j), {.start = 0});
      p[i][j] = m.variable(name('p', i, j));
    }
  const Formula lid = 1 - exp(-10 * m.time());
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      if (i > 0) {
        Formula sum =
            -4 * u[i][j] + (j > 0 ? u[i][j - 1] : -u[i][j]) + (j + 1 < N ? u[i][j + 1] : 2 * lid - u[i][j]);
        if (i > 1) sum = sum + u[i - 1][j];
        if (i + 1 < N) sum = sum + u[i + 1][j];
        m.equation(name('x', i, j), der(u[i][j]) == nu / (h * h) * sum - (p[i][j] - p[i - 1][j]) / h);
      }
      if (j > 0) {
        Formula sum = -4 * v[i][j] + (i > 0 ? v[i - 1][j] : -v[i][j]) + (i + 1 < N ? v[i + 1][j] : -v[i][j]);
        if (j > 1) sum = sum + v[i][j - 1];
        if (j + 1 < N) sum = sum + v[i][j + 1];
        m.equation(name('y', i, j), der(v[i][j]) == nu / (h * h) * sum - (p[i][j] - p[i][j - 1]) / h);
      }
      Formula out = 0.0;
      if (i > 0) out = out - u[i][j];
      if (i + 1 < N) out = out + u[i + 1][j];
      if (j > 0) out = out - v[i][j];
      if (j + 1 < N) out = out + v[i][j + 1];
      m.equation(name('c', i, j), i + j == 0 ? p[0][0] == 0.0 : out == 0.0);
    }
  const Solution s = solve(m, {.t_end = 0.5, .tolerance = 1e-8, .method = "bdf"});
  double lopsided = 0, through = 0;  // slow flow is as symmetric as its walls; what goes right comes back
  for (int j = 0; j < N; ++j) {
    through += s.end(name('u', N / 2, j));
    for (int i = 1; i < N; ++i)
      lopsided = std::fmax(lopsided, std::fabs(s.end(name('u', i, j)) - s.end(name('u', N - i, j))));
  }
  std::printf("%s; free of divergence: %s; symmetric: %s; as much right as left: %s\n",
              s.success() ? "success" : "no", s.constraint_residual < 1e-14 ? "yes" : "no",
              lopsided < 1e-7 ? "yes" : "no", std::fabs(through) < 1e-12 ? "yes" : "no");
}
