// pipeline/second_opinion.hpp: `--certify full`: the same problem by other means.
#pragma once

#include "model/dae.hpp"
#include "pipeline/options.hpp"
#include "solution/solution.hpp"

namespace trammel::pipeline {

// Solves the problem again with another formulation and method at a hundredth of the tolerance, and writes
// into the certificate how far the run is from that, per variable. Where they differ by more than the
// tolerance suggests, the run's own choice at the same tight tolerance decides: if the two tight runs differ
// by more than the run does from them, the formulations contradict each other, and the certificate fails.
// `sizes` of the reported values, over the whole run; empty: not known.
void add_second_opinion(const model::Problem& problem, const Options& options,
                        const std::vector<double>& sizes, solution::Solution& run);

}  // namespace trammel::pipeline
