// Derivatives of constraints by jets, at reported values: what the equations as written hide.
#include <algorithm>
#include <cmath>

#include "certify/certifier.hpp"

namespace trammel::certify {

// What K tol of the variables would make of a derivative of a row, where its terms are all but zero: a change
// of x shows in x' divided by the time that has passed.
double Certifier::constraint_floor(int row, int order, double t, Vec values) {
  const linalg::SparseMatrix& J = equations_.jacobian(t, values);
  const linalg::Pattern& p = *J.pattern;
  double sum = 0;
  for (int c = 0; c < p.columns; ++c) {
    const Reported& reported = equations_.reported()[c];
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (p.row[k] == row && reported.variable >= 0)
        sum += std::fabs(J.value[k]) * sizes_.of_variables()[reported.variable] /
               std::pow(t - t_first_, reported.order + order);
  }
  return sum;
}

void Certifier::look_at_constraints(double t, Vec values) {
  equations_.derivatives(t, values, levels_, level_terms_);
  const auto width = static_cast<std::size_t>(equations_.degree()) + 1;
  for (std::size_t k = 0; k < equations_.hidden().size(); ++k) {
    const int row = equations_.hidden()[k];
    const auto i = static_cast<std::size_t>(row);
    if (i >= promise_.constraints.size()) continue;
    const Roots& roots = promise_.constraints[i];
    for (int l = 1; l < static_cast<int>(roots.size()) && l <= equations_.depth(row); ++l) {
      const std::size_t at = k * width + static_cast<std::size_t>(l);
      if (std::isfinite(level_terms_[at])) level_size_[at] = std::max(level_size_[at], level_terms_[at]);
      const double limit = bound(roots[static_cast<std::size_t>(l)], promise_.tolerance);
      const double r = std::fabs(levels_[at]);
      if (limit == 0 || r == 0) continue;
      double size = r / level_size_[at];
      if (!(size <= limit)) size = r / (level_size_[at] + constraint_floor(row, l, t, values));
      note(row, t, size, Place::accepted);
      if (!(size <= limit)) fail({.row = row, .derivative = l, .time = t, .size = size, .allowed = limit});
    }
  }
}

}  // namespace trammel::certify
