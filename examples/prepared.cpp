// Prepared once, run often: other parameters, a run that is stepped, a checkpoint.
#include <cstdio>
#include <trammel/trammel.hpp>

int main() {
  using namespace trammel;
  Model m("oscillator");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             v = m.variable("v", {.start = 0, .fixed = true});
  const auto k = m.parameter("k", 1);
  m.equation("motion", der(x) == v);
  m.equation("force", der(v) == -k * x);

  const Prepared prepared = prepare(m.problem(), {.t_end = 10, .tolerance = 1e-9});
  for (const double stiffness : {1.0, 4.0}) {
    const Solution s = run(prepared, {.parameters = {{"k", stiffness}}});
    std::printf("k = %g: x(1) = %.6f, x(2) = %.6f\n", stiffness, s.at("x", 1), s.at("x", 2));
  }

  Simulation first(prepared);
  first.advance(1);
  const std::string checkpoint = first.snapshot().text();

  Simulation second(prepared);  // perhaps tomorrow, in another process
  second.restore(Snapshot::read(checkpoint));
  second.advance(2);
  std::printf("resumed: x(%g) = %.6f\n", second.time(), second.value("x"));
}
