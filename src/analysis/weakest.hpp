// analysis/weakest.hpp: how near a system of equations is to a singular one at a point, and which of its
// equations are about to say the same there.
#pragma once

#include <string>
#include <vector>

#include "base/span.hpp"
#include "model/dae.hpp"

namespace trammel::analysis {

struct Weakest {
  double condition = 0;                // 1/σ_min, rows and columns scaled; infinite: singular
  double other_condition = 0;          // the same at the other place, in the same scales
  std::vector<std::string> equations;  // with a large part in the combination that nearly vanishes
  std::vector<std::string> unknowns;   // that this combination leaves nearly undetermined
};

struct Place {
  double t = 0;
  std::vector<double> values = {};  // of all leaves
};

// Of `rows`, one per equation of the Dae, in the unknowns `tops`; `leaves` are all symbols in them, tops
// included. Rows and columns are measured by what is larger of their entries at the two places, so that units
// and masses do not matter. Condition 0 for systems too large for singular values.
Weakest weakest(const model::Dae& dae, const std::vector<expr::Expr>& rows,
                const std::vector<expr::Expr>& tops, const std::vector<expr::Expr>& leaves,
                const Place& other, const Place& at);

}  // namespace trammel::analysis
