#include "analysis/units.hpp"

#include <cmath>

#include "linalg/balance.hpp"

namespace trammel::analysis {

double Units::row(int i, int l) const { return equation[static_cast<std::size_t>(i)] * std::pow(time, -l); }
double Units::column(int j, int k) const {
  return variable[static_cast<std::size_t>(j)] * std::pow(time, -k);
}

Units natural_units(int equations, int variables, const std::vector<SizedDerivative>& entries) {
  std::vector<linalg::Magnitude> sizes;
  sizes.reserve(entries.size());
  for (const SizedDerivative& e : entries) sizes.push_back({e.equation, e.variable, -e.derivative, e.size});
  linalg::Balance found = linalg::balance(equations, variables, sizes);
  Units units;
  for (const double scale : found.scales.row) units.equation.push_back(1 / scale);
  units.variable = std::move(found.scales.column);
  units.time = found.base;
  return units;
}

}  // namespace trammel::analysis
