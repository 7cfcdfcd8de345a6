#include "modelica/lexer.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::modelica {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The length of the UTF-8 character at `at`, or 0 if there is none: overlong forms and surrogates are
// refused.
std::size_t character(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) -> unsigned {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0u;
  };
  const unsigned b = byte(0);
  const auto tail = [&](std::size_t n) {
    for (std::size_t k = 1; k < n; ++k)
      if ((byte(k) & 0xC0) != 0x80) return std::size_t{0};
    return n;
  };
  if (b < 0x80) return 1;
  if (b >= 0xC2 && b <= 0xDF) return tail(2);
  if (b >= 0xE0 && b <= 0xEF) {
    if ((b == 0xE0 && byte(1) < 0xA0) || (b == 0xED && byte(1) > 0x9F)) return 0;
    return tail(3);
  }
  if (b >= 0xF0 && b <= 0xF4) {
    if ((b == 0xF0 && byte(1) < 0x90) || (b == 0xF4 && byte(1) > 0x8F)) return 0;
    return tail(4);
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

// Old files are in ISO 8859-1, where every byte is the number of its character.
std::string from_latin(std::string_view text) {
  std::string result;
  result.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) result += static_cast<char>(0xC0 | byte >> 6);
    result += byte < 0x80 ? c : static_cast<char>(0x80 | (byte & 0x3F));
  }
  return result;
}

}  // namespace

bool is_keyword(std::string_view word) {
  static const std::unordered_set<std::string_view> words = {
      "algorithm", "and",         "annotation",    "block",     "break",       "class",    "connect",
      "connector", "constant",    "constrainedby", "der",       "discrete",    "each",     "else",
      "elseif",    "elsewhen",    "encapsulated",  "end",       "enumeration", "equation", "expandable",
      "extends",   "external",    "false",         "final",     "flow",        "for",      "function",
      "if",        "import",      "impure",        "in",        "initial",     "inner",    "input",
      "loop",      "model",       "not",           "operator",  "or",          "outer",    "output",
      "package",   "parameter",   "partial",       "protected", "public",      "pure",     "record",
      "redeclare", "replaceable", "return",        "stream",    "then",        "true",     "type",
      "when",      "while",       "within"};
  return words.contains(word);
}

std::string unescape(std::string_view raw) {
  std::string text;
  text.reserve(raw.size());
  for (std::size_t k = 0; k < raw.size(); ++k) {
    if (raw[k] != '\\' || k + 1 == raw.size()) {
      text += raw[k];
      continue;
    }
    constexpr std::string_view from = "abfnrtv", to = "\a\b\f\n\r\t\v";
    const std::size_t known = from.find(raw[++k]);
    if (known != std::string_view::npos) {
      text += to[known];
      continue;
    }
    // What is no escape sequence is two characters, so that "C:\data" is what was meant.
    if (std::string_view("'\"?\\").find(raw[k]) == std::string_view::npos) text += '\\';
    text += raw[k];
  }
  return text;
}

Lexer::Lexer(std::string_view text, int file, const std::string& file_name)
    : text_(text), place_{file, 1, 1}, file_name_(file_name) {
  if (text.size() > largest_file)
    throw Error(Kind::syntax, fmt::format("the text has more than {} MB", largest_file >> 20),
                {.file = file_name}, "split it into several files");
  if (!is_utf8(text)) text_ = converted_ = from_latin(text);
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
}

void Lexer::refuse(const std::string& message, const std::string& hint) const {
  throw Error(Kind::syntax, message, {.file = file_name_, .line = place_.line, .column = place_.column},
              hint);
}

void Lexer::advance(std::size_t bytes) {
  for (; bytes > 0; --bytes, ++at_) {
    if (text_[at_] == '\n') {
      ++place_.line;
      place_.column = 1;
    } else if (!continues(text_[at_])) {
      ++place_.column;
    }
  }
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      advance(1);
    } else if (c != '/' || at_ + 1 == text_.size()) {
      return;
    } else if (text_[at_ + 1] == '/') {
      const std::size_t stop = text_.find('\n', at_);
      advance((stop == std::string_view::npos ? text_.size() : stop) - at_);
    } else if (text_[at_ + 1] == '*') {
      const std::size_t stop = text_.find("*/", at_ + 2);
      if (stop == std::string_view::npos) refuse("this comment has no end", "close it with */");
      advance(stop + 2 - at_);
    } else {
      return;
    }
  }
}

Lexeme Lexer::take(Token token, std::size_t bytes) {
  const Lexeme lexeme{token, place_, text_.substr(at_, bytes)};
  advance(bytes);
  return lexeme;
}

Lexeme Lexer::next() {
  skip_blanks();
  if (at_ >= text_.size()) return {Token::end, place_, {}};
  const char c = text_[at_];
  if (is_letter(c)) {
    std::size_t stop = at_;
    while (stop < text_.size() && (is_letter(text_[stop]) || is_digit(text_[stop]))) ++stop;
    if (stop - at_ > longest_token)
      refuse(fmt::format("this name has {} characters", stop - at_), "shorten it");
    const bool keyword = is_keyword(text_.substr(at_, stop - at_));
    return take(keyword ? Token::keyword : Token::identifier, stop - at_);
  }
  // ".5" is not in the grammar, but other tools read it and old models have it.
  if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
  if (c == '"') return quoted('"', Token::text, longest_string, "String");
  if (c == '\'') return quoted('\'', Token::identifier, longest_token, "quoted name");
  return symbol();
}

Lexeme Lexer::number() {
  std::size_t stop = at_;
  const auto peek = [&](std::size_t k) { return k < text_.size() ? text_[k] : '\0'; };
  const auto digits = [&] {
    while (is_digit(peek(stop))) ++stop;
  };
  bool integer = true;
  digits();
  // "2.*x" is 2 .* x, so that 2.^{1, 2} is elementwise; "2." stands for 2.0 elsewhere.
  if (peek(stop) == '.' && std::string_view("*/+-^").find(peek(stop + 1)) == std::string_view::npos) {
    integer = false;
    ++stop;
    digits();
  }
  if (peek(stop) == 'e' || peek(stop) == 'E') {
    const std::size_t sign = peek(stop + 1) == '+' || peek(stop + 1) == '-' ? 1 : 0;
    if (!is_digit(peek(stop + 1 + sign))) refuse("this number has no digits after its exponent letter");
    integer = false;
    stop += 1 + sign;
    digits();
  }
  if (stop - at_ > longest_token) refuse(fmt::format("this number has {} digits", stop - at_), "shorten it");
  if (is_letter(peek(stop)))
    refuse(fmt::format("a name cannot follow the number {} directly", quote(text_.substr(at_, stop - at_))),
           "write * between them, or start the name with a letter");
  return take(integer ? Token::integer : Token::number, stop - at_);
}

Lexeme Lexer::quoted(char quote, Token token, std::size_t limit, const char* what) {
  std::size_t stop = at_ + 1;
  while (stop < text_.size() && text_[stop] != quote) {
    if (token == Token::identifier && text_[stop] == '\n') break;
    stop += text_[stop] == '\\' ? 2 : 1;
  }
  if (stop >= text_.size() || text_[stop] != quote)
    refuse(fmt::format("this {} has no end", what), fmt::format("close it with {}", quote));
  if (stop - at_ > limit) refuse(fmt::format("this {} has {} characters", what, stop - at_), "shorten it");
  Lexeme lexeme = take(token, stop + 1 - at_);
  if (token == Token::text) lexeme.text = lexeme.text.substr(1, lexeme.text.size() - 2);
  return lexeme;
}

Lexeme Lexer::symbol() {
  const char c = text_[at_], after = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  const bool two = after == '=' ? c == ':' || c == '<' || c == '>' || c == '='
                   : c == '.'
                       ? after != '\0' && std::string_view("+-*/^").find(after) != std::string_view::npos
                       : c == '<' && after == '>';
  if (two) return take(Token::symbol, 2);
  if (std::string_view("()[]{};,.:=+-*/^<>").find(c) != std::string_view::npos) return take(Token::symbol, 1);
  const std::string_view shown = text_.substr(at_, character(text_, at_));
  if (shown == "!" || shown == "&" || shown == "|" || shown == "%" || shown == "~")
    refuse(fmt::format("{} is no operator of Modelica", quote(shown)), "write not, and, or, <>, mod(a, b)");
  refuse(fmt::format("the character {} cannot stand here", quote(shown)),
         "names with other characters than letters, digits and _ stand in single quotes");
}

}  // namespace trammel::modelica
