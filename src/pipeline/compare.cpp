#include "pipeline/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "expr/query.hpp"
#include "formulation/catalog.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/solve.hpp"
#include "pipeline/square.hpp"

namespace trammel::pipeline {
namespace {

using Projection = ProjectionOptions;

struct Candidate {
  std::string formulation, method, stabilization;
  Projection projection = {};
};

// The ODE with every way of staying on its constraints by one method, and every other form by one that suits
// it.
std::vector<Candidate> candidates_for(int index) {
  std::vector<Candidate> list;
  const auto ode = [&](std::string name, const Projection& how) {
    list.push_back({"underlying_ode", "dopri5", std::move(name), how});
  };
  ode(index > 1 ? "projection" : "none", {});
  if (index > 1) {
    ode("none", {.on = false});
    ode("projection of positions", {.parts = Projection::Parts::positions});
    ode("projection of velocities", {.parts = Projection::Parts::velocities});
    ode("orthogonal projection", {.direction = Projection::Direction::orthogonal});
    ode("post-stabilization, once", {.passes = 1});
    ode("post-stabilization, twice", {.passes = 2});
    for (const char* form : {"baumgarte", "stabilized", "stabilized_block", "stabilized_integral"})
      list.push_back({form, "dopri5", "in the equations"});
    for (const char* form : {"coordinate_partitioning", "tangent_space", "tangent_space_cheap"})
      list.push_back({form, "dopri5", "in the coordinates"});
    list.push_back({"constrained", "phem56", "none"});
    for (const char* form : {"index_1", "index_2", "ggl", "ggl_mass", "projected_invariants",
                             "minimal_extension", "minimal_extension_reduced"})
      list.push_back({form, "radau5", "none"});
    for (const char* form : {"ggl", "overdetermined", "minimal_extension"})
      list.push_back({form, "bdf", "none"});
  }
  list.push_back({"as_written", "radau5", "none"});
  list.push_back({"as_written", "bdf", "none"});
  const auto unknown = [](const Candidate& candidate) {
    return std::ranges::none_of(integrate::catalog(), [&](const integrate::Integrator& integrator) {
      return integrator.method.name == candidate.method;
    });
  };
  std::erase_if(list, unknown);
  return list;
}

// Residuals of all constraints, level by level, from values of the user's variables. A constraint that needs
// a derivative which is not reported is left out.
class Drift {
 public:
  explicit Drift(const model::Problem& problem)
      : dae_(formulation::find_formulation("underlying_ode").formulation.apply(problem.dae)),
        names_(reported(problem.dae)) {}

  std::vector<double> of(const solution::Solution& s) const {
    std::unordered_map<std::uint32_t, double> value;
    for (std::size_t i = 0; i < names_.leaves.size(); ++i) value.emplace(names_.leaves[i].id, s.last[i]);
    std::unordered_map<int, double> parameter;
    for (const model::Parameter& p : dae_.parameters) parameter.emplace(p.id, p.value);
    std::vector<double> drift;
    for (const model::Equation& invariant : dae_.invariants) {
      const auto level = static_cast<std::size_t>(invariant.derivative);
      if (drift.size() <= level) drift.resize(level + 1);
      const double h = expr::evaluate(*dae_.graph, std::span(&invariant.residual, 1), [&](expr::Expr leaf) {
        if (dae_.graph->op(leaf) == expr::Op::time) return s.t_end;
        if (dae_.graph->op(leaf) == expr::Op::parameter) return parameter.at(dae_.graph->index(leaf));
        const auto at = value.find(leaf.id);
        return at == value.end() ? std::nan("") : at->second;
      })[0];
      if (std::isfinite(h)) drift[level] = std::max(drift[level], std::fabs(h));
    }
    return drift;
  }

 private:
  model::Dae dae_;
  Reported names_;
};

ComparisonRow run(const model::Problem& problem, const Options& options, const Candidate& candidate,
                  const solution::Solution& reference, const Drift& drift) {
  ComparisonRow row{candidate.formulation, candidate.method, candidate.stabilization, false, {}};
  Options own = options;
  own.formulation = candidate.formulation;
  own.method = candidate.method;
  own.projection = candidate.projection;
  own.dense = false;
  own.follower = nullptr;
  own.times.clear();
  try {
    const solution::Solution s = solve(problem, own);
    row.success = s.success();
    row.message = s.message;
    row.counts = s.counts;
    row.seconds = s.seconds;
    row.drift = drift.of(s);
    const std::size_t declared = problem.dae.variables.size();
    for (std::size_t i = 0; i < declared && row.success; ++i)
      row.difference = std::max(
          row.difference, std::fabs(s.last[i] - reference.last[i]) / (1 + std::fabs(reference.last[i])));
  } catch (const Error& error) {
    row.message = error.what();
  }
  return row;
}

}  // namespace

Comparison compare(const model::Problem& given, const Options& options) {
  const auto square = squared(given, given.t_start);
  const model::Problem& problem = square ? square->problem : given;
  Comparison result;
  result.model = problem.dae.name;
  result.tolerance = options.tolerance.value_or(options.step.rtol);
  Options tight = options;
  tight.formulation = tight.method = "auto";
  tight.projection = {};
  tight.tolerance = std::max(1e-12, 1e-5 * result.tolerance);
  tight.dense = false;
  tight.follower = nullptr;
  const solution::Solution reference = solve(problem, tight);
  if (!reference.success())
    throw Error(Kind::integration, "no reference solution to compare with: " + reference.message);
  result.index = reference.index;
  const Drift drift(problem);
  for (const Candidate& candidate : candidates_for(analysis::analyze(problem.dae).index))
    result.rows.push_back(run(problem, options, candidate, reference, drift));
  return result;
}

std::string text(const Comparison& comparison) {
  std::string page = fmt::format("{}: index {}, tolerance {:.0e}\n\n", comparison.model, comparison.index,
                                 comparison.tolerance);
  page +=
      fmt::format("{:<27}{:<10}{:<27}{:>7}{:>8}{:>8}{:>10}{:>12}  {}\n", "formulation", "method",
                  "stabilization", "steps", "evals", "factor.", "seconds", "difference", "drift by level");
  for (const ComparisonRow& row : comparison.rows) {
    page += fmt::format("{:<27}{:<10}{:<27}", row.formulation, row.method, row.stabilization);
    if (!row.success) {
      page += fmt::format("  {}\n", row.message);
      continue;
    }
    page +=
        fmt::format("{:>7}{:>8}{:>8}{:>10.4f}{:>12.1e} ", row.counts.steps, row.counts.function_evaluations,
                    row.counts.factorizations, row.seconds, row.difference);
    for (const double level : row.drift) page += fmt::format(" {:.1e}", level);
    page += "\n";
  }
  return page;
}

}  // namespace trammel::pipeline
