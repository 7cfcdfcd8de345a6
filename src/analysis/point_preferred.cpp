#include "analysis/point_preferred.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace trammel::analysis {
namespace {

constexpr double free_to_move = 1e3;  // times its size: what has no weight
constexpr int most_rounds = 6;        // each begins where the one before left what has no weight
constexpr double met = 1e-9;          // of a value's size

}  // namespace

void prefer(const PointProblem& problem, const std::vector<double>& wish, GaussNewton& newton,
            std::vector<double>& x, double satisfied) {
  const std::vector<double> usual = newton.mobility;
  std::set<int> levels;
  const auto may_move = [&](std::size_t k) { return usual[k] > 0; };
  const auto preferred = [&](std::size_t k) {
    return may_move(k) && problem.quantities[k].rank == model::Rank::preferred;
  };
  for (std::size_t k = 0; k < x.size(); ++k)
    if (preferred(k)) levels.insert(problem.quantities[k].stage);
  const auto off = [&](std::size_t k) {
    return std::fabs(x[k] - wish[k]) / std::max(std::fabs(wish[k]), problem.quantities[k].nominal);
  };
  for (const int level : levels) {
    const auto here = [&](std::size_t k) { return preferred(k) && problem.quantities[k].stage == level; };
    const auto decided = [&](std::size_t k) { return preferred(k) && problem.quantities[k].stage < level; };
    const auto largest = [&] {
      double worst = 0;
      for (std::size_t k = 0; k < x.size(); ++k)
        if (here(k)) worst = std::max(worst, off(k));
      return worst;
    };
    const auto set_mobility = [&](double of_level) {
      for (std::size_t k = 0; k < x.size(); ++k) {
        const double size = std::max(std::fabs(x[k]), problem.quantities[k].nominal);
        newton.mobility[k] = !may_move(k) || decided(k) ? 0
                             : here(k)                  ? of_level * usual[k]
                                                        : free_to_move * size;
      }
    };
    double before = largest();
    if (before > met) {  // all of them may be met
      std::vector<double> exact = x;
      for (std::size_t k = 0; k < x.size(); ++k)
        if (here(k)) exact[k] = wish[k];
      set_mobility(0);
      if (newton.solve(exact) <= satisfied) {
        x = exact;
        before = 0;
      }
    }
    for (int round = 0; round < most_rounds && before > met; ++round) {
      std::vector<double> towards = x;
      for (std::size_t k = 0; k < x.size(); ++k)
        if (here(k)) towards[k] = wish[k];
      set_mobility(1);
      newton.approach(x, towards);
      const double now = largest();
      if (now > 0.5 * before) break;
      before = now;
    }
  }
  for (std::size_t k = 0; k < x.size(); ++k) newton.mobility[k] = preferred(k) ? 0 : usual[k];
  newton.approach(x, wish);
}

}  // namespace trammel::analysis
