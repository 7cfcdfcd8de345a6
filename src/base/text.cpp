#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace trammel {
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

}  // namespace trammel
