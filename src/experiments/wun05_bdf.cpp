// experiments/wun05_bdf.cpp: what ordinary BDF does to the multiplier when step or order change, and what the
// modified formulas do about it. [Wun05, Tables 2.1-2.3, 3.1-3.3, (3.20)-(3.28)]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/programs.hpp"
#include "experiments/wun05_levels.hpp"
#include "integrate/level_formula.hpp"

namespace trammel::experiments {
namespace {

std::vector<double> equal(double h, int n) { return std::vector<double>(n, h); }

// Orders 1, 2, .., k, k, ..: no formula reaches behind the first node.
std::vector<int> rising(int n, int k) {
  std::vector<int> orders;
  for (int i = 1; i <= n; ++i) orders.push_back(std::min(i, k));
  return orders;
}

// Of the last step, from an exact node through steps of these orders; the oldest first.
std::vector<double> weights(const std::vector<double>& steps, const std::vector<int>& orders, int level) {
  integrate::LevelFormula formula(2, true);
  double t = 0;
  formula.restart(t);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) formula.accept();
    formula.set(t += steps[i], orders[i]);
  }
  const Vec w = formula.weights(level);
  return {w.begin(), w.end()};
}

void put(Findings& into, const std::string& column, const std::vector<double>& errors, double h, int n) {
  for (int i = 0; i < n; ++i) into.set(fmt::format("t = {:.3f}", (1 + h * (i + 1))), column, errors[i]);
}

void coefficients(Findings& into) {
  for (int k = 1; k <= 6; ++k) {
    const std::vector<double> w = weights(equal(1, k), rising(k, k), 0);
    for (int i = 0; i <= k; ++i) into.set(fmt::format("k = {}", k), fmt::format("alpha_{}", i), w[i]);
  }
}

// Table 3.3: α from the weights of the divided differences. a, b, c, d: the newest step first.
void closed_forms(Findings& into) {
  const struct {
    const char* name;
    int before_last, last;  // orders of the two velocities that are used; 0: exact
  } formulas[] = {{"BDF(3,1,2)", 0, 1},
                  {"BDF(1,2,2)", 1, 2},
                  {"BDF(2,2,2)", 2, 2},
                  {"BDF(1,1,2)", 1, 1},
                  {"BDF(2,1,2)", 2, 1}};
  const struct {
    const char* name;
    double a, b, c, d;
  } sets[] = {{"equal", 1, 1, 1, 1},
              {"3; 4; 11; 1", 3, 4, 11, 1},
              {"15/8; 9/2; 3; 1", 1.875, 4.5, 3, 1},
              {"1; 2; 1; 2", 1, 2, 1, 2}};
  for (const auto& f : formulas)
    for (const auto& s : sets) {
      // An exact velocity two steps back: nothing before it matters.
      const std::vector<double> w = f.before_last == 0
                                        ? weights({s.b, s.a}, {f.last, 2}, 1)
                                        : weights({s.d, s.c, s.b, s.a}, {1, f.before_last, f.last, 2}, 1);
      const double alpha_2 = w[2] * (s.a + s.b) * s.b, alpha_1 = -s.a * w[1] - alpha_2 / s.b;
      const std::string row = fmt::format("{}, steps {}", f.name, s.name);
      into.set(row, "alpha_1", alpha_1);
      into.set(row, "alpha_2", alpha_2);
    }
}

}  // namespace

void wun05_tables_2_3(Findings& into) {
  coefficients(into);
  const auto plain_euler = [](const std::vector<double>& steps) {
    return grid_errors(2, "bdf1", "as_written", 0, steps);
  };
  put(into, "Euler, h = 0.005", plain_euler(equal(0.005, 10)), 0.005, 10);
  put(into, "Euler, h = 0.01", plain_euler(equal(0.01, 5)), 0.01, 5);
  const std::vector<double> steps = {1e-3, 1e-3, 2e-4, 4e-5, 8e-6, 8e-6, 1.6e-5, 3.2e-5, 6.4e-5, 6.4e-5};
  const std::vector<double> plain = plain_euler(steps),
                            modified = grid_errors(2, "modified_bdf", "second_order", 1, steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string row = fmt::format("step {}, h = {:g}", i + 1, (steps[i]));
    into.set(row, "implicit Euler", plain[i]);
    into.set(row, "modified Euler", modified[i]);
  }
  for (const bool mod : {false, true}) {
    const auto errors = [mod](const std::vector<double>& equal_steps) {
      return mod ? grid_errors(2, "modified_bdf", "second_order", 2, equal_steps)
                 : grid_errors(2, "bdf_second_order", "second_order", 2, equal_steps);
    };
    put(into, mod ? "modified, h = 0.005" : "BDF, h = 0.005", errors(equal(0.005, 10)), 0.005, 10);
    put(into, mod ? "modified, h = 0.01" : "BDF, h = 0.01", errors(equal(0.01, 5)), 0.01, 5);
  }
  report::Panel panel{.x_label = "step", .y_label = "|error of lambda|", .log_y = true};
  report::Curve a{"implicit Euler", {}, {}, true}, b{"modified Euler", {}, {}, true};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto number = static_cast<double>(i + 1);
    a.x.push_back(number), b.x.push_back(number);
    a.y.push_back(plain[i]), b.y.push_back(modified[i]);
  }
  panel.curves = {a, b};
  into.figures.push_back({"3_1", {.title = "Table 3.1: varying steps", .panels = {panel}}});
}

void wun05_table_3_3(Findings& into) {
  closed_forms(into);
  // Higher orders, which the thesis does not print. Newest step first.
  const std::vector<double> newest = {1, 1.5, 0.5, 2, 1, 0.75, 1.25, 1, 2, 0.5, 1};
  for (int k = 1; k <= 5; ++k) {
    std::vector<double> steps(newest.rend() - 2 * k, newest.rend());
    const std::vector<double> w = weights(steps, rising(2 * k, k), 1);
    for (int i = 0; i <= k; ++i)
      into.set(fmt::format("pure history, k = {}", k), fmt::format("w_{}", i), w[i]);
  }
  for (int n = 1; n <= 10; ++n) {
    const std::vector<double> w = weights(equal(1, n), rising(n, 5), 1);
    for (std::size_t i = 0; i < w.size(); ++i)
      into.set(fmt::format("start ramp, step {}", n), fmt::format("w_{}", i), w[i]);
  }
  const std::vector<double> steps = {1e-3, 1e-3, 1e-3, 5e-4, 2.5e-4, 2.5e-4, 5e-4, 1e-3, 1e-3, 1e-3};
  const std::vector<double> plain = grid_errors(3, "bdf_second_order", "second_order", 1, steps),
                            modified = grid_errors(3, "modified_bdf", "second_order", 1, steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string row = fmt::format("d = 3, step {}, h = {:g}", i + 1, (steps[i]));
    into.set(row, "implicit Euler", plain[i]);
    into.set(row, "modified Euler", modified[i]);
  }
}

namespace {

// N steps that follow a pattern, scaled to this length.
std::vector<double> pattern(int n, const std::function<double(int)>& step, double length = 1) {
  std::vector<double> steps;
  double sum = 0;
  for (int i = 0; i < n; ++i) steps.push_back(step(i)), sum += steps.back();
  for (double& h : steps) h *= length / sum;
  return steps;
}
// Order k throughout: positions at the first 2k nodes (dk for equations of order d) are exact and derivatives
// there are made by BDF_k.
TrackErrors pure(const TrackProblem& problem, const std::vector<double>& steps, int k, bool modified) {
  return follow(
      problem, 1, steps, [k](int n) { return std::min(n, k); }, modified, problem.d * k - 1);
}
double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::isfinite(v) ? v : (1e30));
  return (most);
}

}  // namespace

void wun05_convergence(Findings& into) {
  const TrackProblem track = circular_track();
  const struct {
    const char* name;
    std::function<double(int)> step;
  } patterns[] = {{"constant", [](int) { return 1.0; }},
                  {"blocks of 6, ratio 2", [](int i) { return (i / 6) % 2 == 0 ? 1.0 : 2.0; }},
                  {"blocks of 6, ratio 4", [](int i) { return (i / 6) % 2 == 0 ? 1.0 : 4.0; }},
                  {"alternating, ratio 1.5", [](int i) { return i % 2 == 0 ? 1.0 : 1.5; }},
                  {"smooth", [](int i) { return 1 + 0.5 * std::sin(2 * std::numbers::pi * i / 24); }}};
  report::Panel panel{.x_label = "steps", .y_label = "largest error of lambda", .log_x = true, .log_y = true};
  for (const auto& [name, step] : patterns)
    for (int k = 1; k <= 5; ++k)
      for (const bool modified : {true, false}) {
        double error[3] = {};
        const std::string row = fmt::format("{}, k = {}, {}", name, k, modified ? "modified" : "ordinary");
        for (int i = 0; i < 3; ++i) {
          const TrackErrors found = pure(track, pattern(48 << i, step), k, modified);
          error[i] = largest(found.lambda);
          into.set(row, fmt::format("error of lambda, N = {}", 48 << i), error[i]);
          into.set(row, fmt::format("error of y, N = {}", 48 << i), largest(found.y));
        }
        into.set(row, "order of lambda, N = 96 to 192", std::log2(error[1] / error[2]));
        if (std::string(name) == "blocks of 6, ratio 2" && k <= 3)
          panel.curves.push_back({fmt::format("k = {}, {}", k, modified ? "modified" : "ordinary"),
                                  {48, 96, 192},
                                  {error[0], error[1], error[2]}});
      }
  for (const double r : {1.5, 2.0, 2.2, 2.3, 2.4, 2.5, 2.6, 3.0, 4.0, 7.0})
    for (int k = 2; k <= 5; ++k) {
      const auto step = [r](int i) { return (i / 12) % 2 == 0 ? (r) : 1.0; };
      into.set(fmt::format("r = {:g}, k = {}", r, k), "error of lambda",
               largest(pure(track, pattern(96, step), k, true).lambda));
    }
  // Equations of third order, index 4, on [1, 1.5].
  const TrackProblem third = third_order();
  const auto blocks = [](int i) { return (i / 8) % 2 == 0 ? 1.0 : 2.0; };
  for (int k = 1; k <= 3; ++k)
    for (const bool modified : {true, false}) {
      double error[2] = {};
      for (int i = 0; i < 2; ++i)
        error[i] = largest(pure(third, pattern(96 << i, blocks, 0.5), k, modified).lambda);
      into.set(fmt::format("d = 3, k = {}, {}", k, modified ? "modified" : "ordinary"),
               "order of lambda, N = 96 to 192", std::log2(error[0] / error[1]));
    }
  into.figures.push_back(
      {"orders", {.title = "Convergence of lambda, blocks of 6 steps with ratio 2", .panels = {panel}}});
}

}  // namespace trammel::experiments
