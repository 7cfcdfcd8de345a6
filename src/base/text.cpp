#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace trammel {
namespace {

// Edit distance with transpositions, given up above `most`.
int distance(std::string_view a, std::string_view b, int most) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  if (std::abs(n - m) > most) return most + 1;
  std::vector<int> before(m + 1), last(m + 1), row(m + 1);
  for (int j = 0; j <= m; ++j) last[j] = j;
  for (int i = 1; i <= n; ++i) {
    row[0] = i;
    int smallest = i;
    for (int j = 1; j <= m; ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
      smallest = std::min(smallest, row[j]);
    }
    if (smallest > most) return most + 1;
    before = last;
    last = row;
  }
  return last[m];
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

}  // namespace
namespace {

constexpr std::size_t longest_shown = 80;

// Moves `at` to the next start of a UTF-8 character, so that a cut never leaves half of one.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

}  // namespace

std::string quote(std::string_view name) {
  std::string shown;
  if (name.size() > longest_shown) {
    const std::size_t head = character_start(name, longest_shown / 2);
    const std::size_t tail = character_start(name, name.size() - longest_shown / 4);
    shown = std::string(name.substr(0, head)) + "..." + std::string(name.substr(tail));
  } else {
    shown = name;
  }
  std::string text = "'";
  for (const char c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      text += c;
  }
  return text + "'";
}

std::string listed(const std::vector<std::string>& items, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(most, items.size());
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  if (shown < items.size()) text += fmt::format(", ... ({} more)", items.size() - shown);
  return text;
}

std::string counted(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

const std::string* nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.size() > 64) return nullptr;
  const int most = name.size() <= 2 ? 1 : name.size() <= 5 ? 2 : 3;
  const std::string* best = nullptr;
  int best_cost = 2 * most + 2;
  const std::string small = lower(name);
  for (const std::string& candidate : candidates) {
    if (candidate == name) continue;
    // Letters of the wrong case count half as much as wrong letters.
    const int exact = distance(name, candidate, most), any = distance(small, lower(candidate), most);
    const bool begins = name.starts_with(candidate) || candidate.starts_with(name);
    const int cost = std::min(2 * exact, 2 * any + 1) - (begins ? 1 : 0);
    const bool all_wrong = any >= static_cast<int>(std::max(name.size(), candidate.size()));
    if (std::min(exact, any) <= most && !all_wrong && cost < best_cost) {
      best = &candidate;
      best_cost = cost;
    }
  }
  return best;
}

}  // namespace trammel
