// base/error.hpp: the one exception type of Trammel.
//
// Two channels only: misuse and impossible models throw Error; what a solver must expect (a diverging Newton
// iteration, a tiny step) is a returned value and never an exception.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace trammel {

enum class Kind { syntax, name, structure, initialization, integration, usage, io };
std::string_view name(Kind kind);

// The culprits and their place; fields that do not apply stay empty.
struct Where {
  std::vector<std::string> equations = {};
  std::vector<std::string> variables = {};
  std::string file = {};
  int line = 0;
  int column = 0;
  std::optional<double> time = {};
};

// what() is "file:line:column: message. Try: hint."; the parts stay available for reports and JSON.
class Error : public std::runtime_error {
 public:
  Error(Kind what_kind, std::string what_message, Where culprits = {}, std::string way_out = {});

  Kind kind;
  std::string message;
  Where where;
  std::string hint;
};

}  // namespace trammel
