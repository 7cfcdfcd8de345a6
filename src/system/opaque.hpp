// system/opaque.hpp: a residual that is code rather than equations, as a System of the residual form.
//
// What cannot be read as equations cannot be differentiated: its Jacobian is given, or made of difference
// quotients, several columns at once where they have no row in common [CPR74].
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "model/dae.hpp"
#include "system/system.hpp"

namespace trammel::system {

struct OpaqueCode {
  // r = F(t, y, y'); false: it has no value there. Always called from the thread of the run.
  std::function<bool(double t, Vec y, Vec yp, Out r)> residual = {};
  // ∂F/∂y and ∂F/∂y', whole matrices column by column; none: difference quotients.
  std::function<bool(double t, Vec y, Vec yp, Out by_y, Out by_yp)> jacobian = {};
};

// Which unknowns and which slopes stand in which row, as (row, column).
struct Incidence {
  std::vector<std::pair<int, int>> by_y = {}, by_yp = {};
};
// Read off the numbers at a few points near (y, yp), of these sizes. An entry that is zero at all of them is
// taken for none.
Incidence incidence(const OpaqueCode& code, double t, Vec y, Vec yp, Vec nominal);

// `shadow` has names, nominal values and the incidence of the code; its equations mean nothing else.
System compile_opaque(const model::Dae& shadow, OpaqueCode code);

}  // namespace trammel::system
