// pipeline/setup.hpp: everything that one thread needs for a run, as numbers: instances, a consistent start,
// projection, and the way back to the user's variables.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "integrate/driver.hpp"
#include "linalg/dependence.hpp"
#include "pipeline/blueprint.hpp"
#include "program/program.hpp"
#include "solution/solution.hpp"
#include "system/monitor.hpp"

namespace trammel::pipeline {

struct Setup {
  std::shared_ptr<const Blueprint> plan;
  const model::Dae& dae() const { return plan->dae; }  // as integrated
  // The values of all parameters, in the order of the graph of the integrated Dae.
  std::vector<double> parameters;
  std::shared_ptr<system::Instance> instance;   // shared: what observes may look at it while it lives
  std::unique_ptr<system::Instance> reference;  // the underlying ODE, where another form is integrated
  integrate::Start start;
  std::unique_ptr<integrate::Projector> projector;
  solution::Observe observe;                 // for the run itself
  std::optional<solution::Readout> readout;  // the same for whoever reads its trajectory later
  std::shared_ptr<Branch> branch;            // to be told the tops after each step; none if there is but one
  std::shared_ptr<system::Selection>
      selection;  // of variables that follow from constraints, if the form has one
  std::shared_ptr<system::Chart> chart;
  integrate::Recoordinate recoordinate;  // for the run
  int recoordinations() const;           // how often it found other coordinates, after the first
  std::vector<std::string> notes;        // what had to be decided about the start
  struct Typical {
    double t = 0;
    std::vector<double> z = {};
  } typical;  // the start, as a state of the reference
  std::unique_ptr<system::SingularityMonitor>
      monitor;  // none where the reference's state is not in the run's
  // Equations and unknowns of a higher index than their structure shows, where they are integrated as
  // written.
  linalg::Dependence hidden;
};

// Where a run has got to; none if its state does not hold that of the underlying ODE.
std::optional<Point> reached(Setup& setup, const integrate::Run& run);

// From the numbers of the problem, which has the graph of the blueprint's, or one below it. `standing`: its
// consistent start, if it is known already; `from`: go on from there instead.
Setup build(std::shared_ptr<const Blueprint> plan, const model::Problem& numbers, double t,
            const Standing* standing = nullptr, const std::optional<Point>& from = {});

// Both at once.
Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t,
             const SetupOptions& how, const program::CompileOptions& options);
// The same with the formulation's own view.
Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t, bool project,
             const program::CompileOptions& options);

// Sets both ways of reading what is reported: from the unknowns of a residual; or from an ode whose state are
// some components of y (none: all of them).
void read_by_residual(Setup& setup);
void read_by_ode(Setup& setup, const OdeReadout& readout, const system::Ode& ode, bool project,
                 const std::optional<std::vector<int>>& place = {});

}  // namespace trammel::pipeline
