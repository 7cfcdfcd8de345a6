// linalg/symmetric_ldlt.cpp: A = L D Lᵀ of a sparse symmetric indefinite matrix, D with blocks of 1 and 2.
// The pivots are chosen once, by size and by how much they fill in [DR83], and kept while they serve; what is
// left to do then is one list of multiplications. Half the work of LU, and no search: on the saddle point
// matrices of mechanisms several times as fast as dense LU and as KLU (`trammel_bench saddle`).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "base/effort.hpp"
#include "linalg/choice.hpp"
#include "linalg/pivot_order.hpp"
#include "linalg/solver.hpp"
#include "linalg/symmetric_plan.hpp"

namespace trammel::linalg {
namespace {

// |L| and |products| / |A| beyond which the order is chosen anew. Moderate factors alone are not enough: in a
// long matrix they multiply (measured: seven digits lost with |L| up to 1000).
constexpr double largest_symmetric_factor = 100, largest_growth = 1000;

// Most pivots have few rows below them: loops of a length that the compiler knows take half the time.
template <class Action>
void with_count(int m, Action&& action) {
  switch (m) {
    case 0:
      return action(std::integral_constant<int, 0>{});
    case 1:
      return action(std::integral_constant<int, 1>{});
    case 2:
      return action(std::integral_constant<int, 2>{});
    case 3:
      return action(std::integral_constant<int, 3>{});
    case 4:
      return action(std::integral_constant<int, 4>{});
    default:
      return action(m);
  }
}

struct Sizes {  // of pivots, factors, entries and what is subtracted from them
  double largest = 0, smallest = INFINITY, factor = 0, entry = 0, product = 0;
  bool regular() const { return smallest > 0 && std::isfinite(largest) && std::isfinite(factor); }
  double growth() const { return product / entry; }
  void see(double dividend, double divisor) {
    if (!(dividend <= largest * divisor)) largest = dividend / divisor;
    if (!(dividend >= smallest * divisor)) smallest = dividend / divisor;
  }
  void see_factors(double most, double pivot) {
    factor = std::max(factor, most);
    product = std::max(product, most * most * pivot);
  }
};

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

class SymmetricLdlt final : public LinearSolver {
 public:
  SymmetricLdlt(std::shared_ptr<const Pattern> pattern, const Symmetry& symmetry)
      : pattern_(std::move(pattern)), n_(pattern_->rows), row_(symmetry.row), scale_(symmetry.scale),
        right_(n_), gathered_(2 * std::size_t(n_)), places_(lower_half(symmetry)), order_(n_, places_) {
    scaled_.resize(places_.size());
    plan_.reserve(n_, places_.size());
    if (n_ <= PivotOrder::small_matrix) value_.reserve(std::size_t(n_) * (n_ + 1) / 2 + 2 * std::size_t(n_));
  }

  int try_factor(const SparseMatrix& A) override {
    if (other_) return other_->factor(A);
    double finite = 0;
    for (const double value : A.value) finite += value * 0;
    if (finite != 0)
      for (std::size_t k = 0; k < A.value.size(); ++k)
        if (!std::isfinite(A.value[k])) return pattern_->row[k];
    if (n_ == 0 || (!plan_.steps.empty() && serves(A))) return -1;
    for (std::size_t k = 0; k < from_.size(); ++k) scaled_[k] = from_[k].scale * A.value[from_[k].entry];
    const PivotOrder::Result found = order_.choose(scaled_, most_symmetric_updates);
    if (found == PivotOrder::Result::singular) return row_[order_.singular()];
    if (found == PivotOrder::Result::too_full) {
      other_ = make_solver(pattern_);
      return other_->factor(A);
    }
    plan_.write(order_, places_);
    // Of small matrices most pivots are compared, of large ones a few for each that is taken.
    const int compared = std::min(n_, 60);
    spend(effort::order(std::sqrt(double(n_) * compared), plan_.updates.size()));
    weight_.clear();
    value_.resize(static_cast<std::size_t>(plan_.values));
    factor_effort_ = effort::listed_factor(plan_.updates.size(), value_.size());
    solve_effort_ = 2 * effort::listed_solve(value_.size());  // forth and back
    eliminate(A);
    best_growth_ = sizes_.growth();
    return sizes_.regular() ? -1 : row_[plan_.unknown.back()];
  }

  void substitute(Out x) override {
    if (other_) return other_->solve(x);
    spend(solve_effort_);
    for (int k = 0; k < n_; ++k) {
      const int row = row_[plan_.unknown[k]];
      right_[k] = scale_[row] * x[row];
    }
    forward();
    backward();
    for (int k = 0; k < n_; ++k) x[plan_.unknown[k]] = right_[k];
  }

  double estimate() override {
    if (other_) return other_->condition();
    return n_ == 0 ? 1 : sizes_.largest / sizes_.smallest;
  }

  double least_pivot(const Scales& scales) override {
    if (other_) return other_->smallest_pivot(scales);
    weigh(scales);
    double least = INFINITY;
    const auto see = [&](double size) {
      if (!(size >= least)) least = std::isnan(size) ? 0 : size;
    };
    const double* d = value_.data();  // D⁻¹
    const double* weight = weight_.data();
    for (const Step& step : plan_.steps) {
      const double a = *weight++;
      if (!step.two) {
        see(std::fabs(a / d[0]));
      } else {
        const double b = *weight++, det = 1 / (d[0] * d[2] - d[1] * d[1]);
        const double size = std::max({std::fabs(d[2] * det * a), std::fabs(d[0] * det * b),
                                      std::fabs(d[1] * det) * std::sqrt(std::fabs(a * b))});
        see(std::fabs(det * a * b / size));
      }
      d += step.values();
    }
    return least;
  }

 private:
  using Step = SymmetricPlan::Step;
  struct From {  // an entry of the lower half
    int entry;
    double scale;
  };

  PivotOrder::Places lower_half(const Symmetry& symmetry) {
    std::vector<int> place(static_cast<std::size_t>(n_));
    for (int j = 0; j < n_; ++j) place[symmetry.row[j]] = j;
    PivotOrder::Places places;
    places.reserve(pattern_->row.size());
    from_.reserve(pattern_->row.size());
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k)
        if (const int i = place[pattern_->row[k]]; i >= j) {
          places.emplace_back(i, j);
          from_.push_back({k, symmetry.scale[pattern_->row[k]]});
        }
    return places;
  }

  // The same scales are asked for again and again: weights of the pivots are kept as long as they and the order stay.
  void weigh(const Scales& scales) {
    if (!weight_.empty() && same_bits(weighed_.row, scales.row) && same_bits(weighed_.column, scales.column))
      return;  // asked at every evaluation of slopes
    weighed_ = scales;
    weight_.resize(static_cast<std::size_t>(n_));
    for (std::size_t place = 0; place < weight_.size(); ++place) {
      const int j = plan_.unknown[place];
      weight_[place] = scales.row[row_[j]] / scale_[row_[j]] * scales.column[j];
    }
  }

  // In the order that is there.
  bool serves(const SparseMatrix& A) {
    eliminate(A);
    return sizes_.regular() && sizes_.factor <= largest_symmetric_factor &&
           sizes_.growth() <= std::max(largest_growth, 10 * best_growth_);
  }

  void eliminate(const SparseMatrix& A) {
    spend(factor_effort_);
    std::fill(value_.begin(), value_.end(), 0.0);
    Sizes sizes;
    for (std::size_t k = 0; k < from_.size(); ++k) {
      const double entry = value_[plan_.to[k]] = from_[k].scale * A.value[from_[k].entry];
      sizes.entry = std::max(sizes.entry, std::fabs(entry));
    }
    double* own = value_.data();
    const int* update = plan_.updates.data();
    for (const Step& step : plan_.steps)
      with_count(step.count, [&](auto m) {
        if (step.two)
          two(m, own, update, sizes);
        else
          one(m, own, update, sizes);
        own += step.two ? 3 + 2 * m : 1 + m;
        update += m * (m + 1) / 2;
      });
    sizes_ = sizes;
  }

  template <class Count>
  void one(Count m, double* own, const int* update, Sizes& sizes) {
    double *const v = value_.data(), *const g = gathered_.data(), *const column = own + 1;
    const double size = std::fabs(own[0]), inverse = own[0] = 1 / own[0];
    double most = 0;
    sizes.see(size, 1);
    for (int a = 0; a < m; ++a) g[a] = column[a];
    for (int a = 0; a < m; ++a) {
      const double l = column[a] = g[a] * inverse;
      for (int b = a; b < m; ++b) v[*update++] -= l * g[b];
      most = std::max(most, std::fabs(l));
    }
    sizes.see_factors(most, size);
  }

  template <class Count>
  void two(Count m, double* own, const int* update, Sizes& sizes) {
    double* const v = value_.data();
    const double a00 = own[0], a01 = own[1], a11 = own[2], det = a00 * a11 - a01 * a01, inverse = 1 / det;
    const double size = std::max({std::fabs(a00), std::fabs(a01), std::fabs(a11)});
    double most = 0;
    sizes.see(size, 1);
    sizes.see(std::fabs(det), size);
    const double d00 = own[0] = a11 * inverse, d01 = own[1] = -a01 * inverse, d11 = own[2] = a00 * inverse;
    double *const c0 = own + 3, *const c1 = c0 + m, *const g0 = gathered_.data(), *const g1 = g0 + m;
    for (int a = 0; a < 2 * m; ++a) g0[a] = c0[a];
    for (int a = 0; a < m; ++a) {
      const double l0 = c0[a] = d00 * g0[a] + d01 * g1[a], l1 = c1[a] = d01 * g0[a] + d11 * g1[a];
      for (int b = a; b < m; ++b) v[*update++] -= l0 * g0[b] + l1 * g1[b];
      most = std::max({most, std::fabs(l0), std::fabs(l1)});
    }
    sizes.see_factors(most, size);
  }

  // Right-hand side and unknowns stand in the order of elimination.
  void forward() {
    double *const all = right_.data(), *x = all;
    const double* v = value_.data();
    const int* rows = plan_.rows.data();
    for (const Step& step : plan_.steps)
      with_count(step.count, [&](auto m) {
        const double x0 = x[0];
        if (!step.two) {
          for (int a = 0; a < m; ++a) all[rows[a]] -= v[1 + a] * x0;
          x[0] = v[0] * x0;
          x += 1;
          v += 1 + m;
        } else {
          const double x1 = x[1], *const c0 = v + 3, *const c1 = c0 + m;
          for (int a = 0; a < m; ++a) all[rows[a]] -= c0[a] * x0 + c1[a] * x1;
          x[0] = v[0] * x0 + v[1] * x1;
          x[1] = v[1] * x0 + v[2] * x1;
          x += 2;
          v += 3 + 2 * m;
        }
        rows += m;
      });
  }

  void backward() {
    double *const all = right_.data(), *x = all + n_;
    const double* v = value_.data() + value_.size();
    const int* rows = plan_.rows.data() + plan_.rows.size();
    for (auto step = plan_.steps.rbegin(); step != plan_.steps.rend(); ++step)
      with_count(step->count, [&](auto m) {
        rows -= m;
        if (!step->two) {
          v -= 1 + m;
          double x0 = *--x;
          for (int a = 0; a < m; ++a) x0 -= v[1 + a] * all[rows[a]];
          x[0] = x0;
        } else {
          v -= 3 + 2 * m;
          x -= 2;
          const double *const c0 = v + 3, *const c1 = c0 + m;
          double x0 = x[0], x1 = x[1];
          for (int a = 0; a < m; ++a) {
            const double below = all[rows[a]];
            x0 -= c0[a] * below;
            x1 -= c1[a] * below;
          }
          x[0] = x0;
          x[1] = x1;
        }
      });
  }

  std::shared_ptr<const Pattern> pattern_;
  int n_;
  std::vector<int> row_;
  std::vector<double> scale_, right_, value_ = {}, scaled_ = {};
  std::vector<double> gathered_;
  std::vector<From> from_ = {};
  PivotOrder::Places places_;
  PivotOrder order_;
  SymmetricPlan plan_ = {};
  Sizes sizes_ = {};
  Scales weighed_ = {};  // see weigh()
  std::vector<double> weight_ = {};
  double factor_effort_ = 0, solve_effort_ = 0;  // in this order
  double best_growth_ = 0;                       // of the order when it was chosen
  std::unique_ptr<LinearSolver> other_ = {};     // takes over where the list gets too long
};

}  // namespace

std::unique_ptr<LinearSolver> make_symmetric_ldlt(std::shared_ptr<const Pattern> pattern,
                                                  const Symmetry& symmetry) {
  return std::make_unique<SymmetricLdlt>(std::move(pattern), symmetry);
}

}  // namespace trammel::linalg
