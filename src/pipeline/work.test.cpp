// What a simulate costs before its first step: each fact is found once.
#include "base/work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "modelica/modelica.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/solve.hpp"
#include "support/allocations.hpp"
#include "support/problems.hpp"

namespace trammel::pipeline {
namespace {

const char* const pendulum_text =
    "model M parameter Real g = 9.81; Real x(start = 1), y(start = 0, fixed = true), lambda; initial "
    "equation "
    "der(x) = 0; equation der(der(x)) = -lambda*x; der(der(y)) = -lambda*y - g; x^2 + y^2 = 1; end M;";
const char* const stiff_text =
    "model M Real x(start = 1, fixed = true), y(start = 0, fixed = true); equation der(x) = -1000*(x - y); "
    "der(y) = "
    "1 - y; end M;";

Work since(const Work& before) {
  const Work& now = work_so_far();
  return {now.analyses - before.analyses, now.starts - before.starts, now.compilations - before.compilations,
          now.programs - before.programs, now.graphs - before.graphs};
}

Work work_of(const char* text, const char* formulation, const char* method) {
  const model::Problem problem = modelica::load({{"m.mo", text}}).problem;
  Options options;
  options.formulation = formulation;
  options.method = method;
  const Work before = work_so_far();
  EXPECT_TRUE(solve(problem, options).success());
  return since(before);
}

TEST(Work, OneAnalysisOneStartAndOneCompilationPerSimulate) {
  for (const char* text : {pendulum_text, stiff_text}) {
    const Work work = work_of(text, "auto", "auto");
    EXPECT_EQ(work.analyses, 1) << text;
    EXPECT_EQ(work.starts, 1) << text;
    EXPECT_EQ(work.compilations, text == pendulum_text ? 1 : work.compilations) << text;
  }
}

// Another form is other equations: they are analysed and compiled, once, beside the underlying ODE that start
// and projection are taken from. The start is one and the same.
TEST(Work, AnotherFormCostsNoMoreThanItself) {
  const Work work = work_of(pendulum_text, "ggl", "radau5");
  EXPECT_LE(work.analyses, 3);
  EXPECT_EQ(work.starts, 1);
  EXPECT_EQ(work.compilations, 2);
}

// Neither a function is compiled nor an expression made, whatever the form: equations, start, projection,
// what is reported and what judges it are there already.
TEST(Work, RunsOfAPreparedDoNoSymbolicWork) {
  const std::pair<const char*, const char*> pairs[] = {{"auto", "auto"},
                                                       {"underlying_ode", "dopri5"},
                                                       {"ggl", "radau5"},
                                                       {"index_2", "bdf"},
                                                       {"constrained", "phem56"},
                                                       {"tangent_space", "dopri5"},
                                                       {"minimal_extension", "bdf"},
                                                       {"baumgarte", "dopri5"},
                                                       {"projected_invariants", "radau5"}};
  for (const auto& [formulation, method] : pairs) {
    Options options;
    options.formulation = formulation;
    options.method = method;
    if (std::string_view(formulation) == "baumgarte") options.stabilization.gamma = 10;
    const Prepared prepared = prepare(modelica::load({{"m.mo", pendulum_text}}).problem, options);
    (void)run(prepared, {.parameters = {{"g", 1.62}}});  // draws the choices
    const Work before = work_so_far();
    EXPECT_TRUE(run(prepared, {.parameters = {{"g", 1.62}}}).success()) << formulation;
    EXPECT_TRUE(run(prepared, {.parameters = {{"g", 3.7}}, .starts = {{"y", -0.5}}}).success())
        << formulation;
    const Work work = since(before);
    EXPECT_EQ(work.analyses, 0) << formulation;
    EXPECT_EQ(work.compilations, 0) << formulation;
    EXPECT_EQ(work.programs, 0) << formulation;
    EXPECT_EQ(work.graphs, 0) << formulation;
    EXPECT_EQ(work.starts, 2) << formulation;
  }
}

// A start value of a variable that is eliminated is one of what defines it: w = 2x begins at 4.
TEST(Work, NorDoesAStartThatIsGivenForAnEliminatedVariable) {
  const Prepared prepared = prepare(
      modelica::load({{"m.mo",
                       "model M parameter Real k = 1; Real x, w(start = 4); equation der(x) = -k*x; w "
                       "= 2*x; end M;"}})
          .problem);
  (void)run(prepared, {.parameters = {{"k", 2}}});  // draws the choices
  const Work before = work_so_far();
  EXPECT_NEAR(run(prepared, {.parameters = {{"k", 2}}}).end("x"), 2 * std::exp(-2), 1e-5);
  EXPECT_EQ(since(before).graphs, 0);
  EXPECT_EQ(since(before).starts, 1);
}

// Vectors are as long as the model; their number is not. (Models of fewer than 128 unknowns have matrices of
// another kind, and other vectors for them. Four small vectors of implicit methods grow by doubling.)
TEST(Work, ARunOfALargeModelAllocatesAsOftenAsOneOfASmallModel) {
  if (!support::counts_allocations()) GTEST_SKIP() << "the sanitizer has its own operator new";
  const auto allocations_of = [](int links, const char* formulation, const char* method) {
    Options options;
    options.formulation = formulation;
    options.method = method;
    options.engine = Engine::vm;
    options.after_step = [](double, double, const ValuesAt&) { return false; };
    const Prepared prepared = prepare(support::chain(links), options);
    (void)run(prepared, {.parameters = {{"g", 9.0}}});
    const long before = support::allocations();
    (void)run(prepared, {.parameters = {{"g", 8.0}}});
    return support::allocations() - before;
  };
  for (const auto& [formulation, method] : {std::pair("underlying_ode", "dopri5"), {"ggl", "radau5"}})
    EXPECT_LE(allocations_of(480, formulation, method),
              allocations_of(240, formulation, method) + (std::string_view(formulation) == "ggl" ? 4 : 0))
        << formulation;
}

// From text to the first point: whoever walks through one row, or differentiates it, needs memory for the row, not for
// the whole graph.
TEST(Work, MemoryOfASetUpGrowsWithTheModel) {
  if (!support::counts_allocations()) GTEST_SKIP() << "the sanitizer has its own operator new";
  const auto bytes_of = [](int nodes) {
    const std::string text = "model M constant Integer N = " + std::to_string(nodes) +
                             "; Real v[N](each start = 0, each fixed = true), i[N]; equation i[1] = "
                             "sin(time) - v[1]; for k in 2:N loop "
                             "i[k] = v[k-1] - v[k]; end for; for k in 1:N-1 loop der(v[k]) = i[k] - i[k+1]; "
                             "end for; der(v[N]) = i[N]; "
                             "end M;";
    const long before = support::allocated_bytes();
    EXPECT_TRUE(solve(modelica::load({{"m.mo", text}}).problem, {.t_end = 0.0}).success());
    return static_cast<double>(support::allocated_bytes() - before);
  };
  EXPECT_LT(bytes_of(2000), 5 * bytes_of(500));
}

// A derivative that is a small difference of large terms: the run is made again with a smaller tolerance, and with what
// the first one found.
TEST(Work, ASmallerToleranceNeedsNoSecondAnalysis) {
  const char* const text =
      "model M Real a(start = 1, fixed = true), b(start = 1, fixed = true), x(start = 0, fixed = true); "
      "equation "
      "der(a) = sin(time)*a; der(b) = sin(time)*b - 1e-5; der(x) = 1e4*(a - b); end M;";
  const model::Problem problem = modelica::load({{"m.mo", text}}).problem;
  const Work before = work_so_far();
  const solution::Solution run = solve(problem, {.t_end = 1, .tolerance = 1e-6});
  ASSERT_TRUE(std::ranges::any_of(run.notes, [](const std::string& note) {
    return note.find("the run was repeated with") != std::string::npos;
  }));
  EXPECT_EQ(since(before).analyses, 1);
  EXPECT_EQ(since(before).starts, 1);
}

// Slow flow in a square whose lid moves, on a staggered grid: gradient and divergence do not change, so nothing is
// factored at the stages of a step.
TEST(Work, FactorsConstantMatricesOnce) {
  const std::string text =
      "model M constant Integer N = 12; constant Real h = 1/N; Real u[N - 1, N](each start = 0, each nominal "
      "= 0.1), v[N, N - 1](each "
      "start = 0, each nominal = 0.1), p[N, N](each nominal = 0.1); "
      "equation "
      "p[1, 1] = 0; for i in 1:N, j in 1:N loop if i + j > 2 then 0 = (if i < N then u[i, j] else 0) - "
      "(if i > 1 then u[i - 1, j] else 0) + (if j < N then v[i, j] else 0) - (if j > 1 then v[i, j - 1] "
      "else 0); "
      "end if; end for; for i in 1:N - 1, j in 1:N loop der(u[i, j]) = 0.01*((if i > 1 then u[i - 1, j] "
      "else 0) + "
      "(if i < N - 1 then u[i + 1, j] else 0) + (if j > 1 then u[i, j - 1] else -u[i, j]) + (if j < N then "
      "u[i, j + 1] else 2 - 2*exp(-10*time) - u[i, j]) - 4*u[i, j])/h^2 - (p[i + 1, j] - p[i, j])/h; end "
      "for; "
      "for i in 1:N, j in 1:N - 1 loop der(v[i, j]) = 0.01*((if j > 1 then v[i, j - 1] else 0) + (if j < N "
      "- 1 then "
      "v[i, j + 1] else 0) + (if i > 1 then v[i - 1, j] else -v[i, j]) + (if i < N then v[i + 1, j] else "
      "-v[i, j]) "
      "- 4*v[i, j])/h^2 - (p[i, j + 1] - p[i, j])/h; end for; end M;";
  Options options;
  options.t_end = 0.5;
  options.tolerance = 1e-5;
  const solution::Solution seen = solve(modelica::load({{"m.mo", text}}).problem, options);
  EXPECT_TRUE(seen.certificate.holds.value_or(false)) << seen.certificate.message;
  EXPECT_LE(seen.counts.factorizations, 2);
  EXPECT_GT(seen.counts.function_evaluations, 50);
}

}  // namespace
}  // namespace trammel::pipeline
