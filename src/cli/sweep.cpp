// cli/sweep.cpp: `trammel sweep`: one model, many parameters, one table with a row per run.
#include "pipeline/sweep.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grid.hpp"
#include "cli/pattern.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "pipeline/solve.hpp"
#include "report/file.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

constexpr double most_runs = 1e7;

struct Axis {
  std::string name;
  std::vector<double> values;
};

double number_in(const std::string& name, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value))
    throw Error(
        Kind::usage, fmt::format("-p {} needs numbers, not {}", name, quote(text)), {},
        fmt::format("-p {0}=1:0.1:5 (from, step, to), -p {0}=1,2,5 or -p {0}=@FILE.csv (its first column)",
                    name));
  return value;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts = {""};
  for (const char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

// A first line that is no number is a heading.
std::vector<double> first_column(const std::string& name, const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw Error(Kind::io, fmt::format("cannot read {}", quote(path)), {.file = path}, "check the file name");
  std::vector<double> values;
  bool first = true;
  for (std::string line; std::getline(file, line); first = false) {
    std::string cell = split(line, ',').front();
    cell.erase(cell.find_last_not_of(" \t\r") + 1);
    if (cell.empty()) continue;
    char* end = nullptr;
    std::strtod(cell.c_str(), &end);
    if (first && *end != '\0') continue;
    values.push_back(number_in(name, cell));
  }
  if (values.empty()) throw Error(Kind::usage, fmt::format("{} holds no numbers", quote(path)));
  return values;
}

Axis axis(const std::string& name, const std::string& text) {
  Axis result{name, {}};
  if (text.starts_with('@')) {
    result.values = first_column(name, text.substr(1));
  } else if (const std::vector<std::string> parts = split(text, ':'); parts.size() == 3) {
    const double from = number_in(name, parts[0]), step = number_in(name, parts[1]),
                 to = number_in(name, parts[2]);
    const double count = std::floor((to - from) / step * (1 + 1e-12) + 1e-9);
    if (!(count >= 0) || count > most_runs)
      throw Error(Kind::usage,
                  fmt::format("-p {}={} has no value: the step does not lead to the end", name, text));
    for (double k = 0; k <= count; ++k) result.values.push_back(from + k * step);
  } else {
    for (const std::string& part : split(text, ',')) result.values.push_back(number_in(name, part));
  }
  return result;
}

std::vector<Axis> axes_of(const Arguments& arguments) {
  std::vector<Axis> axes;
  double runs = 1;
  for (const auto& [name, text] : arguments.swept) {
    axes.push_back(axis(name, text));
    runs *= static_cast<double>(axes.back().values.size());
  }
  if (runs > most_runs)
    throw Error(Kind::usage,
                fmt::format("the sweep has {:.3g} runs; at most {:.0g} are made", runs, most_runs));
  return axes;
}

// All combinations; the last parameter runs fastest.
std::vector<pipeline::Numbers> combinations(const std::vector<Axis>& axes) {
  std::vector<pipeline::Numbers> all = {{}};
  for (const Axis& a : axes) {
    std::vector<pipeline::Numbers> longer;
    for (const pipeline::Numbers& before : all)
      for (const double value : a.values) {
        longer.push_back(before);
        longer.back().parameters.emplace_back(a.name, value);
      }
    all = std::move(longer);
  }
  return all;
}

// Numbers that decide about the structure cannot be changed in what has been prepared.
bool free_in(const model::Dae& dae, const std::string& name) {
  for (const model::Parameter& p : dae.parameters)
    if (dae.graph->parameter_name(p.id) == name) return !(p.formula && dae.graph->is_constant(p.formula));
  return false;
}

struct Sweep {
  Arguments arguments;
  std::vector<pipeline::Numbers> numbers;
  std::vector<std::string> variables = {};
  std::vector<pipeline::SweepRow> rows = {};
  std::string model = {};
  std::vector<double> times = {};

  pipeline::Options options(const modelica::Loaded& loaded) {
    pipeline::Options result = options_of(arguments, loaded);
    times = asked_times(arguments, loaded.problem.t_start, loaded.problem.t_end);
    result.times = times;
    return result;
  }
  // The text is read anew.
  pipeline::SweepRow alone(std::size_t k) {
    pipeline::SweepRow row{.ran = true};
    try {
      arguments.parameters = numbers[k].parameters;
      const modelica::Loaded loaded = load(arguments);
      row.solution = pipeline::solve(loaded.problem, options(loaded));
    } catch (const Error& error) {
      row.refusal = error.what();
    }
    return row;
  }
  void one_by_one(const pipeline::SweepOptions& how) {
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      rows.push_back(alone(k));
      if (!how.progress(rows.size(), numbers.size())) break;
    }
    rows.resize(numbers.size());
  }
  void run(const pipeline::SweepOptions& how) {
    arguments.parameters = numbers.front().parameters;
    const modelica::Loaded loaded = load(arguments);
    model = loaded.problem.dae.name;
    bool prepared = true;
    for (const auto& [name, value] : numbers.front().parameters)
      prepared = prepared && free_in(loaded.problem.dae, name);
    if (!prepared) return one_by_one(how);
    const pipeline::Options meant = options(loaded);
    rows = pipeline::sweep(pipeline::prepare(loaded.problem, meant), numbers, meant, how);
    // What a prepared problem refuses may be another problem: an index that these numbers change.
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (rows[k].ran && !rows[k].refusal.empty()) rows[k] = alone(k);
  }
};

std::string status(const pipeline::SweepRow& row) {
  if (!row.ran) return "not run";
  if (!row.refusal.empty() || !row.solution.success()) return "error";
  return row.solution.certificate.refused() ? "unproved" : "success";
}

std::string sentence(const pipeline::SweepRow& row) {
  return !row.refusal.empty() ? row.refusal : row.ran && !row.solution.success() ? row.solution.message : "";
}

// The variables that are shown: of all runs, since sizes may differ, in the order in which they appear.
std::vector<std::string> shown_names(const Sweep& sweep) {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  for (const pipeline::SweepRow& row : sweep.rows) {
    if (row.solution.variables.size() == names.size() && row.solution.variables == names) continue;
    for (const std::string& name : row.solution.variables)
      if (seen.insert(name).second) names.push_back(name);
  }
  if (names.empty()) return {};
  std::vector<std::string> shown;
  for (const std::size_t k : matching(names, sweep.arguments.shown)) shown.push_back(names[k]);
  return shown;
}

// Where a run has these variables among its own; none where it has not.
std::vector<std::optional<std::size_t>> places(const pipeline::SweepRow& row,
                                               const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, std::size_t> at;
  for (std::size_t k = 0; k < row.solution.variables.size(); ++k) at.emplace(row.solution.variables[k], k);
  std::vector<std::optional<std::size_t>> result(names.size());
  for (std::size_t k = 0; k < names.size(); ++k)
    if (const auto found = at.find(names[k]); found != at.end()) result[k] = found->second;
  return result;
}

std::string quoted(std::string text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return "\"" + text + "\"";
}

// Parameters, status, how far it got, the variables there and at the times that were asked for.
void write_table(const Sweep& sweep, const report::Sink& sink) {
  const std::vector<std::string> names = shown_names(sweep);
  std::string line;
  for (const auto& [name, value] : sweep.numbers.front().parameters) line += quoted(name) + ",";
  line += "status,time";
  for (const std::string& name : names) line += "," + quoted(name);
  for (const double t : sweep.times)
    for (const std::string& name : names)
      line += "," + quoted(fmt::format("{} at {}", name, report::number(t)));
  sink(line + ",message\n");
  for (std::size_t k = 0; k < sweep.rows.size(); ++k) {
    const pipeline::SweepRow& row = sweep.rows[k];
    line.clear();
    for (const auto& [name, value] : sweep.numbers[k].parameters) line += report::number(value) + ",";
    line += status(row) + ",";
    const bool known = row.ran && row.refusal.empty();
    if (known) line += report::number(row.solution.t_end);
    const auto columns = places(row, names);
    const auto put = [&](const std::vector<double>* values) {
      for (const auto& c : columns)
        line += "," + (values && c && *c < values->size() ? report::number((*values)[*c]) : "");
    };
    put(known ? &row.solution.last : nullptr);
    for (const double t : sweep.times) {
      const std::vector<double>* at = nullptr;
      for (const solution::Sample& sample : row.solution.samples)
        if (sample.time == t) at = &sample.values;
      put(at);
    }
    sink(line + "," + quoted(sentence(row)) + "\n");
  }
}

report::Json to_json(const Sweep& sweep) {
  report::Json runs = report::Json::array();
  const std::vector<std::string> names = shown_names(sweep);
  std::vector<std::optional<std::size_t>> columns;
  const auto object = [&](const std::vector<double>& values) {
    report::Json result = report::Json::object();
    for (std::size_t k = 0; k < names.size(); ++k)
      if (const auto c = columns[k]; c && *c < values.size())
        result[names[k]] = std::isfinite(values[*c]) ? report::Json(values[*c]) : report::Json(nullptr);
    return result;
  };
  for (std::size_t k = 0; k < sweep.rows.size(); ++k) {
    const pipeline::SweepRow& row = sweep.rows[k];
    columns = places(row, names);
    report::Json parameters = report::Json::object();
    for (const auto& [name, value] : sweep.numbers[k].parameters) parameters[name] = value;
    report::Json one = {{"parameters", parameters}, {"status", status(row)}};
    if (row.ran && row.refusal.empty()) {
      one["time"] = row.solution.t_end;
      one["variables"] = object(row.solution.last);
      one["samples"] = report::Json::array();
      for (const solution::Sample& sample : row.solution.samples)
        one["samples"].push_back({{"time", sample.time}, {"variables", object(sample.values)}});
      one["steps"] = row.solution.counts.steps;
    }
    if (const std::string why = sentence(row); !why.empty()) one["message"] = why;
    runs.push_back(std::move(one));
  }
  return {{"trammel", version}, {"model", sweep.model}, {"status", "success"}, {"runs", runs}};
}

}  // namespace

int sweep(const Arguments& arguments) {
  if (!arguments.plots.empty() || (!arguments.output.empty() && !arguments.output.ends_with(".csv")))
    throw Error(Kind::usage, "a sweep makes a table", {}, "-o FILE.csv, or --json");
  if (!arguments.output.empty()) report::check_writable(arguments.output);
  Sweep all{.arguments = arguments, .numbers = combinations(axes_of(arguments))};
  watch_for_interrupt();
  {
    Progress progress(0, static_cast<double>(all.numbers.size()), !arguments.quiet);
    all.run({.threads = arguments.threads, .progress = [&](std::size_t done, std::size_t) {
               progress.show(static_cast<double>(done), static_cast<long>(done));
               return !interrupted();
             }});
  }
  std::string table;
  if (!arguments.output.empty())
    report::write_file(arguments.output, [&](const report::Sink& sink) { write_table(all, sink); });
  else
    write_table(all, [&](std::string_view piece) { table += piece; });
  std::size_t good = 0;
  for (const pipeline::SweepRow& row : all.rows) good += status(row) == "success";
  if (arguments.json)
    print(report::text(to_json(all)) + "\n");
  else if (!arguments.output.empty() && !arguments.quiet)
    print(fmt::format("{}: {} of {} succeeded\n", strong(all.model), good, counted(all.rows.size(), "run")));
  else if (arguments.output.empty())
    print(table);
  return good == all.rows.size() ? success : stopped_early;
}

}  // namespace trammel::cli
