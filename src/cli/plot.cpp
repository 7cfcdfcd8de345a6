#include "cli/plot.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/terminal.hpp"
#include "pipeline/observe.hpp"
#include "report/file.hpp"
#include "report/labels.hpp"
#include "report/plot_text.hpp"
#include "report/png.hpp"
#include "report/svg.hpp"
#include "report/table.hpp"
#include "report/terminal_plot.hpp"

namespace trammel::cli {
namespace {

constexpr std::size_t most_plotted = 20'000, most_marks = 200;

// A logarithmic axis shows positive values only: say so rather than draw an empty panel.
void check_positive(const report::Curve& curve, const std::vector<double>& values, const char* option) {
  if (std::ranges::any_of(values, [](double value) { return value > 0; })) return;
  throw Error(Kind::usage,
              fmt::format("{} cannot show {}: it is nowhere positive", option, quote(curve.label)), {},
              fmt::format("leave {} out", option));
}

report::TerminalOptions terminal_options() {
  report::TerminalOptions options;
  winsize window = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 20)
    options.width = std::min<int>(window.ws_col - 1, 120);
  std::string locale;  // the first that is set counts
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = std::getenv(name); locale.empty() && value != nullptr) locale = value;
  options.unicode = locale.find("UTF-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  options.colour = colours(STDOUT_FILENO);
  return options;
}

report::Figure figure_of(const Arguments& arguments, const std::string& title, const report::Units& units,
                         const solution::Solution& run) {
  std::vector<std::vector<report::Wish>> wishes;
  std::vector<std::string> names;
  const auto want = [&](const std::string& name) {
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const std::string& text : arguments.plots) {
    wishes.push_back(report::read_plot(text, run.variables));
    for (const report::Wish& wish : wishes.back()) {
      want(wish.x);
      want(wish.y);
    }
  }
  const report::Table table = report::tabulate(run, most_plotted, names);
  report::Figure figure{.title = title, .panels = {}};
  if (arguments.plots.size() > 1) figure.panel_height = 190;
  for (const std::vector<report::Wish>& panel : wishes) {
    figure.panels.push_back(report::panel_of(panel, table, units));
    const bool over_time =
        std::ranges::all_of(panel, [](const report::Wish& wish) { return wish.x.empty(); });
    if (over_time && run.events.size() <= most_marks)
      for (const solution::Event& event : run.events) figure.panels.back().marks.push_back(event.time);
    figure.panels.back().log_x = arguments.log_x;
    figure.panels.back().log_y = arguments.log_y;
    for (const report::Curve& curve : figure.panels.back().curves) {
      if (arguments.log_x) check_positive(curve, curve.x, "--log-x");
      if (arguments.log_y) check_positive(curve, curve.y, "--log-y");
    }
  }
  return figure;
}

}  // namespace

bool is_picture(const std::string& path) { return path.ends_with(".svg") || path.ends_with(".png"); }

void check_plots(const Arguments& arguments, const model::Dae& dae) {
  const std::vector<std::string> names = pipeline::reported(dae).names;
  for (const std::string& text : arguments.plots) report::read_plot(text, names);
}

std::string plot(const Arguments& arguments, const std::string& title, const report::Units& units,
                 const solution::Solution& run) {
  const report::Figure figure = figure_of(arguments, title, units, run);
  if (!is_picture(arguments.output)) return report::to_text(figure, terminal_options());
  const std::string svg = report::to_svg(figure);
  if (arguments.output.ends_with(".png"))
    report::write_png(arguments.output, svg);
  else
    report::write_file(arguments.output, [&](const report::Sink& sink) { sink(svg); });
  return "";
}

}  // namespace trammel::cli
