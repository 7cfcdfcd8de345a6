// analysis/block_newton.hpp: square nonlinear systems, block after block, from guesses that may be far away.
//
// The block-triangular form of the pattern says what must be known before what. A block of one unknown is a
// scalar equation (scalar_root.hpp). In a larger one a few unknowns may be torn: given them, the others
// follow one by one, and what is left is a small system, often one equation. Else Newton's method, damped by
// the natural monotonicity test [Deu04, 3.3], from the guess and from places around it.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "analysis/bipartite.hpp"
#include "base/span.hpp"
#include "linalg/solver.hpp"
#include "linalg/sparse.hpp"

namespace trammel::analysis {

struct BlockReport {
  enum Verdict { solved, undefined, not_converged } verdict = solved;
  int row = -1;                 // of the block that was not solved: an equation in it
  std::vector<int> moved = {};  // unknowns whose guess was no place to begin with
  explicit operator bool() const { return verdict == solved; }
};

class BlockNewton {
 public:
  // F(x) and dF/dx at x, in the pattern.
  using Evaluate = std::function<void(Vec x, Out r, Out J)>;
  // The same of one row alone, for scalar equations: the others may keep what they had.
  using EvaluateRow = std::function<void(int row, Vec x, Out r, Out J)>;
  struct Bounds {
    double scale = 1;  // a change that means something
    double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
  };
  BlockNewton(std::shared_ptr<const linalg::Pattern> pattern, Evaluate evaluate, std::vector<Bounds> bounds,
              EvaluateRow evaluate_row = {});

  // x: the guess, then the root; what could not be solved keeps its guess.
  BlockReport solve(std::vector<double>& x);
  std::size_t blocks() const { return blocks_.size(); }
  std::vector<int> block_of_column() const;  // all 0 where the pattern is singular
  const std::vector<int>& rows_of(std::size_t block) const { return blocks_[block].rows; }
  const std::vector<int>& columns_of(std::size_t block) const { return blocks_[block].columns; }

 private:
  struct Block {
    std::vector<int> rows, columns;  // partners
  };
  enum class Step { solved, singular, undefined, stuck };

  void evaluate(const std::vector<double>& x) { evaluate_(x, r_, J_.value); }
  void evaluate_row(int row, const std::vector<double>& x);
  double entry(int row, int column) const;
  bool solve_scalar(int row, int column, std::vector<double>& x, bool& moved);
  bool solve_block(const Block& block, std::vector<double>& x, bool& moved);
  Step newton(const Block& block, std::vector<double>& x, double left);
  bool homotopy(const Block& block, std::vector<double>& x);
  bool step(const Block& block, std::vector<double>& s);
  double size(const Block& block, const std::vector<double>& s, const std::vector<double>& x) const;

  struct Torn {
    std::vector<std::pair<int, int>> chain;  // row, column: one after the other
    std::vector<int> rows, columns;          // what is left
  };
  Torn tear(const Block& block) const;
  bool follow(const Torn& torn, std::vector<double>& x);
  bool solve_torn(const Torn& torn, std::vector<double>& x, bool& moved);
  std::vector<double> reduced(const Torn& torn);

  std::shared_ptr<const linalg::Pattern> pattern_;
  Evaluate evaluate_;
  EvaluateRow evaluate_row_;
  std::vector<int> asked_;  // per row: how often it was evaluated for itself
  std::vector<Bounds> bounds_;
  Bipartite by_rows_;
  std::vector<Block> blocks_;
  std::vector<double> r_, target_;
  linalg::SparseMatrix J_;
};

}  // namespace trammel::analysis
