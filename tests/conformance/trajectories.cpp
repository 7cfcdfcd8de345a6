// The walking skeleton: index-3 equations as written, solved without drift.
#include <gtest/gtest.h>

#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"
#include "support/andrews_data.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using support::Form;

struct Case {
  std::string name;
  model::Problem (*make)(Form);
  std::vector<std::string> positions;
  std::vector<double> end;
};

std::vector<Case> cases() {
  return {
      {"pendulum", support::pendulum, {"x", "y"}, {support::pendulum_end[0], support::pendulum_end[1]}},
      {"double pendulum", support::double_pendulum, {"x1", "y1", "x2", "y2"}, support::double_pendulum_end()},
      {"Andrews",
       support::andrews,
       {"q1", "q2", "q3", "q4", "q5", "q6", "q7"},
       std::vector<double>(support::andrews_data::q_end, support::andrews_data::q_end + 7)},
      {"car axis",
       support::car_axis,
       {"xl", "yl", "xr", "yr"},
       std::vector<double>(support::car_axis_end, support::car_axis_end + 4)},
  };
}

// |h_i| over Σ_j |∂h_i/∂z_j z_j|, the largest over all steps and constraints, given and hidden.
double scaled_residual(const model::Problem& problem, const solution::Solution& s) {
  const pipeline::Setup setup = pipeline::set_up(problem, formulation::find_formulation("underlying_ode"),
                                                 problem.t_start, true, {.engine = program::Engine::vm});
  expr::Graph& graph = *setup.dae().graph;
  program::Inputs inputs;
  inputs.banks.resize(2);
  inputs.banks[0] = {graph.time()};
  program::Request request{.value_bank = 0, .jacobian_bank = 1};
  for (const auto& part : setup.instance->ode().state()) {
    inputs.banks[1].push_back(graph.symbol(setup.dae().variables[part.unknown].id, part.derivative));
    request.terms.push_back({inputs.banks[1].back(), request.columns++});
  }
  for (const model::Equation& invariant : setup.dae().invariants) request.rows.push_back(invariant.residual);
  program::Runner runner(program::compile(graph, inputs, {{{request}}}, {.engine = program::Engine::vm}));
  runner.set_parameters(pipeline::parameter_values(setup.dae(), runner.program().parameters()));
  const linalg::Pattern& pattern = runner.program().pattern(0, 0);
  std::vector<double> h(request.rows.size()), H(pattern.row.size());
  double worst = 0;
  const solution::Trajectory& trajectory = s.segments.at(0).trajectory;
  for (int i = 0; i <= trajectory.steps(); ++i) {
    const double t = trajectory.times()[i];
    const Vec z = trajectory.at_step(i);
    const double* in[] = {&t, z.data()};
    double* out[] = {h.data(), H.data()};
    runner.run(0, in, out);
    std::vector<double> size(h.size(), 0.0);
    for (int j = 0; j < pattern.columns; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
        size[pattern.row[k]] += std::fabs(H[k] * z[j]);
    for (std::size_t r = 0; r < h.size(); ++r)
      if (h[r] != 0) worst = std::max(worst, std::fabs(h[r]) / std::max(size[r], 1e-300));
  }
  return worst;
}

TEST(Index3AsWritten, EndpointsAreRightAndConstraintsHoldAtAllStepsInFirstAndSecondOrderForm) {
  for (const Case& c : cases())
    for (const Form form : {Form::first_order, Form::second_order}) {
      const model::Problem problem = c.make(form);
      const solution::Solution s = pipeline::solve(problem, {.tolerance = 1e-8});
      ASSERT_TRUE(s.success()) << c.name << ": " << s.message;
      EXPECT_EQ(s.index, 3) << c.name;
      for (std::size_t i = 0; i < c.positions.size(); ++i)
        EXPECT_NEAR(s.end(c.positions[i]), c.end[i], 1e-5) << c.name << " " << c.positions[i];
      EXPECT_LT(scaled_residual(problem, s), 1e-10) << c.name;
    }
}

TEST(Index3AsWritten, FirstOrderFormIntegratesPositionsAndVelocitiesOnlyOnce) {
  const auto states = [](Form form) {
    return pipeline::set_up(support::andrews(form), formulation::find_formulation("underlying_ode"), 0, true,
                            {.engine = program::Engine::vm})
        .start.y.size();
  };
  EXPECT_EQ(states(Form::first_order), 14u);
  EXPECT_EQ(states(Form::second_order), 14u);
}

TEST(Index3AsWritten, MultipliersAndVelocitiesAreReportedToo) {
  const solution::Solution s = pipeline::solve(support::pendulum(Form::first_order), {.tolerance = 1e-10});
  EXPECT_NEAR(s.end("v_x"), support::pendulum_end[2], 1e-6);
  EXPECT_NEAR(s.end("der(y)"), support::pendulum_end[3], 1e-6);
  EXPECT_NEAR(s.end("lambda"), support::pendulum_end[4], 1e-5);
}

// Without projection the pendulum leaves its circle; between steps, too, reported values lie on it.
TEST(Projection, KeepsTheCircleAtStepsAndBetweenThem) {
  pipeline::Options options{.t_end = 50, .tolerance = 1e-6};
  const solution::Solution on = pipeline::solve(support::pendulum(Form::second_order), options);
  for (double t = 0.01; t < 50; t += 0.37) {
    const double x = on.at("x", t), y = on.at("y", t);
    EXPECT_NEAR(x * x + y * y, 1, 1e-14);
    EXPECT_NEAR(x * on.at("der(x)", t) + y * on.at("der(y)", t), 0, 1e-13);
  }
  EXPECT_LT(on.constraint_residual, 1e-13);
  options.projection.on = false;
  const solution::Solution off = pipeline::solve(support::pendulum(Form::second_order), options);
  EXPECT_GT(off.constraint_residual, 1e-6);
}

TEST(Projection, ReusesTheFactorizationOfTheStep) {
  const solution::Solution s =
      pipeline::solve(support::andrews(Form::second_order),
                      {.tolerance = 1e-6, .method = "dopri5", .formulation = "underlying_ode"});
  // Seven evaluations of which the first is the last of the step before; at most one factorization each, none
  // for projection.
  EXPECT_LE(s.counts.factorizations, s.counts.function_evaluations);
  EXPECT_GT(s.counts.projections, 0);
  EXPECT_LE(s.counts.projection_iterations, 6 * s.counts.projections);
}

}  // namespace
}  // namespace trammel
