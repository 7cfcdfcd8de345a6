#include "pipeline/second_opinion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "certify/promise.hpp"
#include "formulation/catalog.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

constexpr double tighter = 0.01;
constexpr double smallest_tolerance = 1e-13;

using Pair = std::pair<std::string, std::string>;  // formulation and method

// Formulations by states and formulations by residuals have little in common. The first one that gets to the
// end is asked; an explicit method gives up where a problem is stiff.
std::vector<Pair> other_choices(const Solution& run) {
  const bool residual =
      formulation::find_formulation(run.choice.formulation).target == formulation::Target::residual;
  const bool hidden = run.index > 1;
  const Pair explicitly{"underlying_ode", run.choice.method == "dop853" ? "dopri5" : "dop853"},
      implicitly{hidden ? "ggl" : "as_written", run.choice.method == "radau5" ? "mebdf" : "radau5"};
  std::vector<Pair> result = residual ? std::vector{explicitly, implicitly} : std::vector{implicitly};
  result.emplace_back(hidden ? "index_1" : "as_written", run.choice.method == "bdf" ? "radau5" : "bdf");
  return result;
}

// A method that meets unknowns at index level 2 gives half of the digits of them (docs/certificate.md).
std::vector<int> levels(const model::Problem& problem, const Reported& values) {
  const analysis::Diagnosis found = analysis::analyze(problem.dae);
  std::vector<int> order(static_cast<std::size_t>(problem.dae.graph->variables()), 0);
  for (std::size_t j = 0; j < problem.dae.variables.size(); ++j)
    order[static_cast<std::size_t>(problem.dae.variables[j].id)] = found.offsets.d[j];
  std::vector<int> result;
  for (const expr::Expr leaf : values.leaves) {
    const bool symbol = problem.dae.graph->op(leaf) == expr::Op::symbol;
    const int left = symbol ? order[static_cast<std::size_t>(problem.dae.graph->index(leaf))] -
                                  problem.dae.graph->derivative(leaf)
                            : 1;
    result.push_back(found.index > 1 && left <= 0 ? 2 : 1);
  }
  return result;
}

std::optional<Solution> solved(const model::Problem& problem, const Options& options,
                               const std::string& formulation, const std::string& method) {
  Options other = options;
  other.certify = Certify::off;
  other.judge = nullptr;
  other.progress = {};
  other.dense = false;
  other.follower = nullptr;
  other.formulation = formulation;
  other.method = method;
  if (other.tolerance) other.step.rtol = other.step.atol = *other.tolerance;
  other.tolerance.reset();
  other.step.rtol = std::max(smallest_tolerance, tighter * other.step.rtol);
  other.step.atol = std::max(smallest_tolerance, tighter * other.step.atol);
  try {
    Solution result = solve(problem, other);
    if (result.success()) return result;
  } catch (const Error&) {  // what this choice refuses, it has no opinion about
  }
  return {};
}

// The largest difference of each variable, in units of its size in the run that is judged.
std::vector<double> difference(const Solution& a, const Solution& b, const std::vector<double>& sizes) {
  std::vector<double> largest = sizes, apart(a.last.size());
  largest.resize(apart.size());
  const auto compare = [&](const std::vector<double>& x, const std::vector<double>& y) {
    for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
      largest[i] = std::max(largest[i], std::fabs(y[i]));
      apart[i] = std::max(apart[i], std::fabs(x[i] - y[i]));
    }
  };
  compare(a.last, b.last);
  for (std::size_t k = 0; k < a.samples.size() && k < b.samples.size(); ++k)
    compare(a.samples[k].values, b.samples[k].values);
  for (std::size_t i = 0; i < apart.size(); ++i) apart[i] /= largest[i] > 0 ? largest[i] : 1;
  return apart;
}

}  // namespace

// Two tight runs that differ by more than a tight and a loose one do cannot both be right.
void add_second_opinion(const model::Problem& problem, const Options& options,
                        const std::vector<double>& sizes, Solution& run) {
  std::optional<Solution> second;
  Pair other;
  for (const Pair& choice : other_choices(run)) {
    other = choice;
    if ((second = solved(problem, options, other.first, other.second))) break;
  }
  if (!second) {
    run.notes.push_back("no other formulation and method got to the end to give a second opinion");
    return;
  }
  solution::Certificate& certificate = run.certificate;
  certificate.error = difference(run, *second, sizes);
  const double tolerance = options.tolerance.value_or(std::max(options.step.rtol, options.step.atol));
  const double growth = std::max(1.0, certificate.amplification);
  const std::vector<int> level = levels(problem, reported(problem.dae));
  const auto allowed = [&](std::size_t i, double at) {
    return certify::bound(i < level.size() ? level[i] : 1, at) * growth;
  };
  std::vector<std::size_t> doubtful;
  for (std::size_t i = 0; i < certificate.error.size(); ++i)
    if (!(certificate.error[i] <= std::max(allowed(i, tighter * tolerance), certify::K * tolerance * growth)))
      doubtful.push_back(i);
  if (doubtful.empty() || certificate.holds != true) return;
  const auto same = solved(problem, options, run.choice.formulation, run.choice.method);
  if (!same) return;
  const std::vector<double> tight = difference(*same, *second, sizes), spread = difference(run, *same, sizes);
  const auto contradicted = std::ranges::find_if(doubtful, [&](std::size_t i) {
    return !(tight[i] <= std::max(spread[i], allowed(i, tighter * tolerance)));
  });
  if (contradicted == doubtful.end()) return;
  certificate.holds = false;
  certificate.message = fmt::format(
      "the result is not certified: {} with {} and {} with {} differ by {:.1e} in {}, more than the "
      "tolerance explains",
      run.choice.method, run.choice.formulation, other.second, other.first, tight[*contradicted],
      quote(run.variables[*contradicted]));
  certificate.where = {.variables = {run.variables[*contradicted]}, .time = run.t_end};
}

}  // namespace trammel::pipeline
