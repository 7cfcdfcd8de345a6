// system/compile.hpp: Dae -> System. Apart from system.hpp, so that integrators do not see expressions.
#pragma once

#include <vector>

#include "analysis/diagnosis.hpp"
#include "model/dae.hpp"
#include "program/program.hpp"
#include "system/invariants.hpp"
#include "system/system.hpp"

namespace trammel::system {

// Throws an Error that says why if the equations do not have this form.
// `known`: what analysis::analyze says about the equations, if somebody has asked already.
System compile(const model::Dae& dae, Form form, const program::CompileOptions& options = {},
               const analysis::Diagnosis* known = nullptr);
// The same system with the code that the options ask for; nothing is derived anew.
System with_engine(const System& system, const program::CompileOptions& options);

// The derivative array F, F', ..., F^(level) of a Dae in first order, as numbers and nothing else: for models
// whose structure misleads. See array.hpp. At the start, x and y = (x', ..., x^(level+1)) satisfy it, and
// ∂F_level/∂y has this rank along the solution.
struct ArrayStart {
  int level = 0, rank = 0;
  double t = 0;
  std::vector<double> x = {}, y = {};
  bool partition = false;  // the ode view is that of independent components, see array_ode.cpp
};
System compile_array(const model::Dae& first_order, Form form, const ArrayStart& start,
                     const program::CompileOptions& options = {});

// The invariants of a Dae as functions of some state.
std::unique_ptr<Invariants> compile_invariants(const model::Dae& dae, const std::vector<Ode::Part>& state,
                                               const program::CompileOptions& options = {});

}  // namespace trammel::system
