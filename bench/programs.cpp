// Residuals and Jacobians: generated code against code written by hand, the three engines against each other,
// a long chain. docs/engines.md says what was decided from these numbers.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "andrews_by_hand.hpp"
#include "expr/derivative.hpp"
#include "expr/formula.hpp"
#include "measure.hpp"
#include "program/program.hpp"
#include "support/andrews_data.hpp"

namespace trammel::bench {
namespace {

using expr::Expr;
using expr::Formula;
using program::Engine;
using program::Program;
using program::Runner;

constexpr double at_most_85 = 1 / 0.85;  // the share of cc's speed that decides for code made in-process

// The 27 equations of Andrews' mechanism as formulas: nothing is differentiated by hand.
struct AndrewsProgram {
  explicit AndrewsProgram(Engine engine) : program(make(engine)), runner(program) {}

  static Program make(Engine engine) {
    expr::Graph g;
    std::vector<Formula> y, yp;
    program::Inputs inputs;
    inputs.banks.resize(3);
    for (int j = 0; j < 27; ++j) {
      y.push_back(expr::variable(g, "y"));
      yp.push_back(der(y.back()));
      inputs.banks[0].push_back(y.back().in(g));
      inputs.banks[1].push_back(yp.back().in(g));
    }
    const Formula c = expr::parameter(g, "c");
    inputs.banks[2].push_back(c.in(g));
    const auto t = support::andrews_data::terms(y.data(), y.data() + 7);
    std::vector<Formula> rows;
    for (int i = 0; i < 14; ++i) rows.push_back(yp[i] - y[7 + i]);
    for (int i = 0; i < 7; ++i) {
      Formula sum = -t.f[i];
      for (int j = 0; j < 7; ++j)
        if (t.M[i][j].graph() || t.M[i][j].number() != 0) sum = sum + t.M[i][j] * y[14 + j];
      for (int k = 0; k < 6; ++k) {
        const Expr by = y[i].in(g);
        sum = sum + Formula(g, gradient(g, t.g[k].in(g), std::span(&by, 1))[0]) * y[21 + k];
      }
      rows.push_back(sum);
    }
    for (const Formula& constraint : t.g) rows.push_back(constraint);
    program::Request request{.value_bank = 0, .jacobian_bank = 1, .columns = 27};
    for (const Formula& row : rows) request.rows.push_back(row.in(g));
    for (int j = 0; j < 27; ++j) {
      request.terms.push_back({inputs.banks[0][j], j});
      request.terms.push_back({inputs.banks[1][j], j, c.in(g)});
    }
    return compile(g, inputs, {{{request}}}, {.engine = engine});
  }

  void run(const double* y, const double* yp, double c, double* r, double* J) {
    const double* in[] = {y, yp, &c};
    double* out[] = {r, J};
    runner.run(0, in, out);
  }

  Program program;
  Runner runner;
};

void andrews() {
  std::vector<double> y(27), yp(27), r(27), expected(27), dense(27 * 27);
  for (int i = 0; i < 27; ++i) y[i] = 0.3 + 0.07 * i, yp[i] = 1 - 0.05 * i;
  AndrewsProgram native(Engine::native), vm(Engine::vm), jit(Engine::jit);
  const linalg::Pattern& pattern = native.program.pattern(0, 0);
  std::vector<double> J(pattern.row.size());

  // First that they compute the same.
  native.run(y.data(), yp.data(), 7, r.data(), J.data());
  andrews_by_hand(y.data(), yp.data(), 7, expected.data(), dense.data());
  double worst = 0;
  for (int i = 0; i < 27; ++i) worst = std::max(worst, std::fabs(r[i] - expected[i]));
  for (int j = 0; j < 27; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      worst = std::max(worst, std::fabs(J[k] - dense[pattern.row[k] + 27 * j]));
      dense[pattern.row[k] + 27 * j] = 0;
    }
  for (const double rest : dense) worst = std::max(worst, std::fabs(rest));
  fmt::print(
      "Andrews, generated against hand-written: largest difference {:.1e}, {} nonzeros, {} instructions\n",
      worst, J.size(), native.program.statistics().instructions);
  if (!(worst < 1e-11)) throw std::runtime_error("Andrews: generated and hand-written code disagree");

  const auto by_hand = [&] {
    andrews_by_hand(y.data(), yp.data(), 7, r.data(), dense.data());
    benchmark::DoNotOptimize(r.data());
    benchmark::DoNotOptimize(dense.data());
  };
  const auto generated = [&] { native.run(y.data(), yp.data(), 7, r.data(), J.data()); };
  const auto bytecode = [&] { vm.run(y.data(), yp.data(), 7, r.data(), J.data()); };
  ratio("Andrews residual + Jacobian: native against hand-written C++", 1.3, [&] {
    const auto time = interleaved({generated, by_hand});
    return time[0] / time[1];
  });
  ratio("Andrews residual + Jacobian: bytecode against native", 8, [&] {
    const auto time = interleaved({bytecode, generated});
    return time[0] / time[1];
  });
  const auto made_here = [&] { jit.run(y.data(), yp.data(), 7, r.data(), J.data()); };
  ratio("Andrews residual + Jacobian: code made in-process against cc -O2", at_most_85, [&] {
    const auto time = interleaved({made_here, generated});
    return time[0] / time[1];
  });
  ratio("Andrews: making that code, in runs of the bytecode", 300, [&] {
    const auto make = [&] { (void)with_engine(vm.program, {.engine = Engine::jit}); };
    const auto time = interleaved({make, bytecode});
    return time[0] / time[1];
  });
}

// A planar chain of n point masses on rods, Cartesian coordinates, index 3: graph, two total derivatives of
// every constraint, Jacobian and native code of all rows.
Program chain(int n, Engine engine = Engine::native) {
  expr::Graph g;
  std::vector<Formula> x{0.0}, y{0.0}, lambda;
  program::Inputs inputs;
  inputs.banks.resize(3);
  const Formula m = expr::parameter(g, "m"), gravity = expr::parameter(g, "g"),
                length = expr::parameter(g, "L");
  const auto unknown = [&] {
    const Formula f = expr::variable(g, "z");
    for (int k = 0; k < 3; ++k) inputs.banks[k].push_back(der(f, k).in(g));
    return f;
  };
  for (int i = 0; i < n; ++i) {
    x.push_back(unknown());
    y.push_back(unknown());
    lambda.push_back(unknown());
  }
  program::Request request{.value_bank = 0, .jacobian_bank = 1, .columns = 3 * n};
  for (int i = 1; i <= n; ++i) {
    const Formula dx = x[i] - x[i - 1], dy = y[i] - y[i - 1];
    Formula fx = m * der(x[i], 2) + 2.0 * lambda[i - 1] * dx,
            fy = m * der(y[i], 2) + 2.0 * lambda[i - 1] * dy + m * gravity;
    if (i < n) {
      fx = fx - 2.0 * lambda[i] * (x[i + 1] - x[i]);
      fy = fy - 2.0 * lambda[i] * (y[i + 1] - y[i]);
    }
    for (const Formula& row : {fx, fy, der(dx * dx + dy * dy - length * length, 2)})
      request.rows.push_back(row.in(g));
  }
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3 * n; ++j) {
      const bool multiplier = j % 3 == 2;
      if (k == (multiplier ? 0 : 2)) request.terms.push_back({inputs.banks[k][j], j});
    }
  return compile(g, inputs, {{{request}}}, {.engine = engine});
}

void chains() {
  // An empty cache, so that the C compiler does run.
  std::string folder = (std::filesystem::temp_directory_path() / "trammel-bench-XXXXXX").string();
  if (!::mkdtemp(folder.data())) throw std::runtime_error("no temporary folder");
  const auto cold = [&](int n) {
    std::filesystem::remove_all(folder);
    ::setenv("TRAMMEL_CACHE", folder.c_str(), 1);
    const Cost cost = alone([n] {
      const Program program = chain(n);
      if (!program.statistics().native) throw std::runtime_error(program.notes().at(0));
    });
    return cost;
  };
  Cost large;
  ratio(
      "chain of 100,000 links: graph, 2 total derivatives, Jacobian, native code", 4,
      [&] {
        large = cold(100'000);
        return large.seconds;
      },
      " s");
  ratio(
      "chain of 100,000 links: peak memory", 1024, [&] { return large.megabytes; }, " MB");
  ratio("chain: 100,000 links against 10,000, time", 15,
        [&] { return cold(100'000).seconds / cold(10'000).seconds; });

  const Program program = chain(1000);
  Runner runner(program);
  std::vector<double> z(3000, 0.5), r(3000), J(program.pattern(0, 0).row.size()), parameters = {1, 9.81, 1};
  const auto changed = [&] {
    parameters[0] += 1e-3;
    runner.set_parameters(parameters);
    const double* in[] = {z.data(), z.data(), z.data()};
    double* out[] = {r.data(), J.data()};
    runner.run(0, in, out);
  };
  const auto unchanged = [&] {
    const double* in[] = {z.data(), z.data(), z.data()};
    double* out[] = {r.data(), J.data()};
    runner.run(0, in, out);
  };
  const Program made = chain(1000, Engine::jit);
  Runner own(made);
  own.set_parameters(parameters);
  const auto made_here = [&] {
    const double* in[] = {z.data(), z.data(), z.data()};
    double* out[] = {r.data(), J.data()};
    own.run(0, in, out);
  };
  ratio("chain of 1,000 links: code made in-process, four rows at a time, against cc -O2", at_most_85, [&] {
    const auto time = interleaved({made_here, unchanged});
    return time[0] / time[1];
  });
  ratio("chain of 1,000 links: run with a changed parameter against run without", 1.2, [&] {
    const auto time = interleaved({changed, unchanged});
    return time[0] / time[1];
  });
  fmt::print("chain of 1,000 links: {} shapes, {} instructions in all\n", program.statistics().shapes,
             program.statistics().instructions);
  std::filesystem::remove_all(folder);
  ::unsetenv("TRAMMEL_CACHE");
}

}  // namespace

void programs() {
  andrews();
  chains();
}

}  // namespace trammel::bench
