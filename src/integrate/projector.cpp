#include "integrate/projector.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {

system::Ode::Levels OdeProjector::levels() const {
  switch (options_.parts) {
    case ProjectionOptions::Parts::positions:
      return system::Ode::Levels::written;
    case ProjectionOptions::Parts::velocities:
      return system::Ode::Levels::lowest;
    case ProjectionOptions::Parts::all:
      break;
  }
  return system::Ode::Levels::all;
}

Attempt OdeProjector::project(double t, Out z, double /*t0*/, Vec /*z0*/) {
  if (options_.passes == 0) return ode_.project(t, z, levels()).outcome;
  for (int pass = 0; pass < options_.passes; ++pass)
    if (const Attempt outcome = ode_.stabilize(t, z, options_.alpha, levels()); !outcome) return outcome;
  return {};
}

double OdeProjector::residual(double t, Vec z, Vec /*slope*/) {
  if (h_.empty()) return 0;
  ode_.invariants(t, z, h_);
  double largest = 0;
  for (const double h : h_) largest = std::max(largest, std::fabs(h));
  return largest;
}

MappedProjector::MappedProjector(std::unique_ptr<Projector> inner, std::vector<int> place, bool projects)
    : inner_(std::move(inner)), place_(std::move(place)), z_(place_.size()), z0_(place_.size()),
      projects_(projects && inner_->projects()) {
  for (const int at : place_) projects_ &= at >= 0;
}

void MappedProjector::gather(Vec y, Vec slope, Out z) const {
  for (std::size_t i = 0; i < place_.size(); ++i)
    z[i] = place_[i] >= 0 ? y[place_[i]] : slope[-1 - place_[i]];
}

Attempt MappedProjector::project(double t, Out y, double t0, Vec y0) {
  gather(y, {}, z_);
  gather(y0, {}, z0_);
  const Attempt outcome = inner_->project(t, z_, t0, z0_);
  if (outcome)
    for (std::size_t i = 0; i < place_.size(); ++i) y[place_[i]] = z_[i];
  return outcome;
}

double MappedProjector::residual(double t, Vec y, Vec slope) {
  gather(y, slope, z_);
  return inner_->residual(t, z_, slope);
}

}  // namespace trammel::integrate
