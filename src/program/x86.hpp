// program/x86.hpp: the few x86-64 instructions that kernels need, as bytes. Internal to this room.
//
// Encodings are those of [Int24, volume 2, chapters 2 to 5]: prefixes, opcode, ModRM, SIB, displacement,
// immediate. Addresses inside the code are relative, so that it may be placed anywhere.
#pragma once

#include <cstdint>
#include <vector>

namespace trammel::program::x86 {

enum Gp : std::uint8_t { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15 };
using Xmm = std::uint8_t;  // xmm0 to xmm15, or ymm0 to ymm15

struct Mem {
  enum Kind : std::uint8_t { based, indexed, in_code } kind = based;
  Gp base = rax, index = rax;     // indexed: base + 8*index
  std::int32_t displacement = 0;  // in_code: where in the code
};
constexpr Mem at(Gp base, std::int64_t displacement) {
  return {Mem::based, base, rax, static_cast<std::int32_t>(displacement)};
}
constexpr Mem at_index(Gp base, Gp index) { return {Mem::indexed, base, index, 0}; }
constexpr Mem in_code(std::size_t place) {
  return {Mem::in_code, rax, rax, static_cast<std::int32_t>(place)};
}

struct Operand {                                   // a register or memory
  Operand(Xmm r) : reg(r) {}                       // NOLINT: either of the two, without a word
  Operand(const Mem& m) : memory(true), mem(m) {}  // NOLINT
  bool memory = false;
  Xmm reg = 0;
  Mem mem = {};
};

enum Prefix : std::uint8_t { no_prefix, p66, pf3, pf2 };
enum Map : std::uint8_t { map_0f = 1, map_0f38, map_0f3a };
struct Opcode {
  Prefix prefix;
  Map map;
  std::uint8_t code;
};

class Assembler {
 public:
  // General registers, 64 bits unless the name says otherwise.
  void load(Gp to, const Mem& from) { general(true, 0x8b, to, from); }
  void load32(Gp to, const Mem& from) { general(false, 0x8b, to, from); }
  void store(const Mem& to, Gp from) { general(true, 0x89, from, to); }
  void address(Gp to, const Mem& of) { general(true, 0x8d, to, of); }
  void move(Gp to, Gp from);
  void set(Gp to, std::uint64_t value);
  void add(Gp to, std::int32_t value) { immediate(0, to, value); }
  void subtract(Gp from, std::int32_t value) { immediate(5, from, value); }
  void compare(Gp with, std::int32_t value) { immediate(7, with, value); }
  void push(Gp r);
  void pop(Gp r);
  void call(Gp function);
  void ret() { byte(0xc3); }
  std::size_t jump_if_below();                // forward; to be bound
  void bind(std::size_t jump);                // a jump from there leads here
  void jump_unless_below(std::size_t place);  // backward

  // Vector registers. SSE overwrites its first operand; AVX has one more, and may be `wide` (256 bits).
  void sse(Opcode op, Xmm reg, const Operand& rm, int immediate = -1);
  void avx(Opcode op, Xmm reg, Xmm first, const Operand& rm, bool wide, int immediate = -1);
  void zero_upper_halves();

  void align(std::size_t to, std::uint8_t fill);
  void number(std::uint64_t bits);
  std::size_t here() const { return code_.size(); }
  const std::vector<std::uint8_t>& code() const { return code_; }

 private:
  void byte(unsigned value) { code_.push_back(static_cast<std::uint8_t>(value)); }
  void word32(std::uint32_t value);
  void patch32(std::size_t place, std::uint32_t value);
  void rex(bool wide, unsigned reg, const Operand& rm);
  void modrm(unsigned reg, const Operand& rm, int bytes_after);
  void general(bool wide, unsigned opcode, Gp reg, const Mem& mem);
  void immediate(unsigned extension, Gp reg, std::int32_t value);

  std::vector<std::uint8_t> code_;
};

}  // namespace trammel::program::x86
