// expr/recursion.cpp: functions that call themselves.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/transplant.hpp"
#include "expr/written.hpp"

namespace trammel::expr {
namespace {

constexpr int deepest_recursion = 5000;
thread_local int recursion_depth = 0;

}  // namespace

// Stands for a routine inside its own body, and does not keep it alive.
class Recursion::Self final : public Routine {
 public:
  explicit Self(const Recursion& of) : Routine(of.name(), of.inputs(), of.outputs()), of_(of) {}
  bool depends(int output, int input) const override { return of_.depends(output, input); }
  std::string label(int output) const override { return of_.label(output); }

 protected:
  void evaluate(const double* in, double* out) const override { of_.run(in, out); }
  std::shared_ptr<const Routine> differentiate() const override {
    return of_.slopes_->made ? of_.slopes_->made->self() : of_.derivative();
  }

 private:
  const Recursion& of_;
};

Recursion::Recursion(std::string name, int inputs, int outputs)
    : Routine(std::move(name), inputs, outputs), self_(std::make_shared<Self>(*this)) {}
Recursion::~Recursion() = default;

std::shared_ptr<const Routine> Recursion::self() const { return self_; }

std::string Recursion::label(int output) const {
  return of_ != nullptr ? partial_label(*of_, output) : Routine::label(output);
}

void Recursion::define(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> results) {
  auto own = std::make_shared<Graph>();
  Transplant transplant(graph, *own);
  for (const Expr input : inputs) {
    inputs_.push_back(own->symbol(own->add_variable({})));
    transplant.known.emplace(input.id, inputs_.back());
  }
  for (const Expr result : results) results_.push_back(transplant(result));
  evaluation_ = Evaluation(*own, inputs_, results_);
  graph_ = std::move(own);
}

void Recursion::evaluate(const double* in, double* out) const {
  std::fill_n(out, outputs(), 0.0);
  if (!(in[0] != 0)) return;
  struct Deeper {
    Deeper() { ++recursion_depth; }
    ~Deeper() { --recursion_depth; }
  } const deeper;
  if (recursion_depth > deepest_recursion)
    throw Error(
        trammel::Kind::integration,
        fmt::format("the function {} calls itself more than {} times", quote(name()), deepest_recursion), {},
        "look at the condition that ends it");
  const Scratch work(evaluation_.work());
  evaluation_.prepare(work.data());
  std::copy_n(in, inputs(), work.data());
  evaluation_.run(work.data());
  for (std::size_t k = 0; k < results_.size(); ++k) out[k] = evaluation_.result(work.data(), k);
}

std::shared_ptr<const Routine> Recursion::differentiate() const {
  std::shared_ptr<const Routine> root = root_.lock();
  if (!root) root = shared_from_this();
  std::shared_ptr<Recursion>& slopes = slopes_->made;
  if (!slopes) {
    slopes = std::make_shared<Recursion>(name() + "'", inputs(), outputs() * inputs());
    slopes->of_ = this;
    slopes->root_ = root;
    Graph graph(graph_);
    std::vector<Expr> rows;
    for (const Expr result : results_)
      for (const Expr slope : gradient(graph, result, inputs_)) rows.push_back(slope);
    slopes->define(graph, inputs_, rows);
  }
  return {root, slopes.get()};  // who holds it holds all of them
}

}  // namespace trammel::expr
