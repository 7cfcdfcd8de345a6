// base/sha256.hpp: content hashes for cache keys. Keys come from untrusted models, so collisions must not be
// makeable.
#pragma once

#include <string>
#include <string_view>

namespace trammel {

std::string sha256(std::string_view bytes);  // 64 hexadecimal digits. [FIPS 180-4]

}  // namespace trammel
