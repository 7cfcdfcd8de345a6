#pragma once
#include <cstdlib>

namespace trammel {

// Whether everything is to be run, not only the part that every push must pass (`make thorough`).
inline bool thorough() { return std::getenv("TRAMMEL_THOROUGH") != nullptr; }

}  // namespace trammel
