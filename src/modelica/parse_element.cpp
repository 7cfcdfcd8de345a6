// modelica/parse_element.cpp: elements of classes: components, imports, extends, and modifiers.
#include <fmt/format.h>

#include "base/text.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {

void Parser::element(ClassDef& def, bool is_protected) {
  Element e;
  count(2);
  e.place = now_.place;
  e.is_protected = is_protected;
  if (at("import")) {
    import(e);
  } else if (at("extends")) {
    extends(e);
  } else {
    e.redeclare = accept("redeclare");
    e.final_ = accept("final");
    e.inner = accept("inner");
    e.outer = accept("outer");
    e.replaceable = accept("replaceable");
    if (at_class()) {
      e.kind = Element::Kind::class_;
      e.definition = class_definition();
    } else {
      component_clause(e, false);
    }
    constraining_clause(e);
  }
  def.elements.push_back(std::move(e));
}

void Parser::import(Element& e) {
  e.kind = Element::Kind::import;
  advance();
  e.type.place = now_.place;
  if (at_identifier() && at_next("=")) {
    e.alias = std::string(advance().text);
    advance();
    e.type.place = now_.place;
    e.type.name = name("the imported name");
  } else {
    e.type.name = name("the imported name");
    if (accept(".*")) {
      e.all = true;
    } else if (accept(".")) {
      expect("{", "or '*' in an import");
      do e.selected.push_back(identifier("an imported name"));
      while (accept(","));
      expect("}", "after the imported names");
    }
  }
  string_comment();
  skip_annotation();
}

void Parser::extends(Element& e) {
  e.kind = Element::Kind::extends;
  advance();
  e.type = type_name();
  if (at("(")) {
    e.modification = std::make_unique<Modification>();
    e.modification->place = now_.place;
    class_modification(e.modification->arguments);
  }
  skip_annotation();
}

void Parser::component_clause(Element& e, bool only_one) {
  const char* last[3] = {};  // of each group there is one [MLS36, A.2.4]
  for (bool more = true; more;) {
    more = false;
    const auto flag = [&](const char* word, int group, auto&& set) {
      if (!at(word)) return;
      if (last[group])
        refuse(fmt::format("{} cannot stand behind {}", quote(word), quote(last[group])),
               "leave out one of the two");
      advance();
      last[group] = word;
      set();
      more = true;
    };
    flag("flow", 0, [&] { e.flow = true; });
    flag("stream", 0, [&] { e.stream = true; });
    flag("discrete", 1, [&] { e.variability = Variability::discrete; });
    flag("parameter", 1, [&] { e.variability = Variability::parameter; });
    flag("constant", 1, [&] { e.variability = Variability::constant; });
    flag("input", 2, [&] { e.causality = Causality::input; });
    flag("output", 2, [&] { e.causality = Causality::output; });
  }
  if (!at_identifier() && !at("."))
    refuse(fmt::format("a declaration or 'equation' was expected, but {} stands here", found()));
  e.type = type_name();
  if (at("[")) e.subscripts = subscripts();
  if (at("=") || at("(") || at(":=") || at("+") || at("-") || at("*"))
    refuse(fmt::format("a declaration needs a type and a name, but only {} stands before {}",
                       quote(e.type.name.back()), found()),
           "equations stand after the word 'equation'");
  do e.components.push_back(component());
  while (!only_one && accept(","));
}

Component Parser::component() {
  Component c;
  count(2);
  c.place = now_.place;
  c.name = identifier("the name of a variable");
  if (at("[")) c.subscripts = subscripts();
  if (at("(") || at("=") || at(":=")) c.modification = modification();
  if (accept("if")) c.condition = expression();
  c.comment = string_comment();
  skip_annotation();
  return c;
}

void Parser::constraining_clause(Element& e) {
  if (!accept("constrainedby")) return;
  e.constraint = std::make_unique<Constraint>();
  e.constraint->type = type_name();
  if (at("(")) {
    e.constraint->modification = std::make_unique<Modification>();
    e.constraint->modification->place = now_.place;
    class_modification(e.constraint->modification->arguments);
  }
  string_comment();
  skip_annotation();
}

TypeName Parser::type_name() {
  TypeName type{now_.place, {}};
  type.name = name("a type");
  return type;
}

std::unique_ptr<Modification> Parser::modification() {
  const Deeper deeper(*this);
  auto m = std::make_unique<Modification>();
  m->place = now_.place;
  if (at("(")) class_modification(m->arguments);
  if (accept("=") || accept(":=")) {
    m->place = now_.place;
    m->no_value = accept("break");
    if (!m->no_value) m->value = expression();
  }
  return m;
}

void Parser::class_modification(std::vector<Argument>& arguments) {
  const Deeper deeper(*this);
  expect("(", "before modifiers");
  if (accept(")")) return;
  do arguments.push_back(argument());
  while (accept(","));
  expect(")", "after the modifiers");
}

Argument Parser::argument() {
  Argument a;
  count(1);
  a.place = now_.place;
  if (at("redeclare") || at("replaceable")) {
    redeclaration(a);
    return a;
  }
  if (accept("break")) {
    a.removed = true;
    if (at("connect"))
      refuse("'break connect' is not supported yet", "extend a class without this connection");
    a.name = {identifier("the name of an element")};
    return a;
  }
  a.each = accept("each");
  a.final_ = accept("final");
  if (at("redeclare") || at("replaceable")) {
    redeclaration(a);
    return a;
  }
  a.place = now_.place;
  a.name = name("the name of a modified element");
  if (at("(") || at("=") || at(":=")) a.modification = modification();
  string_comment();
  skip_annotation();
  return a;
}

void Parser::redeclaration(Argument& a) {
  a.redeclaration = std::make_unique<Element>();
  Element& e = *a.redeclaration;
  e.place = now_.place;
  e.redeclare = accept("redeclare");
  a.each = accept("each") || a.each;
  a.final_ = accept("final") || a.final_;
  e.final_ = a.final_;
  e.replaceable = accept("replaceable");
  if (at_class()) {
    e.kind = Element::Kind::class_;
    e.definition = class_definition();
    e.definition->element = &e;
    a.name = {e.definition->name};
  } else {
    component_clause(e, true);
    a.name = {e.components[0].name};
  }
  a.place = e.place;
  constraining_clause(e);
}

std::string Parser::string_comment() {
  std::string text;
  while (now_.token == Token::text) {
    text += unescape(advance().text);
    if (!accept("+")) break;
  }
  return text;
}

// Of a class. What tools keep for themselves (pictures, documentation) is most of a library's text.
std::unique_ptr<Modification> Parser::annotation() {
  advance();
  auto m = std::make_unique<Modification>();
  m->place = now_.place;
  expect("(", "before modifiers");
  while (!at(")") && now_.token != Token::end) {
    const bool wanted =
        at_identifier() && (now_.text == "experiment" || now_.text == "uses" || now_.text == "version" ||
                            now_.text == "missingInnerMessage" || now_.text == "defaultComponentPrefixes" ||
                            now_.text == "__Trammel" || now_.text == "derivative");
    if (wanted)
      m->arguments.push_back(argument());
    else
      for (int open = 0; now_.token != Token::end && (open > 0 || !(at(",") || at(")"))); advance())
        open += at("(") || at("{") || at("[") ? 1 : at(")") || at("}") || at("]") ? -1 : 0;
    if (!accept(",")) break;
  }
  expect(")", "after the modifiers");
  return m;
}

void Parser::skip_annotation() {
  if (!accept("annotation")) return;
  if (!at("(")) expect("(", "before modifiers");
  int open = 0;
  do {
    open += at("(") || at("{") || at("[") ? 1 : at(")") || at("}") || at("]") ? -1 : 0;
    advance();
  } while (open > 0 && now_.token != Token::end);
  if (open > 0) expect(")", "after the modifiers");
}

}  // namespace trammel::modelica
