// Structural index and degrees of freedom of models whose answers are known from theory.
#include <gtest/gtest.h>

#include <functional>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "model/lagrange.hpp"
#include "model/model.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using model::der;
using model::Formula;
using model::Model;

struct Known {
  const char* name;
  int index, freedom;
  std::function<void(Model&)> write;
};

// n masses in a row, joined by springs; a force u on the first makes the last follow sin t. Each spring hides
// two more derivatives: index 2n + 1, and nothing is free.
void spring_chain(Model& m, int n) {
  std::vector<Formula> x;
  for (int i = 0; i < n; ++i) x.push_back(m.variable("x" + std::to_string(i)));
  const Formula u = m.variable("u");
  for (int i = 0; i < n; ++i) {
    Formula force = i == 0 ? u : x[i - 1] - x[i];
    if (i + 1 < n) force = force + (x[i + 1] - x[i]);
    m.equation("mass " + std::to_string(i), der(x[i], 2) == force);
  }
  m.equation("path", x[n - 1] == sin(m.time()));
}

// x1 = sin t, x1' = x2, ..., : x_n is the (n-1)-st derivative; index n.
void differentiator(Model& m, int n) {
  std::vector<Formula> x;
  for (int i = 0; i < n; ++i) x.push_back(m.variable("x" + std::to_string(i)));
  m.equation("given", x[0] == sin(m.time()));
  for (int i = 1; i < n; ++i) m.equation("rate " + std::to_string(i), der(x[i - 1]) == x[i]);
}

void pendulum_first_order(
    Model& m, const std::function<void(Model&, Formula, Formula, Formula, Formula, Formula)>& constraint) {
  const Formula x = m.variable("x"), y = m.variable("y"), u = m.variable("u"), v = m.variable("v"),
                l = m.variable("lambda");
  m.equation("x rate", der(x) == u);
  m.equation("y rate", der(y) == v);
  m.equation("x motion", der(u) == -l * x);
  m.equation("y motion", der(v) == -l * y - 9.81);
  constraint(m, x, y, u, v, l);
}

std::vector<Known> known() {
  return {
      {"decay", 0, 1,
       [](Model& m) {
         auto x = m.variable("x");
         m.equation("e", der(x) == -x);
       }},
      {"oscillator, second order", 0, 2,
       [](Model& m) {
         auto x = m.variable("x");
         m.equation("e", der(x, 2) == -x);
       }},
      {"implicit ODE", 0, 1,
       [](Model& m) {
         auto x = m.variable("x");
         m.equation("e", der(x) + sin(der(x)) == x);
       }},
      {"purely algebraic", 1, 0,
       [](Model& m) {
         auto y = m.variable("y");
         m.equation("e", y + sin(y) == m.time());
       }},
      {"semi-explicit index 1", 1, 1,
       [](Model& m) {
         auto x = m.variable("x"), y = m.variable("y");
         m.equation("a", der(x) == -x + y);
         m.equation("b", 0.0 == x + y + y * y);
       }},
      {"Robertson as a DAE", 1, 2,
       [](Model& m) {
         auto a = m.variable("a"), b = m.variable("b"), c = m.variable("c");
         m.equation("a", der(a) == -0.04 * a + 1e4 * b * c);
         m.equation("b", der(b) == 0.04 * a - 1e4 * b * c - 3e7 * b * b);
         m.equation("mass", a + b + c == 1.0);
       }},
      {"RLC circuit", 1, 2,
       [](Model& m) {
         auto v = m.variable("v"), i = m.variable("i"), iR = m.variable("iR"), iC = m.variable("iC");
         m.equation("inductor", der(i) == 24.0 - v);
         m.equation("resistor", v == 100.0 * iR);
         m.equation("capacitor", 1e-3 * der(v) == iC);
         m.equation("node", i == iR + iC);
       }},
      {"definition used by an ODE", 1, 2,
       [](Model& m) {
         auto x = m.variable("x"), y = m.variable("y"), r = m.variable("r");
         m.equation("x", der(x) == -y / r);
         m.equation("y", der(y) == x / r);
         m.equation("r", r == sqrt(x * x + y * y));
       }},
      {"differentiator of index 2", 2, 0, [](Model& m) { differentiator(m, 2); }},
      {"differentiator of index 4", 4, 0, [](Model& m) { differentiator(m, 4); }},
      {"differentiator of index 5", 5, 0, [](Model& m) { differentiator(m, 5); }},
      {"capacitor across a voltage source", 2, 0,
       [](Model& m) {
         auto v = m.variable("v"), i = m.variable("i");
         m.equation("source", v == sin(m.time()));
         m.equation("capacitor", i == 1e-6 * der(v));
       }},
      {"inductor in series with a current source", 2, 0,
       [](Model& m) {
         auto v = m.variable("v"), i = m.variable("i");
         m.equation("source", i == sin(m.time()));
         m.equation("inductor", v == 1e-3 * der(i));
       }},
      {"loop of capacitors and a source, with a charging branch", 2, 1,
       [](Model& m) {
         auto v1 = m.variable("v1"), v2 = m.variable("v2"), i1 = m.variable("i1"), iR = m.variable("iR"),
              is = m.variable("is");
         m.equation("source", v1 == sin(m.time()));
         m.equation("C1", i1 == 1e-6 * der(v1));
         m.equation("R", v1 - v2 == 1e3 * iR);
         m.equation("C2", 1e-6 * der(v2) == iR);
         m.equation("node", is == i1 + iR);
       }},
      {"cutset of inductors and a current source", 2, 1,
       [](Model& m) {  // a source drives two inductors that meet in one node: i1 + i2 = I(t)
         auto i1 = m.variable("i1"), i2 = m.variable("i2"), v = m.variable("v");
         m.equation("node", i1 + i2 == sin(m.time()));
         m.equation("L1", der(i1) == v);
         m.equation("L2", 2.0 * der(i2) == v - i2);
       }},
      {"two capacitors in parallel", 2, 1,
       [](Model& m) {
         auto v1 = m.variable("v1"), v2 = m.variable("v2"), i1 = m.variable("i1"), i2 = m.variable("i2");
         m.equation("parallel", v1 == v2);
         m.equation("C1", der(v1) == i1);
         m.equation("C2", 2.0 * der(v2) == i2);
         m.equation("node", i1 + i2 == 1.0 - v1);
       }},
      {"pendulum, index 3, first order", 3, 2,
       [](Model& m) {
         pendulum_first_order(m, [](Model& n, Formula x, Formula y, Formula, Formula, Formula) {
           n.equation("rod", x * x + y * y == 1.0);
         });
       }},
      {"pendulum, index 2", 2, 3,
       [](Model& m) {
         pendulum_first_order(m, [](Model& n, Formula x, Formula y, Formula u, Formula v, Formula) {
           n.equation("rod", x * u + y * v == 0.0);
         });
       }},
      {"pendulum, index 1", 1, 4,
       [](Model& m) {
         pendulum_first_order(m, [](Model& n, Formula x, Formula y, Formula u, Formula v, Formula l) {
           n.equation("rod", u * u + v * v - l * (x * x + y * y) - 9.81 * y == 0.0);
         });
       }},
      {"pendulum, Gear-Gupta-Leimkuhler", 2, 2,
       [](Model& m) {
         const Formula x = m.variable("x"), y = m.variable("y"), u = m.variable("u"), v = m.variable("v"),
                       l = m.variable("lambda"), n = m.variable("mu");
         m.equation("x rate", der(x) == u - x * n);
         m.equation("y rate", der(y) == v - y * n);
         m.equation("x motion", der(u) == -l * x);
         m.equation("y motion", der(v) == -l * y - 9.81);
         m.equation("rod", x * x + y * y == 1.0);
         m.equation("rod rate", x * u + y * v == 0.0);
       }},
      {"two pendula, the second as long as the first one's tension", 5, 4,
       [](Model& m) {
         const Formula x = m.variable("x"), y = m.variable("y"), l = m.variable("lambda"),
                       u = m.variable("u"), v = m.variable("v"), k = m.variable("kappa");
         m.equation("x", der(x, 2) + x * l == 0.0);
         m.equation("y", der(y, 2) + y * l == 9.81);
         m.equation("first", x * x + y * y == 1.0);
         m.equation("u", der(u, 2) + u * k == 0.0);
         m.equation("v", der(v, 2) + v * k == 9.81);
         m.equation("second", u * u + v * v == pow(1.0 + 0.1 * l, 2.0));
       }},
      {"inverse dynamics of one mass", 3, 0, [](Model& m) { spring_chain(m, 1); }},
      {"inverse dynamics of two masses", 5, 0, [](Model& m) { spring_chain(m, 2); }},
      {"inverse dynamics of three masses", 7, 0, [](Model& m) { spring_chain(m, 3); }},
      {"prescribed output of an integrator chain", 4, 0,
       [](Model& m) {
         auto x1 = m.variable("x1"), x2 = m.variable("x2"), x3 = m.variable("x3"), u = m.variable("u");
         m.equation("1", der(x1) == x2 - x1 * x1);
         m.equation("2", der(x2) == x3 + sin(x1));
         m.equation("3", der(x3) == u);
         m.equation("output", x1 == exp(-m.time()));
       }},
      {"knife edge (nonholonomic)", 2, 5,
       [](Model& m) {
         const Formula x = m.variable("x"), y = m.variable("y"), a = m.variable("angle");
         add_lagrangian(m, {.q = {x, y, a},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y) + 0.3 * der(a) * der(a)),
                            .potential = -0.2 * x,
                            .nonholonomic = {{"edge", der(x) * sin(a) - der(y) * cos(a)}}});
       }},
      {"four-bar linkage in angles", 3, 2,
       [](Model& m) {
         const Formula a = m.variable("a"), b = m.variable("b"), c = m.variable("c");
         add_lagrangian(m, {.q = {a, b, c},
                            .kinetic = 0.5 * (der(a) * der(a) + 2.0 * der(b) * der(b) + der(c) * der(c)) +
                                       0.3 * cos(a - b) * der(a) * der(b),
                            .potential = sin(a) + sin(b),
                            .constraints = {{"close x", cos(a) + 2.0 * cos(b) - 1.5 * cos(c) - 2.0},
                                            {"close y", sin(a) + 2.0 * sin(b) - 1.5 * sin(c)}}});
       }},
      {"bead on a moving wire (rheonomic)", 3, 2,
       [](Model& m) {
         const Formula x = m.variable("x"), y = m.variable("y");
         add_lagrangian(m, {.q = {x, y},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y)),
                            .potential = 9.81 * y,
                            .constraints = {{"wire", y - x * x - 0.1 * sin(m.time())}}});
       }},
      {"incompressible flow on three cells", 2, 2,
       [](Model& m) {  // v' = -A v - grad p, 0 = div v with one condition, and p at the gauge
         std::vector<Formula> v;
         for (int i = 0; i < 3; ++i) v.push_back(m.variable("v" + std::to_string(i)));
         const Formula p = m.variable("p");
         for (int i = 0; i < 3; ++i)
           m.equation("momentum " + std::to_string(i), der(v[i]) == -v[i] - (1.0 + i) * p);
         m.equation("divergence", v[0] + 2.0 * v[1] + 3.0 * v[2] == 0.0);
       }},
      {"a mechanism beside an independent ODE", 3, 3,
       [](Model& m) {
         pendulum_first_order(m, [](Model& n, Formula x, Formula y, Formula, Formula, Formula) {
           n.equation("rod", x * x + y * y == 1.0);
         });
         auto w = m.variable("w");
         m.equation("w", der(w) == -w);
       }},
  };
}

TEST(Structure, IndexAndDegreesOfFreedomOfKnownModels) {
  EXPECT_GE(known().size(), 25u);
  for (const Known& k : known()) {
    Model m(k.name);
    k.write(m);
    const analysis::Diagnosis found = analysis::analyze(m.problem().dae);
    EXPECT_EQ(found.index, k.index) << k.name;
    EXPECT_EQ(found.degrees_of_freedom, k.freedom) << k.name;
  }
}

TEST(Structure, IndexAndDegreesOfFreedomOfMechanismsInBothForms) {
  for (const support::Form form : {support::Form::first_order, support::Form::second_order}) {
    const auto check = [](const model::Problem& problem, int freedom) {
      const analysis::Diagnosis found = analysis::analyze(problem.dae);
      EXPECT_EQ(found.index, 3) << problem.dae.name;
      EXPECT_EQ(found.degrees_of_freedom, freedom) << problem.dae.name;
    };
    check(support::pendulum(form), 2);
    check(support::double_pendulum(form), 4);
    check(support::andrews(form), 2);
    check(support::car_axis(form), 4);
  }
  EXPECT_EQ(analysis::analyze(support::chain(50).dae).degrees_of_freedom, 100);
}

// Positions 1, velocities 2, multipliers 3: what index-3 codes call the index of a variable.
TEST(Structure, LevelsOfTheUnknownsOfAMechanism) {
  const model::Problem problem = support::pendulum(support::Form::first_order);
  const analysis::Diagnosis found = analysis::analyze(problem.dae);
  std::map<std::string, int> level;
  for (std::size_t j = 0; j < found.levels.size(); ++j)
    level[problem.dae.graph->variable_name(problem.dae.variables[j].id)] = found.levels[j];
  EXPECT_EQ(level["x"], 1);
  EXPECT_EQ(level["v_x"], 2);
  EXPECT_EQ(level["lambda"], 3);
}

TEST(Structure, HiddenConstraintsArePrintedInTheUsersNames) {
  const model::Problem problem = support::pendulum(support::Form::second_order);
  const auto hidden = analysis::hidden_constraints(problem.dae, analysis::analyze(problem.dae));
  ASSERT_EQ(hidden.size(), 1u);
  EXPECT_EQ(hidden[0].equation, "rod");
  EXPECT_EQ(hidden[0].derivative, 1);
  EXPECT_EQ(hidden[0].text, "2*x*der(x) + 2*y*der(y) = 0");
}

std::string refusal(const std::function<void(Model&)>& write) {
  Model m("wrong");
  write(m);
  try {
    analysis::analyze(m.problem().dae);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::structure);
    return error.message;
  }
  return "accepted";
}

TEST(Structure, SingularModelsAreRefusedByNamingTheOverAndUnderdeterminedParts) {
  EXPECT_EQ(refusal([](Model& m) {
              auto x = m.variable("x"), y = m.variable("y"), z = m.variable("z");
              m.equation("a", x == 1.0);
              m.equation("b", x + y == 2.0);
              m.equation("c", x - y == m.time());
              (void)z;
            }),
            "the model is structurally singular; 3 equations share only 2 unknowns: 'a', 'b' and 'c' "
            "determine 'x' and 'y'; "
            "nothing determines 'z'");
  EXPECT_EQ(
      refusal([](Model& m) {
        auto x = m.variable("x"), y = m.variable("y");
        m.equation("only", der(x) == y);
      }),
      "the model has 1 equation for 2 unknowns; undetermined: 'x' and 'y', for which there is only 'only'");
  EXPECT_EQ(refusal([](Model& m) {
              auto x = m.variable("x");
              m.equation("a", der(x) == 1.0);
              m.equation("b", m.time() == 1.0);
            }),
            "the model has 2 equations for 1 unknown; 'b' contains no unknown");
}

}  // namespace
}  // namespace trammel
