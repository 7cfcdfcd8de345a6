// Problems that many tests use, written as their index-3 equations: nothing is differentiated by hand.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace trammel::support {

// Accelerations as unknowns keep the matrix in front of y' constant, for solvers that need it so.
enum class Form { first_order, second_order, accelerations };

// Mass 1 on a rod of length 1, g = 9.81, released at rest from (1, 0); 0 <= t <= 10.
model::Problem pendulum(Form form);
// x, y, der(x), der(y), lambda at t = 10: long-double extrapolation of the angle equation.
inline constexpr double pendulum_end[5] = {0.275087462576117, -0.961419205099125, -4.17559810095173,
                                           -1.19474905456048, 28.2945672060672};

// The same with g = 1: its period is 4 K(sin 45°).
model::Problem unit_pendulum();
inline constexpr double unit_pendulum_period = 7.416298709205487;

// A particle on the ellipse x² + 4y² = 1 under gravity (0, -1), from (1, 0) with the velocity (0, 1/2): on a
// circle G only changes its length along a correction, which hides errors. [AQR94]
model::Problem ellipse();

// Two masses 1, rods of length 1, g = 9.81, released at rest with both rods horizontal; 0 <= t <= 2.
model::Problem double_pendulum(Form form);
std::vector<double> double_pendulum_end();  // x1, y1, x2, y2 from the two angle equations

model::Problem andrews(Form form);   // 0 <= t <= 0.03, unknowns q1 .. q7
model::Problem car_axis(Form form);  // 0 <= t <= 3, unknowns xl, yl, xr, yr
// t = 3, quadruple precision, minimal coordinates
inline constexpr double car_axis_end[4] = {4.934557842752409213152679e-2, 4.969894602300081067629340e-1,
                                           1.041742524885426115194776, 3.739110272653658193578977e-1};

// Index 2, 0 <= t <= 4: a point on the circle at the angle t + t²/4, (a, b), and z = cos t. Beside the
// solution its speed depends on where it is, so that the angle is no mere quadrature.
model::Problem moving_point();

// A planar chain of n masses on rods, first hung at the origin, all masses on a line at an angle; index 3.
model::Problem chain(int n);

}  // namespace trammel::support
