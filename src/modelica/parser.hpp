// modelica/parser.hpp: recursive descent over the whole Modelica grammar [MLS36, appendix A].
//
// What Trammel does not support is parsed too and refused by its name where it is used: a legal model never
// gets "syntax error". After an error the parser goes on behind the next semicolon, so that several errors
// show at once.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "modelica/lexer.hpp"
#include "modelica/syntax.hpp"

namespace trammel::modelica {

struct StoredDefinition {
  std::vector<std::string> within;
  std::vector<std::unique_ptr<ClassDef>> classes;
  std::vector<Error> errors;
};

inline constexpr int deepest_nesting = 256;     // of parentheses, classes, loops, modifiers
inline constexpr std::size_t most_errors = 20;  // after which the parser gives up

class Parser {
 public:
  Parser(std::string_view text, int file, const std::string& file_name, std::int64_t most_nodes = 10'000'000);
  StoredDefinition parse();
  ExpressionPtr expression();                    // public for tests
  ExpressionPtr whole_expression();              // and nothing behind it
  std::int64_t nodes() const { return nodes_; }  // of the tree: what memory it takes

 private:
  // tokens
  bool at(std::string_view text) const;
  bool at_next(std::string_view text) const;
  bool at_identifier() const { return now_.token == Token::identifier; }
  Lexeme advance();
  bool accept(std::string_view text);
  void expect(std::string_view text, std::string_view context);
  std::string identifier(std::string_view what);
  std::vector<std::string> name(std::string_view what);
  [[noreturn]] void refuse(const std::string& message, const std::string& hint = {}) const;
  [[noreturn]] void refuse_at(Place place, const std::string& message, const std::string& hint = {}) const;
  std::string found() const;
  [[noreturn]] void give_up(const std::string& message, const std::string& hint);
  void count(int nodes);
  void recover();
  void remember(const Error& error);
  Error with_keyword(const Error& error, const Lexeme& first, std::int64_t taken) const;
  struct Deeper {
    explicit Deeper(Parser& parser);
    ~Deeper() { --parser_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser_;
  };

  // classes
  bool at_class() const;
  std::unique_ptr<ClassDef> class_definition();
  void class_prefixes(ClassDef& def);
  void class_body(ClassDef& def);
  void short_class(ClassDef& def);
  void enumeration(ClassDef& def);
  void composition(ClassDef& def);
  bool section_of(ClassDef& def, bool& is_protected);
  void section(ClassDef& def);
  void external(ClassDef& def);
  void end_name(const ClassDef& def);
  void element(ClassDef& def, bool is_protected);
  void import(Element& element);
  void extends(Element& element);
  void component_clause(Element& element, bool only_one);
  Component component();
  void constraining_clause(Element& element);
  void link(ClassDef& def);
  void check_operator(const ClassDef& def);
  void check_imports(const ClassDef& def);
  TypeName type_name();
  std::vector<ExpressionPtr> subscripts();
  std::unique_ptr<Modification> modification();
  void class_modification(std::vector<Argument>& arguments);
  Argument argument();
  void redeclaration(Argument& argument);
  std::string string_comment();
  std::unique_ptr<Modification> annotation();
  void skip_annotation();

  // equations and statements
  Clause clause(bool algorithm);
  void clause_body(bool algorithm, std::vector<Clause>& body);
  bool at_body_end() const;
  void choice(Clause& clause, bool algorithm, const char* word, const char* another);
  void loop(Clause& clause, bool algorithm);
  void while_loop(Clause& clause);
  void connect(Clause& clause);
  void simple_clause(Clause& clause, bool algorithm);
  std::vector<Iterator> iterators();
  static void deduce_ranges(std::vector<Iterator>& iterators, const Expression& e);
  static void deduce_ranges(std::vector<Iterator>& iterators, const std::vector<Clause>& body);

  // expressions
  ExpressionPtr make(Node node, Place place);
  ExpressionPtr conditional();
  ExpressionPtr simple_expression();
  ExpressionPtr logical(Node node);
  ExpressionPtr logical_factor();
  ExpressionPtr relation();
  ExpressionPtr sum();
  ExpressionPtr product();
  ExpressionPtr factor();
  ExpressionPtr primary();
  ExpressionPtr literal();
  ExpressionPtr reference_or_call();
  ExpressionPtr parenthesized();
  ExpressionPtr matrix();
  ExpressionPtr braces();
  void call_arguments(Expression& call);
  ExpressionPtr call_argument();

  Lexer lexer_;
  std::string file_name_;
  Lexeme now_, next_;
  Place last_;                                       // where the last token stood
  std::int64_t nodes_ = 0, most_nodes_, taken_ = 0;  // of the tree; tokens
  int depth_ = 0, loops_ = 0, brackets_ = 0;         // of everything, loops, subscripts
  ClassDef* inside_ = nullptr;                       // the class whose text this is
  bool fatal_ = false;                               // there is no going on after the last error
  std::vector<Error> errors_;
};

}  // namespace trammel::modelica
