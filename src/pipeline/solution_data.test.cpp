// A solution is data: any number of threads may read it, and a file holds all of it.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "base/error.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/solve.hpp"
#include "report/solution_file.hpp"

namespace trammel::pipeline {
namespace {

const char* const rod_and_mass =
    "model M Real x(start = 1, fixed = true), y(start = 0, fixed = true), lambda; equation der(der(x)) = "
    "-lambda*x; "
    "der(der(y)) = -lambda*y - 9.81; x^2 + y^2 = 1; end M;";
const char* const with_energy =
    "model M Real x(start = 1, fixed = true), y(start = 0, fixed = true), lambda, e = (der(x)^2 + "
    "der(y)^2)/2 + "
    "9.81*y; equation der(der(x)) = -lambda*x; der(der(y)) = -lambda*y - 9.81; x^2 + y^2 = 1; end M;";
// Falls from 1 under gravity 2: hits the ground at t = 1 with speed 2 and rises again with half of it.
const char* const bouncing_ball =
    "model M Real h(start = 1, fixed = true), v(start = 0, fixed = true); equation der(h) = v; der(v) = -2; "
    "when "
    "h < 0 then reinit(v, -0.5*pre(v)); end when; end M;";

solution::Solution solved(const char* text, const char* formulation, const char* method, double t_end) {
  Options options;
  options.tolerance = 1e-8;
  options.t_end = t_end;
  options.formulation = formulation;
  options.method = method;
  options.times = {0.25 * t_end};
  return solve(modelica::load({{"m.mo", text}}).problem, options);
}

std::string written(const report::SavedSolution& saved) {
  std::string bytes;
  report::write_solution(saved, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

TEST(SolutionData, AFileHoldsAllOfIt) {
  for (const auto& [formulation, method] : {std::pair("underlying_ode", "dopri5"), std::pair("ggl", "radau5"),
                                            std::pair("constrained", "phem56")}) {
    const report::SavedSolution saved{"M", {"m"}, {"across"}, solved(rod_and_mass, formulation, method, 2)};
    const solution::Solution& before = saved.solution;
    const std::string bytes = written(saved);
    const report::SavedSolution loaded = report::read_solution(bytes);
    const solution::Solution& after = loaded.solution;
    EXPECT_EQ(written(loaded), bytes) << method;  // nothing is lost by doing it again
    EXPECT_EQ(loaded.units, saved.units);
    EXPECT_EQ(after.variables, before.variables);
    EXPECT_EQ(after.last, before.last);
    EXPECT_EQ(after.message, before.message);
    EXPECT_EQ(after.times(), before.times());
    EXPECT_EQ(after.samples.at(0).values, before.samples.at(0).values);
    EXPECT_EQ(after.counts.function_evaluations, before.counts.function_evaluations);
    EXPECT_EQ(after.certificate.holds, before.certificate.holds);
    EXPECT_EQ(after.certificate.digits, before.certificate.digits);
    // Slopes of a method's own polynomials jump a little from step to step; reported ones do not.
    for (double t = 0; t <= 2; t += 0.0703125) {
      const std::vector<double> a = before.at(t), b = after.at(t);
      for (std::size_t k = 0; k < a.size(); ++k)
        EXPECT_NEAR(a[k], b[k],
                    (before.variables[k].starts_with("der") ? 1e-4 : 1e-6) * std::max(1.0, std::abs(a[k])))
            << method << before.variables[k] << t;
    }
  }
}

TEST(SolutionData, BothSidesOfAnEventComeBack) {
  const solution::Solution before = solved(bouncing_ball, "auto", "auto", 1.5);
  const solution::Solution after = report::read_solution(written({"M", {}, {}, before})).solution;
  ASSERT_EQ(after.events.size(), before.events.size());
  EXPECT_EQ(after.events.at(0).time, before.events.at(0).time);
  EXPECT_NEAR(after.at("v", 0.999), -1.998, 1e-6);
  EXPECT_NEAR(after.at("v", 1.001), 0.998, 1e-6);
  EXPECT_NEAR(after.at("h", 1.5), 0.5 * 1 - 0.25, 1e-6);
}

TEST(SolutionData, WhatIsNoSolutionOrDamagedIsRefused) {
  const std::string bytes = written({"M", {}, {}, solved(rod_and_mass, "auto", "auto", 0.1)});
  EXPECT_THROW(report::read_solution("x,y\n1,2\n"), Error);
  EXPECT_THROW(report::read_solution(bytes.substr(0, bytes.size() - 8)), Error);
  EXPECT_THROW(report::read_solution(bytes + "12345678"), Error);
  EXPECT_THROW(report::read_solution(bytes.substr(0, 100)), Error);
  for (std::size_t k = 20; k < 400; k += 7) {  // no damage of the header does more than that
    std::string broken = bytes;
    broken[k] = '{';
    try {
      (void)report::read_solution(broken);
    } catch (const Error&) {
    }
  }
}

TEST(SolutionData, EightThreadsReadWhatOneReads) {
  for (const auto& [formulation, method] :
       {std::pair("underlying_ode", "dopri5"), std::pair("ggl", "radau5"), std::pair("constrained", "phem56"),
        std::pair("derivative_array_ode", "dopri5")}) {
    const solution::Solution run = solved(rod_and_mass, formulation, method, 1);
    std::vector<double> expected;
    for (int k = 0; k <= 40; ++k) expected.push_back(run.at("lambda", k / 40.0));
    std::vector<std::thread> threads;
    std::vector<double> worst(8, 0.0);
    for (std::size_t thread = 0; thread < 8; ++thread)
      threads.emplace_back([&, thread] {
        for (int k = 0; k <= 40; ++k)
          worst[thread] = std::max(worst[thread], std::abs(run.at("lambda", k / 40.0) - expected[k]));
      });
    for (std::thread& thread : threads) thread.join();
    for (const double difference : worst) EXPECT_LE(difference, 1e-10) << formulation;
  }
}

// A state needs no accelerations: asking for it alone gives what asking for everything gives.
TEST(SolutionData, NamedVariablesAreTheSameAsAmongAll) {
  const solution::Solution run = solved(with_energy, "underlying_ode", "dopri5", 1);
  const std::vector<std::string> states = {"y", "x"}, mixed = {"lambda", "x", "e"};
  for (const double t : {0.1, 0.33, 0.8}) {
    const std::vector<double> all = run.at(t), two = run.at(t, states), three = run.at(t, mixed);
    EXPECT_EQ(two, (std::vector{all[1], all[0]}));
    EXPECT_EQ(three, (std::vector{all[2], all[0], all[3]}));
  }
  EXPECT_THROW(run.at(0.5, std::vector<std::string>{"z"}), Error);
}

}  // namespace
}  // namespace trammel::pipeline
