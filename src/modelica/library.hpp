// modelica/library.hpp: the built-in part of package Modelica, as text that our own parser reads.
#pragma once

#include <string>

#include "modelica/syntax.hpp"

namespace trammel::modelica {

// Modelica.Constants, Modelica.Units.SI (and the older Modelica.SIunits), Modelica.Math, Modelica.Icons,
// StateSelect.
const std::string& library_text();

// Any type name of Modelica.Units.SI is a Real, whether its unit is known here or not.
bool is_unit_package(const ClassDef& cls);

}  // namespace trammel::modelica
