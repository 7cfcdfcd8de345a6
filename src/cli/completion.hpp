// cli/completion.hpp: completion scripts, made from the options themselves, so that they never fall behind.
#pragma once

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace trammel::cli {

std::string bash_completion(const CLI::App& app);

}  // namespace trammel::cli
