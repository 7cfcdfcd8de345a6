// integrate/projector.hpp: how a driver keeps a state on its constraints, and how far off it is.
#pragma once

#include <vector>

#include "integrate/method.hpp"

namespace trammel::integrate {

class Projector {
 public:
  virtual ~Projector() = default;
  virtual bool projects() const = 0;
  virtual Attempt project(double t, Out y) = 0;             // moves y onto the constraints
  virtual double residual(double t, Vec y, Vec slope) = 0;  // the largest |h|, given and hidden constraints
};

// The state of the ode view: projection with the step's own factorization.
class OdeProjector final : public Projector {
 public:
  explicit OdeProjector(system::Ode& ode) : ode_(ode), h_(static_cast<std::size_t>(ode.invariants())) {}
  bool projects() const override { return !h_.empty(); }
  Attempt project(double t, Out z) override { return ode_.project(t, z).outcome; }
  double residual(double t, Vec z, Vec slope) override;

 private:
  system::Ode& ode_;
  std::vector<double> h_;
};

// Other views of the same equations, whose states hold the components of z elsewhere: component i of z is
// y[place[i]], or slope[-1 - place[i]] if place[i] is negative. Projects only if all of them stand in y.
class MappedProjector final : public Projector {
 public:
  MappedProjector(system::Ode& ode, std::vector<int> place, bool projects);
  bool projects() const override { return projects_; }
  Attempt project(double t, Out y) override;
  double residual(double t, Vec y, Vec slope) override;

 private:
  void gather(Vec y, Vec slope);
  OdeProjector inner_;
  std::vector<int> place_;
  std::vector<double> z_;
  bool projects_;
};

}  // namespace trammel::integrate
