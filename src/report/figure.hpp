// report/figure.hpp: a figure as data: panels of curves. Writers (svg.hpp, terminal_plot.hpp) draw it.
#pragma once

#include <string>
#include <vector>

namespace trammel::report {

struct Curve {
  std::string label;
  std::vector<double> x, y;  // a value that is no finite number interrupts the line
  bool points = false;       // marks instead of a line
};

struct Panel {
  std::string title = {};  // above the panel, where there is one
  std::string x_label = {}, y_label = {};
  bool log_x = false, log_y = false;
  bool equal = false;  // one unit is as long in x as in y
  std::vector<Curve> curves = {};
  std::vector<double> marks = {};  // vertical lines: events
};

struct Figure {
  std::string title = {};
  std::vector<Panel> panels = {};
  int width = 720, panel_height = 250;
};

// The range of a panel's axis over all its curves; logarithmic axes see positive values only. An empty or
// single-valued range is widened. `padded`: a little wider than the data.
struct Range {
  double low = 0, high = 1;
};
Range x_range(const Panel& panel);
Range y_range(const Panel& panel);

}  // namespace trammel::report
