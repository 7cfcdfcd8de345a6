// report/terminal_plot.hpp: figures as text, for terminals.
#pragma once

#include <string>

#include "report/figure.hpp"

namespace trammel::report {

struct TerminalOptions {
  int width = 80, height = 14;  // characters, of each panel
  bool colour = false;          // escape sequences for colours
  bool unicode = true;          // Braille dots, 2 x 4 in each character; else letters, one per curve
};

std::string to_text(const Figure& figure, const TerminalOptions& options = {});

}  // namespace trammel::report
