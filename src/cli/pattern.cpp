#include "cli/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::cli {

// The last star that was met takes one character more whenever what follows it does not fit.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

void add_patterns(std::string_view list, std::vector<std::string>& patterns) {
  std::string one;
  int depth = 0;
  for (const char c : list) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      if (!one.empty()) patterns.push_back(one);
      one.clear();
    } else {
      one += c;
    }
  }
  if (!one.empty()) patterns.push_back(one);
}

std::vector<std::size_t> matching(const std::vector<std::string>& names,
                                  const std::vector<std::string>& patterns) {
  std::vector<char> used(patterns.size());
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < names.size(); ++k) {
    bool wanted = patterns.empty();
    for (std::size_t p = 0; p < patterns.size(); ++p)
      if (matches(patterns[p], names[k])) {
        wanted = true;
        used[p] = 1;
      }
    if (wanted) places.push_back(k);
  }
  for (std::size_t p = 0; p < patterns.size(); ++p)
    if (!used[p])
      throw Error(Kind::name, fmt::format("no variable matches {}", quote(patterns[p])), {},
                  fmt::format("--variables with one of: {}", listed(names, 6)));
  return places;
}

}  // namespace trammel::cli
