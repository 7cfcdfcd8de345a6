#include "program/jit.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "program/jit_body.hpp"

namespace trammel::program {

#if defined(__x86_64__) && defined(__linux__) && !defined(TRAMMEL_NO_JIT)

namespace {

using namespace x86;  // NOLINT: names of registers
using expr::Op;

// Addresses inside code are 32 bits wide.
constexpr std::uint8_t no_operation = 0x90;
constexpr std::size_t most_indices = std::size_t{1} << 27;
constexpr std::size_t most_instructions = std::size_t{1} << 22, most_bytes = std::size_t{1} << 29;
constexpr std::size_t bytecode = ~std::size_t{0};  // in place of an entry

bool fits(const Kernel& kernel) {
  const auto small = [](std::uint32_t index) { return index < most_indices; };
  if (kernel.code.size() > most_instructions) return false;
  if (kernel.rolled()) return std::max(kernel.inputs(), kernel.outputs.size()) < most_instructions;
  return std::all_of(kernel.gather.begin(), kernel.gather.end(), small) &&
         std::all_of(kernel.scatter.begin(), kernel.scatter.end(), small);
}

// One kernel as a function with the signature of NativeKernel.
class CodeWriter {
 public:
  CodeWriter(Assembler& assembler, const Kernel& kernel, int scratch_bank, const Processor& processor)
      : a_(assembler), kernel_(kernel), scratch_bank_(scratch_bank), processor_(processor) {
    for (const Instruction& at : kernel.code) calls_ |= Body::calls(static_cast<Op>(at.op), processor);
    wide_ = kernel.rolled() && kernel.count >= 4 && processor.avx2 && !calls_;
  }

  std::size_t write() {  // returns where it begins
    const std::size_t narrow_pool = pool(1), wide_pool = wide_ ? pool(4) : 0;
    a_.align(16, no_operation);
    const std::size_t entry = a_.here();
    choose_registers();
    prologue();
    if (wide_) loop(4, wide_pool);
    if (kernel_.rolled())
      loop(1, narrow_pool);
    else
      body(1, narrow_pool);
    epilogue();
    return entry;
  }

  std::size_t scratch() const { return scratch_; }

 private:
  std::size_t pool(int width) {
    a_.align(32, 0);
    const std::size_t begin = a_.here();
    Body::emit_pool(a_, kernel_, width);
    return begin;
  }

  // Callees keep rbx, rbp and r12 to r15; where nothing is called, others serve as well.
  void choose_registers() {
    std::vector<Gp> free = {r15, r14, r13, r12, rbx};  // taken from the back
    const auto take = [&] {
      const Gp taken = free.back();
      free.pop_back();
      if (taken == rbx || taken >= r12) kept_.push_back(taken);
      return taken;
    };
    kept_.push_back(rbp);
    if (calls_) {
      if (kernel_.rolled()) banks_.gather = take(), banks_.scatter = take(), count_ = take();
    } else {
      banks_.in_array = rdi;
      banks_.out_array = rsi;
      if (kernel_.rolled())
        banks_.gather = rdx, banks_.scatter = rcx, count_ = r8;
      else
        free.insert(free.end(), {rdx, rcx, r8});
      free.insert(free.end(), {r9, r10});
    }
    struct Use {
      std::size_t times = 0;
      bool in = true;
      std::size_t bank = 0;
    };
    std::vector<Use> uses;
    const auto count = [&](bool in, int bank) {
      const auto b = static_cast<std::size_t>(bank);
      auto at =
          std::find_if(uses.begin(), uses.end(), [&](const Use& u) { return u.in == in && u.bank == b; });
      if (at == uses.end()) at = uses.insert(at, {0, in, b});
      ++at->times;
      auto& registers = in ? banks_.in : banks_.out;
      if (registers.size() <= b) registers.resize(b + 1, Banks::nowhere);
    };
    for (const int bank : kernel_.input_bank) count(true, bank);
    for (const Kernel::Output& output : kernel_.outputs) count(false, output.bank);
    std::stable_sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.times > b.times; });
    for (std::size_t k = 0; k < uses.size() && !free.empty(); ++k)
      (uses[k].in ? banks_.in : banks_.out)[uses[k].bank] = take();
  }

  void prologue() {
    for (const Gp r : kept_) a_.push(r);
    if (calls_) {  // the stack stays a multiple of 16; the arrays of banks are kept on it
      frame_ = kept_.size() % 2 == 0 ? 24 : 16;
      a_.subtract(rsp, frame_);
      a_.store(at(rsp, 0), rdi);
      a_.store(at(rsp, 8), rsi);
      if (kernel_.rolled()) {
        a_.move(banks_.gather, rdx);
        a_.move(banks_.scatter, rcx);
        a_.move(count_, r8);
      }
    }
    a_.load(rbp, at(rsi, 8 * scratch_bank_));
    for (std::size_t b = 0; b < banks_.in.size(); ++b)
      if (banks_.in[b] != Banks::nowhere) a_.load(banks_.in[b], at(rdi, static_cast<std::int64_t>(8 * b)));
    for (std::size_t b = 0; b < banks_.out.size(); ++b)
      if (banks_.out[b] != Banks::nowhere) a_.load(banks_.out[b], at(rsi, static_cast<std::int64_t>(8 * b)));
  }

  void epilogue() {
    if (wide_) a_.zero_upper_halves();
    if (frame_ != 0) a_.add(rsp, frame_);
    for (auto r = kept_.rbegin(); r != kept_.rend(); ++r) a_.pop(*r);
    a_.ret();
  }

  void body(int width, std::size_t pool) {
    Body body(a_, kernel_, banks_, pool, width, processor_);
    body.emit();
    scratch_ = std::max(scratch_, body.slots() * static_cast<std::size_t>(width));
  }

  void loop(int width, std::size_t pool) {
    a_.compare(count_, width);
    const std::size_t past = a_.jump_if_below();
    a_.align(16, no_operation);
    const std::size_t begin = a_.here();
    body(width, pool);
    const auto step = [&](std::size_t per_row) {
      return static_cast<std::int32_t>(4 * per_row * static_cast<std::size_t>(width));
    };
    a_.add(banks_.gather, step(kernel_.inputs()));
    a_.add(banks_.scatter, step(kernel_.outputs.size()));
    a_.subtract(count_, width);
    a_.compare(count_, width);
    a_.jump_unless_below(begin);
    a_.bind(past);
  }

  Assembler& a_;
  const Kernel& kernel_;
  int scratch_bank_;
  Processor processor_;
  Banks banks_;
  Gp count_ = Banks::nowhere;
  std::vector<Gp> kept_;
  bool calls_ = false, wide_ = false;
  int frame_ = 0;
  std::size_t scratch_ = 0;
};

}  // namespace

bool jit_available() { return true; }

Processor this_processor() {
  return {.sse41 = __builtin_cpu_supports("sse4.1") != 0,
          .avx = __builtin_cpu_supports("avx") != 0,
          .avx2 = __builtin_cpu_supports("avx2") != 0};
}

JitCode::~JitCode() { ::munmap(memory_, size_); }

std::shared_ptr<const JitCode> build_jit(const std::vector<const Kernel*>& kernels, int scratch_bank,
                                         const Processor& processor, std::string& note) {
  Assembler assembler;
  std::vector<std::size_t> entries;
  std::size_t scratch = 0;
  for (const Kernel* kernel : kernels) {
    if (!fits(*kernel) || assembler.here() > most_bytes) {
      entries.push_back(bytecode);
      continue;
    }
    CodeWriter writer(assembler, *kernel, scratch_bank, processor);
    entries.push_back(writer.write());
    scratch = std::max(scratch, writer.scratch());
  }

  const std::size_t size = std::max<std::size_t>(assembler.here(), 1);
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    note = fmt::format("there is no memory for machine code ({})", std::strerror(errno));
    return nullptr;
  }
  auto code = std::make_shared<JitCode>(memory, size);
  std::memcpy(memory, assembler.code().data(), assembler.here());
  if (::mprotect(memory, size, PROT_READ | PROT_EXEC) != 0) {
    note = fmt::format("this system does not let programs make code ({})", std::strerror(errno));
    return nullptr;
  }
  code->scratch = scratch;
  for (const std::size_t entry : entries)
    code->kernels.push_back(
        entry == bytecode ? nullptr : reinterpret_cast<NativeKernel>(static_cast<char*>(memory) + entry));
  return code;
}

#else

bool jit_available() { return false; }
Processor this_processor() { return {}; }
JitCode::~JitCode() = default;
std::shared_ptr<const JitCode> build_jit(const std::vector<const Kernel*>&, int, const Processor&,
                                         std::string& note) {
  note = "this build makes no machine code of its own";
  return nullptr;
}

#endif

}  // namespace trammel::program
