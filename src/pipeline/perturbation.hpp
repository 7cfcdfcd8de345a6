// pipeline/perturbation.hpp: the perturbation index, by experiment along a solution. [HW96, definition
// VII.1.3]
//
// The equations get defects η + ε sin(ωt + φ), and are solved again and again with growing ω. What the
// oscillation adds to the solution, û − u, grows like ε^a ω^b. An estimate
//
//     ‖û − u‖ ≤ C (‖û(0) − u(0)‖ + max‖δ‖ + ... + max‖δ^(m−1)‖)            (VII.1.25)
//
// must hold whenever its right-hand side is small. With ε ω^(m−1) held small and ω → ∞ it can hold only if
// b ≤ a (m − 1): the index is the smallest m with m − 1 ≥ b/a for every component. The steady part η of the
// defect is needed where a perturbation makes derivatives appear that vanish along the solution itself, as in
// y_m N y' + y = 0 [HW96, (VII.1.32)]. A component with b = −1 is bounded by the integral of the defect in
// place of its maximum, as all of an ODE (m = 0) and the differential part of index 1 and 2; for the latter
// [HW96, exercise VII.1.6] says that θ itself, not θ', bounds it up to a square: b/a is 0, or 2/2, and never
// more than the 1 of the algebraic part.
#pragma once

#include <string>
#include <vector>

#include "model/dae.hpp"

namespace trammel::pipeline {

struct PerturbationOptions {
  std::vector<std::string> equations = {};  // that get the defect; none: all
  double steady = 0.02;                     // η, relative to the size of an equation's terms
  // ε ω^s relative to that size, for the fastest ω and in units of the slowest; s: how often the structure
  // differentiates. Not too small: answers of higher order in ε must be heard.
  double amplitude = 0.03;
  int periods = 8;  // of the slowest oscillation of a range of frequencies
};

struct Answer {                // of a component of the first-order form's u: of x_j^(l), l below the highest
  std::string quantity;        // "x", "der(x)"
  double amplitude_power = 1;  // a
  double frequency_power = 0;  // b
  std::vector<double> size = {};  // largest |û − u|, per frequency
};

struct Perturbation {
  int index = 0;
  std::vector<double> frequencies = {};  // the range in which the exponents have settled
  std::vector<Answer> answers = {};      // of the quantities that answer at all
};

// Throws Error where the perturbed equations have no solution (redundant constraints), as definition 1.3
// warns.
Perturbation measure_perturbation(const model::Problem& problem, const PerturbationOptions& options = {});

// The problem with its consistent start written down: free values are fixed, the others are guesses; initial
// equations are gone. Defects may then be added without contradicting what was fixed.
model::Problem with_free_start(const model::Problem& problem);

// Defects scale_i · (steady + size · sin(ωt + φ_i)), φ_i spread evenly: F_i = δ_i in place of F_i = 0.
struct Defects {
  std::vector<double> scale;  // per equation; 0: none
  double steady = 0, size = 0, frequency = 0;
};
double phase(std::size_t equation);
model::Problem with_defects(const model::Problem& problem, const Defects& defects);

}  // namespace trammel::pipeline
