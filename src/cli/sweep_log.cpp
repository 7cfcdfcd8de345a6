#include "cli/sweep_log.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace trammel::cli {
namespace {

constexpr std::size_t seal_size = 9;  // a comma and eight digits

std::string seal_of(std::string_view body) {  // FNV-1a of 32 bits
  std::uint32_t hash = 2166136261u;
  for (const char c : body) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return fmt::format(",{:08x}", hash);
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (wrong != std::errc() || end == text.data() + text.size() || *end != ',') return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return true;
}

// A line without its end; none if it is damaged.
std::optional<LogLine> read_line(std::string_view text, std::uint64_t at) {
  if (text.size() <= seal_size) return {};
  std::string_view body = text.substr(0, text.size() - seal_size);
  if (seal_of(body) != text.substr(body.size())) return {};
  LogLine line{.at = at};
  line.names = body.starts_with("names,");
  if (line.names)
    body.remove_prefix(6);
  else if (!take_number(body, line.run))
    return {};
  if (!take_number(body, line.set)) return {};
  line.rest = body;
  return line;
}

}  // namespace

std::string sealed(std::string_view body) { return std::string(body) + seal_of(body) + "\n"; }

std::uint64_t read_log(const std::string& path, const std::function<void(const LogLine&)>& take) {
  std::ifstream file(path, std::ios::binary);
  std::uint64_t at = 0;
  for (std::string text; std::getline(file, text) && !file.eof(); at += text.size() + 1)
    if (const auto line = read_line(text, at)) take(*line);
  return at;
}

LogLine LogReader::at(std::uint64_t offset) {
  if (offset != at_) file_.seekg(static_cast<std::streamoff>(offset));
  std::getline(file_, text_);
  at_ = offset + text_.size() + 1;
  return read_line(text_, offset).value_or(LogLine{});
}

std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool inside = false;
  for (const char c : line) {
    if (c == '"') inside = !inside;
    if (c == ',' && !inside)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

}  // namespace trammel::cli
