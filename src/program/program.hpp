// program/program.hpp: expressions as numbers.
//
// A Program holds some functions that read the same inputs. Each function asks for the values of some rows,
// for their sparse Jacobian, or both. Rows that differ only in their leaves (all the links of a chain) share
// one kernel, which is compiled once and run over an index table; what does not roll becomes straight-line
// code.
//
// Three engines run a kernel and agree bit for bit: a bytecode machine, which is always there, machine code
// made in this process (x86-64), and C built by the system compiler. Parameters are inputs: changing one
// compiles nothing, and what depends on parameters alone is computed when they are set.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/span.hpp"
#include "expr/graph.hpp"
#include "linalg/sparse.hpp"

namespace trammel::program {

using expr::Expr;
using expr::Graph;

// Where each leaf is read: leaf banks[b][i] at in[b][i]. Parameters that stand in no bank are set by
// Runner::set_parameters, in the order of the graph.
struct Inputs {
  std::vector<std::vector<Expr>> banks;
};

// One term of a Jacobian column: column += weight * d row / d leaf. No weight means 1.
struct Term {
  Expr leaf;
  int column = 0;
  Expr weight = {};
};

struct Request {
  std::vector<Expr> rows = {};
  int value_bank = -1;     // row i goes to out[value_bank][i]; -1: not wanted
  int jacobian_bank = -1;  // the Jacobian's nonzeros go to out[jacobian_bank], by columns; -1: not wanted
  std::vector<Term> terms = {};
  int columns = 0;
  std::vector<std::string> names = {};  // of the rows, for messages; may be empty
};

struct Function {
  std::vector<Request> requests;
};

// `automatic`: machine code made here, or C where this build or processor has no such back end.
enum class Engine { automatic, vm, native, jit };

struct CompileOptions {
  Engine engine = Engine::automatic;
  std::size_t unroll_below = 4000;  // operations: smaller programs are not rolled, so that rows share more
  int roll_from = 8;                // rows of one shape that are worth a loop
  bool plain_code = false;          // machine code for the oldest processors, whatever this one is
};

struct Statistics {
  int shapes = 0;                // rolled kernels
  std::size_t rolled_rows = 0;   // rows that run in them
  std::size_t instructions = 0;  // of all kernels, each counted once
  std::size_t operations = 0;    // executed when every function runs once
  bool native = false;           // runs C
  bool jit = false;              // runs machine code made here
  std::size_t code_bytes = 0;    // of it
};

struct Kernel;

class Program {  // immutable: may be shared between threads
 public:
  struct Part;  // a compiled function

  const linalg::Pattern& pattern(int function, int request) const;
  std::shared_ptr<const linalg::Pattern> shared_pattern(int function, int request) const;
  int parameters() const;
  const Statistics& statistics() const;
  const std::vector<std::string>& notes() const;  // e.g. why native code is not used
  std::string source() const;                     // as C, whatever runs it

  struct Data;
  explicit Program(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

Program compile(const Graph& graph, const Inputs& inputs, const std::vector<Function>& functions,
                const CompileOptions& options = {});

// The same program with the code that the options ask for; nothing is derived anew.
Program with_engine(const Program& program, const CompileOptions& options);

// One thread's way to run a Program: parameter values and work memory. run() neither allocates nor throws.
// With several lanes, number i of lane l stands at [i*lanes + l] of every array; lanes may be 1, 2, 4 or 8.
class Runner {
 public:
  explicit Runner(Program program, int lanes = 1);
  void set_parameters(Vec values);
  Vec parameters() const { return parameters_; }
  void run(int function, std::span<const double* const> in, std::span<double* const> out);
  const Program& program() const { return program_; }
  int lanes() const { return lanes_; }

 private:
  void run(const Program::Part& part, std::span<const double* const> in, std::span<double* const> out);

  Program program_;
  int lanes_;
  std::vector<double> parameters_, numbers_, work_, slots_;
  std::vector<const double*> in_;
  std::vector<double*> out_;
};

}  // namespace trammel::program
