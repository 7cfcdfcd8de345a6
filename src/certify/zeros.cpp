// What is all noise: variables that never exceed what rounding makes of them.
//
// A solution may rest at zero where only its equations say so (a = 0 in `der(b) = a`, `b = 0`), and what is
// reported then are the last digits of larger things. In units of such values no equation holds. Which they are
// is asked where a residual could not be explained: the last digits of all terms are solved for.
#include <algorithm>
#include <cmath>
#include <limits>

#include "certify/certifier.hpp"

namespace trammel::certify {
namespace {

constexpr double digits = 64 * std::numeric_limits<double>::epsilon();
constexpr double few = 16;      // times what rounding makes
constexpr double clear = 1e-6;  // of the value at which it would matter: rounding makes less than that
constexpr int trials = 3;       // signs of the last digits, at random

}  // namespace

// Such variables get the size at which they would matter beside those that are not zero.
void Certifier::find_zeros(const Open& open, Out sizes) {
  if (!filter_.prepare(open.t, open.h, open.values, sizes) || !filter_.regular()) return;
  const std::size_t n = sizes.size();
  std::vector<double> r(terms_.size()), noise(n), delta(n);
  equations_.terms(open.t, open.values, r, terms_);
  std::uint64_t seed = 0x9E3779B97F4A7C15u;
  for (int k = 0; k < trials; ++k) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      r[i] = (seed >> 63 ? digits : -digits) * (std::isfinite(terms_[i]) ? terms_[i] : 0);
    }
    if (!filter_.solve_again(Vec(r).first(n), delta)) return;
    for (std::size_t j = 0; j < n; ++j) noise[j] = std::max(noise[j], std::fabs(delta[j]));
  }
  std::vector<char> zero(n, 0);
  for (std::size_t c = 0; c < sizes_.largest().size(); ++c)
    if (const Reported& reported = equations_.reported()[c]; reported.order == 0 && reported.variable >= 0) {
      const auto j = static_cast<std::size_t>(reported.variable);
      zero[j] = sizes_.largest()[c] <= few * noise[j] * sizes[j];
    }
  // From row to row, beginning with those that hold known sizes.
  const linalg::SparseMatrix& A = filter_.matrix();
  const linalg::Pattern& p = *A.pattern;
  std::vector<double> factor(n, 1.0);
  for (std::size_t round = 0; round < n; ++round) {
    std::vector<double> known(n), matters(n);
    for (int c = 0; c < p.columns; ++c)
      for (int k = p.start[c]; k < p.start[c + 1]; ++k) {
        if (!zero[c]) known[p.row[k]] += std::fabs(A.value[k]) * factor[c];
      }
    for (int c = 0; c < p.columns; ++c)
      for (int k = p.start[c]; k < p.start[c + 1] && zero[c]; ++k)
        if (A.value[k] != 0) matters[c] = std::max(matters[c], known[p.row[k]] / std::fabs(A.value[k]));
    bool any = false;
    for (std::size_t j = 0; j < n; ++j)
      if (zero[j] && noise[j] < clear * matters[j]) {
        factor[j] = matters[j];
        zero[j] = 0;
        any = true;
      }
    if (!any) break;
  }
  for (std::size_t j = 0; j < n; ++j) sizes[j] *= std::max(1.0, factor[j]);
}

}  // namespace trammel::certify
