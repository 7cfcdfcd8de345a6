#include "report/plot_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::report {
namespace {

// Splits at `separator` outside of brackets, parentheses and quoted names.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\' && i + 1 < text.size()) {
      parts.back() += c;
      parts.back() += text[++i];
      continue;
    }
    if (c == '\'') quoted = !quoted;
    if (!quoted) depth += (c == '[' || c == '(') - (c == ']' || c == ')');
    if (c == separator && depth == 0 && !quoted)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) {
    const std::size_t first = part.find_first_not_of(" \t"), last = part.find_last_not_of(" \t");
    part = first == std::string::npos ? "" : part.substr(first, last - first + 1);
  }
  return parts;
}

std::vector<std::string> matching(const std::string& pattern, const std::vector<std::string>& names) {
  if (std::ranges::find(names, pattern) != names.end()) return {pattern};
  std::vector<std::string> found;
  for (const std::string& name : names)
    if (fits(pattern, name)) found.push_back(name);
  if (!found.empty()) return found;
  const std::string* const near = nearest_name(pattern, names);
  throw Error(Kind::name,
              pattern.find('*') == std::string::npos
                  ? fmt::format("the model has no variable called {} to plot", quote(pattern))
                  : fmt::format("no variable of the model fits the pattern {}", quote(pattern)),
              {.variables = {pattern}}, near ? fmt::format("did you mean {}?", quote(*near)) : "");
}

}  // namespace

bool fits(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, after = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++after;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<Wish> read_plot(std::string_view text, const std::vector<std::string>& names) {
  std::vector<Wish> wishes;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> sides = split(part, ':');
    if (sides.size() > 2 || std::ranges::any_of(sides, &std::string::empty))
      throw Error(Kind::usage, fmt::format("--plot cannot read {}", quote(part)), {},
                  "x,y for curves over time, x:y for y against x");
    if (sides.size() == 1)
      for (std::string& name : matching(sides[0], names)) wishes.push_back({"", std::move(name)});
    else
      for (const std::string& y : matching(sides[1], names))
        wishes.push_back({matching(sides[0], names).front(), y});
  }
  const bool over_time = wishes.front().x.empty();
  for (const Wish& wish : wishes)
    if (wish.x.empty() != over_time)
      throw Error(Kind::usage, "curves over time and curves against each other need panels of their own", {},
                  "one --plot for each panel");
  return wishes;
}

}  // namespace trammel::report
