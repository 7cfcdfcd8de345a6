// program/compile.cpp: all functions of a program, and what of them becomes native code.
#include <algorithm>

#include "program/compile_function.hpp"

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
    if (kernel.rolled() || kernel.code.size() <= longest_function ||
        kernel.code.size() > most_unrolled_native) {
      kernels.push_back(std::move(kernel));
      continue;
    }
    for (Kernel& piece : split(kernel, piece_length, data.work_in(), data.work_out(), data.work))
      kernels.push_back(std::move(piece));
  }
  part.kernels = std::move(kernels);
}

void make_native(Program::Data& data, bool wanted) {
  std::vector<Program::Part*> parts;
  for (Program::Part& part : data.functions) parts.push_back(&part);
  parts.push_back(&data.setup);
  std::vector<const Kernel*> kernels;
  std::size_t length = 0;
  const auto eligible = [](const Kernel& kernel) { return kernel.code.size() <= most_unrolled_native; };
  for (Program::Part* part : parts) {
    cut(*part, data);
    part->native.assign(part->kernels.size(), nullptr);
    for (const Kernel& kernel : part->kernels)
      if (eligible(kernel)) {
        kernels.push_back(&kernel);
        length += kernel.code.size();
      }
  }
  if (kernels.empty()) return;
  data.source = generate_c(kernels);
  if (!wanted) return;
  std::string note;
  data.code = build_native(data.source, length <= most_at_o2, kernels.size(), note);
  if (!data.code) {
    data.notes.push_back("model functions run in the bytecode machine, which is slower: " + note);
    return;
  }
  std::size_t next = 0;
  for (Program::Part* part : parts)
    for (std::size_t k = 0; k < part->kernels.size(); ++k)
      if (eligible(part->kernels[k])) part->native[k] = data.code->kernel(next++);
  data.statistics.native = true;
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

Program compile(const Graph& graph, const Inputs& inputs, std::vector<Function> functions,
                const CompileOptions& options) {
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
  const bool native =
      options.engine == Engine::native ||
      (options.engine == Engine::automatic && data->statistics.operations >= options.native_from);
  make_native(*data, native);
  for (const Program::Part& part : data->functions)  // cutting changed the slots
    for (const Kernel& kernel : part.kernels) data->slots = std::max(data->slots, kernel.slots);
  return Program(data);
}

}  // namespace trammel::program
