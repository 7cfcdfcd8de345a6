#include "certify/condition.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

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

// B = dF/d(tops), rows by their largest entry, columns by the sizes of the tops.
class TopMatrix {
 public:
  TopMatrix(Equations& equations, const linalg::SparseMatrix& J, Vec sizes)
      : n_(equations.variables()), top_(static_cast<std::size_t>(J.pattern->columns), -1),
        row_scale_(static_cast<std::size_t>(n_)) {
    const linalg::Pattern& p = *J.pattern;
    std::vector<std::pair<int, int>> entries;
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
        if (p.row[k] < n_) B.value[place[entry++]] += J.value[k] * sizes[static_cast<std::size_t>(c)];
    }
    for (std::size_t k = 0; k < B.value.size(); ++k)
      row_scale_[pattern->row[k]] = std::max(row_scale_[pattern->row[k]], std::fabs(B.value[k]));
    for (std::size_t k = 0; k < B.value.size(); ++k)
      if (row_scale_[pattern->row[k]] > 0) B.value[k] /= row_scale_[pattern->row[k]];
    const auto finite = [](double x) { return std::isfinite(x); };
    solver_ = linalg::make_solver(pattern);
    regular_ = std::ranges::all_of(B.value, finite) &&
               std::ranges::all_of(row_scale_, [](double s) { return s > 0; }) && solver_->factor(B) < 0 &&
               solver_->condition() < hardly_regular;
  }
  bool regular() const { return regular_; }
  bool is_top(int c) const { return top_[static_cast<std::size_t>(c)] >= 0; }

  // The larger of `most` and what r makes of each top, in units of its size.
  void answer(std::vector<double>& r, std::vector<double>& most) {
    for (std::size_t i = 0; i < r.size(); ++i) r[i] /= row_scale_[i];
    solver_->solve(r);
    for (std::size_t c = 0; c < top_.size(); ++c)
      if (top_[c] >= 0) most[c] = std::max(most[c], std::fabs(r[static_cast<std::size_t>(top_[c])]));
  }

 private:
  int n_;
  std::vector<int> top_;  // per reported value: its column, or -1
  std::vector<double> row_scale_;
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
