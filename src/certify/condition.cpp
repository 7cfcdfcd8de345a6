#include "certify/condition.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "linalg/equilibrate.hpp"
#include "linalg/solver.hpp"

namespace trammel::certify {
namespace {

constexpr int probes = 4;                // random signs: a bound would take all of the inverse
constexpr double hardly_regular = 1e15;  // condition of a matrix whose rows and columns are scaled

class Signs {
 public:
  double next() {  // -1 or 1, the same at every run
    seed_ = seed_ * 6364136223846793005u + 1442695040888963407u;
    return (seed_ >> 40) & 1u ? 1 : -1;
  }

 private:
  std::uint64_t seed_ = 0x9E3779B97F4A7C15u;
};

// B = dF/d(tops), balanced: what is far smaller than the terms of its equation does not make it singular.
class TopMatrix {
 public:
  TopMatrix(Equations& equations, const linalg::SparseMatrix& J, Vec sizes)
      : n_(equations.variables()), top_(static_cast<std::size_t>(J.pattern->columns), -1), sizes_(sizes) {
    const linalg::Pattern& p = *J.pattern;
    std::vector<std::pair<int, int>> entries;
    entries.reserve(J.value.size());
    for (int c = 0; c < p.columns; ++c) {
      const Reported& reported = equations.reported()[static_cast<std::size_t>(c)];
      if (reported.variable < 0 || reported.above >= 0) continue;
      top_[static_cast<std::size_t>(c)] = reported.variable;
      for (int k = p.start[c]; k < p.start[c + 1]; ++k)
        if (p.row[k] < n_) entries.emplace_back(p.row[k], reported.variable);
    }
    std::vector<std::uint32_t> place;
    const auto pattern = std::make_shared<linalg::Pattern>(linalg::make_pattern(n_, n_, entries, place));
    linalg::SparseMatrix B(pattern);
    std::size_t entry = 0;
    for (int c = 0; c < p.columns; ++c) {
      if (!is_top(c)) continue;
      for (int k = p.start[c]; k < p.start[c + 1]; ++k)
        if (p.row[k] < n_) B.value[place[entry++]] += J.value[k];
    }
    if (!std::ranges::all_of(B.value, [](double x) { return std::isfinite(x); })) return;
    scales_ = linalg::equilibrate(B);
    for (int c = 0; c < n_; ++c)
      for (int k = pattern->start[c]; k < pattern->start[c + 1]; ++k)
        B.value[k] *= scales_.row[static_cast<std::size_t>(pattern->row[k])] *
                      scales_.column[static_cast<std::size_t>(c)];
    solver_ = linalg::make_solver(pattern);
    regular_ = solver_->factor(B) < 0 && solver_->condition() < hardly_regular;
  }
  bool regular() const { return regular_; }
  bool is_top(int c) const { return top_[static_cast<std::size_t>(c)] >= 0; }

  // The larger of `most` and what r makes of each top, in units of its size.
  void answer(std::vector<double>& r, std::vector<double>& most) {
    for (std::size_t i = 0; i < r.size(); ++i) r[i] *= scales_.row[i];
    solver_->solve(r);
    for (std::size_t c = 0; c < top_.size(); ++c) {
      if (top_[c] < 0 || !(sizes_[c] > 0)) continue;
      const auto j = static_cast<std::size_t>(top_[c]);
      most[c] = std::max(most[c], std::fabs(scales_.column[j] * r[j]) / sizes_[c]);
    }
  }

 private:
  int n_;
  std::vector<int> top_;  // per reported value: its column, or -1
  Vec sizes_;
  linalg::Scales scales_;
  std::unique_ptr<linalg::LinearSolver> solver_;
  bool regular_ = false;
};

}  // namespace

std::optional<std::vector<double>> felt_from_rows(Equations& equations, double t, Vec values, Vec sizes,
                                                  Vec row_sizes) {
  int written = 0;
  while (written < equations.rows() && !equations.invariant(written)) ++written;
  if (written != equations.variables() || written == 0) return std::nullopt;
  TopMatrix B(equations, equations.jacobian(t, values), sizes);
  if (!B.regular()) return std::nullopt;
  std::vector<double> found(values.size()), r(static_cast<std::size_t>(written));
  Signs signs;
  for (int probe = 0; probe < probes; ++probe) {
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = signs.next() * row_sizes[i];
    B.answer(r, found);
  }
  return found;
}

}  // namespace trammel::certify
