// bench/saddle.cpp: one saddle point matrix [M Gᵀ; G 0], factored and solved dense by LU, sparse by L D Lᵀ
// and sparse by KLU: from which size on which pays. linalg/choice.hpp holds what this table says.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/solver.hpp"
#include "measure.hpp"

namespace trammel::bench {
namespace {

struct Saddle {
  linalg::SparseMatrix K;
  linalg::Symmetry symmetry;
};

class Builder {
 public:
  void add(int i, int j, double value) {
    at_.emplace_back(i, j), values_.push_back(value);
    if (i != j) at_.emplace_back(j, i), values_.push_back(value);
  }
  Saddle build(int n) const {
    std::vector<std::uint32_t> position;
    const linalg::Pattern pattern = linalg::make_pattern(n, n, at_, position);
    Saddle result{linalg::SparseMatrix(std::make_shared<linalg::Pattern>(pattern)), {}};
    for (std::size_t k = 0; k < values_.size(); ++k) result.K.value[position[k]] = values_[k];
    for (int i = 0; i < n; ++i) result.symmetry.row.push_back(i), result.symmetry.scale.push_back(1);
    return result;
  }

 private:
  std::vector<std::pair<int, int>> at_ = {};
  std::vector<double> values_ = {};
};

// Links with masses of two coordinates and a rod to the one before.
Saddle chain(int links) {
  const int nx = 2 * links;
  Builder K;
  for (int i = 0; i < nx; ++i) K.add(i, i, 2);
  for (int k = 0; k < links; ++k)
    for (int j = std::max(0, 2 * k - 2); j < 2 * k + 2; ++j) K.add(nx + k, j, std::cos(1.0 + k * 7 + j * 3));
  return K.build(3 * links);
}

// Every mass and every rod is coupled with every coordinate, as in a mechanism in few coordinates.
Saddle full(int links) {
  const int nx = 2 * links;
  Builder K;
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j <= i; ++j) K.add(i, j, i == j ? 2 : std::sin(i + 3 * j) / nx);
  for (int k = 0; k < links; ++k)
    for (int j = 0; j < nx; ++j) K.add(nx + k, j, std::cos(1.0 + k * 7 + j * 3 + k * j));
  return K.build(3 * links);
}

// Masses of three coordinates at the knots of a square net, rods between neighbours.
Saddle net(int side) {
  const int nx = 3 * side * side;
  int row = nx;
  Builder K;
  for (int i = 0; i < nx; ++i) K.add(i, i, 2);
  const auto rod = [&](int a, int b) {
    for (int c = 0; c < 3; ++c) {
      const double value = std::cos(1.0 + row * 7 + c * 3);
      K.add(row, 3 * a + c, value), K.add(row, 3 * b + c, -value);
    }
    ++row;
  };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      if (i > 0) rod(i * side + j, (i - 1) * side + j);
      if (j > 0) rod(i * side + j, i * side + j - 1);
    }
  return K.build(row);
}

// Of dense LU (0: not measured), L D Lᵀ and KLU.
std::vector<double> times(const Saddle& s) {
  const bool with_dense = s.K.pattern->rows <= 300;
  std::vector<std::unique_ptr<linalg::LinearSolver>> solvers;
  if (with_dense) solvers.push_back(linalg::make_dense_lu(s.K.pattern));
  solvers.push_back(linalg::make_symmetric_ldlt(s.K.pattern, s.symmetry));
  solvers.push_back(linalg::make_sparse_lu(s.K.pattern));
  std::vector<double> x(static_cast<std::size_t>(s.K.pattern->rows));
  std::vector<std::function<void()>> actions;
  for (const auto& solver : solvers)
    actions.emplace_back([&] {
      solver->factor(s.K);
      std::fill(x.begin(), x.end(), 1.0);
      solver->solve(x);
    });
  std::vector<double> result = interleaved(actions, 9, 0.01);
  if (!with_dense) result.insert(result.begin(), 0.0);
  return result;
}

double choosing(const Saddle& s) {
  return quickest([&] { linalg::make_symmetric_ldlt(s.K.pattern, s.symmetry)->factor(s.K); });
}

void row(const char* what, const Saddle& s) {
  const std::vector<double> t = times(s);
  fmt::print("  {} unknowns, {:<6} {:9.2f} {:9.2f} {:9.2f} {:9.2f}\n", s.K.pattern->rows, what, 1e6 * t[0],
             1e6 * t[1], 1e6 * t[2], 1e6 * choosing(s));
}

}  // namespace

void saddle_point_matrices() {
  fmt::print(
      "factoring and solving [M G'; G 0], microseconds: dense LU, LDL', sparse LU; first factoring by "
      "LDL'\n");
  for (const int links : {1, 2, 4, 7, 10, 13, 20, 40, 100}) row("full", full(links));
  for (const int links : {1, 2, 4, 7, 10, 13, 20, 40, 100, 400, 2000}) row("chain", chain(links));
  for (const int side : {3, 6, 15, 30, 60}) row("net", net(side));
  ratio("LDL' against LU, full saddle point matrix of 12 unknowns", 0.9, [] {
    const std::vector<double> t = times(full(4));
    return t[1] / t[0];
  });
  ratio("LDL' against sparse LU, chain of 1200 unknowns", 0.7, [] {
    const std::vector<double> t = times(chain(400));
    return t[1] / t[2];
  });
  ratio("choosing the order of LDL', chain of 12000 unknowns against 1200", 15,
        [] { return choosing(chain(4000)) / choosing(chain(400)); });
}

}  // namespace trammel::bench
