// pipeline/opaque.hpp: a residual that is code, solved as it is written.
//
//   OpaqueProblem p{.y0 = {1, 0}, .code = {.residual = [](double t, Vec y, Vec yp, Out r) { ...; return true;
//   }}}; Solution s = solve(p, {.rtol = 1e-8});
//
// Nothing is differentiated, so no hidden constraint is found: beyond index 1 the start must be consistent,
// and constraints are kept as far as the method keeps them.
#pragma once

#include <optional>

#include "pipeline/options.hpp"
#include "solution/solution.hpp"
#include "system/opaque.hpp"

namespace trammel::pipeline {

struct OpaqueProblem {
  std::string name = "residual";
  std::vector<double> y0 = {};
  std::vector<double> yp0 = {};  // a guess; empty: zeros
  double t_start = 0, t_end = 1;
  system::OpaqueCode code = {};
  std::vector<std::string> names = {};  // empty: y[0], y[1], ..
  std::vector<double> nominal = {};     // empty: 1
  std::optional<int> index = {};        // as its author knows it; none: what the incidence tells
};

[[nodiscard]] solution::Solution solve(const OpaqueProblem& problem, const Options& options = {});

}  // namespace trammel::pipeline
