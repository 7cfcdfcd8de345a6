// experiments/wun05_figures_8.cpp: a truck over a bump by modified BDF on its second-order form, and by BDF
// on the first-order form of index 3. [Wun05, section 8.1.2, Figures 8.4-8.7]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/programs.hpp"
#include "experiments/texts.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

constexpr double equilibrium = 68056.2088888888;  // of lambda2
constexpr double t_quiet = 20, t_stop = 40;

model::Problem vehicle() {
  const auto texts = std::ranges::find(all_texts(), "wun05_figures_8", &Texts::id);
  return modelica::load({{"truck", std::string(texts->model)}}, {}).problem;
}

solution::Solution drive(const char* method, const char* formulation, double tolerance) {
  pipeline::Options options{
      .t_end = t_stop, .tolerance = tolerance, .method = method, .formulation = formulation};
  options.certify = pipeline::Certify::off;
  return pipeline::solve(vehicle(), options);
}

// Of the multiplier at the ends of steps behind the bump, where the truck comes to rest. A decay without
// wiggles varies by as much as it is off in the beginning.
struct Decay {
  double largest = 0, variation = 0, off = 0, end = 0, error = 0;
};
Decay decay_of(const solution::Solution& s, const solution::Solution& exact) {
  Decay found;
  double before = std::nan("");
  for (const auto& segment : s.segments)
    for (int i = 0; i <= segment.trajectory.steps(); ++i) {
      const double t = segment.trajectory.times()[static_cast<std::size_t>(i)];
      const double off = s.at("lambda2", t) - equilibrium;
      found.largest = std::max(found.largest, std::fabs(off));
      if (t < t_quiet) continue;
      found.error = std::max(found.error, std::fabs(s.at("lambda2", t) - exact.at("lambda2", t)));
      if (std::isnan(before))
        found.off = std::fabs(off);
      else
        found.variation += std::fabs(off - before);
      found.off = std::max(found.off, std::fabs(off));
      before = off;
      found.end = std::fabs(off);
    }
  return found;
}

report::Curve truck_curve(const char* name, const solution::Solution& s, const char* variable) {
  report::Curve curve{name, {}, {}};
  for (int i = 0; i <= 800; ++i) {
    curve.x.push_back(t_stop * i / 800);
    curve.y.push_back(s.at(variable, t_stop * i / 800));
  }
  return curve;
}

// Forces and moments that do not balance where the truck stands: masses and inertias times accelerations.
double imbalance(const solution::Solution& s) {
  const std::pair<const char*, double> bodies[] = {
      {"der(v1)", 1450}, {"der(v2)", 3335},  {"der(v3)", 14313}, {"der(v4)", 600},  {"der(v5)", 1100},
      {"der(v6)", 948},  {"der(v7)", 11515}, {"der(v8)", 11515}, {"der(v9)", 33000}};
  double largest = 0;
  for (const auto& [name, mass] : bodies) largest = std::max(largest, std::fabs(mass * s.at(name, 0)));
  return largest;
}

}  // namespace

void wun05_figures_8(Findings& into) {
  report::Panel seat{.title = "cabin", .x_label = "t", .y_label = "p5", .curves = {}},
      joint{.title = "joint", .x_label = "t", .y_label = "lambda2", .curves = {}};
  const solution::Solution exact = drive("dop853", "underlying_ode", 1e-11);
  for (const double tolerance : {1e-4, 1e-5, 1e-6}) {
    const solution::Solution modified = drive("modified_bdf", "second_order", tolerance),
                             first = drive("bdf", "index_3", tolerance);
    const std::string at = fmt::format(", tolerance {:.0e}", tolerance);
    for (const auto& [name, s] :
         {std::pair("modified BDF", &modified), std::pair("BDF, first order", &first)}) {
      const Decay d = decay_of(*s, exact);
      into.set(name + at, "error of lambda2 for t >= 20 over tolerance times lambda2",
               d.error / (tolerance * equilibrium));
      into.set(name + at, "lambda2 - equilibrium for t >= 20", d.off);
      into.set(name + at, "variation of lambda2 for t >= 20 over that", d.variation / d.off);
      into.set(name + at, "lambda2 - equilibrium at t = 40", d.end);
      into.set(name + at, "steps to t = 40", static_cast<double>(s->counts.steps));
    }
    into.set("modified BDF" + at, "steps over those of BDF, first order",
             static_cast<double>(modified.counts.steps) / static_cast<double>(first.counts.steps));
    if (tolerance > 5e-5) {
      seat.curves = {truck_curve("modified BDF", modified, "p5"),
                     truck_curve("BDF, first order", first, "p5")};
      joint.curves = {truck_curve("modified BDF", modified, "lambda2"),
                      truck_curve("BDF, first order", first, "lambda2")};
      into.set("equilibrium", "largest imbalance of nine forces and moments", imbalance(first));
      into.set("equilibrium", "lambda1", first.at("lambda1", 0));
      into.set("equilibrium", "lambda2", first.at("lambda2", 0));
      into.set("the thesis's truck", "steps of modified BDF", static_cast<double>(modified.counts.steps));
      into.set("the thesis's truck", "steps of DASSL", static_cast<double>(first.counts.steps));
    }
  }
  into.figures.push_back(
      {"8_4_to_8_7", {.title = "Figures 8.4-8.7, another truck", .panels = {seat, joint}}});
}

}  // namespace trammel::experiments
