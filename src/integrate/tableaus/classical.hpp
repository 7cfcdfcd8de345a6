// integrate/tableaus/classical.hpp: the explicit methods of the first chapter, with their natural interpolants.
#pragma once

#include "integrate/tableaus/explicit.hpp"

namespace trammel::integrate {

inline constexpr ExplicitTableau<1, 1> forward_euler_1{.source = "HNW93, (I.7.3)",
    .c = {0.},
    .A = {{{}}},
    .b = {1.},
    .e = {0.},
    .dense = {{{1.}}},
    .first_same_as_last = false};
static_assert(quadrature_order(forward_euler_1) == 1);

// The trapezoidal form of Heun's methods; the embedded method is Euler's.
inline constexpr ExplicitTableau<2, 2> heun_2{.source = "HNW93, (II.1.4)",
    .c = {0., 1.},
    .A = {{{},
           {1.}}},
    .b = { 1./2, 1./2},
    .e = {-1./2, 1./2},
    .dense = {{{1., -1./2},
               {0.,  1./2}}},
    .first_same_as_last = false};
static_assert(quadrature_order(heun_2) == 2 && row_sums_hold(heun_2));

// Runge's midpoint rule.
inline constexpr ExplicitTableau<2, 2> midpoint_2{.source = "HNW93, (II.1.4)",
    .c = {0., 1./2},
    .A = {{{},
           {1./2}}},
    .b = { 0., 1.},
    .e = { 0., 0.},
    .dense = {{{1., -1.},
               {0.,  1.}}},
    .first_same_as_last = false};
static_assert(quadrature_order(midpoint_2) == 2 && row_sums_hold(midpoint_2));

// The interpolant is the one of order 3.
inline constexpr ExplicitTableau<4, 3> runge_kutta_4{.source = "HNW93, Table II.1.2; (II.6.12)",
    .c = {0., 1./2, 1./2, 1.},
    .A = {{{},
           {1./2},
           {0.,   1./2},
           {0.,   0.,   1.}}},
    .b = { 1./6, 2./6, 2./6, 1./6},
    .e = {0., 0., 0., 0.},
    .dense = {{{1., -3./2,  2./3},
               {0.,  1.,   -2./3},
               {0.,  1.,   -2./3},
               {0., -1./2,  2./3}}},
    .first_same_as_last = false};
static_assert(quadrature_order(runge_kutta_4) == 4 && row_sums_hold(runge_kutta_4));

}  // namespace trammel::integrate
