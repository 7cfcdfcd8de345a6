#include "linalg/equilibrate.hpp"

#include <cmath>

namespace trammel::linalg {
namespace {

constexpr int sweeps = 40;

}  // namespace

Scales equilibrate(int rows, int columns, const std::vector<Sized>& entries) {
  Scales s{std::vector<double>(static_cast<std::size_t>(rows), 1.0),
           std::vector<double>(static_cast<std::size_t>(columns), 1.0)};
  std::vector<double> sum;
  bool moved = true;  // in the last sweep; if not, no other will move anything
  const auto adjust = [&](std::vector<double>& mine, auto index) {
    sum.assign(mine.size(), 0.0);
    for (const Sized& e : entries) {
      const double scaled = s.row[e.row] * e.size * s.column[e.column];
      sum[index(e)] += scaled * scaled;
    }
    for (std::size_t i = 0; i < mine.size(); ++i)
      if (sum[i] > 0 && sum[i] != 1 && std::isfinite(sum[i])) {
        const double before = mine[i];
        mine[i] /= std::sqrt(sum[i]);
        moved = moved || mine[i] != before;
      }
  };
  for (int sweep = 0; sweep < sweeps && moved; ++sweep) {
    moved = false;
    adjust(s.row, [](const Sized& e) { return e.row; });
    adjust(s.column, [](const Sized& e) { return e.column; });
  }
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
