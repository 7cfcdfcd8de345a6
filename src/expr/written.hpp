// expr/written.hpp: routines whose code is expressions, but that cannot be written out: loops whose length is
// known only while the model runs, and functions that call themselves.
//
// Their derivatives are routines of the same kinds: a loop that carries the slopes of its state along, a
// function that calls its derivative. So they are exact, to any order.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::expr {

// Expressions over some symbols as straight-line code. Immutable; each user brings its own memory.
class Evaluation {
 public:
  Evaluation() = default;
  // The first `early` roots can be had without the others.
  Evaluation(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> roots,
             std::size_t early = 0);

  std::size_t work() const { return work_; }
  void prepare(double* work) const;  // once per memory; then inputs stand at its begin
  void run(double* work) const { run(work, 0, steps_.size()); }
  void run_early(double* work) const { run(work, 0, early_); }
  void run_late(double* work) const { run(work, early_, steps_.size()); }
  double result(const double* work, std::size_t k) const { return work[result_[k]]; }

 private:
  struct Step {
    Op op;
    std::uint32_t to, a, b, c;
  };
  struct Called {
    std::shared_ptr<const Routine> routine;
    std::vector<std::uint32_t> arguments;
    std::uint32_t results;
  };
  void run(double* work, std::size_t from, std::size_t to) const;

  std::vector<double> constants_;
  std::vector<Step> steps_;
  std::vector<Called> calls_;
  std::vector<std::uint32_t> result_;
  std::size_t inputs_ = 0, work_ = 0, early_ = 0;
};

// while condition(s, e) loop s := next(s, e): everything in terms of the symbols `state` and of whatever else
// stands in the graph, which does not change during the loop.
struct LoopBody {
  std::vector<Expr> state, next;
  Expr condition;
};
// What the state is after the loop, which begins with `start`. `name` says which loop it is.
std::vector<Expr> after_loop(Graph& graph, const std::string& name, const LoopBody& body,
                             std::span<const Expr> start);

// A function that calls itself. Its first input is a guard: where that is 0 nothing is computed, which is
// what ends the recursion, because both branches of a choice are evaluated.
class Recursion final : public Routine {
 public:
  Recursion(std::string name, int inputs, int outputs);
  ~Recursion() override;
  std::shared_ptr<const Routine> self() const;  // for calls inside its own body
  bool defined() const { return graph_ != nullptr; }
  // The body: results in terms of symbols for the inputs; it may hold calls of self().
  void define(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> results);

  bool depends(int /*output*/, int input) const override { return input > 0; }
  std::string label(int output) const override;

 protected:
  void evaluate(const double* in, double* out) const override;
  std::shared_ptr<const Routine> differentiate() const override;

 private:
  class Self;
  std::shared_ptr<Self> self_;
  std::shared_ptr<Graph> graph_;
  std::vector<Expr> inputs_, results_;
  Evaluation evaluation_;
  const Recursion* of_ = nullptr;      // whose derivative this is
  std::weak_ptr<const Routine> root_;  // who owns all derivatives
  struct Slopes {
    std::shared_ptr<Recursion> made;
  };
  const std::unique_ptr<Slopes> slopes_ =
      std::make_unique<Slopes>();  // the derivative, once derivative() has made it
};

}  // namespace trammel::expr
