// certify/jet.hpp: truncated Taylor arithmetic.
//
// A jet holds the Taylor coefficients c_0, ..., c_L of a function of time at a point: f(t + s) = sum c_k s^k.
// The operations of the graph act on jets by recurrences [GW08, section 13.2]. This is a second way to the
// time derivatives of an equation, which shares no rule with the graph's own total derivative.
#pragma once

#include "base/span.hpp"
#include "expr/op.hpp"
#include "expr/routine.hpp"

namespace trammel::certify {

inline constexpr int most_jet_degree = 8;

// c <- op(a, b, d); all jets have the same length. Arguments that the operation does not have may be empty.
// Piecewise operations are differentiated on the piece that holds at the point.
void apply(expr::Op op, Vec a, Vec b, Vec d, Out c);

// All results of a routine, jet by jet.
void apply(const expr::Routine& routine, std::span<const Vec> arguments, Out results);

}  // namespace trammel::certify
