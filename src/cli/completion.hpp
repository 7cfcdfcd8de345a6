// cli/completion.hpp: completion scripts, made from the options themselves, so that they never fall behind.
#pragma once

#include <string>
#include <string_view>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace trammel::cli {

// For bash, zsh or fish.
std::string completion(const CLI::App& app, std::string_view shell);

}  // namespace trammel::cli
