#include "linalg/equilibrate.hpp"

#include <cmath>

namespace trammel::linalg {
namespace {

constexpr int sweeps = 40;
constexpr double little_change = 2e-3;  // the squares of scales that change by less in a sweep

}  // namespace

// On squares throughout: with column scales c_j the row scales are r_i^2 = 1 / sum_j (a_ij c_j)^2, and then the
// other way round.
Scales equilibrate(int rows, int columns, const std::vector<Sized>& entries) {
  Scales s{std::vector<double>(static_cast<std::size_t>(rows), 1.0),
           std::vector<double>(static_cast<std::size_t>(columns), 1.0)};
  std::vector<Sized> squares = entries;
  for (Sized& e : squares) e.size *= e.size;
  std::vector<double> sum;
  bool moved = true;  // in the last sweep; if not, no other will move anything
  const auto adjust = [&](std::vector<double>& mine) {
    for (std::size_t i = 0; i < mine.size(); ++i)
      if (sum[i] > 0 && std::isfinite(sum[i])) {
        const double now = 1 / sum[i];
        moved = moved || std::fabs(now - mine[i]) > little_change * now;
        mine[i] = now;
      }
  };
  for (int sweep = 0; sweep < sweeps && moved; ++sweep) {
    moved = false;
    sum.assign(s.row.size(), 0.0);
    for (const Sized& e : squares) sum[e.row] += e.size * s.column[e.column];
    adjust(s.row);
    sum.assign(s.column.size(), 0.0);
    for (const Sized& e : squares) sum[e.column] += e.size * s.row[e.row];
    adjust(s.column);
  }
  for (double& r : s.row) r = std::sqrt(r);
  for (double& c : s.column) c = std::sqrt(c);
  return s;
}

Scales equilibrate(const SparseMatrix& A) {
  std::vector<Sized> entries;
  const Pattern& p = *A.pattern;
  entries.reserve(p.row.size());
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      if (A.value[k] != 0) entries.push_back({p.row[k], j, std::fabs(A.value[k])});
  return equilibrate(p.rows, p.columns, entries);
}

}  // namespace trammel::linalg
