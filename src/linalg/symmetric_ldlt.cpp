// linalg/symmetric_ldlt.cpp: A = L D Lᵀ of a small sparse symmetric indefinite matrix, D with blocks of 1 and
// 2. The pivots are chosen once, by size and by how much they fill in [DR83], and kept while they serve; what
// is left to do then is one list of multiplications. Half the work of LU, and no search: on the saddle point
// matrices of mechanisms several times as fast as dense LU (`trammel_bench saddle`).
#include <algorithm>
#include <cmath>

#include "linalg/pivot_order.hpp"
#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

constexpr double largest_kept = 1e3;  // |L| beyond which the order is chosen anew

class SymmetricLdlt final : public LinearSolver {
 public:
  SymmetricLdlt(std::shared_ptr<const Pattern> pattern, const Symmetry& symmetry)
      : pattern_(std::move(pattern)), n_(pattern_->rows), row_(symmetry.row), place_(n_), right_(n_),
        slot_(std::size_t(n_) * n_, -1), gathered_(2 * std::size_t(n_)), order_(n_) {
    for (int j = 0; j < n_; ++j) place_[row_[j]] = j;
    for (int j = 0; j < n_; ++j) scale_.push_back(symmetry.scale[row_[j]]);
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k)
        if (const int i = place_[pattern_->row[k]]; i >= j)
          entries_.push_back({k, i, j, 0, symmetry.scale[pattern_->row[k]]});
    const auto n = static_cast<std::size_t>(n_);
    steps_.reserve(n), columns_.reserve(n * n), rows_.reserve(n * n), value_.reserve(n * (n + 1) / 2);
    updates_.reserve(n * (n + 1) * (n + 2) / 6);
  }

  int factor(const SparseMatrix& A) override {
    double finite = 0;
    for (const double value : A.value) finite += value * 0;
    if (finite != 0)
      for (std::size_t k = 0; k < A.value.size(); ++k)
        if (!std::isfinite(A.value[k])) return pattern_->row[k];
    if (!steps_.empty() && eliminate(A)) return -1;
    const int bad = order_anew(A);
    if (bad >= 0) return row_[bad];
    return eliminate(A) || n_ == 0 ? -1 : row_[steps_.back().first];
  }

  void solve(Out x) override {
    for (int j = 0; j < n_; ++j) right_[j] = scale_[j] * x[row_[j]];
    for (const Step& step : steps_) forward(step);
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) backward(*step);
    std::copy(right_.begin(), right_.end(), x.begin());
  }

  double condition() const override { return n_ == 0 ? 1 : largest_ / smallest_; }

  double smallest_pivot(const Scales& scales) const override {
    const auto scale = [&](int j) { return scales.row[row_[j]] / scale_[j] * scales.column[j]; };
    double least = INFINITY;
    const auto see = [&](double pivot) { least = std::min(least, std::isnan(pivot) ? 0 : std::fabs(pivot)); };
    for (const Step& step : steps_) {
      const double a = scale(step.first);
      if (step.second < 0) {
        see(a / step.d00);
        continue;
      }
      const double b = scale(step.second), det = 1 / (step.d00 * step.d11 - step.d01 * step.d01);
      const double size = std::max({std::fabs(step.d11 * det * a), std::fabs(step.d00 * det * b),
                                    std::fabs(step.d01 * det) * std::sqrt(std::fabs(a * b))});
      see(det * a * b / size);
    }
    return least;
  }

 private:
  struct Entry {
    int from, i, j, to;
    double scale;
  };
  struct Step {  // a pivot; columns and updates are where its lists begin
    int first, second, count;
    int diagonal, mixed, other;  // slots of D
    std::size_t columns, updates;
    double d00 = 0, d01 = 0, d11 = 0;  // D⁻¹
  };

  int& slot(int i, int j) { return slot_[static_cast<std::size_t>(std::min(i, j)) * n_ + std::max(i, j)]; }
  int new_slot(int i, int j) {
    if (slot(i, j) < 0) slot(i, j) = slots_++;
    return slot(i, j);
  }

  // Chooses pivots by the numbers of A and writes the lists; returns an unknown at which A is singular, or
  // -1.
  int order_anew(const SparseMatrix& A) {
    order_.clear();
    for (const Entry& e : entries_) order_.set(e.i, e.j, e.scale * A.value[e.from]);
    if (const int bad = order_.choose(); bad >= 0) return bad;
    std::fill(slot_.begin(), slot_.end(), -1);
    slots_ = 0;
    steps_.clear(), columns_.clear(), rows_.clear(), updates_.clear();
    for (Entry& e : entries_) e.to = new_slot(e.i, e.j);
    for (const PivotOrder::Pivot& pivot : order_.pivots()) add_step(pivot);
    value_.assign(static_cast<std::size_t>(slots_), 0.0);
    return -1;
  }

  void add_step(const PivotOrder::Pivot& pivot) {
    const int r = pivot.first, s = pivot.second, m = pivot.count;
    const int* const below = order_.below(pivot);
    steps_.push_back({r, s, m, new_slot(r, r), s < 0 ? 0 : new_slot(s, r), s < 0 ? 0 : new_slot(s, s),
                      columns_.size(), updates_.size()});
    for (int a = 0; a < m; ++a) columns_.push_back(new_slot(below[a], r)), rows_.push_back(below[a]);
    if (s >= 0)
      for (int a = 0; a < m; ++a) columns_.push_back(new_slot(below[a], s)), rows_.push_back(below[a]);
    for (int a = 0; a < m; ++a)
      for (int b = a; b < m; ++b) updates_.push_back(new_slot(below[b], below[a]));
  }

  bool eliminate(const SparseMatrix& A) {
    std::fill(value_.begin(), value_.end(), 0.0);
    for (const Entry& e : entries_) value_[e.to] += e.scale * A.value[e.from];
    largest_ = 0;
    smallest_ = INFINITY;
    double factors = 0;
    for (Step& step : steps_) factors = std::max(factors, step.second < 0 ? one(step) : two(step));
    return factors <= largest_kept && smallest_ > 0 && std::isfinite(largest_);
  }

  double one(Step& step) {
    double* const v = value_.data();
    const double pivot = v[step.diagonal], inverse = step.d00 = 1 / pivot;
    note(pivot);
    const int* const column = columns_.data() + step.columns;
    const int* update = updates_.data() + step.updates;
    double* const g = gathered_.data();
    double most = 0;
    for (int a = 0; a < step.count; ++a) g[a] = v[column[a]];
    for (int a = 0; a < step.count; ++a) {
      const double l = g[a] * inverse;
      for (int b = a; b < step.count; ++b) v[*update++] -= l * g[b];
      v[column[a]] = l;
      most = std::max(most, std::fabs(l));
    }
    return most;
  }

  double two(Step& step) {
    double* const v = value_.data();
    const double a00 = v[step.diagonal], a01 = v[step.mixed], a11 = v[step.other],
                 det = a00 * a11 - a01 * a01;
    const double size = std::max({std::fabs(a00), std::fabs(a01), std::fabs(a11)});
    note(size);
    note(det / size);
    const double d00 = step.d00 = a11 / det, d01 = step.d01 = -a01 / det, d11 = step.d11 = a00 / det;
    const int m = step.count;
    const int *const c0 = columns_.data() + step.columns, *const c1 = c0 + m;
    const int* update = updates_.data() + step.updates;
    double *const g0 = gathered_.data(), *const g1 = g0 + m;
    double most = 0;
    for (int a = 0; a < m; ++a) g0[a] = v[c0[a]], g1[a] = v[c1[a]];
    for (int a = 0; a < m; ++a) {
      const double l0 = d00 * g0[a] + d01 * g1[a], l1 = d01 * g0[a] + d11 * g1[a];
      for (int b = a; b < m; ++b) v[*update++] -= l0 * g0[b] + l1 * g1[b];
      v[c0[a]] = l0;
      v[c1[a]] = l1;
      most = std::max({most, std::fabs(l0), std::fabs(l1)});
    }
    return most;
  }

  void note(double pivot) {
    largest_ = std::max(largest_, std::fabs(pivot));
    smallest_ = std::min(smallest_, std::isnan(pivot) ? 0 : std::fabs(pivot));
  }

  void forward(const Step& step) {
    const int *const c0 = columns_.data() + step.columns, *const c1 = c0 + step.count;
    const int* const rows = rows_.data() + step.columns;
    const double x = right_[step.first];
    if (step.second < 0) {
      for (int a = 0; a < step.count; ++a) right_[rows[a]] -= value_[c0[a]] * x;
      right_[step.first] = step.d00 * x;
      return;
    }
    const double y = right_[step.second];
    for (int a = 0; a < step.count; ++a) right_[rows[a]] -= value_[c0[a]] * x + value_[c1[a]] * y;
    right_[step.first] = step.d00 * x + step.d01 * y;
    right_[step.second] = step.d01 * x + step.d11 * y;
  }

  void backward(const Step& step) {
    const int *const c0 = columns_.data() + step.columns, *const c1 = c0 + step.count;
    const int* const rows = rows_.data() + step.columns;
    double x = right_[step.first];
    for (int a = 0; a < step.count; ++a) x -= value_[c0[a]] * right_[rows[a]];
    right_[step.first] = x;
    if (step.second < 0) return;
    double y = right_[step.second];
    for (int a = 0; a < step.count; ++a) y -= value_[c1[a]] * right_[rows[a]];
    right_[step.second] = y;
  }

  std::shared_ptr<const Pattern> pattern_;
  int n_;
  std::vector<int> row_, place_;
  std::vector<double> scale_ = {}, right_, value_ = {};
  std::vector<int> slot_;  // of each pair of unknowns in value_; -1: always zero
  std::vector<double> gathered_;
  PivotOrder order_;
  std::vector<Entry> entries_ = {};
  std::vector<Step> steps_ = {};
  std::vector<int> columns_ = {}, rows_ = {}, updates_ = {};
  int slots_ = 0;
  double largest_ = 0, smallest_ = 0;
};

}  // namespace

std::unique_ptr<LinearSolver> make_symmetric_ldlt(std::shared_ptr<const Pattern> pattern,
                                                  const Symmetry& symmetry) {
  return std::make_unique<SymmetricLdlt>(std::move(pattern), symmetry);
}

}  // namespace trammel::linalg
