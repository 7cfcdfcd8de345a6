#include "analysis/point_simplified.hpp"

#include <algorithm>
#include <utility>

namespace trammel::analysis {

// A start value of an unknown that is no state is a guess for the simplified equations.
static void take_guesses(PointProblem& problem, const std::vector<double>& values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    Quantity& q = problem.quantities[k];
    if (q.rank == model::Rank::guess || (q.rank == model::Rank::preferred && q.stage >= 0))
      q.value = values[k];
  }
}

PointProblem led_from_simplified(const PointProblem& problem, const LookSimplified& look) {
  constexpr double first_piece = 0.1, smallest_piece = 1e-3;
  PointProblem led = problem;
  auto values = look(led, 1);
  if (!values) return problem;
  take_guesses(led, *values);
  for (double now = 1, piece = first_piece; now > 0;) {
    const double next = std::max(0.0, now - piece);
    if (auto there = look(led, next)) {
      take_guesses(led, *there);
      now = next;
      piece *= 2;
    } else if ((piece /= 2) < smallest_piece) {
      return problem;
    }
  }
  return led;
}

}  // namespace trammel::analysis
