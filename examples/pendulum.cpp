// A pendulum in Cartesian coordinates: index 3, written as in a textbook. Nothing is differentiated by hand.
#include <cstdio>
#include <trammel/trammel.hpp>

int main() {
  using namespace trammel;
  Model m("pendulum");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y"),
             lambda = m.variable("lambda");
  const auto g = m.parameter("g", 9.81);
  m.equation("horizontal", der(x, 2) == -lambda * x);
  m.equation("vertical", der(y, 2) == -lambda * y - g);
  m.equation("rod", x * x + y * y == 1.0);

  const auto found = analyze(m.problem().dae);
  std::printf("index %d, %d degrees of freedom, hidden constraints:\n", found.index,
              found.degrees_of_freedom);
  for (const auto& hidden : hidden_constraints(m.problem().dae, found))
    std::printf("  %s\n", hidden.text.c_str());

  const Solution s = solve(m, {.t_end = 10, .tolerance = 1e-8});
  std::printf("t = %g: x = %.6f, y = %.6f, lambda = %.5f\n", s.t_end, s.end("x"), s.end("y"),
              s.end("lambda"));
  std::printf("off the circle, at any step: less than 1e-14: %s\n",
              s.constraint_residual < 1e-14 ? "yes" : "no");
}
