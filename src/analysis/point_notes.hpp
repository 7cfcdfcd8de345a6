// analysis/point_notes.hpp: what people are told about a consistent point: who moved, what was free, what was
// given twice.
#pragma once

#include <string>
#include <vector>

#include "analysis/point.hpp"
#include "linalg/sparse.hpp"

namespace trammel::analysis {

struct PointNotes {
  std::vector<std::string> notes = {};
  std::vector<std::string> dependent = {};  // names of conditions that follow from those before them
};

// Nothing determines the states among `p` that are guesses and not `determined` (sorted): one note names
// some.
std::vector<std::string> notes_on_free_values(const PointProblem& p, const std::vector<double>& x,
                                              const std::vector<int>& determined);

// `numbers`: the conditions by the quantities; `sizes`: of the quantities. `loosened`: fixed values were moved
// in their last digits, so that they need not be told again.
PointNotes notes_on_point(const PointProblem& p, const std::vector<double>& x, Numbers& numbers,
                          const std::vector<double>& sizes, bool loosened);

// For many quantities: what is free is decided by the pattern of J alone, so that conditions that depend on
// each other only by their values are not seen.
PointNotes notes_on_large_point(const PointProblem& p, const std::vector<double>& x,
                                const linalg::SparseMatrix& J);

}  // namespace trammel::analysis
