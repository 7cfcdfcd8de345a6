#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "formulation/catalog.hpp"
#include "model/model.hpp"
#include "support/problems.hpp"
#include "system/compile.hpp"

namespace trammel::system {
namespace {

using support::Form;
namespace views = trammel::system;

const program::CompileOptions vm{.engine = program::Engine::vm};

System compiled(const model::Problem& problem, const char* formulation, views::Form form) {
  return compile(formulation::find_formulation(formulation).formulation.apply(problem.dae), form, vm);
}

TEST(ResidualView, JacobianAgreesWithDifferencesOfTheResidual) {
  Instance instance(compiled(support::andrews(Form::second_order), "as_written", views::Form::residual));
  Residual& view = instance.residual();
  const int n = view.size();
  ASSERT_EQ(view.order(), 1);
  std::vector<double> y(n), yp(n), r0(n), r1(n);
  for (int i = 0; i < n; ++i) y[i] = 0.3 + 0.05 * i, yp[i] = 1 - 0.1 * i;
  linalg::SparseMatrix J(view.pattern());
  const double c[] = {1, 3};
  const double* levels[] = {y.data(), yp.data()};
  view.jacobian(0.2, levels, c, J);
  for (int j = 0; j < n; ++j) {
    const double step = 1e-6, y_j = y[j], yp_j = yp[j];
    y[j] = y_j + step, yp[j] = yp_j + 3 * step;
    view.residual(0.2, levels, r1);
    y[j] = y_j - step, yp[j] = yp_j - 3 * step;
    view.residual(0.2, levels, r0);
    y[j] = y_j, yp[j] = yp_j;
    std::vector<double> column(n, 0.0);
    for (int k = J.pattern->start[j]; k < J.pattern->start[j + 1]; ++k)
      column[J.pattern->row[k]] = J.value[k];
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(column[i], (r1[i] - r0[i]) / (2 * step), 1e-6 * (1 + std::fabs(column[i])));
  }
}

TEST(ResidualView, TellsTheIndexLevelOfEveryUnknownAndRow) {
  const System system = compiled(support::pendulum(Form::second_order), "as_written", views::Form::residual);
  Instance instance(system);
  for (int j = 0; j < system.unknowns(); ++j) {
    const std::string& name = system.unknown(j);
    EXPECT_EQ(instance.residual().level(j), name == "lambda" ? 3 : name[0] == 'd' ? 2 : 1) << name;
  }
  for (int i = 0; i < system.unknowns(); ++i)
    if (system.equation(i) == "rod") {
      EXPECT_EQ(instance.residual().row_level(i), 2);
    }
}

// M x'' = f - Gᵀ lambda: the pieces, put together, are the equations of motion that the ode view solves.
TEST(HessenbergView, PiecesSatisfyTheAccelerationOfTheOdeView) {
  const model::Problem problem = support::andrews(Form::first_order);
  Instance instance(compiled(problem, "constrained", views::Form::hessenberg));
  Hessenberg& view = instance.hessenberg();
  EXPECT_EQ(view.order(), 2);
  EXPECT_EQ(view.constraint_order(), 0);
  EXPECT_TRUE(view.linear());
  EXPECT_TRUE(view.mechanical());
  EXPECT_EQ(view.nx(), 7);
  EXPECT_EQ(view.ny(), 6);

  std::vector<double> q(7), v(7), f(7), rate(6), g0(6), g1(6), z(14), dz(14);
  for (int i = 0; i < 7; ++i) q[i] = 0.4 + 0.1 * i, v[i] = 0.2 * i - 0.5;
  Instance reference(compiled(problem, "underlying_ode", views::Form::ode));
  for (int i = 0; i < 7; ++i) z[2 * i] = q[i], z[2 * i + 1] = v[i];
  ASSERT_TRUE(bool(reference.ode().derivative(0, z, dz)));
  const Vec top = reference.ode().top();  // q'' and lambda, in the order of the unknowns

  const double* levels[] = {q.data(), v.data()};
  linalg::SparseMatrix K(view.pattern());
  view.matrix(0, levels, {}, K);
  view.force(0, levels, {}, f);
  view.constraint(2, 0, levels, rate);
  std::vector<double> left(13, 0.0), x(13);
  for (int i = 0; i < 7; ++i) x[i] = top[view.x(i)];
  for (int i = 0; i < 6; ++i) x[7 + i] = top[view.y(i)];
  for (int j = 0; j < 13; ++j)
    for (int k = K.pattern->start[j]; k < K.pattern->start[j + 1]; ++k)
      left[K.pattern->row[k]] += K.value[k] * x[j];
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(left[i], f[i], 1e-9 * (1 + std::fabs(f[i])));
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(left[7 + i], -rate[i], 1e-9 * (1 + std::fabs(rate[i])));

  // constraint(1) is the time derivative of constraint(0) along q' = v.
  view.constraint(1, 0, levels, rate);
  const double step = 1e-6;
  for (int i = 0; i < 7; ++i) q[i] += step * v[i];
  view.constraint(0, 0, levels, g1);
  for (int i = 0; i < 7; ++i) q[i] -= 2 * step * v[i];
  view.constraint(0, 0, levels, g0);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(rate[i], (g1[i] - g0[i]) / (2 * step), 1e-8);
}

TEST(HessenbergView, IsRefusedWithTheReasonWhereTheEquationsDoNotHaveIt) {
  model::Model m("two kinds");
  const auto x = m.variable("x"), y = m.variable("y");
  m.equation("a", der(x) == -x);
  m.equation("b", der(y, 2) == -y);
  try {
    compile(m.problem().dae, views::Form::hessenberg, vm);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(error.message.find("different order"), std::string::npos) << error.message;
  }
}

TEST(OdeView, RefusesEquationsThatHideConstraints) {
  try {
    compile(support::pendulum(Form::second_order).dae, views::Form::ode, vm);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(error.message.find("'rod' hides constraints"), std::string::npos) << error.message;
  }
}

// x' + sin(x')/2 = c: the top derivative comes from Newton's method.
TEST(OdeView, SolvesNonlinearTopEquations) {
  model::Model m("implicit");
  const auto x = m.variable("x"), y = m.variable("y");
  m.equation("a", der(x) + 0.5 * sin(der(y)) == x);
  m.equation("b", der(y) + 0.5 * cos(der(x)) == y);
  Instance instance(compile(m.problem().dae, views::Form::ode, vm));
  const double z[] = {0.7, -0.3};
  double dz[2];
  ASSERT_TRUE(bool(instance.ode().derivative(0, z, dz)));
  EXPECT_NEAR(dz[0] + 0.5 * std::sin(dz[1]), z[0], 1e-14);
  EXPECT_NEAR(dz[1] + 0.5 * std::cos(dz[0]), z[1], 1e-14);
}

// Projection is exact for constraints that single equations define, too (they are not part of the implicit
// block).
TEST(OdeView, ProjectsOntoConstraintsOfExplicitEquations) {
  model::Model m("follow");
  const auto x = m.variable("x"), y = m.variable("y"), f = m.variable("f");
  m.equation("motion", der(x, 2) == f - y);
  m.equation("spring", der(y) == x - y);
  m.equation("path", x * x * x + x == 2.0 + sin(m.time()));
  Instance instance(compiled(m.problem(), "underlying_ode", views::Form::ode));
  Ode& ode = instance.ode();
  std::vector<double> z(static_cast<std::size_t>(ode.size()), 1 - 1e-4), dz(z.size()),
      h(static_cast<std::size_t>(ode.invariants()));
  ASSERT_TRUE(bool(ode.derivative(0, z, dz)));
  ASSERT_TRUE(bool(ode.project(0, z).outcome));
  ode.invariants(0, z, h);
  ASSERT_EQ(h.size(), 2u);
  for (const double value : h) EXPECT_NEAR(value, 0, 1e-14);
}

}  // namespace
}  // namespace trammel::system
