#include "cli/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grid.hpp"
#include "cli/pattern.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "report/file.hpp"
#include "report/json.hpp"
#include "report/solution_file.hpp"

namespace trammel::cli {
namespace {

using solution::Sample;
using solution::Solution;

// Those columns of the rows that --variables asks for.
struct Table {
  std::vector<std::string> names;
  std::vector<Sample> rows;
};

Table narrowed(const Solution& run, std::vector<Sample> rows, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return {run.variables, std::move(rows)};
  Table result;
  const std::vector<std::size_t> places = matching(run.variables, patterns);
  for (const std::size_t k : places) result.names.push_back(run.variables[k]);
  for (Sample& row : rows) {
    std::vector<double> values;
    for (const std::size_t k : places) values.push_back(row.values[k]);
    result.rows.push_back({row.time, std::move(values)});
  }
  return result;
}

void write_table(const std::string& path, const ResultTexts& texts, const Solution& run, const Table& table) {
  report::write_file(path, [&](const report::Sink& sink) {
    if (path.ends_with(".json"))
      return report::write_json(version, texts.model, table.names, table.rows, sink);
    if (path.ends_with(".csv")) return report::write_csv(table.names, table.rows, sink);
    std::unordered_map<std::string_view, std::string> told;
    for (std::size_t k = 0; k < run.variables.size() && k < texts.units.size(); ++k)
      told.emplace(run.variables[k], report::described(texts.descriptions[k], texts.units[k]));
    report::MatTexts beside{.parameters = texts.parameters,
                            .parameter_descriptions = texts.parameter_descriptions};
    for (const std::string& name : table.names) beside.descriptions.push_back(told[name]);
    report::write_mat(table.names, table.rows, beside, sink);
  });
}

// Leaves out of the object what --variables does not ask for.
void narrow(report::Json& object, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return;
  const auto keep = [&](report::Json& variables) {
    for (auto at = variables.begin(); at != variables.end();)
      at = std::ranges::any_of(patterns, [&](const auto& pattern) { return matches(pattern, at.key()); })
               ? std::next(at)
               : variables.erase(at);
  };
  if (object.contains("variables")) keep(object["variables"]);
  if (object.contains("samples"))
    for (report::Json& sample : object["samples"]) keep(sample["variables"]);
}

std::string certificate_line(const solution::Certificate& c) {
  if (c.points == 0) return {};
  const std::string seen = fmt::format("residuals up to {:.1e}, between steps {:.1e} ({}), {} points",
                                       c.worst.residual, c.worst.between_steps, c.worst.equation, c.points);
  std::string text = fmt::format("  {}: {}\n",
                                 !c.holds   ? "not judged, constant steps promise nothing"
                                 : *c.holds ? "certified"
                                            : "not certified",
                                 seen);
  if (c.sensitive)
    text += fmt::format("  sensitive: small changes grow by a factor of about {:.1g}; no digit is promised\n",
                        c.amplification);
  return text;
}

// What may be relied on: the fewest digits, of which variable, and the most.
std::string digits_line(const Solution& run) {
  const solution::Certificate& c = run.certificate;
  if (c.holds != true || c.sensitive || c.digits.empty() || c.digits.size() > run.variables.size()) return {};
  const auto [fewest, most] = std::ranges::minmax_element(c.digits);
  const auto counted = [](int digits) { return fmt::format("{} digit{}", digits, digits == 1 ? "" : "s"); };
  if (*fewest == *most) return fmt::format("  expected: {}\n", counted(*fewest));
  return fmt::format("  expected: {} of {}, up to {} of others\n", counted(*fewest),
                     quote(run.variables[static_cast<std::size_t>(fewest - c.digits.begin())]), *most);
}

// Predicted and real cost of what `auto` considered, in millions of operations as base/effort.hpp counts them.
std::string candidates_text(const solution::Considered& considered) {
  std::string text =
      fmt::format("{:<28}{:<16}{:>12}{:>10}  {}\n", "candidate", "method", "predicted", "real", "");
  const auto millions = [](double effort) { return effort > 0 ? fmt::format("{:.3g}", 1e-6 * effort) : "-"; };
  for (const auto& one : considered.candidates)
    text += fmt::format("{:<28}{:<16}{:>12}{:>10}  {}\n", one.formulation, one.method,
                        millions(one.predicted), millions(one.spent), one.how);
  return text +
         fmt::format("in millions of operations; the whole run took {}\n", millions(considered.effort));
}

report::Json candidates_json(const solution::Considered& considered) {
  report::Json all = report::Json::array();
  for (const auto& one : considered.candidates)
    all.push_back({{"formulation", one.formulation},
                   {"method", one.method},
                   {"predicted", one.predicted > 0 ? report::Json(one.predicted) : report::Json(nullptr)},
                   {"real", one.spent},
                   {"note", one.how}});
  return all;
}

// Values at one time: those of `places`, or the first of all.
std::string listed_values(const Solution& run, double t, const std::vector<double>& values,
                          const std::vector<std::size_t>& places, bool all) {
  constexpr std::size_t most = 20;
  std::string text = fmt::format("at t = {}\n", report::number(t));
  const std::size_t count = all ? places.size() : std::min(places.size(), most);
  for (std::size_t k = 0; k < count; ++k) {
    const std::string& name = run.variables[places[k]];
    const double value = values[places[k]];
    text += fmt::format(
        "  {:<20} {:.10g}{}\n", name, std::abs(value) < std::numeric_limits<double>::min() ? 0 : value,
        std::ranges::find(run.not_unique, name) == run.not_unique.end() ? "" : " (not unique)");
  }
  if (count < places.size())
    text += fmt::format("  ... and {} more; -o FILE.csv or --json shows all, --variables some\n",
                        places.size() - count);
  return text;
}

std::string summary(const std::string& model, const Solution& run, const std::vector<Sample>& asked,
                    const std::vector<std::string>& shown) {
  std::string text = fmt::format("{}: {}", strong(model), run.summary());
  text +=
      fmt::format("  {} with {}{}, {:.3g} s\n", run.choice.formulation, run.choice.method,
                  run.choice.stabilization == "none" ? "" : " and " + run.choice.stabilization, run.seconds);
  text += certificate_line(run.certificate);
  text += digits_line(run);
  for (const std::string& note : run.notes) text += fmt::format("  note: {}\n", note);
  const std::vector<std::size_t> places = matching(run.variables, shown);
  const auto list = [&](double t, const std::vector<double>& values) {
    text += listed_values(run, t, values, places, !shown.empty());
  };
  for (const Sample& sample : asked) list(sample.time, sample.values);
  if (asked.empty()) list(run.t_end, run.last);
  return text;
}

}  // namespace

ResultTexts texts_of(const model::Dae& dae, const std::vector<std::string>& variables) {
  ResultTexts texts{.model = dae.name};
  std::unordered_map<std::string, std::string> told;
  for (const model::Variable& variable : dae.variables)
    told.emplace(dae.graph->variable_name(variable.id), variable.description.str());
  const report::Units units(dae);
  for (const std::string& name : variables) {
    texts.units.push_back(units.of(name));
    const auto at = told.find(name);
    texts.descriptions.push_back(at == told.end() ? std::string() : at->second);
  }
  for (const model::Parameter& parameter : dae.parameters) {
    texts.parameters.emplace_back(dae.graph->parameter_name(parameter.id), parameter.value);
    texts.parameter_descriptions.push_back(
        report::described(parameter.description.str(), parameter.unit.str()));
  }
  return texts;
}

bool is_saved_solution(const std::string& path) { return path.ends_with(".trammel"); }

std::vector<Sample> rows_of(const Solution& run, const std::vector<double>& grid) {
  std::vector<double> events;  // both sides of each
  for (const solution::Event& event : run.events) events.push_back(event.time);
  std::vector<Sample> rows = pick(run.samples, merged(grid, events));
  if (!run.success() && !run.last.empty() && (rows.empty() || rows.back().time < run.t_end))
    rows.push_back({run.t_end, run.last});
  return rows;
}

void write_result(const Arguments& arguments, const ResultTexts& texts, const Solution& run,
                  const std::vector<Sample>& rows) {
  const auto write = [&](const std::string& path) {
    if (is_saved_solution(path))
      report::save(path, {texts.model, texts.units, texts.descriptions, run});
    else
      write_table(path, texts, run, narrowed(run, rows, arguments.shown));
  };
  try {
    write(arguments.output);
  } catch (const Error& refused) {
    const std::string name = std::filesystem::path(arguments.output).filename().string();
    std::string rescue;
    try {
      rescue = (std::filesystem::temp_directory_path() / ("rescued-" + name)).string();
      write(rescue);
    } catch (const std::exception&) {
      throw refused;
    }
    throw Error(refused.kind, refused.message, refused.where,
                fmt::format("the trajectory was saved as {} instead", quote(rescue)));
  }
}

void tell(const Arguments& arguments, const std::string& model, const Solution& run,
          const std::vector<Sample>& samples, const std::optional<Error>& refused) {
  if (arguments.json) {
    report::Json object = {{"trammel", version}, {"model", model}};
    object.update(report::to_json(run, samples));
    narrow(object, arguments.shown);
    if (object.contains("statistics")) object["statistics"]["effort"] = run.considered.effort;
    if (arguments.explain) object["candidates"] = candidates_json(run.considered);
    if (refused) object.update(report::to_json(*refused));
    return print(report::text(object) + "\n");
  }
  if (!arguments.quiet) print(summary(model, run, samples, arguments.shown));
  if (arguments.explain) print(candidates_text(run.considered));
  if (refused) throw Error(*refused);
  if (run.success() && run.certificate.refused())
    fmt::print(stderr, "{} {}\n", alarming("error:"), run.certificate.message);
  if (!run.success()) fmt::print(stderr, "{} {}\n", alarming("error:"), run.message);
}

}  // namespace trammel::cli
