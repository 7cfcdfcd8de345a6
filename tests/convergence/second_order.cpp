// Orders of the methods on second-order forms, what the linear systems are as large as, and agreement with
// the same methods on the first-order form.
#include "support/second_order.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <map>

#include "base/error.hpp"
#include "integrate/level_bdf.hpp"
#include "integrate/level_blocks.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/general_linear.hpp"
#include "integrate/methods/second_order_collocation.hpp"
#include "pipeline/solve.hpp"

namespace trammel {
namespace {

using pipeline::Options;

struct LevelErrors {
  double q = 0, v = 0, l = 0;
};

// At t_end with constant steps; the circular track from t = 1.
LevelErrors errors(const char* method, int steps, const char* formulation = "second_order",
                   double t_end = 1.5) {
  Options options{.t_start = 1,
                  .t_end = t_end,
                  .method = method,
                  .formulation = formulation,
                  .dense = false,
                  .engine = program::Engine::vm};
  options.step.fixed_step = (t_end - 1) / steps;
  const solution::Solution s = pipeline::solve(support::circular_track(), options);
  EXPECT_TRUE(s.success()) << method << ": " << s.message;
  const double a = t_end * t_end, sine = std::sin(a), cosine = std::cos(a);
  const auto off = [&](const char* name, double value) { return std::fabs(s.end(name) - value); };
  return {std::max(off("y1", sine), off("y2", cosine)),
          std::max(off("der(y1)", 2 * t_end * cosine), off("der(y2)", -2 * t_end * sine)), off("l", -4 * a)};
}

double rate(double coarse, double fine) { return std::log2(coarse / fine); }

void expect_orders(const char* method, int steps, LevelErrors least,
                   const char* formulation = "second_order") {
  const LevelErrors coarse = errors(method, steps, formulation),
                    fine = errors(method, 2 * steps, formulation);
  if (least.q > 0) {
    EXPECT_GT(rate(coarse.q, fine.q), least.q - 0.25) << method;
  }
  EXPECT_GT(rate(coarse.v, fine.v), least.v - 0.25) << method;
  if (least.l > 0) {
    EXPECT_GT(rate(coarse.l, fine.l), least.l - 0.25) << method;
  }
}

// Index 3: q 2s−1, q' s, λ s−1 for Radau IIA. [HW96, VII]
TEST(SecondOrder, RadauHasTheOrdersOfIndexThree) {
  expect_orders("radau_second_order_1", 80, {1, 1, 1});  // constant steps: λ keeps order 1
  expect_orders("radau_second_order_2", 40, {3, 2, 1});
  expect_orders("radau_second_order_3", 20, {5, 3, 2});
  expect_orders("radau_second_order_4", 8, {0, 4, 3});
  EXPECT_LT(errors("radau_second_order_4", 8).q, 1e-10);  // of order 7, at the level of rounding
}

TEST(SecondOrder, GeneralizedAlphaIsOfOrderTwo) {
  for (const char* method : {"generalized_alpha", "generalized_alpha(0.5)"})
    expect_orders(method, 80, {2, 2, 2});
  expect_orders("generalized_alpha", 80, {2, 2, 2}, "ggl");
}

// Stage order q: q, q, q−1 at index 3 [Wun05, Theorem A.0.11]; order 2 has no theorem there.
TEST(SecondOrder, GeneralLinearMethodsHaveTheOrdersOfTheAppendix) {
  expect_orders("general_linear_2", 80, {2, 2, 1});
  expect_orders("general_linear_3", 40, {3, 3, 2});
  expect_orders("general_linear_4", 30, {4, 4, 3});
  for (const char* form : {"index_2", "index_1"}) {  // Theorems A.0.8 and A.0.10
    expect_orders("general_linear_2", 80, {2, 2, 2}, form);
    expect_orders("general_linear_3", 40, {3, 3, 3}, form);
    expect_orders("general_linear_4", 20, {4, 4, 4}, form);
  }
}

TEST(SecondOrder, GaussIsRefusedAtIndexThree) {
  for (const char* method : {"gauss_second_order_1", "gauss_second_order_4"})
    EXPECT_THROW(
        (void)pipeline::solve(support::circular_track(), {.t_start = 1, .t_end = 2, .method = method}),
        Error);
  expect_orders("gauss_second_order_2", 40, {4, 4, 4}, "index_1");
}

// Where λ has order s−2, it does not converge for s = 1, 2.
TEST(SecondOrder, GaussWithTwoStagesIsRefusedAtIndexTwo) {
  for (const char* method : {"gauss_second_order_1", "gauss_second_order_2"})
    EXPECT_THROW(
        (void)pipeline::solve(support::circular_track(),
                              {.t_start = 1, .t_end = 2, .method = method, .formulation = "index_2"}),
        Error);
}

// Where steps may change, what would not converge, or too slowly, is refused before the first of them; given steps are for studies.
TEST(SecondOrder, PairsThatFailWhereStepsChangeAreRefusedUnlessStepsAreGiven) {
  const struct {
    const char *method, *formulation, *reason;
  } pairs[] = {{"radau_second_order_1", "second_order", "backward Euler"},
               {"gauss_second_order_3", "index_2", "Gauss"},
               {"gauss_second_order_4", "ggl", "Gauss"},
               {"radau_second_order_3", "ggl_second_order", "derivatives of multipliers"},
               {"general_linear_3", "ggl_second_order", "derivatives of multipliers"},
               {"generalized_alpha", "ggl_second_order", "derivatives of multipliers"},
               {"modified_bdf", "ggl_second_order", "modified ones"}};
  for (const auto& [method, formulation, reason] : pairs) {
    Options options{.t_start = 1, .t_end = 1.2, .method = method, .formulation = formulation};
    options.engine = program::Engine::vm;
    try {
      (void)pipeline::solve(support::circular_track(), options);
      ADD_FAILURE() << method << " " << formulation << " was not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Kind::usage) << method;
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
    options.step.fixed_step = 0.01;
    EXPECT_TRUE(pipeline::solve(support::circular_track(), options).success())
        << method << " " << formulation;
  }
}

// Orders 1, 2, .. climb from exact values only as far as weights of the next order exist; beyond, collocation starts.
TEST(SecondOrder, ModifiedBdfHasItsOrderOnGivenSteps) {
  for (const int k : {3, 4, 5}) {
    double error[2];
    for (const int fine : {0, 1}) {
      Options options{.t_start = 1, .t_end = 2, .method = "modified_bdf", .engine = program::Engine::vm};
      options.step.fixed_step = (k == 5 ? 0.02 : 0.01) / (1 + fine);
      options.step.max_order = k;
      const solution::Solution s = pipeline::solve(support::circular_track(), options);
      ASSERT_TRUE(s.success()) << s.message;
      error[fine] = std::fabs(s.end("l") + 16);
    }
    EXPECT_GT(rate(error[0], error[1]), k - 0.4) << k;
  }
}

// (6.15) with Ã = A² is collocation of the first-order form: they agree to rounding.
TEST(SecondOrder, CollocationAgreesWithTheFirstOrderForm) {
  const std::map<const char*, const char*> same = {{"radau_second_order_2", "radau_iia_2"},
                                                   {"radau_second_order_3", "radau_iia_3"}};
  for (const auto& [second, first] : same) {
    const LevelErrors a = errors(second, 20), b = errors(first, 20, "as_written");
    EXPECT_NEAR(a.q, b.q, 1e-11) << second;
    EXPECT_NEAR(a.v, b.v, 1e-9) << second;
    EXPECT_NEAR(a.l, b.l, 1e-7) << second;  // rounding is divided by h²
  }
}

// Examples A.0.1 and A.0.12: a Runge-Kutta method as a general linear method makes the same step: to 10 units in the last place of q and q' where multipliers
// follow from accelerations, which are A⁻¹/h of velocities. A constraint on positions is known to a unit of them, and A⁻¹/h makes of that what velocities, and once more what λ is known
// to, whichever implementation: there 10 units of q, q' h/|A⁻¹| and λ (h/|A⁻¹|)².
TEST(SecondOrder, RungeKuttaAsAGeneralLinearMethodMakesTheSameStep) {
  for (const char* const form : {"index_1", "second_order"}) {
    pipeline::Setup setup = support::second_order_setup(support::uniform_circle(), 0, form);
    const bool index_3 = form == std::string_view("second_order");
    const integrate::StateLevels layout(setup.instance->residual());
    for (const double h : {0.2, 0.1, 0.01})
      for (int s = 1; s <= 4; ++s) {
        const integrate::CollocationRule& rule = integrate::radau_rule(s);
        integrate::SecondOrderCollocation own(*setup.instance, rule);
        integrate::GeneralLinearStepper other(*setup.instance, s, 1,
                                              [&](int, double, integrate::GeneralLinear& m) {
                                                m = integrate::as_general_linear(rule.c, rule.A, rule.b);
                                              });
        const std::size_t n = setup.start.y.size();
        std::vector<double> y = setup.start.y, a(n), b(n), error(n), scale(n, 1e-14);
        for (integrate::Stepper* stepper :
             {static_cast<integrate::Stepper*>(&own), static_cast<integrate::Stepper*>(&other)}) {
          stepper->begin({.t = 0,
                          .y = y,
                          .slope = setup.start.slope,
                          .scale = scale,
                          .rtol = 1e-14,
                          .constant_steps = true});
        }
        ASSERT_TRUE(own.attempt(0, h, y, a, error)) << form << " " << h << " " << s;
        ASSERT_TRUE(other.attempt(0, h, y, b, error)) << form << " " << h << " " << s;
        // The last row of A⁻¹ makes the end of the step.
        const Eigen::MatrixXd A =
            Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
                rule.A.data(), s, s);
        const double inverse = A.inverse().row(s - 1).cwiseAbs().sum();
        for (std::size_t i = 0; i < n; ++i) {
          const int level = i == support::place_of(setup, "l") ? 2 : layout.derivative(static_cast<int>(i));
          EXPECT_NEAR(a[i], b[i],
                      10 * 2.2e-16 * std::pow(inverse / h, index_3 ? level : std::max(level - 1, 0)))
              << form << " " << h << " " << s << " " << setup.plan->state_names[i];
        }
      }
  }
}

// Example A.0.2 in its one-stage form (as printed B̃ is singular): BDF as a general linear method makes the steps of BDF on the
// second-order form, from the same values, to 10 units in the last place of what is solved for: q, h q', h² λ.
TEST(SecondOrder, MultistepMethodsAsGeneralLinearMethodsMakeTheSameSteps) {
  pipeline::Setup setup = support::second_order_setup(support::uniform_circle(), 0);
  const integrate::StateLevels layout(setup.instance->residual());
  const std::size_t n = setup.start.y.size(), l = support::place_of(setup, "l");
  const std::vector<double> scale(n, 1e-14);
  for (const double h : {0.125, 0.015625})
    for (int k = 1; k <= 5; ++k) {
      integrate::LevelBdf own(*setup.instance, false);
      own.newton().set_tolerance(1e-14, true);
      own.restart(0, setup.start.y, setup.start.slope);
      for (int i = 1; i < k; ++i) {
        const double t = i * h;
        ASSERT_TRUE(
            own.take(t, std::vector<double>{std::sin(t), std::cos(t), std::sin(t) * std::cos(t), 0, 0}, i));
      }
      const auto known = [&](int back) {
        std::vector<double> y(n);
        for (int i = 0; i < layout.size(); ++i)
          y[static_cast<std::size_t>(i)] = own.history().level(back, layout.derivative(i))[layout.unknown(i)];
        return y;
      };
      integrate::GeneralLinearStepper other(
          *setup.instance, 1, k,
          [k](int, double, integrate::GeneralLinear& m) { m = integrate::bdf_as_general_linear(k); });
      const double t = (k - 1) * h;
      std::vector<double> y = known(0), slope(n), a(n), b(n), error(n);
      for (int i = 0; i < layout.size(); ++i)
        slope[static_cast<std::size_t>(i)] =
            own.history().level(0, layout.derivative(i) + 1)[layout.unknown(i)];
      other.begin({.t = t, .y = y, .slope = slope, .scale = scale, .rtol = 1e-14, .constant_steps = true});
      for (int i = 1; i < k; ++i) other.know_also(known(i));
      ASSERT_TRUE(own.step(h, k, false)) << k << " " << h;
      ASSERT_TRUE(other.attempt(t, h, y, b, error)) << k << " " << h;
      own.x().pack(a);
      for (std::size_t i = 0; i < n; ++i) {
        const int level = i == l ? 2 : layout.derivative(static_cast<int>(i));
        EXPECT_NEAR(a[i], b[i], 10 * 2.2e-16 / std::pow(h, level))
            << k << " " << h << " " << setup.plan->state_names[i];
      }
    }
}

// n_q + n_λ, not 2 n_q + n_λ: a pendulum chain of 10 links has 2·10 coordinates and 10 rods.
TEST(SecondOrder, LinearSystemsAreAsLargeAsTheSecondOrderForm) {
  using model::der;
  model::Model m("chain");
  constexpr int links = 10;
  std::vector<model::Formula> x, y, l;
  for (int i = 0; i < links; ++i) {
    const std::string at = "[" + std::to_string(i + 1) + "]";
    x.push_back(m.variable("x" + at, {.start = i + 1.0}));
    y.push_back(m.variable("y" + at, {.start = 0, .fixed = true}));
    l.push_back(m.variable("l" + at));
  }
  for (int i = 0; i < links; ++i) {
    const std::string at = std::to_string(i + 1);
    const auto dx = i == 0 ? x[0] : x[i] - x[i - 1], dy = i == 0 ? y[0] : y[i] - y[i - 1];
    m.start(der(y[i]), 0);
    auto fx = l[i] * dx, fy = l[i] * dy;
    if (i + 1 < links) {
      fx = fx - l[i + 1] * (x[i + 1] - x[i]);
      fy = fy - l[i + 1] * (y[i + 1] - y[i]);
    }
    m.equation("x" + at, der(der(x[i])) == -fx);
    m.equation("y" + at, der(der(y[i])) == -fy - 9.81);
    m.equation("rod" + at, dx * dx + dy * dy == 1.0);
  }
  pipeline::Setup setup = support::second_order_setup(m.problem(), 0);
  EXPECT_EQ(setup.start.y.size(), 5u * links);  // the state has velocities,
  integrate::LevelNewton newton(*setup.instance);
  EXPECT_EQ(newton.size(), 3 * links);  // the matrices do not
  integrate::LevelBlocks blocks(*setup.instance, 1);
  EXPECT_EQ(blocks.size(), 3 * links);
  const pipeline::Setup first = pipeline::set_up(m.problem(), formulation::find_formulation("as_written"), 0,
                                                 false, {.engine = program::Engine::vm});
  EXPECT_EQ(first.instance->residual().size(), 5 * links);
}

// The condition of the scaled matrices does not depend on h. [Wun05, 8.2 leaves this open]
TEST(SecondOrder, ConditionDoesNotDependOnTheStep) {
  pipeline::Setup setup = support::second_order_setup(support::uniform_circle(), 0);
  integrate::StateLevels x(setup.instance->residual());
  x.unpack(setup.start.y, setup.start.slope);
  integrate::LevelBlocks blocks(*setup.instance, 0);
  blocks.evaluate(0, x.pointers());
  std::vector<double> conditions;
  for (double h = 0.1; h > 1e-5; h /= 10) {
    ASSERT_TRUE(blocks.factor(h, {integrate::radau_rule(3).gamma}, {}));
    conditions.push_back(blocks.condition());
  }
  for (const double c : conditions) EXPECT_LT(c, 200);
  // Scale factors are powers of two, to keep every digit: between them h² is met within a factor of 4, and the condition
  // repeats itself. Where h is a power of two itself, nothing changes with it.
  EXPECT_LT(*std::ranges::max_element(conditions) / *std::ranges::min_element(conditions), 10);
  conditions.clear();
  for (double h = 0.125; h > 1e-7; h /= 8) {
    ASSERT_TRUE(blocks.factor(h, {integrate::radau_rule(3).gamma}, {}));
    conditions.push_back(blocks.condition());
  }
  EXPECT_LT(*std::ranges::max_element(conditions) / *std::ranges::min_element(conditions), 1.1);
}

}  // namespace
}  // namespace trammel
