#include "cli/sweep_manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "cli/version.hpp"

namespace trammel::cli {
namespace {

using report::Json;

std::string file_hash(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return sha256(bytes.str());
}

// Those that numbers and columns depend on; not how many threads, and what is told.
Json options_as_json(const Arguments& a) {
  Json options = Json::object();
  for (const auto& [name, text] : a.settings) options[name] = text;
  for (const auto& [name, value] : a.starts) options["start"][name] = value;
  for (const auto& [name, path] : a.inputs) options["input"][name] = file_hash(path);
  if (a.start_time) options["start-time"] = *a.start_time;
  if (a.stop_time) options["stop-time"] = *a.stop_time;
  if (!a.at.empty()) options["at"] = a.at;
  if (!a.shown.empty()) options["variables"] = a.shown;
  if (a.trajectories) options["trajectories"] = true;
  const FormulaArguments& f = a.formulas;
  for (const auto& [name, text] : {std::pair{"kinetic", f.kinetic},
                                   {"potential", f.potential},
                                   {"hamiltonian", f.hamiltonian},
                                   {"coordinates", f.coordinates},
                                   {"momenta", f.momenta}})
    if (!text.empty()) options[name] = text;
  for (const auto& [name, texts] : {std::pair{"invariant", f.invariants},
                                    {"constraint", f.constraints},
                                    {"nonholonomic", f.nonholonomic},
                                    {"force", f.forces},
                                    {"direction", f.directions}})
    if (!texts.empty()) options[name] = texts;
  return options;
}

}  // namespace

Json manifest_of(const Arguments& arguments, const SweepRunner& runner,
                 const std::vector<std::string>& columns) {
  Json parameters = Json::array();
  for (const Axis& axis : runner.runs().axes())
    parameters.push_back(
        {{"name", axis.name},
         {"values", axis.values.size()},
         {"first", axis.values.front()},
         {"last", axis.values.back()},
         {"sha256", sha256(std::string_view(reinterpret_cast<const char*>(axis.values.data()),
                                            axis.values.size() * sizeof(double)))}});
  return {{"trammel", version},
          {"format", 1},
          {"model", runner.model()},
          {"sha256", runner.hash()},
          {"runs", runner.runs().size()},
          {"parameters", parameters},
          {"options", options_as_json(arguments)},
          {"times", runner.times()},
          {"columns", columns}};
}

std::string difference(const Json& there, const Json& asked) {
  const auto differs = [&](const char* key) { return !there.contains(key) || there[key] != asked[key]; };
  if (differs("trammel") || differs("format")) return "the version of trammel";
  if (differs("model") || differs("sha256")) return "the model";
  if (differs("parameters") || differs("runs")) return "the parameters";
  if (differs("options")) {
    std::vector<std::string> names;
    for (const auto& [one, other] :
         {std::pair{&there["options"], &asked["options"]}, {&asked["options"], &there["options"]}})
      for (const auto& [name, value] : one->items())
        if ((!other->contains(name) || (*other)[name] != value) &&
            std::ranges::find(names, "--" + name) == names.end())
          names.push_back("--" + name);
    return listed(names);
  }
  return differs("times") || differs("columns") ? "the columns" : "";
}

}  // namespace trammel::cli
