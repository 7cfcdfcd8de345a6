#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "report/bundle.hpp"
#include "report/svg.hpp"

namespace trammel::report {
namespace {

std::string base64(const std::vector<unsigned char>& bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t group = static_cast<std::uint32_t>(bytes[i]) << 16 |
                                (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0) |
                                (left > 2 ? static_cast<std::uint32_t>(bytes[i + 2]) : 0);
    for (std::size_t k = 0; k < 4; ++k) text += k <= left ? digits[(group >> (18 - 6 * k)) & 63] : '=';
  }
  return text;
}

template <class Word, class Number>
std::string packed(Vec values) {
  std::vector<unsigned char> bytes;
  bytes.reserve(values.size() * sizeof(Word));
  for (const double value : values) {
    const auto word = std::bit_cast<Word>(static_cast<Number>(value));
    for (std::size_t k = 0; k < sizeof(Word); ++k)
      bytes.push_back(static_cast<unsigned char>(word >> (8 * k)));
  }
  return base64(bytes);
}

}  // namespace

std::string packed32(Vec values) { return packed<std::uint32_t, float>(values); }
std::string packed64(Vec values) { return packed<std::uint64_t, double>(values); }

Json packed_curve(Vec values) {
  constexpr double much = 1e37, little = 1e-30, steady = 1e-2;  // floats: 1.2e-38 to 3.4e38, 24 bits
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const double size = std::max(std::abs(low), std::abs(high)), spread = high - low;
  const bool fits = size < much && (size > little || size == 0);
  if (!(low <= high) || (fits && (low == high || spread > steady * size))) return packed32(values);
  const double base = spread > steady * size ? 0 : low + spread / 2;
  const double half = std::max(high - base, base - low);
  const double scale = half > 0 ? std::ldexp(1.0, std::clamp(std::ilogb(half), -1022, 1022)) : 1.0;
  std::vector<double> parts(values.begin(), values.end());
  for (double& part : parts) part = (part - base) / scale;
  return {{"base", base}, {"scale", scale}, {"data", packed32(parts)}};
}

void write_page(const std::string& title, const Json& data, const Sink& sink) {
  std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;  // "<" stands in strings only, where it may be written as an escape
  safe.reserve(text.size() + 1024);
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  sink(fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "img-src "
      "data: blob:; script-src 'sha256-{}'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" "
      "content=\"light dark\">\n<title>{}</title>\n<style>",
      bundle_hash, escaped(title.size() > 200 ? title.substr(0, 200) + "…" : title)));
  sink(bundle_style);
  sink(
      "</style>\n</head>\n<body>\n<noscript>This report shows its plots and equations with JavaScript, which "
      "is "
      "switched off.</noscript>\n<main id=\"report\"></main>\n<script type=\"application/json\" "
      "id=\"data\">");
  sink(safe);
  sink("</script>\n<script>");
  sink(bundle_script);
  sink("</script>\n</body>\n</html>\n");
}

}  // namespace trammel::report
