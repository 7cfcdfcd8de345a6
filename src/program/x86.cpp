#include "program/x86.hpp"

#include <cstring>

namespace trammel::program::x86 {
namespace {

bool fits8(std::int32_t value) { return value >= -128 && value <= 127; }

// The fourth bits of the registers in an address.
unsigned base_bit(const Operand& rm) {
  if (!rm.memory) return rm.reg >> 3;
  return rm.mem.kind == Mem::in_code ? 0u : static_cast<unsigned>(rm.mem.base) >> 3;
}
unsigned index_bit(const Operand& rm) {
  return rm.memory && rm.mem.kind == Mem::indexed ? static_cast<unsigned>(rm.mem.index) >> 3 : 0u;
}

}  // namespace

void Assembler::word32(std::uint32_t value) {
  for (int k = 0; k < 4; ++k) byte(value >> (8 * k) & 0xff);
}

void Assembler::patch32(std::size_t place, std::uint32_t value) {
  for (std::size_t k = 0; k < 4; ++k) code_[place + k] = static_cast<std::uint8_t>(value >> (8 * k));
}

void Assembler::number(std::uint64_t bits) {
  word32(static_cast<std::uint32_t>(bits));
  word32(static_cast<std::uint32_t>(bits >> 32));
}

void Assembler::align(std::size_t to, std::uint8_t fill) {
  while (code_.size() % to != 0) byte(fill);
}

void Assembler::rex(bool wide, unsigned reg, const Operand& rm) {
  const unsigned bits = (wide ? 8u : 0u) | (reg >> 3) << 2 | index_bit(rm) << 1 | base_bit(rm);
  if (bits != 0) byte(0x40 | bits);
}

// `bytes_after`: how many follow the displacement; addresses in code count from the end of the instruction.
void Assembler::modrm(unsigned reg, const Operand& rm, int bytes_after) {
  const unsigned field = (reg & 7) << 3;
  if (!rm.memory) return byte(0xc0 | field | (rm.reg & 7u));
  const Mem& mem = rm.mem;
  if (mem.kind == Mem::in_code) {
    byte(field | 5);
    return word32(
        static_cast<std::uint32_t>(mem.displacement - static_cast<std::int32_t>(here()) - 4 - bytes_after));
  }
  const unsigned base = mem.base & 7u;
  const bool sib = mem.kind == Mem::indexed || base == rsp;
  // No displacement cannot be said with rbp and r13.
  const unsigned mod = mem.displacement == 0 && base != rbp ? 0 : fits8(mem.displacement) ? 0x40 : 0x80;
  byte(mod | field | (sib ? 4 : base));
  if (sib) byte(mem.kind == Mem::indexed ? 3u << 6 | (mem.index & 7u) << 3 | base : 4u << 3 | base);
  if (mod == 0x40) byte(static_cast<unsigned>(mem.displacement) & 0xff);
  if (mod == 0x80) word32(static_cast<std::uint32_t>(mem.displacement));
}

void Assembler::general(bool wide, unsigned opcode, Gp reg, const Mem& mem) {
  rex(wide, reg, mem);
  byte(opcode);
  modrm(reg, mem, 0);
}

void Assembler::move(Gp to, Gp from) {
  const Operand rm(static_cast<Xmm>(from));
  rex(true, to, rm);
  byte(0x8b);
  modrm(to, rm, 0);
}

void Assembler::set(Gp to, std::uint64_t value) {
  byte(0x48u | static_cast<unsigned>(to) >> 3);
  byte(0xb8 | (to & 7u));
  number(value);
}

void Assembler::immediate(unsigned extension, Gp reg, std::int32_t value) {
  const Operand rm(static_cast<Xmm>(reg));
  rex(true, 0, rm);
  byte(fits8(value) ? 0x83 : 0x81);
  modrm(extension, rm, 0);
  if (fits8(value))
    byte(static_cast<unsigned>(value) & 0xff);
  else
    word32(static_cast<std::uint32_t>(value));
}

void Assembler::push(Gp r) {
  if (r >= r8) byte(0x41);
  byte(0x50 | (r & 7u));
}

void Assembler::pop(Gp r) {
  if (r >= r8) byte(0x41);
  byte(0x58 | (r & 7u));
}

void Assembler::call(Gp function) {
  const Operand rm(static_cast<Xmm>(function));
  rex(false, 0, rm);
  byte(0xff);
  modrm(2, rm, 0);
}

std::size_t Assembler::jump_if_below() {
  byte(0x0f);
  byte(0x82);
  word32(0);
  return here();
}

void Assembler::bind(std::size_t jump) { patch32(jump - 4, static_cast<std::uint32_t>(here() - jump)); }

void Assembler::jump_unless_below(std::size_t place) {
  byte(0x0f);
  byte(0x83);
  word32(static_cast<std::uint32_t>(place - (here() + 4)));
}

void Assembler::sse(Opcode op, Xmm reg, const Operand& rm, int immediate) {
  constexpr unsigned prefix[] = {0, 0x66, 0xf3, 0xf2};
  if (op.prefix != no_prefix) byte(prefix[op.prefix]);
  rex(false, reg, rm);
  byte(0x0f);
  if (op.map == map_0f3a) byte(0x3a);
  if (op.map == map_0f38) byte(0x38);
  byte(op.code);
  modrm(reg, rm, immediate >= 0 ? 1 : 0);
  if (immediate >= 0) byte(static_cast<unsigned>(immediate));
}

// Registers in VEX prefixes stand there inverted.
void Assembler::avx(Opcode op, Xmm reg, Xmm first, const Operand& rm, bool wide, int immediate) {
  const unsigned r = reg >> 3, x = index_bit(rm), b = base_bit(rm);
  const unsigned rest = (~static_cast<unsigned>(first) & 15) << 3 | (wide ? 4u : 0u) | op.prefix;
  if (x == 0 && b == 0 && op.map == map_0f) {
    byte(0xc5);
    byte((r ^ 1) << 7 | rest);
  } else {
    byte(0xc4);
    byte((r ^ 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | op.map);
    byte(rest);
  }
  byte(op.code);
  modrm(reg, rm, immediate >= 0 ? 1 : 0);
  if (immediate >= 0) byte(static_cast<unsigned>(immediate));
}

void Assembler::zero_upper_halves() {
  for (const unsigned value : {0xc5u, 0xf8u, 0x77u}) byte(value);
}

}  // namespace trammel::program::x86
