// modelica/lexer.hpp: text to tokens, one at a time.
#pragma once

#include <string_view>

#include "modelica/modelica.hpp"
#include "modelica/syntax.hpp"

namespace trammel::modelica {

enum class Token : std::uint8_t { end, identifier, keyword, number, integer, text, symbol };

struct Lexeme {
  Token token = Token::end;
  Place place;
  std::string_view text;  // as written; of a String without its quotes, escapes unread
};

// Limits that keep untrusted text from costing more than its size.
inline constexpr std::size_t longest_token = 64u << 10;
inline constexpr std::size_t longest_string = 4u << 20;  // annotations hold whole documents

class Lexer {
 public:
  // Refuses texts that are too large. What is not UTF-8 is read as ISO 8859-1.
  Lexer(std::string_view text, int file, const std::string& file_name);
  Lexer(const Lexer&) = delete;
  Lexer& operator=(const Lexer&) = delete;
  Lexeme next();

 private:
  void skip_blanks();
  void advance(std::size_t bytes);
  Lexeme take(Token token, std::size_t bytes);
  Lexeme number();
  Lexeme quoted(char quote, Token token, std::size_t limit, const char* what);
  Lexeme symbol();
  [[noreturn]] void refuse(const std::string& message, const std::string& hint = {}) const;

  std::string converted_;
  std::string_view text_;
  std::size_t at_ = 0;
  Place place_;
  std::string file_name_;
};

bool is_keyword(std::string_view word);
// The value of a String literal: escapes read.
std::string unescape(std::string_view raw);

}  // namespace trammel::modelica
