// program/kernel.hpp: straight-line code over numbered values, and the tables that say what it reads and
// writes.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::program {

// dst = op(a, b, c). In a Kernel the operands are value numbers; in bytecode they are slots of the work
// array.
//
// A routine is called in three kinds of steps: `argument` puts the value a at place c of the list of
// arguments, `call` runs the kernel's call number c, `result` is result number c of all results of all calls.
// Calls have places for their results of their own, so that a result may be read long after its call.
struct Instruction {
  std::uint32_t op : 8, dst : 24;
  std::uint32_t a, b, c;
};
static_assert(sizeof(Instruction) == 16);
inline constexpr std::size_t most_values = (1u << 24) - 1;
inline int operands(expr::Op op) {  // how many of a, b, c are values
  return op == expr::Op::argument ? 1 : op >= expr::Op::call ? 0 : expr::info(op).arity;
}
inline int operands(const Instruction& at) { return operands(static_cast<expr::Op>(at.op)); }

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

  struct Call {
    std::shared_ptr<const expr::Routine> routine;
    std::uint32_t results;  // where they begin
  };
  std::vector<Call> calls;
  std::uint32_t arguments = 0, results = 0;  // places that the calls need
  std::size_t first_call = 0;                // among those of the whole program
  int calls_bank = 0;                        // where C finds them

  std::size_t count = 1;               // how often the kernel runs
  std::vector<std::uint32_t> gather;   // ... at gather[i*inputs + k] in run i
  std::vector<std::uint32_t> scatter;  // output k of run i goes to scatter[i*outputs + k]

  // The same code with slots reused, for the bytecode machine: inputs, constants, arguments and
  // results of calls, then temporaries. Results need no steps: they are where their call puts them.
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
  std::uint32_t lower_call(expr::Expr e);
  template <class Visit>
  void each_operand(expr::Expr e, Visit&& visit) const;

  const expr::Graph& graph_;
  Kernel& kernel_;
  std::vector<std::uint32_t> number_;  // per node: its value plus one; 0: not lowered yet
  std::vector<std::uint32_t> stack_;
  std::unordered_map<std::uint64_t, std::uint32_t> call_;  // by list of arguments and routine: its number
};

// Turns marks for constants into numbers and finds slots; call once, when all values and outputs are in.
void finish(Kernel& kernel);

// What the outputs with a mark need, nothing else; gives the same bits. Not for rolled kernels, nor for kernels
// that call routines.
Kernel only(const Kernel& kernel, const std::vector<char>& wanted);

// Cuts a long straight-line kernel into pieces that hand values on through `work_bank`, because compilers are
// more than linear in the length of a function. Not for kernels that call routines. Returns the pieces;
// `work` grows by what they hand on.
std::vector<Kernel> split(const Kernel& kernel, std::size_t longest, int in_work_bank, int out_work_bank,
                          std::size_t& work);

}  // namespace trammel::program
