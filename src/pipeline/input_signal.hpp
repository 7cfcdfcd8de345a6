// pipeline/input_signal.hpp: an input of a model that follows a table over time.
#pragma once

#include <string_view>
#include <vector>

#include "model/dae.hpp"

namespace trammel::pipeline {

// Straight lines between the points, held before the first and behind the last; two points at one time are a
// jump. Every bend is an event, so no step goes across one. The input becomes a variable of the model, which
// is reported like the others. Throws an Error for names that are no parameter or input, and for times that
// do not ascend.
void set_input(model::Problem& problem, std::string_view name, const std::vector<double>& times,
               const std::vector<double>& values);

}  // namespace trammel::pipeline
