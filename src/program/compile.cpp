// program/compile.cpp: all functions of a program, and the code that runs them.
#include <algorithm>

#include "base/work.hpp"
#include "program/compile_function.hpp"
#include "program/jit.hpp"

namespace trammel::program {
namespace {

constexpr std::size_t longest_function = 3000;  // instructions; gcc is more than linear beyond
constexpr std::size_t piece_length = 120;
constexpr std::size_t most_unrolled_native = 60000;  // more than this stays in the bytecode machine
constexpr std::size_t most_at_o2 = 6000;

// Cuts what is too long for the C compiler.
void cut(Program::Part& part, Program::Data& data) {
  std::vector<Kernel> kernels;
  for (Kernel& kernel : part.kernels) {
    if (kernel.rolled() || !kernel.calls.empty() || kernel.code.size() <= longest_function ||
        kernel.code.size() > most_unrolled_native) {
      kernels.push_back(std::move(kernel));
      continue;
    }
    for (Kernel& piece : split(kernel, piece_length, data.work_in(), data.work_out(), data.work))
      kernels.push_back(std::move(piece));
  }
  part.kernels = std::move(kernels);
}

std::vector<Program::Part*> parts_of(Program::Data& data) {
  std::vector<Program::Part*> parts;
  for (Program::Part& part : data.functions) parts.push_back(&part);
  parts.push_back(&data.setup);
  return parts;
}

bool eligible_for_c(const Kernel& kernel) { return kernel.code.size() <= most_unrolled_native; }

// Machine code for all functions. What depends on parameters alone runs too seldom to be worth it.
bool make_jit(Program::Data& data, const CompileOptions& options, std::string& note) {
  std::vector<const Kernel*> kernels;
  for (const Program::Part& part : data.functions)
    for (const Kernel& kernel : part.kernels) kernels.push_back(&kernel);
  if (kernels.empty()) return true;
  const auto code =
      build_jit(kernels, data.scratch_out(), options.plain_code ? Processor{} : this_processor(), note);
  if (!code) return false;
  std::size_t next = 0;
  for (Program::Part& part : data.functions)
    for (NativeKernel& native : part.native) native = code->kernels[next++];
  data.slots = std::max(data.slots, code->scratch);
  data.code = code;
  data.statistics.jit = true;
  data.statistics.code_bytes = code->size();
  return true;
}

// C, built by the system's compiler.
bool make_native(Program::Data& data, std::string& note) {
  std::vector<const Kernel*> kernels;
  std::size_t length = 0;
  for (Program::Part* part : parts_of(data)) {
    cut(*part, data);
    part->native.assign(part->kernels.size(), nullptr);
    for (const Kernel& kernel : part->kernels) {
      data.slots = std::max(data.slots, kernel.slots);
      if (!eligible_for_c(kernel)) continue;
      kernels.push_back(&kernel);
      length += kernel.code.size();
    }
  }
  if (kernels.empty()) return true;
  const auto code = build_native(generate_c(kernels), length <= most_at_o2, kernels.size(), note);
  if (!code) return false;
  std::size_t next = 0;
  for (Program::Part* part : parts_of(data))
    for (std::size_t k = 0; k < part->kernels.size(); ++k)
      if (eligible_for_c(part->kernels[k])) part->native[k] = code->kernel(next++);
  data.code = code;
  data.statistics.native = true;
  return true;
}

// The calls of all kernels in one table, which C reads.
void number_calls(Program::Data& data) {
  data.callees.clear();
  for (Program::Part* part : parts_of(data))
    for (Kernel& kernel : part->kernels) {
      kernel.first_call = data.callees.size();
      kernel.calls_bank = data.calls_in();
      for (const Kernel::Call& call : kernel.calls) data.callees.push_back({run_routine, call.routine.get()});
    }
}

void make_code(Program::Data& data, const CompileOptions& options) {
  for (Program::Part* part : parts_of(data)) {
    part->native.assign(part->kernels.size(), nullptr);
    for (const Kernel& kernel : part->kernels)
      for (const Kernel::Call& call : kernel.calls)
        if (std::string note = call.routine->note();
            !note.empty() && std::ranges::find(data.notes, note) == data.notes.end())
          data.notes.push_back(std::move(note));
  }
  if (options.engine == Engine::vm) return;
  std::string note;
  const bool own = options.engine == Engine::jit || (options.engine == Engine::automatic && jit_available());
  if (own && make_jit(data, options, note)) return;
  if (options.engine != Engine::jit && make_native(data, note)) return;
  data.notes.push_back("model functions run in the bytecode machine, which is slower: " + note);
}

// Of one run of a kernel as machine code, whatever runs it: choices that rest on effort are the same for all
// engines. By callgrind's counts an operation takes 1 to 1.4 instructions, a function of libm 40 to 80.
double effort_of(const Kernel& kernel) {
  constexpr double operation = 1.3, function = 60, call = 20;
  double sum = call;
  for (const Instruction& at : kernel.code) {
    const auto op = static_cast<expr::Op>(at.op);
    const bool of_libm =
        op == expr::Op::pow || (op >= expr::Op::sin && op < expr::Op::sqrt) || op == expr::Op::call;
    sum += of_libm ? function : operation;
  }
  return sum * static_cast<double>(kernel.count);
}

void count_effort(Program::Data& data) {
  for (Program::Part* part : parts_of(data)) {
    part->effort = 0;
    for (const Kernel& kernel : part->kernels) part->effort += effort_of(kernel);
  }
}

void count(Program::Data& data) {
  const auto add = [&](const Program::Part& part) {
    for (const Kernel& kernel : part.kernels) {
      data.statistics.instructions += kernel.code.size();
      data.statistics.operations += kernel.code.size() * kernel.count;
      data.slots = std::max(data.slots, kernel.slots);
    }
  };
  for (const Program::Part& part : data.functions) add(part);
  add(data.setup);
}

}  // namespace

Program compile(const Graph& graph, const Inputs& inputs, const std::vector<Function>& functions,
                const CompileOptions& options) {
  ++work_so_far().programs;
  auto data = std::make_shared<Program::Data>();
  data->in_banks = static_cast<int>(inputs.banks.size());
  for (const Function& function : functions)
    for (const Request& request : function.requests)
      data->out_banks = std::max({data->out_banks, request.value_bank + 1, request.jacobian_bank + 1});
  for (int p = 0; p < graph.parameters(); ++p) data->parameter_names.push_back(graph.parameter_name(p));
  data->numbers.assign(data->parameter_names.size(), 0);

  Reading reading(graph, inputs, *data);
  for (const Function& function : functions)
    for (const Request& request : function.requests) reading.look_at(request);
  for (const Function& function : functions)
    data->functions.push_back(compile_function(reading, *data, options, function));

  // What depends on parameters alone: its own little function, from `numbers` to `numbers`.
  Request setup;
  setup.value_bank = data->numbers_out();
  const std::vector<std::pair<Expr, std::uint32_t>> derived = reading.derived();
  for (const auto& [node, index] : derived) setup.rows.push_back(node);
  reading.set_up(true);
  data->setup = compile_function(reading, *data, options, {{setup}});
  for (Kernel& kernel : data->setup.kernels)
    for (std::uint32_t& row : kernel.scatter) row = derived[row].second;

  count(*data);
  count_effort(*data);
  number_calls(*data);
  make_code(*data, options);
  return Program(data);
}

Program with_engine(const Program& program, const CompileOptions& options) {
  auto data = std::make_shared<Program::Data>(program.data());
  data->code.reset();
  data->notes.clear();
  data->statistics.native = data->statistics.jit = false;
  make_code(*data, options);
  return Program(data);
}

}  // namespace trammel::program
