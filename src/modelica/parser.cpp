// modelica/parser.cpp: tokens, recovery, files.
#include "modelica/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/session.hpp"

namespace trammel::modelica {
namespace {

const std::vector<std::string> class_words = {"model",   "package", "class",     "function",
                                              "record",  "block",   "connector", "type",
                                              "partial", "within",  "operator",  "encapsulated"};
const std::vector<std::string> element_words = {
    "equation", "algorithm", "parameter", "constant", "discrete", "input",     "output",      "flow",
    "final",    "extends",   "import",    "initial",  "public",   "protected", "replaceable", "annotation"};

// Asked some twenty times for each token: the first letter mostly decides.
bool is_word(const Lexeme& lexeme, std::string_view text) {
  return (lexeme.token == Token::symbol || lexeme.token == Token::keyword) && lexeme.text[0] == text[0] &&
         lexeme.text == text;
}

}  // namespace

Parser::Parser(std::string_view text, int file, const std::string& file_name, std::int64_t most_nodes)
    : lexer_(text, file, file_name), file_name_(file_name), most_nodes_(most_nodes) {
  now_ = lexer_.next();
  next_ = lexer_.next();
}

Parser::Deeper::Deeper(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > deepest_nesting) {
    --parser_.depth_;
    parser_.give_up(fmt::format("this is nested more than {} levels deep", deepest_nesting),
                    "name intermediate results");
  }
}

void Parser::count(int nodes) {
  if ((nodes_ += nodes) > most_nodes_)
    give_up(fmt::format("the text has more than {} parts", most_nodes_),
            "use arrays and loops, or allow more with --budget");
}

// An error after which there is no going on.
void Parser::give_up(const std::string& message, const std::string& hint) {
  const Error error(Kind::syntax, message,
                    {.file = file_name_, .line = now_.place.line, .column = now_.place.column}, hint);
  if (!fatal_) errors_.push_back(error);
  fatal_ = true;
  throw Error(error);
}

bool Parser::at(std::string_view text) const { return is_word(now_, text); }

bool Parser::at_next(std::string_view text) const { return is_word(next_, text); }

Lexeme Parser::advance() {
  Lexeme taken = now_;
  ++taken_;
  last_ = now_.place;
  now_ = next_;
  next_ = lexer_.next();
  return taken;
}

bool Parser::accept(std::string_view text) {
  if (!at(text)) return false;
  advance();
  return true;
}

std::string Parser::found() const {
  if (now_.token == Token::end) return "the end of the text";
  if (now_.token == Token::text) return "a String";
  return (now_.token == Token::keyword ? "the keyword " : "") + quote(now_.text);
}

void Parser::expect(std::string_view text, std::string_view context) {
  if (accept(text)) return;
  refuse(fmt::format("'{}' was expected {}, but {} stands here", text, context, found()));
}

std::string Parser::identifier(std::string_view what) {
  if (at_identifier()) return std::string(advance().text);
  refuse(fmt::format("{} was expected, but {} stands here", what, found()),
         now_.token == Token::keyword ? "keywords cannot be names; put the name in single quotes" : "");
}

std::vector<std::string> Parser::name(std::string_view what) {
  std::vector<std::string> parts;
  if (accept(".")) parts.emplace_back();
  parts.push_back(identifier(what));
  while (at(".") && next_.token == Token::identifier) {
    advance();
    parts.push_back(std::string(advance().text));
  }
  return parts;
}

void Parser::refuse(const std::string& message, const std::string& hint) const {
  refuse_at(now_.place, message, hint);
}

void Parser::refuse_at(Place place, const std::string& message, const std::string& hint) const {
  throw Error(Kind::syntax, message, {.file = file_name_, .line = place.line, .column = place.column}, hint);
}

void Parser::remember(const Error& error) {
  if (!fatal_) errors_.push_back(error);
  fatal_ = fatal_ || errors_.size() >= most_errors;
  if (fatal_) throw error;
}

// A misspelt keyword reads like the type of a declaration, which then goes wrong at once.
Error Parser::with_keyword(const Error& error, const Lexeme& first, std::int64_t taken) const {
  if (first.token != Token::identifier || taken > 2) return error;
  const std::string meant = did_you_mean(first.text, element_words);
  return {error.kind, error.message + meant, error.where, meant.empty() ? error.hint : ""};
}

// Goes on behind the next semicolon, or before a word that starts or ends a part of a class.
void Parser::recover() {
  brackets_ = 0;
  while (now_.token != Token::end) {
    if (accept(";")) return;
    for (const char* word : {"end", "equation", "algorithm", "public", "protected"})
      if (at(word)) return;
    advance();
  }
}

StoredDefinition Parser::parse() {
  StoredDefinition file;
  try {
    if (accept("within")) {
      if (!at(";")) file.within = name("a package name");
      expect(";", "after 'within'");
    }
    while (now_.token != Token::end) {
      accept("final");
      if (!at_class())
        refuse(fmt::format("a class was expected (model, package, ...), but {} stands here{}", found(),
                           at_identifier() ? did_you_mean(now_.text, class_words) : ""));
      file.classes.push_back(class_definition());
      expect(";", "after a class");
    }
  } catch (const Error& error) {
    if (!fatal_) errors_.push_back(error);
  }
  file.errors = std::move(errors_);
  return file;
}

}  // namespace trammel::modelica
