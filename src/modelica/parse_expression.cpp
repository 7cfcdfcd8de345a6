// modelica/parse_expression.cpp: expressions.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {

ExpressionPtr Parser::make(Node node, Place place) {
  count(1);
  auto e = std::make_unique<Expression>();
  e->node = node;
  e->place = place;
  return e;
}

ExpressionPtr Parser::whole_expression() {
  ExpressionPtr result = expression();
  if (now_.token != Token::end) refuse(fmt::format("the formula should end here, but {} follows", found()));
  return result;
}

ExpressionPtr Parser::expression() {
  const Deeper deeper(*this);
  return at("if") ? conditional() : simple_expression();
}

ExpressionPtr Parser::conditional() {
  auto e = make(Node::choice, now_.place);
  advance();
  e->args.push_back(expression());
  expect("then", "after the condition of an if-expression");
  e->args.push_back(expression());
  while (accept("elseif")) {
    e->args.push_back(expression());
    expect("then", "after the condition of an if-expression");
    e->args.push_back(expression());
  }
  if (!at("else")) refuse(fmt::format("an if-expression needs an 'else' part, but {} follows", found()));
  advance();
  e->args.push_back(expression());
  return e;
}

ExpressionPtr Parser::simple_expression() {
  auto first = logical(Node::logical_or);
  if (!at(":")) return first;
  auto e = make(Node::range, first->place);
  e->args.push_back(std::move(first));
  while (e->args.size() < 3 && accept(":")) e->args.push_back(logical(Node::logical_or));
  return e;
}

// a or b or c; a and b and c.
ExpressionPtr Parser::logical(Node node) {
  const bool is_or = node == Node::logical_or;
  const auto operand = [&] { return is_or ? logical(Node::logical_and) : logical_factor(); };
  auto first = operand();
  const char* word = is_or ? "or" : "and";
  if (!at(word)) return first;
  auto e = make(node, now_.place);
  e->args.push_back(std::move(first));
  while (accept(word)) e->args.push_back(operand());
  return e;
}

ExpressionPtr Parser::logical_factor() {
  if (!at("not")) return relation();
  auto e = make(Node::logical_not, now_.place);
  advance();
  e->args.push_back(relation());
  return e;
}

ExpressionPtr Parser::relation() {
  auto left = sum();
  if (!(at("<") || at("<=") || at(">") || at(">=") || at("==") || at("<>"))) return left;
  auto e = make(Node::relation, now_.place);
  e->text = advance().text;
  e->args.push_back(std::move(left));
  e->args.push_back(sum());
  return e;
}

ExpressionPtr Parser::sum() {
  const auto letter = [this]() -> char {
    if (now_.token != Token::symbol) return 0;
    return at("+") ? '+' : at("-") ? '-' : at(".+") ? 'P' : at(".-") ? 'M' : '\0';
  };
  const Place start = now_.place;
  char op = letter();
  if (op != 0) advance();
  auto first = product();
  if (op == 0 && letter() == 0) return first;
  auto e = make(Node::sum, op != 0 ? start : now_.place);
  e->text += op == 0 ? '+' : op;
  e->args.push_back(std::move(first));
  while ((op = letter()) != 0) {
    advance();
    e->text += op;
    e->args.push_back(product());
  }
  return e;
}

ExpressionPtr Parser::product() {
  const auto letter = [this]() -> char {
    if (now_.token != Token::symbol) return 0;
    return at("*") ? '*' : at("/") ? '/' : at(".*") ? 'T' : at("./") ? 'D' : '\0';
  };
  auto first = factor();
  char op = letter();
  if (op == 0) return first;
  auto e = make(Node::product, now_.place);
  e->text = "*";
  e->args.push_back(std::move(first));
  for (; op != 0; op = letter()) {
    advance();
    e->text += op;
    e->args.push_back(factor());
  }
  return e;
}

ExpressionPtr Parser::factor() {
  auto base = primary();
  if (!(at("^") || at(".^"))) return base;
  auto e = make(Node::power, now_.place);
  e->text = advance().text == "^" ? "^" : "E";
  e->args.push_back(std::move(base));
  e->args.push_back(primary());
  if (at("^") || at(".^")) refuse("a power of a power needs parentheses", "write (a^b)^c or a^(b^c)");
  return e;
}

ExpressionPtr Parser::primary() {
  const Place place = now_.place;
  if (now_.token == Token::number || now_.token == Token::integer || now_.token == Token::text ||
      at("true") || at("false"))
    return literal();
  if (at("(")) return parenthesized();
  if (at("[")) return matrix();
  if (at("{")) return braces();
  if (brackets_ > 0 && accept("end")) return make(Node::end, place);
  if (at_identifier() || at(".") || at("der") || at("initial") || at("pure")) return reference_or_call();
  if (at("-") || at("+"))
    refuse("a sign cannot follow an operator directly", "put the signed part in parentheses: a*(-b)");
  if (at("if"))
    refuse("an if-expression inside an expression needs parentheses", "write (if c then a else b)");
  refuse(fmt::format("an expression was expected, but {} stands here", found()));
}

ExpressionPtr Parser::literal() {
  const Lexeme token = advance();
  if (token.token == Token::text) {
    auto e = make(Node::text, token.place);
    e->text = unescape(token.text);
    return e;
  }
  if (token.token == Token::keyword) {
    auto e = make(Node::boolean, token.place);
    e->integer = token.text == "true";
    return e;
  }
  auto e = make(Node::number, token.place);
  e->integer = token.token == Token::integer;
  const auto [stop, error] =
      std::from_chars(token.text.data(), token.text.data() + token.text.size(), e->number);
  const bool tiny = error == std::errc::result_out_of_range && token.text.find('-') != std::string_view::npos;
  if (tiny) e->number = 0;
  if ((error != std::errc{} && !tiny) || !std::isfinite(e->number))
    refuse_at(token.place, fmt::format("the number {} is too large for a Real", quote(token.text)));
  return e;
}

ExpressionPtr Parser::reference_or_call() {
  auto e = make(Node::reference, now_.place);
  if (now_.token == Token::keyword) {
    e->parts.push_back({std::string(advance().text), false, {}});
    if (!at("(")) refuse(fmt::format("{} needs its arguments in parentheses", quote(e->parts[0].name)));
  } else {
    e->integer = accept(".");
    do {
      Part part;
      part.name = identifier("a name");
      if (at("[")) {
        part.subscripted = true;
        part.subscripts = subscripts();
      }
      e->parts.push_back(std::move(part));
    } while (accept("."));
  }
  if (at("(")) {
    e->node = Node::call;
    call_arguments(*e);
  }
  return e;
}

void Parser::call_arguments(Expression& call) {
  const Deeper deeper(*this);
  expect("(", "before arguments");
  const auto more = [&]() -> Expression::More& {
    if (!call.more) call.more = std::make_unique<Expression::More>();
    return *call.more;
  };
  while (!at(")")) {
    if (at_identifier() && at_next("=")) {
      Named named{now_.place, identifier("an argument"), nullptr};
      advance();
      named.value = call_argument();
      more().named.push_back(std::move(named));
    } else {
      if (call.more && !call.more->named.empty())
        refuse("an argument without a name cannot follow one with a name");
      call.args.push_back(call_argument());
      if (accept("for")) {
        if (call.args.size() != 1) refuse("a reduction takes one expression before 'for'");
        more().iterators = iterators();
        deduce_ranges(more().iterators, *call.args[0]);
        break;
      }
    }
    if (!accept(",")) break;
    if (at(")")) refuse("an argument is missing after the comma");
  }
  expect(")", "after the arguments");
}

ExpressionPtr Parser::call_argument() {
  if (!at("function")) return expression();
  auto e = make(Node::partial_call, now_.place);
  advance();
  for (const std::string& part : name("a function")) e->parts.push_back({part, false, {}});
  call_arguments(*e);
  return e;
}

// ( a ), ( a, b ) on the left of a call with several results, and (a)[1].
ExpressionPtr Parser::parenthesized() {
  auto e = make(Node::tuple, now_.place);
  advance();
  bool comma = false;
  while (true) {
    const bool missing = at(",") || at(")");
    if (missing && !comma && at(")")) refuse("an expression is missing between the parentheses");
    e->args.push_back(missing ? nullptr : expression());
    if (!accept(",")) break;
    comma = true;
  }
  expect(")", "to close the parenthesis");
  if (comma) return e;
  if (at("[")) {
    auto part = make(Node::subscripted, e->place);
    part->args.push_back(std::move(e->args[0]));
    for (auto& s : subscripts()) part->args.push_back(std::move(s));
    return part;
  }
  return std::move(e->args[0]);
}

ExpressionPtr Parser::matrix() {
  auto e = make(Node::matrix, now_.place);
  e->more = std::make_unique<Expression::More>();
  advance();
  do {
    e->more->rows.push_back(0);
    do {
      e->args.push_back(expression());
      ++e->more->rows.back();
    } while (accept(","));
  } while (accept(";"));
  expect("]", "to close the matrix");
  return e;
}

ExpressionPtr Parser::braces() {
  auto e = make(Node::braces, now_.place);
  advance();
  if (at("}")) refuse("{} has no elements, so that its type is unknown", "write zeros(0) or fill(value, 0)");
  do {
    e->args.push_back(expression());
    if (accept("for")) {
      e->more = std::make_unique<Expression::More>();
      e->more->iterators = iterators();
      deduce_ranges(e->more->iterators, *e->args[0]);
      break;
    }
  } while (accept(","));
  expect("}", "to close the array");
  return e;
}

std::vector<ExpressionPtr> Parser::subscripts() {
  std::vector<ExpressionPtr> list;
  expect("[", "before subscripts");
  ++brackets_;
  do {
    if (at(":")) {
      list.push_back(make(Node::colon, now_.place));
      advance();
    } else {
      list.push_back(expression());
    }
  } while (accept(","));
  --brackets_;
  expect("]", "after the subscripts");
  return list;
}

}  // namespace trammel::modelica
