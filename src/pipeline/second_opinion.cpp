#include "pipeline/second_opinion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "certify/promise.hpp"
#include "formulation/catalog.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

constexpr double tighter = 0.01;
constexpr double smallest_tolerance = 1e-13;

// Formulations by states and formulations by residuals have little in common.
std::pair<std::string, std::string> other_choice(const Solution& run) {
  const bool residual =
      formulation::find_formulation(run.choice.formulation).target == formulation::Target::residual;
  if (residual) return {"underlying_ode", run.choice.method == "dop853" ? "dopri5" : "dop853"};
  return {run.index > 1 ? "ggl" : "as_written", "radau5"};
}

std::optional<Solution> solved(const model::Problem& problem, const Options& options,
                               const std::string& formulation, const std::string& method) {
  Options other = options;
  other.certify = Certify::off;
  other.judge = nullptr;
  other.progress = {};
  other.dense = false;
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

// The largest difference of each variable, in units of its largest value.
std::vector<double> difference(const Solution& a, const Solution& b) {
  std::vector<double> largest(a.last.size()), apart(a.last.size());
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

void add_second_opinion(const model::Problem& problem, const Options& options, Solution& run) {
  const auto [formulation, method] = other_choice(run);
  const auto second = solved(problem, options, formulation, method);
  if (!second) {
    run.notes.push_back(fmt::format("{} with {} could not give a second opinion", method, formulation));
    return;
  }
  solution::Certificate& certificate = run.certificate;
  certificate.error = difference(run, *second);
  const double tolerance = options.tolerance.value_or(std::max(options.step.rtol, options.step.atol));
  const double allowed = certify::K * tolerance * std::max(1.0, certificate.amplification);
  std::size_t worst = 0;
  for (std::size_t i = 0; i < certificate.error.size(); ++i)
    if (!(certificate.error[i] <= certificate.error[worst])) worst = i;
  if (certificate.error.empty() || certificate.error[worst] <= allowed) return;
  const auto same = solved(problem, options, run.choice.formulation, run.choice.method);
  if (!same) return;
  const std::vector<double> tight = difference(*same, *second);
  if (tight[worst] <= certificate.error[worst] || !certificate.holds) return;
  certificate.holds = false;
  certificate.message = fmt::format(
      "the result is not certified: {} with {} and {} with {} differ by {:.1e} in {}, more than the "
      "tolerance explains",
      run.choice.method, run.choice.formulation, method, formulation, tight[worst],
      quote(run.variables[worst]));
  certificate.where = {.variables = {run.variables[worst]}, .time = run.t_end};
}

}  // namespace trammel::pipeline
