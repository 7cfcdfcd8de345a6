#include "cli/sweep_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "report/csv.hpp"

namespace trammel::cli {

std::string status(const pipeline::SweepRow& row) {
  if (!row.ran) return "not run";
  if (!row.refusal.empty() || !row.solution.success()) return "error";
  return row.solution.certificate.refused() ? "unproved" : "success";
}

std::string sentence(const pipeline::SweepRow& row) {
  return !row.refusal.empty() ? row.refusal : row.ran && !row.solution.success() ? row.solution.message : "";
}

std::string certificate(const pipeline::SweepRow& row) {
  const solution::Certificate& judged = row.solution.certificate;
  if (!row.ran || !row.refusal.empty() || judged.points == 0) return "";
  return !judged.holds ? "not judged" : *judged.holds ? "certified" : "not certified";
}

std::string csv_cell(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  if (text.find_first_of(",\"") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return "\"" + text + "\"";
}

std::string csv_names(const std::vector<std::string>& names, const std::vector<double>& times) {
  std::string line;
  for (const std::string& name : names) line += "," + csv_cell(name);
  for (const double t : times)
    for (const std::string& name : names)
      line += "," + csv_cell(fmt::format("{} at {}", name, report::number(t)));
  return line;
}

std::vector<std::optional<std::size_t>> places(const pipeline::SweepRow& row,
                                               const std::vector<std::string>& names) {
  std::vector<std::optional<std::size_t>> result(names.size());
  const std::vector<std::string>& own = row.solution.variables;
  if (own == names) {
    for (std::size_t k = 0; k < names.size(); ++k) result[k] = k;
    return result;
  }
  std::unordered_map<std::string_view, std::size_t> at;
  for (std::size_t k = 0; k < own.size(); ++k) at.emplace(own[k], k);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (const auto found = at.find(names[k]); found != at.end()) result[k] = found->second;
  return result;
}

std::string csv_values(const pipeline::SweepRow& row, const std::vector<std::string>& names,
                       const std::vector<double>& times) {
  std::string line;
  const auto columns = places(row, names);
  const auto put_values = [&](const std::vector<double>* values) {
    for (const auto& c : columns)
      line += "," + (values && c && *c < values->size() ? report::number((*values)[*c]) : "");
  };
  put_values(row.ran && row.refusal.empty() ? &row.solution.last : nullptr);
  for (const double t : times) {
    const std::vector<double>* at = nullptr;
    for (const solution::Sample& sample : row.solution.samples)
      if (sample.time == t) at = &sample.values;
    put_values(at);
  }
  return line;
}

}  // namespace trammel::cli
