// pipeline/blueprint.hpp: a problem in one form, compiled: all of a set-up that does not depend on numbers.
//
// Immutable once it is drawn, so any number of threads may build set-ups from one blueprint.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formulation/catalog.hpp"
#include "integrate/options.hpp"
#include "model/dae.hpp"
#include "pipeline/assertions.hpp"
#include "pipeline/defect.hpp"
#include "pipeline/fronts.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/pulses.hpp"
#include "pipeline/reference.hpp"
#include "system/invariants.hpp"
#include "system/selection.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

struct ArrayModel;

struct SetupOptions {
  bool project = true;  // the run projects, and observed values are moved onto the constraints first
  double gamma = 0;     // the gain of stabilizing terms; 0: the run sets it to 1/h
  std::vector<double> coefficients = {};                    // of 'baumgarte', instead of a gain
  std::vector<formulation::DirectionEntry> direction = {};  // of formulations that stabilize
  integrate::ProjectionOptions projection = {};
  std::vector<std::pair<std::string, double>> tolerances = {};  // of single states
  std::optional<system::Form> form = {};  // the view to compile; none: the formulation's first
  std::optional<Point> from = {};         // go on from here rather than from the problem's start
  // What is reported, where the problem was made from another: none means the problem's own variables.
  const Reported* reported = nullptr;
  const ArrayModel* array = nullptr;           // of the problem, for formulations from it; none: it is made
  const analysis::Diagnosis* found = nullptr;  // of the problem, if it is known
};

struct Blueprint {
  std::shared_ptr<const model::Problem> problem;   // as written, on a graph that nobody else changes
  std::shared_ptr<const ReferenceForm> reference;  // none for derivative arrays
  const formulation::Entry* formulation = nullptr;
  SetupOptions how;

  model::Dae dae;  // as integrated
  std::optional<system::System> system;
  Reported reported;
  std::vector<std::string> state_names;  // per component of the state vector
  std::vector<double> nominal;           // likewise
  std::vector<double> tolerance;         // likewise, where the user has given some; empty: none
  std::vector<integrate::Gain> gains;    // parameters that the run sets to 1/h
  int index = 0;                         // of the equations in this form, by structure
  // Where the components of the underlying ODE's state stand in (y, slope), as in MappedProjector; empty if
  // they do not. What another formulation goes on from.
  std::vector<int> place;

  std::optional<StartMap> start, slope;
  std::optional<OdeReadout> from_ode;             // what is reported, from the reference or the form itself
  std::optional<program::Program> from_residual;  // or from the unknowns of a residual
  std::optional<DefectCode> defect;               // of residuals
  std::unique_ptr<const system::Invariants> invariants;  // of the reference, for projections and charts
  std::unique_ptr<const system::Selection> selection;
  std::unique_ptr<const AssertionCode> assertions;
  std::unique_ptr<const Fronts> fronts;  // in the problem as written
  std::unique_ptr<const Pulses> pulses;  // likewise; what they depend on is part of the state, or reported
};

system::Form form_of(formulation::Target target);

// Finds the components whose tolerances were given by the names of variables.
void take_tolerances(Blueprint& plan);

// Formulates and compiles. With `reference`, its form of this very problem is used where it serves.
std::shared_ptr<const Blueprint> draw(std::shared_ptr<const model::Problem> problem,
                                      const formulation::Entry& formulation, const SetupOptions& how,
                                      const program::CompileOptions& options,
                                      const std::shared_ptr<const ReferenceForm>& reference = {});

}  // namespace trammel::pipeline
