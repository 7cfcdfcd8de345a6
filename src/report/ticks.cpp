#include "report/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace trammel::report {
namespace {

constexpr const char* superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

std::string power_of_ten(int exponent) {
  std::string text = "10";
  if (exponent < 0) text += "⁻";
  for (const char digit : std::to_string(std::abs(exponent))) text += superscripts[digit - '0'];
  return text;
}

std::string with_minus(std::string text) {
  if (text.starts_with("-")) text = "−" + text.substr(1);
  return text;
}

// The exponent in `text` ("1.5e-07") as a power of ten.
std::string typeset(const std::string& text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return with_minus(text);
  const std::string mantissa = text.substr(0, e);
  std::string power = power_of_ten(std::atoi(text.c_str() + e + 1));
  if (mantissa == "1") return power;
  if (mantissa == "-1") return "−" + power;
  return with_minus(mantissa) + "×" + power;
}

}  // namespace

std::string pretty_number(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value > 0 ? "∞" : "−∞";
  if (value == 0) return "0";
  return typeset(fmt::format("{:.{}g}", value, digits));
}

std::vector<Tick> linear_ticks(const Range& range, int wanted) {
  const double length = range.high - range.low;
  if (!(length > 0) || !std::isfinite(length)) return {};
  const double raw = length / std::max(wanted, 1);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  double step = power;  // the nearest of them
  for (const double factor : {2.0, 5.0, 10.0})
    if (std::abs(std::log(factor * power / raw)) < std::abs(std::log(step / raw)) - 1e-9)
      step = factor * power;
  // Digits after the leading one of the largest number that tell neighbours apart.
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  const int exponent = static_cast<int>(std::floor(std::log10(largest)));
  const int step_exponent = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  const int significant = std::clamp(exponent - step_exponent + 1, 1, 12);
  const bool plain = exponent < 5 && step_exponent > -5;
  std::vector<Tick> ticks;
  const double first = std::ceil(range.low / step - 1e-9), last = std::floor(range.high / step + 1e-9);
  for (double k = first; k <= last && ticks.size() < 100; ++k) {
    const double value = k == 0 ? 0 : k * step;
    std::string text = value == 0 ? "0"
                       : plain    ? fmt::format("{:.{}f}", value, std::max(-step_exponent, 0))
                                  : fmt::format("{:.{}g}", value, significant);
    ticks.push_back({value, typeset(text)});
  }
  return ticks;
}

std::vector<Tick> log_ticks(const Range& range, int wanted) {
  if (!(range.low > 0) || !(range.high > range.low)) return {};
  const int first = static_cast<int>(std::ceil(std::log10(range.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(range.high) + 1e-9));
  const int decades = last - first + 1;
  if (decades < 2) {  // less than two powers of ten: numbers as on a linear axis
    std::vector<Tick> ticks = linear_ticks(range, wanted);
    std::erase_if(ticks, [](const Tick& tick) { return !(tick.value > 0); });
    return ticks;
  }
  const int every = std::max(1, (decades + wanted - 1) / std::max(wanted, 1));
  std::vector<Tick> ticks;
  for (int k = first - 1; k <= last; ++k) {
    const double power = std::pow(10, k);
    const bool named = (k - first) % every == 0;
    if (k >= first && (named || every <= 3))
      ticks.push_back({power, named ? (k == 0 ? "1" : k == 1 ? "10" : power_of_ten(k)) : ""});
    if (every == 1 && decades <= 8)
      for (int factor = 2; factor <= 9; ++factor)
        if (factor * power > range.low && factor * power < range.high) ticks.push_back({factor * power});
  }
  return ticks;
}

}  // namespace trammel::report
