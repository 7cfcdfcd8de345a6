// program/jit_operations.cpp: what each operation becomes; the values are those of expr::compute.
#include <cmath>

#include "program/data.hpp"
#include "program/jit_body.hpp"

namespace trammel::program {

using namespace x86;  // NOLINT: names of registers
using expr::Op;

namespace {

enum Rounding { downwards = 9, upwards = 10 };  // without a word about inexact results

// Predicates of cmpsd. All of them are false for NaN but the last.
enum Predicate { equal = 0, less = 1, less_equal = 2, unordered = 3, not_equal = 4 };

constexpr Arithmetic sum{pf2, 0x58}, product{pf2, 0x59}, difference{pf2, 0x5c}, quotient{pf2, 0x5e},
    lesser{pf2, 0x5d}, greater{pf2, 0x5f}, root{pf2, 0x51}, comparison{pf2, 0xc2};
constexpr Arithmetic bits_and{p66, 0x54}, bits_and_not{p66, 0x55}, bits_or{p66, 0x56},
    exclusive_or{p66, 0x57};
constexpr Opcode round_one{p66, map_0f3a, 0x0b}, round_all{p66, map_0f3a, 0x09};

}  // namespace

void Body::step(const Instruction& at) {
  const Op op = static_cast<Op>(at.op);
  if (op == Op::call) return call_routine(at);
  if (calls(op, processor_)) return call(at);
  switch (op) {
    case Op::argument:
      return put_argument(at);
    case Op::result:
      return take_result(at);
    case Op::neg:
      return bitwise(at, exclusive_or, sign_bit);
    case Op::abs:
      return bitwise(at, bits_and, all_but_sign);
    case Op::add:
      return binary(at, sum, true);
    case Op::sub:
      return binary(at, difference, false);
    case Op::mul:
      return binary(at, product, true);
    case Op::div:
      return binary(at, quotient, false);
    case Op::sqrt:
      return square_root(at);
    case Op::sign:
      return sign(at);
    case Op::min:
      return extreme(at, lesser);
    case Op::max:
      return extreme(at, greater);
    case Op::floor:
      return round(at, downwards);
    case Op::ceil:
      return round(at, upwards);
    case Op::mod:
      return modulo(at);
    case Op::lt:
      return compare(at, less, false);
    case Op::le:
      return compare(at, less_equal, false);
    case Op::gt:
      return compare(at, less, true);
    case Op::ge:
      return compare(at, less_equal, true);
    case Op::eq:
      return compare(at, equal, false);
    case Op::ne:
      return compare(at, not_equal, false);
    case Op::select:
      return select(at);
    default:
      return logical(at);
  }
}

Opcode Body::opcode(Arithmetic op) const { return {width_ == 4 ? p66 : op.prefix, map_0f, op.code}; }

// to = to op by
void Body::apply(Arithmetic op, Xmm to, const Operand& by, int immediate) {
  if (processor_.avx)
    a_.avx(opcode(op), to, to, by, width_ == 4, immediate);
  else
    a_.sse(opcode(op), to, by, immediate);
}

void Body::result(const Instruction& at, Xmm from) {
  done_with_operands(at);
  const Xmm r = take_register();
  move(r, from);
  define(fixed_ + place_, r);
}

void Body::binary(const Instruction& at, Arithmetic op, bool commutative) {
  std::uint32_t first = at.a, second = at.b;
  const std::uint32_t value = fixed_ + place_;
  if (processor_.avx) {
    if (commutative && !in_register(first) && in_register(second)) std::swap(first, second);
    const Xmm x = load(first);
    const Operand y = operand(second);
    done_with_operands(at);
    const Xmm r = take_register();
    a_.avx(opcode(op), r, x, y, width_ == 4);
    return define(value, r);
  }
  // Two operands: the result takes the place of one that is not needed any more, or of a copy.
  const auto last = [&](std::uint32_t v) { return in_register(v) && uses_.after(v, place_) == Uses::never; };
  if (commutative && !last(first) && last(second)) std::swap(first, second);
  Xmm r = nowhere;
  if (last(first)) {
    r = load(first);
  } else {
    if (in_register(first)) load(first);  // pins it
    if (in_register(second)) load(second);
    r = take_register();
    pinned_ |= 1u << r;
    hold(value, r);
    copy(r, first);
  }
  apply(op, r, operand(second));
  release(r);
  done_with_operands(at);
  define(value, r);
}

void Body::bitwise(const Instruction& at, Arithmetic op, Mask which) {
  const Xmm t = helper;
  copy(t, at.a);
  apply(op, t, mask(which));
  result(at, t);
}

void Body::square_root(const Instruction& at) {
  const Xmm x = load(at.a), t = helper;
  if (width_ == 4)
    a_.avx(opcode(root), t, 0, x, true);
  else if (processor_.avx)
    a_.avx(opcode(root), t, x, x, false);
  else
    a_.sse(opcode(root), t, x);
  result(at, t);
}

void Body::compare(const Instruction& at, int predicate, bool swapped) {
  const Xmm x = load(swapped ? at.b : at.a), y = load(swapped ? at.a : at.b), t = helper;
  move(t, x);
  apply(comparison, t, y, predicate);
  apply(bits_and, t, mask(one));
  result(at, t);
}

// a < b ? a : b is what minsd computes; a NaN in a is put over it, which leaves a NaN.
void Body::extreme(const Instruction& at, Arithmetic op) {
  const Xmm x = load(at.a), y = load(at.b), t = helper, u = second_helper;
  move(u, x);
  apply(comparison, u, x, unordered);
  apply(bits_and, u, x);
  move(t, x);
  apply(op, t, y);
  apply(bits_or, t, u);
  result(at, t);
}

void Body::truth(Xmm to, Xmm value, Xmm zero, int predicate) {
  apply(exclusive_or, zero, zero);
  move(to, value);
  apply(comparison, to, zero, predicate);
}

void Body::logical(const Instruction& at) {
  const Op op = static_cast<Op>(at.op);
  const Xmm x = load(at.a), t = helper, u = second_helper;
  if (op == Op::logical_not) {
    truth(t, x, u, equal);
  } else {
    const Xmm y = load(at.b);
    truth(t, x, u, not_equal);
    apply(comparison, u, y, not_equal);  // u is zero
    apply(op == Op::logical_and ? bits_and : bits_or, t, u);
  }
  apply(bits_and, t, mask(one));
  result(at, t);
}

void Body::select(const Instruction& at) {
  const Xmm condition = load(at.a), x = load(at.b), y = load(at.c);
  const Xmm t = helper, u = second_helper;
  truth(t, condition, u, not_equal);
  move(u, t);
  apply(bits_and, u, x);
  apply(bits_and_not, t, y);
  apply(bits_or, t, u);
  result(at, t);
}

// 1 or 0 with the sign of a; a NaN is put over it.
void Body::sign(const Instruction& at) {
  const Xmm x = load(at.a), t = helper, u = second_helper;
  truth(t, x, u, not_equal);
  apply(bits_and, t, mask(one));
  move(u, x);
  apply(bits_and, u, mask(sign_bit));
  apply(bits_or, t, u);
  move(u, x);
  apply(comparison, u, x, unordered);
  apply(bits_and, u, x);
  apply(bits_or, t, u);
  result(at, t);
}

void Body::round_into(Xmm to, Xmm from, int mode) {
  if (width_ == 4)
    a_.avx(round_all, to, 0, from, true, mode);
  else if (processor_.avx)
    a_.avx(round_one, to, from, from, false, mode);
  else
    a_.sse(round_one, to, from, mode);
}

void Body::round(const Instruction& at, int mode) {
  const Xmm x = load(at.a), t = helper;
  round_into(t, x, mode);
  result(at, t);
}

void Body::modulo(const Instruction& at) {
  const Xmm x = load(at.a), y = load(at.b), t = helper, u = second_helper;
  move(t, x);
  apply(quotient, t, y);
  round_into(u, t, downwards);
  apply(product, u, y);
  move(t, x);
  apply(difference, t, u);
  result(at, t);
}

}  // namespace trammel::program
