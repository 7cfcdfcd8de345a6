// pipeline/instants_sizes.cpp: how large the sides of a relation are, so that rounding of them is known.
#include <algorithm>
#include <cmath>

#include "pipeline/instants.hpp"

namespace trammel::pipeline {

// How large the numbers are whose difference a relation is: x1 - x2 < 0.1 may be a difference of numbers of any
// size. It changes by so much of them if the state does so, in directions in which nothing cancels.
void Instants::measure_sizes(double t) {
  constexpr double part = 0x1p-36, apart[] = {0.6180339887498949, 0.4142135623730951};
  std::vector<double> moved(z_.size()), sides(sides_.size());
  if (!view_.evaluate(EventCode::sides, t, z_, sides_)) return;
  for (const double step : apart) {
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const double fraction = static_cast<double>(i + 1) * step;
      moved[i] = z_[i] * (1 + part * (2 * (fraction - std::floor(fraction)) - 1));
    }
    if (!view_.evaluate(EventCode::sides, t, moved, sides)) return;
    for (std::size_t k = 0; k < size_.size(); ++k) {
      const double change =
          std::fabs((sides[2 * k] - sides_[2 * k]) - (sides[2 * k + 1] - sides_[2 * k + 1])) / part;
      if (std::isfinite(change)) size_[k] = std::max(size_[k], change);
    }
  }
}

// At nominal values, for relations that have not shown their sizes yet. Only those that are linear in all
// variables tell them so: exp(x) may be anything.
void Instants::measure_typical() {
  constexpr double apart[] = {0.6180339887498949, 0.4142135623730951}, rounding = 1e-9;
  typical_.assign(size_.size(), 0);
  const ReferenceForm& form = *code_->reference;
  std::vector<int> order(static_cast<std::size_t>(form.dae.graph->variables()), 0);
  for (std::size_t i = 0; i < no_state_.size(); ++i) {
    int& highest = order[static_cast<std::size_t>(form.dae.graph->index(form.leaf(i)))];
    highest = std::max(highest, form.dae.graph->derivative(form.leaf(i)) + 1);
  }
  const std::size_t tops = form.dae.variables.size(), states = no_state_.size();
  const auto sides_at = [&](double by, double step) {
    std::vector<double> z(states), top(tops), sides(sides_.size());
    const auto sign = [&](std::size_t i) {
      const double fraction = static_cast<double>(i + 1) * step;
      return by * (2 * (fraction - std::floor(fraction)) - 1);
    };
    for (std::size_t i = 0; i < states; ++i) z[i] = sign(i) * view_.ode().nominal(static_cast<int>(i));
    for (std::size_t j = 0; j < tops; ++j) {
      const model::Variable& variable = form.dae.variables[j];
      top[j] = sign(states + j) * form.dae.nominal(variable, order[static_cast<std::size_t>(variable.id)]);
    }
    view_.evaluate(EventCode::sides, 0, z, top, sides);
    return sides;
  };
  refresh();
  const std::vector<double> none = sides_at(0, 0);
  for (const double step : apart) {
    const std::vector<double> once = sides_at(1, step), twice = sides_at(2, step);
    for (std::size_t k = 0; k < size_.size(); ++k)
      for (const std::size_t side : {2 * k, 2 * k + 1}) {
        const double change = once[side] - none[side], again = twice[side] - once[side];
        if (std::fabs(again - change) <= rounding * std::fabs(change))
          typical_[k] = std::max(typical_[k], std::fabs(change) + std::fabs(none[side]));
      }
  }
  for (double& size : typical_)
    if (!(size > 0 && std::isfinite(size))) size = 1;
}

void Instants::see(Vec z) {
  seen_.resize(z.size());
  for (std::size_t i = 0; i < z.size(); ++i) seen_[i] = std::max(seen_[i], std::fabs(z[i]));
}

Instants::Seen Instants::seen() const {
  Seen all = seen_before_;
  const ReferenceForm& form = *code_->reference;
  const expr::Graph& graph = *form.dae.graph;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    double& size = all[{graph.index(form.leaf(i)), graph.derivative(form.leaf(i))}];
    size = std::max(size, seen_[i]);
  }
  return all;
}

double Instants::size_of(std::size_t relation) {
  if (typical_.empty()) measure_typical();
  return std::max(size_[relation], typical_[relation]);
}

}  // namespace trammel::pipeline
