// cli/version.hpp: the version as the build says it.
#pragma once

#include <string_view>

namespace trammel::cli {

inline constexpr std::string_view version = TRAMMEL_VERSION;

}  // namespace trammel::cli
