// bench/saddle.cpp: one saddle point matrix [M Gᵀ; G 0], factored and solved dense by LU, sparse by L D Lᵀ
// and sparse by KLU: from which size on which pays. linalg/choice.hpp holds what this table says.
#include <fmt/format.h>

#include <cmath>

#include "linalg/solver.hpp"
#include "measure.hpp"

namespace trammel::bench {
namespace {

struct Saddle {
  linalg::SparseMatrix K;
  linalg::Symmetry symmetry;
};

// A chain of links: masses of two coordinates, a rod to the one before. `full`: every mass and every rod is
// coupled with every coordinate, as in a mechanism in few coordinates.
Saddle saddle(int links, bool full) {
  const int nx = 2 * links, n = 3 * links;
  std::vector<std::pair<int, int>> at;
  std::vector<double> values;
  const auto add = [&](int i, int j, double value) {
    at.emplace_back(i, j), values.push_back(value);
    if (i != j) at.emplace_back(j, i), values.push_back(value);
  };
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j <= i; ++j)
      if (i == j || full) add(i, j, i == j ? 2 : std::sin(i + 3 * j) / nx);
  for (int k = 0; k < links; ++k)
    for (int j = full ? 0 : std::max(0, 2 * k - 2); j < (full ? nx : 2 * k + 2); ++j)
      add(nx + k, j, std::cos(1.0 + k * 7 + j * 3));
  std::vector<std::uint32_t> position;
  Saddle result{
      linalg::SparseMatrix(std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, at, position))), {}};
  for (std::size_t k = 0; k < values.size(); ++k) result.K.value[position[k]] = values[k];
  for (int i = 0; i < n; ++i) result.symmetry.row.push_back(i), result.symmetry.scale.push_back(1);
  return result;
}

std::vector<double> times(const Saddle& s) {
  const auto lu = linalg::make_dense_lu(s.K.pattern),
             ldlt = linalg::make_symmetric_ldlt(s.K.pattern, s.symmetry),
             klu = linalg::make_sparse_lu(s.K.pattern);
  std::vector<double> x(static_cast<std::size_t>(s.K.pattern->rows));
  const auto once = [&](linalg::LinearSolver& solver) {
    return [&] {
      solver.factor(s.K);
      std::fill(x.begin(), x.end(), 1.0);
      solver.solve(x);
    };
  };
  return interleaved({once(*lu), once(*ldlt), once(*klu)}, 9, 0.01);
}

}  // namespace

void saddle_point_matrices() {
  fmt::print("factoring and solving [M G'; G 0], microseconds: dense LU, LDL', sparse LU\n");
  for (const bool full : {true, false})
    for (const int links : {1, 2, 4, 7, 10, 13, 20, 40}) {
      const std::vector<double> t = times(saddle(links, full));
      fmt::print("  {} unknowns, {:<6} {:8.2f} {:8.2f} {:8.2f}\n", 3 * links, full ? "full" : "chain",
                 1e6 * t[0], 1e6 * t[1], 1e6 * t[2]);
    }
  ratio("LDL' against LU, full saddle point matrix of 12 unknowns", 0.9, [] {
    const std::vector<double> t = times(saddle(4, true));
    return t[1] / t[0];
  });
}

}  // namespace trammel::bench
