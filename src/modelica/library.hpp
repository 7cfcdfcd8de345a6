// modelica/library.hpp: the built-in part of package Modelica, as text that our own parser reads.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "modelica/syntax.hpp"

namespace trammel::modelica {

// Modelica.Constants, Modelica.Units.SI (and the older Modelica.SIunits), Modelica.Math, Modelica.Icons,
// StateSelect.
const std::string& library_text();

// What stands at the top of that text. A name that is not among these need not be looked for there: reading
// the text takes longer than reading and solving a small model.
inline constexpr std::array<std::string_view, 5> library_names = {"StateSelect", "AssertionLevel",
                                                                  "ExternalObject", "Complex", "Modelica"};
inline bool library_has(std::string_view name) {
  return std::ranges::find(library_names, name) != library_names.end();
}

// Any type name of Modelica.Units.SI is a Real, whether its unit is known here or not.
bool is_unit_package(const ClassDef& cls);

}  // namespace trammel::modelica
