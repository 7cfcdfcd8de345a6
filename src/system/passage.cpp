#include "system/passage.hpp"

#include <algorithm>
#include <cmath>

#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

constexpr int lift_rounds = 5;           // of Newton's method, each with a new matrix
constexpr double lifted_enough = 1e-10;  // the last round may move the state by this, relative to its size

bool finite_numbers(Vec values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

Passage::Passage(std::unique_ptr<SolvedOde> inner) : inner_(std::move(inner)), ode_(*inner_) {
  const auto n = static_cast<std::size_t>(ode_.size()), tops = ode_.top().size();
  slope_.assign(n, 0.0);
  work_ = lifted_ = before_ = lift_slope_ = direction_ = bend_ = twist_ = ring_.middle = ring_.rate =
      ring_.change = slope_;
  last_.z = last_.slope = slope_;
  ring_.top.resize(tops);
  for (std::size_t k = 0; k < nodes; ++k) {
    ring_.z[k].resize(n);
    ring_.slope[k].resize(n);
    ring_.top_at[k].resize(tops);
  }
  h_.resize(static_cast<std::size_t>(ode_.invariants()));
  h_moved_ = h_;
}

Passage::~Passage() = default;

Passage* passage_of(Ode& ode) { return dynamic_cast<Passage*>(&ode); }

void Passage::follow(std::shared_ptr<Chart> chart) {
  charted_ = chart != nullptr;
  ode_.follow(std::move(chart));
}

// By the pivots of the matrix that was factored last: costs nothing, and falls with the distance to a singular
// point, like it or like its root.
double Passage::by_pivots() {
  double condition = ode_.condition();
  if (!weighed_ && condition > 0) {
    ode_.weigh();
    weighed_ = true;
    condition = ode_.condition();
  }
  return condition > 0 ? 1 / std::sqrt(condition) : 0;
}

// By the answer of the tops to defects: like the distance, but two solutions of linear equations.
double Passage::by_response() {
  const double pivots = by_pivots(), response = inner_->response();
  const double near = response > 0 ? 1 / std::sqrt(response) : pivots;
  best_ = std::max(best_, near);
  best_pivots_ = std::max(best_pivots_, pivots);
  return near;
}

// Relative to what is far away. A pivot may also be small by the order of elimination alone.
double Passage::nearness() {
  constexpr double look_closer = 0.2, much_farther = 1.1;
  const double near = by_pivots();
  if (near == 0) return 0;
  if (near > much_farther * best_pivots_) (void)by_response();
  const double relative = near / best_pivots_;
  return relative > look_closer ? relative : by_response() / best_;
}

Outcome Passage::derivative(double t, Vec z, Out dz) {
  // Where nothing is known yet: looking around costs dozens of evaluations.
  constexpr double surely_far = 1e-6;
  const Outcome outcome = ode_.derivative(t, z, dz);
  between_ = careful_ = false;
  condition_ = 0;
  if (charted_ || outcome.verdict == Outcome::not_finite || outcome.verdict == Outcome::diverged)
    return outcome;
  const bool first = best_ == 0;
  const double near = outcome ? nearness() : 0;
  lowest_ = std::min(lowest_, near);
  if (outcome && near > careful_below && (!first || best_ > surely_far)) {
    std::ranges::copy(dz, slope_.begin());
    return outcome;
  }
  return carefully(t, z, dz, first);
}

// `first`: nothing is known yet about what is far away.
Outcome Passage::carefully(double t, Vec z, Out dz, bool first) {
  careful_ = true;
  std::ranges::copy(z, lifted_.begin());
  const bool lifted = lift(t, lifted_);
  if (!lifted) std::ranges::copy(z, lifted_.begin());
  Outcome outcome = ode_.derivative(t, lifted_, dz);
  const double near = outcome ? nearness() : 0;
  condition_ = outcome ? ode_.condition() : INFINITY;
  if (!first && near > ring_below) {
    std::ranges::copy(dz, slope_.begin());
    return outcome;
  }
  look_around(t, lifted_, first);
  if (ring_.kind != Kind::regular && ring_.inside) {
    if (ring_.kind != Kind::crossing) {
      end_ = {ring_.kind, t, {z.begin(), z.end()}};
      return {Outcome::singular, outcome.row};
    }
    std::ranges::copy(ring_.rate, dz.begin());
    std::ranges::copy(dz, slope_.begin());
    between_ = interpolated_ = true;
    return {};
  }
  outcome = ode_.derivative(t, lifted_, dz);
  if (outcome) std::ranges::copy(dz, slope_.begin());
  return outcome;
}

Ode::Projection Passage::project(double t, Out z, Levels levels) {
  std::ranges::copy(z, before_.begin());
  Projection result = ode_.project(t, z, levels);
  if (charted_ || result.outcome.verdict == Outcome::not_finite) return result;
  const double near = result.outcome.verdict == Outcome::singular ? 0 : nearness();
  if (!careful_ && (best_ == 0 || near > careful_below)) return result;
  if (levels != Levels::all) return result;
  std::ranges::copy(before_, lifted_.begin());
  const bool lifted = lift(t, lifted_);
  if (!lifted) std::ranges::copy(before_, lifted_.begin());
  const double there = ode_.derivative(t, lifted_, work_) ? nearness() : 0;
  if (there <= ring_below) {
    look_around(t, lifted_);
    if (ring_.kind == Kind::crossing && ring_.inside) {
      std::ranges::copy(ring_.middle, z.begin());
      return {{}, result.iterations};
    }
  }
  if (lifted) {
    std::ranges::copy(lifted_, z.begin());
    return {{}, result.iterations};
  }
  return result;
}

// Onto the branch, by Newton's method with a matrix of its own in each round.
bool Passage::lift(double t, Out z) {
  for (int round = 0; round < lift_rounds; ++round) {
    std::ranges::copy(z, work_.begin());
    if (!ode_.derivative(t, z, lift_slope_)) return false;
    const Outcome outcome = ode_.project(t, z, Levels::all).outcome;
    if (!finite_numbers(z)) return false;
    double moved = 0;
    for (std::size_t i = 0; i < z.size(); ++i)
      moved = std::max(
          moved, std::fabs(z[i] - work_[i]) / std::max(ode_.nominal(static_cast<int>(i)), std::fabs(z[i])));
    if (moved <= lifted_enough) return true;
    if (outcome && round > 0) return true;
    if (!outcome && outcome.verdict != Outcome::diverged) return false;
  }
  return false;
}

}  // namespace trammel::system
