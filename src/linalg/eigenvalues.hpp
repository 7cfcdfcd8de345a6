// linalg/eigenvalues.hpp: between which real parts the eigenvalues of a small dense matrix lie.
#pragma once

#include <utility>

#include "base/span.hpp"

namespace trammel::linalg {

// Of an n by n matrix by rows: least and largest real part; 0 and 0 for n = 0.
std::pair<double, double> real_range(Vec matrix, int n);

}  // namespace trammel::linalg
