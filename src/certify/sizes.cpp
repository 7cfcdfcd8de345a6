#include "certify/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace trammel::certify {
namespace {

constexpr double rounding = 1e-10;  // of what matters in an equation: less is noise
constexpr double small = 1e-2;      // of the same: it begins as the difference of larger things

// The smallest and the largest of some numbers. Where they differ by more than rounding leaves room for,
// those on one side of the widest gap are noise: the terms of a row at rest, or a coefficient that is a
// difference of equal things. The side with more members counts; of two as many, the one nearer to 1.
std::pair<double, double> without_noise(std::vector<double>& found) {
  if (found.empty()) return {0, 0};
  std::ranges::sort(found);
  auto first = found.begin(), last = found.end();
  while (*(last - 1) > *first / rounding) {
    auto gap = first + 1;
    for (auto at = first + 1; at != last; ++at)
      if (*at / *(at - 1) > *gap / *(gap - 1)) gap = at;
    const auto below = gap - first, above = last - gap;
    const auto far = [](double x) { return std::fabs(std::log(x)); };
    const bool lower = below != above ? below > above : far(*(gap - 1)) < far(*gap);
    (lower ? last : first) = gap;
  }
  return {*first, *(last - 1)};
}

}  // namespace

Sizes::Sizes(Equations& equations, const std::vector<double>& nominal)
    : equations_(equations), nominal_(nominal), value_(equations.reported().size()),
      variable_(nominal.size()), largest_(value_.size()), from_zero_(nominal.size()) {}

void Sizes::begin(double t, Vec values) {
  std::ranges::fill(value_, 0.0);
  std::ranges::fill(largest_, 0.0);
  const linalg::SparseMatrix& J = equations_.jacobian(t, values);
  const linalg::Pattern& p = *J.pattern;
  std::vector<double> r(static_cast<std::size_t>(equations_.rows())), terms(r.size());
  equations_.terms(t, values, r, terms);
  const auto& reported = equations_.reported();
  // What a row would be made of if nothing cancelled: terms far below that are noise.
  std::vector<double> whole(r.size());
  for (int c = 0; c < p.columns; ++c)
    for (int k = p.start[c]; k < p.start[c + 1]; ++k) whole[p.row[k]] += std::fabs(J.value[k] * values[c]);
  // The value at which each would matter in a row: the other terms by dF/dx. Rows in which all is noise
  // beside another row do not count.
  matters_.assign(values.size(), 0.0);
  smallest_.assign(values.size(), 0.0);
  const auto balance = [&](int c, int k) {
    const double own = std::fabs(J.value[k] * values[c]), others = terms[p.row[k]] - own;
    const double rate = std::fabs(J.value[k]);  // 0 where the variable does not matter to first order
    return rate > 0 && others > rounding * std::max(own, whole[p.row[k]]) ? others / rate : 0;
  };
  std::vector<double> found;
  for (int c = 0; c < p.columns; ++c) {
    found.clear();
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (const double here = balance(c, k); here > 0 && std::isfinite(here)) found.push_back(here);
    std::tie(smallest_[c], matters_[c]) = without_noise(found);
  }
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (reported[c].order > 0 || reported[c].variable < 0) continue;
    const auto is_zero = [&](int q) { return !(std::fabs(values[q]) > rounding * matters_[q]); };
    bool rests = true;
    for (int q = static_cast<int>(c); q >= 0; q = reported[q].above) rests = rests && is_zero(q);
    from_zero_[reported[c].variable] = !(std::fabs(values[c]) > small * matters_[c]);
    if (const double nominal = nominal_[reported[c].variable]; nominal > 0)
      value_[c] = nominal;
    else if (rests)
      value_[c] = smallest_[c] > 0 ? smallest_[c] : 1;
  }
  grow(values);
}

double Sizes::of_noise(std::size_t value) const {
  return value < matters_.size() && largest_[value] <= rounding * matters_[value] ? smallest_[value] : 0;
}

std::vector<Seen> Sizes::seen() const {
  std::vector<Seen> result(variable_.size());
  for (std::size_t c = 0; c < largest_.size(); ++c)
    if (const Reported& reported = equations_.reported()[c]; reported.order == 0 && reported.variable >= 0)
      result[static_cast<std::size_t>(reported.variable)] = {
          largest_[c], variable_[static_cast<std::size_t>(reported.variable)], reported.above >= 0};
  return result;
}

void Sizes::take_over(Vec sizes, Vec largest) {
  const std::vector<double> own = largest_;
  grow(sizes);
  largest_ = own;
  for (std::size_t c = 0; c < largest.size(); ++c) largest_[c] = std::max(largest_[c], largest[c]);
}

void Sizes::grow(Vec values) {
  for (std::size_t c = 0; c < values.size(); ++c)
    if (const double size = std::fabs(values[c]); size > largest_[c] && std::isfinite(size))
      largest_[c] = size;
  for (std::size_t c = 0; c < values.size(); ++c)
    if (const double size = std::fabs(values[c]); size > value_[c] && std::isfinite(size)) value_[c] = size;
  for (std::size_t c = 0; c < values.size(); ++c)
    if (const Reported& reported = equations_.reported()[c]; reported.order == 0 && reported.variable >= 0)
      variable_[reported.variable] = value_[c] > 0 ? value_[c] : 1;
}

}  // namespace trammel::certify
