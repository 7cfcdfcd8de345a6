// cli/signal.cpp: --input NAME=FILE.csv.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/formulas.hpp"
#include "pipeline/input_signal.hpp"

namespace trammel::cli {
namespace {

// The fields of a line of a CSV file. A quoted one may hold commas. [RFC 4180]
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (c == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"')
      fields.back() += line[++k];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

struct SignalTable {
  std::vector<double> times, values;
};

[[noreturn]] void refuse_table(const std::string& path, const std::string& why) {
  throw Error(Kind::io, fmt::format("{} {}", quote(path), why), {.file = path},
              "a first line of names, then a time and a value per line");
}

std::size_t column_for(const std::string& name, const std::vector<std::string>& names,
                       const std::string& path) {
  const auto at = std::ranges::find(names, name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  if (names.size() == 2) return 1;
  refuse_table(path, fmt::format("has no column {}", quote(name)));
}

SignalTable read_table(const std::string& name, const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) refuse_table(path, "cannot be read, or is empty");
  const std::vector<std::string> names = fields_of(line);
  if (names.size() < 2) refuse_table(path, "has one column only");
  const std::size_t column = column_for(name, names, path);
  SignalTable table;
  for (int row = 2; std::getline(file, line); ++row) {
    if (line.find_first_not_of(" \r") == std::string::npos) continue;
    const std::vector<std::string> fields = fields_of(line);
    const auto number = [&](std::size_t k) {
      char* end = nullptr;
      const double value = k < fields.size() ? std::strtod(fields[k].c_str(), &end) : 0;
      if (end == nullptr || end == fields[k].c_str())
        refuse_table(path, fmt::format("has no number in line {}", row));
      return value;
    };
    table.times.push_back(number(0));
    table.values.push_back(number(column));
  }
  return table;
}

}  // namespace

void add_inputs(const std::vector<std::pair<std::string, std::string>>& inputs, modelica::Loaded& loaded) {
  for (const auto& [name, path] : inputs) {
    const SignalTable table = read_table(name, path);
    pipeline::set_input(loaded.problem, name, table.times, table.values);
    std::erase_if(loaded.notes, [start = fmt::format("the input {} has no value", quote(name))](
                                    const std::string& note) { return note.starts_with(start); });
  }
}

}  // namespace trammel::cli
