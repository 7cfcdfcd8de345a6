#include "report/terminal_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/svg_layout.hpp"

namespace trammel::report {
namespace {

constexpr int codes[] = {36, 33, 32, 35, 34, 31, 37};
constexpr const char* plot_letters = "*o+x#@%&";

// Control characters in names would move the terminal's cursor.
std::string harmless(const std::string& text) {
  std::string result;
  for (const char c : text) result += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  return shortened(result, 30 * 0.57, 1);
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Numbers without minus signs and powers that only Unicode has, where that is not shown.
std::vector<Tick> readable(std::vector<Tick> ticks, const TerminalOptions& options) {
  for (Tick& tick : ticks)
    if (!options.unicode && characters(tick.label) != tick.label.size())
      tick.label = fmt::format("{:.6g}", tick.value);
  return ticks;
}

class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), height_(height), dots_(static_cast<std::size_t>(width * height)),
        owner_(dots_.size(), -1) {}

  // A line in dots, 2 per character across and 4 down.
  void line(Place a, Place b, int curve) {
    const double steps = std::max({std::abs(b.first - a.first), std::abs(b.second - a.second), 1.0});
    const int n = static_cast<int>(std::min(std::ceil(steps), 4000.0));
    for (int k = 0; k <= n; ++k)
      dot(a.first + (b.first - a.first) * k / n, a.second + (b.second - a.second) * k / n, curve);
  }
  void dot(double x, double y, int curve) {
    const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(y));
    if (column < 0 || column >= 2 * width_ || row < 0 || row >= 4 * height_) return;
    constexpr int bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};  // of U+2800
    const auto at = static_cast<std::size_t>(row) / 4 * width_ + column / 2;
    dots_[at] |= bits[row % 4][column % 2];
    owner_[at] = curve;
  }
  std::string row(int i, const TerminalOptions& options) const {
    std::string text;
    for (int j = 0; j < width_; ++j) {
      const auto at = static_cast<std::size_t>(i) * width_ + j;
      if (owner_[at] < 0) {
        text += ' ';
      } else if (!options.unicode) {
        text += plot_letters[owner_[at] % 8];
      } else {
        const int code = 0x2800 + dots_[at];
        std::string glyph = {static_cast<char>(0xE2), static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
                             static_cast<char>(0x80 | (code & 0x3F))};
        text += options.colour ? fmt::format("\x1b[{}m{}\x1b[0m", codes[owner_[at] % 7], glyph) : glyph;
      }
    }
    return text.substr(0, text.find_last_not_of(' ') + 1);
  }

 private:
  int width_, height_;
  std::vector<int> dots_, owner_;
};

std::string legend(const Panel& panel, const TerminalOptions& options) {
  std::string text = panel.title.empty() ? "" : harmless(panel.title) + "  ";
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    std::string name = harmless(panel.curves[i].label);
    if (!options.unicode) name = fmt::format("{} {}", plot_letters[i % 8], name);
    text +=
        (i > 0 ? "  " : "") + (options.colour ? fmt::format("\x1b[{}m{}\x1b[0m", codes[i % 7], name) : name);
  }
  return text;
}

std::string draw(const Panel& panel, const TerminalOptions& options) {
  Axis across{x_range(panel), panel.log_x}, up{y_range(panel), panel.log_y};
  const std::vector<Tick> rows = readable(up.ticks(std::max(2, options.height / 3)), options);
  std::size_t margin = 1;
  for (const Tick& tick : rows) margin = std::max(margin, characters(tick.label));
  const int width = std::max(options.width - static_cast<int>(margin) - 2, 10);
  across.to = 2 * width - 1;
  up.from = 4 * options.height - 1;
  up.to = 0;
  Canvas canvas(width, options.height);
  for (std::size_t i = 0; i < panel.curves.size(); ++i)
    for (const std::vector<Place>& piece : places(panel.curves[i], across, up))
      for (std::size_t k = 0; k < piece.size(); ++k)
        if (panel.curves[i].points || piece.size() == 1)
          canvas.dot(piece[k].first, piece[k].second, static_cast<int>(i));
        else if (k > 0)
          canvas.line(piece[k - 1], piece[k], static_cast<int>(i));

  const char* bar = options.unicode ? "│" : "|";
  const char* tee = options.unicode ? "┤" : "+";
  std::string text = std::string(margin + 2, ' ') + legend(panel, options) + "\n";
  for (int i = 0; i < options.height; ++i) {
    const auto here = std::ranges::find_if(rows, [&](const Tick& tick) {
      return static_cast<int>(up(tick.value)) / 4 == i && !tick.label.empty();
    });
    const std::string label = here == rows.end() ? "" : here->label;
    text += std::string(margin - characters(label), ' ') + label + " " + (label.empty() ? bar : tee);
    text += canvas.row(i, options) + "\n";
  }
  std::string rule;
  std::vector<int> marks;
  std::string numbers;
  std::size_t used = 0;  // columns of `numbers`
  for (const Tick& tick : readable(across.ticks(std::max(2, width / 12)), options)) {
    const int column = static_cast<int>(across(tick.value)) / 2;
    marks.push_back(column);
    const std::size_t length = characters(tick.label);
    const std::size_t middle = margin + 2 + static_cast<std::size_t>(column);
    const std::size_t begin = middle >= length / 2 ? middle - length / 2 : 0;
    if (length == 0 || (used > 0 && begin <= used)) continue;
    numbers += std::string(begin - used, ' ') + tick.label;
    used = begin + length;
  }
  for (int j = 0; j < width; ++j)
    rule += std::ranges::find(marks, j) != marks.end() ? (options.unicode ? "┬" : "+")
                                                       : (options.unicode ? "─" : "-");
  text += std::string(margin + 1, ' ') + (options.unicode ? "└" : "+") + rule + "\n" + numbers + "\n";
  if (!panel.x_label.empty()) {
    const std::string label = harmless(panel.x_label);
    const std::size_t begin =
        margin + 2 + (static_cast<std::size_t>(width) - std::min<std::size_t>(characters(label), width)) / 2;
    text += std::string(begin, ' ') + label + "\n";
  }
  return text;
}

}  // namespace

std::string to_text(const Figure& figure, const TerminalOptions& options) {
  std::string text;
  for (const Panel& panel : figure.panels) text += draw(panel, options);
  return text;
}

}  // namespace trammel::report
