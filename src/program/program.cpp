#include "program/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "program/data.hpp"
#include "program/vm.hpp"

namespace trammel::program {

const linalg::Pattern& Program::pattern(int function, int request) const {
  return *data_->functions.at(function).patterns.at(request);
}
std::shared_ptr<const linalg::Pattern> Program::shared_pattern(int function, int request) const {
  return data_->functions.at(function).patterns.at(request);
}
int Program::parameters() const { return static_cast<int>(data_->parameter_names.size()); }
const Statistics& Program::statistics() const { return data_->statistics; }
const std::vector<std::string>& Program::notes() const { return data_->notes; }
std::string Program::source() const {
  std::vector<const Kernel*> kernels;
  for (const Part& part : data_->functions)
    for (const Kernel& kernel : part.kernels) kernels.push_back(&kernel);
  for (const Kernel& kernel : data_->setup.kernels) kernels.push_back(&kernel);
  return generate_c(kernels);
}

Runner::Runner(Program program, int lanes) : program_(std::move(program)), lanes_(lanes) {
  if (lanes != 1 && lanes != 2 && lanes != 4 && lanes != 8)
    throw Error(Kind::usage, fmt::format("a program cannot run in {} lanes", lanes), {}, "use 1, 2, 4 or 8");
  const Program::Data& data = program_.data();
  const auto width = static_cast<std::size_t>(lanes);
  parameters_.resize(data.parameter_names.size() * width);
  for (const double number : data.numbers) numbers_.insert(numbers_.end(), width, number);
  work_.resize(data.work * width);
  slots_.resize(data.slots * width);
  in_.resize(static_cast<std::size_t>(data.in_banks) + 3);
  out_.resize(static_cast<std::size_t>(data.out_banks) + 3);
  // Constants of the model hold before parameters are set. Routines wait for them: with zeros in their place a
  // loop need not end.
  const bool calls =
      std::ranges::any_of(data.setup.kernels, [](const Kernel& kernel) { return !kernel.calls.empty(); });
  if (parameters_.empty() || !calls) run(data.setup, {}, {});
}

void Runner::set_parameters(Vec values) {
  const Program::Data& data = program_.data();
  if (values.size() != parameters_.size())
    throw Error(Kind::usage, fmt::format("the program has {} parameters, {} values were given",
                                         parameters_.size(), values.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::isnan(values[i])) {
      const std::string& name = data.parameter_names[i / static_cast<std::size_t>(lanes_)];
      throw Error(Kind::usage, fmt::format("parameter {} is NaN", quote(name)), {.variables = {name}},
                  "give it a number");
    }
  std::copy(values.begin(), values.end(), parameters_.begin());
  std::copy(values.begin(), values.end(), numbers_.begin());
  run(data.setup, {}, {});
}

void Runner::run(int function, std::span<const double* const> in, std::span<double* const> out) {
  run(program_.data().functions[static_cast<std::size_t>(function)], in, out);
}

void Runner::run(const Program::Part& part, std::span<const double* const> in, std::span<double* const> out) {
  const Program::Data& data = program_.data();
  std::copy(in.begin(), in.end(), in_.begin());
  std::copy(out.begin(), out.end(), out_.begin());
  in_[static_cast<std::size_t>(data.numbers_in())] = numbers_.data();
  in_[static_cast<std::size_t>(data.work_in())] = work_.data();
  in_[static_cast<std::size_t>(data.calls_in())] = reinterpret_cast<const double*>(data.callees.data());
  out_[static_cast<std::size_t>(data.work_out())] = work_.data();
  out_[static_cast<std::size_t>(data.numbers_out())] = numbers_.data();
  out_[static_cast<std::size_t>(data.scratch_out())] = slots_.data();
  for (std::size_t k = 0; k < part.kernels.size(); ++k) {
    const Kernel& kernel = part.kernels[k];
    if (part.native[k] && lanes_ == 1)
      part.native[k](in_.data(), out_.data(), kernel.gather.data(), kernel.scatter.data(), kernel.count);
    else
      run_bytecode(kernel, lanes_, in_.data(), out_.data(), slots_.data());
  }
}

}  // namespace trammel::program
