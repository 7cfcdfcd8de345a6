#include "program/jit_body.hpp"

#include <algorithm>
#include <bit>

namespace trammel::program {

using namespace x86;  // NOLINT: names of registers
using expr::Op;

namespace {

constexpr std::int32_t bytes(std::size_t numbers) { return static_cast<std::int32_t>(8 * numbers); }
constexpr Gp scratch_memory = rbp, table_index = rax, bank_address = r11;

constexpr Opcode load_one{pf2, map_0f, 0x10}, store_one{pf2, map_0f, 0x11}, load_all{p66, map_0f, 0x10},
    store_all{p66, map_0f, 0x11}, copy_all{p66, map_0f, 0x28}, load_high{p66, map_0f, 0x16},
    store_high{p66, map_0f, 0x17}, insert_half{p66, map_0f3a, 0x18}, extract_half{p66, map_0f3a, 0x19};

}  // namespace

Body::Body(Assembler& assembler, const Kernel& kernel, const Banks& banks, std::size_t pool, int width,
           const Processor& processor)
    : a_(assembler), kernel_(kernel), banks_(banks), pool_(pool), width_(width), processor_(processor),
      uses_(kernel), inputs_(static_cast<std::uint32_t>(kernel.inputs())),
      fixed_(inputs_ + static_cast<std::uint32_t>(kernel.constants.size())) {
  const std::size_t values = fixed_ + kernel.code.size();
  value_in_.fill(none);
  next_.fill(Uses::never);
  register_of_.assign(values, nowhere);
  slot_of_.assign(values, none);
  slots_ = kernel.arguments + kernel.results;  // the first slots are theirs
  partner_.assign(kernel.code.size(), none);
  std::vector<std::uint32_t> seen;  // by operand: the sine or cosine of it, plus one
  for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
    const Instruction& at = kernel.code[i];
    if (static_cast<Op>(at.op) != Op::sin && static_cast<Op>(at.op) != Op::cos) continue;
    if (seen.empty()) seen.assign(values, 0);
    if (const std::uint32_t other = seen[at.a];
        other != 0 && kernel.code[other - 1].op != at.op && partner_[other - 1] == none) {
      partner_[i] = other - 1;
      partner_[other - 1] = i;
    }
    seen[at.a] = i + 1;
  }
}

void Body::emit_pool(Assembler& assembler, const Kernel& kernel, int width) {
  const std::uint64_t sign = std::uint64_t{1} << 63;
  for (const std::uint64_t bits : {sign, ~sign, std::bit_cast<std::uint64_t>(1.0)})
    for (int l = 0; l < std::max(width, 2); ++l) assembler.number(bits);
  for (const double value : kernel.constants)
    for (int l = 0; l < width; ++l) assembler.number(std::bit_cast<std::uint64_t>(value));
}

void Body::emit() {
  for (std::uint32_t v = 0; v < fixed_; ++v) store_outputs(v);
  for (place_ = 0; place_ < kernel_.code.size(); ++place_) {
    pinned_ = 0;
    step(kernel_.code[place_]);
    // Not earlier: an operation may still read a slot when its result already needs a register.
    free_slots_.insert(free_slots_.end(), left_slots_.begin(), left_slots_.end());
    left_slots_.clear();
  }
}

Mem Body::mask(Mask which) const {
  return in_code(pool_ + 8 * static_cast<std::size_t>(which * std::max(width_, 2)));
}

// Values that need no store before their register is given away.
bool Body::has_memory(std::uint32_t value) const {
  return slot_of_[value] != none || (value < inputs_ ? !kernel_.rolled() : value < fixed_);
}

Mem Body::memory(std::uint32_t value) {
  const auto width = static_cast<std::size_t>(width_);
  if (slot_of_[value] != none) return at(scratch_memory, bytes(slot_of_[value] * width));
  if (value >= inputs_)
    return in_code(pool_ + 8 * (masks * std::max<std::size_t>(width, 2) + (value - inputs_) * width));
  return at(address(true, kernel_.input_bank[value]), bytes(kernel_.gather[value]));
}

Gp Body::address(bool in, int bank) {
  const Gp known = (in ? banks_.in : banks_.out)[static_cast<std::size_t>(bank)];
  if (known != Banks::nowhere) return known;
  Gp array = in ? banks_.in_array : banks_.out_array;
  if (array == Banks::nowhere) {
    a_.load(bank_address, at(rsp, in ? 0 : 8));
    array = bank_address;
  }
  a_.load(bank_address, at(array, 8 * bank));
  return bank_address;
}

void Body::move(Xmm to, Xmm from) {
  if (to == from) return;
  if (processor_.avx)
    a_.avx(copy_all, to, 0, from, width_ == 4);
  else
    a_.sse(copy_all, to, from);
}

void Body::read(Xmm to, const Mem& from) {
  if (processor_.avx)
    a_.avx(width_ == 4 ? load_all : load_one, to, 0, from, width_ == 4);
  else
    a_.sse(load_one, to, from);
}

void Body::write(const Mem& to, Xmm from) {
  if (processor_.avx)
    a_.avx(width_ == 4 ? store_all : store_one, from, 0, to, width_ == 4);
  else
    a_.sse(store_one, from, to);
}

void Body::load_into(Xmm to, std::uint32_t value) {
  const bool gathered = value < inputs_ && kernel_.rolled() && slot_of_[value] == none;
  if (!gathered) return read(to, memory(value));
  const Gp from = address(true, kernel_.input_bank[value]);
  const auto number = [&](std::uint32_t row) {
    a_.load32(table_index, at(banks_.gather, std::int64_t{4} * (value + row * inputs_)));
    return at_index(from, table_index);
  };
  if (width_ == 1) return read(to, number(0));
  for (const std::uint32_t half : {0u, 1u}) {
    const Xmm part = half == 0 ? to : second_helper;
    a_.avx(load_one, part, 0, number(2 * half), false);
    a_.avx(load_high, part, part, number(2 * half + 1), false);
  }
  a_.avx(insert_half, to, to, second_helper, true, 1);
}

std::uint32_t Body::take_slot() {
  if (free_slots_.empty()) return static_cast<std::uint32_t>(slots_++);
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

void Body::give_up(Xmm r) {
  const std::uint32_t value = value_in_[r];
  if (value == none) return;
  if (!has_memory(value) && uses_.next(value) != Uses::never) {
    slot_of_[value] = take_slot();
    write(memory(value), r);
  }
  release(r);
}

void Body::release(Xmm r) {
  register_of_[value_in_[r]] = nowhere;
  value_in_[r] = none;
  next_[r] = Uses::never;
  free_ |= 1u << r;
}

Xmm Body::take_register() {
  if (free_ != 0) return static_cast<Xmm>(std::countr_zero(free_));
  Xmm best = nowhere;
  for (Xmm r = 0; r < registers; ++r)
    if ((pinned_ >> r & 1u) == 0 && (best == nowhere || next_[r] > next_[best])) best = r;
  give_up(best);
  return best;
}

Xmm Body::load(std::uint32_t value) {
  if (!in_register(value)) {
    const Xmm r = take_register();
    load_into(r, value);
    hold(value, r);
  }
  pinned_ |= 1u << register_of_[value];
  return register_of_[value];
}

void Body::hold(std::uint32_t value, Xmm r) {
  value_in_[r] = value;
  register_of_[value] = r;
  next_[r] = uses_.next(value);
  free_ &= ~(1u << r);
}

// A value in memory is worth a register if it is used again before something that holds one now.
bool Body::worth_keeping(std::uint32_t value) const {
  if (!has_memory(value)) return true;
  const std::uint32_t again = uses_.after(value, place_);
  if (again == Uses::never) return false;
  return *std::max_element(next_.begin(), next_.end()) > again;
}

// The value as the second operand of an instruction: a register, or memory.
Operand Body::operand(std::uint32_t value) {
  if (in_register(value) || worth_keeping(value)) return load(value);
  return memory(value);
}

void Body::copy(Xmm to, std::uint32_t value) {
  if (in_register(value) || worth_keeping(value))
    move(to, load(value));
  else
    load_into(to, value);
}

void Body::copy_plainly(Xmm to, std::uint32_t value) {  // without giving it a register
  if (in_register(value))
    move(to, register_of_[value]);
  else
    load_into(to, value);
}

void Body::let_go(std::uint32_t value) {
  if (in_register(value)) release(register_of_[value]);
  if (slot_of_[value] != none) {
    left_slots_.push_back(slot_of_[value]);
    slot_of_[value] = none;
  }
}

void Body::done_with_operands(const Instruction& at) {
  const std::uint32_t operands[] = {at.a, at.b, at.c};
  for (int k = 0; k < program::operands(at); ++k) {
    uses_.pass(operands[k], place_);
    if (uses_.next(operands[k]) == Uses::never)
      let_go(operands[k]);
    else if (in_register(operands[k]))
      next_[register_of_[operands[k]]] = uses_.next(operands[k]);
  }
  pinned_ = 0;
}

void Body::define(std::uint32_t value, Xmm r) {
  hold(value, r);
  store_outputs(value);
  if (uses_.next(value) == Uses::never) let_go(value);
}

// Each output is stored as soon as it is known, so that few values stay alive.
void Body::store_outputs(std::uint32_t value) {
  if (uses_.outputs(value).empty()) return;
  const bool held = in_register(value);
  if (!held) load_into(helper, value);
  for (const std::uint32_t k : uses_.outputs(value)) store(k, held ? register_of_[value] : helper);
}

void Body::store(std::uint32_t output, Xmm from) {
  const Gp to = address(false, kernel_.outputs[output].bank);
  if (!kernel_.rolled()) return write(at(to, bytes(kernel_.scatter[output])), from);
  const auto number = [&](std::size_t row) {
    a_.load32(table_index,
              at(banks_.scatter, static_cast<std::int64_t>(4 * (output + row * kernel_.outputs.size()))));
    return at_index(to, table_index);
  };
  if (width_ == 1) return write(number(0), from);
  for (const std::size_t half : {0u, 1u}) {
    const Xmm part = half == 0 ? from : second_helper;
    if (half == 1) a_.avx(extract_half, from, 0, part, true, 1);
    a_.avx(store_one, part, 0, number(2 * half), false);
    a_.avx(store_high, part, 0, number(2 * half + 1), false);
  }
}

}  // namespace trammel::program
