// pipeline/setup.hpp: everything a run needs, made once per segment: equations, numbers, a consistent start,
// and the way back to the user's variables.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "formulation/catalog.hpp"
#include "integrate/driver.hpp"
#include "linalg/dependence.hpp"
#include "model/dae.hpp"
#include "pipeline/observe.hpp"
#include "program/program.hpp"
#include "solution/solution.hpp"
#include "system/monitor.hpp"
#include "system/selection.hpp"

namespace trammel::pipeline {

struct ArrayModel;

struct Setup {
  model::Dae dae;                               // as integrated
  std::shared_ptr<system::Instance> instance;   // shared: what observes may look at it while it lives
  std::unique_ptr<system::Instance> reference;  // the underlying ODE, where another form is integrated
  model::Dae reference_dae;                     // its equations
  integrate::Start start;
  std::unique_ptr<integrate::Projector> projector;
  Reported reported;
  solution::Observe observe;
  std::shared_ptr<Branch> branch;        // to be told the tops after each step; none if there is but one
  std::vector<std::string> state_names;  // per component of the state vector
  std::vector<integrate::Gain> gains;    // parameters that the run sets to 1/h
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
  // Where the components of the underlying ODE's state stand in (y, slope), as in MappedProjector; empty if
  // they do not. What another formulation goes on from.
  std::vector<int> place;
  // Equations and unknowns of a higher index than their structure shows, where they are integrated as
  // written.
  linalg::Dependence hidden;
};

// A state of the underlying ODE at some time, with the top derivatives there if they are known.
struct Point {
  double t = 0;
  std::vector<double> z = {}, top = {};
};
// Where a run has got to; none if its state does not hold that of the underlying ODE.
std::optional<Point> reached(Setup& setup, const integrate::Run& run);

system::Form form_of(formulation::Target target);

struct SetupOptions {
  bool project = true;  // the run projects, and observed values are moved onto the constraints first
  double gamma = 0;     // the gain of stabilizing terms; 0: the run sets it to 1/h
  std::vector<double> coefficients = {};                    // of 'baumgarte', instead of a gain
  std::vector<formulation::DirectionEntry> direction = {};  // of formulations that stabilize
  integrate::ProjectionOptions projection = {};
  std::optional<system::Form> form = {};  // the view to compile; none: the formulation's first
  std::optional<Point> from = {};         // go on from here rather than from the problem's start
  // What is reported, where the problem was made from another: none means the problem's own variables.
  const Reported* reported = nullptr;
  const ArrayModel* array = nullptr;  // of the problem, for formulations from it; none: it is made
};

Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t,
             const SetupOptions& how, const program::CompileOptions& options);
// The same with the formulation's own view.
Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t, bool project,
             const program::CompileOptions& options);

}  // namespace trammel::pipeline
