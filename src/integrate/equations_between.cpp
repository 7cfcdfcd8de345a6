#include "integrate/equations_between.hpp"

namespace trammel::integrate {
namespace {

// Weights of the derivative at node a of the polynomial through equidistant nodes 0 .. n, in units of
// 1/(their distance).
double slope_weight(int n, int a, int b) {
  double weight = 0;
  if (a == b) {
    for (int i = 0; i <= n; ++i)
      if (i != a) weight += 1.0 / (a - i);
    return weight;
  }
  weight = 1.0 / (b - a);
  for (int i = 0; i <= n; ++i)
    if (i != a && i != b) weight *= static_cast<double>(a - i) / (b - i);
  return weight;
}

}  // namespace

EquationsBetween::EquationsBetween(system::Instance& instance, double allowed)
    : instance_(instance), x_(instance.residual()), allowed_(allowed),
      slope_(static_cast<std::size_t>(x_.size())), residual_(static_cast<std::size_t>(x_.unknowns())),
      one_(static_cast<std::size_t>(instance.residual().order()) + 1), terms_(residual_), size_(residual_),
      part_(instance.residual().pattern()) {
  for (auto& state : state_) state.resize(slope_.size());
  instance_.aside();  // made now: steps take no memory
}

double EquationsBetween::missed(double t, double h, const Inside& inside) {
  system::Residual& equations = instance_.aside().residual();
  for (int a = 0; a <= parts; ++a)
    inside(static_cast<double>(a) / parts, state_[static_cast<std::size_t>(a)]);
  double worst = 0;
  for (const int a : {parts / 4, parts / 2, 3 * parts / 4}) {
    std::ranges::fill(slope_, 0.0);
    for (int b = 0; b <= parts; ++b) {
      const double weight = slope_weight(parts, a, b) * parts / h;
      for (std::size_t i = 0; i < slope_.size(); ++i)
        slope_[i] += weight * state_[static_cast<std::size_t>(b)][i];
    }
    x_.unpack(state_[static_cast<std::size_t>(a)], slope_);
    // Velocities are components of the state, not slopes of positions.
    for (int i = x_.unknowns(); i < x_.size(); ++i)
      x_.level(x_.derivative(i))[x_.unknown(i)] =
          state_[static_cast<std::size_t>(a)][static_cast<std::size_t>(i)];
    const double at = t + h * a / parts;
    equations.residual(at, x_.pointers(), residual_);
    if (worst_row(equations) > 1) add_sizes(equations, at);
    worst = std::max(worst, worst_row(equations));
  }
  return std::isfinite(worst) ? worst : 0;
}

// Constraints hold between the ends as well as positions and velocities do, which are tested.
double EquationsBetween::worst_row(const system::Residual& equations) const {
  double worst = 0;
  for (int i = 0; i < x_.unknowns(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (equations.row_level(i) == 0 && residual_[row] != 0)
      worst = std::max(worst, std::fabs(residual_[row]) / (allowed_ * size_[row]));
  }
  return worst;
}

// Of the terms |∂F/∂x⁽ᵏ⁾ x⁽ᵏ⁾|: sizes grow only, because an equation may pass through zero.
void EquationsBetween::add_sizes(system::Residual& equations, double t) {
  std::ranges::fill(terms_, 0.0);
  const linalg::Pattern& p = *part_.pattern;
  for (std::size_t k = 0; k < one_.size(); ++k) {
    std::ranges::fill(one_, 0.0);
    one_[k] = 1;
    equations.jacobian(t, x_.pointers(), one_, part_);
    const Vec x = x_.level(static_cast<int>(k));
    for (int j = 0; j < p.columns; ++j)
      for (int e = p.start[j]; e < p.start[j + 1]; ++e)
        terms_[static_cast<std::size_t>(p.row[e])] += std::fabs(part_.value[e] * x[j]);
  }
  for (std::size_t i = 0; i < size_.size(); ++i)
    if (std::isfinite(terms_[i])) size_[i] = std::max(size_[i], terms_[i]);
}

}  // namespace trammel::integrate
