// experiments/prm97_example_5_1.cpp: x' = 2 + ty, 0 = tx - t(t + 1), whose constraint loses its rank at t =
// 0. [PRM97, Example 5.1, Figures 5.1-5.4, (2.11), (2.13)]
//
// With R = Gf + g_t + γg the multiplier is R/GB (Baumgarte), R/(GB + ε) (direct regularization) or GB R/(GB²
// + ε) (trust region). The sign of y is that of section 3, which makes GB = t² positive. Exact: x = t + 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using model::der;

enum class LinearWay { baumgarte, direct, trust };

// The equation for x, or for the error e = x - t - 1, whose size can be much less than that of x.
solution::Solution run_linear(LinearWay way, double gamma, double epsilon, double rtol, double atol,
                              bool error, const std::vector<double>& times) {
  model::Model m("example 5.1");
  const auto x = m.variable("x", {.start = 0, .fixed = true});
  const auto t = m.time(), GB = t * t;
  const auto e = error ? x : x - t - 1.0;
  const auto R = t + e + gamma * t * e;  // Gf + g_t + γg
  const auto multiplier = way == LinearWay::trust ? GB * R / (GB * GB + epsilon) : R / (GB + epsilon);
  // The multiplier is an unknown as well, as it is in (2.1). Without it a step may pass over the layer.
  const auto y = m.variable("y");
  m.equation("x", der(x) == (error ? 1.0 : 2.0) - t * y);
  m.equation("y", y == multiplier);
  m.interval(-1, 1);
  pipeline::Options options{.t_start = -1, .t_end = 1, .method = "radau5"};
  options.certify = pipeline::Certify::off;
  options.step.rtol = rtol, options.step.atol = atol;
  options.times = times;
  options.dense = false;
  return pipeline::solve(m.problem(), options);
}

// The same by the formulations of the library: `--formulation trust_region --gamma 1e3 --coefficients 1e-6`. In e,
// whose equations are e' = 1 - ty, 0 = te.
solution::Solution run_formulation(LinearWay way, double gamma, double epsilon,
                                   const std::vector<double>& times) {
  model::Model m("example 5.1");
  const auto e = m.variable("e"), y = m.variable("y"), t = m.time();
  m.equation("motion", der(e) == 1.0 - t * y);
  m.equation("rail", t * e == 0.0);
  m.interval(-1, 1);
  pipeline::Options options{.t_start = -1, .t_end = 1, .method = "radau5"};
  options.formulation = way == LinearWay::trust ? "trust_region" : "direct_regularization";
  options.stabilization.gamma = gamma;
  options.stabilization.coefficients = {epsilon};
  options.certify = pipeline::Certify::off;
  options.step.rtol = 1e-9, options.step.atol = 1e-12;
  options.times = times;
  options.dense = false;
  return pipeline::solve(m.problem(), options);
}

std::vector<double> fine_layer() {  // fine around t = 0
  std::vector<double> times;
  for (int i = 1; i < 100; ++i) times.push_back(-1 + 0.009 * i);
  for (int i = -10000; i <= 10000; ++i) times.push_back(1e-5 * i);
  for (int i = 1; i <= 100; ++i) times.push_back(0.1 + 0.009 * i);
  times.back() = 1;
  return times;
}

struct Peak {
  double largest = 0, at = 0, at_0 = 0, at_tenth = 0, at_half = 0, end = 0;  // at: where it is largest
};
Peak peak_of(const solution::Solution& s, bool error) {
  Peak result;
  double nearest = 1;
  for (const solution::Sample& sample : s.samples) {
    const double e = sample.values[0] - (error ? 0 : sample.time + 1);
    if (e > result.largest) result.largest = e, result.at = sample.time;
    if (std::fabs(sample.time - 0.1) < 1e-9) result.at_tenth = e;
    if (sample.time == 0) result.at_0 = e;
    if (std::fabs(sample.time - 0.5) < nearest) nearest = std::fabs(sample.time - 0.5), result.at_half = e;
    result.end = e;
  }
  return result;
}

// The error e by dop853, in pieces: steps of ordinary length would pass over a layer of width √ε (direct) or
// ε^(1/4) (trust region) without seeing it.
Peak through_layer(LinearWay way, double gamma, double epsilon) {
  const double layer = way == LinearWay::trust ? std::pow(epsilon, 0.25) : std::sqrt(epsilon);
  Peak result;
  double from = -1, value = 0;
  for (const double to : {-20 * layer, -3 * layer, 0.0, 3 * layer, 20 * layer, 0.5}) {
    if (!(to > from)) continue;
    model::Model m("example 5.1, error");
    const auto e = m.variable("e", {.start = value, .fixed = true});
    const auto t = m.time(), GB = t * t, R = t + e + gamma * t * e;
    const auto y = way == LinearWay::trust ? GB * R / (GB * GB + epsilon) : R / (GB + epsilon);
    m.equation("e", der(e) == 1.0 - t * y);
    pipeline::Options options{.t_start = from, .t_end = to, .method = "dop853"};
    options.certify = pipeline::Certify::off;
    options.step.rtol = 1e-10, options.step.atol = 1e-20;
    options.step.max_step = (to - from) / 50;
    const solution::Solution s = pipeline::solve(m.problem(), options);
    for (int i = 0; i <= 400; ++i)
      result.largest = std::max(result.largest, s.at("e", std::min(from + (to - from) * i / 400, to)));
    value = s.end("e");
    from = to;
    if (to == 0) result.at_0 = value;
  }
  result.at_half = value;
  return result;
}

// How the error falls with ε at a fixed gain. [PRM97, Theorems 3.1, 3.2]
void falling(Findings& into, LinearWay way) {
  const std::string name = way == LinearWay::trust ? "trust region" : "direct";
  const Peak a = through_layer(way, 1, 1e-10), b = through_layer(way, 1, 1e-12);
  into.set(name + ", gamma = 1", "exponent of eps, largest error", std::log10(a.largest / b.largest) / 2);
  into.set(name + ", gamma = 1", "exponent of eps, t = 0", std::log10(a.at_0 / b.at_0) / 2);
  into.set(name + ", gamma = 1", "exponent of eps, t = 0.5", std::log10(a.at_half / b.at_half) / 2);
  const Peak c = through_layer(way, 1e3, 1e-4), d = through_layer(way, 1e3, 1e-8);
  into.set(name + ", gamma = 1e3", "exponent of eps, largest error", std::log10(c.largest / d.largest) / 4);
}

}  // namespace

void prm97_example_5_1(Findings& into) {
  const struct {
    const char *name, *figure, *title;
    LinearWay way;
    double epsilon;
  } runs[] = {{"direct, eps = 1e-6", "5_2", "Figure 5.2: direct regularization, gamma = 1e3, eps = 1e-6",
               LinearWay::direct, 1e-6},
              {"direct, eps = 1e-9", "", "", LinearWay::direct, 1e-9},
              {"trust region, eps = 1e-6", "5_3", "Figure 5.3: trust region, gamma = 1e3, eps = 1e-6",
               LinearWay::trust, 1e-6},
              {"trust region, eps = 1e-9", "5_4", "Figure 5.4: trust region, gamma = 1e3, eps = 1e-9",
               LinearWay::trust, 1e-9}};
  const std::vector<double> times = fine_layer();
  for (const auto& r : runs) {
    const Peak tight = peak_of(run_linear(r.way, 1e3, r.epsilon, 1e-9, 1e-12, true, times), true);
    into.set(r.name, "largest error", tight.largest);
    into.set(r.name, "error at t = 0", tight.at_0);
    into.set(r.name, "t of the largest error", tight.at);
    into.set(r.name, "error at t = 0.1", tight.at_tenth);
    into.set(r.name, "error at t = 1", tight.end);
    const Peak formulated = peak_of(run_formulation(r.way, 1e3, r.epsilon, times), true);
    into.set(r.name, "largest error, by the formulation", formulated.largest);
    into.set(r.name, "error at t = 0, by the formulation", formulated.at_0);
    const solution::Solution s = run_linear(r.way, 1e3, r.epsilon, 1e-5, 1e-5, false, times);
    const Peak loose = peak_of(s, false);
    into.set(r.name, "largest error, tolerance 1e-5", loose.largest);
    into.set(r.name, "|x(1) - 2|, tolerance 1e-5", std::fabs(loose.end));
    if (*r.figure == '\0') continue;
    report::Curve x{"computed", {}, {}}, exact{"exact", {-1, 1}, {0, 2}};
    for (std::size_t i = 0; i < s.samples.size(); ++i)
      if (i % 25 == 0 || std::fabs(s.samples[i].time) > 0.1)
        x.x.push_back(s.samples[i].time), x.y.push_back(s.samples[i].values[0]);
    into.figures.push_back(
        {r.figure, {.title = r.title, .panels = {{.x_label = "t", .y_label = "x", .curves = {x, exact}}}}});
  }
  for (const LinearWay way : {LinearWay::direct, LinearWay::trust}) falling(into, way);
}

}  // namespace trammel::experiments
