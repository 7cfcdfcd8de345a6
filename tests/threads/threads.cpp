// Eight threads on one Problem, on one Prepared, and on one Solution give what one thread gives. Under the
// thread sanitizer (scripts/threads) they also show that nothing is shared that changes.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "modelica/modelica.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/simulation.hpp"
#include "pipeline/solve.hpp"
#include "pipeline/sweep.hpp"

namespace trammel {
namespace {

constexpr std::size_t eight = 8;

model::Problem pendulum() {
  return modelica::load(
             {{"m.mo",
               "model M parameter Real g = 9.81; Real x(start = 1), y(start = 0, fixed = true), lambda; "
               "initial equation der(x) = 0; equation der(der(x)) = -lambda*x; der(der(y)) = -lambda*y - g; "
               "x^2 + y^2 = 1; end M;"}})
      .problem;
}

// The same with an event: the rope is cut to half its stiffness when y falls below -0.5.
model::Problem with_event() {
  return modelica::load({{"m.mo",
                          "model M parameter Real k = 1; Real x(start = 1, fixed = true), v(start = 0, fixed "
                          "= true); discrete Real c(start = 1); equation der(x) = v; der(v) = -k*c*x; when x "
                          "< 0.5 then c = 0.5; end when; end M;"}})
      .problem;
}

template <class Run>
std::vector<double> in_threads(const Run& run) {
  std::vector<double> results(eight);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < eight; ++k) threads.emplace_back([&, k] { results[k] = run(k); });
  for (std::thread& thread : threads) thread.join();
  return results;
}

pipeline::Options with(const char* formulation, const char* method) {
  pipeline::Options options;
  options.formulation = formulation;
  options.method = method;
  options.t_end = 0.5;
  options.tolerance = 1e-5;
  return options;
}

const std::vector<std::pair<const char*, const char*>> pairs = {{"auto", "auto"},
                                                                {"underlying_ode", "dopri5"},
                                                                {"ggl", "radau5"},
                                                                {"constrained", "phem56"},
                                                                {"tangent_space", "dopri5"},
                                                                {"minimal_extension", "bdf"},
                                                                {"derivative_array_ode", "dopri5"}};

TEST(Threads, EightSolveOneProblem) {
  for (const model::Problem& problem : {pendulum(), with_event()}) {
    const double expected = pipeline::solve(problem, with("auto", "auto")).end("x");
    for (const double result :
         in_threads([&](std::size_t) { return pipeline::solve(problem, with("auto", "auto")).end("x"); }))
      EXPECT_EQ(result, expected);
  }
}

TEST(Threads, EightSolveOneProblemInDifferentWays) {
  const model::Problem problem = pendulum();
  const double expected = pipeline::solve(problem, with("underlying_ode", "dopri5")).end("x");
  const std::vector<double> results = in_threads([&](std::size_t k) {
    const auto& [formulation, method] = pairs[k % pairs.size()];
    return pipeline::solve(problem, with(formulation, method)).end("x");
  });
  for (std::size_t k = 0; k < eight; ++k)
    EXPECT_NEAR(results[k], expected, 1e-3) << pairs[k % pairs.size()].first;
}

TEST(Threads, EightRunOnePrepared) {
  for (const auto& [formulation, method] : pairs) {
    const pipeline::Prepared prepared = pipeline::prepare(pendulum(), with(formulation, method));
    const auto gravity = [](std::size_t k) { return 2.0 + static_cast<double>(k % 4); };
    // Nobody has drawn the choice before: that happens in the threads, too.
    const std::vector<double> results = in_threads([&](std::size_t k) {
      return pipeline::run(prepared, {.parameters = {{"g", gravity(k)}}}).end("x");
    });
    for (std::size_t k = 0; k < eight; ++k)
      EXPECT_EQ(results[k], pipeline::run(prepared, {.parameters = {{"g", gravity(k)}}}).end("x"))
          << formulation;
  }
}

TEST(Threads, EightRunOnePreparedWithEvents) {
  const pipeline::Prepared prepared = pipeline::prepare(with_event(), with("auto", "auto"));
  const std::vector<double> results = in_threads([&](std::size_t k) {
    return pipeline::run(prepared, {.parameters = {{"k", 4.0 + static_cast<double>(k % 2)}}}).end("x");
  });
  for (std::size_t k = 0; k < eight; ++k) EXPECT_EQ(results[k], results[k % 2]);
}

TEST(Threads, EightStepOnePrepared) {
  const pipeline::Prepared prepared = pipeline::prepare(pendulum(), with("auto", "auto"));
  const std::vector<double> results = in_threads([&](std::size_t) {
    pipeline::Simulation simulation(prepared);
    simulation.advance(0.2);
    simulation.set("g", 3);
    simulation.advance(0.4);
    return simulation.value("y");
  });
  for (const double result : results) EXPECT_EQ(result, results[0]);
}

TEST(Threads, EightReadOneSolution) {
  for (const auto& [formulation, method] : pairs) {
    const solution::Solution run = pipeline::solve(pendulum(), with(formulation, method));
    const std::vector<double> results = in_threads([&](std::size_t) {
      double sum = 0;
      for (int k = 0; k <= 20; ++k) sum += run.at("lambda", k / 40.0) + run.at("x", k / 40.0);
      return sum;
    });
    for (const double result : results) EXPECT_NEAR(result, results[0], 1e-9) << formulation;
  }
}

}  // namespace
}  // namespace trammel
