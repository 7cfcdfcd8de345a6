// modelica/text_builtins.cpp: String(x, ..): numbers, Booleans and literals as they are printed [MLS36, 3.7.1].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "base/text.hpp"
#include "modelica/builtins.hpp"

namespace trammel::modelica {
namespace {

constexpr std::int64_t longest_text = 1000;

// What a format of C may say here: flags, width, precision and one of the conversions of its type.
bool allowed(const std::string& format, const char* conversions) {
  std::size_t at = format.starts_with('%') ? 1 : 0;
  at = std::min(format.find_first_not_of("-+ #0", at), format.size());
  const auto digits = [&] {
    const std::size_t end = std::min(format.find_first_not_of("0123456789", at), format.size());
    const bool few = end - at <= 3;
    at = end;
    return few;
  };
  if (!digits()) return false;
  if (at < format.size() && format[at] == '.' && (++at, !digits())) return false;
  return at + 1 == format.size() && std::string_view(conversions).find(format[at]) != std::string_view::npos;
}

}  // namespace

Value Builtins::shown_as_text() {
  if (e.args.empty()) fail("String takes 1 to 4 arguments, not 0");
  const Restore<bool> numbers(in.numeric_, true);  // no text changes during the run
  const Value v = in.evaluate(*e.args[0], scope);
  if (v.base == Base::record && !in.is_number(v) && !in.in_function() && !in.for_effect_)
    fail("String needs a value that is known before the run");
  if (v.base == Base::record && v.type)
    if (std::optional<Value> text = in.operated(*v.type, "'String'", e, scope)) return std::move(*text);
  if (e.args.size() > 4) fail(fmt::format("String takes 1 to 4 arguments, not {}", e.args.size()));
  std::optional<Value> digits, width, left, format;
  const auto option = [&](const std::string& name) -> std::optional<Value>* {
    return name == "significantDigits" && v.base == Base::real ? &digits
           : name == "minimumLength"                           ? &width
           : name == "leftJustified"                           ? &left
           : name == "format" && v.numeric()                   ? &format
                                                               : nullptr;
  };
  std::vector<std::optional<Value>*> places = {&width, &left};
  if (v.base == Base::real) places.insert(places.begin(), &digits);
  for (std::size_t k = 1; k < e.args.size(); ++k) {
    Value given = in.number(*e.args[k], scope);
    if (k == 1 && given.base == Base::text && v.numeric())
      format = std::move(given);
    else if (k <= places.size())
      *places[k - 1] = std::move(given);
    else
      fail(fmt::format("String takes {} arguments here, not {}", places.size() + 1, e.args.size()));
  }
  if (e.more)
    for (const Named& named : e.more->named) {
      std::optional<Value>* place = option(named.name);
      if (place == nullptr)
        fail(fmt::format("String of {} has no argument {}", type_name(v), quote(named.name)),
             "minimumLength, leftJustified, of a Real significantDigits, and format are");
      *place = in.number(*named.value, scope);
    }
  const auto whole = [&](const std::optional<Value>& given, std::int64_t otherwise, const char* name) {
    if (!given) return otherwise;
    const bool fits = given->base == Base::integer && given->scalar() && g().is_constant(given->data[0]);
    if (!fits || g().value(given->data[0]) < 0 || g().value(given->data[0]) > longest_text)
      fail(fmt::format("{} of String must be an Integer from 0 to {}", name, longest_text));
    return static_cast<std::int64_t>(g().value(given->data[0]));
  };
  const std::int64_t precision = whole(digits, 6, "significantDigits"),
                     least = whole(width, 0, "minimumLength");
  if (left && (left->base != Base::boolean || !left->scalar() || !g().is_constant(left->data[0])))
    fail("leftJustified of String must be a Boolean that is known before the run");
  const bool unknown = !v.scalar() || v.base == Base::record || !g().is_constant(v.data[0]) ||
                       (v.base == Base::text && !session().knows_text(v.data[0]));
  if (unknown && v.scalar() && v.base != Base::record && (in.in_function() || in.for_effect_))
    return scalar_of(Base::text, session().unknown_text("..."));  // a part of a message
  if (unknown) fail("String needs a value that is known before the run");
  const double x = g().value(v.data[0]);
  std::string text;
  if (format) {
    if (format->base != Base::text || !format->scalar()) fail("format of String must be a String");
    std::string pattern = session().text(format->data[0]);
    if (!allowed(pattern, v.base == Base::integer ? "dioxXuc" : "eEfFgGaA"))
      fail(fmt::format("{} is no format for {}", quote(pattern), type_name(v)),
           "write it as in \"6.3f\" or \"d\"");
    if (!pattern.starts_with('%')) pattern.insert(0, "%");
    std::vector<char> buffer(2500);
    if (v.base == Base::integer)
      std::snprintf(buffer.data(), buffer.size(), pattern.c_str(), static_cast<int>(x));
    else
      std::snprintf(buffer.data(), buffer.size(), pattern.c_str(), x);
    text = buffer.data();
  } else {
    text = v.base == Base::text                    ? session().text(v.data[0])
           : v.base == Base::boolean               ? (x != 0 ? "true" : "false")
           : v.base == Base::enumeration && v.type ? v.type->literals.at(static_cast<std::size_t>(x) - 1)
           : v.base == Base::real ? fmt::format("{:.{}g}", x, std::max<std::int64_t>(precision, 1))
                                  : fmt::format("{:.0f}", x);
  }
  const std::size_t missing =
      static_cast<std::size_t>(std::max<std::int64_t>(least - static_cast<std::int64_t>(text.size()), 0));
  const bool before = left && g().value(left->data[0]) == 0;
  text = before ? std::string(missing, ' ') + text : text + std::string(missing, ' ');
  return scalar_of(Base::text, session().text(text));
}

}  // namespace trammel::modelica
