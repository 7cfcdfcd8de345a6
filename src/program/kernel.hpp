// program/kernel.hpp: straight-line code over numbered values, and the tables that say what it reads and
// writes.
#pragma once

#include <cstdint>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::program {

// dst = op(a, b, c). In a Kernel the operands are value numbers; in bytecode they are slots of the work
// array.
struct Instruction {
  std::uint32_t op : 8, dst : 24;
  std::uint32_t a, b, c;
};
static_assert(sizeof(Instruction) == 16);
inline constexpr std::size_t most_values = (1u << 24) - 1;

// Values are numbered: first the inputs, then the constants, then one per instruction.
struct Kernel {
  struct Output {
    std::uint32_t value;
    int bank;
  };

  std::vector<int> input_bank;  // input k is read from this bank ...
  std::vector<double> constants;
  std::vector<Instruction> code;
  std::vector<Output> outputs;

  std::size_t count = 1;               // how often the kernel runs
  std::vector<std::uint32_t> gather;   // ... at gather[i*inputs + k] in run i
  std::vector<std::uint32_t> scatter;  // output k of run i goes to scatter[i*outputs + k]

  // The same code with slots reused, for the bytecode machine: inputs, constants, then temporaries.
  std::vector<Instruction> bytecode;
  std::vector<std::uint32_t> output_slot;
  std::size_t slots = 0;

  std::size_t inputs() const { return input_bank.size(); }
  bool rolled() const { return count > 1; }
};

// Appends what the expressions compute to a kernel, operands first, each once. `input` gives the input number
// of a leaf of `graph` (its symbols are numbered by input).
class Lowering {
 public:
  Lowering(const expr::Graph& graph, Kernel& kernel);
  std::uint32_t value(expr::Expr e);  // the number of the value of e

 private:
  std::uint32_t emit(expr::Op op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0);
  std::uint32_t constant(double value);
  std::uint32_t lower(expr::Expr e);
  std::uint32_t lower_power(expr::Expr base, expr::Expr exponent);

  const expr::Graph& graph_;
  Kernel& kernel_;
  std::vector<std::uint32_t> number_;  // per node: its value plus one; 0: not lowered yet
  std::vector<std::uint32_t> stack_;
  std::vector<std::pair<double, std::uint32_t>> pool_;
};

// Turns marks for constants into numbers and finds slots; call once, when all values and outputs are in.
void finish(Kernel& kernel);

// Cuts a long straight-line kernel into pieces that hand values on through `work_bank`, because compilers are
// more than linear in the length of a function. Returns the pieces; `work` grows by what they hand on.
std::vector<Kernel> split(const Kernel& kernel, std::size_t longest, int in_work_bank, int out_work_bank,
                          std::size_t& work);

}  // namespace trammel::program
