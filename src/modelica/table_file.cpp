#include "modelica/table_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/text.hpp"

namespace trammel::modelica {
namespace {

constexpr std::uintmax_t largest_table_file = 64u << 20;

std::optional<std::string> table_text(const std::string& path, TableFile& table) {
  std::error_code unreadable;
  const std::uintmax_t size = std::filesystem::file_size(path, unreadable);
  std::ifstream file(path, std::ios::binary);
  if (unreadable || !file)
    table.problem = fmt::format("the table file {} cannot be read", quote(path));
  else if (size > largest_table_file)
    table.problem = fmt::format("the table file {} has more than 64 MB", quote(path));
  if (!table.problem.empty()) return std::nullopt;
  std::stringstream text;
  text << file.rdbuf();
  std::string all = text.str();
  if (all.starts_with("\xEF\xBB\xBF")) all.erase(0, 3);  // the mark of UTF-8
  return all;
}

// The numbers of a line; false: something else stands there.
bool table_numbers(std::string_view line, const std::string& between, std::vector<double>& numbers) {
  std::size_t at = 0;
  while ((at = line.find_first_not_of(between, at)) != std::string_view::npos) {
    if (line[at] == '+') ++at;
    double value = 0;
    const auto [end, error] = std::from_chars(line.data() + at, line.data() + line.size(), value);
    if (error != std::errc{}) return false;
    numbers.push_back(value);
    at = static_cast<std::size_t>(end - line.data());
    if (at < line.size() && between.find(line[at]) == std::string::npos) return false;
  }
  return true;
}

// double name(3, 2): the name, and the sizes; none: the line is something else.
struct TableHead {
  std::string name;
  std::size_t rows, columns;
};
std::optional<TableHead> table_head(const std::string& line) {
  std::istringstream words(line);
  std::string type, rest;
  words >> type;
  std::getline(words, rest);
  if (type != "double" && type != "float") return std::nullopt;
  std::erase_if(rest, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  const std::size_t open = rest.find('('), comma = rest.find(',', open), close = rest.find(')', comma);
  if (close == std::string::npos) return std::nullopt;
  TableHead head{rest.substr(0, open), 0, 0};
  std::from_chars(rest.data() + open + 1, rest.data() + comma, head.rows);
  std::from_chars(rest.data() + comma + 1, rest.data() + close, head.columns);
  return head;
}

}  // namespace

TableFile read_table_text(const std::string& path, const std::string& name) {
  TableFile table;
  const std::optional<std::string> text = table_text(path, table);
  if (!text) return table;
  std::istringstream lines(*text);
  std::string line;
  std::getline(lines, line);
  if (!line.starts_with("#1")) {
    table.problem =
        fmt::format("the file {} is no table in text form: its first line is not #1", quote(path));
    return table;
  }
  bool inside = false;
  for (int number = 2; std::getline(lines, line); ++number) {
    line.resize(std::min(line.size(), line.find('#')));
    if (const std::optional<TableHead> head = table_head(line)) {
      if (inside) break;
      inside = head->name == name;
      if (inside) {
        table.rows = head->rows;
        table.columns = head->columns;
      }
      continue;
    }
    if (!inside) continue;
    if (!table_numbers(line, " \t\r,;", table.numbers)) {
      table.problem =
          fmt::format("line {} of the table file {} holds something else than numbers", number, quote(path));
      return table;
    }
    if (table.numbers.size() >= table.rows * table.columns) break;
  }
  if (!inside)
    table.problem = fmt::format("the file {} has no table {}", quote(path), quote(name));
  else if (table.numbers.size() != table.rows * table.columns)
    table.problem = fmt::format("the table {} in {} has {} numbers, not {} x {}", quote(name), quote(path),
                                table.numbers.size(), table.rows, table.columns);
  return table;
}

TableFile read_table_csv(const std::string& path, char delimiter, std::size_t header_lines) {
  TableFile table;
  const std::optional<std::string> text = table_text(path, table);
  if (!text) return table;
  std::istringstream lines(*text);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (number <= header_lines || line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::size_t before = table.numbers.size();
    const bool good = table_numbers(line, std::string(" \t\r") + delimiter, table.numbers);
    const std::size_t width = table.numbers.size() - before;
    if (table.rows == 0) table.columns = width;
    if (!good || width != table.columns) {
      table.problem = fmt::format("line {} of the table file {} does not hold {} numbers", number,
                                  quote(path), std::max<std::size_t>(table.columns, 1));
      return table;
    }
    ++table.rows;
  }
  if (table.rows == 0) table.problem = fmt::format("the table file {} is empty", quote(path));
  return table;
}

}  // namespace trammel::modelica
