// program/jit_body.hpp: the code of one pass over a kernel. Internal to this room.
//
// Every value is computed once, so registers can be handed out in one pass: when none is free, the value
// whose next use is farthest gives its register up [Bel66]. Constants and the inputs of straight-line kernels
// are in memory anyway; other values are then stored in a slot of the scratch memory, at most once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "program/jit.hpp"
#include "program/uses.hpp"
#include "program/x86.hpp"

namespace trammel::program {

// Where a kernel finds its banks: the ones used most in registers of their own.
struct Banks {
  static constexpr x86::Gp nowhere = x86::rsp;
  std::vector<x86::Gp> in, out;                     // by bank; nowhere: read its address from the arrays
  x86::Gp in_array = nowhere, out_array = nowhere;  // nowhere: they are kept on the stack
  x86::Gp gather = nowhere, scatter = nowhere;      // rolled kernels
};

// An operation on numbers: on one with its prefix, on four with 66.
struct Arithmetic {
  x86::Prefix prefix;
  std::uint8_t code;
};

class Body {
 public:
  // `width` rows at a time: 1, or 4 of a rolled kernel that calls nothing.
  Body(x86::Assembler& assembler, const Kernel& kernel, const Banks& banks, std::size_t pool, int width,
       const Processor& processor);

  void emit();
  std::size_t slots() const { return slots_; }  // scratch memory, in numbers

  // What stands at `pool`: masks, then the constants of the kernel, each `width` times (masks at least
  // twice).
  static void emit_pool(x86::Assembler& assembler, const Kernel& kernel, int width);
  static bool calls(expr::Op op, const Processor& processor);

 private:
  enum Mask { sign_bit, all_but_sign, one };
  static constexpr x86::Xmm registers = 14, nowhere = 255;    // for values; two more for use within
  static constexpr x86::Xmm helper = 14, second_helper = 15;  // an operation
  static constexpr std::size_t masks = 3;
  static constexpr std::uint32_t none = Uses::never;

  // jit_body.cpp: values and where they are
  x86::Mem memory(std::uint32_t value);
  bool in_register(std::uint32_t value) const { return register_of_[value] != nowhere; }
  bool has_memory(std::uint32_t value) const;
  x86::Xmm take_register();
  void give_up(x86::Xmm r);
  void hold(std::uint32_t value, x86::Xmm r);
  void release(x86::Xmm r);
  x86::Xmm load(std::uint32_t value);
  void load_into(x86::Xmm to, std::uint32_t value);
  bool worth_keeping(std::uint32_t value) const;
  x86::Operand operand(std::uint32_t value);
  void copy(x86::Xmm to, std::uint32_t value);
  void copy_plainly(x86::Xmm to, std::uint32_t value);
  void define(std::uint32_t value, x86::Xmm r);
  void store_outputs(std::uint32_t value);
  void store(std::uint32_t output, x86::Xmm from);
  void let_go(std::uint32_t value);
  void done_with_operands(const Instruction& at);
  std::uint32_t take_slot();
  x86::Gp address(bool in, int bank);
  void move(x86::Xmm to, x86::Xmm from);
  void read(x86::Xmm to, const x86::Mem& from);
  void write(const x86::Mem& to, x86::Xmm from);

  // jit_operations.cpp: what each operation becomes
  void step(const Instruction& at);
  void binary(const Instruction& at, Arithmetic op, bool commutative);
  void bitwise(const Instruction& at, Arithmetic op, Mask mask);
  void square_root(const Instruction& at);
  void compare(const Instruction& at, int predicate, bool swapped);
  void extreme(const Instruction& at, Arithmetic op);
  void logical(const Instruction& at);
  void truth(x86::Xmm to, x86::Xmm value, x86::Xmm zero, int predicate);
  void select(const Instruction& at);
  void sign(const Instruction& at);
  void round(const Instruction& at, int mode);
  void round_into(x86::Xmm to, x86::Xmm from, int mode);
  void modulo(const Instruction& at);
  void call(const Instruction& at);
  void call_for_both(const Instruction& at);
  void put_argument(const Instruction& at);
  void call_routine(const Instruction& at);
  void take_result(const Instruction& at);
  void call_address(const void* function);
  void save_all();
  void apply(Arithmetic op, x86::Xmm to, const x86::Operand& by, int immediate = -1);
  x86::Opcode opcode(Arithmetic op) const;
  x86::Mem mask(Mask which) const;
  void result(const Instruction& at, x86::Xmm from);

  x86::Assembler& a_;
  const Kernel& kernel_;
  const Banks& banks_;
  std::size_t pool_;
  int width_;
  Processor processor_;
  Uses uses_;
  std::uint32_t inputs_, fixed_, place_ = 0;
  std::array<std::uint32_t, registers> value_in_, next_;  // what a register holds, and its next use
  unsigned free_ = (1u << registers) - 1;
  std::vector<x86::Xmm> register_of_;
  std::vector<std::uint32_t> slot_of_, free_slots_, left_slots_;
  std::vector<std::uint32_t> partner_;  // of a sine: the cosine of the same value, and the other way round
  unsigned pinned_ = 0;                 // operands of the operation at hand
  std::size_t slots_ = 0;
};

}  // namespace trammel::program
