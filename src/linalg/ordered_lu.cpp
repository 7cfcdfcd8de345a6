#include "linalg/ordered_lu.hpp"

#include "linalg/choice.hpp"
#include "linalg/complex_solver.hpp"
#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

// Where the list of multiplications gets too long, another solver takes over for good.
class RealOrderedLu final : public LinearSolver {
 public:
  RealOrderedLu(const std::shared_ptr<const Pattern>& pattern, std::shared_ptr<EliminationMemory> memory)
      : pattern_(pattern), lu_(pattern, std::move(memory)) {}

  int try_factor(const SparseMatrix& A) override {
    if (other_) return other_->factor(A);
    int row = -1;
    if (lu_.factor([&](std::size_t k) { return A.value[k]; }, row) != Lu::Result::too_full) return row;
    other_ = make_solver(pattern_);
    return other_->factor(A);
  }
  void substitute(Out x) override {
    if (other_) return other_->solve(x);
    lu_.solve([&](int i) { return x[i]; }, [&](int j, double value) { x[j] = value; });
  }
  double estimate() override { return other_ ? other_->condition() : lu_.condition(); }
  double least_pivot(const Scales& scales) override {
    return other_ ? other_->smallest_pivot(scales) : lu_.smallest_pivot(scales);
  }

 private:
  using Lu = OrderedLu<double, RealFactor>;
  std::shared_ptr<const Pattern> pattern_;
  Lu lu_;
  std::unique_ptr<LinearSolver> other_ = {};
};

class ComplexOrderedLu final : public ComplexSolver {
 public:
  ComplexOrderedLu(const std::shared_ptr<const Pattern>& pattern, std::shared_ptr<EliminationMemory> memory)
      : pattern_(pattern), lu_(pattern, std::move(memory)) {}

  int try_factor(Vec real, Vec imaginary) override {
    if (other_) return other_->factor(real, imaginary);
    int row = -1;
    const auto value = [&](std::size_t k) { return Pair{real[k], imaginary[k]}; };
    if (lu_.factor(value, row) != Lu::Result::too_full) return row;
    other_ = make_complex_solver(pattern_, nullptr);
    return other_->factor(real, imaginary);
  }
  void substitute(Out x, Out y) override {
    if (other_) return other_->solve(x, y);
    lu_.solve(
        [&](int i) {
          return Pair{x[i], y[i]};
        },
        [&](int j, Pair value) {
          x[j] = value[0];
          y[j] = value[1];
        });
  }

 private:
  using Lu = OrderedLu<Pair, ComplexFactor>;
  std::shared_ptr<const Pattern> pattern_;
  Lu lu_;
  std::unique_ptr<ComplexSolver> other_ = {};
};

}  // namespace

// NOLINTBEGIN(performance-unnecessary-value-param): they are handed on
std::unique_ptr<LinearSolver> make_ordered_lu(std::shared_ptr<const Pattern> pattern,
                                              std::shared_ptr<EliminationMemory> memory) {
  return std::make_unique<RealOrderedLu>(std::move(pattern), std::move(memory));
}
std::unique_ptr<ComplexSolver> make_complex_ordered_lu(std::shared_ptr<const Pattern> pattern,
                                                       std::shared_ptr<EliminationMemory> memory) {
  return std::make_unique<ComplexOrderedLu>(std::move(pattern), std::move(memory));
}

// NOLINTEND(performance-unnecessary-value-param)
std::shared_ptr<EliminationMemory> make_memory(const std::shared_ptr<const Pattern>& pattern) {
  return pattern->rows <= largest_ordered ? std::make_shared<EliminationMemory>(*pattern) : nullptr;
}

std::unique_ptr<LinearSolver> make_solver(std::shared_ptr<const Pattern> pattern,
                                          std::shared_ptr<EliminationMemory> memory) {
  const bool ordered = memory && pattern->rows >= smallest_ordered;
  return ordered ? make_ordered_lu(std::move(pattern), std::move(memory)) : make_solver(std::move(pattern));
}

}  // namespace trammel::linalg
