// expr/shown_text.cpp: shown expressions as text, with as few parentheses as they need.
#include <cmath>

#include "expr/binding.hpp"
#include "expr/print.hpp"
#include "expr/shown.hpp"

namespace trammel::expr {
namespace {

using Kind = Shown::Kind;

Level level(const Shown& s) {
  switch (s.kind) {
    case Kind::number:
      return std::signbit(s.value) ? sum : atom;
    case Kind::sum:
      return sum;
    case Kind::product:
      return std::signbit(s.value) ? sum : product;
    case Kind::power:
      return power;
    case Kind::call:
      break;
    default:
      return atom;
  }
  switch (s.op) {
    case Op::select:
      return choice;
    case Op::logical_or:
      return disjunction;
    case Op::logical_and:
      return conjunction;
    case Op::logical_not:
      return negation;
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne:
      return relation;
    default:
      return atom;
  }
}

class Writer {
 public:
  Writer(const Graph& graph, std::size_t longest) : g_(graph), longest_(longest) {}

  std::string run(const Shown& s) {
    write(s, choice);
    return text_.size() > longest_ ? text_.substr(0, longest_) + " ..." : std::move(text_);
  }

 private:
  void write(const Shown& s, Level at_least) {
    if (text_.size() > longest_) return;
    const bool brackets = level(s) < at_least;
    if (brackets) text_ += "(";
    open(s);
    if (brackets) text_ += ")";
  }

  void open(const Shown& s) {
    switch (s.kind) {
      case Kind::number:
        text_ += print_number(s.value);
        return;
      case Kind::leaf:
        text_ += print(g_, s.leaf);
        return;
      case Kind::cut:
        text_ += "...";
        return;
      case Kind::power:
        write(s.parts[0], atom);
        text_ += "^";
        write(s.parts[1], atom);
        return;
      case Kind::sum:
        for (std::size_t i = 0; i < s.parts.size(); ++i) {
          const bool minus = negative(s.parts[i]);
          if (i > 0) text_ += minus ? " - " : " + ";
          if (minus && i > 0)
            write(negated(s.parts[i]), product);
          else
            write(s.parts[i], i > 0 ? product : sum);
        }
        return;
      case Kind::product:
        write_product(s);
        return;
      case Kind::call:
        write_call(s);
        return;
    }
  }

  void write_product(const Shown& s) {
    bool first = true;
    if (s.value == -1 && !s.parts.empty()) {
      text_ += "-";
    } else if (s.value != 1 || s.parts.empty()) {
      text_ += print_number(s.value);
      first = false;
    }
    for (const Shown& factor : s.parts) {
      if (!first) text_ += "*";
      first = false;
      write(factor, s.parts.size() == 1 && s.value == 1 ? product : power);
    }
    if (s.under.empty()) return;
    text_ += "/";
    if (s.under.size() == 1) return write(s.under[0], power);
    text_ += "(";
    for (std::size_t i = 0; i < s.under.size(); ++i) {
      if (i > 0) text_ += "*";
      write(s.under[i], power);
    }
    text_ += ")";
  }

  void binary(const Shown& s, Level left, std::string_view sign, Level right) {
    write(s.parts[0], left);
    text_ += " ";
    text_ += sign;
    text_ += " ";
    write(s.parts[1], right);
  }

  void write_call(const Shown& s) {
    switch (s.op) {
      case Op::lt:
      case Op::le:
      case Op::gt:
      case Op::ge:
      case Op::eq:
      case Op::ne:
        return binary(s, sum, info(s.op).name, sum);
      case Op::logical_and:
        return binary(s, conjunction, "and", conjunction);
      case Op::logical_or:
        return binary(s, disjunction, "or", disjunction);
      case Op::logical_not:
        text_ += "not ";
        return write(s.parts[0], relation);
      case Op::select:
        text_ += "if ";
        write(s.parts[0], choice);
        text_ += " then ";
        write(s.parts[1], choice);
        text_ += " else ";
        return write(s.parts[2], choice);
      default:
        text_ +=
            s.op == Op::call ? g_.routine(s.leaf)->label(g_.output(s.leaf)) : std::string(info(s.op).name);
        text_ += "(";
        for (std::size_t i = 0; i < s.parts.size(); ++i) {
          if (i > 0) text_ += ", ";
          write(s.parts[i], choice);
        }
        text_ += ")";
    }
  }

  const Graph& g_;
  std::size_t longest_;
  std::string text_;
};

}  // namespace

std::string text(const Graph& graph, const Shown& shown, std::size_t longest) {
  return Writer(graph, longest).run(shown);
}

}  // namespace trammel::expr
