// cli/sweep_cluster.hpp: the runs of a sweep on the ranks of MPI.
#pragma once

#include <functional>
#include <string>

#include "cli/sweep_folder.hpp"
#include "cluster/cluster.hpp"

namespace trammel::cli {

// What the other ranks need: texts and parameters, read once, by rank 0.
std::string packed_sweep(const std::vector<modelica::Source>& sources, const Combinations& runs);

// On rank 0: its own runs on one thread, those of the other ranks by messages; all rows are written here.
// `tell` is called after each row, from one thread at a time.
void lead_sweep(cluster::Session& session, cluster::Lead& lead, const Arguments& arguments,
                SweepRunner& runner, SweepFolder& folder, const std::function<void()>& tell);

void follow_sweep(cluster::Session& session, const Arguments& arguments, const std::string& packed);

}  // namespace trammel::cli
