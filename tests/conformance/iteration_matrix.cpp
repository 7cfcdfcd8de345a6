// The iteration matrix of implicit methods at index 3, scaled and not, as the step goes to zero.
#include "integrate/iteration_matrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "formulation/catalog.hpp"
#include "pipeline/setup.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

double condition(const Eigen::MatrixXd& A) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A);
  return svd.singularValues()(0) / svd.singularValues()(A.cols() - 1);
}

struct Conditions {
  double scaled, plain;
};

Conditions conditions(pipeline::Setup& setup, double h) {
  integrate::Linearization at(*setup.instance);
  integrate::LevelScaling scaling(at.equations());
  scaling.set(h);
  at.evaluate(0, setup.start.y, setup.start.slope, 1 / h);
  const linalg::Pattern& p = *at.sum.pattern;
  Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(p.rows, p.columns), plain = scaled;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) {
      plain(p.row[k], j) = at.sum.value[k];
      scaled(p.row[k], j) = at.sum.value[k] * scaling.row()[p.row[k]] * scaling.column()[j];
    }
  return {condition(scaled), condition(plain)};
}

// [HW96, VII; BCP96, 5.4]: without scaling the condition of an index-ν problem grows like h^(−ν).
TEST(IterationMatrix, DoesNotDegradeAtIndex3AsTheStepGoesToZero) {
  pipeline::Setup setup = pipeline::set_up(support::pendulum(support::Form::first_order),
                                           formulation::find_formulation("as_written"), 0, false,
                                           {.engine = program::Engine::vm});
  double least = INFINITY, most = 0;
  for (int k = 1; k <= 8; ++k) {
    const double scaled = conditions(setup, std::pow(10.0, -k)).scaled;
    least = std::min(least, scaled);
    most = std::max(most, scaled);
  }
  EXPECT_GE(most, 1);
  EXPECT_LE(most / least, 10);
  EXPECT_LT(most, 1e3);
  const double slope = std::log10(conditions(setup, 1e-4).plain / conditions(setup, 1e-3).plain);
  EXPECT_NEAR(slope, 3, 0.2);
}

TEST(IterationMatrix, ScalingIsExactSoItChangesNoSolution) {
  pipeline::Setup setup = pipeline::set_up(support::pendulum(support::Form::first_order),
                                           formulation::find_formulation("as_written"), 0, false,
                                           {.engine = program::Engine::vm});
  integrate::Linearization at(*setup.instance);
  integrate::LevelScaling scaling(at.equations());
  scaling.set(3e-5);
  for (const double factor : scaling.row()) EXPECT_EQ(std::exp2(std::ilogb(factor)), factor);
  for (const double factor : scaling.column()) EXPECT_EQ(std::exp2(std::ilogb(factor)), factor);
}

}  // namespace
}  // namespace trammel
