// pipeline/shrunk_sizes.hpp: variables that stayed far below the size that was assumed for them.
#pragma once

#include <string>
#include <vector>

#include "certify/sizes.hpp"
#include "model/dae.hpp"
#include "pipeline/prepared.hpp"

namespace trammel::pipeline {

// Which variables did, of a run in which they were seen.
std::vector<std::size_t> far_below_their_size(const Prepared& prepared,
                                              const std::vector<certify::Seen>& seen);
std::string names_of(const Prepared& prepared, const std::vector<std::size_t>& which);
// They get the largest value that they have had; the note tells. Empty: there are none.
std::string correct_sizes(model::Problem& problem, const Prepared& prepared,
                          const std::vector<certify::Seen>& seen);

}  // namespace trammel::pipeline
