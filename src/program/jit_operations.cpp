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

using One = double (*)(double);
using Two = double (*)(double, double);

// The functions that the bytecode machine calls.
const void* function_of(Op op) {
  const auto one = [](One f) { return reinterpret_cast<const void*>(f); };
  const auto two = [](Two f) { return reinterpret_cast<const void*>(f); };
  switch (op) {
    case Op::pow:
      return two(std::pow);
    case Op::sin:
      return one(std::sin);
    case Op::cos:
      return one(std::cos);
    case Op::tan:
      return one(std::tan);
    case Op::asin:
      return one(std::asin);
    case Op::acos:
      return one(std::acos);
    case Op::atan:
      return one(std::atan);
    case Op::atan2:
      return two(std::atan2);
    case Op::sinh:
      return one(std::sinh);
    case Op::cosh:
      return one(std::cosh);
    case Op::tanh:
      return one(std::tanh);
    case Op::exp:
      return one(std::exp);
    case Op::log:
      return one(std::log);
    case Op::log10:
      return one(std::log10);
    case Op::floor:
      return one(std::floor);
    case Op::ceil:
      return one(std::ceil);
    case Op::mod:
      return two(expr::modulo);
    default:
      return nullptr;
  }
}

}  // namespace

bool Body::calls(Op op, const Processor& processor) {
  if (op == Op::call) return true;
  if (op == Op::floor || op == Op::ceil || op == Op::mod) return !processor.sse41;
  return function_of(op) != nullptr;
}

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
void Body::apply(Arithmetic op, Vec to, const Operand& by, int immediate) {
  if (processor_.avx)
    a_.avx(opcode(op), to, to, by, width_ == 4, immediate);
  else
    a_.sse(opcode(op), to, by, immediate);
}

void Body::result(const Instruction& at, Vec from) {
  done_with_operands(at);
  const Vec r = take_register();
  move(r, from);
  define(fixed_ + place_, r);
}

void Body::binary(const Instruction& at, Arithmetic op, bool commutative) {
  std::uint32_t first = at.a, second = at.b;
  const std::uint32_t value = fixed_ + place_;
  if (processor_.avx) {
    if (commutative && !in_register(first) && in_register(second)) std::swap(first, second);
    const Vec x = load(first);
    const Operand y = operand(second);
    done_with_operands(at);
    const Vec r = take_register();
    a_.avx(opcode(op), r, x, y, width_ == 4);
    return define(value, r);
  }
  // Two operands: the result takes the place of one that is not needed any more, or of a copy.
  const auto last = [&](std::uint32_t v) { return in_register(v) && uses_.after(v, place_) == Uses::never; };
  if (commutative && !last(first) && last(second)) std::swap(first, second);
  Vec r = nowhere;
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
  const Vec t = helper;
  copy(t, at.a);
  apply(op, t, mask(which));
  result(at, t);
}

void Body::square_root(const Instruction& at) {
  const Vec x = load(at.a), t = helper;
  if (width_ == 4)
    a_.avx(opcode(root), t, 0, x, true);
  else if (processor_.avx)
    a_.avx(opcode(root), t, x, x, false);
  else
    a_.sse(opcode(root), t, x);
  result(at, t);
}

void Body::compare(const Instruction& at, int predicate, bool swapped) {
  const Vec x = load(swapped ? at.b : at.a), y = load(swapped ? at.a : at.b), t = helper;
  move(t, x);
  apply(comparison, t, y, predicate);
  apply(bits_and, t, mask(one));
  result(at, t);
}

// a < b ? a : b is what minsd computes; a NaN in a is put over it, which leaves a NaN.
void Body::extreme(const Instruction& at, Arithmetic op) {
  const Vec x = load(at.a), y = load(at.b), t = helper, u = second_helper;
  move(u, x);
  apply(comparison, u, x, unordered);
  apply(bits_and, u, x);
  move(t, x);
  apply(op, t, y);
  apply(bits_or, t, u);
  result(at, t);
}

void Body::truth(Vec to, Vec value, Vec zero, int predicate) {
  apply(exclusive_or, zero, zero);
  move(to, value);
  apply(comparison, to, zero, predicate);
}

void Body::logical(const Instruction& at) {
  const Op op = static_cast<Op>(at.op);
  const Vec x = load(at.a), t = helper, u = second_helper;
  if (op == Op::logical_not) {
    truth(t, x, u, equal);
  } else {
    const Vec y = load(at.b);
    truth(t, x, u, not_equal);
    apply(comparison, u, y, not_equal);  // u is zero
    apply(op == Op::logical_and ? bits_and : bits_or, t, u);
  }
  apply(bits_and, t, mask(one));
  result(at, t);
}

void Body::select(const Instruction& at) {
  const Vec condition = load(at.a), x = load(at.b), y = load(at.c);
  const Vec t = helper, u = second_helper;
  truth(t, condition, u, not_equal);
  move(u, t);
  apply(bits_and, u, x);
  apply(bits_and_not, t, y);
  apply(bits_or, t, u);
  result(at, t);
}

// 1 or 0 with the sign of a; a NaN is put over it.
void Body::sign(const Instruction& at) {
  const Vec x = load(at.a), t = helper, u = second_helper;
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

void Body::round_into(Vec to, Vec from, int mode) {
  if (width_ == 4)
    a_.avx(round_all, to, 0, from, true, mode);
  else if (processor_.avx)
    a_.avx(round_one, to, from, from, false, mode);
  else
    a_.sse(round_one, to, from, mode);
}

void Body::round(const Instruction& at, int mode) {
  const Vec x = load(at.a), t = helper;
  round_into(t, x, mode);
  result(at, t);
}

void Body::modulo(const Instruction& at) {
  const Vec x = load(at.a), y = load(at.b), t = helper, u = second_helper;
  move(t, x);
  apply(quotient, t, y);
  round_into(u, t, downwards);
  apply(product, u, y);
  move(t, x);
  apply(difference, t, u);
  result(at, t);
}

// A call leaves no register as it was: what is used later goes to memory first.
void Body::save_all() {
  for (Vec r = 0; r < registers; ++r) give_up(r);
}

void Body::call_address(const void* function) {
  a_.set(rax, reinterpret_cast<std::uint64_t>(function));
  a_.call(rax);
}

void Body::call(const Instruction& at) {
  const Op op = static_cast<Op>(at.op);
  const std::uint32_t value = fixed_ + place_;
  if (partner_[place_] != none) return call_for_both(at);
  const bool two = expr::info(op).arity == 2;
  // The operands find their places first; what else is alive is stored.
  const Vec x = helper, y = second_helper;
  copy_plainly(x, at.a);
  if (two) copy_plainly(y, at.b);
  done_with_operands(at);
  save_all();
  move(0, x);
  if (two) move(1, y);
  call_address(function_of(op));
  define(value, 0);
}

// A routine reads its arguments from scratch memory and leaves its results there.
void Body::put_argument(const Instruction& at) {
  copy_plainly(helper, at.a);
  done_with_operands(at);
  write(x86::at(rbp, std::int64_t{8} * at.c), helper);
}

void Body::call_routine(const Instruction& at) {
  const Kernel::Call& called = kernel_.calls[at.c];
  save_all();
  a_.set(rdi, reinterpret_cast<std::uint64_t>(called.routine.get()));
  a_.address(rsi, x86::at(rbp, 0));
  a_.address(rdx, x86::at(rbp, std::int64_t{8} * (kernel_.arguments + called.results)));
  call_address(reinterpret_cast<const void*>(run_routine));
}

void Body::take_result(const Instruction& at) {
  const std::uint32_t value = fixed_ + place_;
  slot_of_[value] = kernel_.arguments + at.c;
  store_outputs(value);
  if (uses_.next(value) == Uses::never) let_go(value);
}

// Sine and cosine of one value: one call computes both, with the bits of the two (tested).
void Body::call_for_both(const Instruction& at) {
  const std::uint32_t other = partner_[place_], value = fixed_ + place_;
  if (other < place_) {  // computed already
    done_with_operands(at);
    store_outputs(value);
    if (uses_.next(value) == Uses::never) let_go(value);
    return;
  }
  copy_plainly(helper, at.a);
  uses_.pass(at.a, place_);  // the other's use is still to come
  save_all();
  slot_of_[value] = take_slot();
  slot_of_[fixed_ + other] = take_slot();
  const bool sine = static_cast<Op>(at.op) == Op::sin;
  a_.address(rdi, memory(sine ? value : fixed_ + other));
  a_.address(rsi, memory(sine ? fixed_ + other : value));
  move(0, helper);
  call_address(reinterpret_cast<const void*>(static_cast<void (*)(double, double*, double*)>(::sincos)));
  store_outputs(value);
  if (uses_.next(value) == Uses::never) let_go(value);
}

}  // namespace trammel::program
