// From Modelica text to a residual that runs: seconds, and growth with the number of equations.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <vector>

#include "measure.hpp"
#include "modelica/modelica.hpp"
#include "system/compile.hpp"

namespace trammel::bench {
namespace {

// A line of n cells with two states, an algebraic quantity and a relation each: 4 n equations in all.
std::string line(int n) {
  return fmt::format(
      "model Line parameter Integer n = {}; parameter Real R = 1, C = 2, L[n] = fill(0.5, n);"
      " Real u[n](each start = 0, each fixed = true), i[n](each start = 0), p[n], s[n];"
      " equation for k in 1:n loop"
      " C*der(u[k]) = i[k] - (if k < n then i[min(k + 1, n)] else u[k]/R);"
      " L[k]*der(i[k]) = (if k > 1 then u[max(k - 1, 1)] else sin(time)) - u[k] - R*i[k];"
      " p[k] = u[k]*i[k]; s[k] = if u[k] > 0 then sqrt(1 + p[k]^2) else 1; end for; end Line;",
      n);
}

void read_and_run(int equations) {
  const modelica::Loaded loaded = modelica::load({{"line.mo", line(equations / 4)}});
  system::Instance instance(
      system::compile(loaded.problem.dae, system::Form::residual, {.engine = program::Engine::vm}));
  std::vector<double> y(static_cast<std::size_t>(equations), 0.1), slope(y.size()), r(y.size());
  const double* levels[] = {y.data(), slope.data()};
  instance.residual().residual(0, levels, r);
  benchmark::DoNotOptimize(r.data());
}

}  // namespace

void front_end() {
  fmt::print("\nfrom text to a residual that runs\n");
  ratio(
      "100,000 equations of arrays and loops, in a process of its own", 10,
      [] { return alone([] { read_and_run(100'000); }).seconds; }, " s");
  ratio("100,000 equations, against 10,000", 15, [] {
    const std::vector<double> t =
        interleaved({[] { read_and_run(100'000); }, [] { read_and_run(10'000); }}, 3);
    return t[0] / t[1];
  });
}

}  // namespace trammel::bench
