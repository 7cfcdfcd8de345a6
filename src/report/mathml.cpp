#include "report/mathml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "expr/print.hpp"
#include "report/svg.hpp"

namespace trammel::report {
namespace {

using expr::Op;
using expr::Shown;

struct Greek {
  const char *name, *letter;
};
constexpr std::array<Greek, 34> greek{
    {{"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"},   {"delta", "δ"},  {"epsilon", "ε"}, {"zeta", "ζ"},
     {"eta", "η"},   {"theta", "θ"},  {"iota", "ι"},    {"kappa", "κ"},  {"lambda", "λ"},  {"mu", "μ"},
     {"nu", "ν"},    {"xi", "ξ"},     {"pi", "π"},      {"rho", "ρ"},    {"sigma", "σ"},   {"tau", "τ"},
     {"phi", "φ"},   {"chi", "χ"},    {"psi", "ψ"},     {"omega", "ω"},  {"Gamma", "Γ"},   {"Delta", "Δ"},
     {"Theta", "Θ"}, {"Lambda", "Λ"}, {"Xi", "Ξ"},      {"Pi", "Π"},     {"Sigma", "Σ"},   {"Phi", "Φ"},
     {"Psi", "Ψ"},   {"Omega", "Ω"},  {"Upsilon", "Υ"}, {"upsilon", "υ"}}};

constexpr const char* minus_sign = "<mo form=\"prefix\">−</mo>";  // not the minus between two terms
constexpr std::size_t longest_name = 60;                          // longer ones are cut in the middle

std::string cut(const std::string& text) {
  if (text.size() <= longest_name) return text;
  return text.substr(0, longest_name / 2) + "…" + text.substr(text.size() - longest_name / 2);
}

std::string letter(const std::string& text) {
  for (const Greek& known : greek)
    if (text == known.name) return fmt::format("<mi>{}</mi>", known.letter);
  return fmt::format("<mi>{}</mi>", escaped(text));
}

// "x1" -> x, 1; "q[2,3]" -> q, 2,3; "x_max" -> x, max; the base may be empty never.
struct Split {
  std::string base, index;
};
Split split(const std::string& name) {
  if (name.front() == '\'') return {name, ""};
  if (const std::size_t open = name.find('['); open != std::string::npos && open > 0 && name.back() == ']')
    return {name.substr(0, open), name.substr(open + 1, name.size() - open - 2)};
  const std::size_t line = name.find('_');
  if (line != std::string::npos && line > 0 && line + 1 < name.size())
    return {name.substr(0, line), name.substr(line + 1)};
  std::size_t digits = name.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])) != 0) --digits;
  if (digits > 0 && digits < name.size()) return {name.substr(0, digits), name.substr(digits)};
  return {name, ""};
}

std::string dotted(std::string base, int derivative) {
  if (derivative == 0) return base;
  if (derivative <= 3) {
    constexpr const char* dots[] = {"", "˙", "¨", "⃛"};
    return fmt::format("<mover accent=\"true\">{}<mo>{}</mo></mover>", base, dots[derivative]);
  }
  return fmt::format("<msup>{}<mrow><mo>(</mo><mn>{}</mn><mo>)</mo></mrow></msup>", base, derivative);
}

bool is_sum(const Shown& s) {
  return s.kind == Shown::Kind::sum || (s.kind == Shown::Kind::product && std::signbit(s.value)) ||
         (s.kind == Shown::Kind::number && std::signbit(s.value));
}
bool is_relation(const Shown& s) {
  return s.kind == Shown::Kind::call && (s.op >= Op::lt && s.op <= Op::select);
}

// Brackets grow with what is high only: some browsers stretch them around every subscript.
std::string brackets(const std::string& inside) {
  const bool high = inside.find("<mfrac") != std::string::npos || inside.find("<mtable") != std::string::npos;
  const char* how = high ? "" : " stretchy=\"false\"";
  return fmt::format("<mrow><mo{0}>(</mo>{1}<mo{0}>)</mo></mrow>", how, inside);
}

class Writer {
 public:
  explicit Writer(const expr::Graph& graph) : g_(graph) {}

  std::string row(const Shown& s) { return "<mrow>" + inner(s) + "</mrow>"; }
  std::string bracketed(const Shown& s) { return brackets(inner(s)); }

  std::string inner(const Shown& s) {
    switch (s.kind) {
      case Shown::Kind::number:
        return number(s.value);
      case Shown::Kind::cut:
        return "<mo>…</mo>";
      case Shown::Kind::leaf:
        return leaf(s.leaf);
      case Shown::Kind::sum: {
        std::string text;
        for (std::size_t i = 0; i < s.parts.size(); ++i) text += term(s.parts[i], i == 0);
        return text;
      }
      case Shown::Kind::product:
        return product(s);
      case Shown::Kind::power: {
        const Shown& base = s.parts[0];
        const bool simple =
            base.kind == Shown::Kind::leaf || (base.kind == Shown::Kind::number && base.value >= 0);
        if (base.kind == Shown::Kind::call && s.parts[1].kind == Shown::Kind::number &&
            is_function(base.op))  // sin²(x)
          return fmt::format("<mrow><msup>{}{}</msup>{}</mrow>", function_name(base.op), row(s.parts[1]),
                             arguments(base));
        if (base.kind == Shown::Kind::leaf) {  // x₁²: both hang on the letter
          constexpr std::string_view open = "<msub>", close = "</msub>";
          const std::string name = leaf(base.leaf);
          if (name.starts_with(open) && name.ends_with(close))
            return fmt::format(
                "<msubsup>{}{}</msubsup>",
                std::string_view(name).substr(open.size(), name.size() - open.size() - close.size()),
                row(s.parts[1]));
        }
        return fmt::format("<msup>{}{}</msup>", simple ? row(base) : bracketed(base), row(s.parts[1]));
      }
      case Shown::Kind::call:
        return call(s);
    }
    return "";
  }

  // A term of a sum with its sign.
  std::string term(const Shown& s, bool first) {
    const bool minus = negative(s);
    const Shown& body = s;
    if (minus) return std::string(first ? minus_sign : "<mo>−</mo>") + inner_term(negated(body));
    return (first ? "" : "<mo>+</mo>") + inner_term(body);
  }

 private:
  std::string inner_term(const Shown& s) {
    return s.kind == Shown::Kind::sum || is_relation(s) ? bracketed(s) : inner(s);
  }

  static std::string number(double value) {
    const std::string minus = std::signbit(value) && value != 0 ? minus_sign : "";
    const std::string text = expr::print_number(std::abs(value));
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return fmt::format("{}<mn>{}</mn>", minus, text);
    const int exponent = std::atoi(text.c_str() + e + 1);
    const std::string power = fmt::format("<msup><mn>10</mn><mrow>{}<mn>{}</mn></mrow></msup>",
                                          exponent < 0 ? "<mo>−</mo>" : "", std::abs(exponent));
    if (text.substr(0, e) == "1") return minus + power;
    return fmt::format("{}<mn>{}</mn><mo>·</mo>{}", minus, text.substr(0, e), power);
  }

  std::string leaf(expr::Expr e) const {
    if (g_.op(e) == Op::time) return "<mi>t</mi>";
    if (g_.op(e) == Op::parameter) return mathml_name(g_.parameter_name(g_.index(e)));
    return mathml_name(g_.variable_name(g_.index(e)), g_.derivative(e));
  }

  std::string factors(const std::vector<Shown>& list, bool first, bool brackets) {
    std::string text;
    for (const Shown& factor : list) {
      const bool digits = factor.kind == Shown::Kind::number ||
                          (factor.kind == Shown::Kind::power && factor.parts[0].kind == Shown::Kind::number);
      if (!first) text += digits ? "<mo>·</mo>" : "<mo lspace=\"0\" rspace=\"0.17em\">&#x2062;</mo>";
      first = false;
      const bool alone = list.size() == 1 && !brackets;
      text += (is_sum(factor) && !alone) || is_relation(factor) ? bracketed(factor) : inner(factor);
    }
    return text;
  }

  std::string product(const Shown& s) {
    std::string text;
    if (std::signbit(s.value)) text += minus_sign;
    const double size = std::abs(s.value);
    std::string above;
    bool first = true;
    if (size != 1 || s.parts.empty()) {
      above += number(size);
      first = false;
    }
    above += factors(s.parts, first, s.under.empty() || !first);
    if (s.under.empty()) return text + above;
    const std::string below = factors(s.under, true, false);
    return text + fmt::format("<mfrac><mrow>{}</mrow><mrow>{}</mrow></mfrac>", above, below);
  }

  static bool is_function(Op op) {
    return op >= Op::sin && op <= Op::log10 && op != Op::exp && op != Op::atan2;
  }
  static std::string function_name(Op op) {
    const std::string_view name = op == Op::log    ? "ln"
                                  : op == Op::asin ? "arcsin"
                                  : op == Op::acos ? "arccos"
                                  : op == Op::atan ? "arctan"
                                                   : expr::info(op).name;
    return fmt::format("<mi>{}</mi>", name);
  }

  std::string arguments(const Shown& s) {
    std::string text;
    for (std::size_t i = 0; i < s.parts.size(); ++i) text += (i > 0 ? "<mo>,</mo>" : "") + row(s.parts[i]);
    return brackets(text);
  }

  std::string call(const Shown& s) {
    const auto infix = [&](const char* sign) {
      return row(s.parts[0]) + fmt::format("<mo>{}</mo>", sign) + row(s.parts[1]);
    };
    switch (s.op) {
      case Op::sqrt:
        return fmt::format("<msqrt>{}</msqrt>", row(s.parts[0]));
      case Op::exp:
        return fmt::format("<msup><mi>e</mi>{}</msup>", row(s.parts[0]));
      case Op::abs:
        return fmt::format("<mrow><mo>|</mo>{}<mo>|</mo></mrow>", row(s.parts[0]));
      case Op::lt:
        return infix("&lt;");
      case Op::le:
        return infix("≤");
      case Op::gt:
        return infix("&gt;");
      case Op::ge:
        return infix("≥");
      case Op::eq:
        return infix("=");
      case Op::ne:
        return infix("≠");
      case Op::logical_and:
        return infix("∧");
      case Op::logical_or:
        return infix("∨");
      case Op::logical_not:
        return "<mo>¬</mo>" + row(s.parts[0]);
      case Op::select:
        return fmt::format(
            "<mrow><mo stretchy=\"true\">{{</mo><mtable columnalign=\"left "
            "left\"><mtr><mtd>{}</mtd><mtd><mtext>if "
            "</mtext>{}</mtd></mtr><mtr><mtd>{}</mtd><mtd><mtext>else</mtext></mtd></mtr></mtable></mrow>",
            row(s.parts[1]), row(s.parts[0]), row(s.parts[2]));
      case Op::call:
        return mathml_name(g_.routine(s.leaf)->label(g_.output(s.leaf))) + arguments(s);
      default:
        return (is_function(s.op) ? function_name(s.op) : fmt::format("<mi>{}</mi>", expr::info(s.op).name)) +
               arguments(s);
    }
  }

  const expr::Graph& g_;
};

// About as many characters as are drawn.
std::size_t width(const expr::Graph& graph, const Shown& s) { return expr::text(graph, s, 400).size(); }

}  // namespace

std::string mathml_name(const std::string& name, int derivative) {
  if (name.empty()) return "<mi></mi>";
  // a.b.x: the dot of a derivative stands over the last part
  std::size_t start = 0;
  if (name.front() != '\'')
    for (std::size_t i = 0, depth = 0; i < name.size() && depth < name.size(); ++i) {
      depth += static_cast<std::size_t>(name[i] == '[') - static_cast<std::size_t>(name[i] == ']');
      if (name[i] == '.' && depth == 0) start = i + 1;
    }
  if (start >= name.size()) start = 0;
  const Split parts = split(cut(name.substr(start)));
  std::string text = dotted(letter(parts.base), derivative);
  if (!parts.index.empty()) {
    const bool digits = std::ranges::all_of(
        parts.index, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    text = fmt::format("<msub>{}{}</msub>", text,
                       digits ? fmt::format("<mn>{}</mn>", parts.index) : letter(parts.index));
  }
  if (start == 0) return text;
  return fmt::format("<mrow><mi>{}</mi>{}</mrow>", escaped(cut(name.substr(0, start))), text);
}

std::string mathml(const expr::Graph& graph, const expr::Sides& equation) {
  Writer writer(graph);
  constexpr std::size_t line = 88;  // characters
  const std::string label =
      expr::text(graph, equation.left, 2000) + " = " + expr::text(graph, equation.right, 2000);
  const std::string begin = fmt::format("<math display=\"block\" alttext=\"{}\">", escaped(label));
  if (width(graph, equation.left) + width(graph, equation.right) < line)
    return begin + "<mrow>" + writer.inner(equation.left) + "<mo>=</mo>" + writer.inner(equation.right) +
           "</mrow></math>";

  // Lines of terms: of the left side where that is the long one, then of the right.
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  const auto add = [&](const Shown& s) {
    const std::vector<Shown> alone = {s};
    const std::vector<Shown>& terms = s.kind == Shown::Kind::sum ? s.parts : alone;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const std::size_t wide = width(graph, terms[i]) + 3;
      if (used > 0 && used + wide > line) {
        lines.emplace_back();
        used = 4;
      }
      std::string text = writer.term(terms[i], i == 0);
      // At the beginning of a line it would count as a sign, with no space behind it.
      if (lines.back().empty() && i > 0 && text.starts_with("<mo>")) text.insert(3, " form=\"infix\"");
      lines.back() += text;
      used += wide;
    }
  };
  add(equation.left);
  lines.back() += "<mo>=</mo>";
  add(equation.right);
  std::string table;
  for (std::size_t i = 0; i < lines.size(); ++i)
    table += fmt::format("<mtr><mtd>{}<mrow>{}</mrow></mtd></mtr>", i > 0 ? "<mspace width=\"2em\"/>" : "",
                         lines[i]);
  return begin + "<mtable columnalign=\"left\">" + table + "</mtable></math>";
}

}  // namespace trammel::report
