// system/compile.hpp: Dae -> System. Apart from system.hpp, so that integrators do not see expressions.
#pragma once

#include "model/dae.hpp"
#include "program/program.hpp"
#include "system/system.hpp"

namespace trammel::system {

// Throws an Error that says why if the equations do not have this form.
System compile(const model::Dae& dae, Form form, const program::CompileOptions& options = {});

}  // namespace trammel::system
