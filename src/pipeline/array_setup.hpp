// pipeline/array_setup.hpp: a set-up whose equations are a whole derivative array, solved as numbers.
#pragma once

#include "pipeline/derivative_array.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {

// Campbell and Moore's underlying ODE for an ode target, Kunkel and Mehrmann's index-1 part for a residual.
Setup set_up_array(std::shared_ptr<const model::Problem> problem, const ArrayModel& array,
                   const formulation::Entry& formulation, double t, const SetupOptions& how,
                   const program::CompileOptions& options);

// The same where the run goes on from a state of the underlying ODE, as events do.
Setup set_up_array_behind_event(std::shared_ptr<model::Problem> problem,
                                const std::shared_ptr<const ReferenceForm>& form,
                                const formulation::Entry& formulation, double t, SetupOptions how,
                                const program::CompileOptions& options);

}  // namespace trammel::pipeline
