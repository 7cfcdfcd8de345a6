// linalg/klu_order.hpp: which columns KLU takes first.
//
// AMD, which KLU takes by itself, orders for a symmetric pattern, after rows were paired with columns. Where they do
// not pair well (a gradient and a divergence, of which some unknowns were eliminated) COLAMD, which looks at columns
// alone, may take a tenth of the products or less. What AMD will take is known before, what COLAMD takes afterwards:
// where much is at stake both are tried on the first matrix.
#pragma once

#include <klu.h>

#include <limits>
#include <utility>

namespace trammel::linalg {

// symbolic: AMD's order. `factor(symbolic)` gives factors or nullptr, `products(symbolic, numeric)` what they took,
// `free(numeric)`. Leaves the better order in symbolic and returns its factors.
template <class Factor, class Products, class Free>
klu_numeric* factor_in_best_order(int n, int* start, int* row, klu_common& common, klu_symbolic*& symbolic,
                                  Factor&& factor, Products&& products, Free&& free) {
  constexpr double much = 5e6;
  const double promised = symbolic->est_flops;
  if (promised < much) return factor(symbolic);
  constexpr int colamd = 1;
  const int own = std::exchange(common.ordering, colamd);
  klu_symbolic* other = klu_analyze(n, start, row, &common);
  common.ordering = own;
  klu_numeric* others = other != nullptr ? factor(other) : nullptr;
  const double seen = others != nullptr ? products(other, others) : std::numeric_limits<double>::infinity();
  if (promised < seen)
    if (klu_numeric* const numeric = factor(symbolic); numeric != nullptr || others == nullptr) {
      if (others == nullptr || products(symbolic, numeric) <= seen) {
        if (others != nullptr) free(others);
        if (other != nullptr) klu_free_symbolic(&other, &common);
        return numeric;
      }
      free(numeric);
    }
  klu_free_symbolic(&symbolic, &common);
  symbolic = other;
  return others;
}

}  // namespace trammel::linalg
