#include "program/uses.hpp"

#include <numeric>

namespace trammel::program {
namespace {

template <class Visit>
void each_operand(const Instruction& at, Visit&& visit) {
  const std::uint32_t operand[] = {at.a, at.b, at.c};
  for (int k = 0; k < operands(at); ++k) visit(operand[k]);
}

}  // namespace

Uses::Uses(const Kernel& kernel) {
  const std::size_t values = kernel.inputs() + kernel.constants.size() + kernel.code.size();
  start_.assign(values + 1, 0);
  for (const Instruction& at : kernel.code) each_operand(at, [&](std::uint32_t v) { ++start_[v + 1]; });
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  place_.resize(start_.back());
  at_.assign(start_.begin(), start_.end() - 1);
  for (std::uint32_t i = 0; i < kernel.code.size(); ++i)
    each_operand(kernel.code[i], [&](std::uint32_t v) { place_[at_[v]++] = i; });
  at_.assign(start_.begin(), start_.end() - 1);

  output_start_.assign(values + 1, 0);
  for (const Kernel::Output& output : kernel.outputs) ++output_start_[output.value + 1];
  std::partial_sum(output_start_.begin(), output_start_.end(), output_start_.begin());
  output_.resize(kernel.outputs.size());
  std::vector<std::uint32_t> next(output_start_.begin(), output_start_.end() - 1);
  for (std::uint32_t k = 0; k < kernel.outputs.size(); ++k) output_[next[kernel.outputs[k].value]++] = k;
}

}  // namespace trammel::program
