// report/against.cpp: another result beside a run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"
#include "report/page.hpp"
#include "report/run_page.hpp"

namespace trammel::report {
namespace {

constexpr std::size_t most_other_rows = 1000, most_curves = 400, most_bytes = std::size_t{1} << 30;

std::string content(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw Error(Kind::io, fmt::format("cannot read {}", quote(path)), {.file = path});
  std::string text;
  char piece[1 << 16];
  for (std::size_t count = 0;
       text.size() < most_bytes && (count = std::fread(piece, 1, sizeof piece, file)) > 0;)
    text.append(piece, count);
  std::fclose(file);
  return text;
}

std::vector<double> numbers(const Json& list) {
  std::vector<double> result;
  for (const Json& value : list) result.push_back(value.is_number() ? value.get<double>() : std::nan(""));
  return result;
}

}  // namespace

OtherRun read_other(const std::string& path, const std::vector<std::string>& variables) {
  const Json other = Json::parse(content(path), nullptr, false);
  const auto refuse = [&](const char* why) {
    throw Error(Kind::usage, fmt::format("{} {}", quote(path), why), {}, "a file that `-o FILE.json` wrote");
  };
  if (!other.is_object() || !other.contains("time") || !other["time"].is_array() ||
      !other.contains("variables") || !other["variables"].is_object())
    refuse("is no trajectory");
  const std::vector<double> time = numbers(other["time"]);
  if (time.empty()) refuse("holds no points");
  const std::size_t every = (time.size() + most_other_rows - 1) / most_other_rows;
  OtherRun result{.file = path, .model = other.value("model", "")};
  for (std::size_t i = 0; i < time.size(); i += every) result.time.push_back(time[i]);
  for (std::size_t j = 0; j < variables.size() && result.names.size() < most_curves; ++j) {
    const auto at = other["variables"].find(variables[j]);
    if (at == other["variables"].end() || !at->is_array() || at->size() != time.size()) continue;
    const std::vector<double> all = numbers(*at);
    std::vector<double>& mine = result.values.emplace_back();
    for (std::size_t i = 0; i < time.size(); i += every) mine.push_back(all[i]);
    result.names.push_back(variables[j]);
    result.column.push_back(j);
  }
  if (result.names.empty()) refuse("has no variable in common with this run");
  return result;
}

// The differences at the other's own times, by dense output: lines between points would hide small ones.
Json against_page(const OtherRun& other, const std::vector<solution::Sample>& samples) {
  std::vector<std::vector<double>> difference(other.names.size(),
                                              std::vector<double>(other.time.size(), std::nan("")));
  auto sample = samples.begin();
  for (std::size_t i = 0; i < other.time.size(); ++i) {
    while (sample != samples.end() && sample->time < other.time[i]) ++sample;
    if (sample == samples.end() || sample->time != other.time[i]) continue;
    for (std::size_t k = 0; k < other.names.size(); ++k)
      difference[k][i] = sample->values[other.column[k]] - other.values[k][i];
  }
  Json result = {{"file", other.file},           {"model", other.model},     {"names", other.names},
                 {"time", packed64(other.time)}, {"columns", Json::array()}, {"differences", Json::array()}};
  for (std::size_t k = 0; k < other.names.size(); ++k) {
    result["columns"].push_back(packed_curve(other.values[k]));
    result["differences"].push_back(packed_curve(difference[k]));
  }
  return result;
}

}  // namespace trammel::report
