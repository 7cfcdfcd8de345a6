// Balances across instants: energy, momentum and charge hold to rounding, impulses are told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

Solution both_sides(const std::string& text) {
  return solve(modelica::load({{"m.mo", text}}).problem, {.tolerance = 1e-6, .both_sides = true});
}

double impulse(const solution::Event& event, const std::string& variable) {
  for (const auto& each : event.impulses)
    if (each.variable == variable) return each.value;
  return 0;
}

// The values of a variable before and behind the first event.
std::pair<double, double> across(const Solution& s, const std::string& variable) {
  const auto at = static_cast<std::size_t>(std::ranges::find(s.variables, variable) - s.variables.begin());
  return {s.samples.at(0).values.at(at), s.samples.at(1).values.at(at)};
}

// One degree of freedom: all velocities are multiplied by -e, so that the energy is by e^2.
TEST(Impacts, AFourBarAtAStopKeepsTheShareOfItsEnergyThatRestitutionSays) {
  const Solution s = both_sides(
      "model M Real x1(start = 0, fixed = true), y1(start = 1), x2(start = 2), y2(start = 1);"
      "Real u1, v1, u2, v2, a, b, c; Real T = (u1^2 + v1^2 + u2^2 + v2^2)/2;"
      "initial equation T = 1; equation der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;"
      "der(u1) = a*x1 + b*(x1 - x2); der(v1) = a*y1 + b*(y1 - y2);"
      "der(u2) = -b*(x1 - x2) + c*(x2 - 2); der(v2) = -b*(y1 - y2) + c*y2;"
      "x1^2 + y1^2 = 1; (x1 - x2)^2 + (y1 - y2)^2 = 4; (x2 - 2)^2 + y2^2 = 1;"
      "when abs(x1) > 0.4 then reinit(u1, -0.5*pre(u1)); end when; end M;");
  ASSERT_TRUE(s.success()) << s.message;
  const auto [before, after] = across(s, "T");
  EXPECT_NEAR(after / before, 0.25, 1e-14);
  for (const char* v : {"u1", "v1", "u2", "v2"}) {
    const auto [from, to] = across(s, v);
    EXPECT_NEAR(to, -0.5 * from, 1e-14) << v;
  }
  EXPECT_EQ(s.certificate.holds, true) << s.certificate.message;
}

// Three bars with mass and gravity, written by angles, that fall against a stop again and again: what is lost in the
// bearings at any impact would show in the kinetic energy behind it.
TEST(Impacts, AFourBarOfRodsKeepsItsShareOfEnergyAtEveryImpact) {
  const Solution s = both_sides(
      "model M parameter Real a = 0.5, b = 1.5, c = 1.2, d = 1.4, g = 9.81;"
      "Real q1(start = 1, fixed = true), q2(start = 0.54), q3(start = 1.44), w1(start = 0, fixed = true), "
      "w2, w3;"
      "Real l1, l2; Real T = (a/3 + b)*a^2*w1^2/2 + b^3/6*w2^2 + b*a*b/2*cos(q1 - q2)*w1*w2 + c^3/6*w3^2;"
      "equation der(q1) = w1; der(q2) = w2; der(q3) = w3;"
      "(a/3 + b)*a^2*der(w1) + b*a*b/2*(cos(q1 - q2)*der(w2) + sin(q1 - q2)*w2^2) + (a/2 + b)*g*a*cos(q1)"
      " = l1*a*sin(q1) - l2*a*cos(q1);"
      "b^3/3*der(w2) + b*a*b/2*(cos(q1 - q2)*der(w1) - sin(q1 - q2)*w1^2) + b*g*b/2*cos(q2)"
      " = l1*b*sin(q2) - l2*b*cos(q2);"
      "c^3/3*der(w3) + c*g*c/2*cos(q3) = -l1*c*sin(q3) + l2*c*cos(q3);"
      "a*cos(q1) + b*cos(q2) = d + c*cos(q3); a*sin(q1) + b*sin(q2) = c*sin(q3);"
      "when q1 < 0.2 then reinit(w1, -0.5*pre(w1)); end when;"
      "annotation(experiment(StopTime = 0.95)); end M;");
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_GE(s.events.size(), 6u);
  const auto T = static_cast<std::size_t>(std::ranges::find(s.variables, "T") - s.variables.begin());
  for (std::size_t k = 0; k + 1 < s.samples.size(); k += 2) {
    ASSERT_EQ(s.samples[k].time, s.samples[k + 1].time);
    EXPECT_NEAR(s.samples[k + 1].values[T] / s.samples[k].values[T], 0.25, 1e-14) << s.samples[k].time;
  }
  EXPECT_EQ(s.certificate.holds, true) << s.certificate.message;
}

// Two masses on a rod, one of which gets another velocity along x by an impulse from outside: across x the
// momentum stays, and so does the angular momentum about the mass that is hit. What the rod takes is told.
TEST(Impacts, ADumbbellKeepsTheMomentaThatTheImpulseDoesNotTouch) {
  const Solution s = both_sides(
      "model M parameter Real m1 = 2, m2 = 3; Real x1(start = 0, fixed = true), y1(start = 0, fixed = true);"
      "Real x2(start = 0.6, fixed = true), y2(start = 0.8), u1(start = -1, fixed = true), v1(start = 0.3, "
      "fixed = true);"
      "Real u2(start = -1.4, fixed = true), v2, r, py, L, E; Integer n(start = 0, fixed = true);"
      "equation der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;"
      "m1*der(u1) = r*(x1 - x2); m1*der(v1) = r*(y1 - y2); m2*der(u2) = -r*(x1 - x2); m2*der(v2) = -r*(y1 - "
      "y2);"
      "(x1 - x2)^2 + (y1 - y2)^2 = 1; py = m1*v1 + m2*v2;"
      "L = m2*((x2 - x1)*v2 - (y2 - y1)*u2); E = (m1*(u1^2 + v1^2) + m2*(u2^2 + v2^2))/2;"
      "when x1 < -0.2 then reinit(u1, -0.5*pre(u1)); n = pre(n) + 1; end when;"
      "annotation(experiment(StopTime = 0.5)); end M;");
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_GE(s.events.size(), 1u);
  for (const char* kept : {"py", "L"}) {
    const auto [before, after] = across(s, kept);
    EXPECT_NEAR(after, before, 4e-15 * (1 + std::fabs(before))) << kept;
  }
  // The loss of one contact is (1 - e^2)(N v)^2/(2 N P N'), N P N' = 1/m1 - (n_x/m1)^2/(1/m1 + 1/m2).
  const auto [E0, E1] = across(s, "E");
  const auto [u0, u1] = across(s, "u1");
  const auto [x1, same1] = across(s, "x1");
  const auto [x2, same2] = across(s, "x2");
  const double nx = x1 - x2, P = 1 / 2.0 - nx * nx / 4 / (1 / 2.0 + 1 / 3.0);
  EXPECT_NEAR(E0 - E1, (1 - 0.25) * u0 * u0 / (2 * P), 1e-13);
  EXPECT_EQ(same1, x1);
  // m2 (u2+ - u2-) is the rod's impulse along x.
  const auto [u20, u21] = across(s, "u2");
  EXPECT_NEAR(impulse(s.events[0], "r"), -3 * (u21 - u20) / nx, 1e-12);
  for (const auto& each : s.events[0].impulses) EXPECT_FALSE(each.shared) << each.variable;
}

// A pendulum against a wall, its rod written twice: one solve, and both take the same half of the impulse. The
// motion has one degree of freedom, so that all velocities are multiplied by -1/2: with r = 2 (a + b) the
// impulses are those of u+ - u = -2 (A + B) x.
TEST(Impacts, RedundantConstraintsShareTheImpulse) {
  const Solution s = both_sides(
      "model M Real x(start = 0.8), y(start = -0.6), u(start = 0), v(start = 0), a, b;"
      "Real T = (u^2 + v^2)/2; equation der(x) = u; der(y) = v; der(u) = -2*(a + b)*x;"
      "der(v) = -2*(a + b)*y - 9.81; x^2 + y^2 = 1; 2*x^2 + 2*y^2 = 2;"
      "when x < 0.1 then reinit(u, -0.5*pre(u)); end when;"
      "annotation(experiment(StopTime = 0.6)); end M;");
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_EQ(s.events.size(), 1u);
  const auto [T0, T1] = across(s, "T");
  EXPECT_NEAR(T1 / T0, 0.25, 1e-13);
  const auto [v0, v1] = across(s, "v");
  const auto [y, same] = across(s, "y");
  EXPECT_EQ(y, same);
  EXPECT_NEAR(impulse(s.events[0], "a"), impulse(s.events[0], "b"), 1e-13);
  EXPECT_NEAR(v1 - v0, -2 * (impulse(s.events[0], "a") + impulse(s.events[0], "b")) * y, 1e-12);
  ASSERT_EQ(s.events[0].impulses.size(), 2u);
  for (const auto& each : s.events[0].impulses) EXPECT_TRUE(each.shared) << each.variable;
}

// A four-bar of two masses with a joint too many, at a stop: the impulses that are told balance every
// momentum that the stop does not touch, and the share of the energy is that of restitution, both to
// rounding.
TEST(Impacts, AFourBarWithAJointTooManyBalancesItsMomentaAtAStop) {
  const Solution s = both_sides(
      "model M Real x1(start = 0, fixed = true), y1(start = 1), x2(start = 2), y2(start = 1), u1(start = "
      "0.5, fixed = true);"
      "Real v1, u2, v2, a, b, c, d; Real T = (u1^2 + v1^2 + u2^2 + v2^2)/2;"
      "equation der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;"
      "der(u1) = a*x1 + b*(x1 - x2); der(v1) = a*y1 + b*(y1 - y2);"
      "der(u2) = -b*(x1 - x2) + (c + d)*(x2 - 2); der(v2) = -b*(y1 - y2) + (c + d)*y2;"
      "x1^2 + y1^2 = 1; (x1 - x2)^2 + (y1 - y2)^2 = 4; (x2 - 2)^2 + y2^2 = 1; 2*(x2 - 2)^2 + 2*y2^2 = 2;"
      "when x1 > 0.4 then reinit(u1, -0.5*pre(u1)); end when; end M;");
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_EQ(s.events.size(), 1u);
  const auto at = [&](const char* name) { return across(s, name).second; };
  const auto jump = [&](const char* name) { return across(s, name).second - across(s, name).first; };
  const solution::Event& stop = s.events[0];
  const double A = impulse(stop, "a"), B = impulse(stop, "b"), C = impulse(stop, "c"), D = impulse(stop, "d");
  const double dx = at("x1") - at("x2"), dy = at("y1") - at("y2");
  EXPECT_NEAR(jump("v1"), A * at("y1") + B * dy, 1e-13);
  EXPECT_NEAR(jump("u2"), -B * dx + (C + D) * (at("x2") - 2), 1e-13);
  EXPECT_NEAR(jump("v2"), -B * dy + (C + D) * at("y2"), 1e-13);
  EXPECT_NEAR(C, D, 1e-13);
  const auto [T0, T1] = across(s, "T");
  EXPECT_NEAR(T1 / T0, 0.25, 1e-13);
  for (const auto& each : stop.impulses)
    EXPECT_EQ(each.shared, each.variable == "c" || each.variable == "d") << each.variable;
}

// An actuator between masses of 2 and 1 that starts with velocity 3: P/2 + P = 3, so both get an impulse
// of 2.
TEST(Impacts, AConstraintWhoseVelocityJumpsGivesAnImpulse) {
  const std::string model =
      "Real x1(start = 0, fixed = true), x2, v1(start = 0, fixed = true), v2, F; equation der(x1) = v1; "
      "der(x2) = v2;"
      "2*der(v1) = F; der(v2) = -F; annotation(experiment(StopTime = 2)); ";
  const Solution s =
      both_sides("model M " + model + "equation x1 - x2 = if time < 1 then 1 else 3*time - 2; end M;");
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_NEAR(impulse(s.events[0], "F"), 2, 1e-12);
  EXPECT_NEAR(s.end("v1"), 1, 1e-10);
  EXPECT_NE(s.summary().find("largest impulse 2 of 'F' at t = 1"), std::string::npos) << s.summary();
  // A constraint that jumps itself would need a jump of positions.
  const Solution jump =
      both_sides("model M " + model + "equation x1 - x2 = if time < 1 then 1 else 3; end M;");
  EXPECT_FALSE(jump.success());
  EXPECT_NEAR(jump.t_end, 1, 1e-12);
}

// 1 F at 1 V and 3 F at 0 V, joined by an ideal switch: 1/4 V on both, and 3/4 of a coulomb has passed.
TEST(Impacts, JoinedCapacitorsKeepTheirChargeAndTellTheOneThatPassed) {
  const Solution s = both_sides(
      "model M Real v1(start = 1, fixed = true), v2(start = 0, fixed = true), i, q; equation der(v1) = -i;"
      "3*der(v2) = i; 0 = if time > 0.5 then v1 - v2 else i; q = v1 + 3*v2; end M;");
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_NEAR(s.end("v1"), 0.25, 1e-14);
  EXPECT_NEAR(s.end("q"), 1, 1e-14);
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_NEAR(impulse(s.events[0], "i"), 0.75, 1e-14);
  EXPECT_EQ(s.certificate.holds, true) << s.certificate.message;
}

// A ratio of speeds jumps from 2 to 1: 2 (w1 - 4) = -P and 3 (w2 - 2) = P with w1 = w2. Momentum goes through the
// gear, whose impulse is told.
TEST(Impacts, AGearThatIsShiftedPassesMomentumOn) {
  const Solution s = both_sides(
      "model M Real w1(start = 4, fixed = true), w2, tau, r; equation r = if time < 1 then 2 else 1;"
      "2*der(w1) = -tau; 3*der(w2) = r*tau; w1 = r*w2; annotation(experiment(StopTime = 2)); end M;");
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_NEAR(s.end("w1"), 2.8, 1e-14);
  EXPECT_NEAR(s.end("w2"), 2.8, 1e-14);
  EXPECT_NEAR(impulse(s.events[0], "tau"), 2.4, 1e-14);
  EXPECT_EQ(s.certificate.holds, true) << s.certificate.message;
}

// A source that jumps from 1 V to 5 V on 1 F and 3 F in series brings both the charge 4 * 3/4.
TEST(Impacts, ASourceThatJumpsOnCapacitorsBringsTheirCharge) {
  const Solution s = both_sides(
      "model M Real u, v1(start = 0.75), v2(start = 0.25, fixed = true), i; equation u = if time < 1 then 1 "
      "else 5; u = v1 + v2; der(v1) = i; 3*der(v2) = i; annotation(experiment(StopTime = 2)); end M;");
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_NEAR(impulse(s.events[0], "i"), 3, 1e-14);
  EXPECT_NEAR(s.end("v1"), 3.75, 1e-14);
  EXPECT_NEAR(s.end("v2"), 1.25, 1e-14);
}

// Positions stay: a constraint that begins to hold elsewhere than where the mass is has no motion behind it.
TEST(Impacts, AMassDoesNotLeapOntoAConstraint) {
  const auto from = [](const std::string& place) {
    return both_sides(
        "model M Real x(start = 0, fixed = true), v(start = 1, fixed = true), F; equation der(x) = v;"
        "der(v) = F; 0 = if time > 1 then x - " +
        place + " else F; annotation(experiment(StopTime = 2)); end M;");
  };
  const Solution caught = from("1");
  ASSERT_TRUE(caught.success()) << caught.message;
  EXPECT_NEAR(impulse(caught.events.at(0), "F"), -1, 1e-12);
  EXPECT_EQ(caught.events.at(0).changed, (std::vector<std::string>{"der(x)", "v"}));
  const Solution leap = from("5");
  EXPECT_FALSE(leap.success());
  EXPECT_EQ(leap.t_end, 1);
  EXPECT_NE(leap.message.find("'x' would have to jump from 1 to 5"), std::string::npos) << leap.message;
}

// A beam with heavy ends (half length 1, mass 1, inertia 3) on two supports that can only push: s < 0 means
// contact. It lies on the left one, and its right end falls onto the right one. An impulse there lifts the
// left end; held there, it would have to be pulled. So v+ = v + P, w+ = w + P/3 with v+ + w+ = 0, and the
// left end flies off.
TEST(Impacts, AContactThatWouldHaveToPullLetsGoDuringTheImpact) {
  const Solution s = both_sides(
      "model M parameter Real J = 3; Real y(start = 0.1, fixed = true), p(start = 0.1);"
      "Real v(start = -1, fixed = true), w, g1, g2, F1, F2, s1(start = -1), s2(start = 1);"
      "equation der(y) = v; der(p) = w; der(v) = F1 + F2 - 1; J*der(w) = F2 - F1;"
      "g1 = y - p; g2 = y + p; g1 = if s1 > 0 then s1 else 0; F1 = if s1 > 0 then 0 else -s1;"
      "g2 = if s2 > 0 then s2 else 0; F2 = if s2 > 0 then 0 else -s2;"
      "annotation(experiment(StopTime = 0.2)); end M;");
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_NEAR(s.events[0].time, (std::sqrt(1.05) - 1) / 0.25, 1e-8);
  const auto [v0, v1] = across(s, "v");
  const auto [w0, w1] = across(s, "w");
  EXPECT_NEAR(v1, -0.5 * v0, 1e-12);
  EXPECT_NEAR(w1, 0.5 * w0, 1e-12);
  EXPECT_NEAR(impulse(s.events[0], "F2"), -1.5 * v0, 1e-12);
  EXPECT_EQ(impulse(s.events[0], "F1"), 0);
  EXPECT_GT(s.end("g1"), 0.05);
}

// Two masses at a rope over a pulley, 3 and 1 kg: the heavy one lands after sqrt(2 h/a), a = g/2, and stops;
// the rope cannot push, so the light one goes on. How far a counter of metres has come, that stands beside
// them, changes nothing.
TEST(Impacts, ARopeGoesSlackBesideANumberOfAnySize) {
  for (const char* way : {"0", "1e8", "1e12"}) {
    const Solution s = both_sides(std::string("model M parameter Real g = 8; Real h(start = 1), y(start = "
                                              "0), v(start = 0), w(start = 0), s, f, p, N, way(start = ") +
                                  way +
                                  ", fixed = true); equation der(h) = v; der(y) = w; 3*der(v) = f + N - 3*g; "
                                  "der(w) = f - g; der(way) = 20;"
                                  "h + y - 1 = if s > 0 then s else 0; f = if s > 0 then 0 else -s; h = if p "
                                  "> 0 then p else 0; N = if p > 0 then 0 else -p;"
                                  "annotation(experiment(StopTime = 1)); end M;");
    ASSERT_TRUE(s.success()) << s.message;
    ASSERT_EQ(s.events.size(), 1u) << way;
    EXPECT_NEAR(s.events[0].time, std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(impulse(s.events[0], "N"), 3 * 4 * std::sqrt(0.5), 1e-5);
    EXPECT_EQ(impulse(s.events[0], "f"), 0);
    EXPECT_NEAR(s.end("y"),
                1 + 4 * std::sqrt(0.5) * (1 - std::sqrt(0.5)) - 4 * std::pow(1 - std::sqrt(0.5), 2), 1e-5);
  }
}

}  // namespace
}  // namespace trammel::pipeline
