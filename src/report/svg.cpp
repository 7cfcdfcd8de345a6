#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "report/svg_layout.hpp"

namespace trammel::report {
namespace {

constexpr double size = 12;  // of text
constexpr double margin = 18, row = 20;
constexpr int colours = 7;  // after these, lines are dashed

constexpr const char* style = R"(<style>
text{font:12px system-ui,-apple-system,"Segoe UI","DejaVu Sans",Arial,sans-serif;fill:#222}
.t{font-size:14px;font-weight:600}.s{fill:#666}.m{text-anchor:middle}.e{text-anchor:end}
.b{fill:#fff}.f{fill:none;stroke:#999;stroke-width:1}.g{stroke:#e4e4e4;stroke-width:1}.k{stroke:#999;stroke-width:1}
.v{stroke:#888;stroke-width:1;stroke-dasharray:2 3}
.c{fill:none;stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}
.c0{stroke:#0072b2}.c1{stroke:#d55e00}.c2{stroke:#009e73}.c3{stroke:#aa4499}.c4{stroke:#c98a00}.c5{stroke:#3399dd}.c6{stroke:#444}
.p0{fill:#0072b2}.p1{fill:#d55e00}.p2{fill:#009e73}.p3{fill:#aa4499}.p4{fill:#c98a00}.p5{fill:#3399dd}.p6{fill:#444}
@media (prefers-color-scheme:dark){
text{fill:#e6e6e6}.s{fill:#a8a8a8}.b{fill:#16181c}.f,.k{stroke:#777}.g{stroke:#2d3036}
.c0{stroke:#4db3f0}.c1{stroke:#ff8a3d}.c2{stroke:#2fcb9b}.c3{stroke:#e58fd0}.c4{stroke:#f2c14e}.c5{stroke:#9ad4ff}.c6{stroke:#ccc}
.p0{fill:#4db3f0}.p1{fill:#ff8a3d}.p2{fill:#2fcb9b}.p3{fill:#e58fd0}.p4{fill:#f2c14e}.p5{fill:#9ad4ff}.p6{fill:#ccc}}
</style>
)";

constexpr const char* dashes[] = {"", "7 4", "2 3", "9 3 2 3"};

std::string dash(std::size_t curve) {
  const char* pattern = dashes[curve / colours % 4];
  return *pattern == '\0' ? "" : fmt::format(" stroke-dasharray=\"{}\"", pattern);
}

class SvgWriter {
 public:
  explicit SvgWriter(const Figure& figure) : figure_(figure) {}

  std::string run() {
    double y = margin;
    if (!figure_.title.empty()) {
      text(margin, y + 12, "t", shortened(figure_.title, figure_.width - 2 * margin, 14));
      y += 26;
    }
    left_ = margin + widest_label() + 10;
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) y = panel(i, y);
    const double height = y + 2;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} "
        "{1:.0f}\" role=\"img\">\n<title>{2}</title>\n{3}<rect class=\"b\" width=\"{0}\" height=\"{1:.0f}\" "
        "/>\n{4}</svg>\n",
        figure_.width, height, escaped(name()), style, body_);
  }

 private:
  std::string name() const {
    std::string all = shortened(figure_.title, 600, size);
    for (const Panel& panel : figure_.panels)
      for (const Curve& curve : panel.curves)
        if (all.size() < 300)
          all += (all.empty()                     ? ""
                  : &curve == panel.curves.data() ? ": "
                                                  : ", ") +
                 shortened(curve.label, 400, size);
    return all;
  }

  void text(double x, double y, const char* kind, const std::string& what) {
    fmt::format_to(std::back_inserter(body_), "<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x,
                   y, kind, escaped(what));
  }
  void line(double x0, double y0, double x1, double y1, const char* kind) {
    fmt::format_to(std::back_inserter(body_),
                   "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x0, y0,
                   x1, y1, kind);
  }

  double widest_label() const {
    double widest = 0;
    for (const Panel& panel : figure_.panels)
      for (const Tick& tick : Axis{y_range(panel), panel.log_y}.ticks(y_ticks()))
        widest = std::max(widest, text_width(tick.label, size));
    return widest;
  }
  int y_ticks() const { return std::max(2, figure_.panel_height / 45); }

  // Colour and name of each curve in one or several rows; one curve alone is named by its axis.
  double legend(const Panel& panel, double y) {
    const double right = figure_.width - margin;
    double x = left_;
    if (!panel.y_label.empty()) {
      const std::string label = shortened(panel.y_label, right - left_, size);
      text(x, y + size, "s", label);
      x += text_width(label, size) + 18;
    }
    if (panel.curves.size() < 2) return y + (panel.y_label.empty() ? 4 : row);
    for (std::size_t i = 0; i < panel.curves.size(); ++i) {
      const std::string label = shortened(panel.curves[i].label, 0.6 * (right - left_), size);
      const double wide = 26 + text_width(label, size) + 14;
      if (x > left_ && x + wide > right) {
        x = left_;
        y += row;
      }
      if (panel.curves[i].points)
        marker(x + 10, y + size - 4, i);
      else
        fmt::format_to(std::back_inserter(body_), "<path class=\"c c{}\"{} d=\"M{:.1f} {:.1f}h20\"/>\n",
                       i % colours, dash(i), x, y + size - 4);
      text(x + 26, y + size, "", label);
      x += wide;
    }
    return y + row;
  }

  double panel(std::size_t number, double y) {
    const Panel& panel = figure_.panels[number];
    if (!panel.title.empty()) {
      text(left_, y + size, "t", shortened(panel.title, figure_.width - left_ - margin, 14));
      y += row;
    }
    y = legend(panel, y);
    const double bottom = y + (panel.equal ? 1.4 : 1.0) * figure_.panel_height,
                 right = figure_.width - margin;
    Axis across{x_range(panel), panel.log_x, left_, right}, up{y_range(panel), panel.log_y, bottom, y};
    if (panel.equal) make_equal(across, up);
    // Panels that stand above one with the same axis leave its numbers to that one.
    const bool shared = number + 1 < figure_.panels.size() && same_axis(panel, figure_.panels[number + 1]);
    grid(across, up, !shared);
    clip(number, across, up);
    for (const double t : panel.marks)
      if (t >= across.range.low && t <= across.range.high) line(across(t), y, across(t), bottom, "v");
    for (std::size_t i = 0; i < panel.curves.size(); ++i) curve(panel.curves[i], i, across, up);
    body_ += "</g>\n";
    fmt::format_to(std::back_inserter(body_),
                   "<rect class=\"f\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                   left_, y, right - left_, bottom - y);
    if (shared) return bottom + 14;
    text((left_ + right) / 2, bottom + 34, "s m", shortened(panel.x_label, right - left_, size));
    return bottom + (panel.x_label.empty() ? 26 : 46);
  }

  static bool same_axis(const Panel& a, const Panel& b) {
    const Range ra = x_range(a), rb = x_range(b);
    return a.x_label == b.x_label && a.log_x == b.log_x && ra.low == rb.low && ra.high == rb.high &&
           !a.equal && b.title.empty();
  }

  // The axis whose numbers would stand wider apart gets a larger range, around the same middle.
  static void make_equal(Axis& across, Axis& up) {
    const double a = (across.range.high - across.range.low) / std::abs(across.to - across.from);
    const double b = (up.range.high - up.range.low) / std::abs(up.to - up.from);
    Axis& wider = a < b ? across : up;
    const double factor = a < b ? b / a : a / b, middle = (wider.range.low + wider.range.high) / 2,
                 half = factor * (wider.range.high - wider.range.low) / 2;
    wider.range = {middle - half, middle + half};
  }

  void grid(const Axis& across, const Axis& up, bool numbers) {
    for (const Tick& tick : up.ticks(y_ticks())) {
      line(left_, up(tick.value), across.to, up(tick.value), "g");
      if (!tick.label.empty()) text(left_ - 8, up(tick.value) + 4, "e", tick.label);
    }
    double free = -1e9;  // labels that would touch their neighbour are left out
    for (const Tick& tick : across.ticks(std::max(2, static_cast<int>((across.to - across.from) / 75)))) {
      const double x = across(tick.value), half = text_width(tick.label, size) / 2;
      line(x, up.to, x, up.from, "g");
      if (!numbers || tick.label.empty() || x - half < free) continue;
      line(x, up.from, x, up.from + 4, "k");
      text(std::min(x, figure_.width - 2 - half), up.from + 18, "m", tick.label);
      free = x + half + 4;
    }
  }

  void clip(std::size_t number, const Axis& across, const Axis& up) {
    fmt::format_to(std::back_inserter(body_),
                   "<clipPath id=\"a{0}\"><rect x=\"{1:.1f}\" y=\"{2:.1f}\" width=\"{3:.1f}\" "
                   "height=\"{4:.1f}\"/></clipPath>\n<g clip-path=\"url(#a{0})\">\n",
                   number, across.from, up.to, across.to - across.from, up.from - up.to);
  }

  // A shape of its own for each curve, so that colour is not needed to tell them apart.
  void marker(double x, double y, std::size_t i) {
    constexpr const char* shapes[] = {"m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z",
                                      "m-3.2 -3.2h6.4v6.4h-6.4z", "m0 -4.2l4 7h-8z",
                                      "m0 -4.6l4.6 4.6l-4.6 4.6l-4.6 -4.6z"};
    fmt::format_to(std::back_inserter(body_), "<path class=\"p{}\" d=\"M{:.1f} {:.1f}{}\"/>\n", i % colours,
                   x, y, shapes[i % 4]);
  }

  void curve(const Curve& curve, std::size_t i, const Axis& across, const Axis& up) {
    const auto pieces = places(curve, across, up);
    if (curve.points) {
      for (const auto& piece : pieces)
        for (const auto& [x, y] : piece) marker(x, y, i);
      return;
    }
    if (pieces.empty()) return;
    fmt::format_to(std::back_inserter(body_), "<path class=\"c c{}\"{} d=\"", i % colours, dash(i));
    for (const auto& piece : pieces) {
      // Tenths of a pixel, each point relative to the one before: half as long as absolute numbers. Far
      // outside is cut off anyway, and long numbers trouble some viewers.
      long last[2] = {0, 0};
      bool first = true;
      for (const auto& [x, y] : piece) {
        const long now[2] = {std::lround(10 * std::clamp(x, -9999.0, 9999.0)),
                             std::lround(10 * std::clamp(y, -9999.0, 99999.0))};
        if (!first && now[0] == last[0] && now[1] == last[1]) continue;
        const double dx = static_cast<double>(now[0] - last[0]) / 10,
                     dy = static_cast<double>(now[1] - last[1]) / 10;
        fmt::format_to(std::back_inserter(body_), "{}{:g}{}{:g}", first ? "M" : "l", dx, dy < 0 ? "" : " ",
                       dy);
        std::ranges::copy(now, last);
        first = false;
      }
      if (piece.size() == 1) body_ += "h.01";  // a dot
    }
    body_ += "\"/>\n";
  }

  const Figure& figure_;
  std::string body_;
  double left_ = 60;
};

// The length of the UTF-8 character at the begin of `text`, 0 if there is none.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80                      ? 1
                             : byte(0) >= 0xC2 && byte(0) < 0xE0 ? 2
                             : byte(0) >= 0xE0 && byte(0) < 0xF0 ? 3
                             : byte(0) >= 0xF0 && byte(0) < 0xF5 ? 4
                                                                 : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // overlong forms, surrogates, beyond Unicode
  if ((byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) > 0x9F) ||
      (byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) > 0x8F))
    return 0;
  return length;
}

}  // namespace

std::string to_svg(const Figure& figure) { return SvgWriter(figure).run(); }

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character(text);
    const auto first = static_cast<unsigned char>(text.front());
    if (length == 0 || (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F)
      result += "\xEF\xBF\xBD";
    else if (first == '&')
      result += "&amp;";
    else if (first == '<')
      result += "&lt;";
    else if (first == '>')
      result += "&gt;";
    else if (first == '"')
      result += "&quot;";
    else if (first == '\'')
      result += "&#39;";
    else
      result += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

}  // namespace trammel::report
