// pipeline/explain.hpp: one sentence for people about why a run ended.
#pragma once

#include <string>

#include "integrate/driver.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {

std::string explain(const integrate::Run& run, const Setup& setup);

}  // namespace trammel::pipeline
