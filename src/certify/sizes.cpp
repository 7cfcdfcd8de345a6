#include "certify/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::certify {
namespace {

constexpr double rounding = 1e-10;  // of what matters in an equation: less is noise

}  // namespace

Sizes::Sizes(Equations& equations, const model::Dae& dae)
    : equations_(equations), value_(equations.reported().size()), variable_(dae.variables.size()),
      from_zero_(dae.variables.size()) {
  for (const model::Variable& variable : dae.variables)
    nominal_.push_back(variable.nominal != 1 ? variable.nominal : 0);
}

void Sizes::begin(double t, Vec values) {
  std::ranges::fill(value_, 0.0);
  const linalg::SparseMatrix& J = equations_.jacobian(t, values);
  const linalg::Pattern& p = *J.pattern;
  std::vector<double> r(static_cast<std::size_t>(equations_.rows())), terms(r.size());
  equations_.terms(t, values, r, terms);
  const auto& reported = equations_.reported();
  std::vector<double> matters(values.size(), std::numeric_limits<double>::infinity());
  for (int c = 0; c < p.columns; ++c)
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (const double own = std::fabs(J.value[k] * values[c]), others = terms[p.row[k]] - own;
          others > rounding * own)
        matters[c] = std::min(matters[c], others / std::fabs(J.value[k]));
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (reported[c].order > 0 || reported[c].variable < 0) continue;
    const auto is_zero = [&](int q) {
      return !(std::fabs(values[q]) > (std::isfinite(matters[q]) ? rounding * matters[q] : 0));
    };
    bool rests = true;
    for (int q = static_cast<int>(c); q >= 0; q = reported[q].above) rests = rests && is_zero(q);
    from_zero_[reported[c].variable] = is_zero(static_cast<int>(c));
    if (const double nominal = nominal_[reported[c].variable]; nominal > 0)
      value_[c] = nominal;
    else if (rests)
      value_[c] = std::isfinite(matters[c]) ? matters[c] : 1;
  }
  grow(values);
}

void Sizes::grow(Vec values) {
  for (std::size_t c = 0; c < values.size(); ++c)
    if (const double size = std::fabs(values[c]); size > value_[c] && std::isfinite(size)) value_[c] = size;
  for (std::size_t c = 0; c < values.size(); ++c)
    if (const Reported& reported = equations_.reported()[c]; reported.order == 0 && reported.variable >= 0)
      variable_[reported.variable] = value_[c] > 0 ? value_[c] : 1;
}

}  // namespace trammel::certify
