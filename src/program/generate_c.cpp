// program/generate_c.cpp: the text of native.hpp's kernels.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "program/native.hpp"

namespace trammel::program {
namespace {

using expr::Op;
using Text = fmt::memory_buffer;

template <class... Args>
void print(Text& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

// The same formulas as expr::compute: the two engines must agree in every bit.
constexpr std::string_view prologue =
    "typedef unsigned int u32;\n"
    "typedef unsigned long size;\n"
    "double pow(double, double), sin(double), cos(double), tan(double), asin(double), acos(double), "
    "atan(double),\n"
    "    atan2(double, double), sinh(double), cosh(double), tanh(double), exp(double), log(double), "
    "log10(double),\n"
    "    sqrt(double), fabs(double), floor(double), ceil(double);\n"
    "struct callee { void (*run)(const void *, const double *, double *); const void *routine; };\n"
    "static inline double minimum(double a, double b) { return a < b || a != a ? a : b; }\n"
    "static inline double maximum(double a, double b) { return a > b || a != a ? a : b; }\n"
    "static inline double signum(double a) { return a > 0 ? 1 : a < 0 ? -1 : a; }\n"
    "static inline double modulo(double a, double b) { return a - floor(a / b) * b; }\n";

// {0}, {1}, {2} are the operands.
std::string_view form(Op op) {
  switch (op) {
    case Op::neg:
      return "-{0}";
    case Op::add:
      return "{0} + {1}";
    case Op::sub:
      return "{0} - {1}";
    case Op::mul:
      return "{0} * {1}";
    case Op::div:
      return "{0} / {1}";
    case Op::pow:
      return "pow({0}, {1})";
    case Op::sin:
      return "sin({0})";
    case Op::cos:
      return "cos({0})";
    case Op::tan:
      return "tan({0})";
    case Op::asin:
      return "asin({0})";
    case Op::acos:
      return "acos({0})";
    case Op::atan:
      return "atan({0})";
    case Op::atan2:
      return "atan2({0}, {1})";
    case Op::sinh:
      return "sinh({0})";
    case Op::cosh:
      return "cosh({0})";
    case Op::tanh:
      return "tanh({0})";
    case Op::exp:
      return "exp({0})";
    case Op::log:
      return "log({0})";
    case Op::log10:
      return "log10({0})";
    case Op::sqrt:
      return "sqrt({0})";
    case Op::abs:
      return "fabs({0})";
    case Op::sign:
      return "signum({0})";
    case Op::min:
      return "minimum({0}, {1})";
    case Op::max:
      return "maximum({0}, {1})";
    case Op::floor:
      return "floor({0})";
    case Op::ceil:
      return "ceil({0})";
    case Op::mod:
      return "modulo({0}, {1})";
    case Op::lt:
      return "{0} < {1}";
    case Op::le:
      return "{0} <= {1}";
    case Op::gt:
      return "{0} > {1}";
    case Op::ge:
      return "{0} >= {1}";
    case Op::eq:
      return "{0} == {1}";
    case Op::ne:
      return "{0} != {1}";
    case Op::logical_and:
      return "{0} != 0 && {1} != 0";
    case Op::logical_or:
      return "{0} != 0 || {1} != 0";
    case Op::logical_not:
      return "{0} == 0";
    case Op::select:
      return "{0} != 0 ? {1} : {2}";
    default:
      return "0";
  }
}

std::string literal(double value) {
  if (std::isinf(value)) return value > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
  return value < 0 || std::signbit(value) ? fmt::format("({:a})", value) : fmt::format("{:a}", value);
}

class Writer {
 public:
  Writer(Text& text, const Kernel& kernel) : text_(text), kernel_(kernel), inputs_(kernel.inputs()) {}

  void write(std::size_t number) {
    print(text_,
          "void trammel_kernel_{}(const double *const *in, double *const *out, const u32 *g, const u32 *s, "
          "size n) {{\n",
          number);
    banks();
    if (kernel_.rolled())
      print(text_, "for (size i = 0; i < n; ++i, g += {}, s += {}) {{\n", inputs_, kernel_.outputs.size());
    else
      print(text_, "(void)g; (void)s; (void)n;\n");
    for (std::size_t k = 0; k < inputs_; ++k) {
      if (kernel_.rolled())
        print(text_, "const double v{} = i{}[g[{}]];\n", k, kernel_.input_bank[k], k);
      else
        print(text_, "const double v{} = i{}[{}];\n", k, kernel_.input_bank[k], kernel_.gather[k]);
    }
    if (!kernel_.calls.empty())
      print(text_,
            "const struct callee *f = (const struct callee *)(const void *)in[{}] + {};\ndouble a[{}], "
            "r[{}];\n",
            kernel_.calls_bank, kernel_.first_call, kernel_.arguments, kernel_.results);
    body();
    if (kernel_.rolled()) print(text_, "}}\n");
    print(text_, "}}\n");
  }

 private:
  void banks() {
    std::vector<char> in, out;
    for (const int bank : kernel_.input_bank) mark(in, bank);
    for (const Kernel::Output& output : kernel_.outputs) mark(out, output.bank);
    for (std::size_t b = 0; b < in.size(); ++b)
      if (in[b]) print(text_, "const double *restrict i{0} = in[{0}];\n", b);
    for (std::size_t b = 0; b < out.size(); ++b)
      if (out[b]) print(text_, "double *restrict o{0} = out[{0}];\n", b);
    if (in.empty()) print(text_, "(void)in;\n");
    if (out.empty()) print(text_, "(void)out;\n");
  }

  static void mark(std::vector<char>& used, int bank) {
    if (static_cast<std::size_t>(bank) >= used.size()) used.resize(static_cast<std::size_t>(bank) + 1);
    used[static_cast<std::size_t>(bank)] = 1;
  }

  // Each output is stored as soon as it is known, so that few values stay alive.
  void body() {
    const std::size_t fixed = inputs_ + kernel_.constants.size();
    std::vector<std::vector<std::size_t>> ready(kernel_.code.size());
    for (std::size_t k = 0; k < kernel_.outputs.size(); ++k) {
      const std::uint32_t value = kernel_.outputs[k].value;
      if (value < fixed)
        store(k);
      else
        ready[value - fixed].push_back(k);
    }
    for (std::size_t i = 0; i < kernel_.code.size(); ++i) {
      const Instruction& at = kernel_.code[i];
      const Op op = static_cast<Op>(at.op);
      if (op == Op::argument) {
        print(text_, "a[{}] = {};\n", at.c, operand(at.a));
        continue;
      }
      if (op == Op::call) {
        print(text_, "f[{0}].run(f[{0}].routine, a, r + {1});\n", at.c, kernel_.calls[at.c].results);
        continue;
      }
      print(text_, "const double v{} = ", fixed + i);
      if (op == Op::result) {
        print(text_, "r[{}];\n", at.c);
        for (const std::size_t k : ready[i]) store(k);
        continue;
      }
      const std::string a = operand(at.a), b = operand(at.b), c = operand(at.c);
      fmt::vformat_to(std::back_inserter(text_), form(static_cast<Op>(at.op)),
                      fmt::make_format_args(a, b, c));
      print(text_, ";\n");
      for (const std::size_t k : ready[i]) store(k);
    }
  }

  void store(std::size_t k) {
    const Kernel::Output& output = kernel_.outputs[k];
    if (kernel_.rolled())
      print(text_, "o{}[s[{}]] = {};\n", output.bank, k, operand(output.value));
    else
      print(text_, "o{}[{}] = {};\n", output.bank, kernel_.scatter[k], operand(output.value));
  }

  std::string operand(std::uint32_t value) const {
    const std::size_t constant = value - inputs_;
    return value >= inputs_ && constant < kernel_.constants.size() ? literal(kernel_.constants[constant])
                                                                   : fmt::format("v{}", value);
  }

  Text& text_;
  const Kernel& kernel_;
  std::size_t inputs_;
};

}  // namespace

std::string generate_c(const std::vector<const Kernel*>& kernels) {
  Text text;
  print(text, "{}", prologue);
  for (std::size_t i = 0; i < kernels.size(); ++i) Writer(text, *kernels[i]).write(i);
  return fmt::to_string(text);
}

}  // namespace trammel::program
