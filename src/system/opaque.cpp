#include "system/opaque.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "system/compile.hpp"
#include "system/data.hpp"

namespace trammel::system {
namespace {

// Half of the digits for the difference, half for the quotient.
double increment(double value, double nominal) {
  const double size = std::max(std::fabs(value), nominal);
  return std::copysign(std::sqrt(std::numeric_limits<double>::epsilon()) * size, value);
}

// Columns in groups of which no two share a row, each in the first group that takes it. [CPR74]
std::vector<std::vector<int>> groups_of(const linalg::Pattern& pattern) {
  std::vector<std::vector<int>> groups;
  std::vector<std::vector<char>> taken;
  for (int j = 0; j < pattern.columns; ++j) {
    const auto rows = [&](const auto& visit) {
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) visit(pattern.row[k]);
    };
    std::size_t g = 0;
    for (; g < groups.size(); ++g) {
      bool free = true;
      rows([&](int row) { free = free && taken[g][row] == 0; });
      if (free) break;
    }
    if (g == groups.size()) {
      groups.emplace_back();
      taken.emplace_back(static_cast<std::size_t>(pattern.rows));
    }
    groups[g].push_back(j);
    rows([&](int row) { taken[g][row] = 1; });
  }
  return groups;
}

class OpaqueResidual final : public Residual {
 public:
  OpaqueResidual(const System& system, Counts& counts)
      : data_(system.data()), code_(*data_.code), counts_(counts),
        pattern_(data_.program.shared_pattern(1, 0)), groups_(groups_of(*pattern_)),
        n_(data_.unknowns.size()), y_(n_), yp_(n_), r_(n_), moved_(n_), before_(n_), at_(2 * n_),
        by_y_(pattern_->row.size()), by_yp_(by_y_.size()), whole_(code_.jacobian ? 2 * n_ * n_ : 0) {}

  void set_parameters(Vec /*values*/) override {}
  int size() const override { return static_cast<int>(n_); }
  int order() const override { return data_.residual.order; }
  int level(int unknown) const override { return data_.residual.levels.at(unknown); }
  int row_level(int row) const override { return data_.residual.row_levels.at(row); }
  int highest(int unknown) const override { return data_.residual.highest.at(unknown); }
  int top(int unknown) const override { return data_.residual.tops.at(unknown); }
  std::shared_ptr<const linalg::Pattern> pattern() const override { return pattern_; }

  void residual(double t, Levels x, Out r) override {
    read(x);
    evaluate(t, r);
  }

  void jacobian(double t, Levels x, Vec c, linalg::SparseMatrix& J) override {
    ++counts_.jacobian_evaluations;
    read(x);
    differentiate(t);
    for (std::size_t k = 0; k < J.value.size(); ++k)
      J.value[k] = c[0] * by_y_[k] + (c.size() > 1 ? c[1] * by_yp_[k] : 0);
  }

 private:
  void read(Levels x) {
    std::copy_n(x[0], n_, y_.begin());
    if (order() > 0) std::copy_n(x[1], n_, yp_.begin());
  }

  void evaluate(double t, Out r) {
    ++counts_.function_evaluations;
    if (!code_.residual(t, y_, yp_, r)) std::ranges::fill(r, std::nan(""));
  }

  // Both matrices at (t, y, y'), unless they are known from the call before.
  void differentiate(double t) {
    if (t == known_t_ && std::equal(y_.begin(), y_.end(), at_.begin()) &&
        std::equal(yp_.begin(), yp_.end(), at_.begin() + static_cast<std::ptrdiff_t>(n_)))
      return;
    if (code_.jacobian) {
      ask(t);
    } else {
      evaluate(t, r_);
      difference(t, y_, by_y_, 1);
      if (order() > 0) difference(t, yp_, by_yp_, data_.time_unit);
    }
    known_t_ = t;
    std::ranges::copy(y_, at_.begin());
    std::ranges::copy(yp_, at_.begin() + static_cast<std::ptrdiff_t>(n_));
  }

  void ask(double t) {
    const Out all(whole_);
    if (!code_.jacobian(t, y_, yp_, all.first(n_ * n_), all.subspan(n_ * n_)))
      std::ranges::fill(whole_, std::nan(""));
    for (std::size_t j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k) {
        const std::size_t place = j * n_ + static_cast<std::size_t>(pattern_->row[k]);
        by_y_[k] = whole_[place];
        by_yp_[k] = whole_[n_ * n_ + place];
      }
  }

  // ∂F/∂x for x = y or y'; values of x have the size nominal/unit.
  void difference(double t, std::vector<double>& x, std::vector<double>& by, double unit) {
    for (const std::vector<int>& group : groups_) {
      for (const int j : group) {
        before_[static_cast<std::size_t>(j)] = x[static_cast<std::size_t>(j)];
        x[static_cast<std::size_t>(j)] +=
            increment(x[static_cast<std::size_t>(j)], data_.nominal[static_cast<std::size_t>(j)] / unit);
      }
      evaluate(t, moved_);
      for (const int j : group) {
        const double before = before_[static_cast<std::size_t>(j)];
        const double by_how_much = x[static_cast<std::size_t>(j)] - before;
        for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k)
          by[static_cast<std::size_t>(k)] = (moved_[static_cast<std::size_t>(pattern_->row[k])] -
                                             r_[static_cast<std::size_t>(pattern_->row[k])]) /
                                            by_how_much;
        x[static_cast<std::size_t>(j)] = before;
      }
    }
  }

  const System::Data& data_;
  const OpaqueCode& code_;
  Counts& counts_;
  std::shared_ptr<const linalg::Pattern> pattern_;
  std::vector<std::vector<int>> groups_;
  std::size_t n_;
  std::vector<double> y_, yp_, r_, moved_, before_, at_, by_y_, by_yp_, whole_;
  double known_t_ = std::nan("");
};

}  // namespace

std::unique_ptr<Residual> make_opaque_residual(const System& system, Counts& counts) {
  return std::make_unique<OpaqueResidual>(system, counts);
}

Incidence incidence(const OpaqueCode& code, double t, Vec y, Vec yp, Vec nominal) {
  constexpr int points = 3;
  constexpr double spread = 0.01;
  const std::size_t n = y.size();
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<char> by_y(n * n), by_yp(n * n);
  std::vector<double> at(n), slope(n), r(n), moved(n), whole(code.jacobian ? 2 * n * n : 0);
  const auto look = [&](std::vector<double>& x, std::vector<char>& found) {
    for (std::size_t j = 0; j < n; ++j) {
      const double before = x[j];
      x[j] += spread * std::max(std::fabs(before), nominal[j]);
      if (code.residual(t, at, slope, moved))
        for (std::size_t i = 0; i < n; ++i)
          if (moved[i] != r[i]) found[j * n + i] = 1;
      x[j] = before;
    }
  };
  for (int point = 0; point < points; ++point) {
    for (std::size_t j = 0; j < n; ++j) {
      const double away = point == 0 ? 0 : spread;
      at[j] = y[j] + away * std::max(std::fabs(y[j]), nominal[j]) * normal(random);
      slope[j] = yp[j] + away * std::max(std::fabs(yp[j]), nominal[j]) * normal(random);
    }
    if (code.jacobian) {
      const Out all(whole);
      if (!code.jacobian(t, at, slope, all.first(n * n), all.subspan(n * n))) continue;
      for (std::size_t k = 0; k < n * n; ++k) {
        if (whole[k] != 0) by_y[k] = 1;
        if (whole[n * n + k] != 0) by_yp[k] = 1;
      }
    } else if (code.residual(t, at, slope, r)) {
      look(at, by_y);
      look(slope, by_yp);
    }
  }
  Incidence result;
  for (std::size_t k = 0; k < n * n; ++k) {
    const std::pair<int, int> entry(static_cast<int>(k % n), static_cast<int>(k / n));
    if (by_y[k] != 0) result.by_y.push_back(entry);
    if (by_yp[k] != 0) result.by_yp.push_back(entry);
  }
  return result;
}

System compile_opaque(const model::Dae& shadow, OpaqueCode code) {
  const System as_equations = compile(shadow, Form::residual, {.engine = program::Engine::vm});
  auto data = std::make_shared<System::Data>(as_equations.data());
  data->code = std::make_shared<const OpaqueCode>(std::move(code));
  return System(data);
}

}  // namespace trammel::system
