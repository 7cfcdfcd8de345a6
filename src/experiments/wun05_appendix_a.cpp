// experiments/wun05_appendix_a.cpp: general linear methods: Runge-Kutta methods and BDF as instances, and the
// orders of a family with two external values at index 1, 2 and 3. [Wun05, appendix A, Examples A.0.1, A.0.2,
// A.0.12, Theorems A.0.8-A.0.11]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/programs.hpp"
#include "experiments/wun05_example_1.hpp"
#include "integrate/methods/general_linear.hpp"
#include "integrate/methods/second_order_collocation.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using integrate::GeneralLinear;

void put_properties(Findings& into, const std::string& row, const GeneralLinear& method) {
  const integrate::GeneralLinearProperties p = integrate::properties(method);
  into.set(row, "order", p.order);
  into.set(row, "stage order", p.stage_order);
  into.set(row, "spectral radius at infinity", p.at_infinity);
  into.set(row, "regular B~", p.regular ? 1 : 0);
  into.set(row, "zero-stable", p.zero_stable ? 1 : 0);
}

void put_instances(Findings& into) {
  for (int s = 1; s <= 4; ++s) {
    const integrate::CollocationRule& rule = integrate::radau_rule(s);
    put_properties(into, fmt::format("Example A.0.1, Radau IIA, s = {}", s),
                   integrate::as_general_linear(rule.c, rule.A, rule.b));
  }
  for (int k = 1; k <= 6; ++k)
    put_properties(into, fmt::format("BDF with one stage, k = {}", k), integrate::bdf_as_general_linear(k));
  // Implicit Euler as the example has it: the old value is a stage as well.
  GeneralLinear euler = integrate::bdf_as_general_linear(1);
  euler.s = 2;
  euler.c = {1, 0};
  euler.B = {1, 0};
  euler.At = {1, 1};
  euler.Bt = {1, 0, 0, 0};
  into.set("Example A.0.2, implicit Euler as printed", "regular B~", integrate::properties(euler).regular);
  for (int s = 1; s <= 3; ++s)
    put_properties(into, fmt::format("two-step collocation, s = {}", s),
                   integrate::two_step_collocation(s, 1));
}

// One step of Radau IIA as its own method and in the form (A.16): the largest difference of q in units of its
// last place.
void put_same_step(Findings& into) {
  pipeline::Setup setup = example_1_setup("second_order");
  for (int s = 1; s <= 3; ++s) {
    const integrate::CollocationRule& rule = integrate::radau_rule(s);
    integrate::SecondOrderCollocation own(*setup.instance, rule);
    integrate::GeneralLinearStepper other(*setup.instance, s, 1, [&](int, double, GeneralLinear& m) {
      m = integrate::as_general_linear(rule.c, rule.A, rule.b);
    });
    const std::size_t n = setup.start.y.size();
    std::vector<double> a(n), b(n), error(n), scale(n, 1e-14);
    for (integrate::Stepper* stepper :
         {static_cast<integrate::Stepper*>(&own), static_cast<integrate::Stepper*>(&other)})
      stepper->begin({.t = 0,
                      .y = setup.start.y,
                      .slope = setup.start.slope,
                      .scale = scale,
                      .rtol = 1e-14,
                      .constant_steps = true});
    if (!own.attempt(0, 0.1, setup.start.y, a, error) || !other.attempt(0, 0.1, setup.start.y, b, error))
      continue;
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (const std::string& name = setup.plan->state_names[i]; name == "q1" || name == "q2")
        largest = std::max(largest, std::fabs(a[i] - b[i]));
    into.set(fmt::format("Example A.0.12, Radau IIA, s = {}", s),
             "difference of q in units of the last place", largest / std::numeric_limits<double>::epsilon());
  }
}

// The circular track y'' = (2 y2 + λ y1, -2 y1 + λ y2), |y| = 1 from t = 1 to 1.5: errors at the end.
struct TrackEnd {
  double q, v, l;
};
TrackEnd track_end(const std::string& method, const char* formulation, int steps) {
  using model::der;
  model::Model m("circular track");
  const auto y1 = m.variable("y1", {.start = std::sin(1.0), .fixed = true}),
             y2 = m.variable("y2", {.start = std::cos(1.0)}), l = m.variable("l", {.start = -4});
  m.start(der(y1), 2 * std::cos(1.0));
  m.equation("y1", der(der(y1)) == 2 * y2 + l * y1);
  m.equation("y2", der(der(y2)) == -2 * y1 + l * y2);
  m.equation("circle", y1 * y1 + y2 * y2 == 1.0);
  pipeline::Options options{.t_start = 1,
                            .t_end = 1.5,
                            .method = method,
                            .formulation = formulation,
                            .dense = false,
                            .engine = program::Engine::vm};
  options.certify = pipeline::Certify::off;
  options.step.fixed_step = 0.5 / steps;
  const solution::Solution s = pipeline::solve(m.problem(), options);
  const double a = 2.25, sine = std::sin(a), cosine = std::cos(a);
  return {std::max(std::fabs(s.end("y1") - sine), std::fabs(s.end("y2") - cosine)),
          std::max(std::fabs(s.end("der(y1)") - 3 * cosine), std::fabs(s.end("der(y2)") + 3 * sine)),
          std::fabs(s.end("l") + 4 * a)};
}

}  // namespace

void wun05_appendix_a(Findings& into) {
  put_instances(into);
  put_same_step(into);
  report::Figure figure{.title = "Errors of lambda at the end", .panels = {}};
  for (const char* form : {"index_1", "index_2", "second_order"}) {
    const std::string index = form == std::string_view("second_order") ? "index 3"
                              : form == std::string_view("index_2")    ? "index 2"
                                                                       : "index 1";
    report::Panel panel{.title = index,
                        .x_label = "steps",
                        .y_label = "|error of lambda|",
                        .log_x = true,
                        .log_y = true,
                        .curves = {}};
    for (int p = 2; p <= 4; ++p) {
      const std::string method = fmt::format("general_linear_{}", p);
      report::Curve curve{method, {}, {}};
      std::vector<TrackEnd> ends;
      const int first = p == 2 ? 40 : p == 3 ? 20 : 12;
      for (const int steps : {first, 2 * first, 4 * first}) {
        ends.push_back(track_end(method, form, steps));
        curve.x.push_back(steps), curve.y.push_back(ends.back().l);
      }
      panel.curves.push_back(curve);
      const std::string row = fmt::format("{}, {}", method, index);
      into.set(row, "order of q", std::log2(ends[1].q / ends[2].q));
      into.set(row, "order of q'", std::log2(ends[1].v / ends[2].v));
      into.set(row, "order of lambda", std::log2(ends[1].l / ends[2].l));
    }
    figure.panels.push_back(panel);
  }
  into.figures.push_back({"orders", figure});
}

}  // namespace trammel::experiments
