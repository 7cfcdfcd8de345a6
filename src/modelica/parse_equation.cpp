// modelica/parse_equation.cpp: equations and statements; their grammars differ only in '=' and ':='.
#include <fmt/format.h>

#include "base/text.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {

void Parser::clause_body(bool algorithm, std::vector<Clause>& body) {
  const Deeper deeper(*this);
  while (!at_body_end()) {
    try {
      body.push_back(clause(algorithm));
      expect(";", algorithm ? "after a statement" : "after an equation");
    } catch (const Error& error) {
      remember(error);
      recover();
    }
  }
}

bool Parser::at_body_end() const {
  for (const char* word : {"end", "else", "elseif", "elsewhen", "equation", "algorithm", "public",
                           "protected", "external", "annotation"})
    if (at(word)) return true;
  return (at("initial") && !at_next("(")) || now_.token == Token::end;
}

Clause Parser::clause(bool algorithm) {
  Clause c;
  count(2);
  c.place = now_.place;
  if (at("if"))
    choice(c, algorithm, "if", "elseif");
  else if (at("when"))
    choice(c, algorithm, "when", "elsewhen");
  else if (at("for"))
    loop(c, algorithm);
  else if (at("while") && algorithm)
    while_loop(c);
  else if (at("connect") && !algorithm)
    connect(c);
  else if (algorithm && (at("return") || at("break"))) {
    if (at("break") && loops_ == 0) refuse("'break' stands only in loops", "use return to leave a function");
    c.kind = advance().text == "return" ? Clause::Kind::return_ : Clause::Kind::break_;
  } else
    simple_clause(c, algorithm);
  c.label = string_comment();
  skip_annotation();
  return c;
}

void Parser::choice(Clause& clause, bool algorithm, const char* word, const char* another) {
  clause.kind = std::string_view(word) == "if" ? Clause::Kind::choice : Clause::Kind::when;
  advance();
  do {
    Clause::Branch branch;
    branch.condition = expression();
    expect("then", fmt::format("after the condition of '{}'", word));
    clause_body(algorithm, branch.body);
    clause.branches.push_back(std::move(branch));
  } while (accept(another));
  if (clause.kind == Clause::Kind::choice && accept("else")) {
    clause.branches.emplace_back();
    clause_body(algorithm, clause.branches.back().body);
  }
  expect("end", fmt::format("to close the '{}' of line {}", word, clause.place.line));
  expect(word, fmt::format("after 'end', to close the '{}' of line {}", word, clause.place.line));
}

void Parser::loop(Clause& clause, bool algorithm) {
  clause.kind = Clause::Kind::loop;
  advance();
  clause.iterators = iterators();
  expect("loop", "after the range of a for-loop");
  clause.branches.emplace_back();
  ++loops_;
  clause_body(algorithm, clause.branches.back().body);
  --loops_;
  deduce_ranges(clause.iterators, clause.branches.back().body);
  expect("end", fmt::format("to close the 'for' of line {}", clause.place.line));
  expect("for", fmt::format("after 'end', to close the 'for' of line {}", clause.place.line));
}

void Parser::while_loop(Clause& clause) {
  clause.kind = Clause::Kind::while_loop;
  advance();
  clause.branches.emplace_back();
  clause.branches[0].condition = expression();
  expect("loop", "after the condition of a while-loop");
  ++loops_;
  clause_body(true, clause.branches[0].body);
  --loops_;
  expect("end", fmt::format("to close the 'while' of line {}", clause.place.line));
  expect("while", fmt::format("after 'end', to close the 'while' of line {}", clause.place.line));
}

void Parser::connect(Clause& clause) {
  clause.kind = Clause::Kind::connect;
  advance();
  expect("(", "after 'connect'");
  clause.left = expression();
  expect(",", "between the two connectors of connect");
  clause.right = expression();
  expect(")", "after the two connectors of connect");
}

void Parser::simple_clause(Clause& clause, bool algorithm) {
  if (algorithm) {
    clause.left = primary();
    const Node node = clause.left->node;
    if (accept(":=")) {
      clause.kind = Clause::Kind::assignment;
      if (node != Node::reference && node != Node::tuple)
        refuse_at(clause.left->place, "only variables can stand on the left of ':='");
      clause.right = expression();
    } else if (at("=")) {
      refuse("a statement assigns with ':=', not '='", "write := here, or move this to an equation section");
    } else if (node == Node::call) {
      clause.kind = Clause::Kind::call;
    } else {
      refuse(fmt::format("':=' was expected in this statement, but {} stands here", found()));
    }
    return;
  }
  clause.left = at("if") ? expression() : simple_expression();
  if (accept("=")) {
    clause.right = expression();
  } else if (at(":=")) {
    refuse("an equation uses '=', not ':='", "write = here, or move this to an algorithm section");
  } else if (clause.left->node == Node::call) {
    clause.kind = Clause::Kind::call;
  } else if (clause.left->node == Node::relation && clause.left->text == "==") {
    refuse_at(clause.left->place, "an equation uses one '=', not '=='", "write = here");
  } else {
    refuse(fmt::format("'=' was expected in this equation, but {} stands here", found()));
  }
}

}  // namespace trammel::modelica
