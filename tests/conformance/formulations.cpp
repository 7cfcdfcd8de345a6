// Every formulation gives the solution of the model it was made from, whatever kind of model that is.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "formulation/catalog.hpp"
#include "integrate/methods/catalog.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/solve.hpp"
#include "support/kinds.hpp"

namespace trammel {
namespace {

using formulation::Target;
using pipeline::Options;
using solution::Solution;

Solution reference(const model::Problem& problem) {
  return pipeline::solve(problem, {.t_end = 1, .tolerance = 1e-12, .method = "dopri5", .dense = false});
}

// Do all constraints, given and hidden, hold in this form up to what its solver leaves?
// (With velocities written out, the one that obeys the constraint is q' + G'mu, not the q' that is reported.)
bool holds_all(std::string_view name) {
  if (name == "ggl_second_order") return false;
  return name == "underlying_ode" || name == "constrained" || name.starts_with("ggl") ||
         name.starts_with("projected_invariants");
}

struct Pick {
  const char* method;
  double bound;
};

void check(const support::Kind& kind, const formulation::Entry& entry, const Pick& pick,
           const Solution& exact) {
  const integrate::Integrator& integrator = integrate::find_integrator(pick.method);
  const auto form = pipeline::common_form(entry, integrator.method);
  if (!form) return;
  const int left = analysis::analyze(entry.formulation.apply(kind.problem.dae)).index;
  if (form == system::Form::residual && left > integrator.method.max_index) return;
  SCOPED_TRACE(kind.name + ", " + std::string(entry.name) + ", " + pick.method);
  Options options{.t_end = 1,
                  .tolerance = 1e-7,
                  .method = pick.method,
                  .formulation = std::string(entry.name),
                  .dense = false,
                  .engine = program::Engine::vm};
  if (form == system::Form::residual && entry.target == Target::ode) options.stabilization.gamma = 3;
  const Solution s = pipeline::solve(kind.problem, options);
  ASSERT_TRUE(s.success()) << s.message;
  for (std::size_t i = 0; i < kind.problem.dae.variables.size(); ++i)
    EXPECT_NEAR(s.last[i], exact.last[i], pick.bound * (1 + std::fabs(exact.last[i]))) << s.variables[i];
  if (holds_all(entry.name)) {
    EXPECT_LT(s.constraint_residual, 1e-5);
  }
}

class FormulationsOn : public testing::TestWithParam<std::size_t> {};

TEST_P(FormulationsOn, AllGiveTheSolution) {
  const support::Kind kind = support::kinds()[GetParam()];
  const Solution exact = reference(kind.problem);
  ASSERT_TRUE(exact.success()) << exact.message;
  EXPECT_EQ(exact.index, kind.index);
  for (const formulation::Entry& entry : formulation::catalog()) {
    if (entry.target == Target::hessenberg) continue;
    if (entry.from_array) continue;  // for models whose structure misleads: see derivative_array.cpp
    for (const Pick& pick : {Pick{"dopri5", 1e-4}, Pick{"radau5", 1e-2}, Pick{"bdf", 2e-2}})
      check(kind, entry, pick, exact);
  }
}

constexpr std::size_t count = 10;
INSTANTIATE_TEST_SUITE_P(Kinds, FormulationsOn, testing::Range<std::size_t>(0, count));
TEST(Formulations, AreTriedOnEveryKindOfModel) { EXPECT_EQ(support::kinds().size(), count); }

}  // namespace
}  // namespace trammel
