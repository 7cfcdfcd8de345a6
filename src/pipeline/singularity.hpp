// pipeline/singularity.hpp: what the monitor of a run saw, as a sentence for people.
#pragma once

#include <string>
#include <string_view>

#include "integrate/driver.hpp"
#include "pipeline/setup.hpp"
#include "system/crossing_watch.hpp"

namespace trammel::pipeline {

// How their notes begin.
inline constexpr std::string_view went_through = "the run went through";
inline constexpr std::string_view came_close = "the run came close to a singular configuration";
inline constexpr std::string_view began_in = "the run began in a singular configuration";
inline constexpr std::string_view stopped_at = "the run stopped at a singular configuration";

// Time, configuration and the equations that nearly say the same there; empty if the run stayed away from
// singular configurations. A run that stopped early is looked at where it stopped.
std::string singularity_note(Setup& setup, const integrate::Run& run);

// Has it gone through singular configurations, begun in one or come close? Errors may have grown there.
bool met_singular(const solution::Solution& run);

std::string singular_start_note(const Setup& setup);
// Those that were gone through: one note, or none.
std::vector<std::string> crossings_note(const Setup& setup,
                                        const std::vector<system::CrossingWatch::Crossing>& crossings);
// A run that went too far, back to the step before the crossing.
void go_back(const system::CrossingWatch::Crossing& crossing, integrate::Run& run,
             solution::Trajectory& trajectory, std::vector<solution::Sample>& samples);

// What a run that stopped has before it: nothing, or more than one continuation. `open` of any other run.
system::SingularPoints::Ahead ahead_of(Setup& setup, const integrate::Run& run);

// Of a run that came to a point behind which nothing decides how it goes on, or nothing is.
void tell_undetermined(const Setup& setup, const system::CrossingWatch::Crossing& crossing,
                       solution::Solution& result);

// "x = 1, y = 0": the variables themselves, a few of them.
std::string configuration(const std::vector<std::pair<std::string, double>>& values);

}  // namespace trammel::pipeline
