// bench/measure.hpp: times as ratios. The partners of a ratio run alternately, and the medians are divided.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace trammel::bench {

// Seconds of processor time per call of each action, the medians over interleaved batches of about `batch`
// seconds.
std::vector<double> interleaved(const std::vector<std::function<void()>>& actions, int batches = 15,
                                double batch = 0.02);

// Seconds of one call.
double once(const std::function<void()>& action);

// Seconds of the fastest of a few calls.
double quickest(const std::function<void()>& action);

// One line of the table: what was measured, against what, the number, what is asked, and whether it holds.
// A ratio that misses is measured again up to twice before it counts.
void ratio(const std::string& what, double asked, const std::function<double()>& measure,
           const std::string& unit = "");

struct Cost {
  double seconds = 0, megabytes = 0;
};
// Runs the action in a process of its own: time and peak memory are its alone.
Cost alone(const std::function<void()>& action);

int missed();  // how many lines did not hold

void programs();                  // residuals and Jacobians
void front_end();                 // from text to a residual that runs
void trajectories();              // whole integrations
void analysis_of_large_models();  // growth with the number of equations
void explicit_methods();          // digits over time of explicit and half-explicit methods
void growth_with_size();          // of their runs
void saddle_point_matrices();     // dense and sparse, LU and LDL'
void implicit_methods();          // against RADAU5 and DASPK at equal digits
// What auto chooses against the codes that others have, on the problems that are named; none: on all.
void standing_of_the_default(bool all, const std::vector<std::string>& problems);
void events();              // growth with their number
void prepared_runs();       // runs with other numbers, and threads
void second_order_forms();  // steps on second-order forms against steps on first-order ones

}  // namespace trammel::bench
