#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

// Two oscillators that know nothing of each other.
const char* const two =
    "model M Real a(start = 1, fixed = true), v(start = 0, fixed = true), b(start = 1, fixed = true), "
    "w(start = 0, "
    "fixed = true); equation der(a) = v; der(v) = -a; der(b) = w; der(w) = -b; end M;";

solution::Solution with(const std::vector<std::pair<std::string, double>>& tolerances, const char* method) {
  Options options;
  options.tolerance = 1e-4;
  options.method = method;
  options.tolerances = tolerances;
  options.t_end = 10;
  options.certify = Certify::off;
  return solve(modelica::load({{"m.mo", two}}).problem, options);
}

// One tight component makes the run as accurate as if all were tight, and one loose one does not spoil that.
TEST(Tolerances, AreThoseOfTheirVariables) {
  for (const char* method : {"dopri5", "radau5", "bdf"}) {
    const auto error = [](const solution::Solution& run) { return std::abs(run.end("a") - std::cos(10)); };
    const solution::Solution loose = with({}, method), tight = with({{"a", 1e-9}, {"v", 1e-9}}, method);
    EXPECT_LT(error(tight), 1e-3 * error(loose)) << method;
    EXPECT_GT(tight.counts.steps, 2 * loose.counts.steps) << method;
    const solution::Solution looser = with({{"a", 1e-2}, {"v", 1e-2}, {"b", 1e-2}, {"w", 1e-2}}, method);
    EXPECT_LT(looser.counts.steps, loose.counts.steps) << method;
  }
}

TEST(Tolerances, OfWhatIsNoStateAreRefused) {
  EXPECT_THROW((void)with({{"c", 1e-3}}, "dopri5"), Error);
  Options options;
  options.tolerances = {{"y", 1e-9}};
  const auto problem =
      modelica::load({{"m.mo", "model M Real x(start = 1), y; equation der(x) = -x; y = sin(x); end M;"}})
          .problem;
  options.formulation = "underlying_ode";
  EXPECT_THROW((void)solve(problem, options), Error);
  options.tolerances = {{"x", 2}};
  EXPECT_THROW((void)solve(problem, options), Error);  // out of its range
}

}  // namespace
}  // namespace trammel::pipeline
