// report/png.hpp: pictures as PNG, by a converter that is installed.
#pragma once

#include <string>

namespace trammel::report {

// Writes the SVG text as PNG, twice as fine as its size says. Converters: rsvg-convert, inkscape, magick.
// Throws an Error of kind io where none is installed or it fails; no file is left then.
void write_png(const std::string& path, const std::string& svg);

}  // namespace trammel::report
