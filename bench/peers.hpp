// bench/peers.hpp: RADAU5 and DASPK as Debian compiles them (package r-cran-desolve), on our model functions.
#pragma once

#include <optional>
#include <vector>

#include "pipeline/setup.hpp"

namespace trammel::bench {

struct PeerRun {
  bool success = false;
  std::vector<double> y;
};

bool peers_found();  // loads them on the first call; false where the package is not installed

// Both call the compiled residual and Jacobian of the setup, dense, with rtol = tol and atol = tol·nominal.
// RADAU5 needs F = M y' − f with a constant M; unknowns are handed to it sorted by index level.
bool mass_is_constant(pipeline::Setup& setup);  // as far as two points can tell
PeerRun run_radau5(pipeline::Setup& setup, double t_end, double tol);
PeerRun run_daspk(pipeline::Setup& setup, double t_end, double tol);

bool ida_found();  // SUNDIALS, package libsundials-dev
PeerRun run_ida(pipeline::Setup& setup, double t_end, double tol);

}  // namespace trammel::bench
