// Options, start values and the experiment annotation; whole models are in tests/cases.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "modelica/modelica.hpp"
#include "support/allocations.hpp"

namespace trammel::modelica {
namespace {

const std::string text =
    "model M parameter Integer n = 2; parameter Real p = 1, q = 2*p; final parameter Real r = 3; Real "
    "x[n](each start = q), y(start = 5, "
    "fixed = true), z; equation der(x) = -p*x; der(y) = 1; z = y + r; annotation (experiment(StartTime = 1, "
    "StopTime = 3, Tolerance = "
    "1e-5, Interval = 0.1)); end M;";

TEST(Load, ComputesParametersAfterOverrides) {
  const Loaded loaded = load({{"m.mo", text}}, {.parameters = {{"p", 4}, {"n", 3}}});
  EXPECT_EQ(loaded.problem.dae.variables.size(), 5u);
  EXPECT_EQ(loaded.problem.dae.parameters[1].value, 8);  // q = 2*p
}

TEST(Load, RanksStartValues) {
  const Loaded loaded = load({{"m.mo", text}}, {.starts = {{"x[2]", 7}, {"der(z)", 1}}});
  const auto& starts = loaded.problem.starts;
  ASSERT_EQ(starts.size(), 4u);  // x[1], x[2], y, der(z); z has none
  EXPECT_EQ(starts[0].rank, model::Rank::preferred);
  EXPECT_EQ(starts[0].value, 2);
  EXPECT_EQ(starts[1].rank, model::Rank::fixed);
  EXPECT_EQ(starts[1].value, 7);
  EXPECT_EQ(starts[2].rank, model::Rank::fixed);
  EXPECT_EQ(starts[3].rank, model::Rank::fixed);
}

TEST(Load, ReadsTheExperiment) {
  const Loaded loaded = load({{"m.mo", text}});
  EXPECT_EQ(loaded.problem.t_start, 1);
  EXPECT_EQ(loaded.problem.t_end, 3);
  EXPECT_EQ(loaded.experiment.tolerance, 1e-5);
  EXPECT_EQ(loaded.experiment.interval, 0.1);
}

TEST(Load, RefusesWrongOptions) {
  const auto message = [](const LoadOptions& options) {
    try {
      load({{"m.mo", text}}, options);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({.parameters = {{"pp", 1}}}), "there is no parameter 'pp'; did you mean 'p'?");
  EXPECT_EQ(message({.parameters = {{"y", 1}}}),
            "'y' is a variable, not a parameter. Try: set its start value with --start");
  EXPECT_EQ(message({.parameters = {{"r", 1}}}), "'r' is final and cannot be set from outside");
  EXPECT_EQ(message({.parameters = {{"n", 1.5}}}), "'n' needs a whole number, not 1.5");
  EXPECT_EQ(message({.starts = {{"yy", 1}}}), "there is no variable 'yy'; did you mean 'y'?");
  EXPECT_EQ(message({.model = "N"}), "there is no model 'N'. Try: use one of M");
}

TEST(Load, JoinsFilesAndChoosesByDottedName) {
  const std::vector<Source> sources = {
      {"b.mo", "within Lib; model B extends A(k = 2); end B;"},
      {"a.mo",
       "package Lib constant Real c = 3; model A parameter Real k = 1; Real x = c*k; end A; end Lib;"}};
  EXPECT_EQ(load(sources, {.model = "Lib.B"}).problem.dae.parameters[0].value, 2);
  EXPECT_EQ(load(sources, {.model = "Lib.A"}).problem.dae.parameters[0].value, 1);
}

TEST(Load, NamesEquationsByLabelOrLine) {
  const Loaded loaded = load({{"m.mo",
                               "model M\n  Real x, y[2];\nequation\n  x = 1 \"unit\";\n  for i in 1:2 loop\n "
                               "   y[i] = i \"row\";\n  end for;\nend M;"}});
  const auto& e = loaded.problem.dae.equations;
  ASSERT_EQ(e.size(), 3u);
  EXPECT_EQ(e[0].name, "unit");
  EXPECT_EQ(e[2].name, "row[2]");
  EXPECT_EQ(e[2].origin.line, 6);
}

// A ladder whose resistors and capacitors are declared one by one: twelve equations for each pair.
std::string ladder(int pairs) {
  std::string text =
      "type Voltage = Real(unit = \"V\"); type Current = Real(unit = \"A\"); connector Pin Voltage v; flow "
      "Current i; end Pin; partial model OnePort Pin p, n; Voltage v; Current i; equation v = p.v - n.v; "
      "i = p.i; 0 = p.i + n.i; end OnePort; model Resistor extends OnePort; parameter Real R = 1; equation "
      "v = R*i; end Resistor; model Capacitor extends OnePort(v(start = 0, fixed = true)); parameter Real C "
      "= 1; equation C*der(v) = i; end Capacitor; model Ground Pin p; equation p.v = 0; end Ground; model M "
      "Ground g; ";
  for (int k = 0; k < pairs; ++k) {
    const std::string n = std::to_string(k);
    text += "Resistor r" + n + "(R = " + n + " + 1); Capacitor c" + n + "(C = 1); ";
  }
  text += "equation ";
  for (int k = 0; k < pairs; ++k) {
    const std::string n = std::to_string(k);
    text += "connect(r" + n + ".n, c" + n + ".p); connect(c" + n + ".n, g.p); connect(r" + n + ".p, " +
            (k == 0 ? "g.p" : "r" + std::to_string(k - 1) + ".n") + "); ";
  }
  return text + "end M;";
}

TEST(Load, HoldsAtMost2200BytesForAnEquationOfComponents) {
  if (!support::counts_allocations()) GTEST_SKIP() << "the sanitizer has its own operator new";
  const std::string text = ladder(1000);
  (void)support::most_held_bytes();
  const Loaded loaded = load_on_this_stack({{"m.mo", text}});
  ASSERT_EQ(loaded.problem.dae.equations.size(), 12'002u);
  EXPECT_LT(support::most_held_bytes(), 2200 * 12'002);
}

}  // namespace
}  // namespace trammel::modelica
