// modelica/parse_class.cpp: classes and their elements.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {

bool Parser::at_class() const {
  for (const char* word : {"encapsulated", "partial", "class", "model", "record", "block", "expandable",
                           "connector", "type", "package", "pure", "impure", "operator", "function"})
    if (at(word)) return true;
  return false;
}

std::unique_ptr<ClassDef> Parser::class_definition() {
  const Deeper deeper(*this);
  auto def = std::make_unique<ClassDef>();
  count(5);
  def->place = now_.place;
  def->parent = inside_;
  ClassDef* const around = inside_;
  const int loops = loops_;
  inside_ = def.get();
  loops_ = 0;
  try {
    class_prefixes(*def);
    class_body(*def);
  } catch (...) {
    inside_ = around;
    loops_ = loops;
    throw;
  }
  inside_ = around;
  loops_ = loops;
  link(*def);
  return def;
}

// An operator consists of functions [MLS36, 4.6].
void Parser::check_operator(const ClassDef& def) {
  for (const Element& e : def.elements) {
    const bool other = e.kind == Element::Kind::class_ && !e.definition->is_function();
    if (!other && e.kind != Element::Kind::component) continue;
    const std::string& name = other ? e.definition->name : e.components.front().name;
    remember(Error(Kind::structure,
                   fmt::format("the operator {} can have functions only; {} is none", def.name, quote(name)),
                   {.file = file_name_, .line = e.place.line, .column = e.place.column},
                   "declare it outside of the operator"));
  }
}

// Two imports under one name: which of them is meant depends on nothing that a reader sees [MLS36, 13.2.1].
void Parser::check_imports(const ClassDef& def) {
  const auto called = [](const Element& e) { return e.alias.empty() ? e.type.name.back() : e.alias; };
  for (std::size_t k = 0; k < def.imports.size(); ++k)
    for (std::size_t j = 0; j < k; ++j) {
      const Element &a = *def.imports[j], &b = *def.imports[k];
      if (a.all || b.all || !a.selected.empty() || !b.selected.empty()) continue;
      if (called(a) != called(b) || a.type.name == b.type.name) continue;
      remember(Error(Kind::name,
                     fmt::format("two imports are called {} (the other one: line {})", quote(called(b)),
                                 a.type.place.line),
                     {.file = file_name_, .line = b.type.place.line, .column = b.type.place.column},
                     "give one of them another name: import Other = ..."));
    }
}

// What is found by its name. Elements do not move any more.
void Parser::link(ClassDef& def) {
  if (def.restriction == "operator") check_operator(def);
  for (Element& e : def.elements) {
    if (e.kind == Element::Kind::import) def.imports.push_back(&e);
    if (e.kind == Element::Kind::extends) def.bases.push_back(&e);
    if (e.redeclare) def.redeclared.push_back(&e);
    for (const Component& c : e.components) def.components.try_emplace(c.name, ClassDef::Declared{&e, &c});
    if (e.kind != Element::Kind::class_) continue;
    e.definition->element = &e;
    const auto [at, fresh] = def.classes.try_emplace(e.definition->name, e.definition.get());
    if (fresh) continue;
    const Place place = e.definition->place;
    remember(Error(Kind::name,
                   fmt::format("there are two classes called {} in {} (the other one: line {})",
                               quote(e.definition->name), quote(def.name), at->second->place.line),
                   {.file = file_name_, .line = place.line, .column = place.column}, "rename one of them"));
  }
  check_imports(def);
  for (const auto& [name, nested] : def.classes) {
    const auto component = def.components.find(name);
    if (component == def.components.end()) continue;
    const Place place = std::max(component->second.component->place, nested->place, [](Place a, Place b) {
      return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    remember(Error(Kind::name,
                   fmt::format("{} is the name of a component and of a class in {}", quote(std::string(name)),
                               quote(def.name)),
                   {.file = file_name_, .line = place.line, .column = place.column}, "rename one of them"));
  }
}

void Parser::class_prefixes(ClassDef& def) {
  def.encapsulated = accept("encapsulated");
  def.partial = accept("partial");
  def.expandable = accept("expandable");
  if (!accept("pure")) accept("impure");
  def.operator_ = accept("operator");
  for (const char* word : {"class", "model", "record", "block", "connector", "type", "package", "function"})
    if (at(word)) {
      def.restriction = advance().text;
      return;
    }
  if (def.operator_) {
    def.restriction = "operator";
    return;
  }
  refuse(fmt::format("the kind of class was expected (model, record, ...), but {} stands here", found()));
}

void Parser::class_body(ClassDef& def) {
  def.extends_itself = accept("extends");
  def.place = now_.place;
  def.name = identifier("the name of the class");
  for (const char* type : {"Real", "Integer", "Boolean", "String"})
    if (def.name == type)
      refuse_at(def.place, fmt::format("{} is a predefined type and cannot be a class", quote(def.name)),
                "rename one of them");
  if (!def.extends_itself && accept("=")) {
    if (at("enumeration"))
      enumeration(def);
    else
      short_class(def);
    def.comment = string_comment();
    if (at("annotation")) def.annotation = annotation();
    return;
  }
  if (def.extends_itself && at("(")) {
    def.base_modification = std::make_unique<Modification>();
    def.base_modification->place = now_.place;
    class_modification(def.base_modification->arguments);
  }
  def.comment = string_comment();
  composition(def);
  end_name(def);
}

void Parser::end_name(const ClassDef& def) {
  if (!at("end"))
    refuse(fmt::format("'end {}' was expected to close the {} of line {}, but {} stands here", def.name,
                       def.restriction, def.place.line, found()));
  const Place place = now_.place;
  advance();
  if (now_.token == Token::keyword && (at("if") || at("for") || at("when") || at("while")))
    refuse_at(place, fmt::format("'end {}' closes nothing that is open here", now_.text));
  const std::string closing =
      identifier(fmt::format("the name after 'end' (of the {} of line {})", def.restriction, def.place.line));
  if (closing != def.name)
    remember(Error(Kind::syntax,
                   fmt::format("'end {}' does not match '{} {}' (line {})", closing, def.restriction,
                               def.name, def.place.line),
                   {.file = file_name_, .line = place.line, .column = place.column},
                   fmt::format("write end {}", def.name)));
}

void Parser::short_class(ClassDef& def) {
  if (accept("der")) {
    def.form = ClassDef::Form::derivative;
    expect("(", "after 'der'");
    def.base.place = now_.place;
    def.base.name = name("a function");
    while (accept(",")) def.differentiated.push_back(identifier("a variable"));
    expect(")", "after the variables");
    return;
  }
  def.form = ClassDef::Form::short_;
  if (accept("input"))
    def.base_causality = Causality::input;
  else if (accept("output"))
    def.base_causality = Causality::output;
  def.base = type_name();
  if (at("[")) def.base_subscripts = subscripts();
  if (at("(")) {
    def.base_modification = std::make_unique<Modification>();
    def.base_modification->place = now_.place;
    class_modification(def.base_modification->arguments);
  }
}

void Parser::enumeration(ClassDef& def) {
  def.form = ClassDef::Form::enumeration;
  advance();
  expect("(", "after 'enumeration'");
  if (accept(":")) {
    def.any_enumeration = true;
  } else {
    do {
      const Place place = now_.place;
      def.literals.push_back(identifier("an enumeration literal"));
      for (const char* attribute : {"quantity", "min", "max", "start", "fixed"})  // [MLS36, 4.9.5]
        if (def.literals.back() == attribute)
          refuse_at(
              place,
              fmt::format("{} is an attribute of enumerations and cannot be a literal", quote(attribute)),
              "choose another name");
      if (std::ranges::count(def.literals, def.literals.back()) > 1)
        refuse_at(place, fmt::format("the enumeration has the literal {} twice", quote(def.literals.back())),
                  "remove one of them");
      string_comment();
      skip_annotation();
    } while (accept(","));
  }
  expect(")", "after the enumeration literals");
}

void Parser::composition(ClassDef& def) {
  bool is_protected = false;
  while (!at("end") && now_.token != Token::end) {
    const Lexeme first = now_;
    const std::int64_t before = taken_;
    try {
      if (section_of(def, is_protected)) continue;
      element(def, is_protected);
      expect(";", "after a declaration");
    } catch (const Error& error) {
      remember(with_keyword(error, first, taken_ - before));
      recover();
    }
  }
}

// Everything in a class body that is not an element; false if nothing of that kind stands here.
bool Parser::section_of(ClassDef& def, bool& is_protected) {
  if (at("public") || at("protected")) {
    is_protected = advance().text == "protected";
  } else if (at("equation") || at("algorithm") ||
             (at("initial") && (at_next("equation") || at_next("algorithm")))) {
    section(def);
  } else if (at("parameter") && at_next("equation")) {
    refuse("'parameter equation' of Base Modelica is not supported yet",
           "give the parameter its value where it is declared");
  } else if (at("external")) {
    external(def);
  } else if (at("annotation")) {
    def.annotation = annotation();
    expect(";", "after an annotation");
  } else {
    return false;
  }
  return true;
}

void Parser::section(ClassDef& def) {
  Section s;
  s.initial = accept("initial");
  s.algorithm = advance().text == "algorithm";
  clause_body(s.algorithm, s.clauses);
  def.sections.push_back(std::move(s));
  for (const char* word : {"else", "elseif", "elsewhen"})
    if (at(word)) refuse(fmt::format("'{}' belongs to no 'if' or 'when' here", word));
}

void Parser::external(ClassDef& def) {
  advance();
  def.external = true;
  def.external_language = "C";
  if (now_.token == Token::text) def.external_language = unescape(advance().text);
  if (at_identifier()) {
    def.external_call = primary();
    if (accept("=")) {
      def.external_result = std::move(def.external_call);
      def.external_call = primary();
    }
  }
  skip_annotation();
  expect(";", "after 'external'");
}

}  // namespace trammel::modelica
