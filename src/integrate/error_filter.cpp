#include "integrate/error_filter.hpp"

#include <algorithm>

namespace trammel::integrate {

ErrorFilter::ErrorFilter(Linearization& model, RealBlock& matrix)
    : model_(model), matrix_(matrix), work_(static_cast<std::size_t>(model.size())) {
  const system::Residual& equations = model.equations();
  for (int j = 0; j < model.size(); ++j) passes_ = std::max(passes_, equations.level(j) - 1);
}

std::vector<char> remembered_unknowns(const system::Residual& equations) {
  std::vector<char> tested;
  for (int j = 0; j < equations.size(); ++j) tested.push_back(equations.tested(j) || equations.top(j) > 0);
  if (std::ranges::find(tested, char(0)) == tested.end()) tested.clear();
  return tested;
}

void ErrorFilter::apply(const LevelScaling& scaling, double c, Out x) {
  for (int pass = 0; pass < passes_; ++pass) {
    model_.times_slope_matrix(x, work_);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = c * work_[i];
    matrix_.solve(scaling, x);
  }
}

}  // namespace trammel::integrate
