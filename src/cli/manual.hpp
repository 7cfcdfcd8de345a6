// cli/manual.hpp: the manual page, made from the options themselves.
#pragma once

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace trammel::cli {

std::string manual_page(const CLI::App& app);  // in the language of man

}  // namespace trammel::cli
