// program/jit_calls.cpp: operations that are calls: of the C library, and of routines.
#include <cmath>

#include "program/data.hpp"
#include "program/jit_body.hpp"

namespace trammel::program {

using namespace x86;  // NOLINT: names of registers
using expr::Op;

namespace {

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

// A call leaves no register as it was: what is used later goes to memory first.
void Body::save_all() {
  for (Xmm r = 0; r < registers; ++r) give_up(r);
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
  const Xmm x = helper, y = second_helper;
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
