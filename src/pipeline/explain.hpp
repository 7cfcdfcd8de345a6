// pipeline/explain.hpp: why a run ended, for people, and whose fault it was.
#pragma once

#include <string>

#include "base/error.hpp"
#include "integrate/driver.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {

std::string explain(const integrate::Run& run, const Setup& setup);  // one sentence
Where culprits(const integrate::Run& run, const Setup& setup);       // empty for a run that finished

}  // namespace trammel::pipeline
