#include "pipeline/event_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pipeline/crossings.hpp"

namespace trammel::pipeline {

EventFunctions::EventFunctions(const std::vector<EventFunction>& functions, std::size_t reported,
                               std::vector<int>* counts)
    : functions_(functions), values_(reported), sign_(functions.size()), size_(functions.size()),
      counts_(counts) {
  this->counts().resize(functions.size());
}

// Piece by piece: from each crossing on the other sign is the one to keep.
void EventFunctions::crossings_of(std::size_t k, double from, double to, int degree, const Inside& inside,
                                  std::vector<Crossing>& found) {
  constexpr int most = 100;  // in one step
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const EventFunction& function = functions_[k];
  const auto value = [&](double t) {
    inside(t, values_);
    return function.value(t, values_);
  };
  const std::vector<double>& theta = solution::chebyshev_grid(degree).points;
  for (int n = 0; n < most && from < to; ++n) {
    points_.clear();
    for (const double part : theta) points_.push_back(value(part == 1 ? to : from + part * (to - from)));
    for (const double g : points_) size_[k] = std::max(size_[k], std::fabs(g));
    const double noise = 16 * eps * size_[k];
    for (const double g : points_)
      if (sign_[k] == 0 && std::fabs(g) > noise) sign_[k] = g > 0 ? 1 : -1;
    const double sign = sign_[k];
    if (sign == 0) return;
    std::vector<double> margins;
    for (const double g : points_) margins.push_back(sign * g);
    const Margin margin{margins, noise, [&](double t) { return sign * value(t); }};
    const auto t = first_negative(margin, from, to);
    if (!t) return;
    sign_[k] = -sign;
    if (function.direction == 0 || function.direction * sign_[k] > 0) found.push_back({*t, k});
    from = *t;
  }
}

std::optional<double> EventFunctions::look(const solution::StepPolynomial& step, double until,
                                           const Inside& inside, std::vector<solution::Event>& found) {
  std::vector<Crossing> crossings;
  for (std::size_t k = 0; k < functions_.size(); ++k)
    crossings_of(k, step.from(), until, step.degree(), inside, crossings);
  std::ranges::stable_sort(crossings, {}, &Crossing::t);
  for (const Crossing& crossing : crossings) {
    const EventFunction& function = functions_[crossing.function];
    found.push_back({crossing.t, function.name, {}});
    int& count = counts()[crossing.function];
    bool end = ++count == function.terminal;
    if (function.crossed) {
      inside(crossing.t, values_);
      end |= !function.crossed(crossing.t, values_);
    }
    if (end) return crossing.t;
  }
  return {};
}

}  // namespace trammel::pipeline
