// report/bundle.hpp: scripts and style of reports, put into the program by the build from web/dist.
#pragma once

#include <string_view>

namespace trammel::report {

extern const std::string_view bundle_script, bundle_style, bundle_hash;  // hash: sha256 of the script, base64

}  // namespace trammel::report
