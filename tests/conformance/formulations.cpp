// The battery: every formulation with every method that accepts it, on models of every kind. A new
// formulation or method runs through this by standing in its catalog.
//
// Solutions agree with a reference by another form at a tolerance of 1e-12, orders are those of the
// method, and constraints hold as promised. `make test` takes a sample of the methods, `make thorough` all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_map>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "formulation/catalog.hpp"
#include "integrate/methods/catalog.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"
#include "support/kinds.hpp"
#include "support/thorough.hpp"

namespace trammel {
namespace {

using formulation::Target;
using integrate::Method;
using pipeline::Options;
using solution::Solution;

Solution reference(const model::Problem& problem) {
  return pipeline::solve(
      problem,
      {.t_end = 1, .tolerance = 1e-12, .method = "dopri5", .formulation = "underlying_ode", .dense = false});
}

// A formulation with a method that accepts it, on a model.
struct Pairing {
  const support::Kind& kind;
  const formulation::Entry& entry;
  const Method& method;

  std::optional<system::Form> form() const { return pipeline::common_form(entry, method); }
  bool fits() const {
    if (!form()) return false;
    if (entry.source == "PRM97") return false;  // another problem: pipeline/regularization.test.cpp
    if (entry.from_array) return true;          // of index 1 whatever it was made from
    // Methods are held to what is proven for them.
    return form() != system::Form::residual || entry.target == Target::ode ||
           index_left() <= method.max_index;
  }
  int index_left() const {
    if (entry.from_array) return 1;
    return analysis::analyze(entry.formulation.apply(kind.problem.dae)).index;
  }
  std::string name() const {
    return kind.name + ", " + std::string(entry.name) + ", " + std::string(method.name);
  }
  Options options() const {
    Options options{.t_end = 1,
                    .tolerance = 1e-7,
                    .method = std::string(method.name),
                    .formulation = std::string(entry.name),
                    .dense = false,
                    .engine = program::Engine::vm};
    // Implicit methods meet constraints to the tolerance only, which a gain 1/h would magnify.
    if (form() == system::Form::residual && entry.target == Target::ode) options.stabilization.gamma = 3;
    return options;
  }

  // The index level of each declared variable in what is integrated: 1 is under error control.
  std::vector<int> levels() const {
    std::vector<int> result(kind.problem.dae.variables.size(), 1);
    if (form() != system::Form::residual) return result;
    pipeline::Setup setup =
        pipeline::set_up(kind.problem, entry, 0, pipeline::SetupOptions{.gamma = 3, .form = form()},
                         {.engine = program::Engine::vm});
    std::unordered_map<std::string, int> level;
    int highest = 1;
    for (std::size_t i = 0; i < setup.plan->state_names.size(); ++i) {
      const int l = setup.instance->residual().level(static_cast<int>(i));
      level.emplace(setup.plan->state_names[i], l);
      highest = std::max(highest, l);
    }
    for (std::size_t j = 0; j < result.size(); ++j) {
      const auto at = level.find(setup.plan->reported.names[j]);
      result[j] = at == level.end() ? highest : at->second;  // eliminated: one of those that remain
    }
    return result;
  }
};

// --- agreement ---

// What a run at tolerance tol with n steps of size h may leave. The error test allows tol in each step, and
// they add up. An unknown of level l > 1 is not in it; its error is that of its order: for Radau IIA with s
// stages s at level 2 and s - 1 at level 3, for Lobatto IIIC one less, for Gauss, whose end is no stage, s in
// all algebraic unknowns [HW96, Tables VII.4.1, VII.6]. Newton's iteration leaves tol h^(1-l) of it, and of
// an index-3 form this reaches velocities and positions divided by h. Rates of the models reach 8; the other
// constants are several times what was seen.
double allowed(const Method& method, int level, int highest, double tolerance, double h) {
  double bound =
      (300 + 10 / h) * tolerance + 300 * tolerance * std::pow(h, -std::max(level - 1, highest - 2));
  if (method.name.starts_with("gauss")) bound += std::pow(8 * h, method.order / 2);
  if (method.name.starts_with("radau") && level > 1)
    bound += 20 * std::pow(h, (method.order + 1) / 2 + 2 - level);
  if (method.name.starts_with("lobatto") && level > 1)
    bound += 20 * std::pow(h, method.order / 2 + 2 - level);
  return bound;
}

void check_agreement(const Pairing& run, const Solution& exact) {
  SCOPED_TRACE(run.name());
  const Options options = run.options();
  const Solution s = pipeline::solve(run.kind.problem, options);
  ASSERT_TRUE(s.success()) << s.message;
  const std::vector<int> levels = run.levels();
  const int highest = *std::ranges::max_element(levels);
  const double h = 1.0 / static_cast<double>(s.counts.steps);
  for (std::size_t i = 0; i < levels.size(); ++i)
    EXPECT_NEAR(s.last[i], exact.last[i],
                allowed(run.method, levels[i], highest, 1e-7, h) * (1 + std::fabs(exact.last[i])))
        << s.variables[i] << " of level " << levels[i];
}

// --- constraints ---

enum class Holds { to_rounding, to_newton, not_all };

Holds promise(const formulation::Entry& entry) {
  const std::string_view name = entry.name;
  if (name == "underlying_ode" || entry.chart != formulation::Chart::none) return Holds::to_rounding;
  if (name == "derivative_array_ode") return Holds::to_rounding;
  for (const char* form :
       {"ggl", "projected_invariants", "overdetermined", "minimal_extension", "derivative_array"})
    if (name.starts_with(form)) return Holds::to_newton;
  return Holds::not_all;
}

void check_constraints(const Pairing& run) {
  const Holds holds = promise(run.entry);
  if (holds == Holds::not_all) return;
  // Gauss solves the constraints at its stages, and the end of a step is none of them.
  if (run.method.name.starts_with("gauss")) return;
  SCOPED_TRACE(run.name());
  const Solution s = pipeline::solve(run.kind.problem, run.options());
  // Newton's iteration leaves tol/h of an index-2 multiplier, and the velocity q' + G'mu is written with one.
  const double newton = run.entry.name == "ggl_second_order" ? 1e-4 : 1e-5;
  EXPECT_LT(s.constraint_residual, holds == Holds::to_rounding ? 1e-12 : newton);
}

// --- the two over all models ---

class FormulationsOn : public testing::TestWithParam<std::size_t> {};

template <class Check>
void for_adaptive_methods(const support::Kind& kind, Check&& check) {
  int done = 0;
  for (const formulation::Entry& entry : formulation::catalog())
    for (const integrate::Integrator& integrator : integrate::catalog()) {
      const Pairing run{kind, entry, integrator.method};
      const std::string_view name = integrator.method.name;
      const bool sampled = name == "dopri5" || name == "radau5" || name == "bdf";
      if (integrator.method.estimate_order == 0 || entry.target == Target::hessenberg) continue;
      if (!(sampled || thorough()) || !run.fits()) continue;
      try {
        check(run);
        ++done;
      } catch (const Error& error) {  // e.g. coefficients of derivatives that must be constant and are not
        EXPECT_EQ(error.kind, Kind::usage) << run.name() << ": " << error.what();
      }
    }
  EXPECT_GT(done, 30);
}

TEST_P(FormulationsOn, AllGiveTheSolution) {
  const support::Kind kind = support::kinds()[GetParam()];
  const Solution exact = reference(kind.problem);
  ASSERT_TRUE(exact.success()) << exact.message;
  EXPECT_EQ(exact.index, told(kind));
  for_adaptive_methods(kind, [&](const Pairing& run) { check_agreement(run, exact); });
}

TEST_P(FormulationsOn, ConstraintsHoldAsPromised) {
  const support::Kind kind = support::kinds()[GetParam()];
  for_adaptive_methods(kind, [&](const Pairing& run) { check_constraints(run); });
}

// --- methods without an error estimate, and those on constrained equations ---

// Constant steps of size h leave C (ωh)^p with rates ω up to 8, and 16 where multipliers, which follow
// squares of velocities, are states of an ODE. What a method cannot work on (a nonholonomic constraint,
// forces that depend on velocities) it refuses with a usage error.
void check_constant_steps(const Pairing& run, const Solution& exact) {
  SCOPED_TRACE(run.name());
  Options options = run.options();
  constexpr double h = 1.0 / 512;
  options.step.fixed_step = h;
  if (run.entry.target == Target::ode) options.stabilization.gamma = 3;
  try {
    const Solution s = pipeline::solve(run.kind.problem, options);
    ASSERT_TRUE(s.success()) << s.message;
    const std::vector<int> levels = run.levels();
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const int order = std::max(1, run.method.order - (levels[i] - 1));
      const double rate = run.entry.from_array ? 16 : 8;
      EXPECT_NEAR(s.last[i], exact.last[i],
                  (1e-6 + 30 * std::pow(rate * h, order)) * (1 + std::fabs(exact.last[i])))
          << s.variables[i] << " of level " << levels[i];
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::usage) << error.what();
  }
}

TEST_P(FormulationsOn, ConstantStepsGiveTheSolutionToo) {
  const support::Kind kind = support::kinds()[GetParam()];
  const Solution exact = reference(kind.problem);
  std::size_t number = 0;
  for (const formulation::Entry& entry : formulation::catalog())
    for (const integrate::Integrator& integrator : integrate::catalog()) {
      const Pairing run{kind, entry, integrator.method};
      if (integrator.method.estimate_order > 0 && entry.target != Target::hessenberg) continue;
      if (!run.fits() || (!thorough() && (number++ + GetParam()) % 10 != 0)) continue;
      if (run.form() == system::Form::residual && run.index_left() > 2) continue;  // tests/convergence
      check_constant_steps(run, exact);
    }
}

// --- orders ---

// Per level the largest error at the end, with n constant steps.
std::vector<double> errors(const Pairing& run, const std::vector<int>& levels, const Solution& exact, int n,
                           double gamma = 3) {
  Options options = run.options();
  options.step.fixed_step = 1.0 / n;
  options.stabilization.gamma = gamma;
  const Solution s = pipeline::solve(run.kind.problem, options);
  EXPECT_TRUE(s.success()) << s.message;
  std::vector<double> result(4);
  for (std::size_t i = 0; i < levels.size(); ++i)
    result[levels[i]] = std::max(result[levels[i]], std::fabs(s.last[i] - exact.last[i]));
  return result;
}

// Classical order at level 1; at level 2 that of BDF stays, that of Radau IIA falls to the number of stages
// [HW96, Theorem VII.3.5, Table VII.4.1].
int claimed(const Pairing& run, int level) {
  const Method& method = run.method;
  return level == 1 || method.name.starts_with("bdf") ? method.order : (method.order + 1) / 2;
}

void check_order(const Pairing& run, const Solution& exact) {
  SCOPED_TRACE(run.name());
  const std::vector<int> levels = run.levels();
  constexpr double noise = 1e-9;
  // Far enough apart that a choice of coordinates that falls on another step does not decide.
  const std::vector<double> coarse = errors(run, levels, exact, 128), fine = errors(run, levels, exact, 512);
  for (int level = 1; level <= 2; ++level) {
    if (!(coarse[level] > noise) || fine[level] < noise) continue;
    EXPECT_GT(0.5 * std::log2(coarse[level] / fine[level]), claimed(run, level) - 0.5)
        << "level " << level << ": " << coarse[level] << ", " << fine[level];
  }
}

TEST_P(FormulationsOn, KeepTheOrderOfTheMethod) {
  const support::Kind kind = support::kinds()[GetParam()];
  const Solution exact = reference(kind.problem);
  std::size_t number = 0;
  for (const formulation::Entry& entry : formulation::catalog())
    for (const char* method : {"heun", "rk4", "bdf2", "radau_iia_2"}) {
      const Pairing run{kind, entry, integrate::find_integrator(method).method};
      if (!run.fits() || entry.target == Target::hessenberg) continue;
      if (run.form() == system::Form::residual && run.index_left() > 2) continue;  // tests/convergence
      if (!thorough() && (number++ + GetParam()) % 3 != 0) continue;
      check_order(run, exact);
    }
}

// With γ = 1/h the stabilizing term is as stiff as the step is long. The stages of an explicit Runge-Kutta
// method leave the constraints by O(h²), of which γ makes O(h): whatever its order, 2 is left of it. A gain
// that does not follow the step (above) keeps the order.
TEST_P(FormulationsOn, GainsThatFollowTheStepLeaveOrderTwo) {
  const support::Kind kind = support::kinds()[GetParam()];
  const Solution exact = reference(kind.problem);
  for (const char* form : {"stabilized", "stabilized_block", "stabilized_mass"}) {
    const Pairing run{kind, formulation::find_formulation(form), integrate::find_integrator("rk4").method};
    SCOPED_TRACE(run.name());
    const std::vector<int> levels = run.levels();
    const double coarse = errors(run, levels, exact, 128, 0)[1], fine = errors(run, levels, exact, 512, 0)[1];
    if (coarse < 1e-9) continue;
    EXPECT_GT(0.5 * std::log2(coarse / fine), 1.6) << coarse << ", " << fine;
  }
}

// Baumgarte's (d/dt + γ)^c with γ = 1/h [HW96, (VII.2.7); AQR94, (1.4)]. Its roots -γ lie inside the interval
// of stability; what limits it are stages: they leave the constraints by O(h²), of which the equations make
// γ^c h² = h^(2-c) in accelerations. So Runge-Kutta methods keep order 2 for c = 1 and 1 for c = 2, and from
// c = 3 on, where γ follows the step as h^(-2/c) instead, 1. Methods that evaluate at ends of steps keep
// theirs.
TEST_P(FormulationsOn, BaumgarteWithAGainThatFollowsTheStepConverges) {
  const support::Kind kind = support::kinds()[GetParam()];
  const Solution exact = reference(kind.problem);
  const auto c = static_cast<int>(std::ranges::max(
      analysis::analyze(formulation::find_formulation("constrained").formulation.apply(kind.problem.dae))
          .offsets.c));
  for (const char* method : {"forward_euler", "ab2", "ab4", "heun", "rk4", "dopri5"}) {
    const Pairing run{kind, formulation::find_formulation("baumgarte"),
                      integrate::find_integrator(method).method};
    SCOPED_TRACE(run.name());
    const std::vector<int> levels = run.levels();
    const double coarse = errors(run, levels, exact, 256, 0)[1],
                 fine = errors(run, levels, exact, 1024, 0)[1];
    const int order = run.method.at_steps ? run.method.order : c == 1 ? 2 : 1;
    if (coarse < 1e-9) continue;
    EXPECT_GT(0.5 * std::log2(coarse / fine), order - 0.4) << coarse << ", " << fine;
  }
}

constexpr std::size_t count = 10;
INSTANTIATE_TEST_SUITE_P(Kinds, FormulationsOn, testing::Range<std::size_t>(0, count));
TEST(Formulations, AreTriedOnEveryKindOfModel) { EXPECT_EQ(support::kinds().size(), count); }

}  // namespace
}  // namespace trammel
