#include "base/error.hpp"

#include <fmt/format.h>

namespace trammel {
namespace {

std::string sentence(const std::string& message, const Where& where, const std::string& hint) {
  std::string text;
  if (!where.file.empty()) text += where.file + ":";
  if (where.line > 0) text += fmt::format("{}:", where.line);
  if (where.line > 0 && where.column > 0) text += fmt::format("{}:", where.column);
  if (!text.empty()) text += " ";
  text += message;
  if (where.time) text += fmt::format(" at t = {:.6g}", *where.time);
  if (!hint.empty()) text += (text.ends_with('?') ? " Try: " : ". Try: ") + hint;
  return text;
}

}  // namespace

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::syntax:
      return "syntax";
    case Kind::name:
      return "name";
    case Kind::structure:
      return "structure";
    case Kind::initialization:
      return "initialization";
    case Kind::integration:
      return "integration";
    case Kind::usage:
      return "usage";
    case Kind::io:
      return "io";
  }
  return "usage";
}

Error::Error(Kind what_kind, std::string what_message, Where culprits, std::string way_out)
    : std::runtime_error(sentence(what_message, culprits, way_out)), kind(what_kind),
      message(std::move(what_message)), where(std::move(culprits)), hint(std::move(way_out)) {}

}  // namespace trammel
