// Misuse of the C++ interface throws one type of exception, whose message names the culprit.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/error.hpp"
#include "model/lagrange.hpp"
#include "pipeline/solve.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;

std::string message(const std::function<void(Model&)>& action, Kind kind) {
  Model m("wrong");
  try {
    action(m);
    (void)pipeline::solve(m);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, kind) << error.what();
    return error.what();
  }
  return "nothing was thrown";
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(WrongUse, DuplicateNamesAreRefused) {
  EXPECT_HAS(message([](Model& m) { m.variable("x"), m.variable("x"); }, Kind::name),
             "two variables or parameters called 'x'");
  EXPECT_HAS(message([](Model& m) { m.variable("x"), m.parameter("x", 1); }, Kind::name), "'x'");
  EXPECT_HAS(message(
                 [](Model& m) {
                   const auto x = m.variable("x"), y = m.variable("y");
                   m.equation("e", x == 1.0), m.equation("e", y == 1.0);
                 },
                 Kind::name),
             "two equations called 'e'");
}

TEST(WrongUse, AMismatchOfEquationsAndUnknownsNamesTheCulprits) {
  const auto text = message(
      [](Model& m) {
        const auto x = m.variable("x");
        m.variable("forgotten");
        m.equation("decay", der(x) == -x);
      },
      Kind::structure);
  EXPECT_HAS(text, "1 equation for 2 unknowns");
  EXPECT_HAS(text, "nothing determines 'forgotten'");
}

TEST(WrongUse, FixedValuesThatCannotHoldAreNamed) {
  const auto text = message(
      [](Model& m) {
        const auto x = m.variable("x", {.start = 1, .fixed = true}),
                   y = m.variable("y", {.start = 1, .fixed = true}), l = m.variable("l");
        m.equation("x motion", der(x, 2) == -l * x);
        m.equation("y motion", der(y, 2) == -l * y);
        m.equation("rod", x * x + y * y == 1.0);
      },
      Kind::initialization);
  EXPECT_HAS(text, "'rod'");
  EXPECT_HAS(text, "x = 1");
  EXPECT_HAS(text, "y = 1");
}

TEST(WrongUse, NumbersThatAreNoneAreRefused) {
  EXPECT_HAS(message([](Model& m) { m.parameter("mass", std::nan("")); }, Kind::usage), "'mass'");
  EXPECT_HAS(message([](Model& m) { m.variable("x", {.start = INFINITY}); }, Kind::usage), "'x'");
  EXPECT_HAS(message([](Model& m) { m.variable("x", {.nominal = 0}); }, Kind::usage), "nominal value of 'x'");
  EXPECT_HAS(message([](Model& m) { m.set_parameter("k", 1); }, Kind::name), "no parameter called 'k'");
}

TEST(WrongUse, FormulasOfTwoModelsDoNotMix) {
  Model other("other");
  const auto z = other.variable("z");
  EXPECT_HAS(message([&](Model& m) { m.equation("e", m.variable("x") == z); }, Kind::usage),
             "'z' belongs to another model");
  EXPECT_HAS(message([&](Model& m) { m.equation("e", m.variable("x") + z == 0.0); }, Kind::usage),
             "'x' and 'z'");
}

TEST(WrongUse, OptionsOutOfRangeAreNamed) {
  Model m("decay");
  const auto x = m.variable("x", {.start = 1, .fixed = true});
  m.equation("decay", der(x) == -x);
  const auto refused = [&](const pipeline::Options& options) -> std::string {
    try {
      (void)pipeline::solve(m, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_HAS(refused({.tolerance = 1e-18}), "rtol");
  EXPECT_HAS(refused({.tolerance = -1}), "rtol");
  EXPECT_HAS(refused({.t_end = -1}), "lies before the start time");
  EXPECT_HAS(refused({.t_end = INFINITY}), "not finite");
  EXPECT_HAS(refused({.method = "euler's"}), "no method called 'euler's'");
  EXPECT_HAS(refused({.formulation = "magic"}), "no formulation called 'magic'");
}

TEST(WrongUse, AConstraintWithVelocitiesIsNotHolonomic) {
  EXPECT_HAS(message(
                 [](Model& m) {
                   const auto x = m.variable("x");
                   add_lagrangian(
                       m, {.q = {x}, .kinetic = der(x) * der(x), .constraints = {{"speed", der(x) - 1.0}}});
                 },
                 Kind::usage),
             "'speed' contains velocities");
}

// x1 = sin t and its derivatives: index 4, which BDF can do as the system is linear, but which it is not
// proven for in general.
TEST(WrongUse, AMethodBeyondTheIndexItIsProvenForSaysSo) {
  Model m("chain");
  std::vector<expr::Formula> x;
  for (int k = 0; k < 4; ++k) x.push_back(m.variable("x" + std::to_string(k)));
  m.equation("path", x[0] == sin(m.time()));
  for (int k = 0; k < 3; ++k) m.equation("rate " + std::to_string(k), der(x[k]) == x[k + 1]);
  const auto notes = [&](const char* method, const char* formulation) {
    const solution::Solution s = pipeline::solve(
        m, {.t_end = 1.0, .method = method, .formulation = formulation, .step = {.fixed_step = 0.1}});
    std::string all;
    for (const std::string& note : s.notes) all += note + "; ";
    return all;
  };
  EXPECT_NE(notes("bdf2", "as_written")
                .find("have index 4 in this form, and 'bdf2' is known to converge up to index 3"),
            std::string::npos)
      << notes("bdf2", "as_written");
  EXPECT_EQ(notes("bdf2", "index_2").find("in this form"), std::string::npos);
}

}  // namespace
}  // namespace trammel
