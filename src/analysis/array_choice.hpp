// analysis/array_choice.hpp: which part of a derivative array makes a square, regular system: for single
// blocks of models that are too large for the arrays of system/array.hpp, which solve for y in every step.
//
// For a first-order Dae F(t, x, x') = 0 whose hypothesis holds at level μ, the array F_μ(t, x, y) = 0 with
// y = (x', ..., x^(μ+1)) determines a combinations of x, and d rows of F(t, x, x') the rest. [KM96; Wun05,
// hypothesis 2.1.9] F_μ leaves part of y open. Instead of its smallest y, some members of y are held where
// they were at the start: x is the same for any y on F_μ = 0, and what remains is an ordinary square system
// of index 1, as sparse as the model.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "analysis/local.hpp"
#include "model/dae.hpp"

namespace trammel::analysis {

struct ArrayChoice {
  int mu = 0;
  // Where the choice was made for a part of a Dae (see subsystem.hpp): the equations and unknowns of the
  // part. All numbers below are places in these lists; empty lists mean the whole Dae.
  std::vector<int> equations = {}, unknowns = {};
  std::vector<int> differential = {};           // rows of F that stay as they are
  std::vector<std::pair<int, int>> array = {};  // (equation, derivative): rows of F_μ in terms of x and y
  struct Member {                               // of y: x_j^(derivative)
    int unknown = 0, derivative = 0;
    double value = 0;  // at the start
  };
  std::vector<Member> solved = {}, held = {};
};

// At the point of F_μ = 0 that lies nearest to `near`; none if there is none or the numbers do not fit
// together (d + a + v ≠ n there).
std::optional<ArrayChoice> choose_from_array(const model::Dae& first_order, const Values& near, double t,
                                             int mu);

}  // namespace trammel::analysis
