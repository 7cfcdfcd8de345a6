// program/compile_function.hpp: one function, from rows to kernels. Internal to this room.
#pragma once

#include "program/data.hpp"
#include "program/reading.hpp"

namespace trammel::program {

Program::Part compile_function(Reading& reading, Program::Data& data, const CompileOptions& options,
                               const Function& function);

}  // namespace trammel::program
