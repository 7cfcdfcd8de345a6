// analysis/diagnosis.hpp: what is known about a Dae by looking at it. A value: printed, tested, put into
// reports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/structure.hpp"

namespace trammel::analysis {

struct Diagnosis {
  Signature sigma;
  Offsets offsets;            // c: how often each equation must be differentiated; d: order of each unknown
  std::vector<Block> blocks;  // of the top system, in solving order
  std::vector<int> levels;    // index level per unknown
  int index = 0;              // structural
  int degrees_of_freedom = 0;
};

// Throws an Error of kind structure for a model that has no solution by its structure.
Diagnosis analyze(const model::Dae& dae);

// The same of equations whose offsets are known: those of `before` differentiated c_i times each, c being 0
// from then on. None if they are not what they should be.
std::optional<Diagnosis> differentiated(const model::Dae& dae, const Diagnosis& before);

struct HiddenConstraint {
  std::string equation;  // the user's name of it
  int derivative = 0;
  std::string text;  // "2*x*der(x) + 2*y*der(y) = 0"
  std::vector<std::string> determines =
      {};                    // algebraic unknowns that follow from it; none: it restricts states
  expr::Expr residual = {};  // = 0; none where it is a combination of equations that is told in words
};

// The equations that nobody wrote down but every solution satisfies: the derivatives F_i^(l), 1 <= l < c_i,
// which restrict the states; and where there is none of them (c_i = 1), the top one if algebraic unknowns
// follow from it, as in [HW96, (VII.1.14c)].
std::vector<HiddenConstraint> hidden_constraints(const model::Dae& dae, const Diagnosis& found);

// The top derivatives, l = c_i >= 2, from which algebraic unknowns follow: what [HW96, (VII.1.15e)] is for
// the multiplier of a mechanism. They complete the list above to all conditions on a consistent start.
std::vector<HiddenConstraint> determining_constraints(const model::Dae& dae, const Diagnosis& found);

}  // namespace trammel::analysis
