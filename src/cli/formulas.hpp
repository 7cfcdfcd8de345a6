// cli/formulas.hpp: formulas and tables of the command line, put into the model that was read.
#pragma once

#include "cli/arguments.hpp"
#include "formulation/stabilize.hpp"
#include "modelica/modelica.hpp"

namespace trammel::cli {

// All formulas, to be read in the scope of the model.
std::vector<modelica::FormulaText> formula_texts(const FormulaArguments& given);

// Invariants and equations of motion from what was read of them.
void add_formulas(const FormulaArguments& given, modelica::Loaded& loaded);

// The entries of --direction.
std::vector<formulation::DirectionEntry> directions_of(const FormulaArguments& given,
                                                       const modelica::Loaded& loaded);

// --input NAME=FILE.csv: the column NAME of the table, or its second one if it has two.
void add_inputs(const std::vector<std::pair<std::string, std::string>>& inputs, modelica::Loaded& loaded);

}  // namespace trammel::cli
