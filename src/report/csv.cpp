#include "report/csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace trammel::report {
namespace {

constexpr std::size_t piece = 1 << 16;  // characters gathered before the sink sees them

void add_number(std::string& text, double value) {
  if (std::isnan(value))
    text += "NaN";
  else if (std::isinf(value))
    text += value > 0 ? "Infinity" : "-Infinity";
  else
    fmt::format_to(std::back_inserter(text), "{}", value);
}

std::string field(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::string number(double value) {
  std::string text;
  add_number(text, value);
  return text;
}

void write_csv(const std::vector<std::string>& variables, const std::vector<solution::Sample>& rows,
               const Sink& sink) {
  std::string text = "time";
  for (const std::string& name : variables) text += "," + field(name);
  text += "\n";
  for (const solution::Sample& row : rows) {
    add_number(text, row.time);
    for (const double value : row.values) {
      text += ",";
      add_number(text, value);
    }
    text += "\n";
    if (text.size() > piece) {
      sink(text);
      text.clear();
    }
  }
  sink(text);
}

}  // namespace trammel::report
