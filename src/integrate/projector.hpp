// integrate/projector.hpp: how a driver keeps a state on its constraints, and how far off it is.
#pragma once

#include <vector>

#include "integrate/method.hpp"
#include "integrate/options.hpp"
#include "linalg/solver.hpp"
#include "system/chart.hpp"
#include "system/invariants.hpp"

namespace trammel::integrate {

class Projector {
 public:
  virtual ~Projector() = default;
  virtual bool projects() const = 0;
  // Moves y towards the constraints; y0 at t0 is where the step began.
  virtual Attempt project(double t, Out y, double t0, Vec y0) = 0;
  virtual double residual(double t, Vec y, Vec slope) = 0;  // the largest |h|, given and hidden constraints
};

// The state of the ode view: projection with the step's own factorization.
class OdeProjector final : public Projector {
 public:
  explicit OdeProjector(system::Ode& ode, const ProjectionOptions& options = {})
      : ode_(ode), options_(options), h_(static_cast<std::size_t>(ode.invariants())) {}
  bool projects() const override { return !h_.empty(); }
  Attempt project(double t, Out z, double t0, Vec z0) override;
  double residual(double t, Vec z, Vec slope) override;

 private:
  system::Ode::Levels levels() const;
  system::Ode& ode_;
  ProjectionOptions options_;
  std::vector<double> h_;
};

// Along D = Hᵀ, with H of all invariants, also those that belong to no equation: the shortest correction; or
// D = W Hᵀ, where W leaves positions alone; or a D of the user's. Solves (I, -D; H, 0) (s, w) = (0, h), or
// HD w = h by SOR, and takes s = D w away.
class OrthogonalProjector final : public Projector {
 public:
  OrthogonalProjector(std::unique_ptr<system::Invariants> invariants, const ProjectionOptions& options);
  bool projects() const override { return !h_.empty(); }
  Attempt project(double t, Out z, double t0, Vec z0) override;
  double residual(double t, Vec z, Vec slope) override;
  long factorizations() const { return factorizations_; }

 private:
  Attempt solve(double t, Vec z, double shrink, Vec from);  // s_, from h + H(from - z) if `from` is given
  Attempt factor(double t, Vec z, double diagonal = 0);
  void evaluate_directions(double t, Vec z);  // H and D
  void move_along(int row, double factor, Out s) const;
  void sweep();                       // s_ from its lower part h
  void apply_directions();            // the same with F = D
  double factor_by_spectrum() const;  // of HD: alpha for F = D
  Attempt iterate(double t, Out z);
  Attempt pass(double t, Out z, double factor);
  Attempt until_it_holds(double t, Out z);
  Attempt implicitly(double t, Out z);
  double defect(double t, Vec z);
  bool wanted(int row) const;
  bool counts(std::size_t entry) const;  // of H
  std::unique_ptr<system::Invariants> invariants_;
  ProjectionOptions options_;
  int n_, m_;
  linalg::SparseMatrix H_, K_;
  std::vector<std::uint32_t> position_;  // in K: of the diagonal, of H, of D
  std::vector<int> column_;              // of each entry of H
  std::vector<std::vector<int>> row_;    // entries of H per row
  std::vector<double> D_;                // per entry of H; the user's own: n by m, column by column
  std::unique_ptr<linalg::LinearSolver> solver_;
  std::vector<double> h_, s_, w_, predicted_;
  bool kept_ = false;  // a factorization, perhaps an old one, is there
  bool fresh_ = false;
  long factorizations_ = 0;
};

// Onto the point with the same coordinates in a chart.
class ChartProjector final : public Projector {
 public:
  explicit ChartProjector(std::shared_ptr<system::Chart> chart) : chart_(std::move(chart)) {}
  bool projects() const override { return !chart_->empty(); }
  Attempt project(double t, Out z, double /*t0*/, Vec /*z0*/) override { return chart_->onto(t, z); }
  double residual(double t, Vec z, Vec /*slope*/) override { return chart_->residual(t, z); }

 private:
  std::shared_ptr<system::Chart> chart_;
};

// Other views of the same equations, whose states hold the components of z elsewhere: component i of z is
// y[place[i]], or slope[-1 - place[i]] if place[i] is negative. Projects only if all of them stand in y.
class MappedProjector final : public Projector {
 public:
  MappedProjector(std::unique_ptr<Projector> inner, std::vector<int> place, bool projects);
  bool projects() const override { return projects_; }
  Attempt project(double t, Out y, double t0, Vec y0) override;
  double residual(double t, Vec y, Vec slope) override;

 private:
  void gather(Vec y, Vec slope, Out z) const;
  std::unique_ptr<Projector> inner_;
  std::vector<int> place_;
  std::vector<double> z_, z0_;
  bool projects_;
};

}  // namespace trammel::integrate
