// certify/tape.hpp: some rows of a graph, evaluated as jets, with the sizes of their terms.
#pragma once

#include <functional>
#include <vector>

#include "base/span.hpp"
#include "expr/graph.hpp"

namespace trammel::certify {

// Where the derivatives of a variable stand among the reported values: of order k at at(variable, k); -1: it
// is not reported.
using Position = std::function<int(int variable, int derivative)>;

// The terms of a row are the summands of its residual; constant factors are multiplied out, others are not:
// 2*(x - y) has the terms 2x and 2y, (F + G)*y is one term. So a sum that cancels inside a product shows.
class Tape {
 public:
  Tape(const expr::Graph& graph, const std::vector<expr::Expr>& rows, const Position& position, int degree,
       Vec parameters);

  void set_parameters(Vec values);
  int rows() const { return static_cast<int>(roots_.size()); }
  int degree() const { return degree_; }
  // Derivatives of the rows of the orders 0 to degree at a point, row by row, and the sums of the absolute
  // values of the same derivatives of their terms.
  void evaluate(double t, Vec values, Out derivatives, Out terms);
  bool piecewise(int row) const { return piecewise_[row]; }  // it holds a choice, or a step

 private:
  struct Node {
    expr::Op op;
    int a = -1, b = -1, c = -1;
    double value = 0;  // of a constant or parameter
    int leaf = -1;     // of a symbol: where its positions begin; of a parameter: its number; of a call: which
    int output = 0;    // of a call: which of its results
  };
  struct Call {  // its results are made when the first of them is asked for
    std::shared_ptr<const expr::Routine> routine;
    std::vector<int> arguments;
    std::vector<double> results = {};  // jets
    int first;                         // the node of that one
  };
  struct Factor {
    int node;
    bool divides;
  };
  struct Term {
    int node;
    std::vector<Factor> factors;  // constant
  };
  void find_terms(int row, int root);
  void run(double t, Vec values);
  std::size_t width() const { return static_cast<std::size_t>(degree_) + 1; }
  Vec jet(int node) const { return Vec(jets_).subspan(static_cast<std::size_t>(node) * width(), width()); }

  int degree_;
  std::vector<Node> nodes_;
  std::vector<Call> calls_;
  std::vector<char> constant_;  // per node: free of time and symbols
  std::vector<int> positions_;  // per symbol, degree + 1 of them
  std::vector<int> roots_;
  std::vector<std::vector<Term>> terms_;
  std::vector<char> piecewise_;
  std::vector<double> jets_;
};

}  // namespace trammel::certify
