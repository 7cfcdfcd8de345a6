// linalg/ordered_lu.hpp: LU of a small sparse matrix, real or complex, in an order that is chosen once and
// kept while it serves. What is left to do then is one list of multiplications without a search or a test:
// several times faster than dense LU or KLU on the iteration matrices of implicit methods, which are factored
// again and again (`trammel_bench saddle`).
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <vector>

#include "base/effort.hpp"
#include "linalg/choice.hpp"
#include "linalg/elimination_plan.hpp"
#include "linalg/equilibrate.hpp"
#include "linalg/sparse.hpp"

namespace trammel::linalg {

// Two numbers that are worked on at once: real and imaginary part. No product pays for the NaN rules of
// std::complex.
typedef double Pair __attribute__((vector_size(16)));

inline double size_of(double x) { return std::fabs(x); }
inline double size_of(Pair x) { return std::fabs(x[0]) + std::fabs(x[1]); }
inline double inverse_of(double x) { return 1 / x; }
inline Pair inverse_of(Pair x) {
  const double s = 1 / (x[0] * x[0] + x[1] * x[1]);
  return Pair{x[0] * s, -x[1] * s};
}

// A number that multiplies many.
struct RealFactor {
  double value;
  explicit RealFactor(double x) : value(x) {}
  double operator*(double x) const { return value * x; }
};
struct ComplexFactor {
  Pair real, imaginary;
  explicit ComplexFactor(Pair x) : real{x[0], x[0]}, imaginary{-x[1], x[1]} {}
  Pair operator*(Pair x) const { return real * x + imaginary * Pair{x[1], x[0]}; }
};

// Number: double with RealFactor, Pair with ComplexFactor.
template <class Number, class Factor>
class OrderedLu {
 public:
  OrderedLu(std::shared_ptr<const Pattern> pattern, std::shared_ptr<EliminationMemory> memory)
      : pattern_(std::move(pattern)), memory_(std::move(memory)), n_(pattern_->rows), right_(n_) {
    plan_.reserve(*pattern_, most_updates);
    value_.reserve(static_cast<std::size_t>(n_) * n_);
  }

  enum class Result { ok, singular, too_full };
  // `value(k)`: entry k of the matrix, in the order of its pattern.
  template <class Value>
  Result factor(Value&& value, int& row) {
    if (memory_->too_full) return Result::too_full;
    if (row = not_finite(value); row >= 0) return Result::singular;
    if (plan_.steps.empty()) take(memory_->plan);
    if (n_ == 0 || (!plan_.steps.empty() && eliminate(value))) return Result::ok;
    row = find_order(value);
    if (row >= 0) return Result::singular;
    memory_->too_full = !memory_->plan.write(*pattern_, memory_->order, memory_->slot);
    if (memory_->too_full) return Result::too_full;
    take(memory_->plan);
    if (eliminate(value)) return Result::ok;
    row = plan_.row.back();
    return Result::singular;
  }

  // Right-hand side and result, in the order of rows and columns: get(i), set(j, x).
  template <class Get, class Set>
  void solve(Get&& get, Set&& set) {
    spend(weight * effort::listed_solve(plan_.place.size()));
    Number* const x = right_.data();
    for (int k = 0; k < n_; ++k) x[k] = get(plan_.row[k]);
    const Number* v = value_.data();
    const int* place = plan_.place.data();
    const Step* step = plan_.steps.data();
    for (int k = 0; k < n_; ++k, ++step) {
      const Factor xk(x[k]);
      const int begin = 1 + step->upper, end = begin + step->lower;
      for (int a = begin; a < end; ++a) x[place[a]] -= xk * v[a];
      v += end;
      place += end;
    }
    for (int k = n_ - 1; k >= 0; --k) {
      --step;
      v -= 1 + step->upper + step->lower;
      place -= 1 + step->upper + step->lower;
      Number sum = x[k];
      for (int b = 1; b <= step->upper; ++b) sum -= Factor(v[b]) * x[place[b]];
      x[k] = Factor(v[0]) * sum;
    }
    for (int k = 0; k < n_; ++k) set(plan_.column[k], x[k]);
  }

  double condition() const { return n_ == 0 ? 1 : largest_ / smallest_; }
  double smallest_pivot(const Scales& scales) const {
    double least = std::numeric_limits<double>::infinity();
    const Number* inverse = value_.data();
    for (int k = 0; k < n_; ++k) {
      least = std::min(least, scales.row[plan_.row[k]] * scales.column[plan_.column[k]] / size_of(*inverse));
      inverse += 1 + plan_.steps[k].upper + plan_.steps[k].lower;
    }
    return least;
  }

 private:
  using Step = EliminationPlan::Step;

  void take(const EliminationPlan& plan) {
    plan_ = plan;
    value_.resize(plan_.place.size());
  }

  // A row with an entry that is not finite, or -1. (A sum of zeros is zero unless one of them was not
  // finite.)
  template <class Value>
  int not_finite(Value&& value) const {
    const std::size_t entries = pattern_->row.size();
    Number zeros{};
    for (std::size_t k = 0; k < entries; ++k) zeros += value(k) * 0.0;
    if (size_of(zeros) == 0) return -1;
    for (std::size_t k = 0; k < entries; ++k)
      if (!(size_of(value(k)) <= std::numeric_limits<double>::max())) return pattern_->row[k];
    return -1;
  }

  template <class Value>
  int find_order(Value&& value) {
    spend(effort::order(n_, plan_.updates.size()));
    LuOrder& order = memory_->order;
    order.clear();
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k)
        order.set(pattern_->row[k], j, as_complex(value(k)));
    return order.choose();
  }
  static std::complex<double> as_complex(double x) { return x; }
  static std::complex<double> as_complex(Pair x) { return {x[0], x[1]}; }

  // In the order that is there; false if it does not serve.
  template <class Value>
  bool eliminate(Value&& value) {
    spend(weight * effort::listed_factor(plan_.updates.size(), plan_.place.size()));
    std::fill(value_.begin(), value_.end(), Number{});
    for (std::size_t k = 0; k < plan_.to.size(); ++k) value_[plan_.to[k]] = value(k);
    largest_ = 0;
    smallest_ = std::numeric_limits<double>::infinity();
    double factors = 0;
    Number *const v = value_.data(), *pivot = v;
    const int* update = plan_.updates.data();
    for (const Step& step : plan_.steps) {
      const double size = size_of(*pivot);
      largest_ = std::max(largest_, size);
      smallest_ = std::min(smallest_, size);
      const Factor inverse(*pivot = inverse_of(*pivot));
      const Number* const upper = pivot + 1;
      Number* const lower = pivot + 1 + step.upper;
      for (int a = 0; a < step.lower; ++a) {
        const Number l = lower[a] = inverse * lower[a];
        factors = std::max(factors, size_of(l));
        const Factor factor(l);
        for (int b = 0; b < step.upper; ++b) v[update[b]] -= factor * upper[b];
        update += step.upper;
      }
      pivot = lower + step.lower;
    }
    return factors <= largest_kept && smallest_ > 0 && std::isfinite(largest_);
  }

  static constexpr double weight = sizeof(Number) == sizeof(double) ? 1 : effort::complex;
  // |L| beyond which the order is chosen anew. 20 and 200 change the work of runs by 0.6 % at most (docs/constants.md).
  static constexpr double largest_kept = 50;
  std::shared_ptr<const Pattern> pattern_;
  std::shared_ptr<EliminationMemory> memory_;
  int n_;
  EliminationPlan plan_ = {};
  std::vector<Number> right_, value_ = {};
  double largest_ = 0, smallest_ = 0;
};

}  // namespace trammel::linalg
