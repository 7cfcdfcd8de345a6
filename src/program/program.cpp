#include "program/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/effort.hpp"
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

namespace {

// Banks are few: a call that copies them costs more than the copies do.
template <class Bank>
void put(std::span<const Bank> banks, Bank* to) {
  const std::size_t n = banks.size();
  if (n > 0) to[0] = banks[0];
  if (n > 1) to[1] = banks[1];
  if (n > 2) to[2] = banks[2];
  if (n > 3) to[3] = banks[3];
  for (std::size_t k = 4; k < n; ++k) to[k] = banks[k];
}

}  // namespace

void Runner::run(const Program::Part& part, std::span<const double* const> in, std::span<double* const> out) {
  const Program::Data& data = program_.data();
  spend(part.effort * lanes_);
  put(in, in_.data());
  put(out, out_.data());
  const double** const to = in_.data() + data.numbers_in();
  to[0] = numbers_.data();
  to[1] = work_.data();
  to[2] = reinterpret_cast<const double*>(data.callees.data());
  double** const from = out_.data() + data.work_out();
  from[0] = work_.data();
  from[1] = numbers_.data();
  from[2] = slots_.data();
  const NativeKernel* native = part.native.data();
  for (const Kernel& kernel : part.kernels) {
    const NativeKernel code = *native++;
    if (code && lanes_ == 1)
      code(in_.data(), out_.data(), kernel.gather.data(), kernel.scatter.data(), kernel.count);
    else
      run_bytecode(kernel, lanes_, in_.data(), out_.data(), slots_.data());
  }
}

}  // namespace trammel::program
