// Prepared once, run often: other numbers, other threads, the same answers.
#include "pipeline/prepared.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "base/error.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"
#include "pipeline/sweep.hpp"

namespace trammel::pipeline {
namespace {

model::Problem load(const std::string& text) { return modelica::load({{"m.mo", text}}).problem; }

// x = exp(-k t)
const char* const decay_model =
    "model M parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end M;";

const char* const pendulum =
    "model M parameter Real g = 9.81; Real x(start = 1), y(start = 0, fixed = true), lambda; initial "
    "equation "
    "der(x) = 0; equation der(der(x)) = -lambda*x; der(der(y)) = -lambda*y - g; x^2 + y^2 = 1; end M;";

Options exact() {
  Options options;
  options.tolerance = 1e-9;
  options.engine = Engine::vm;
  return options;
}

TEST(Prepared, RunsWithOtherParametersAndStartsAsIfTheyStoodInTheModel) {
  const Prepared prepared = prepare(load(decay_model), exact());
  EXPECT_NEAR(run(prepared).end("x"), std::exp(-1), 1e-8);
  EXPECT_NEAR(run(prepared, {.parameters = {{"k", 2}}}).end("x"), std::exp(-2), 1e-8);
  EXPECT_NEAR(run(prepared, {.parameters = {}, .starts = {{"x", 3}}}).end("x"), 3 * std::exp(-1), 1e-8);
  EXPECT_NEAR(run(prepared).end("x"), std::exp(-1), 1e-8);  // nothing of the others is left
}

// Every kind of form: ode, residual, hessenberg, charts, selections.
TEST(Prepared, EveryFormTakesOtherNumbers) {
  for (const auto& [formulation, method] :
       {std::pair("underlying_ode", "dopri5"), std::pair("ggl", "radau5"), std::pair("constrained", "phem56"),
        std::pair("tangent_space", "dopri5"), std::pair("minimal_extension", "radau5"),
        std::pair("baumgarte", "dopri5"), std::pair("derivative_array_ode", "dopri5")}) {
    Options options = exact();
    options.formulation = formulation;
    options.method = method;
    options.t_end = 0.5;
    const Prepared prepared = prepare(load(pendulum), options);
    std::string other(pendulum);
    other.replace(other.find("9.81"), 4, "1.62");
    const double moon = solve(load(other), options).end("x");
    EXPECT_NEAR(run(prepared, {.parameters = {{"g", 1.62}}}).end("x"), moon, 1e-12) << formulation;
  }
}

// eps der(z) = x - z has a state at eps = 1 and none at eps = 0: an equation of index 1 then.
TEST(Prepared, RefusesNumbersThatGiveTheEquationsAnotherIndex) {
  const char* const text =
      "model M parameter Real eps = 1; Real x(start = 1, fixed = true), z(start = 1); equation der(x) = -z; "
      "eps*der(z) = x - z; end M;";
  const Prepared prepared = prepare(load(text), exact());
  EXPECT_TRUE(run(prepared, {.parameters = {{"eps", 0.1}}}).success());
  try {
    (void)run(prepared, {.parameters = {{"eps", 0}}});
    FAIL() << "was run";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::structure);
    EXPECT_EQ(error.message,
              "with these numbers the equations have index 1 and 1 degree of freedom, but they were prepared "
              "for index 0 and 2 degrees of freedom");
    EXPECT_NE(error.hint.find("prepare the problem anew"), std::string::npos) << error.hint;
  }
  const solution::Solution anew = run(prepare(prepared.with({.parameters = {{"eps", 0}}}), exact()));
  EXPECT_NEAR(anew.end("x"), std::exp(-1), 1e-8);
}

TEST(Prepared, RefusesThemOfAModelWithEventsToo) {
  const char* const text =
      "model M parameter Real eps = 1; Real x(start = 1, fixed = true), z(start = 1); discrete Real n(start "
      "= "
      "0, fixed = true); equation der(x) = -z; eps*der(z) = x - z; when x < 0.9 then n = pre(n) + 1; end "
      "when; end M;";
  const Prepared prepared = prepare(load(text), exact());
  EXPECT_EQ(run(prepared, {.parameters = {{"eps", 0.1}}}).end("n"), 1);
  try {
    (void)run(prepared, {.parameters = {{"eps", 0}}});
    FAIL() << "was run";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::structure);
    EXPECT_NE(error.message.find("prepared for index 0 and 2 degrees of freedom"), std::string::npos)
        << error.message;
  }
}

TEST(Prepared, NamesWhatTheModelHasNot) {
  const Prepared prepared = prepare(load(decay_model), exact());
  EXPECT_THROW((void)run(prepared, {.parameters = {{"q", 2}}}), Error);
  EXPECT_THROW((void)run(prepared, {.parameters = {}, .starts = {{"q", 2}}}), Error);
  EXPECT_THROW((void)run(prepared, {.parameters = {{"k", NAN}}}), Error);
}

TEST(Prepared, IsSharedByThreadsThatGiveTheSameBits) {
  const Prepared prepared = prepare(load(pendulum), exact());
  const double alone = run(prepared).end("x");
  std::vector<double> together(8);
  {
    std::vector<std::jthread> threads;
    for (double& x : together) threads.emplace_back([&] { x = run(prepared).end("x"); });
  }
  for (const double x : together) EXPECT_EQ(x, alone);
}

TEST(Problem, IsSharedByThreads) {
  const model::Problem problem = load(pendulum);
  const double alone = solve(problem, exact()).end("x");
  std::vector<double> together(4);
  {
    std::vector<std::jthread> threads;
    for (double& x : together) threads.emplace_back([&] { x = solve(problem, exact()).end("x"); });
  }
  for (const double x : together) EXPECT_EQ(x, alone);
}

TEST(Sweep, GivesOneRowPerSetOfNumbersWhateverTheThreads) {
  const Prepared prepared = prepare(load(decay_model), exact());
  std::vector<Numbers> numbers;
  for (int k = 0; k < 20; ++k) numbers.push_back({.parameters = {{"k", 0.1 * k}}, .starts = {}});
  numbers.push_back({.parameters = {{"unknown", 1}}, .starts = {}});
  std::size_t told = 0;
  const auto one = sweep(prepared, numbers, exact(), {.threads = 1, .progress = {}});
  const auto four = sweep(prepared, numbers, exact(),
                          {.threads = 4, .progress = [&](std::size_t, std::size_t) { return ++told > 0; }});
  EXPECT_EQ(told, numbers.size());
  for (std::size_t k = 0; k < 20; ++k) {
    EXPECT_NEAR(one[k].solution.end("x"), std::exp(-0.1 * static_cast<double>(k)), 1e-8);
    EXPECT_EQ(one[k].solution.end("x"), four[k].solution.end("x"));
  }
  EXPECT_NE(one.back().refusal.find("'unknown'"), std::string::npos);
}

}  // namespace
}  // namespace trammel::pipeline
