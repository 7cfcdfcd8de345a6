#include "pipeline/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "analysis/policy.hpp"
#include "analysis/scales.hpp"
#include "pipeline/guesses.hpp"

namespace trammel::pipeline {
namespace {

bool ordinary(double size, double factor) { return size <= factor && size >= 1 / factor; }

}  // namespace

model::Problem measured(model::Problem problem, double t, double length) {
  model::Dae& dae = problem.dae;
  pass_on_guesses(problem);
  if (dae.equations.size() > analysis::policy::largest_measured) return problem;
  std::unordered_map<int, std::size_t> unknown;
  for (std::size_t j = 0; j < dae.variables.size(); ++j) unknown.emplace(dae.variables[j].id, j);
  analysis::Values at(dae.variables.size());
  for (const model::StartValue& start : problem.starts) {
    const auto place = unknown.find(dae.graph->index(start.leaf));
    if (place == unknown.end()) continue;
    std::vector<double>& values = at[place->second];
    const auto l = static_cast<std::size_t>(dae.graph->derivative(start.leaf));
    if (values.size() <= l) values.resize(l + 1, 0.0);
    values[l] = start.value;
  }
  const analysis::Sizes sizes = analysis::find_sizes(dae, at, t, {.span = std::max(length, 0.0)});
  if (!ordinary(sizes.time, analysis::policy::ordinary_time)) dae.time_unit = sizes.time;
  for (std::size_t j = 0; j < sizes.variable.size(); ++j)
    if (sizes.source[j] != analysis::ScaleSource::nominal)
      dae.variables[j].nominal =
          ordinary(sizes.variable[j], analysis::policy::ordinary_size) ? 1 : sizes.variable[j];
  return problem;
}

std::vector<std::pair<std::string, double>> scales_of(const Setup& setup,
                                                      const std::vector<std::string>& reported) {
  const auto is_one = [](double size) { return size == 1; };
  if (std::ranges::all_of(setup.start.nominal, is_one) &&
      (!setup.plan->problem ||
       std::ranges::all_of(setup.plan->problem->dae.variables, is_one, &model::Variable::nominal)))
    return {};
  const std::vector<std::string>& state = setup.plan->state_names;
  const std::size_t states = std::min(state.size(), setup.start.nominal.size());
  using Named = std::tuple<std::string_view, bool, double>;  // name, is it a state's, size
  std::vector<Named> size;
  if (const auto& problem = setup.plan->problem) {
    size.reserve(problem->dae.variables.size() + states);
    for (const model::Variable& variable : problem->dae.variables)
      size.emplace_back(problem->dae.graph->variable_name(variable.id), false, variable.nominal);
  }
  for (std::size_t i = 0; i < states; ++i) size.emplace_back(state[i], true, setup.start.nominal[i]);
  std::ranges::sort(size);
  std::vector<std::pair<std::string, double>> result;
  result.reserve(reported.size());
  for (const std::string& name : reported) {
    // The last one of this name: a state's size goes before that of its variable.
    const auto past = std::ranges::upper_bound(size, std::string_view(name), {},
                                               [](const Named& one) { return std::get<0>(one); });
    if (past == size.begin() || std::get<0>(*std::prev(past)) != name) continue;
    if (const double found = std::get<2>(*std::prev(past)); found != 1) result.emplace_back(name, found);
  }
  return result;
}

}  // namespace trammel::pipeline
