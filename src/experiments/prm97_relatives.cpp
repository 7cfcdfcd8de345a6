// experiments/prm97_relatives.cpp: what section 1 of the paper names beside its own methods, on Example 5.1: the
// augmented Lagrangian and sequential regularization. [PRM97, section 1, Example 5.1; AL96; BGS88]
//
// With R = Gf + g_t + γg both repeat direct regularization, (GB + ε) y_s = ε y_{s-1} + R(x_s), y_0 = 0. The
// augmented Lagrangian does so at each point, x_s being the same x. Sequential regularization does so with
// whole solutions: x_s' = f - B y_s, one after the other or, as here, all together. Errors fall like ε^s.
#include <fmt/format.h>

#include <cmath>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

enum class Repeated { at_each_point, with_solutions };

// Both as formulations of the library, in one run: `--formulation augmented_lagrangian_2 --gamma 100
// --coefficients 1e-4`. In e = x - t - 1: e' = 1 - ty, 0 = te.
double error_by_formulation(Repeated how, int s, double epsilon) {
  using model::der;
  model::Model m("example 5.1");
  const auto e = m.variable("e"), y = m.variable("y"), t = m.time();
  m.equation("motion", der(e) == 1.0 - t * y);
  m.equation("rail", t * e == 0.0);
  pipeline::Options options{.t_start = -1, .t_end = 0.5, .method = "radau5"};
  options.formulation =
      s == 1 ? "direct_regularization"
             : fmt::format(
                   "{}_{}",
                   how == Repeated::at_each_point ? "augmented_lagrangian" : "sequential_regularization", s);
  options.stabilization.gamma = 100;
  options.stabilization.coefficients = {epsilon};
  options.certify = pipeline::Certify::off;
  options.step.rtol = 1e-9, options.step.atol = 1e-18;
  options.step.max_step = std::sqrt(epsilon) / 4;
  return std::fabs(pipeline::solve(m.problem(), options).end("e"));
}

// |x - t - 1| at t = 1/2 behind the singular point, of the s-th repetition. In e = x - t - 1.
double error_behind(Repeated how, int s, double epsilon) {
  using model::der;
  constexpr double gamma = 100;
  const double layer = std::sqrt(epsilon);
  std::vector<double> value(how == Repeated::with_solutions ? s : 1, 0.0);
  double from = -1;
  for (const double to : {-3 * layer, 0.0, 3 * layer, 0.5}) {
    model::Model m("example 5.1, repeated");
    const auto t = m.time(), GB = t * t;
    auto y = 0 * t;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string name = fmt::format("e{}", i + 1);
      const auto e = m.variable(name, {.start = value[i], .fixed = true});
      const auto R = t + e + gamma * t * e;
      for (int repetition = 0; repetition < (how == Repeated::at_each_point ? s : 1); ++repetition)
        y = (epsilon * y + R) / (GB + epsilon);
      m.equation(name, der(e) == 1.0 - t * y);
    }
    pipeline::Options options{.t_start = from, .t_end = to, .method = "radau5"};
    options.certify = pipeline::Certify::off;
    options.step.rtol = 1e-9, options.step.atol = 1e-18;
    options.step.max_step = (to - from) / 20;
    const solution::Solution found = pipeline::solve(m.problem(), options);
    for (std::size_t i = 0; i < value.size(); ++i) value[i] = found.end(fmt::format("e{}", i + 1));
    from = to;
  }
  return std::fabs(value.back());
}

}  // namespace

void prm97_relatives(Findings& into) {
  report::Panel panel{
      .x_label = "eps", .y_label = "|x - t - 1| at t = 1/2", .log_x = true, .log_y = true, .curves = {}};
  for (const auto& [name, how] : {std::pair("augmented Lagrangian", Repeated::at_each_point),
                                  std::pair("sequential regularization", Repeated::with_solutions)})
    for (int s = 1; s <= 3; ++s) {
      const std::string row = fmt::format("{}, s = {}", name, s);
      report::Curve curve{row, {}, {}};
      for (const double epsilon : {1e-2, 1e-3, 1e-4}) {
        curve.x.push_back(epsilon);
        curve.y.push_back(error_behind(how, s, epsilon));
      }
      into.set(row, "exponent of eps", std::log10(curve.y[1] / curve.y[2]));
      into.set(row, "error, eps = 1e-4", curve.y[2]);
      const double formulated = error_by_formulation(how, s, 1e-4);
      into.set(row, "error, eps = 1e-4, by the formulation", formulated);
      into.set(row, "by the formulation over by hand", formulated / curve.y[2]);
      panel.curves.push_back(curve);
    }
  into.figures.push_back({"errors", {.title = "Repeated regularization", .panels = {panel}}});
}

}  // namespace trammel::experiments
