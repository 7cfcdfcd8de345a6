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

constexpr std::size_t most_rows = 1000, most_bytes = std::size_t{1} << 30;

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

Json against_page(const std::string& path, const solution::Solution& run) {
  const Json other = Json::parse(content(path), nullptr, false);
  const auto refuse = [&](const char* why) {
    throw Error(Kind::usage, fmt::format("{} {}", quote(path), why), {}, "a file that `-o FILE.json` wrote");
  };
  if (!other.is_object() || !other.contains("time") || !other["time"].is_array() ||
      !other.contains("variables") || !other["variables"].is_object())
    refuse("is no trajectory");
  const std::vector<double> time = numbers(other["time"]);
  if (time.empty()) refuse("holds no points");
  const std::size_t every = (time.size() + most_rows - 1) / most_rows;
  std::vector<double> kept;
  for (std::size_t i = 0; i < time.size(); i += every) kept.push_back(time[i]);

  std::vector<std::string> names;
  std::vector<std::vector<double>> values;
  std::vector<std::size_t> column;
  for (std::size_t j = 0; j < run.variables.size(); ++j) {
    const auto at = other["variables"].find(run.variables[j]);
    if (at == other["variables"].end() || !at->is_array() || at->size() != time.size()) continue;
    const std::vector<double> all = numbers(*at);
    std::vector<double>& mine = values.emplace_back();
    for (std::size_t i = 0; i < time.size(); i += every) mine.push_back(all[i]);
    names.push_back(run.variables[j]);
    column.push_back(j);
  }
  if (names.empty()) refuse("has no variable in common with this run");

  // The differences at the other's own times, by dense output: lines between points would hide small ones.
  std::vector<std::vector<double>> difference(names.size(), std::vector<double>(kept.size(), std::nan("")));
  std::vector<double> state, slope, now(run.variables.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!(kept[i] >= run.t_start && kept[i] <= run.t_end) || run.segments.empty()) continue;
    const solution::Segment* segment = &run.segments.front();
    for (const solution::Segment& next : run.segments)
      if (next.trajectory.times().front() <= kept[i]) segment = &next;
    state.resize(static_cast<std::size_t>(segment->trajectory.size()));
    slope.resize(state.size());
    segment->trajectory.at(kept[i], state);
    segment->trajectory.slope(kept[i], slope);
    segment->observe(kept[i], state, slope, now);
    for (std::size_t k = 0; k < names.size(); ++k) difference[k][i] = now[column[k]] - values[k][i];
  }
  Json result = {
      {"file", path},           {"model", other.value("model", "")}, {"names", names},
      {"time", packed64(kept)}, {"columns", Json::array()},          {"differences", Json::array()}};
  for (std::size_t k = 0; k < names.size(); ++k) {
    result["columns"].push_back(packed32(values[k]));
    result["differences"].push_back(packed32(difference[k]));
  }
  return result;
}

}  // namespace trammel::report
