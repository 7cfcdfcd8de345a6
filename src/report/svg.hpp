// report/svg.hpp: figures as SVG: the one writer for plots, documents, benchmarks and published figures.
//
// Plain shapes and text, no scripts, no fonts of its own. Colours follow a palette that people with colour
// vision deficiencies can tell apart (Okabe and Ito), lighter on dark screens, where the viewer says so.
#pragma once

#include <string>
#include <string_view>

#include "report/figure.hpp"

namespace trammel::report {

std::string to_svg(const Figure& figure);

// Text that may hold anything, as it may stand in XML and HTML, between tags or in a quoted attribute. What
// is no UTF-8 and control characters, which XML forbids, become U+FFFD.
std::string escaped(std::string_view text);

}  // namespace trammel::report
