// experiments/prm97_example_5_2.cpp: a double pendulum whose end slides on the line through its pivot,
// through the configuration (0, π), where its constraint loses rank and two branches meet. [PRM97,
// Example 5.2, Figures 5.6-5.14]
//
//   M a + h + Gᵀλ = 0,  G = (sin θ1, sin θ2),  g2 = G ω,  g3 = -cos θ1 - cos θ2
//   index 2: R = Ġω - G M⁻¹h + γ g2;  index 3: R = -G M⁻¹h + γ1 g2 + γ0 g3                 (2.9), (4.4)
//   λ = R/GB (Baumgarte), R/(GB + ε) (direct, (2.13)), GB R/(GB² + ε) (trust region, (2.11)),  GB = G M⁻¹Gᵀ
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
             th2 = m.variable("th2", {.start = pi - start.phi, .fixed = true});
  m.start(der(th1), start.speed);
  m.start(der(th2), -start.speed);
  const auto w1 = der(th1), w2 = der(th2), d = th2 - th1, c = cos(d);
  const auto determinant = 2.0 - c * c;
  const auto h1 = -sin(d) * w2 * w2 + 19.6 * sin(th1), h2 = sin(d) * w1 * w1 + 9.8 * sin(th2);
  const auto G1 = sin(th1), G2 = sin(th2);
  // M = [2 c; c 1]
  const auto N1 = (G1 - c * G2) / determinant, N2 = (2.0 * G2 - c * G1) / determinant;  // M⁻¹Gᵀ
  const auto GB = G1 * N1 + G2 * N2;
  const auto g2 = G1 * w1 + G2 * w2, g3 = -cos(th1) - cos(th2);
  const auto force = N1 * h1 + N2 * h2;  // G M⁻¹h
  const auto R = how.index_3 ? -force + 2e3 * g2 + 2e6 * g3
                             : cos(th1) * w1 * w1 + cos(th2) * w2 * w2 - force + how.gamma * g2;
  const auto lambda = how.way == Way::trust    ? GB * R / (GB * GB + how.epsilon)
                      : how.way == Way::direct ? R / (GB + how.epsilon)
                                               : R / GB;
  const auto r1 = h1 + G1 * lambda, r2 = h2 + G2 * lambda;
  m.equation("th1", der(th1, 2) == -(r1 - c * r2) / determinant);
  m.equation("th2", der(th2, 2) == -(2.0 * r2 - c * r1) / determinant);
  pipeline::Options options{
      .t_end = 10, .tolerance = how.tolerance, .method = method, .formulation = "as_written"};
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
Distance distance(const solution::Solution& s, const solution::Solution& exact) {
  Distance result;
  result.survived = s.success() && s.samples.size() == exact.samples.size();
  for (std::size_t i = 0; i < std::min(s.samples.size(), exact.samples.size()); ++i) {
    const double th1 = s.samples[i].values[0], th2 = s.samples[i].values[1];
    result.reference = std::max(result.reference, std::fabs(th1 - exact.samples[i].values[0]));
    result.branch = std::max(result.branch, std::fabs(th1 + th2 - pi));
    result.constraint = std::max(result.constraint, std::fabs(std::cos(th1) + std::cos(th2)));
  }
  result.survived = result.survived && result.branch < 0.1 && result.reference < 0.5;
  return result;
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
    for (const int t : {1, 2, 5, 10}) {
      into.set(fmt::format("start {}", start.name), fmt::format("phi({})", t),
               exact.back().samples[20 * t - 1].values[0]);
      into.set(fmt::format("start {}", start.name), fmt::format("phi'({})", t),
               exact.back().samples[20 * t - 1].values[1]);
    }
  }
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
