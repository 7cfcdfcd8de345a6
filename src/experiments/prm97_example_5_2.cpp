// experiments/prm97_example_5_2.cpp: a double pendulum whose end slides on the line through its pivot,
// through the configuration (0, π), where its constraint loses rank and two branches meet. [PRM97,
// Example 5.2, Figures 5.6-5.14]
//
//   M a + h + Gᵀλ = 0,  G = (sin θ1, sin θ2),  g2 = G ω,  g3 = -cos θ1 - cos θ2
//   index 2: R = Ġω - G M⁻¹h + γ g2;  index 3: R = Ġω - G M⁻¹h + 2γ g2 + 2γ² g3                 (2.9), (4.4)
//   λ = R/GB (Baumgarte), R/(GB + ε) (direct, (2.13)), GB R/(GB² + ε) (trust region, (2.11)),  GB = G M⁻¹Gᵀ
//
// These are formulations of the library: `baumgarte`, `direct_regularization`, `trust_region`, and with
// _index_2. On the branch Ġω, which (4.4) leaves out, is zero.
//
// The right branch is θ1 = φ, θ2 = π - φ: (3 + 2 cos 2φ) φ'' = 2 sin 2φ φ'² - 9.8 sin φ.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using model::der;
constexpr double pi = std::numbers::pi;

enum class Way { baumgarte, direct, trust };
struct Start {
  const char* name;
  double phi, speed;
};
const Start starts[] = {{"A", pi / 4, 0}, {"B", 1, 0}, {"C", pi / 3, -1}};

std::vector<double> grid() {
  std::vector<double> times;
  for (int i = 1; i <= 200; ++i) times.push_back(0.05 * i);
  return times;
}

solution::Solution reference(const Start& start) {
  model::Model m("branch");
  const auto phi = m.variable("phi", {.start = start.phi, .fixed = true});
  m.start(der(phi), start.speed);
  m.equation("phi", (3.0 + 2.0 * cos(2.0 * phi)) * der(phi, 2) ==
                        2.0 * sin(2.0 * phi) * der(phi) * der(phi) - 9.8 * sin(phi));
  pipeline::Options options{
      .t_end = 10, .tolerance = 1e-13, .method = "dop853", .formulation = "underlying_ode"};
  options.certify = pipeline::Certify::off;
  options.times = grid();
  return pipeline::solve(m.problem(), options);
}

struct Settings {
  Way way = Way::trust;
  bool index_3 = false;
  double gamma = 1e3, epsilon = 1e-6, tolerance = 1e-5;
};

solution::Solution crank_run(const Start& start, const Settings& how, const char* method) {
  model::Model m("slider-crank");
  const auto th1 = m.variable("th1", {.start = start.phi, .fixed = true}),
             th2 = m.variable("th2", {.start = pi - start.phi});
  m.start(der(th1), start.speed);
  m.start(der(th2), -start.speed);
  const auto lambda = m.variable("lambda"), w1 = der(th1), w2 = der(th2), d = th2 - th1;
  m.equation("upper", 2.0 * der(th1, 2) + cos(d) * der(th2, 2) - sin(d) * w2 * w2 + 19.6 * sin(th1) +
                              sin(th1) * lambda ==
                          0.0);
  m.equation(
      "lower",
      cos(d) * der(th1, 2) + der(th2, 2) + sin(d) * w1 * w1 + 9.8 * sin(th2) + sin(th2) * lambda == 0.0);
  m.equation("slide", -cos(th1) - cos(th2) == 0.0);
  pipeline::Options options{.t_end = 10, .tolerance = how.tolerance, .method = method};
  options.formulation = how.way == Way::baumgarte ? "baumgarte"
                        : how.way == Way::direct  ? "direct_regularization"
                                                  : "trust_region";
  if (how.way == Way::baumgarte) {
    options.stabilization.coefficients = {how.gamma, 0};
    if (how.index_3) options.stabilization.coefficients = {2e3, 2e6};
  } else {
    if (!how.index_3) options.formulation += "_index_2";
    options.stabilization.gamma = how.index_3 ? 1e3 : how.gamma;
    options.stabilization.coefficients = {how.epsilon};
  }
  options.certify = pipeline::Certify::off;
  options.times = grid();
  options.dense = false;
  options.step.max_steps = 100000;
  return pipeline::solve(m.problem(), options);
}

struct Distance {
  double reference = 0, branch = 0, constraint = 0;
  bool survived = true;
};
Distance distance(const solution::Solution& s, const solution::Solution& exact, double t_end = 10) {
  Distance result;
  result.survived = s.success() && s.samples.size() == exact.samples.size();
  for (std::size_t i = 0; i < std::min(s.samples.size(), exact.samples.size()); ++i) {
    if (s.samples[i].time > t_end + 1e-9) break;
    const double th1 = s.samples[i].values[0], th2 = s.samples[i].values[1];
    result.reference = std::max(result.reference, std::fabs(th1 - exact.samples[i].values[0]));
    result.branch = std::max(result.branch, std::fabs(th1 + th2 - pi));
    result.constraint = std::max(result.constraint, std::fabs(std::cos(th1) + std::cos(th2)));
  }
  result.survived = result.survived && result.branch < 0.1 && result.reference < 0.5;
  return result;
}

// Where the reference passes the singular configuration, and its energy at the end.
void crossings(Findings& into, const std::string& row, const solution::Solution& exact) {
  int count = 0;
  for (int i = 0; i < 200; ++i) {
    double a = 0.05 * i, b = 0.05 * (i + 1);
    if (exact.at("phi", a) * exact.at("phi", b) > 0) continue;
    const double sign = exact.at("phi", b);
    while (b - a > 1e-12) (exact.at("phi", (a + b) / 2) * sign > 0 ? b : a) = (a + b) / 2;
    into.set(row, fmt::format("crossing {}", ++count), b);
  }
  const double phi = exact.end("phi"), speed = exact.end("der(phi)");
  into.set(row, "energy at t = 10", 0.5 * (3 + 2 * std::cos(2 * phi)) * speed * speed - 9.8 * std::cos(phi));
}

// The limit of tight integration from start A: what the regularization itself does.
void tight_limits(Findings& into, const solution::Solution& exact) {
  for (int power = 4; power <= 9; ++power) {
    const double epsilon = std::pow(10, -power);
    const std::string column = fmt::format("eps = 1e-{}", power);
    const auto run = [&](Way way, bool index_3, const char* method) {
      return crank_run(starts[0], {.way = way, .index_3 = index_3, .epsilon = epsilon, .tolerance = 1e-9},
                       method);
    };
    // In index-3 form the layer is so narrow that long implicit steps pass over it.
    const solution::Solution trust = run(Way::trust, false, "radau5"),
                             direct = run(Way::direct, false, "radau5"),
                             third = run(Way::trust, true, "dopri5");
    into.set("index 2, trust region, |th1 - ref|, T = 2", column, distance(trust, exact, 2).reference);
    into.set("index 2, trust region, |th1 - ref|, T = 10", column, distance(trust, exact).reference);
    into.set("index 2, trust region, |th1 + th2 - pi|, T = 10", column, distance(trust, exact).branch);
    into.set("index 2, direct, |th1 - ref|, T = 2", column, distance(direct, exact, 2).reference);
    into.set("index 2, direct, stays on the branch, T = 10", column,
             distance(direct, exact).survived ? 1 : 0);
    into.set("index 3, trust region, |th1 - ref|, T = 10", column, distance(third, exact).reference);
  }
}

report::Panel panel(const char* title, const solution::Solution& s, const solution::Solution& exact) {
  report::Panel result{.title = title, .x_label = "t", .y_label = "theta 1"};
  report::Curve computed{"computed", {}, {}}, right{"right branch", {}, {}};
  for (const solution::Sample& sample : s.samples)
    computed.x.push_back(sample.time), computed.y.push_back(sample.values[0]);
  for (const solution::Sample& sample : exact.samples)
    right.x.push_back(sample.time), right.y.push_back(sample.values[0]);
  result.curves = {computed, right};
  return result;
}

}  // namespace

void prm97_example_5_2(Findings& into) {
  std::vector<solution::Solution> exact;
  for (const Start& start : starts) {
    exact.push_back(reference(start));
    crossings(into, fmt::format("start {}", start.name), exact.back());
    for (const int t : {1, 2, 5, 10}) {
      into.set(fmt::format("start {}", start.name), fmt::format("phi({})", t),
               exact.back().samples[20 * t - 1].values[0]);
      into.set(fmt::format("start {}", start.name), fmt::format("phi'({})", t),
               exact.back().samples[20 * t - 1].values[1]);
    }
  }
  tight_limits(into, exact[0]);
  const char* methods[] = {"bdf", "radau5"};
  for (int i = 0; i < 3; ++i) {
    const auto distance_of = [&](const Settings& how, const char* method) {
      return distance(crank_run(starts[i], how, method), exact[i]);
    };
    for (const char* method : methods) {
      const std::string row = fmt::format("index 2, trust region, start {}, {}", starts[i].name, method);
      const Distance found = distance_of({}, method);
      into.set(row, "|th1 - ref|", found.reference);
      into.set(row, "|th1 + th2 - pi|", found.branch);
      into.set(row, "|g3|", found.constraint);
      into.set(row, "|th1 - ref|, tolerance 1e-6", distance_of({.tolerance = 1e-6}, method).reference);
      const Distance third = distance_of({.index_3 = true}, method);
      const std::string row_3 = fmt::format("index 3, trust region, start {}, {}", starts[i].name, method);
      into.set(row_3, "|th1 - ref|", third.reference);
      into.set(row_3, "|th1 + th2 - pi|", third.branch);
    }
    into.set(fmt::format("index 2, trust region, start {}", starts[i].name), "|th1 - ref|, tolerance 1e-8",
             distance_of({.tolerance = 1e-8}, "radau5").reference);
  }
  const struct {
    const char* name;
    Way way;
  } ways[] = {{"Baumgarte", Way::baumgarte}, {"direct", Way::direct}, {"trust region", Way::trust}};
  for (const auto& [name, way] : ways) {
    int low = 0, high = 0, third = 0;
    for (int i = 0; i < 3; ++i)
      for (const char* method : methods) {
        low += distance(crank_run(starts[i], {.way = way}, method), exact[i]).survived ? 1 : 0;
        high +=
            distance(crank_run(starts[i], {.way = way, .gamma = 1e6, .tolerance = 1e-6}, method), exact[i])
                    .survived
                ? 1
                : 0;
        third +=
            distance(crank_run(starts[i], {.way = way, .index_3 = true}, method), exact[i]).survived ? 1 : 0;
      }
    into.set(name, "survivors of 6, index 2, gamma = 1e3", low);
    into.set(name, "survivors of 6, index 2, gamma = 1e6", high);
    into.set(name, "survivors of 6, index 3", third);
  }
  for (const bool index_3 : {false, true}) {
    report::Figure figure{
        .title = index_3 ? "Figures 5.12-5.14: index 3" : "Figures 5.6-5.8: index 2, gamma = 1e3",
        .panels = {},
        .width = 720,
        .panel_height = 180};
    for (const auto& [name, way] : ways)
      figure.panels.push_back(
          panel(name, crank_run(starts[0], {.way = way, .index_3 = index_3}, "bdf"), exact[0]));
    into.figures.push_back({index_3 ? "5_12" : "5_6", figure});
  }
  report::Figure figure{
      .title = "Figures 5.9-5.11: index 2, gamma = 1e6", .panels = {}, .width = 720, .panel_height = 180};
  for (const auto& [name, way] : ways)
    figure.panels.push_back(
        panel(name, crank_run(starts[0], {.way = way, .gamma = 1e6, .tolerance = 1e-6}, "bdf"), exact[0]));
  into.figures.push_back({"5_9", figure});
}

}  // namespace trammel::experiments
