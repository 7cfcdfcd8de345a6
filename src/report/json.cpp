#include "report/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace trammel::report {
namespace {

using solution::Sample;
using solution::Solution;

// Names are different, so none is looked for: operator[] would compare with all that are there already.
void add(Json& object, const std::string& name, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(name, std::move(value));
}

// value by name; names of values that are no numbers go to `odd`.
Json values(const std::vector<std::string>& names, const std::vector<double>& numbers,
            std::vector<std::string>& odd) {
  Json result = Json::object();
  for (std::size_t i = 0; i < names.size() && i < numbers.size(); ++i) {
    if (std::isfinite(numbers[i])) {
      add(result, names[i], numbers[i]);
    } else {
      add(result, names[i], nullptr);
      odd.push_back(names[i]);
    }
  }
  return result;
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json statistics(const Solution& run) {
  return {{"steps", run.counts.steps},
          {"rejected", run.counts.rejected},
          {"function_evaluations", run.counts.function_evaluations},
          {"jacobian_evaluations", run.counts.jacobian_evaluations},
          {"factorizations", run.counts.factorizations},
          {"linear_solves", run.counts.linear_solves},
          {"newton_iterations", run.counts.newton_iterations},
          {"projections", run.counts.projections},
          {"seconds", finite(run.seconds)}};
}

Json event_json(const solution::Event& event) {
  Json one = {{"time", finite(event.time)}, {"name", event.name}, {"changed", event.changed}};
  for (const solution::Event::Impulse& impulse : event.impulses) {
    one["impulses"].push_back({{"variable", impulse.variable}, {"value", finite(impulse.value)}});
    if (impulse.shared) one["impulses"].back()["shared"] = true;
  }
  return one;
}

Json error_json(const Error& error) {
  Json what = {{"kind", name(error.kind)}, {"message", error.message}};
  if (!error.where.file.empty()) what["file"] = error.where.file;
  if (error.where.line > 0) what["line"] = error.where.line;
  if (error.where.column > 0) what["column"] = error.where.column;
  if (!error.where.equations.empty()) what["equations"] = error.where.equations;
  if (!error.where.variables.empty()) what["variables"] = error.where.variables;
  if (!error.hint.empty()) what["hint"] = error.hint;
  return what;
}

Json certificate_json(const Solution& run) {
  const solution::Certificate& c = run.certificate;
  Json result = {{"holds", c.holds ? Json(*c.holds) : Json(nullptr)},
                 {"worst",
                  {{"equation", c.worst.equation},
                   {"time", finite(c.worst.time)},
                   {"residual", finite(c.worst.residual)},
                   {"between_steps", finite(c.worst.between_steps)}}},
                 {"derivatives", finite(c.derivatives)},
                 {"points", c.points}};
  if (c.amplification > 0) result["amplification"] = finite(c.amplification);
  if (c.sensitive) result["sensitive"] = true;
  Json& digits = result["digits"] = Json::object();
  for (std::size_t i = 0; i < c.digits.size() && i < run.variables.size(); ++i)
    add(digits, run.variables[i], c.digits[i]);
  if (!c.error.empty()) {
    Json& errors = result["error"] = Json::object();
    for (std::size_t i = 0; i < c.error.size() && i < run.variables.size(); ++i)
      add(errors, run.variables[i], finite(c.error[i]));
  }
  if (!c.message.empty() && !c.refused()) result["message"] = c.message;
  return result;
}

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Json to_json(const Solution& run, const std::vector<Sample>& samples) {
  std::vector<std::string> odd;
  const bool unproved = run.success() && run.certificate.refused();
  Json result = {{"status", unproved        ? "unproved"
                            : run.success() ? "success"
                                            : "error"},
                 {"time", finite(run.t_end)}};
  if (unproved) {
    result["error"] = error_json(Error(Kind::integration, run.certificate.message, run.certificate.where,
                                       "a smaller tolerance, or another formulation or method"));
    result["error"]["kind"] = "certificate";
  }
  if (!run.success()) {
    result["error"] = error_json(Error(Kind::integration, run.message, run.culprits));
    result["error"]["outcome"] = solution::name(run.outcome);
  }
  result["variables"] = values(run.variables, run.last, odd);
  result["samples"] = Json::array();
  for (const Sample& sample : samples)
    result["samples"].push_back(
        {{"time", finite(sample.time)}, {"variables", values(run.variables, sample.values, odd)}});
  if (!run.scales.empty()) {
    Json& scales = result["scales"] = Json::object();
    for (const auto& [variable, scale] : run.scales) add(scales, variable, finite(scale));
  }
  if (!run.not_unique.empty()) result["not_unique"] = run.not_unique;
  result["constraint_residual"] = finite(run.constraint_residual);
  result["index"] = run.index;
  result["degrees_of_freedom"] = run.degrees_of_freedom;
  result["choice"] = {{"formulation", run.choice.formulation},
                      {"method", run.choice.method},
                      {"stabilization", run.choice.stabilization},
                      {"reason", run.choice.reason}};
  result["statistics"] = statistics(run);
  if (run.certificate.points > 0) result["certificate"] = certificate_json(run);
  if (!run.events.empty()) {
    result["events"] = Json::array();
    for (const solution::Event& event : run.events) result["events"].push_back(event_json(event));
  }
  result["messages"] = run.notes;
  if (run.success() && run.message.starts_with("terminated")) result["messages"].push_back(run.message);
  if (!odd.empty()) {
    const std::size_t count = odd.size();
    std::ranges::sort(odd);
    odd.erase(std::unique(odd.begin(), odd.end()), odd.end());
    for (std::string& variable : odd) variable = quote(variable);
    result["messages"].push_back(
        fmt::format("{} values are not finite numbers and stand as null: {}", count, listed(odd)));
  }
  return result;
}

Json to_json(const Error& error) {
  Json result = {{"status", "error"}};
  if (error.where.time) result["time"] = finite(*error.where.time);
  result["error"] = error_json(error);
  return result;
}

std::string text(const Json& json) { return dump(json, 2); }

void write_json(std::string_view version, std::string_view model, const std::vector<std::string>& variables,
                const std::vector<Sample>& rows, const Sink& sink) {
  const auto column = [&](const auto& value_of) {
    std::string text = "[";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double value = value_of(rows[i]);
      text += i > 0 ? "," : "";
      text += std::isfinite(value) ? number(value) : "null";
    }
    sink(text + "]");
  };
  sink(fmt::format("{{\"trammel\":{},\"model\":{},\"time\":", dump(version, -1), dump(model, -1)));
  column([](const Sample& row) { return row.time; });
  sink(",\"variables\":{");
  for (std::size_t j = 0; j < variables.size(); ++j) {
    sink(fmt::format("{}\n{}:", j > 0 ? "," : "", dump(variables[j], -1)));
    column([j](const Sample& row) { return row.values[j]; });
  }
  sink("}}\n");
}

}  // namespace trammel::report
