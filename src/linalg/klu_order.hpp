// linalg/klu_order.hpp: which columns KLU takes first.
//
// AMD, which KLU takes by itself, orders for a symmetric pattern, after rows were paired with columns. Where they do
// not pair well (a gradient and a divergence, of which some unknowns were eliminated) COLAMD, which looks at columns
// alone, may take a tenth of the products or less. What AMD will take is known before, as long as
// its pivots serve, what COLAMD takes afterwards: where much is at stake, or AMD does not keep its promise, both are
// tried on the first matrix.
//
// AMD's promise holds for pivots on the diagonal, so KLU takes them down to a thousandth of the largest entry, and
// entries may grow a lot. COLAMD's holds for any choice of rows, so the largest entry is the pivot: on the equations of
// a flow on 64 x 64 cells that takes 7 % more entries, and they grow 20 times instead of 10^8 times, which
// leaves nothing to refine.
#pragma once

#include <klu.h>

#include <utility>

#include "linalg/kept_growth.hpp"

namespace trammel::linalg {

// What factors came to: products, entries, and the reciprocal growth of entries.
struct KluFactors {
  double products = 0, entries = 0, growth = 1;
  // Growth makes every solution be refined, which takes another one.
  bool poor() const { return growth < KeptGrowth::refined; }
  // Of a factorization and the solutions that are wanted of it.
  double cost() const {
    constexpr double solutions = 10;
    return products + (poor() ? 2 : 1) * solutions * 2 * entries;
  }
};

// symbolic: AMD's order. `factor(symbolic)` gives factors or nullptr, `look(symbolic, numeric)` what they came to,
// `free(numeric)`. Leaves the better order in symbolic and returns its factors.
template <class Factor, class Look, class Free>
klu_numeric* factor_in_best_order(int n, int* start, int* row, klu_common& common, klu_symbolic*& symbolic,
                                  Factor&& factor, Look&& look, Free&& free) {
  constexpr double much = 5e6, kept = 2;
  constexpr int colamd = 1;
  const double promised = symbolic->est_flops;
  klu_numeric* mine = nullptr;
  KluFactors of_mine;
  if (promised < much) {
    mine = factor(symbolic);
    if (mine == nullptr) return nullptr;
    of_mine = look(symbolic, mine);
    if (!of_mine.poor() && of_mine.products < kept * promised + n) return mine;
  }
  const double on_diagonal = std::exchange(common.tol, 1.0);
  const int own = std::exchange(common.ordering, colamd);
  klu_symbolic* other = klu_analyze(n, start, row, &common);
  common.ordering = own;
  klu_numeric* others = other != nullptr ? factor(other) : nullptr;
  const KluFactors of_others = others != nullptr ? look(other, others) : KluFactors{};
  common.tol = on_diagonal;
  if (mine == nullptr && (others == nullptr || promised < of_others.products)) {
    mine = factor(symbolic);
    if (mine != nullptr) of_mine = look(symbolic, mine);
  }
  if (others == nullptr || (mine != nullptr && of_mine.cost() <= of_others.cost())) {
    if (others != nullptr) free(others);
    if (other != nullptr) klu_free_symbolic(&other, &common);
    if (mine != nullptr) common.status = KLU_OK;  // whatever the other order met
    return mine;
  }
  if (mine != nullptr) free(mine);
  klu_free_symbolic(&symbolic, &common);
  symbolic = other;
  common.tol = 1;
  return others;
}

}  // namespace trammel::linalg
