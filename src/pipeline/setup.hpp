// pipeline/setup.hpp: everything a run needs, made once per segment: equations, numbers, a consistent start,
// and the way back to the user's variables.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "formulation/catalog.hpp"
#include "integrate/driver.hpp"
#include "model/dae.hpp"
#include "pipeline/observe.hpp"
#include "program/program.hpp"
#include "solution/solution.hpp"

namespace trammel::pipeline {

struct Setup {
  model::Dae dae;                               // as integrated
  std::shared_ptr<system::Instance> instance;   // shared: what observes may look at it while it lives
  std::unique_ptr<system::Instance> reference;  // the underlying ODE, where another form is integrated
  integrate::Start start;
  std::unique_ptr<integrate::Projector> projector;
  Reported reported;
  solution::Observe observe;
  std::vector<std::string> state_names;  // per component of the state vector
};

// `project`: observed values are moved onto the constraints first.
Setup set_up(const model::Problem& problem, const formulation::Entry& formulation, double t, bool project,
             const program::CompileOptions& options);

}  // namespace trammel::pipeline
