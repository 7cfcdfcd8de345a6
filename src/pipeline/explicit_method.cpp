#include "pipeline/explicit_method.hpp"

namespace trammel::pipeline {
namespace {

// On the models of tests/calibration that are not stiff, each with the part of the tolerance that makes their errors
// alike (cost.hpp), dop853 takes as many evaluations as dopri5 at 1e-3, 0.8 times as many at 1e-4, 0.6 at 1e-6
// and a third at 1e-10.
constexpr double tight = 1e-3;

}  // namespace

const integrate::Integrator& explicit_method(const ExplicitCase& known) {
  const bool many_digits = known.rtol < tight && !known.constant_steps;
  return integrate::find_integrator(many_digits ? "dop853" : "dopri5");
}

}  // namespace trammel::pipeline
