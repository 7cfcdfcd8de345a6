// Prepared once, run often: what a run costs that brings other numbers along, and what a second thread gives.
#include "pipeline/prepared.hpp"

#include <chrono>
#include <cmath>

#include "measure.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"
#include "pipeline/sweep.hpp"
#include "support/problems.hpp"

namespace trammel::bench {
namespace {

constexpr const char* pendulum =
    "model M parameter Real L = 1, g = 9.81; Real x(start = 1), y(start = 0, fixed = true), lambda; initial "
    "equation der(y) = 0; equation der(der(x)) = -lambda*x; der(der(y)) = -lambda*y - g; x^2 + y^2 = L^2; "
    "end "
    "M;";

// Of the wall: threads share the work, not the time of the processor.
double wall(const std::function<void()>& action) {
  const auto begin = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double two_threads_over_one() {
  const pipeline::Options options{.t_end = 10, .tolerance = 1e-8};
  const pipeline::Prepared prepared =
      pipeline::prepare(modelica::load({{"m.mo", pendulum}}).problem, options);
  std::vector<pipeline::Numbers> numbers;
  for (int k = 0; k < 1000; ++k) numbers.push_back({.parameters = {{"g", 1 + 0.01 * k}}});
  const auto run = [&](int threads) {
    return wall([&] { (void)pipeline::sweep(prepared, numbers, options, {.threads = threads}); });
  };
  (void)run(1);  // draws the choice
  double one = INFINITY, two = INFINITY;
  for (int round = 0; round < 3; ++round) {
    one = std::min(one, run(1));
    two = std::min(two, run(2));
  }
  return two / one;
}

// A run of one step: what is left of the set-up.
double run_over_solve(const model::Problem& problem, const char* parameter) {
  pipeline::Options options{.tolerance = 1e-6, .engine = pipeline::Engine::vm};
  options.after_step = [](double, double, const pipeline::ValuesAt&) { return false; };
  const pipeline::Prepared prepared = pipeline::prepare(problem, options);
  double value = 9;
  const std::vector<double> seconds =
      interleaved({[&] {
                     (void)pipeline::run(prepared, {.parameters = {{parameter, value += 1e-3}}});
                   },
                   [&] { (void)pipeline::solve(problem, options); }},
                  7);
  return seconds[0] / seconds[1];
}

}  // namespace

void prepared_runs() {
  ratio("sweep of 1,000 pendulums: two threads against one, wall", 1 / 1.8, two_threads_over_one);
  ratio("pendulum, other gravity: begin of a prepared run against begin of a solve", 0.25, [] {
    return run_over_solve(modelica::load({{"m.mo", pendulum}}).problem, "g");
  });
}

}  // namespace trammel::bench
