// cli/analyze.cpp: `trammel analyze`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/report.hpp"
#include "cli/version.hpp"
#include "pipeline/condensed_text.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/perturbation.hpp"
#include "report/file.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

report::Json to_json(const pipeline::Examination& found) {
  using report::Json;
  Json result = {{"trammel", version},
                 {"model", found.model},
                 {"status", "success"},
                 {"equations", found.equations},
                 {"unknowns", found.unknowns},
                 {"index", found.index},
                 {"structural_index", found.structural_index}};
  if (found.strangeness_index) result["strangeness_index"] = *found.strangeness_index;
  if (found.pencil) {
    Json eigenvalues = Json::array();
    for (const std::complex<double>& lambda : found.pencil->eigenvalues)
      eigenvalues.push_back({lambda.real(), lambda.imag()});
    result["pencil"] = {{"regular", found.pencil->regular},
                        {"index", found.pencil->index},
                        {"eigenvalues", std::move(eigenvalues)}};
  }
  result["degrees_of_freedom"] = found.degrees_of_freedom;
  result["hidden_constraints"] = Json::array();
  for (const analysis::HiddenConstraint& hidden : found.hidden_constraints)
    result["hidden_constraints"].push_back(
        {{"equation", hidden.equation}, {"derivative", hidden.derivative}, {"text", hidden.text}});
  result["free_start_values"] = found.free_start_values;
  Json start = Json::object();
  for (const auto& [name, value] : found.consistent_start)
    start.get_ref<Json::object_t&>().emplace_back(name, std::isfinite(value) ? Json(value) : Json(nullptr));
  result["consistent_start"] = std::move(start);
  result["redundant"] = found.redundant;
  result["blocks"] = found.blocks;
  result["recommendation"] = {{"formulation", found.recommendation.formulation},
                              {"method", found.recommendation.method},
                              {"stabilization", found.recommendation.stabilization},
                              {"reason", found.recommendation.reason}};
  return result;
}

report::Json to_json(const pipeline::Perturbation& measured) {
  report::Json result = {{"index", measured.index}, {"answers", report::Json::object()}};
  for (const pipeline::Answer& answer : measured.answers)
    result["answers"][answer.quantity] = {{"amplitude_power", answer.amplitude_power},
                                          {"frequency_power", answer.frequency_power}};
  return result;
}

std::string text_of(const pipeline::Perturbation& measured) {
  std::string page = fmt::format(
      "perturbation index {}, measured: defects of size e and frequency w change the solution by e^a w^b\n",
      measured.index);
  for (const pipeline::Answer& answer : measured.answers)
    page += fmt::format("  {:<20} a = {:.2f}, b = {:.2f}\n", answer.quantity, answer.amplitude_power,
                        answer.frequency_power);
  return page;
}

}  // namespace

int analyze(const Arguments& arguments) {
  if (!arguments.report.empty()) report::check_writable(arguments.report);
  const modelica::Loaded loaded = load(arguments);
  const pipeline::Options options = options_of(arguments, loaded);
  const pipeline::Examination found = pipeline::examine(
      loaded.problem, options.tolerance.value_or(std::max(options.step.rtol, options.step.atol)));
  std::vector<std::string> messages = loaded.notes;
  messages.insert(messages.end(), found.findings.begin(), found.findings.end());
  report::Json object = to_json(found);
  object["messages"] = messages;
  if (arguments.pencil) object["condensed"] = pipeline::condensed_text(loaded.problem);
  std::string defects;
  if (arguments.perturbation) {
    const pipeline::Perturbation measured = pipeline::measure_perturbation(loaded.problem);
    object["perturbation"] = to_json(measured);
    defects = text_of(measured);
  }
  if (!arguments.report.empty()) report_examination(arguments, loaded, found, object);
  if (arguments.json) {
    print(report::text(object) + "\n");
  } else if (!arguments.quiet) {
    std::string page = pipeline::text(found);
    if (arguments.pencil) page += "\n" + pipeline::condensed_text(loaded.problem);
    if (!defects.empty()) page += "\n" + defects;
    for (const std::string& note : loaded.notes) page += "note: " + note + "\n";
    print(page);
  }
  return success;
}

}  // namespace trammel::cli
