#include "integrate/projector.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {

double OdeProjector::residual(double t, Vec z, Vec /*slope*/) {
  if (h_.empty()) return 0;
  ode_.invariants(t, z, h_);
  double largest = 0;
  for (const double h : h_) largest = std::max(largest, std::fabs(h));
  return largest;
}

MappedProjector::MappedProjector(system::Ode& ode, std::vector<int> place, bool projects)
    : inner_(ode), place_(std::move(place)), z_(place_.size()), projects_(projects && inner_.projects()) {
  for (const int at : place_) projects_ &= at >= 0;
}

void MappedProjector::gather(Vec y, Vec slope) {
  for (std::size_t i = 0; i < place_.size(); ++i)
    z_[i] = place_[i] >= 0 ? y[place_[i]] : slope[-1 - place_[i]];
}

Attempt MappedProjector::project(double t, Out y) {
  gather(y, {});
  const Attempt outcome = inner_.project(t, z_);
  if (outcome)
    for (std::size_t i = 0; i < place_.size(); ++i) y[place_[i]] = z_[i];
  return outcome;
}

double MappedProjector::residual(double t, Vec y, Vec slope) {
  gather(y, slope);
  return inner_.residual(t, z_, slope);
}

}  // namespace trammel::integrate
