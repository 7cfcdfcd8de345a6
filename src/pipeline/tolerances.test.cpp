#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

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

// Heat through a wall of 8 cells from 300 .. 370 K towards 350 K. Errors of 1e-3 of a temperature are a third of what
// differences of neighbours leave of the rates; the exact rates are those at 1e-11.
TEST(Tolerances, AreSharpenedWhereTheyWouldLeaveNothingOfARate) {
  std::string text =
      "model M Real T[8](each fixed = true, start = {300, 310, 320, 330, 340, 350, 360, 370}), q[9]; "
      "equation ";
  for (int i = 1; i <= 8; ++i)
    text += "5000*der(T[" + std::to_string(i) + "]) = q[" + std::to_string(i) + "] - q[" +
            std::to_string(i + 1) + "]; ";
  text += "q[1] = 20*(350 - T[1]); q[9] = 0; ";
  for (int i = 2; i <= 8; ++i)
    text += "q[" + std::to_string(i) + "] = 20*(T[" + std::to_string(i - 1) + "] - T[" + std::to_string(i) +
            "]); ";
  const auto problem = modelica::load({{"m.mo", text + "end M;"}}).problem;
  Options options;
  options.t_end = 3000;
  options.tolerance = 1e-11;
  const solution::Solution exact = solve(problem, options);
  options.tolerance = 1e-3;
  const solution::Solution run = solve(problem, options);
  ASSERT_TRUE(run.success() && exact.success()) << run.message << exact.message;
  for (int i = 1; i <= 8; ++i) {
    const std::string rate = "der(T[" + std::to_string(i) + "])";
    EXPECT_NEAR(run.end(rate), exact.end(rate), 0.1 * 0.0167)
        << rate;  // 0.0167 K/s is the largest on the way
  }
  const auto told = [](const std::string& note) {
    return note.find("small differences of large terms") != std::string::npos;
  };
  EXPECT_TRUE(std::ranges::any_of(run.notes, told));
  options.tolerance = 1e-7;  // which leaves enough
  EXPECT_TRUE(std::ranges::none_of(solve(problem, options).notes, told));
}

// A satellite whose acceleration stands in one equation with r² - x² - y²: terms of 1e14 leave three digits of it.
TEST(Tolerances, BeyondWhatRoundingLeavesOfARateAreNotCertified) {
  const auto run = [](const char* combined, double t_end) {
    Options options;
    options.t_end = t_end;
    options.tolerance = 1e-6;
    return solve(
        modelica::load(
            {{"m.mo",
              std::string(
                  "model M Real x(start = 7e6, fixed = true), y(start = 0, fixed = true), "
                  "u(start = 0, fixed = true), w(start = 8000, fixed = true), r(start = 7e6); equation "
                  "der(x) = u; der(y) = w; der(u) = -3.986e14*x/r^3; der(w) = -3.986e14*y/r^3") +
                  combined + " \"dw\"; r^2 = x^2 + y^2; end M;"}})
            .problem,
        options);
  };
  const solution::Solution plain = run("", 4000);
  EXPECT_TRUE(plain.certificate.holds.value_or(false));
  // A multiple by a number is taken out of the equation, and all digits are back.
  const solution::Solution parted = run(" - 2*(r^2 - (x^2 + y^2))", 4000);
  EXPECT_TRUE(parted.certificate.holds.value_or(false)) << parted.certificate.message;
  EXPECT_NEAR(parted.end("der(w)"), plain.end("der(w)"), 1e-4 * std::fabs(plain.end("der(w)")));
  // Digits are lost from the first step on: 37,000 steps to 4000 would say no more.
  const solution::Solution refused = run(" - 2.8e7*(r - sqrt(x^2 + y^2))", 400);
  EXPECT_FALSE(refused.certificate.holds.value_or(true));
  EXPECT_NE(refused.certificate.message.find("rounding leaves"), std::string::npos)
      << refused.certificate.message;
  EXPECT_NE(refused.certificate.message.find("'der(w)'"), std::string::npos) << refused.certificate.message;
}

// Where a pulse has not yet come to, voltages are 1e-13 of the others, and exp(v) - 1 leaves them three digits.
TEST(Tolerances, AskNoDigitsOfArrayElementsThatTheOthersDwarf) {
  Options options;
  options.t_end = 0.5;
  options.tolerance = 1e-5;
  const solution::Solution seen =
      solve(modelica::load(
                {{"m.mo",
                  "model M parameter Real R = 0.1, L = 0.01, C = 0.01, Is = 1e-3, Vt = 0.5; Real v[80](each "
                  "start = 0, each fixed = true), i[80](each start = 0, each fixed = true), leak[80], "
                  "source = if time < 0.1 then sin(31.41592653589793*time)^2 else 0; equation for k in 1:80 "
                  "loop L*der(i[k]) = (if k == 1 then source else v[k - 1]) - v[k] - R*i[k]; C*der(v[k]) = "
                  "i[k] - (if k == 80 then 0 else i[k + 1]) - leak[k]; leak[k] = Is*(exp(v[k]/Vt) - 1); end "
                  "for; end M;"}})
                .problem,
            options);
  EXPECT_TRUE(seen.certificate.holds.value_or(false)) << seen.certificate.message;
}

}  // namespace
}  // namespace trammel::pipeline
