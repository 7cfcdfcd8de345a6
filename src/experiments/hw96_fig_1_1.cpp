// experiments/hw96_fig_1_1.cpp: the steering-wheel problem on its two branches, to where they end, and with
// perturbed constraints. [HW96, (VII.1.9), Figures 1.1 and 1.3]
//
// On the circle y = (cos φ, sin φ), and with β = 2.5 z + φ the hidden constraint is sin β = -1.05 sin 2φ.
// Where its right-hand side reaches -1 the solution ends: g_y f_z = 5 cos β = 0 there.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using model::der;

enum class Defect { none, kink, oscillation };
constexpr double kink_slope = 0.05, shake_size = 0.002, shake_frequency = 60;  // of the perturbations of g

model::Problem steering_wheel(double z0, Defect defect = Defect::none) {
  model::Model m("steering wheel");
  const auto y1 = m.variable("y1", {.start = 1}), y2 = m.variable("y2", {.start = 0, .fixed = true}),
             z = m.variable("z", {.start = z0});
  m.equation("y1", der(y1) == 0.7 * y2 + sin(2.5 * z));
  m.equation("y2", der(y2) == 1.4 * y1 + cos(2.5 * z));
  const auto t = m.time();
  const auto delta = defect == Defect::kink          ? kink_slope * (abs(t - 0.5) - 0.5)
                     : defect == Defect::oscillation ? shake_size * sin(shake_frequency * t)
                                                     : 0.0 * t;
  m.equation("circle", y1 * y1 + y2 * y2 == 1.0 + delta);
  return m.problem();
}

solution::Solution steered(double z0, double t_end, double tolerance) {
  pipeline::Options options{.t_end = t_end, .tolerance = tolerance};
  options.certify = pipeline::Certify::off;
  return pipeline::solve(steering_wheel(z0), options);
}

void branch(Findings& into, const std::string& name, double z0, const std::vector<double>& times) {
  const solution::Solution s = steered(z0, times.back(), 1e-12);
  for (const double t : times) {
    const std::string row = fmt::format("{}, t = {}", name, t);
    into.set(row, "phi", std::atan2(s.at("y2", t), s.at("y1", t)));
    into.set(row, "z", s.at("z", t));
    into.set(row, "y1", s.at("y1", t)), into.set(row, "y2", s.at("y2", t));
  }
  const solution::Solution whole = steered(z0, 3, 1e-8);
  into.set(name, "t where the run ends", whole.t_end);
  into.set(name, "phi there", std::atan2(whole.end("y2"), whole.end("y1")));
}

// A perturbation δ of g moves z by δ'/(5 cos β): g_y f_z = 5 cos β.
void perturbed(Findings& into, double z0) {
  const auto solve = [&](Defect defect) {
    pipeline::Options options{.t_end = 1, .tolerance = 1e-8, .method = "radau5", .formulation = "as_written"};
    options.certify = pipeline::Certify::off;
    return pipeline::solve(steering_wheel(z0, defect), options);
  };
  const solution::Solution exact = solve(Defect::none), broken = solve(Defect::kink),
                           shaken = solve(Defect::oscillation);
  const auto cosine = [&](double t) {
    return std::cos(2.5 * exact.at("z", t) + std::atan2(exact.at("y2", t), exact.at("y1", t)));
  };
  into.set(
      "kink of g at t = 0.5", "jump of z over (jump of g')/|5 cos beta|",
      std::fabs(broken.at("z", 0.505) - broken.at("z", 0.495) - exact.at("z", 0.505) + exact.at("z", 0.495)) /
          std::fabs(2 * kink_slope / (5 * cosine(0.5))));
  report::Panel left{.title = "kink in g", .x_label = "t", .y_label = "z", .curves = {}}, right = left;
  right.title = "oscillation of g";
  report::Curve a{"perturbed", {}, {}}, b = a, plain{"exact", {}, {}};
  double largest = 0;
  for (int i = 1; i <= 500; ++i) {
    const double t = 0.002 * i;
    for (report::Curve* curve : {&a, &b, &plain}) curve->x.push_back(t);
    a.y.push_back(broken.at("z", t)), b.y.push_back(shaken.at("z", t)), plain.y.push_back(exact.at("z", t));
    if (t < 0.3) largest = std::max(largest, std::fabs((b.y.back() - plain.y.back()) * 5 * cosine(t)));
  }
  into.set("oscillation of g", "largest |5 cos beta change of z| over largest |g'|, t < 0.3",
           largest / (shake_size * shake_frequency));
  into.set("oscillation of g", "largest change of z over largest change of g", largest / (5 * shake_size));
  left.curves = {a, plain}, right.curves = {b, plain};
  into.figures.push_back(
      {"1_3", {.title = "Figure 1.3: perturbations of an index-2 problem", .panels = {left, right}}});
}

}  // namespace

void hw96_fig_1_1(Findings& into) {
  branch(into, "upper branch", 0, {0.1, 0.2});
  branch(into, "lower branch", 2 * std::numbers::pi / 5, {0.1, 0.5, 1.0});

  report::Panel hidden{.x_label = "phi", .y_label = "z"};
  report::Curve up{"cos beta > 0", {}, {}}, down{"cos beta < 0", {}, {}};
  for (int i = -100; i <= 100; ++i) {
    const double phi = std::numbers::pi * i / 100, s = -1.05 * std::sin(2 * phi);
    up.x.push_back(phi), down.x.push_back(phi);
    up.y.push_back(std::fabs(s) <= 1 ? (std::asin(s) - phi) / 2.5 : std::nan(""));
    down.y.push_back(std::fabs(s) <= 1 ? (std::numbers::pi - std::asin(s) - phi) / 2.5 : std::nan(""));
  }
  report::Curve computed{"solution from phi = 0", {}, {}};
  const double z0 = 2 * std::numbers::pi / 5;
  const solution::Solution s = steered(z0, 1.4, 1e-8);
  for (int i = 0; i <= 50; ++i) {
    const double t = 1.4 * i / 50;
    computed.x.push_back(std::atan2(s.at("y2", t), s.at("y1", t)));
    computed.y.push_back(s.at("z", t));
  }
  perturbed(into, z0);
  hidden.curves = {up, down, computed};
  into.figures.push_back({"1_1b", {.title = "Figure 1.1b: the hidden manifold", .panels = {hidden}}});
}

}  // namespace trammel::experiments
