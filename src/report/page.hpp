// report/page.hpp: one HTML file that holds all it needs: data as JSON, the scripts that show it, their
// style.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/span.hpp"
#include "report/csv.hpp"

namespace trammel::report {

using Json = nlohmann::ordered_json;

// The whole file. Nothing in the data can end the script element that it stands in. The file forbids itself
// every connection, and scripts other than its own (Content-Security-Policy).
void write_page(const std::string& title, const Json& data, const Sink& sink);

// Numbers as the browser reads them without parsing: little-endian, base64.
std::string packed32(Vec values);
std::string packed64(Vec values);
// A curve. Floats where they show it as it is; where it changes by little compared with its size, or is beyond
// the range of floats, {"base", "scale", "data"}: base + scale * data.
Json packed_curve(Vec values);

}  // namespace trammel::report
