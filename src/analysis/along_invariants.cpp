#include "analysis/along_invariants.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trammel::analysis {
namespace {

constexpr double epsilon = 1e-13;
constexpr int passes = 2;

struct Slope {
  int row, column;
  double value;
};

// H in units of the states, rows of length 1.
std::vector<Slope> entries_of(const linalg::SparseMatrix& J, const std::vector<double>& nominal) {
  std::vector<double> square(static_cast<std::size_t>(J.pattern->rows));
  std::vector<Slope> H;
  for (int k = 0; k < J.pattern->columns; ++k)
    for (int p = J.pattern->start[k]; p < J.pattern->start[k + 1]; ++p) {
      const double value = J.value[p] * nominal[k];
      H.push_back({J.pattern->row[p], k, value});
      square[J.pattern->row[p]] += value * value;
    }
  for (Slope& e : H) e.value = square[e.row] > 0 ? e.value / std::sqrt(square[e.row]) : 0;
  return H;
}

linalg::SparseMatrix quasi_definite(const std::vector<Slope>& H, int states, int rows) {
  std::vector<std::pair<int, int>> at;
  std::vector<double> values;
  const auto put = [&](int i, int j, double value) {
    at.emplace_back(i, j);
    values.push_back(value);
  };
  for (int k = 0; k < states + rows; ++k) put(k, k, k < states ? 1 : -epsilon);
  for (const Slope& e : H) {
    put(states + e.row, e.column, e.value);
    put(e.column, states + e.row, e.value);
  }
  std::vector<std::uint32_t> place;
  linalg::SparseMatrix K(
      std::make_shared<const linalg::Pattern>(linalg::make_pattern(states + rows, states + rows, at, place)));
  for (std::size_t k = 0; k < values.size(); ++k) K.value[place[k]] += values[k];
  return K;
}

}  // namespace

AlongInvariants::AlongInvariants(const model::Dae& dae, std::span<const expr::Expr> invariants,
                                 const TopSystem& top) {
  if (invariants.empty()) return;
  const std::size_t n = top.states.size();
  Numbers numbers(dae, {invariants.begin(), invariants.end()},
                  {top.leaves.begin(), top.leaves.begin() + static_cast<std::ptrdiff_t>(n)});
  numbers.evaluate(top.t, Vec(top.x).first(n));
  if (!numbers.finite()) return;
  const linalg::SparseMatrix K = quasi_definite(entries_of(numbers.J(), top.nominal), static_cast<int>(n),
                                                static_cast<int>(invariants.size()));
  auto solver = linalg::make_solver(K.pattern);
  if (solver->factor(K) >= 0) return;
  solver_ = std::move(solver);
  work_.resize(n + invariants.size());
}

void AlongInvariants::project(Eigen::VectorXd& v) {
  if (!solver_) return;
  for (int pass = 0; pass < passes; ++pass) {
    std::fill(std::copy(v.begin(), v.end(), work_.begin()), work_.end(), 0.0);
    solver_->solve(work_);
    std::copy_n(work_.begin(), v.size(), v.begin());
  }
}

}  // namespace trammel::analysis
