// program/jit.hpp: kernels as x86-64 code, made in this process in microseconds.
//
// The code computes what the bytecode machine computes, operation by operation: no contraction, no other
// order, and the same functions of libm. Memory is writable while code is put into it and executable
// afterwards, never both.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "program/kernel.hpp"
#include "program/native.hpp"

namespace trammel::program {

// What code may use beyond SSE2, which every x86-64 processor has. Whatever it uses, results are the same.
struct Processor {
  bool sse41 = false;  // rounding in one instruction
  bool avx = false;    // three operands
  bool avx2 = false;   // four rows of a rolled kernel at a time
};
Processor this_processor();

class JitCode {  // finished code; unmapped when the last Program that uses it is gone
 public:
  JitCode(void* memory, std::size_t size) : memory_(memory), size_(size) {}
  ~JitCode();
  JitCode(const JitCode&) = delete;
  JitCode& operator=(const JitCode&) = delete;

  std::vector<NativeKernel> kernels;  // in the order given; null: this one stays in the bytecode machine
  std::size_t scratch = 0;            // numbers that a kernel may need beside its banks
  std::size_t size() const { return size_; }

 private:
  void* memory_;
  std::size_t size_;
};

bool jit_available();  // the program was built with this back end, for this kind of processor

// Kernels find scratch memory at out[scratch_bank]. On any trouble the result is empty and `note` says why in
// one sentence; nothing throws.
std::shared_ptr<const JitCode> build_jit(const std::vector<const Kernel*>& kernels, int scratch_bank,
                                         const Processor& processor, std::string& note);

}  // namespace trammel::program
