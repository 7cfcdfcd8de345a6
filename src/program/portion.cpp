#include "program/portion.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "program/data.hpp"
#include "program/vm.hpp"

namespace trammel::program {
namespace {

template <class Item>
void put(std::string& bytes, const std::vector<Item>& items) {
  const std::uint64_t count = items.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  bytes.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item));
}

template <class Item>
std::vector<Item> take(std::string_view& bytes) {
  const auto piece = [&](std::uint64_t size) {
    if (size > bytes.size()) throw std::length_error("a part of a model is cut off");
    const std::string_view result = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return result;
  };
  std::uint64_t count = 0;
  std::memcpy(&count, piece(sizeof count).data(), sizeof count);
  std::vector<Item> items(count);
  const std::string_view from = piece(count * sizeof(Item));
  if (count > 0) std::memcpy(items.data(), from.data(), from.size());
  return items;
}

void put(std::string& bytes, const Kernel& kernel) {
  put(bytes, std::vector<std::uint64_t>{kernel.count, kernel.slots});
  put(bytes, kernel.input_bank);
  put(bytes, kernel.constants);
  put(bytes, kernel.code);
  put(bytes, kernel.outputs);
  put(bytes, kernel.gather);
  put(bytes, kernel.scatter);
  put(bytes, kernel.bytecode);
  put(bytes, kernel.output_slot);
}

Kernel take_kernel(std::string_view& bytes) {
  Kernel kernel;
  const auto sizes = take<std::uint64_t>(bytes);
  kernel.count = sizes.at(0);
  kernel.slots = sizes.at(1);
  kernel.input_bank = take<int>(bytes);
  kernel.constants = take<double>(bytes);
  kernel.code = take<Instruction>(bytes);
  kernel.outputs = take<Kernel::Output>(bytes);
  kernel.gather = take<std::uint32_t>(bytes);
  kernel.scatter = take<std::uint32_t>(bytes);
  kernel.bytecode = take<Instruction>(bytes);
  kernel.output_slot = take<std::uint32_t>(bytes);
  return kernel;
}

// Numbers each item of a list within its part.
std::vector<std::uint32_t> numbered(std::size_t count, int parts, auto&& part_of) {
  std::vector<std::uint32_t> next(static_cast<std::size_t>(parts)), result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = next[static_cast<std::size_t>(part_of(i))]++;
  return result;
}

}  // namespace

bool Slicer::possible(const Program& program) {
  const Program::Data& data = program.data();
  if (data.functions.size() != 2 || data.work > 0) return false;
  return std::ranges::all_of(data.functions, [](const Program::Part& part) {
    return std::ranges::all_of(part.kernels, [](const Kernel& kernel) { return kernel.calls.empty(); });
  });
}

Slicer::Slicer(const Program& program, std::span<const int> part, int parts)
    : program_(program), part_(part), parts_(parts) {
  const linalg::Pattern& pattern = program.pattern(1, 0);
  row_ = numbered(part.size(), parts, [&](std::size_t i) { return part[i]; });
  entry_ = numbered(pattern.row.size(), parts,
                    [&](std::size_t k) { return part[static_cast<std::size_t>(pattern.row[k])]; });
  runs_.resize(2);
  for (std::size_t f = 0; f < 2; ++f)
    for (const Kernel& kernel : program.data().functions[f].kernels) runs_[f].push_back(sort(kernel, f == 1));
}

int Slicer::part_of(const Kernel& kernel, std::size_t output, bool jacobian) const {
  const std::size_t at = kernel.scatter[output];
  return part_[jacobian ? static_cast<std::size_t>(program_.pattern(1, 0).row[at]) : at];
}

Slicer::Runs Slicer::sort(const Kernel& kernel, bool jacobian) const {
  const std::size_t outputs = kernel.outputs.size(), step = kernel.rolled() ? outputs : 1,
                    count = outputs == 0 ? 0 : kernel.scatter.size() / step;
  Runs runs{std::vector<std::uint32_t>(count),
            std::vector<std::size_t>(static_cast<std::size_t>(parts_) + 1)};
  const auto part = [&](std::size_t run) {
    return static_cast<std::size_t>(part_of(kernel, run * step, jacobian));
  };
  for (std::size_t run = 0; run < count; ++run) ++runs.start[part(run) + 1];
  for (std::size_t p = 0; p < static_cast<std::size_t>(parts_); ++p) runs.start[p + 1] += runs.start[p];
  std::vector<std::size_t> next(runs.start.begin(), runs.start.end() - 1);
  for (std::size_t run = 0; run < count; ++run)
    runs.order[next[part(run)]++] = static_cast<std::uint32_t>(run);
  return runs;
}

Slice Slicer::slice(int part) const {
  const Program::Data& data = program_.data();
  std::vector<std::vector<Kernel>> functions(2);
  for (std::size_t f = 0; f < 2; ++f)
    for (std::size_t k = 0; k < data.functions[f].kernels.size(); ++k) {
      const Kernel& whole = data.functions[f].kernels[k];
      const Runs& runs = runs_[f][k];
      const std::span mine = std::span(runs.order)
                                 .subspan(runs.start[static_cast<std::size_t>(part)],
                                          runs.start[static_cast<std::size_t>(part) + 1] -
                                              runs.start[static_cast<std::size_t>(part)]);
      if (mine.empty()) continue;
      Kernel kernel;
      if (whole.rolled()) {
        kernel = {.input_bank = whole.input_bank,
                  .constants = whole.constants,
                  .code = whole.code,
                  .outputs = whole.outputs,
                  .calls = {},
                  .count = mine.size(),
                  .gather = {},
                  .scatter = {},
                  .bytecode = whole.bytecode,
                  .output_slot = whole.output_slot,
                  .slots = whole.slots};
        const std::size_t inputs = whole.inputs(), outputs = whole.outputs.size();
        for (const std::uint32_t run : mine) {
          const auto* const from = whole.gather.data() + run * inputs;
          const auto* const to = whole.scatter.data() + run * outputs;
          kernel.gather.insert(kernel.gather.end(), from, from + inputs);
          kernel.scatter.insert(kernel.scatter.end(), to, to + outputs);
        }
      } else {
        kernel = only(whole, std::vector<std::size_t>(mine.begin(), mine.end()));
      }
      for (std::uint32_t& at : kernel.scatter) at = f == 1 ? entry_[at] : row_[at];
      functions[f].push_back(std::move(kernel));
    }

  // Which numbers of each bank are read, and where they stand in the part's own banks.
  Slice slice;
  slice.reads.resize(static_cast<std::size_t>(data.in_banks) + 1);
  const auto each_read = [&](auto&& visit) {
    for (std::vector<Kernel>& kernels : functions)
      for (Kernel& kernel : kernels)
        for (std::size_t at = 0; at < kernel.gather.size(); ++at)
          visit(slice.reads[static_cast<std::size_t>(kernel.input_bank[at % kernel.inputs()])],
                kernel.gather[at]);
  };
  each_read([](std::vector<std::uint32_t>& reads, std::uint32_t at) { reads.push_back(at); });
  for (std::vector<std::uint32_t>& reads : slice.reads) {
    std::ranges::sort(reads);
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    reads.shrink_to_fit();
  }
  each_read([](const std::vector<std::uint32_t>& reads, std::uint32_t& at) {
    at = static_cast<std::uint32_t>(std::ranges::lower_bound(reads, at) - reads.begin());
  });
  put(slice.code, std::vector<std::uint64_t>{static_cast<std::uint64_t>(data.in_banks) + 1,
                                             static_cast<std::uint64_t>(data.out_banks), functions[0].size(),
                                             functions[1].size()});
  for (const std::vector<Kernel>& kernels : functions)
    for (const Kernel& kernel : kernels) put(slice.code, kernel);
  return slice;
}

std::vector<double> numbers_of(const Program& program, Vec parameters) {
  const Program::Data& data = program.data();
  std::vector<double> numbers = data.numbers, work(data.work), slots(data.slots);
  std::copy(parameters.begin(), parameters.end(), numbers.begin());
  std::vector<const double*> in(static_cast<std::size_t>(data.in_banks) + 3);
  std::vector<double*> out(static_cast<std::size_t>(data.out_banks) + 3);
  in[static_cast<std::size_t>(data.numbers_in())] = numbers.data();
  in[static_cast<std::size_t>(data.work_in())] = work.data();
  out[static_cast<std::size_t>(data.work_out())] = work.data();
  out[static_cast<std::size_t>(data.numbers_out())] = numbers.data();
  for (const Kernel& kernel : data.setup.kernels)
    run_bytecode(kernel, 1, in.data(), out.data(), slots.data());
  return numbers;
}

Program sliced(std::string_view code, const CompileOptions& options) {
  auto data = std::make_shared<Program::Data>();
  const auto sizes = take<std::uint64_t>(code);
  data->in_banks = static_cast<int>(sizes.at(0));
  data->out_banks = static_cast<int>(sizes.at(1));
  data->functions.resize(2);
  for (std::size_t f = 0; f < 2; ++f)
    for (std::uint64_t k = 0; k < sizes.at(2 + f); ++k) {
      data->functions[f].kernels.push_back(take_kernel(code));
      Kernel& kernel = data->functions[f].kernels.back();
      kernel.calls_bank = data->calls_in();
      data->slots = std::max(data->slots, kernel.slots);
    }
  return with_engine(Program(data), options);
}

}  // namespace trammel::program
