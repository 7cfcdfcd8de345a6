#include "program/vm.hpp"

#include <cmath>

namespace trammel::program {
namespace {

using expr::Op;

template <int lanes>
void run_call(const expr::Routine& routine, const double* in, double* out) {
  if constexpr (lanes == 1) {
    routine.run(in, out);
  } else {
    const auto n = static_cast<std::size_t>(routine.inputs()),
               m = static_cast<std::size_t>(routine.outputs());
    const expr::Scratch from(n), to(m);
    for (int l = 0; l < lanes; ++l) {
      for (std::size_t k = 0; k < n; ++k) from[k] = in[k * lanes + l];
      routine.run(from.data(), to.data());
      for (std::size_t k = 0; k < m; ++k) out[k * lanes + l] = to[k];
    }
  }
}

// One label per operation and a jump at the end of each: the processor predicts them one by one, which a
// switch in a loop does not allow (measured on Andrews' mechanism: switch 2.4 times slower).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

// Flattened: a call of compute() would find the copy of a room that is compiled with less optimization.
template <int lanes>  // NOLINTNEXTLINE(readability-function-size): a line for each operation
[[gnu::flatten]] void execute(const Instruction* at, std::size_t count, const Kernel::Call* calls,
                              double* const w) {
  static constexpr void* label[] = {
      &&bad,  &&bad,  &&bad,         &&bad,        &&bad,         &&neg,    &&add,  &&sub,      &&mul,
      &&div,  &&pow,  &&sin,         &&cos,        &&tan,         &&asin,   &&acos, &&atan,     &&atan2,
      &&sinh, &&cosh, &&tanh,        &&exp,        &&log,         &&log10,  &&sqrt, &&abs,      &&sign,
      &&min,  &&max,  &&floor,       &&ceil,       &&mod,         &&lt,     &&le,   &&gt,       &&ge,
      &&eq,   &&ne,   &&logical_and, &&logical_or, &&logical_not, &&select, &&call, &&argument, &&bad};
  static_assert(std::size(label) == expr::op_count);
  const Instruction* const end = at + count;

#define TRAMMEL_NEXT       \
  if (++at == end) return; \
  goto* label[at->op]
#define TRAMMEL_OP(name)                                                              \
  name : {                                                                            \
    double* const d = w + std::size_t{at->dst} * lanes;                               \
    const double* const a = w + std::size_t{at->a} * lanes;                           \
    const double* const b = w + std::size_t{at->b} * lanes;                           \
    const double* const c = w + std::size_t{at->c} * lanes;                           \
    for (int l = 0; l < lanes; ++l) d[l] = expr::compute(Op::name, a[l], b[l], c[l]); \
  }                                                                                   \
  TRAMMEL_NEXT
  if (count == 0) return;
  goto* label[at->op];
  TRAMMEL_OP(neg);
  TRAMMEL_OP(add);
  TRAMMEL_OP(sub);
  TRAMMEL_OP(mul);
  TRAMMEL_OP(div);
  TRAMMEL_OP(pow);
  TRAMMEL_OP(sin);
  TRAMMEL_OP(cos);
  TRAMMEL_OP(tan);
  TRAMMEL_OP(asin);
  TRAMMEL_OP(acos);
  TRAMMEL_OP(atan);
  TRAMMEL_OP(atan2);
  TRAMMEL_OP(sinh);
  TRAMMEL_OP(cosh);
  TRAMMEL_OP(tanh);
  TRAMMEL_OP(exp);
  TRAMMEL_OP(log);
  TRAMMEL_OP(log10);
  TRAMMEL_OP(sqrt);
  TRAMMEL_OP(abs);
  TRAMMEL_OP(sign);
  TRAMMEL_OP(min);
  TRAMMEL_OP(max);
  TRAMMEL_OP(floor);
  TRAMMEL_OP(ceil);
  TRAMMEL_OP(mod);
  TRAMMEL_OP(lt);
  TRAMMEL_OP(le);
  TRAMMEL_OP(gt);
  TRAMMEL_OP(ge);
  TRAMMEL_OP(eq);
  TRAMMEL_OP(ne);
  TRAMMEL_OP(logical_and);
  TRAMMEL_OP(logical_or);
  TRAMMEL_OP(logical_not);
  TRAMMEL_OP(select);
argument : {
  double* const d = w + std::size_t{at->dst} * lanes;
  const double* const a = w + std::size_t{at->a} * lanes;
  for (int l = 0; l < lanes; ++l) d[l] = a[l];
}
  TRAMMEL_NEXT;
call:
  run_call<lanes>(*calls[at->c].routine, w + std::size_t{at->a} * lanes, w + std::size_t{at->b} * lanes);
  TRAMMEL_NEXT;
bad:
  return;
#undef TRAMMEL_OP
#undef TRAMMEL_NEXT
}

#pragma GCC diagnostic pop

template <int lanes>
void run(const Kernel& kernel, const double* const* in, double* const* out, double* slots) {
  const std::size_t inputs = kernel.inputs(), outputs = kernel.outputs.size();
  double* constant = slots + inputs * lanes;
  for (const double value : kernel.constants)
    for (int l = 0; l < lanes; ++l) *constant++ = value;
  const std::uint32_t* gather = kernel.gather.data();
  const std::uint32_t* scatter = kernel.scatter.data();
  for (std::size_t i = 0; i < kernel.count; ++i, gather += inputs, scatter += outputs) {
    for (std::size_t k = 0; k < inputs; ++k) {
      const double* from = in[kernel.input_bank[k]] + std::size_t{gather[k]} * lanes;
      for (int l = 0; l < lanes; ++l) slots[k * lanes + l] = from[l];
    }
    execute<lanes>(kernel.bytecode.data(), kernel.bytecode.size(), kernel.calls.data(), slots);
    for (std::size_t k = 0; k < outputs; ++k) {
      double* to = out[kernel.outputs[k].bank] + std::size_t{scatter[k]} * lanes;
      const double* from = slots + std::size_t{kernel.output_slot[k]} * lanes;
      for (int l = 0; l < lanes; ++l) to[l] = from[l];
    }
  }
}

}  // namespace

void run_bytecode(const Kernel& kernel, int lanes, const double* const* in, double* const* out,
                  double* slots) {
  switch (lanes) {
    case 1:
      return run<1>(kernel, in, out, slots);
    case 2:
      return run<2>(kernel, in, out, slots);
    case 4:
      return run<4>(kernel, in, out, slots);
    default:
      return run<8>(kernel, in, out, slots);
  }
}

}  // namespace trammel::program
