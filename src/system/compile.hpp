// system/compile.hpp: Dae -> System. Apart from system.hpp, so that integrators do not see expressions.
#pragma once

#include "model/dae.hpp"
#include "program/program.hpp"
#include "system/invariants.hpp"
#include "system/system.hpp"

namespace trammel::system {

// Throws an Error that says why if the equations do not have this form.
System compile(const model::Dae& dae, Form form, const program::CompileOptions& options = {});

// The invariants of a Dae as functions of some state.
std::unique_ptr<Invariants> compile_invariants(const model::Dae& dae, const std::vector<Ode::Part>& state,
                                               const program::CompileOptions& options = {});

}  // namespace trammel::system
