#include "program/slice.hpp"

#include <algorithm>
#include <unordered_set>

#include "program/data.hpp"

namespace trammel::program {
namespace {

std::uint64_t key(int bank, std::uint32_t at) {
  return std::uint64_t{static_cast<std::uint32_t>(bank)} << 32 | at;
}

// The runs of a kernel that make something wanted; in straight-line code the outputs that do.
Kernel part_of(const Kernel& kernel, const std::unordered_set<std::uint64_t>& wanted) {
  const std::size_t inputs = kernel.inputs(), outputs = kernel.outputs.size();
  const auto asked = [&](std::size_t run, std::size_t k) {
    return wanted.contains(key(kernel.outputs[k].bank, kernel.scatter[run * outputs + k]));
  };
  if (!kernel.rolled() && kernel.calls.empty()) {
    std::vector<char> marked(outputs, 0);
    for (std::size_t k = 0; k < outputs; ++k) marked[k] = asked(0, k);
    return only(kernel, marked);
  }
  Kernel part = kernel;
  part.gather.clear();
  part.scatter.clear();
  part.count = 0;
  for (std::size_t run = 0; run < kernel.count; ++run) {
    bool any = false;
    for (std::size_t k = 0; k < outputs && !any; ++k) any = asked(run, k);
    if (!any) continue;
    const auto first = [run](const auto& table, std::size_t width) {
      return table.begin() + static_cast<std::ptrdiff_t>(run * width);
    };
    std::copy_n(first(kernel.gather, inputs), inputs, std::back_inserter(part.gather));
    std::copy_n(first(kernel.scatter, outputs), outputs, std::back_inserter(part.scatter));
    ++part.count;
  }
  return part;
}

}  // namespace

Program slice(const Program& program, int function, std::span<const Place> wanted) {
  const Program::Data& whole = program.data();
  std::unordered_set<std::uint64_t> asked;
  for (const Place& place : wanted) asked.insert(key(place.bank, place.at));
  auto data = std::make_shared<Program::Data>();
  data->setup = whole.setup;
  data->in_banks = whole.in_banks;
  data->out_banks = whole.out_banks;
  data->parameter_names = whole.parameter_names;
  data->callees = whole.callees;
  data->numbers = whole.numbers;
  data->work = whole.work;
  data->slots = whole.slots;
  data->code = whole.code;
  Program::Part part;
  const std::vector<Kernel>& kernels = whole.functions.at(static_cast<std::size_t>(function)).kernels;
  for (std::size_t k = kernels.size(); k-- > 0;) {  // what a kernel is handed is wanted of those before it
    Kernel kernel = part_of(kernels[k], asked);
    if (kernel.count == 0 || kernel.outputs.empty()) continue;
    for (std::size_t run = 0; run < kernel.count; ++run)
      for (std::size_t i = 0; i < kernel.inputs(); ++i)
        if (kernel.input_bank[i] == whole.work_in())
          asked.insert(key(whole.work_out(), kernel.gather[run * kernel.inputs() + i]));
    data->slots = std::max(data->slots, kernel.slots);
    part.kernels.push_back(std::move(kernel));
  }
  std::ranges::reverse(part.kernels);
  part.native.resize(part.kernels.size(), nullptr);
  data->functions.push_back(std::move(part));
  return Program(std::move(data));
}

}  // namespace trammel::program
