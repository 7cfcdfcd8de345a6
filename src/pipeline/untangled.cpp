#include <fmt/format.h>

#include "analysis/linear.hpp"
#include "analysis/pencil.hpp"
#include "analysis/untangle.hpp"
#include "expr/shown.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/square.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

std::optional<int> index_of_pencil(const model::Dae& dae) {
  const auto form = analysis::linear_form(dae);
  if (!form) return {};
  const analysis::Pencil pencil = analysis::analyze_pencil(form->E, form->A);
  return pencil.regular ? std::optional(pencil.index) : std::nullopt;
}

}  // namespace

std::optional<Squared> untangled(const model::Problem& given) {
  model::Problem problem = model::on_top(given);
  auto found = analysis::untangled(problem.dae);
  if (!found) return {};
  std::vector<model::Equation> surplus;
  for (const int i : found->replaced) surplus.push_back(problem.dae.equations[static_cast<std::size_t>(i)]);
  const Raised raises{found->index - analysis::analyze(found->dae).index, index_of_pencil(problem.dae)};
  problem.dae = std::move(found->dae);
  return Squared{
      .problem = std::move(problem),
      .surplus = std::move(surplus),
      .note = fmt::format(
          "equations were combined, since as written their structure or their ranks may mislead: {}",
          found->note),
      .replaced = std::move(found->replaced),
      .misled = found->misled,
      .raises = raises};
}

std::optional<Examination> examine_untangled(const model::Problem& problem, double tolerance) {
  const auto simple = untangled(problem);
  std::optional<Examination> result;
  if (!simple || refusal_of([&] { result = examine(simple->problem, tolerance); })) return std::nullopt;
  const int index = simple->raises.as_written(result->index);
  if (result->strangeness_index) *result->strangeness_index += index - result->index;
  result->index = index;
  result->structural_index = analysis::analyze(problem.dae).index;
  // A combination that restricts the states is a constraint that nobody wrote down.
  const model::Dae& dae = simple->problem.dae;
  const analysis::Diagnosis found = analysis::analyze(dae);
  std::vector<analysis::HiddenConstraint> hidden;
  for (const int i : simple->replaced) {
    const model::Equation& equation = dae.equations[static_cast<std::size_t>(i)];
    if (found.offsets.c[i] > 0)
      hidden.push_back({equation.name,
                        0,
                        expr::text(*dae.graph, expr::shown(*dae.graph, equation.residual)) + " = 0",
                        {},
                        equation.residual});
  }
  result->hidden_constraints.insert(result->hidden_constraints.begin(), hidden.begin(), hidden.end());
  result->findings.push_back(simple->note);
  return result;
}

}  // namespace trammel::pipeline
