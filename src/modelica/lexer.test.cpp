#include "modelica/lexer.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace trammel::modelica {
namespace {

std::vector<std::string> tokens(const std::string& text) {
  Lexer lexer(text, 0, "m.mo");
  std::vector<std::string> list;
  for (Lexeme l = lexer.next(); l.token != Token::end; l = lexer.next()) list.emplace_back(l.text);
  return list;
}

TEST(Lexer, ReadsElementwiseOperatorsAfterDigits) {
  EXPECT_EQ(tokens("2.*x"), (std::vector<std::string>{"2", ".*", "x"}));
  EXPECT_EQ(tokens("2.5*x"), (std::vector<std::string>{"2.5", "*", "x"}));
  EXPECT_EQ(tokens("1e-3+2."), (std::vector<std::string>{"1e-3", "+", "2."}));
}

TEST(Lexer, SkipsCommentsAndKeepsQuotedNames) {
  EXPECT_EQ(tokens("a // b\n/* c */ 'C1.p.v' \"s\""), (std::vector<std::string>{"a", "'C1.p.v'", "s"}));
}

TEST(Lexer, CountsColumnsInCharacters) {
  Lexer lexer("/* é */ x\n y", 0, "m.mo");
  const Lexeme x = lexer.next(), y = lexer.next();
  EXPECT_EQ(x.place.column, 9);
  EXPECT_EQ(y.place.line, 2);
  EXPECT_EQ(y.place.column, 2);
}

TEST(Lexer, ReadsEscapes) { EXPECT_EQ(unescape("a\\n\\\"b\\\\"), "a\n\"b\\"); }
TEST(Lexer, KeepsTheBackslashOfWhatIsNoEscape) { EXPECT_EQ(unescape("C:\\data\\?"), "C:\\data?"); }

TEST(Lexer, ReadsTextThatIsNotUtf8AsLatin) {
  for (const char* byte : {"\xe9", "\xed\xa0\x80", "\xc1\xbf"}) {
    const std::string text = std::string("\"") + byte + "\" x";
    Lexer lexer(text, 0, "m.mo");
    const Lexeme string = lexer.next();
    EXPECT_EQ(string.token, Token::text);
    EXPECT_EQ(string.text.size(), 2 * std::string(byte).size());  // two bytes for each of its characters
    EXPECT_EQ(lexer.next().text, "x");
  }
}

}  // namespace
}  // namespace trammel::modelica
