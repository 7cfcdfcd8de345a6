// Runs with everything in hand, as experiments have them.
#pragma once

#include "experiments/laboratory.hpp"

namespace trammel::support {

using experiments::Laboratory;
using experiments::OwnProjector;

}  // namespace trammel::support
