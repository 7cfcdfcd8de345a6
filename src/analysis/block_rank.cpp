#include "analysis/block_rank.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/policy.hpp"
#include "linalg/balance.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/solver.hpp"

namespace trammel::analysis {
namespace {

using Eigen::Index;

struct Entry {  // of a block, in its own rows and columns
  int row, column;
  double value, typical;
};

// The same numbers on every machine, between 0.5 and 1.5.
class Steady {
 public:
  double next() {
    state_ = state_ * 1664525u + 1013904223u;
    return 0.5 + static_cast<double>(state_) / 4294967296.0;
  }

 private:
  std::uint32_t state_ = 1;
};

class BlockLooker {
 public:
  BlockLooker(const Block& block, const std::vector<Entry>& entries) : block_(block), entries_(entries) {}

  BlockRank look() {
    const int n = static_cast<int>(block_.equations.size());
    if (std::ranges::any_of(entries_, [](const Entry& e) { return !std::isfinite(e.value); })) {
      result_ = {.smallest = 0, .singular = true, .missing = 1};
      return result_;
    }
    if (n == 1) {
      const double size = entries_.empty() ? 0 : entries_[0].typical;
      result_.smallest = size > 0 ? std::fabs(entries_[0].value) / size : 0;
      if (result_.smallest <= policy::singular_block)
        name({0}, {0}, Eigen::MatrixXd::Ones(1, 1), Eigen::MatrixXd::Ones(1, 1));
      return result_;
    }
    std::vector<linalg::Magnitude> sizes;
    for (const Entry& e : entries_)
      if (e.typical > 0) sizes.push_back({e.row, e.column, 0, e.typical});
    scales_ = linalg::balance(n, n, sizes).scales;
    for (Entry& e : entries_) e.value *= scales_.row[e.row] * scales_.column[e.column];
    if (n <= policy::largest_dense_block)
      by_singular_values(n);
    else
      by_factors(n);
    return result_;
  }

 private:
  // `left`, `right`: null vectors of the scaled block.
  void name(const std::vector<int>& rows, std::vector<int> columns, const Eigen::MatrixXd& left,
            const Eigen::MatrixXd& right) {
    result_.singular = true;
    result_.missing = static_cast<int>(left.cols());
    result_.combinations.resize(static_cast<Index>(rows.size()), left.cols());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double scale = scales_.empty() ? 1 : scales_.row[static_cast<std::size_t>(rows[k])];
      result_.equations.push_back(block_.equations[static_cast<std::size_t>(rows[k])]);
      result_.combinations.row(static_cast<Index>(k)) = scale * left.row(rows[k]);
    }
    std::ranges::sort(columns, {}, [&](int j) { return block_.unknowns[static_cast<std::size_t>(j)]; });
    result_.directions.resize(static_cast<Index>(columns.size()), right.cols());
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto j = static_cast<std::size_t>(columns[k]);
      result_.unknowns.push_back(block_.unknowns[j]);
      result_.unit.push_back(scales_.empty() ? 1 : scales_.column[j]);
      result_.directions.row(static_cast<Index>(k)) = right.row(columns[k]);
    }
  }

  void by_singular_values(int n) {
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
    for (const Entry& e : entries_) A(e.row, e.column) += e.value;
    const Eigen::VectorXd sigma = linalg::singular_values(A);
    const double largest = std::max(sigma[0], 1.0);  // entries are near 1 where they do not vanish
    result_.smallest = sigma[n - 1] / largest;
    if (result_.smallest > policy::singular_block) return;
    const linalg::Svd svd = linalg::svd(A);
    int missing = 1;
    while (missing < n && svd.sigma[n - 1 - missing] / largest <= policy::singular_block) ++missing;
    const auto parts = [&](const Eigen::MatrixXd& basis) {
      std::vector<int> result;
      for (Index i = 0; i < n; ++i)
        if (basis.row(i).rightCols(missing).norm() > policy::takes_part)
          result.push_back(static_cast<int>(i));
      return result;
    };
    name(parts(svd.U), parts(svd.V), svd.U.rightCols(missing), svd.V.rightCols(missing));
  }

  // |A⁻¹ b| for directions b in no special position tells of a small singular value, and a second solution
  // of the first one points along its vector.
  void by_factors(int n) {
    result_.estimated = true;
    result_.missing = 0;
    const Eigen::VectorXd right = inverse_iteration(n, false);
    result_.smallest = 1 / growth_;
    if (result_.smallest > policy::singular_block) return;
    const Eigen::VectorXd left = inverse_iteration(n, true);
    const auto parts = [](const Eigen::VectorXd& vector) {
      std::vector<int> result;
      for (Index i = 0; i < vector.size(); ++i)
        if (std::fabs(vector[i]) > policy::takes_part * vector.cwiseAbs().maxCoeff())
          result.push_back(static_cast<int>(i));
      return result;
    };
    name(parts(left), parts(right), left, right);
  }

  Eigen::VectorXd inverse_iteration(int n, bool transposed) {
    std::vector<std::pair<int, int>> at;
    for (const Entry& e : entries_)
      at.emplace_back(transposed ? e.column : e.row, transposed ? e.row : e.column);
    std::vector<std::uint32_t> place;
    linalg::SparseMatrix A(std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, at, place)));
    for (std::size_t k = 0; k < entries_.size(); ++k) A.value[place[k]] += entries_[k].value;
    const auto solver = linalg::make_sparse_lu(A.pattern);
    Steady steady;
    if (solver->factor(A) >= 0) {  // exactly singular: changed by a few roundings, it is nearly so
      for (double& value : A.value) value *= 1 + 1e-15 * steady.next();
      for (double& value : A.value)
        if (value == 0) value = 1e-15 * steady.next();
      if (solver->factor(A) >= 0) {
        growth_ = INFINITY;
        return Eigen::VectorXd::Ones(n);
      }
    }
    std::vector<double> x(static_cast<std::size_t>(n));
    for (double& value : x) value = steady.next();
    Eigen::Map<Eigen::VectorXd> v(x.data(), n);
    for (int round = 0; round < 3; ++round) {
      v.normalize();
      solver->solve(x);
      growth_ = v.norm();
      if (!std::isfinite(growth_)) return Eigen::VectorXd::Ones(n);
    }
    return v.normalized();
  }

  const Block& block_;
  std::vector<Entry> entries_;
  linalg::Scales scales_;
  BlockRank result_;
  double growth_ = 1;
};

}  // namespace

bool say_the_same(const TopSystem& top, const BlockRank& rank) {
  if (rank.equations.empty()) return false;
  const linalg::SparseMatrix& J = top.numbers.J();
  std::vector<Index> place(static_cast<std::size_t>(J.pattern->rows), -1);
  for (std::size_t k = 0; k < rank.equations.size(); ++k) place[rank.equations[k]] = static_cast<Index>(k);
  for (Index c = 0; c < rank.combinations.cols(); ++c) {
    for (int j = 0; j < J.pattern->columns; ++j) {
      double sum = 0, terms = 0;
      for (int k = J.pattern->start[j]; k < J.pattern->start[j + 1]; ++k)
        if (const Index i = place[J.pattern->row[k]]; i >= 0) {
          const double term = rank.combinations(i, c) * J.value[k];
          sum += term;
          terms += std::fabs(term);
        }
      if (!(std::fabs(sum) <= policy::cancels * terms)) return false;
    }
  }
  return true;
}

std::vector<BlockRank> block_ranks(TopSystem& top, const std::vector<Block>& blocks, Vec size) {
  const std::vector<double> typical = top.numbers.typical(top.t, top.x, size);
  const linalg::SparseMatrix& J = top.numbers.J();
  const int first = static_cast<int>(top.states.size());
  std::vector<int> local(static_cast<std::size_t>(J.pattern->rows), -1);
  std::vector<BlockRank> result;
  result.reserve(blocks.size());
  std::vector<Entry> entries;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Block& block = blocks[b];
    entries.clear();
    for (std::size_t i = 0; i < block.equations.size(); ++i) local[block.equations[i]] = static_cast<int>(i);
    for (std::size_t j = 0; j < block.unknowns.size(); ++j) {
      const int column = first + block.unknowns[j];
      for (int k = J.pattern->start[column]; k < J.pattern->start[column + 1]; ++k)
        if (const int i = local[J.pattern->row[k]]; i >= 0)
          entries.push_back({i, static_cast<int>(j), J.value[k], typical[static_cast<std::size_t>(k)]});
    }
    for (const int i : block.equations) local[i] = -1;
    result.push_back(BlockLooker(block, entries).look());
    result.back().block = static_cast<int>(b);
  }
  return result;
}

BlockRank whole_rank(TopSystem& top, Vec size) {
  Block all;
  for (int i = 0; i < static_cast<int>(top.tops.size()); ++i) {
    all.equations.push_back(i);
    all.unknowns.push_back(i);
  }
  return block_ranks(top, {all}, size)[0];
}

}  // namespace trammel::analysis
