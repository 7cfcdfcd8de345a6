#include "cli/sweep_axes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::cli {
namespace {

constexpr double most_runs = 1e7;

double number_in(const std::string& name, const std::string& text) {
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;  // Boolean parameters
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
    if (!(count >= 0))
      throw Error(Kind::usage,
                  fmt::format("-p {}={} has no value: the step does not lead to the end", name, text));
    if (count > most_runs)
      throw Error(Kind::usage, fmt::format("-p {}={} has {:.3g} values; at most {:.0g} runs are made", name,
                                           text, count + 1, most_runs));
    for (double k = 0; k <= count; ++k) result.values.push_back(from + k * step);
  } else {
    for (const std::string& part : split(text, ',')) result.values.push_back(number_in(name, part));
  }
  return result;
}

}  // namespace

Combinations combinations_of(const Arguments& arguments) {
  std::vector<Axis> axes;
  double runs = 1;
  for (const auto& [name, text] : arguments.swept) {
    axes.push_back(axis(name, text));
    runs *= static_cast<double>(axes.back().values.size());
  }
  if (runs > most_runs)
    throw Error(Kind::usage,
                fmt::format("the sweep has {:.3g} runs; at most {:.0g} are made", runs, most_runs));
  return Combinations(std::move(axes));
}

Combinations::Combinations(std::vector<Axis> axes) : axes_(std::move(axes)) {
  for (const Axis& a : axes_) size_ *= a.values.size();
}

pipeline::Numbers Combinations::at(std::size_t run) const {
  pipeline::Numbers numbers;
  numbers.parameters.resize(axes_.size());
  for (std::size_t k = axes_.size(); k-- > 0; run /= axes_[k].values.size())
    numbers.parameters[k] = {axes_[k].name, axes_[k].values[run % axes_[k].values.size()]};
  return numbers;
}

}  // namespace trammel::cli
