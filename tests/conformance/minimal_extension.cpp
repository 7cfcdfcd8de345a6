// The minimal extension has index 1, in all its variants, for any mass matrix and any kind of model.
#include "formulation/minimal_extension.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "analysis/diagnosis.hpp"
#include "formulation/catalog.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"
#include "support/kinds.hpp"

namespace trammel {
namespace {

using formulation::Entry;
using formulation::Target;
using model::der;
using model::Model;

// [Wun05, (7.32)]; `coupling` makes the mass matrix full.
model::Problem paraboloid(double coupling = 0) {
  Model m("paraboloid");
  const auto q1 = m.variable("q1", {.start = 0.3, .fixed = true}),
             q2 = m.variable("q2", {.start = 0.1, .fixed = true}), q3 = m.variable("q3"),
             lambda = m.variable("lambda");
  m.start(der(q1), 0.2);
  m.start(der(q2), -0.4);
  m.equation("first", der(q1, 2) + coupling * der(q2, 2) + coupling * der(q3, 2) == 2.0 * lambda * q1);
  m.equation("second", coupling * der(q1, 2) + der(q2, 2) == 2.0 * lambda * q2);
  m.equation("third", coupling * der(q1, 2) + der(q3, 2) == -lambda - 1.0);
  m.equation("surface", q1 * q1 + q2 * q2 - q3 == 0.0);
  return m.problem();
}

// For a regular pencil A + cB of index 1 the degree of det(A + cB) in c is the rank of B; for higher index
// it is smaller, for dependent constraints A + cB is singular.
struct Pencil {
  double degree;
  long rank;
};

Pencil pencil(const model::Problem& problem, const Entry& entry) {
  pipeline::Setup setup = pipeline::set_up(problem, entry, 0, false, {.engine = program::Engine::vm});
  system::Residual& residual = setup.instance->residual();
  const int n = residual.size();
  const auto matrix = [&](double a, double b) {
    linalg::SparseMatrix J(residual.pattern());
    const double* levels[] = {setup.start.y.data(), setup.start.slope.data()};
    residual.jacobian(0, levels, std::vector<double>{a, b}, J);
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
    for (int j = 0; j < n; ++j)
      for (int k = J.pattern->start[j]; k < J.pattern->start[j + 1]; ++k)
        dense(J.pattern->row[k], j) = J.value[k];
    return dense;
  };
  const auto log_determinant = [&](double c) {
    return std::log2(std::fabs(Eigen::FullPivLU<Eigen::MatrixXd>(matrix(1, c)).determinant()));
  };
  Eigen::FullPivLU<Eigen::MatrixXd> of_slopes(matrix(0, 1));
  of_slopes.setThreshold(1e-10);
  return {log_determinant(2e4) - log_determinant(1e4), of_slopes.rank()};
}

void expect_index_1(const model::Problem& problem, const Entry& entry, long rank) {
  SCOPED_TRACE(entry.name);
  EXPECT_EQ(analysis::analyze(entry.formulation.apply(problem.dae)).index, 1);
  const Pencil found = pencil(problem, entry);
  EXPECT_EQ(found.rank, rank);
  EXPECT_NEAR(found.degree, static_cast<double>(rank), 1e-2);
}

const Entry plain{"plain", "", "", Target::residual, {formulation::MinimalExtension{}}};
const Entry second{"second order",
                   "",
                   "",
                   Target::residual,
                   {formulation::MinimalExtensionSecondOrder{}, formulation::ExtensionInFirstOrder{}}};
const Entry reduced_second{"second order, reduced",
                           "",
                           "",
                           Target::residual,
                           {formulation::MinimalExtensionSecondOrder{}, formulation::ExtensionInFirstOrder{},
                            formulation::WithoutTops{}}};
const Entry reduced{
    "reduced", "", "", Target::residual, {formulation::MinimalExtension{}, formulation::WithoutTops{}}};

TEST(MinimalExtension, OfTheParaboloidHasIndexOneAndFourDifferentialUnknowns) {
  expect_index_1(paraboloid(), plain, 4);
  expect_index_1(paraboloid(), reduced, 4);
  expect_index_1(paraboloid(), second, 4);
  expect_index_1(paraboloid(), reduced_second, 4);
  EXPECT_EQ(second.formulation.apply(paraboloid().dae).variables.size(), 13u);          // q, v, w1, w2, λ
  EXPECT_EQ(reduced_second.formulation.apply(paraboloid().dae).variables.size(), 10u);  // q, v, w1, λ
  EXPECT_EQ(plain.formulation.apply(paraboloid().dae).variables.size(), 10u);           // q, v, a, λ
  EXPECT_EQ(reduced.formulation.apply(paraboloid().dae).variables.size(), 7u);          // q, v, λ
}

TEST(MinimalExtension, NeedsNoDiagonalMassMatrix) {
  expect_index_1(paraboloid(0.4), plain, 4);
  expect_index_1(paraboloid(0.4), reduced, 4);
  expect_index_1(paraboloid(0.4), second, 4);
  expect_index_1(paraboloid(0.4), reduced_second, 4);
}

// Second order: the unknowns are q, λ and, for each derivative that a constraint may choose, w. With q3
// chosen, w(der(q3)) and w(der(der(q3))) take the places of q3' and q3'', the other w are names, and (7.35)
// is what is left: q1'' and q2'' in two equations, all others algebraic.
TEST(MinimalExtension, OfSecondOrderHasTheUnknownsOfTheExample) {
  const model::Dae dae =
      formulation::Formulation{formulation::MinimalExtensionSecondOrder{}}.apply(paraboloid().dae);
  ASSERT_EQ(dae.variables.size(), 10u);
  const analysis::Diagnosis found = analysis::analyze(dae);
  EXPECT_EQ(found.index, 1);
  EXPECT_EQ(found.offsets.d, (std::vector<int>{2, 2, 2, 0, 0, 0, 0, 0, 0, 0}));
  ASSERT_EQ(dae.selections.size(), 3u);
  for (const model::Selection& selection : dae.selections) EXPECT_EQ(selection.depth, 2);
}

// Degrees of freedom are what is differential in the end, whatever the model.
TEST(MinimalExtension, HasIndexOneOnEveryKindOfModel) {
  for (const support::Kind& kind : support::kinds())
    for (const char* name : {"minimal_extension", "minimal_extension_reduced",
                             "minimal_extension_second_order", "minimal_extension_second_order_reduced"}) {
      SCOPED_TRACE(kind.name);
      expect_index_1(kind.problem, formulation::find_formulation(name),
                     analysis::analyze(kind.problem.dae).degrees_of_freedom);
    }
}

}  // namespace
}  // namespace trammel
