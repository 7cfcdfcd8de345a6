// integrate/options.hpp: options of a run. Plain aggregates; pipeline/option_table gives them names, ranges
// and flags.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/counts.hpp"
#include "base/span.hpp"
#include "solution/step_polynomial.hpp"
#include "system/system.hpp"

namespace trammel::integrate {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct StepOptions {
  double rtol = 1e-6;     // relative tolerance of the local error, per component
  double atol = 1e-6;     // absolute tolerance, times the variable's nominal value
  double first_step = 0;  // 0: chosen from the equations
  double max_step = infinity;
  long max_steps = 1'000'000;  // more is an error, never silent
  double fixed_step = 0;       // > 0: constant steps of this size, no error test
  int max_order = 0;           // methods of variable order go no higher; 0: as high as they go
  // Ends of steps, ascending, no error test: the steps are the user's. The end of the run is the last one.
  std::vector<double> grid = {};

  bool given() const { return fixed_step > 0 || !grid.empty(); }  // steps are not chosen by an error test
};

// Fills the columns of D, one per invariant, each as long as z.
using DirectionMatrix = std::function<void(double t, Vec z, Out D)>;

// What happens to the state after each step. All of it keeps the order of the method. [AQR94,
// Theorems 3.1-3.3]
struct ProjectionOptions {
  bool on = true;  // move the state onto the constraints, given and hidden
  // Which of them: all; those the user wrote (positions); those one derivative below the top (velocities).
  enum class Parts { all, positions, velocities } parts = Parts::all;
  // Along what: the mass metric, with the matrix that the step has factored [HW96, (VII.2.8)-(2.11)]; or
  // orthogonally, with H of all invariants [AQR94, (1.13)]; or orthogonally level by level, with one block
  // Gᵀ(GGᵀ)⁻¹ for positions and one for velocities, whatever the masses [AQR94, (4.7), (4.8)]. Automatic is
  // the mass metric, and orthogonal where the user has given invariants of his own, which belong to no
  // equation.
  enum class Direction { automatic, mass, orthogonal, block } direction = Direction::automatic;
  // 0: until they hold to rounding (coordinate projection). m > 0: post-stabilization, z <- z - alpha F h, m
  // times; twice zeroes a mechanism's defect to second order, whose F has one block per level [AQR94, (3.9)].
  int passes = 0;
  double alpha = 1;
  // Where F h is taken: after the step; at its beginning (forward Euler, [AQR94, (3.4)]); at the corrected
  // state itself (backward Euler, (3.7)). The last two are orthogonal.
  enum class Taken { after, before, implicitly } taken = Taken::after;
  bool move_positions = true;  // false: only the highest derivatives among the states move (orthogonal only)
  bool output_only = false;    // reported values are projected, the run continues from unprojected ones
  // How F = D(HD)⁻¹ is had (orthogonal only): factored for every correction; factored once and kept over the
  // steps while it takes away nine tenths of a defect; or by a few sweeps of successive overrelaxation from
  // the multipliers of the step before, with nothing factored [AQR94, section 5]. `none` is F = D itself
  // [AQR94, (1.14)]: nothing to solve, but a correction takes away only alpha times the eigenvalues of HD,
  // and alpha = 0 then stands for 2/(least + largest) of them, the best for forward Euler (3.3).
  enum class Inverse { fresh, frozen, sor, none } inverse = Inverse::fresh;
  int sweeps = 2;
  double relaxation = 1;
  // D of one's own (orthogonal only), which must live as long as the run. It need only make HD regular; the
  // nearer to Hᵀ the shorter the corrections.
  const DirectionMatrix* direction_matrix = nullptr;
};

struct StabilizationOptions {
  double gamma = 0;  // gain of the stabilizing terms of a formulation that has them; 0: 1/h, as h changes
  // Of 'baumgarte', instead of a gain: F^(c) + a[0] F^(c-1) + a[1] F^(c-2) + ... = 0 for every constraint.
  std::vector<double> coefficients = {};
};

// Called after each accepted step; a run that gets `false` stops there.
using Progress = std::function<bool(double t, const Counts& counts)>;

// A parameter of the system that is 1/h before every try of a step, as long as its power does not lift
// rounding errors of the constraints above the tolerance.
struct Gain {
  int parameter = -1, power = 1;
};

// Called at the start and after each accepted step: looks whether the coordinates in which the equations are
// written still serve at this point, chooses others if not, and tells whether it did.
using Recoordinate = std::function<bool(double t, Vec y)>;

// Called with each accepted step as a polynomial, and with the state at its end and the slope there (if the
// method keeps one).
using OnStep = std::function<void(const solution::StepPolynomial& step, Vec y, Vec slope)>;

// A step that has passed its error test, by its ends.
struct PassedStep {
  double from, to;
  Vec y0, slope0, y1, slope1;  // slopes: of methods that keep one
  const std::function<const solution::StepPolynomial&()>& inside;
};
// What becomes of one that has passed over something: it ends earlier, and the next one is no longer than `then`.
struct Shortened {
  double end, then;
};

struct RunOptions {
  StepOptions step = {};
  ProjectionOptions projection = {};
  bool dense = true;  // make the polynomials of all steps; integrate() keeps them as a trajectory
  std::vector<double> times = {};  // output times, ascending
  // Steps that are chosen by an error test end at these, too, ascending: something begins to move there of
  // which they would see nothing.
  std::vector<double> stops = {};
  Progress progress = {};
  std::vector<Gain> gains = {};
  Recoordinate recoordinate = {};
  // Called with each accepted state and its slope (if the method keeps one), the start included; a run that
  // gets `false` ends there, because a claim of the model does not hold.
  std::function<bool(double t, std::span<const double> y, std::span<const double> slope)> watch = {};
  OnStep on_step = {};
  // Asked once per accepted step whether on_step wants it; empty: all. A polynomial that nobody reads costs a
  // fifth of an explicit step.
  std::function<bool(double from, double to)> wants_step = {};
  // Asked once per accepted step whether the driver shall have its polynomial although nobody else wants it.
  std::function<bool()> reads_step = {};
  // Called with the end of each step before it is accepted; a step that it refuses is tried again, shorter.
  std::function<system::Outcome(double t, Vec y, Vec slope)> admit = {};
  // Called with each step that an error test chose and let pass, before it is accepted.
  std::function<std::optional<Shortened>(const PassedStep& step)> passes_over = {};
  // Called with each step before anybody else hears of it. Where it returns a time, an event happens there:
  // the step is cut and the run ends with it. Output at that very time is left to whoever goes on.
  std::function<std::optional<double>(const solution::StepPolynomial& step)> cut = {};
  bool leave_end = false;  // likewise: output at the end of the run is left to whoever goes on
};

}  // namespace trammel::integrate
