// pipeline/options.hpp: everything a user can say about a run; every field has a default.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formulation/stabilize.hpp"
#include "integrate/options.hpp"
#include "program/program.hpp"
#include "solution/follower.hpp"

namespace trammel::pipeline {

using integrate::Progress;
using integrate::ProjectionOptions;
using integrate::StabilizationOptions;
using integrate::StepOptions;
using program::Engine;

// How closely the result is judged against the equations as written: not at all; at all accepted points and a
// sample of points between them; between the ends of every step, with a second opinion.
enum class Certify { off, sample, full };

class Judge;

// Called after each accepted step, from .. to; `at` gives all reported variables at times inside it. A run
// that gets `false` ends there.
using ValuesAt = std::function<void(double t, Out values)>;
using AfterStep = std::function<bool(double from, double to, const ValuesAt& at)>;

// A function of the solution whose zeros are wanted: Solution::events lists them under its name.
struct EventFunction {
  std::string name = {};
  // Of time and the reported values, in the order of Solution::variables.
  std::function<double(double t, Vec values)> value = {};
  int direction = 0;  // of the crossings that count: 1 upwards, -1 downwards, 0 both
  int terminal = 0;   // the run ends at this crossing, counted from 1, successfully; 0: at none
  // Told of each crossing that counts, in the order of time; false ends the run there, too.
  std::function<bool(double t, Vec values)> crossed = {};
};

struct Options {
  std::optional<double> t_start = {}, t_end = {};     // none: the model's
  std::optional<double> tolerance = {};               // sets rtol and atol together
  std::string method = "auto", formulation = "auto";  // as in the catalogs
  std::vector<double> times = {};                     // output times
  bool both_sides = false;                            // samples before and after each event too
  bool dense = true;                                  // keep the trajectory for Solution::at
  StepOptions step = {};
  // Of single states, in place of rtol and atol: {{"x", 1e-9}}.
  std::vector<std::pair<std::string, double>> tolerances = {};
  ProjectionOptions projection = {};
  StabilizationOptions stabilization = {};
  std::vector<formulation::DirectionEntry> direction = {};  // D of one's own, for formulations that stabilize
  Engine engine = Engine::automatic;
  Progress progress = {};
  AfterStep after_step = {};
  solution::Follower* follower = nullptr;  // must live as long as the run
  std::vector<EventFunction> events = {};
  Certify certify = Certify::sample;
  // Set by solve(): states whose errors are tested in units of themselves alone.
  std::vector<std::string> by_themselves = {};
  // Set by solve(): the run ends where the motion does not leave jumps without events, and their texts are put here.
  std::vector<std::string>* chattering = nullptr;
  Judge* judge = nullptr;  // set by solve()
};

}  // namespace trammel::pipeline
