// pipeline/condensed_text.hpp: the condensed forms of linear equations with constant coefficients, printed in
// the user's names: what `trammel analyze --pencil` adds. [Wun05, (2.13), (3.5)]
#pragma once

#include <string>

#include "model/dae.hpp"

namespace trammel::pipeline {

// A sentence instead if the equations are not linear with constant coefficients.
std::string condensed_text(const model::Problem& problem);

}  // namespace trammel::pipeline
