// bench/analysis.cpp: analysis in time linear in the size of the model.
#include <fmt/format.h>

#include "base/error.hpp"
#include "measure.hpp"
#include "model/model.hpp"
#include "pipeline/examine.hpp"

namespace trammel::bench {
namespace {

using expr::der;
using expr::Formula;
using model::Model;

// n/2 resistors and n/2 capacitors: n equations.
model::Problem ladder(int n) {
  Model m("ladder");
  std::vector<Formula> u, i;
  for (int k = 0; k < n / 2; ++k) {
    u.push_back(m.variable(fmt::format("u[{}]", k)));
    i.push_back(m.variable(fmt::format("i[{}]", k)));
  }
  for (int k = 0; k < n / 2; ++k) {
    const Formula before = k > 0 ? u[k - 1] : sin(m.time());
    const Formula after = k + 1 < n / 2 ? i[k + 1] : Formula(0.0);
    m.equation(fmt::format("resistor {}", k), before - u[k] == 0.5 * i[k]);
    m.equation(fmt::format("node {}", k), 0.1 * der(u[k]) == i[k] - after);
  }
  return std::move(m).problem();
}

// The same with two equations for one unknown in the middle, so that the rest of the ladder is undetermined.
model::Problem singular_ladder(int n) {
  model::Problem problem = ladder(n);
  expr::Graph& g = *problem.dae.graph;
  const expr::Expr u = g.symbol(problem.dae.variables[static_cast<std::size_t>(n / 2)].id);
  for (int k = 0; k < 2; ++k)
    problem.dae.equations[static_cast<std::size_t>(n / 2 + 1 + 2 * k)].residual =
        g.apply(expr::Op::sub, u, g.constant(1.0 + k));
  return problem;
}

void refused(const model::Problem& problem) {
  try {
    pipeline::examine(problem);
  } catch (const Error&) {
    return;
  }
  throw Error(Kind::structure, "the singular ladder was not refused");
}

// n point masses in a row, rods of length 1 between them: 3 n equations, index 3.
model::Problem chain(int n) {
  Model m("chain");
  std::vector<Formula> x, y, lambda;
  for (int k = 0; k < n; ++k) {
    x.push_back(m.variable(fmt::format("x[{}]", k), {.start = k + 1.0}));
    y.push_back(m.variable(fmt::format("y[{}]", k), {.start = 0.0}));
    lambda.push_back(m.variable(fmt::format("lambda[{}]", k)));
  }
  const auto dx = [&](int k) { return k > 0 ? x[k] - x[k - 1] : x[k]; };
  const auto dy = [&](int k) { return k > 0 ? y[k] - y[k - 1] : y[k]; };
  for (int k = 0; k < n; ++k) {
    Formula fx = -lambda[k] * dx(k), fy = -lambda[k] * dy(k) - 9.81;
    if (k + 1 < n) {
      fx = fx + lambda[k + 1] * dx(k + 1);
      fy = fy + lambda[k + 1] * dy(k + 1);
    }
    m.equation(fmt::format("horizontal {}", k), der(x[k], 2) == fx);
    m.equation(fmt::format("vertical {}", k), der(y[k], 2) == fy);
    m.equation(fmt::format("rod {}", k), dx(k) * dx(k) + dy(k) * dy(k) == 1);
  }
  return std::move(m).problem();
}

// Everything a user pays for, from an empty Model to the finished examination; and the examination alone, of
// a model whose graph already knows its derivatives. Instructions grow 9.6 fold for ten times the size
// (callgrind, 2,000 to 20,000 equations). What times grow more is memory: the small model fits into the
// processor's own cache, the large one does not. (Given back to the system and faulted in again, as by
// default, the memory of the large one would add another 1.)
using Make = model::Problem (*)(int);
double ratio_of_all(Make make, int n) {
  const std::vector<double> seconds =
      interleaved({[&] { pipeline::examine(make(n)); }, [&] { pipeline::examine(make(10 * n)); }}, 5, 0.01);
  return seconds[1] / seconds[0];
}
double ratio_of_examination(Make make, int n) {
  const model::Problem small = make(n), large = make(10 * n);
  const std::vector<double> seconds =
      interleaved({[&] { pipeline::examine(small); }, [&] { pipeline::examine(large); }}, 5, 0.01);
  return seconds[1] / seconds[0];
}

}  // namespace

void analysis_of_large_models() {
  ratio("write and examine a ladder network, 100,000 over 10,000 equations", 13,
        [] { return ratio_of_all(ladder, 10'000); });
  ratio("write and examine a chain, 10,000 over 1,000 links", 13, [] { return ratio_of_all(chain, 1'000); });
  ratio("examine a ladder network, 100,000 over 10,000 equations", 13,
        [] { return ratio_of_examination(ladder, 10'000); });
  ratio("examine a chain, 10,000 over 1,000 links", 13, [] { return ratio_of_examination(chain, 1'000); });
  ratio("name the culprits of a singular ladder, 100,000 over 10,000 equations", 13, [] {
    const model::Problem small = singular_ladder(10'000), large = singular_ladder(100'000);
    const std::vector<double> seconds =
        interleaved({[&] { refused(small); }, [&] { refused(large); }}, 5, 0.01);
    return seconds[1] / seconds[0];
  });
}

}  // namespace trammel::bench
