// program/data.hpp: what a compiled Program consists of. Internal to this room.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "program/kernel.hpp"
#include "program/native.hpp"
#include "program/program.hpp"

namespace trammel::program {

// What engines call to run a routine.
inline void run_routine(const void* routine, const double* in, double* out) {
  static_cast<const expr::Routine*>(routine)->run(in, out);
}

struct Program::Part {
  std::vector<Kernel> kernels;
  std::vector<NativeKernel> native;                              // beside `kernels`; null: run the bytecode
  std::vector<std::shared_ptr<const linalg::Pattern>> patterns;  // per request
  double effort = 0;                                             // of a run, as base/effort.hpp counts
};

// Banks as the kernels count them. Inputs: the caller's, then `numbers` (parameters, what depends on them
// alone, and constants that differ between the runs of a rolled kernel), then `work` (handed from kernel to
// kernel). Outputs: the caller's, then `work`, then `numbers` (written by the setup part only).
struct Program::Data {
  std::vector<Part> functions;
  Part setup;
  int in_banks = 0, out_banks = 0;
  std::vector<std::string> parameter_names;
  struct Callee {  // as C sees a routine
    void (*run)(const void* routine, const double* in, double* out);
    const void* routine;
  };
  std::vector<Callee> callees;  // of all kernels, which own them
  std::vector<double> numbers;  // start contents: constants in place, the rest 0
  std::size_t work = 0, slots = 0;
  Statistics statistics;
  std::vector<std::string> notes;
  std::shared_ptr<const void> code;  // what `native` points into

  int numbers_in() const { return in_banks; }
  int work_in() const { return in_banks + 1; }
  int calls_in() const { return in_banks + 2; }  // not numbers, but `callees`
  int work_out() const { return out_banks; }
  int numbers_out() const { return out_banks + 1; }
  int scratch_out() const { return out_banks + 2; }  // for machine code
};

}  // namespace trammel::program
