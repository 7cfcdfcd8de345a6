#include "program/kernel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "program/portion.hpp"

namespace trammel::program {
namespace {

using expr::Expr;
using expr::Op;

// While a kernel is being made, the numbers of constants and inputs still grow: a value is marked by its
// kind.
enum Mark : std::uint32_t {
  input_mark = 0,
  constant_mark = 1u << 30,
  code_mark = 2u << 30,
  kind_bits = 3u << 30
};

constexpr double largest_unrolled_exponent = 32;

}  // namespace

Lowering::Lowering(const expr::Graph& graph, Kernel& kernel) : graph_(graph), kernel_(kernel) {}

std::uint32_t Lowering::value(Expr root) {
  number_.resize(graph_.size());
  stack_.push_back(root.id);
  while (!stack_.empty()) {
    const Expr e{stack_.back()};
    if (number_[e.id] != 0) {
      stack_.pop_back();
      continue;
    }
    bool ready = true;
    each_operand(e, [&](Expr operand) {
      if (number_[operand.id] != 0) return;
      stack_.push_back(operand.id);
      ready = false;
    });
    if (!ready) continue;
    number_[e.id] = lower(e) + 1;
    stack_.pop_back();
  }
  return number_[root.id] - 1;
}

template <class Visit>
void Lowering::each_operand(Expr e, Visit&& visit) const {  // the last one first
  const Op op = graph_.op(e);
  if (op == Op::call) return graph_.each_argument(e, visit);
  for (int k = expr::info(op).arity - 1; k >= 0; --k) visit(graph_.arg(e, k));
}

std::uint32_t Lowering::lower_call(Expr e) {
  const std::uint64_t key = std::uint64_t{graph_.arg(e, 0).id} << 32 | graph_.arg(e, 1).id;
  const auto [at, fresh] = call_.try_emplace(key, static_cast<std::uint32_t>(kernel_.calls.size()));
  if (fresh) {
    std::uint32_t place = 0;
    graph_.each_argument(e, [&](Expr a) { emit(Op::argument, number_[a.id] - 1, 0, place++); });
    emit(Op::call, 0, 0, at->second);
    const std::shared_ptr<const expr::Routine>& routine = graph_.routine(e);
    kernel_.calls.push_back({routine, kernel_.results});
    kernel_.arguments = std::max(kernel_.arguments, place);
    kernel_.results += static_cast<std::uint32_t>(routine->outputs());
  }
  return emit(Op::result, 0, 0,
              kernel_.calls[at->second].results + static_cast<std::uint32_t>(graph_.output(e)));
}

std::uint32_t Lowering::lower(Expr e) {
  const Op op = graph_.op(e);
  if (op == Op::constant) return constant(graph_.value(e));
  if (op == Op::symbol) return static_cast<std::uint32_t>(graph_.index(e)) | input_mark;
  if (op == Op::call) return lower_call(e);
  const auto number = [&](int k) { return number_[graph_.arg(e, k).id] - 1; };
  if (op == Op::pow) return lower_power(graph_.arg(e, 0), graph_.arg(e, 1));
  const int arity = expr::info(op).arity;
  return emit(op, number(0), arity > 1 ? number(1) : 0, arity > 2 ? number(2) : 0);
}

// xⁿ with a small whole n by multiplications, sqrt for n = 1/2; the same in both engines.
std::uint32_t Lowering::lower_power(Expr base, Expr exponent) {
  const std::uint32_t x = number_[base.id] - 1;
  const double n = graph_.is_constant(exponent) ? graph_.value(exponent) : std::nan("");
  if (n == 0.5) return emit(Op::sqrt, x);
  if (n != std::floor(n) || std::fabs(n) > largest_unrolled_exponent || n == 0)
    return emit(Op::pow, x, number_[exponent.id] - 1);
  std::uint32_t square = x, result = 0;
  bool started = false;
  for (auto bits = static_cast<unsigned>(std::fabs(n)); bits != 0; bits >>= 1) {
    if (bits & 1u) {
      result = started ? emit(Op::mul, result, square) : square;
      started = true;
    }
    if (bits > 1) square = emit(Op::mul, square, square);
  }
  return n < 0 ? emit(Op::div, constant(1), result) : result;
}

std::uint32_t Lowering::emit(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (kernel_.code.size() >= most_values / 2)
    throw Error(Kind::usage, "an equation has more than 8 million operations");
  kernel_.code.push_back({static_cast<std::uint32_t>(op), 0, a, b, c});
  return static_cast<std::uint32_t>(kernel_.code.size() - 1) | code_mark;
}

std::uint32_t Lowering::constant(double value) {
  kernel_.constants.push_back(value);  // the graph holds each constant once
  return static_cast<std::uint32_t>(kernel_.constants.size() - 1) | constant_mark;
}

namespace {

void resolve_marks(Kernel& kernel) {
  const auto inputs = static_cast<std::uint32_t>(kernel.inputs());
  const auto constants = static_cast<std::uint32_t>(kernel.constants.size());
  const auto resolved = [&](std::uint32_t mark) {
    const std::uint32_t at = mark & ~kind_bits;
    switch (mark & kind_bits) {
      case input_mark:
        return at;
      case constant_mark:
        return inputs + at;
      default:
        return inputs + constants + at;
    }
  };
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    Instruction& at = kernel.code[i];
    const int arity = operands(at);
    at.dst = (inputs + constants + static_cast<std::uint32_t>(i)) & 0xFFFFFFu;
    if (arity > 0) at.a = resolved(at.a);
    if (arity > 1) at.b = resolved(at.b);
    if (arity > 2) at.c = resolved(at.c);
  }
  for (Kernel::Output& output : kernel.outputs) output.value = resolved(output.value);
}

// Linear scan: a temporary's slot is free again after its last use.
void allocate_slots(Kernel& kernel) {
  const std::size_t fixed = kernel.inputs() + kernel.constants.size();
  const std::size_t values = fixed + kernel.code.size();
  std::vector<std::uint32_t> last_use(values, 0);
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    const Instruction& at = kernel.code[i];
    const std::uint32_t operand[] = {at.a, at.b, at.c};
    for (int k = 0; k < operands(at); ++k) last_use[operand[k]] = static_cast<std::uint32_t>(i);
  }
  constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
  for (const Kernel::Output& output : kernel.outputs) last_use[output.value] = never;

  std::vector<std::uint32_t> slot(values), free;
  for (std::size_t v = 0; v < fixed; ++v) slot[v] = static_cast<std::uint32_t>(v);
  const auto arguments = static_cast<std::uint32_t>(fixed), results = arguments + kernel.arguments;
  std::uint32_t top = results + kernel.results;
  kernel.bytecode.clear();
  kernel.bytecode.reserve(kernel.code.size());
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    Instruction at = kernel.code[i];
    const auto op = static_cast<Op>(at.op);
    const int arity = operands(at);
    std::uint32_t* operand[] = {&at.a, &at.b, &at.c};
    for (int k = 0; k < arity; ++k) {
      const std::uint32_t v = *operand[k];
      *operand[k] = slot[v];
      if (v >= fixed && last_use[v] == i) {
        free.push_back(slot[v]);
        last_use[v] = never;  // freed once, even if it is both operands
      }
    }
    if (op == Op::result) {
      slot[fixed + i] = results + at.c;
      continue;
    }
    if (op == Op::argument) {
      at.dst = (arguments + at.c) & 0xFFFFFFu;
    } else if (op == Op::call) {
      at.a = arguments;
      at.b = results + kernel.calls[at.c].results;
    } else {
      if (free.empty()) free.push_back(top++);
      slot[fixed + i] = free.back();
      at.dst = free.back() & 0xFFFFFFu;
      free.pop_back();
    }
    kernel.bytecode.push_back(at);
  }
  kernel.slots = top;
  kernel.output_slot.clear();
  for (const Kernel::Output& output : kernel.outputs) kernel.output_slot.push_back(slot[output.value]);
}

}  // namespace

void finish(Kernel& kernel) {
  resolve_marks(kernel);
  allocate_slots(kernel);
}

Kernel only(const Kernel& kernel, const std::vector<char>& wanted) {
  const std::size_t inputs = kernel.inputs(), fixed = inputs + kernel.constants.size();
  std::vector<char> needed(fixed + kernel.code.size(), 0);
  for (std::size_t k = 0; k < kernel.outputs.size(); ++k)
    if (wanted[k]) needed[kernel.outputs[k].value] = 1;
  const auto each_operand = [](Instruction& at, const auto& visit) {
    std::uint32_t* const operand[] = {&at.a, &at.b, &at.c};
    for (int k = 0; k < operands(at); ++k) visit(*operand[k]);
  };
  for (std::size_t i = kernel.code.size(); i-- > 0;) {
    Instruction at = kernel.code[i];
    if (needed[fixed + i]) each_operand(at, [&](std::uint32_t value) { needed[value] = 1; });
  }
  Kernel part;
  std::vector<std::uint32_t> mark(needed.size(), 0);
  for (std::size_t value = 0; value < fixed; ++value) {
    if (!needed[value]) continue;
    if (value < inputs) {
      part.input_bank.push_back(kernel.input_bank[value]);
      part.gather.push_back(kernel.gather[value]);
      mark[value] = static_cast<std::uint32_t>(part.inputs() - 1) | input_mark;
    } else {
      part.constants.push_back(kernel.constants[value - inputs]);
      mark[value] = static_cast<std::uint32_t>(part.constants.size() - 1) | constant_mark;
    }
  }
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    if (!needed[fixed + i]) continue;
    Instruction at = kernel.code[i];
    each_operand(at, [&](std::uint32_t& value) { value = mark[value]; });
    part.code.push_back(at);
    mark[fixed + i] = static_cast<std::uint32_t>(part.code.size() - 1) | code_mark;
  }
  for (std::size_t k = 0; k < kernel.outputs.size(); ++k)
    if (wanted[k]) {
      part.outputs.push_back({mark[kernel.outputs[k].value], kernel.outputs[k].bank});
      part.scatter.push_back(kernel.scatter[k]);
    }
  finish(part);
  return part;
}

std::vector<Kernel> split(const Kernel& kernel, std::size_t longest, int in_work_bank, int out_work_bank,
                          std::size_t& work) {
  const std::size_t inputs = kernel.inputs(), fixed = inputs + kernel.constants.size(),
                    n = kernel.code.size();
  const std::size_t pieces = (n + longest - 1) / longest;
  const auto piece_of = [&](std::uint32_t value) { return (value - fixed) / longest; };

  // A value that a later piece needs gets a place in the work bank.
  constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> place(fixed + n, nowhere);
  const auto need = [&](std::uint32_t value, std::size_t piece) {
    if (value >= fixed && piece_of(value) != piece && place[value] == nowhere)
      place[value] = static_cast<std::uint32_t>(work++);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Instruction& at = kernel.code[i];
    const std::uint32_t operand[] = {at.a, at.b, at.c};
    for (int k = 0; k < operands(at); ++k) need(operand[k], i / longest);
  }

  std::vector<Kernel> result(std::max<std::size_t>(pieces, 1));
  std::vector<std::uint32_t> mark(fixed + n), seen(fixed + n, nowhere);
  for (std::size_t p = 0; p < result.size(); ++p) {
    Kernel& piece = result[p];
    const auto local = [&](std::uint32_t value) {  // the mark of a value inside this piece
      if (seen[value] == p) return mark[value];
      seen[value] = static_cast<std::uint32_t>(p);
      if (value >= inputs && value < fixed) {
        piece.constants.push_back(kernel.constants[value - inputs]);
        return mark[value] = static_cast<std::uint32_t>(piece.constants.size() - 1) | constant_mark;
      }
      piece.input_bank.push_back(value < inputs ? kernel.input_bank[value] : in_work_bank);
      piece.gather.push_back(value < inputs ? kernel.gather[value] : place[value]);
      return mark[value] = static_cast<std::uint32_t>(piece.inputs() - 1) | input_mark;
    };
    for (std::size_t i = p * longest; i < std::min(n, (p + 1) * longest); ++i) {
      Instruction at = kernel.code[i];
      const int arity = operands(at);
      at.a = local(at.a);
      if (arity > 1) at.b = local(at.b);
      if (arity > 2) at.c = local(at.c);
      piece.code.push_back(at);
      const auto value = static_cast<std::uint32_t>(fixed + i);
      seen[value] = static_cast<std::uint32_t>(p);
      mark[value] = static_cast<std::uint32_t>(piece.code.size() - 1) | code_mark;
      if (place[value] != nowhere) {
        piece.outputs.push_back({mark[value], out_work_bank});
        piece.scatter.push_back(place[value]);
      }
    }
    for (std::size_t k = 0; k < kernel.outputs.size(); ++k) {
      const std::uint32_t value = kernel.outputs[k].value;
      const std::size_t home = value < fixed ? 0 : piece_of(value);
      if (home != p) continue;
      piece.outputs.push_back({local(value), kernel.outputs[k].bank});
      piece.scatter.push_back(kernel.scatter[k]);
    }
    finish(piece);
  }
  return result;
}

Kernel only(const Kernel& kernel, const std::vector<std::size_t>& outputs) {
  const std::size_t inputs = kernel.inputs(), fixed = inputs + kernel.constants.size();
  std::vector<char> needed(fixed + kernel.code.size(), 0);
  for (const std::size_t k : outputs) needed[kernel.outputs[k].value] = 1;
  for (std::size_t i = kernel.code.size(); i-- > 0;) {
    const Instruction& at = kernel.code[i];
    if (needed[fixed + i] == 0) continue;
    const std::uint32_t operand[] = {at.a, at.b, at.c};
    for (int k = 0; k < operands(at); ++k) needed[operand[k]] = 1;
  }
  Kernel result;
  result.calls_bank = kernel.calls_bank;
  std::vector<std::uint32_t> mark(needed.size());
  for (std::size_t v = 0; v < inputs; ++v) {
    if (needed[v] == 0) continue;
    mark[v] = static_cast<std::uint32_t>(result.inputs()) | input_mark;
    result.input_bank.push_back(kernel.input_bank[v]);
    result.gather.push_back(kernel.gather[v]);
  }
  for (std::size_t v = inputs; v < fixed; ++v) {
    if (needed[v] == 0) continue;
    mark[v] = static_cast<std::uint32_t>(result.constants.size()) | constant_mark;
    result.constants.push_back(kernel.constants[v - inputs]);
  }
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    if (needed[fixed + i] == 0) continue;
    Instruction at = kernel.code[i];
    const int arity = operands(at);
    if (arity > 0) at.a = mark[at.a];
    if (arity > 1) at.b = mark[at.b];
    if (arity > 2) at.c = mark[at.c];
    mark[fixed + i] = static_cast<std::uint32_t>(result.code.size()) | code_mark;
    result.code.push_back(at);
  }
  for (const std::size_t k : outputs) {
    result.outputs.push_back({mark[kernel.outputs[k].value], kernel.outputs[k].bank});
    result.scatter.push_back(kernel.scatter[k]);
  }
  finish(result);
  return result;
}

}  // namespace trammel::program
