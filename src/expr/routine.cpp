#include "expr/routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::expr {
namespace {

thread_local RoutineWatch* watch_of_thread = nullptr;

struct ScratchStack {
  struct Block {
    std::unique_ptr<double[]> memory;
    std::size_t size = 0;
  };
  std::vector<Block> blocks;
  std::size_t block = 0, used = 0;
};
thread_local ScratchStack scratch_of_thread;

// Central differences. A step of noise^(1/3) balances what the noise of the values and the third derivative
// leave: noise^(2/3). Quotients of quotients take that as their noise.
class Quotients final : public Routine {
 public:
  explicit Quotients(std::shared_ptr<const Routine> of)
      : Routine(of->name() + "'", of->inputs(), of->outputs() * of->inputs()), of_(std::move(of)) {}

  bool depends(int output, int input) const override {
    return of_->depends(output / of_->inputs(), output % of_->inputs()) &&
           of_->depends(output / of_->inputs(), input);
  }
  std::string label(int output) const override { return partial_label(*of_, output); }
  std::string note() const override {
    return fmt::format("derivatives of {} are difference quotients", quote(of_->name()));
  }
  double noise() const override { return std::pow(of_->noise(), 2.0 / 3); }
  double size(int input) const override { return of_->size(input); }

 protected:
  void evaluate(const double* in, double* out) const override {
    const auto n = static_cast<std::size_t>(of_->inputs()), m = static_cast<std::size_t>(of_->outputs());
    const Scratch at(n), above(m), below(m);
    std::copy_n(in, n, at.data());
    const double share = std::cbrt(of_->noise());
    for (std::size_t i = 0; i < n; ++i) {
      const double h = share * std::max(std::fabs(in[i]), of_->size(static_cast<int>(i)));
      at[i] = in[i] + h;
      const double high = at[i];
      of_->run(at.data(), above.data());
      at[i] = in[i] - h;
      const double width = high - at[i];
      of_->run(at.data(), below.data());
      at[i] = in[i];
      for (std::size_t k = 0; k < m; ++k) out[k * n + i] = (above[k] - below[k]) / width;
    }
  }

 private:
  std::shared_ptr<const Routine> of_;
};

class CodeRoutine final : public Routine {
 public:
  CodeRoutine(std::string name, int inputs, int outputs, RoutineCode code)
      : Routine(std::move(name), inputs, outputs), code_(std::move(code)) {}
  double size(int input) const override {
    return code_.sizes.empty() ? 1 : code_.sizes[static_cast<std::size_t>(input)];
  }

 protected:
  void evaluate(const double* in, double* out) const override {
    code_.code({in, static_cast<std::size_t>(inputs())}, {out, static_cast<std::size_t>(outputs())});
  }
  std::shared_ptr<const Routine> differentiate() const override;

 private:
  RoutineCode code_;
};

// The Jacobian that came with some code.
class GivenJacobian final : public Routine {
 public:
  GivenJacobian(std::shared_ptr<const Routine> of, Code code)
      : Routine(of->name() + "'", of->inputs(), of->outputs() * of->inputs()), of_(std::move(of)),
        code_(std::move(code)) {}
  std::string label(int output) const override { return partial_label(*of_, output); }
  double size(int input) const override { return of_->size(input); }

 protected:
  void evaluate(const double* in, double* out) const override {
    code_({in, static_cast<std::size_t>(inputs())}, {out, static_cast<std::size_t>(outputs())});
  }

 private:
  std::shared_ptr<const Routine> of_;
  Code code_;
};

std::shared_ptr<const Routine> CodeRoutine::differentiate() const {
  if (!code_.jacobian) return Routine::differentiate();
  return std::make_shared<GivenJacobian>(shared_from_this(), code_.jacobian);
}

}  // namespace

Routine::Routine(std::string name, int inputs, int outputs)
    : name_(std::move(name)), inputs_(inputs), outputs_(outputs) {
  if (inputs < 1 || outputs < 1)
    throw Error(Kind::usage,
                fmt::format("the function {} has {} inputs and {} results", quote(name_), inputs, outputs),
                {}, "a function that is called has at least one of each");
}

void Routine::run(const double* in, double* out) const noexcept {
  try {
    if (watch_of_thread == nullptr || !watch_of_thread->failed()) return evaluate(in, out);
  } catch (...) {
    if (watch_of_thread != nullptr) watch_of_thread->failure_ = std::current_exception();
  }
  std::fill_n(out, outputs_, std::numeric_limits<double>::quiet_NaN());
}

std::shared_ptr<const Routine> Routine::derivative() const {
  const std::scoped_lock one_at_a_time(known_->mutex);
  std::shared_ptr<const Routine> known = known_->derivative.lock();
  if (!known) known_->derivative = known = differentiate();
  return known;
}

std::shared_ptr<const Routine> Routine::differentiate() const {
  return std::make_shared<Quotients>(shared_from_this());
}

double Routine::noise() const { return std::numeric_limits<double>::epsilon(); }

std::string Routine::label(int output) const {
  return outputs_ == 1 ? name_ : fmt::format("{}[{}]", name_, output + 1);
}

std::string Routine::partial_label(const Routine& of, int output) const {
  return fmt::format("{}_{}", of.label(output / of.inputs()), output % of.inputs() + 1);
}

std::shared_ptr<const Routine> make_routine(std::string name, int inputs, int outputs, RoutineCode code) {
  if (!code.code) throw Error(Kind::usage, fmt::format("the function {} has no code", quote(name)));
  if (!code.sizes.empty() && static_cast<int>(code.sizes.size()) != inputs)
    throw Error(Kind::usage, fmt::format("the function {} has {} inputs, {} sizes were given", quote(name),
                                         inputs, code.sizes.size()));
  return std::make_shared<CodeRoutine>(std::move(name), inputs, outputs, std::move(code));
}

RoutineWatch::RoutineWatch() : outer_(watch_of_thread) { watch_of_thread = this; }
RoutineWatch::~RoutineWatch() { watch_of_thread = outer_; }
void RoutineWatch::rethrow() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

Scratch::Scratch(std::size_t numbers) {
  constexpr std::size_t least = 4096;
  ScratchStack& stack = scratch_of_thread;
  block_ = stack.block;
  used_ = stack.used;
  while (stack.block < stack.blocks.size() && stack.used + numbers > stack.blocks[stack.block].size) {
    ++stack.block;
    stack.used = 0;
  }
  if (stack.block == stack.blocks.size()) {
    const std::size_t size = std::max(numbers, least << std::min<std::size_t>(stack.blocks.size(), 10));
    stack.blocks.push_back({std::make_unique<double[]>(size), size});
  }
  data_ = stack.blocks[stack.block].memory.get() + stack.used;
  stack.used += numbers;
}

Scratch::~Scratch() {
  scratch_of_thread.block = block_;
  scratch_of_thread.used = used_;
}

}  // namespace trammel::expr
