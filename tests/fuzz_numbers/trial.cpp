// fuzz_numbers/trial.cpp
#include "trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "modelica/modelica.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/solve.hpp"

namespace trammel::fuzz {
namespace {

using solution::Solution;

constexpr double loose = 1e-6, tight = 1e-8;
constexpr int points = 4;  // besides the start, evenly spread

pipeline::Options options(double t_end, double tolerance) {
  pipeline::Options o;
  o.tolerance = tolerance;
  o.engine = program::Engine::vm;
  o.dense = false;
  o.step.max_steps = 20'000;
  for (int i = 0; i <= points; ++i) o.times.push_back(t_end * i / points);
  return o;
}

// A run that is called a success, or none: refused, stopped before the end, or not certified.
std::optional<Solution> run(const model::Problem& problem, const pipeline::Options& o) {
  try {
    Solution s = pipeline::solve(problem, o);
    if (s.success() && !s.certificate.refused() && s.samples.size() == o.times.size()) return s;
  } catch (const Error&) {
  }
  return std::nullopt;
}

double value(const Solution& s, const std::vector<double>& row, const std::string& name) {
  const auto at = std::ranges::find(s.variables, name);
  return at == s.variables.end() ? std::nan("") : row[static_cast<std::size_t>(at - s.variables.begin())];
}

std::string name_of(const RandomDae& dae, const Leaf& leaf) {
  std::string name = dae.unknowns[leaf.variable].name;
  for (int k = 0; k < leaf.order; ++k) name = "der(" + name + ")";
  return name;
}

// How far a value may be off, by the largest that it has had: 300 tolerances, or what the digits that are promised leave.
double may_be_off(const Solution& s, const std::string& name) {
  double most = 0;
  for (const solution::Sample& sample : s.samples)
    most = std::max(most, std::abs(value(s, sample.values, name)));
  const auto at = static_cast<std::size_t>(std::ranges::find(s.variables, name) - s.variables.begin());
  const int digits = at < s.certificate.digits.size() ? s.certificate.digits[at] : 15;
  return most * std::max(300 * loose, std::pow(10.0, -digits));
}

// What a row changes by if each of its values is off by that.
double reach(const Row& row, const RandomDae& dae, const Solution& s) {
  const solution::Sample& end = s.samples.back();
  double sum = 0;
  for (const Term& term : row)
    for (std::size_t moved = 0; moved < term.leaves.size(); ++moved) {
      double product = term.factor;
      for (std::size_t k = 0; k < term.leaves.size(); ++k) {
        const Leaf& leaf = term.leaves[k];
        if (leaf.variable < 0)
          product *= k == moved ? 0 : end.time;
        else
          product *=
              k == moved ? may_be_off(s, name_of(dae, leaf)) : value(s, end.values, name_of(dae, leaf));
      }
      sum += std::abs(product);
    }
  return sum;
}

// Equations as written, at the end of the run, which is an accepted point: they are off by at most 300 tolerances of
// their terms, or by what values may be off.
std::optional<std::string> violation(const RandomDae& dae, const Solution& s) {
  for (std::size_t i = 0; i < dae.rows.size(); ++i) {
    double size = 1e-3 * evaluate(dae.rows[i], dae.t_end, [&](const Leaf& leaf) {
                           return dae.unknowns[leaf.variable].natural * std::pow(dae.clock, leaf.order);
                         }).size;
    Residual last;
    for (const solution::Sample& sample : s.samples) {
      last = evaluate(dae.rows[i], sample.time,
                      [&](const Leaf& leaf) { return value(s, sample.values, name_of(dae, leaf)); });
      size = std::max(size, last.size);
    }
    if (std::isfinite(last.value) && std::abs(last.value) > 300 * loose * size &&
        std::abs(last.value) > reach(dae.rows[i], dae, s))
      return fmt::format("e{} is off by {:.1e} of its terms at the end", i + 1, std::abs(last.value) / size);
  }
  return std::nullopt;
}

// Whether two runs begin with the same values and derivatives: x = 1.4 der(x)^2 has two motions from every start.
bool begin_alike(const Solution& a, const Solution& b) {
  for (std::size_t i = 0; i < a.variables.size(); ++i) {
    const double x = a.samples[0].values[i], y = value(b, b.samples[0].values, a.variables[i]);
    if (std::abs(x - y) > 1e-3 * std::max(std::abs(x), std::abs(y))) return false;
  }
  return true;
}

// Two tight runs that differ by more than a tight and a loose one do cannot both be right. Other starts are
// allowed: where several are consistent, formulations may choose differently.
std::optional<std::string> difference(const RandomDae& dae, const Solution& a, const Solution& b,
                                      const Solution& coarse) {
  for (const Unknown& u : dae.unknowns) {
    if (!u.unique) continue;
    double size = 1e-3 * u.natural;
    for (const solution::Sample& sample : b.samples)
      size = std::max(size, std::abs(value(b, sample.values, u.name)));
    for (std::size_t k = 0; k < a.samples.size(); ++k) {
      const double x = value(a, a.samples[k].values, u.name), y = value(b, b.samples[k].values, u.name);
      const double spread = std::abs(value(coarse, coarse.samples[k].values, u.name) - x);
      const bool differ = std::abs(x - y) > 100 * spread + 1e-3 * size;
      if (differ && (k == 0 || !begin_alike(a, b))) return std::nullopt;
      if (differ)
        return fmt::format("{}({:.3g}) = {:.6g} with {}/{}, {:.6g} with {}/{}", u.name, a.samples[k].time, x,
                           a.choice.formulation, a.choice.method, y, b.choice.formulation, b.choice.method);
    }
  }
  return std::nullopt;
}

// A formulation that shares as little as possible with the one that `auto` took.
std::optional<Solution> second_opinion(const model::Problem& problem, const RandomDae& dae,
                                       const Solution& first) {
  const std::pair<const char*, const char*> others[] = {{"derivative_array", "radau5"},
                                                        {"projected_invariants", "radau5"},
                                                        {"index_1", "radau5"},
                                                        {"underlying_ode", "dopri5"}};
  for (const auto& [formulation, method] : others) {
    if (first.choice.formulation == formulation) continue;
    pipeline::Options o = options(dae.t_end, tight);
    o.formulation = formulation;
    o.method = method;
    if (auto s = run(problem, o)) return s;
  }
  return std::nullopt;
}

Finding examine_and_solve(const RandomDae& dae) {
  const modelica::Loaded loaded = modelica::load({{"M.mo", modelica(dae)}});
  model::Problem problem = loaded.problem;
  problem.t_end = dae.t_end;
  std::optional<pipeline::Examination> examined;
  try {
    examined = pipeline::examine(problem);
    for (const auto& [name, start] : examined->consistent_start)
      if (!std::isfinite(start)) return {Finding::not_a_number, fmt::format("consistent start of {}", name)};
  } catch (const Error&) {
  }
  const std::optional<Solution> first = run(problem, options(dae.t_end, loose));
  if (!first) return {Finding::refused, ""};
  for (const solution::Sample& sample : first->samples)
    for (std::size_t i = 0; i < sample.values.size(); ++i)
      if (!std::isfinite(sample.values[i]))
        return {Finding::not_a_number,
                fmt::format("{}({:.3g}) with success", first->variables[i], sample.time)};
  if (auto what = violation(dae, *first)) return {Finding::violated, *what};
  const std::optional<Solution> fine = run(problem, options(dae.t_end, tight));
  if (fine && !fine->certificate.sensitive)  // a run that is sensitive promises no digit
    if (const auto second = second_opinion(problem, dae, *fine); second && !second->certificate.sensitive)
      if (auto what = difference(dae, *fine, *second, *first)) return {Finding::contradicted, *what};
  if (!examined) return {Finding::verdicts_differ, "analyze refuses what simulate solves"};
  if (examined->redundant.empty() &&
      (examined->index != first->index || examined->degrees_of_freedom != first->degrees_of_freedom))
    return {Finding::verdicts_differ,
            fmt::format("analyze: index {}, freedom {}; simulate: index {}, freedom {}", examined->index,
                        examined->degrees_of_freedom, first->index, first->degrees_of_freedom)};
  return {Finding::solved, first->choice.formulation};
}

}  // namespace

const char* name(Finding::Class verdict) {
  constexpr const char* names[] = {"solved",          "refused",      "not a number",     "violated",
                                   "verdicts differ", "contradicted", "foreign exception"};
  return names[verdict];
}

bool is_fault(Finding::Class verdict) {
  return verdict != Finding::solved && verdict != Finding::refused && verdict != Finding::verdicts_differ;
}

Finding try_model(const RandomDae& dae) {
  try {
    return examine_and_solve(dae);
  } catch (const Error& error) {
    return {Finding::foreign_exception, std::string("the text was refused: ") + error.what()};
  } catch (const std::exception& error) {
    return {Finding::foreign_exception, error.what()};
  }
}

}  // namespace trammel::fuzz
