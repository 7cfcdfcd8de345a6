// What a simulate costs before its first step: each fact is found once.
#include "base/work.hpp"

#include <gtest/gtest.h>

#include "modelica/modelica.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/solve.hpp"

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

Work work_of(const char* text, const char* formulation, const char* method) {
  const model::Problem problem = modelica::load({{"m.mo", text}}).problem;
  Options options;
  options.formulation = formulation;
  options.method = method;
  const Work before = work_so_far();
  EXPECT_TRUE(solve(problem, options).success());
  const Work after = work_so_far();
  return {after.analyses - before.analyses, after.starts - before.starts,
          after.compilations - before.compilations};
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

TEST(Work, RunsOfAPreparedAnalyseAndCompileNothing) {
  const Prepared prepared = prepare(modelica::load({{"m.mo", pendulum_text}}).problem);
  (void)run(prepared);  // draws the first choice
  const Work before = work_so_far();
  (void)run(prepared, {.parameters = {{"g", 1.62}}});
  EXPECT_EQ(work_so_far().analyses, before.analyses);
  EXPECT_EQ(work_so_far().compilations, before.compilations);
  EXPECT_EQ(work_so_far().starts, before.starts + 1);
}

}  // namespace
}  // namespace trammel::pipeline
