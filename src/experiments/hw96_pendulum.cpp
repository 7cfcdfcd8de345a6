// experiments/hw96_pendulum.cpp: one pendulum in forms that keep all its constraints, against its solution in
// one angle. [HW96, (VII.2.1)-(2.3), (2.16), (2.17), (2.25)]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

model::Problem hanging_point() {
  using model::der;
  model::Model m("pendulum");
  const auto x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 0, .fixed = true}),
             u = m.variable("u"), v = m.variable("v", {.start = 0, .fixed = true}), l = m.variable("lam");
  m.equation("x", der(x) == u);
  m.equation("y", der(y) == v);
  m.equation("u", der(u) == -x * l);
  m.equation("v", der(v) == -1.0 - y * l);
  m.equation("rod", x * x + y * y == 1.0);
  return m.problem();
}

}  // namespace

void hw96_pendulum(Findings& into) {
  const struct {
    const char *row, *method, *formulation;
  } ways[] = {{"state space, coordinate partitioning", "dop853", "coordinate_partitioning"},
              {"state space, tangent spaces", "dop853", "tangent_space"},
              {"state space, tangent spaces across M^-1 G'", "dop853", "tangent_space_mass"},
              {"GGL", "radau", "ggl"},
              {"overdetermined", "radau", "overdetermined"},
              {"derivative array", "dop853", "derivative_array_ode"},
              {"derivative array in a partition", "dop853", "derivative_array_partition"},
              {"underlying ODE, projected", "dop853", "underlying_ode"}};
  for (const auto& [row, method, formulation] : ways) {
    double position = 0, velocity = 0, energy = 0;
    for (const double t : {1., 2., 5., 10., 20.}) {
      // Implicit methods meet constraints at the ends of steps, and as well as Newton's iteration is solved.
      const bool implicit = method == std::string_view("radau");
      pipeline::Options options{
          .t_end = t, .tolerance = implicit ? 1e-13 : 1e-11, .method = method, .formulation = formulation};
      options.certify = pipeline::Certify::off;
      options.dense = false;
      const solution::Solution s = pipeline::solve(hanging_point(), options);
      const double x = s.end("x"), y = s.end("y"), u = s.end("u"), v = s.end("v");
      for (const char* name : {"x", "y", "u", "v", "lam"})
        into.set(fmt::format("{}, t = {:g}", row, t), name, s.end(name));
      position = std::max(position, std::fabs(x * x + y * y - 1));
      velocity = std::max(velocity, std::fabs(x * u + y * v));
      energy = std::max(energy, std::fabs((u * u + v * v) / 2 + y));
    }
    into.set(row, "largest |g|", position);
    into.set(row, "largest |Gu|", velocity);
    into.set(row, "largest change of the energy", energy);
  }
}

}  // namespace trammel::experiments
