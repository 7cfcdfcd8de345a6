#include "expr/print.hpp"

#include <fmt/format.h>

#include <cmath>
#include <variant>

#include "expr/binding.hpp"

namespace trammel::expr {
namespace {

bool leads_with_minus(const Graph& g, Expr product) {
  const Expr factor = g.arg(product, 0);
  return g.is_constant(factor) && std::signbit(g.value(factor));
}

Level level(const Graph& g, Expr e) {
  switch (g.op(e)) {
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
    case Op::neg:
    case Op::add:
    case Op::sub:
      return sum;
    case Op::mul:
      return leads_with_minus(g, e) ? sum : product;  // -2*x binds like -x
    case Op::div:
      return product;
    case Op::pow:
      return power;
    case Op::constant:
      return std::signbit(g.value(e)) ? sum : atom;  // -2 binds like a sum
    default:
      return atom;
  }
}

class Printer {
 public:
  Printer(const Graph& graph, const PrintOptions& options) : g_(graph), options_(options) {}

  std::string run(Expr root) {
    push(root, choice);
    while (!todo_.empty()) {
      const Item item = std::move(todo_.back());
      todo_.pop_back();
      if (const auto* text = std::get_if<std::string>(&item))
        text_ += *text;
      else
        open(std::get<Piece>(item));
      if (text_.size() > options_.longest) return text_.substr(0, options_.longest) + " ...";
    }
    return std::move(text_);
  }

 private:
  struct Piece {
    Expr e;
    Level at_least;
  };
  using Item = std::variant<std::string, Piece>;

  void push(std::string text) { todo_.emplace_back(std::move(text)); }
  void push(Expr e, Level at_least) { todo_.emplace_back(Piece{e, at_least}); }

  void open(const Piece& piece) {  // what is pushed last is printed first
    const Expr e = piece.e;
    if (level(g_, e) < piece.at_least) {
      push(")");
      push(e, choice);
      push("(");
      return;
    }
    const Op op = g_.op(e);
    const Expr a = g_.arg(e, 0), b = g_.arg(e, 1), c = g_.arg(e, 2);
    switch (op) {
      case Op::constant:
        text_ += print_number(g_.value(e));
        return;
      case Op::parameter:
        text_ += g_.parameter_name(g_.index(e));
        return;
      case Op::time:
        text_ += "time";
        return;
      case Op::symbol:
        text_ += print_symbol(g_, g_.index(e), g_.derivative(e));
        return;
      case Op::neg:
        push(a, product);
        push("-");
        return;
      case Op::add:
        binary(a, sum, " + ", b, sum_operand(b));
        return;
      case Op::sub:
        binary(a, sum, " - ", b, product);
        return;
      case Op::mul:
        binary(a, leads_with_minus(g_, e) ? choice : product, "*", b, product);
        return;  // a*(b*c) is read as a*b*c
      case Op::div:
        binary(a, product, "/", b, power);
        return;
      case Op::pow:
        binary(a, atom, "^", b, atom);
        return;
      case Op::lt:
      case Op::le:
      case Op::gt:
      case Op::ge:
      case Op::eq:
      case Op::ne:
        binary(a, sum, fmt::format(" {} ", info(op).name), b, sum);
        return;
      case Op::logical_and:
        binary(a, conjunction, " and ", b, conjunction);
        return;
      case Op::logical_or:
        binary(a, disjunction, " or ", b, disjunction);
        return;
      case Op::logical_not:
        push(a, relation);
        push("not ");
        return;
      case Op::select:
        push(c, choice);
        push(" else ");
        push(b, choice);
        push(" then ");
        push(a, choice);
        push("if ");
        return;
      default:
        function(e);
        return;
    }
  }

  // a + (b - c) needs no parentheses; a + (-b) does.
  Level sum_operand(Expr b) const { return g_.op(b) == Op::add || g_.op(b) == Op::sub ? sum : product; }

  void binary(Expr a, Level left, std::string sign, Expr b, Level right) {
    push(b, right);
    push(std::move(sign));
    push(a, left);
  }

  void function(Expr e) {
    const Op op = g_.op(e);
    std::vector<Expr> operands;
    if (op == Op::call)
      operands = g_.arguments(e);
    else
      for (int k = 0; k < info(op).arity; ++k) operands.push_back(g_.arg(e, k));
    push(")");
    for (std::size_t k = operands.size(); k-- > 0;) {
      push(operands[k], choice);
      if (k > 0) push(", ");
    }
    push((op == Op::call ? g_.routine(e)->label(g_.output(e)) : std::string(info(op).name)) + "(");
  }

  const Graph& g_;
  const PrintOptions& options_;
  std::vector<Item> todo_;
  std::string text_;
};

}  // namespace

std::string print(const Graph& graph, Expr e, const PrintOptions& options) {
  graph.check(e, "an expression to print");
  return Printer(graph, options).run(e);
}

std::string print_symbol(const Graph& graph, int variable, int derivative) {
  std::string text;
  for (int k = 0; k < derivative; ++k) text += "der(";
  text += graph.variable_name(variable);
  text.append(static_cast<std::size_t>(derivative), ')');
  return text;
}

std::string print_number(double value) { return fmt::format("{}", value); }

}  // namespace trammel::expr
