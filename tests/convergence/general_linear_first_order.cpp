// General linear methods in the form (A.4), (A.5) of [Wun05, appendix A] on first-order equations of index 1, 2 and 3.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "formulation/catalog.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/collocation.hpp"
#include "integrate/methods/general_linear.hpp"
#include "pipeline/solve.hpp"
#include "support/second_order.hpp"

namespace trammel {
namespace {

using support::first_order_track;

struct TrackErrors {
  double q = 0, v = 0, l = 0;
};

// The largest at the ends of n steps from 1 to 1.5, all equal or in eight blocks with lengths 1 and 2 by turns.
TrackErrors largest_on_the_track(int index, int p, int n, bool jumps) {
  std::vector<double> grid;
  double sum = 0;
  for (int i = 0; i < n; ++i) grid.push_back(sum += jumps && 8 * i / n % 2 == 1 ? 2 : 1);
  for (double& t : grid) t = 1 + 0.5 * t / sum;
  grid.back() = 1.5;
  pipeline::Options options{.t_start = 1,
                            .t_end = 1.5,
                            .method = "general_linear_" + std::to_string(p),
                            .formulation = "as_written",
                            .engine = program::Engine::vm};
  options.certify = pipeline::Certify::off;
  options.step.grid = grid;
  const solution::Solution s = pipeline::solve(first_order_track(index), options);
  EXPECT_TRUE(s.success()) << s.message;
  TrackErrors worst;
  for (const double t : grid) {
    const double a = t * t, w1 = s.at("w1", t), w2 = s.at("w2", t);
    worst.q =
        std::max({worst.q, std::fabs(s.at("y1", t) - std::sin(a)), std::fabs(s.at("y2", t) - std::cos(a))});
    worst.v = std::max({worst.v, std::fabs(w1 + w1 * w1 * w1 - 2 * t * std::cos(a)),
                        std::fabs(w2 + w2 * w2 * w2 + 2 * t * std::sin(a))});
    worst.l = std::max(worst.l, std::fabs(s.at("l", t) + 4 * a));
  }
  return worst;
}

// [Wun05, (A.4), (A.5)], Theorems A.0.8 to A.0.11: stage order p gives p, p, p at index 1 and 2 and p, p, p-1 at index 3.
TEST(FirstOrderGeneralLinear, MethodsHaveTheirOrdersOnFirstOrderSystems) {
  for (int index = 1; index <= 3; ++index) {
    const pipeline::Setup setup = support::second_order_setup(first_order_track(index), 1, "as_written");
    EXPECT_EQ(setup.instance->residual().order(), 1);
    for (int p = 2; p <= 4; ++p)
      for (const bool jumps : {false, true}) {
        const int n = p == 2 ? 96 : 48;
        const TrackErrors coarse = largest_on_the_track(index, p, n, jumps),
                          fine = largest_on_the_track(index, p, 2 * n, jumps);
        EXPECT_GT(std::log2(coarse.q / fine.q), p - 0.3) << index << " " << p << jumps;
        EXPECT_GT(std::log2(coarse.v / fine.v), p - 0.3) << index << " " << p << jumps;
        EXPECT_GT(std::log2(coarse.l / fine.l), (index == 3 ? p - 1 : p) - 0.35)
            << index << " " << p << jumps;
      }
  }
}

// One problem for a method of its own and for general linear methods, and how closely one step of the two must agree.
struct TwoForms {
  pipeline::Setup own, other;
  int index;

  explicit TwoForms(int the_index)
      : own(pipeline::set_up(first_order_track(the_index), formulation::find_formulation("as_written"), 1,
                             false, {.engine = program::Engine::vm})),
        other(support::second_order_setup(first_order_track(the_index), 1, "as_written")), index(the_index) {
    EXPECT_EQ(own.plan->state_names, other.plan->state_names);
  }

  // 10 units in the last place, of values or of 1. A constraint on y is known to a unit of it, whichever implementation: each derivative that an unknown is
  // away from it divides that by a step, as the method sees it (h/|A⁻¹|).
  void expect_the_same(const std::vector<double>& a, const std::vector<double>& b, double step) const {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const char kind = own.plan->state_names[i][0];  // y, w, l
      const int away = std::max((kind == 'y' ? 0 : kind == 'w' ? 1 : 2) - (3 - index), 0);
      EXPECT_NEAR(a[i], b[i],
                  10 * std::max(1.0, std::fabs(a[i])) * std::numeric_limits<double>::epsilon() /
                      std::pow(std::min(step, 1.0), away))
          << index << " " << step << " " << own.plan->state_names[i];
    }
  }
};

integrate::Begin to_rounding(double t, Vec y, Vec slope, Vec scale) {
  return {.t = t, .y = y, .slope = slope, .scale = scale, .rtol = 1e-13, .constant_steps = true};
}

// [Wun05, Example A.0.1]
TEST(FirstOrderGeneralLinear, RungeKuttaMethodsMakeTheSameStepAsTheirOwnImplementation) {
  for (int index = 1; index <= 3; ++index) {
    const TwoForms forms(index);
    const std::size_t n = forms.own.start.y.size();
    const std::vector<double> y = forms.own.start.y, scale(n, 1e-14);
    for (const double h : {0.05, 0.01, 0.002})
      for (int s = 1; s <= 4; ++s) {
        const integrate::CollocationRule& rule = integrate::radau_rule(s);
        integrate::Collocation own(*forms.own.instance, {&rule});
        integrate::GeneralLinearStepper other(*forms.other.instance, s, 1,
                                              [&](int, double, integrate::GeneralLinear& m) {
                                                m = integrate::as_general_linear(rule.c, rule.A, rule.b);
                                              });
        std::vector<double> a(n), b(n), error(n);
        own.begin(to_rounding(1, y, forms.own.start.slope, scale));
        other.begin(to_rounding(1, y, forms.other.start.slope, scale));
        ASSERT_TRUE(own.attempt(1, h, y, a, error)) << index << " " << h << " " << s;
        ASSERT_TRUE(other.attempt(1, h, y, b, error)) << index << " " << h << " " << s;
        const Eigen::MatrixXd A =
            Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
                rule.A.data(), s, s);
        forms.expect_the_same(a, b, h / A.inverse().row(s - 1).cwiseAbs().sum());
      }
  }
}

// [Wun05, Example A.0.2] in its one-stage form, because B̃ is singular as printed. bdf1 .. bdf5 start by Radau IIA; their values are what both continue.
TEST(FirstOrderGeneralLinear, MultistepMethodsMakeTheSameStepAsTheirOwnImplementation) {
  for (int index = 1; index <= 3; ++index) {
    const TwoForms forms(index);
    const std::size_t n = forms.own.start.y.size();
    const std::vector<double> scale(n, 1e-14);
    for (const double h : {0.03125, 0.0078125})
      for (int k = 1; k <= 5; ++k) {
        const auto own = integrate::find_integrator("bdf" + std::to_string(k)).make(*forms.own.instance);
        own->begin(to_rounding(1, forms.own.start.y, forms.own.start.slope, scale));
        std::vector<std::vector<double>> known = {forms.own.start.y};  // newest first
        std::vector<double> slope = forms.own.start.slope, a(n), b(n), error(n);
        for (int i = 0; i + 1 < k; ++i) {
          ASSERT_TRUE(own->attempt(1 + i * h, h, known[0], a, error)) << index << " " << k;
          own->end_slope(slope);
          own->accepted({.t = 1 + (i + 1) * h, .y = a, .slope = slope, .scale = scale});
          known.insert(known.begin(), a);
        }
        integrate::GeneralLinearStepper other(
            *forms.other.instance, 1, k,
            [k](int, double, integrate::GeneralLinear& m) { m = integrate::bdf_as_general_linear(k); });
        const double t = 1 + (k - 1) * h;
        other.begin(to_rounding(t, known[0], slope, scale));
        for (std::size_t i = 1; i < known.size(); ++i) other.know_also(known[i]);
        ASSERT_TRUE(own->attempt(t, h, known[0], a, error)) << index << " " << k;
        ASSERT_TRUE(other.attempt(t, h, known[0], b, error)) << index << " " << k;
        forms.expect_the_same(a, b, h);
      }
  }
}

}  // namespace
}  // namespace trammel
