#include "analysis/size_fit.hpp"

#include <cmath>
#include <numeric>

#include "analysis/policy.hpp"
#include "analysis/scales.hpp"
#include "linalg/balance.hpp"

namespace trammel::analysis {
namespace {

// Weights: of what is known; of forces, which may be small disturbances; of the interval.
constexpr double firm = 3, faint = 0.1, fainter = 0.01;

// Which of n things hang together, by pairs that do. Each knows one of its group, the first knows itself; ways are
// halved as they are gone.
class Connected {
 public:
  explicit Connected(int n) : towards_(static_cast<std::size_t>(n)) {
    std::iota(towards_.begin(), towards_.end(), 0);
  }
  void join(int a, int b) { at(first(a)) = first(b); }
  bool connects(int a, int b) { return first(a) == first(b); }

 private:
  int& at(int a) { return towards_[static_cast<std::size_t>(a)]; }
  int first(int a) {
    while (at(a) != a) a = at(a) = at(at(a));
    return a;
  }
  std::vector<int> towards_;
};

}  // namespace

// One more column is the number 1: S_i stands there, as does |∂F_i/∂t| τ. One more row compares the known s_j
// with it.
SizeFit fit_sizes(const KnownSizes& known, const std::vector<SizedDerivative>& entries) {
  const int rows = static_cast<int>(known.equation.size()), columns = static_cast<int>(known.variable.size());
  std::vector<linalg::Magnitude> sizes;
  for (const SizedDerivative& e : entries) sizes.push_back({e.equation, e.variable, -e.derivative, e.size});
  for (int i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (known.equation[at] > 0) sizes.push_back({i, columns, 0, known.equation[at], firm});
    if (known.by_time[at] > 0) sizes.push_back({i, columns, 1, known.by_time[at], faint});
  }
  for (int j = 0; j < columns; ++j)
    if (const double s = known.variable[static_cast<std::size_t>(j)]; s > 0)
      sizes.push_back({rows, j, 0, 1 / s, firm});
  sizes.push_back({rows, columns, 0, 1, firm});
  if (known.span > 0) sizes.push_back({rows, columns, -1, known.span, fainter});
  const linalg::Balance found = linalg::balance(rows + 1, columns + 1, sizes);

  Connected with(rows + columns + 2);
  for (const linalg::Magnitude& e : sizes) with.join(e.row, rows + 1 + e.column);
  SizeFit fit{.variable = std::vector<double>(known.variable.size(), 0.0), .time = found.base};
  const double one = found.scales.column.back();
  for (std::size_t j = 0; j < fit.variable.size(); ++j)
    if (with.connects(rows + 1 + static_cast<int>(j), rows + 1 + columns))
      fit.variable[j] = found.scales.column[j] / one;
  return fit;
}

// Sizes at which x³ balances, found with the derivative at another size, swing from round to round: the mean
// of two rounds is taken then.
bool settle(const std::vector<double>& before, std::vector<double>& now) {
  bool settled = true;
  for (std::size_t j = 0; j < now.size(); ++j) {
    if (!(before[j] > 0) || !(now[j] > 0)) continue;
    if (std::fabs(std::log10(now[j] / before[j])) <= policy::settled_decades) continue;
    now[j] = std::sqrt(now[j]) * std::sqrt(before[j]);
    settled = false;
  }
  return settled;
}

namespace {

bool are_near(const SizeFit& one, const SizeFit& other) {
  const auto close = [](double a, double b) {
    return !(a > 0) || std::fabs(std::log10(b / a)) <= policy::most_decades;
  };
  bool all = close(one.time, other.time);
  for (std::size_t j = 0; j < one.variable.size(); ++j)
    all = all && close(one.variable[j], other.variable[j]);
  return all;
}

}  // namespace

SizeFit fit_in_rounds(
    const KnownSizes& known,
    const std::function<std::vector<SizedDerivative>(const std::vector<double>&)>& entries) {
  SizeFit fit{.variable = known.variable}, first;
  for (int round = 0; round < policy::most_size_rounds; ++round) {
    const std::vector<double> before = fit.variable;
    fit = fit_sizes(known, entries(before));
    for (std::size_t j = 0; j < fit.variable.size(); ++j)
      if (known.variable[j] > 0) fit.variable[j] = known.variable[j];
    if (round == 0)
      first = fit;
    else if (settle(before, fit.variable))
      break;
    else if (!are_near(first, fit))  // every round goes farther: high powers balance nowhere
      return first;
  }
  return fit;
}

Values without_rounding(const model::Dae& dae, Values at) {
  for (std::size_t j = 0; j < at.size(); ++j)
    for (std::size_t l = 0; l < at[j].size(); ++l)
      if (std::fabs(at[j][l]) < policy::left_of_zero * dae.nominal(dae.variables[j], static_cast<int>(l)))
        at[j][l] = 0;
  return at;
}

std::vector<double> leaf_sizes(const model::Dae& dae, const TopUnknowns& top, double t) {
  Values at(dae.variables.size());
  const auto place = [&](std::size_t k) {
    return k < top.states.size() ? top.states[k] : top.tops[k - top.states.size()];
  };
  for (std::size_t k = 0; k < top.leaves.size(); ++k) {
    const auto [j, l] = place(k);
    std::vector<double>& values = at[static_cast<std::size_t>(j)];
    if (static_cast<int>(values.size()) <= l) values.resize(static_cast<std::size_t>(l) + 1, 0.0);
    values[static_cast<std::size_t>(l)] = top.x[k];
  }
  at = without_rounding(dae, std::move(at));
  const std::vector<double> variable = find_sizes(dae, at, t).variable;
  std::vector<double> result;
  result.reserve(top.leaves.size());
  for (std::size_t k = 0; k < top.leaves.size(); ++k) {
    const auto [j, l] = place(k);
    result.push_back(l == 0 ? variable[static_cast<std::size_t>(j)]
                            : std::fabs(at[static_cast<std::size_t>(j)][static_cast<std::size_t>(l)]));
  }
  return result;
}

}  // namespace trammel::analysis
