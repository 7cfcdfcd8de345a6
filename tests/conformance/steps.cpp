// The driver, one step at a time, and the polynomials that its steps leave.
#include <gtest/gtest.h>

#include <cmath>

#include "formulation/catalog.hpp"
#include "model/model.hpp"
#include "pipeline/choose.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace trammel {
namespace {

using integrate::Driver;
using model::der;
using model::Model;
using solution::Outcome;
using support::Laboratory;

// x'' = -λ x, y'' = -λ y on the circle with an angular velocity of 1.
model::Problem stepped_circle() {
  Model m("circle");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y"), l = m.variable("lambda");
  m.start(der(y), 1);
  m.equation("x motion", der(x, 2) == -l * x);
  m.equation("y motion", der(y, 2) == -l * y);
  m.equation("rod", x * x + y * y == 1.0);
  return m.problem();
}

// x' = v, where v + v³ = cos t + cos³ t must be solved for: x = sin t.
model::Problem nonlinear_top() {
  Model m("nonlinear top");
  const auto x = m.variable("x", {.start = 0, .fixed = true});
  const auto c = cos(m.time());
  m.equation("speed", der(x) + der(x) * der(x) * der(x) == c + c * c * c);
  return m.problem();
}

std::vector<double> steps_of(const model::Problem& problem, const formulation::Entry& formulation,
                             const integrate::Integrator& integrator, bool dense,
                             const std::vector<double>& times) {
  pipeline::Setup setup = pipeline::set_up(
      problem, formulation, 0, {.gamma = 5, .form = pipeline::common_form(formulation, integrator.method)},
      {.engine = program::Engine::vm});
  const auto stepper = integrator.make(*setup.instance);
  integrate::RunOptions options{
      .dense = dense, .times = times, .gains = setup.plan->gains, .recoordinate = setup.recoordinate};
  options.step.max_steps = 400;
  if (integrator.method.estimate_order == 0) options.step.fixed_step = 1.0 / 128;
  std::vector<double> seen;
  options.progress = [&](double t, const Counts&) {
    seen.push_back(t);
    return true;
  };
  const integrate::Run run =
      integrate::integrate(*setup.instance, integrator.method, *stepper, setup.projector.get(), setup.start,
                           1, options, [](double, Vec, Vec) {});
  seen.insert(seen.end(), run.y.begin(), run.y.end());
  seen.insert(seen.end(), run.slope.begin(), run.slope.end());
  return seen;
}

TEST(Steps, AskingForOutputChangesNoBitOfARunWhateverTheMethod) {
  for (const integrate::Integrator& integrator : integrate::catalog()) {
    int compared = 0;
    for (const char* name : {"underlying_ode", "constrained", "ggl", "index_1", "tangent_space"})
      for (const model::Problem& problem : {stepped_circle(), nonlinear_top()}) {
        const formulation::Entry& formulation = formulation::find_formulation(name);
        if (!pipeline::fits(formulation, integrator.method)) continue;
        SCOPED_TRACE(std::string(integrator.method.name) + " on " + name);
        try {
          const std::vector<double> silent = steps_of(problem, formulation, integrator, false, {});
          EXPECT_EQ(silent, steps_of(problem, formulation, integrator, true, {}));
          EXPECT_EQ(silent, steps_of(problem, formulation, integrator, false, {0.111, 0.2, 0.30003, 0.77}));
          ++compared;
        } catch (const Error& error) {  // no momenta, a matrix that changes, no constraint
          EXPECT_EQ(error.kind, Kind::usage) << error.what();
        }
      }
    EXPECT_GT(compared, 0) << integrator.method.name;
  }
}

// The derivative of the polynomial, not another approximation of y'.
TEST(Steps, ReportedDerivativesBetweenStepsAreThoseOfTheReportedVariables) {
  Model m("decay");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             y = m.variable("y", {.start = 0, .fixed = true});
  m.equation("first", der(x) == -3.0 * x + y);
  m.equation("second", der(y) == sin(3.0 * m.time()) - y);
  for (const integrate::Integrator& integrator : integrate::catalog()) {
    if (integrator.method.takes[0] != system::Form::residual) continue;
    SCOPED_TRACE(integrator.method.name);
    Laboratory lab(m.problem(), std::string(integrator.method.name), "as_written");
    lab.options.dense = true;
    lab.options.step.rtol = lab.options.step.atol = 1e-3;
    if (integrator.method.estimate_order == 0) lab.options.step.fixed_step = 0.1;
    constexpr double d = 1e-6;
    for (int i = 0; i < 20; ++i) lab.options.times.push_back(0.03 + 0.1 * i);
    std::vector<std::vector<double>> slopes;
    const integrate::Run run = integrate::integrate(
        *lab.setup.instance, lab.integrator.method, *lab.stepper, nullptr, lab.setup.start, 2.05, lab.options,
        [&](double, Vec, Vec slope) { slopes.emplace_back(slope.begin(), slope.end()); });
    ASSERT_EQ(run.outcome, Outcome::finished);
    ASSERT_EQ(slopes.size(), lab.options.times.size());
    std::vector<double> before(2), after(2);
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const double t = lab.options.times[i];
      run.trajectory.at(t - d, before);
      run.trajectory.at(t + d, after);
      for (std::size_t k = 0; k < 2; ++k)
        EXPECT_NEAR(slopes[i][k], (after[k] - before[k]) / (2 * d), 1e-7) << "t = " << t;
    }
  }
}

TEST(Steps, ADriverThatIsSteppedMakesTheStepsOfARun) {
  for (const char* method : {"dopri5", "dop853", "adams"}) {
    Laboratory whole(stepped_circle(), method), single(stepped_circle(), method);
    whole.options.dense = single.options.dense = true;
    const integrate::Run run =
        integrate::integrate(*whole.setup.instance, whole.integrator.method, *whole.stepper, nullptr,
                             whole.setup.start, 3, whole.options);
    Driver driver(*single.setup.instance, single.integrator.method, *single.stepper, nullptr,
                  single.setup.start, 3, single.options);
    int i = 0;
    std::vector<double> y(run.y.size());
    for (; driver.step(); ++i) {
      EXPECT_EQ(driver.t(), run.trajectory.times()[static_cast<std::size_t>(i) + 1]);
      ASSERT_NE(driver.polynomial(), nullptr);
      driver.polynomial()->at(driver.t(), y);
      EXPECT_EQ(y, std::vector<double>(driver.state().begin(), driver.state().end()));
    }
    EXPECT_EQ(i, run.trajectory.steps());
    EXPECT_EQ(driver.outcome(), Outcome::finished);
    EXPECT_EQ(driver.result().y, run.y);
  }
}

TEST(Steps, AdvancingToATimeHasItInTheLastStepAndMovesNoStep) {
  Laboratory lab(nonlinear_top(), "dopri5"), other(nonlinear_top(), "dopri5");
  Driver driver(*lab.setup.instance, lab.integrator.method, *lab.stepper, nullptr, lab.setup.start, 2,
                lab.options);
  for (const double t : {0.2, 0.21, 0.9, 1.7}) {
    ASSERT_TRUE(driver.advance(t));
    ASSERT_NE(driver.polynomial(), nullptr);
    double x = 0;
    driver.polynomial()->at(t, {&x, 1});
    EXPECT_NEAR(x, std::sin(t), 1e-5);
    EXPECT_LE(driver.polynomial()->from(), t);
    EXPECT_GE(driver.polynomial()->to(), t);
  }
  EXPECT_FALSE(driver.advance(3));  // behind the end
  EXPECT_EQ(driver.t(), 2);
  EXPECT_EQ(driver.result().y, other.run(2).y);
  driver.set_end(2.5);
  EXPECT_TRUE(driver.advance(2.5));
  EXPECT_NEAR(driver.state()[0], std::sin(2.5), 1e-5);
}

// x' = -x + 1 from x(1) = 5, where another run had got to: x = 1 + 4 exp(1 - t).
TEST(Steps, ARestartGoesOnFromAnotherState) {
  Model m("relaxation");
  const auto x = m.variable("x", {.start = 0, .fixed = true});
  m.equation("rate", der(x) == 1.0 - x);
  for (const char* method : {"dopri5", "adams", "radau5", "bdf", "mebdf", "sdirk4", "rodas"}) {
    const bool implicit = integrate::find_integrator(method).method.takes[0] == system::Form::residual;
    Laboratory lab(m.problem(), method, implicit ? "as_written" : "underlying_ode");
    Driver driver(*lab.setup.instance, lab.integrator.method, *lab.stepper, nullptr, lab.setup.start, 2,
                  lab.options);
    ASSERT_TRUE(driver.advance(1)) << method;
    const double y = 5, slope = -4;
    driver.restart(1, {&y, 1}, implicit ? Vec(&slope, 1) : Vec());
    while (driver.step()) {
    }
    EXPECT_EQ(driver.outcome(), Outcome::finished) << method;
    EXPECT_NEAR(driver.state()[0], 1 + 4 * std::exp(-1.0), 1e-5) << method;
  }
}

// y' = -1e6 (y - sin t) + cos t from y = 0: y = sin t. The ends of steps are right whatever their size; what
// lies between them must be, too.
TEST(Steps, AStiffComponentIsRightBetweenStepsToo) {
  Model m("Prothero and Robinson");
  const auto y = m.variable("y", {.start = 0, .fixed = true});
  m.equation("rate", der(y) == -1e6 * (y - sin(m.time())) + cos(m.time()));
  for (const char* method : {"rodas", "sdirk4", "kvaerno5", "radau5", "radau", "bdf", "mebdf"})
    for (const double tolerance : {1e-4, 1e-6}) {
      Laboratory lab(m.problem(), method, "as_written");
      lab.options.dense = true;
      lab.options.step.rtol = lab.options.step.atol = tolerance;
      const integrate::Run run = lab.run(10);
      ASSERT_EQ(run.outcome, Outcome::finished) << method;
      double worst = 0, value = 0;
      for (double t = 0; t < 10; t += 0.01) {
        run.trajectory.at(t, {&value, 1});
        worst = std::max(worst, std::fabs(value - std::sin(t)));
      }
      EXPECT_LT(worst, 100 * tolerance) << method << " at " << tolerance;
    }
}

// z = s(t) jumps at 1/2: a step must pass although z fails its error test, and the run says where.
TEST(Steps, AStepThatPassesAsAJumpIsNoted) {
  Model m("switch");
  const auto x = m.variable("x", {.start = 0, .fixed = true}), z = m.variable("z", {.start = 0});
  m.equation("rate", der(x) == z - x);
  m.equation("source", z == select(m.time() < 0.5, model::Formula(0.0), model::Formula(1.0)));
  Laboratory lab(m.problem(), "radau5", "as_written");
  const integrate::Run run = lab.run(1);
  ASSERT_EQ(run.outcome, Outcome::finished);
  ASSERT_FALSE(run.jumps.empty());
  EXPECT_NEAR(run.jumps[0], 0.5, 1e-3);
}

// The polynomial of s stages has slopes of order s; that of a step is better by one order, and by all that shows at a tight tolerance:
// slopes 3e3 tolerances off before. x = exp(-t/3), y = x/3 follows by algebra.
TEST(Steps, SlopesBetweenStepsOfCollocationAreBetterThanThoseOfItsStages) {
  Model m("loop");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y"), z = m.variable("z");
  m.equation("rate", der(x) == -y);
  m.equation("one", 2.0 * y - z == x);
  m.equation("two", y + z == 0.0);
  for (const char* const method : {"radau5", "radau_iia_3"}) {
    SCOPED_TRACE(method);
    Laboratory lab(m.problem(), method, "as_written");
    constexpr double tolerance = 1e-10;
    lab.options.step.rtol = lab.options.step.atol = tolerance;
    for (int i = 0; i < 40; ++i) lab.options.times.push_back(0.0371 + 0.07 * i);
    double value = 0, slope = 0, sum = 0;
    const integrate::Run run = integrate::integrate(
        *lab.setup.instance, lab.integrator.method, *lab.stepper, nullptr, lab.setup.start, 3, lab.options,
        [&](double t, Vec y_now, Vec slope_now) {
          value = std::max(value, std::fabs(y_now[0] - std::exp(-t / 3)));
          slope = std::max(slope, std::fabs(slope_now[0] + std::exp(-t / 3) / 3));
          sum = std::max(sum, std::fabs(y_now[1] + y_now[2]));  // linear equations hold between steps, too
        });
    ASSERT_EQ(run.outcome, Outcome::finished);
    EXPECT_LT(value, 30 * tolerance);
    EXPECT_LT(slope, 100 * tolerance);
    EXPECT_LT(sum, 1e-14);
  }
}

}  // namespace
}  // namespace trammel
