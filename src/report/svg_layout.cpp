#include "report/svg_layout.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::report {

double Axis::operator()(double value) const {
  const double part = log ? std::log(value / range.low) / std::log(range.high / range.low)
                          : (value - range.low) / (range.high - range.low);
  return from + part * (to - from);
}

double text_width(const std::string& text, double size) {
  double width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;  // goes on with a character
    width += c == '.' || c == ',' || c == 'i' || c == 'l' || c == '(' || c == ')' || c == '[' || c == ']'
                 ? 0.36
             : c >= 'A' && c <= 'Z' ? 0.68
                                    : 0.62;
  }
  return width * size;
}

std::string shortened(const std::string& text, double width, double size) {
  if (text.size() < 12 || text_width(text, size) <= width) return text;
  const auto half = static_cast<std::size_t>(std::max(4.0, width / size / 0.57 / 2 - 1));
  std::string head, tail;
  std::vector<std::size_t> starts;  // of characters
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) starts.push_back(i);
  if (starts.size() <= 2 * half) return text;
  return text.substr(0, starts[half]) + "…" + text.substr(starts[starts.size() - half]);
}

namespace {

// The part of a line that lies on one column of pixels matters by its first, lowest, highest and last point.
// A curve that turns back, as phase plots do, starts a new column each time.
std::vector<Place> thinned(const std::vector<Place>& line) {
  if (line.size() < 3) return line;
  constexpr double pixel = 0.7;
  std::vector<Place> result = {line.front()};
  std::size_t i = 1;
  while (i < line.size()) {
    const double column = std::floor(line[i].first / pixel);
    std::size_t end = i, low = i, high = i;
    while (end < line.size() && std::floor(line[end].first / pixel) == column) {
      if (line[end].second < line[low].second) low = end;
      if (line[end].second > line[high].second) high = end;
      ++end;
    }
    std::size_t chosen[4] = {i, std::min(low, high), std::max(low, high), end - 1};
    for (std::size_t k = 0; k < 4; ++k)
      if (k == 0 || chosen[k] > chosen[k - 1]) result.push_back(line[chosen[k]]);
    i = end;
  }
  return result;
}

}  // namespace

std::vector<std::vector<Place>> places(const Curve& curve, const Axis& x, const Axis& y) {
  std::vector<std::vector<Place>> pieces(1);
  for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
    const bool drawable = std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]) &&
                          (!x.log || curve.x[i] > 0) && (!y.log || curve.y[i] > 0);
    if (drawable)
      pieces.back().emplace_back(x(curve.x[i]), y(curve.y[i]));
    else if (!pieces.back().empty())
      pieces.emplace_back();
  }
  if (pieces.back().empty()) pieces.pop_back();
  if (!curve.points)
    for (std::vector<Place>& piece : pieces) piece = thinned(piece);
  return pieces;
}

}  // namespace trammel::report
