#include "analysis/perturbation.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::analysis {
namespace {

constexpr double epsilon = 1e-3, slow = 30, fast = 300;
constexpr int phases = 8;
constexpr double noise = 1e-10;  // smaller answers are rounding

class Experiment {
 public:
  Experiment(DerivativeArray& array, std::vector<double> base, double t, int level,
             const std::vector<int>& free)
      : array_(array), base_(std::move(base)), t_(t), level_(level), free_(free) {}

  // The largest answer per component of u: its value, and the mean of its slope over a period.
  std::optional<std::vector<double>> answer(int first, int second, double omega) {
    const int n = array_.equations(), nu = array_.unknowns();
    std::vector<double> value(static_cast<std::size_t>(nu), 0.0), slope(value), x;
    for (int k = 0; k < phases; ++k) {
      const double phi = 0.3 + 2 * M_PI * k / phases;  // away from the zeros of the defect
      std::vector<double> target(static_cast<std::size_t>(n * (level_ + 1)), 0.0);
      for (int l = 0; l <= level_; ++l) {
        const double size = epsilon * std::pow(omega, l);
        target[l * n + first] = size * std::sin(phi + l * M_PI / 2);
        if (second >= 0) target[l * n + second] = size * std::cos(phi + l * M_PI / 2);
      }
      x = base_;
      if (!array_.perturb(level_, x, t_, target, free_) && !ramp(x, target)) return std::nullopt;
      for (int j = 0; j < nu; ++j) value[j] = std::max(value[j], std::fabs(x[j] - base_[j]));
      add_slopes(x, slope);
    }
    for (int j = 0; j < nu; ++j) value[j] = std::max(value[j], std::fabs(slope[j]) / phases);
    return value;
  }

 private:
  // The defect grows in steps where the full one is too far away.
  bool ramp(std::vector<double>& x, const std::vector<double>& target) {
    x = base_;
    std::vector<double> part(target.size());
    for (const double size : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 1.0}) {
      for (std::size_t i = 0; i < part.size(); ++i) part[i] = size * target[i];
      if (!array_.perturb(level_, x, t_, part, free_)) return false;
    }
    return true;
  }

  // u' of a component is the next one of the same unknown, the last one's stands among the tops.
  void add_slopes(const std::vector<double>& x, std::vector<double>& slope) const {
    int column = 0;
    for (std::size_t j = 0; j < array_.order().size(); ++j)
      for (int l = 0; l < array_.order()[j]; ++l, ++column) {
        const std::size_t at = l + 1 < array_.order()[j] ? static_cast<std::size_t>(column) + 1
                                                         : static_cast<std::size_t>(array_.unknowns()) + j;
        slope[column] += x[at] - base_[at];
      }
  }

  DerivativeArray& array_;
  std::vector<double> base_;
  double t_;
  int level_;
  const std::vector<int>& free_;
};

}  // namespace

std::optional<int> perturbation_index(const model::Dae& dae, const Values& near, double t, int level,
                                      const std::vector<int>& free) {
  DerivativeArray array(dae);
  const auto base = array.point(level, near, t);
  if (!base) return std::nullopt;
  if (static_cast<int>(free.size()) == array.unknowns()) return 0;
  Experiment experiment(array, *base, t, level, free);
  double steepest = 0;
  for (int i = 0; i < array.equations(); ++i)
    for (int k = -1; k < i; ++k) {
      const auto low = experiment.answer(i, k, slow), high = experiment.answer(i, k, fast);
      if (!low || !high) return std::nullopt;
      for (std::size_t j = 0; j < low->size(); ++j)
        if ((*low)[j] > noise)
          steepest = std::max(steepest, std::log((*high)[j] / (*low)[j]) / std::log(fast / slow));
    }
  return 1 + static_cast<int>(std::lround(steepest));
}

}  // namespace trammel::analysis
