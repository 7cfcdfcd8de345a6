// certify/tape.hpp: some rows of a graph, evaluated as jets, with the sizes of their terms.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/span.hpp"
#include "expr/graph.hpp"

namespace trammel::certify {

// Where the derivatives of a variable stand among the reported values: of order k at at(variable, k); -1: it
// is not reported.
using Position = std::function<int(int variable, int derivative)>;

// The terms of a row are the summands of its residual; constant factors are multiplied out, others are not:
// 2*(x - y) has the terms 2x and 2y, (F + G)*y is one term. So a sum that cancels inside a product shows.
//
// Copies share what does not depend on numbers. Parameters must be set before anything is evaluated.
class Tape {
 public:
  Tape(const expr::Graph& graph, const std::vector<expr::Expr>& rows, const Position& position, int degree);

  void set_parameters(Vec values) { parameters_.assign(values.begin(), values.end()); }
  int rows() const { return static_cast<int>(plan_->roots.size()); }
  int degree() const { return plan_->degree; }
  // Derivatives of the rows of the orders 0 to degree at a point, row by row, and the sums of the absolute
  // values of the same derivatives of their terms.
  void evaluate(double t, Vec values, Out derivatives, Out terms);
  bool piecewise(int row) const { return plan_->piecewise[row]; }  // it holds a choice, or a step
  bool bends() const { return plan_->bends; }  // some row does, or an edge that is continuous
  // Some function is all but constant for some arguments and not for others, as the current of a diode.
  bool rests() const { return plan_->rests; }

 private:
  struct Node {
    expr::Op op;
    int a = -1, b = -1, c = -1;
    double value = 0;  // of a constant
    int leaf = -1;     // of a symbol: where its positions begin; of a parameter: its number; of a call: which
    int output = 0;    // of a call: which of its results
  };
  struct Call {  // its results are made when the first of them is asked for
    std::shared_ptr<const expr::Routine> routine;
    std::vector<int> arguments;
    int first;  // the node of that one
  };
  struct Factor {
    int node;
    bool divides;
  };
  struct Term {
    int node;
    std::vector<Factor> factors;  // constant
  };
  struct Plan {
    int degree;
    std::vector<Node> nodes;
    std::vector<Call> calls;
    std::vector<char> constant;  // per node: free of time and symbols
    std::vector<int> positions;  // per symbol, degree + 1 of them
    std::vector<int> roots;
    std::vector<std::vector<Term>> terms;
    std::vector<char> piecewise;
    bool bends = false, rests = false;

    Plan(const expr::Graph& graph, const std::vector<expr::Expr>& rows, const Position& position, int degree);
    void find_terms(int row, int root);
  };
  void run(double t, Vec values);
  std::size_t width() const { return static_cast<std::size_t>(plan_->degree) + 1; }
  Vec jet(int node) const { return Vec(jets_).subspan(static_cast<std::size_t>(node) * width(), width()); }

  std::shared_ptr<const Plan> plan_;
  std::vector<double> parameters_, jets_;
  std::vector<std::vector<double>> results_;  // of calls, as jets
};

}  // namespace trammel::certify
