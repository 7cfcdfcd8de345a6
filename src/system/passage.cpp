#include "system/passage.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::system {
namespace {

// Nearness relative to the largest one seen, which falls like the distance to the singular point: below the
// first f^ is evaluated on the branch, below the second it may have to be interpolated.
constexpr double careful_below = 0.1, ring_below = 0.04;
// Distances r of a ring, in times in which something moves by its own size. Rounding errors of f^ grow like
// r⁻², errors of the interpolation like 20 r⁸. It is made larger until its points are as far away as `clear_of_it`.
constexpr double smallest_ring = 4e-3, largest_ring = 3.2e-2, tiniest_ring = 2e-5, first_ring = 1.6e-2,
                 clear_of_it = 0.03;
constexpr std::array<double, 8> ring_nodes = {-9, -7, -5, -3, 3, 5, 7, 9};
constexpr std::array<std::size_t, 2> inner_nodes = {3, 4}, last_nodes = {0, 7};
constexpr std::array<std::size_t, 6> outer_nodes = {0, 1, 2, 5, 6, 7};
// The state is inside if it is nearer by this factor than the first points on either side: |distance| < r.
constexpr double inside_by = 3;
// Nearness at 9r beside that at 3r: 3 times at a simple zero of the constraint's gradient, 9 at a double one.
constexpr double double_zero = 5.2;
constexpr double node_moves = 0.5;       // a point may be moved by so much of its distance
constexpr double no_gap = 1e-9;          // of what a constraint changes by if a state moves by its own size
constexpr int lift_rounds = 5;           // of Newton's method, each with a new matrix
constexpr double lifted_enough = 1e-10;  // the last round may move the state by this, relative to its size

bool finite_numbers(Vec values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

Passage::Passage(std::unique_ptr<Ode> inner) : inner_(std::move(inner)), ode_(*inner_) {
  const auto n = static_cast<std::size_t>(ode_.size()), tops = ode_.top().size();
  slope_.assign(n, 0.0);
  work_ = lifted_ = before_ = lift_slope_ = direction_ = ring_.middle = ring_.rate = slope_;
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

// Of the matrix that was factored last; falls like the distance to a singular point.
double Passage::nearness() {
  double condition = ode_.condition();
  if (!weighed_ && condition > 0) {
    ode_.weigh();
    weighed_ = true;
    condition = ode_.condition();
  }
  return condition > 0 ? 1 / std::sqrt(condition) : 0;
}

Outcome Passage::derivative(double t, Vec z, Out dz) {
  constexpr double surely_far = 0.1;
  const Outcome outcome = ode_.derivative(t, z, dz);
  between_ = careful_ = false;
  condition_ = 0;
  if (charted_ || outcome.verdict == Outcome::not_finite || outcome.verdict == Outcome::diverged)
    return outcome;
  const double near = outcome ? nearness() : 0;
  const bool first = best_ == 0;
  if (!first && near > careful_below * best_) {
    best_ = std::max(best_, near);
    std::ranges::copy(dz, slope_.begin());
    return outcome;
  }
  best_ = std::max(best_, near);
  if (outcome) std::ranges::copy(dz, slope_.begin());
  if (first && near > surely_far) return outcome;
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
  if (!first && near > ring_below * best_) {
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
  if (!careful_ && (best_ == 0 || near > careful_below * best_)) return result;
  if (levels != Levels::all) return result;
  std::ranges::copy(before_, lifted_.begin());
  const bool lifted = lift(t, lifted_);
  if (!lifted) std::ranges::copy(before_, lifted_.begin());
  const double there = ode_.derivative(t, lifted_, work_) ? nearness() : 0;
  if (there <= ring_below * best_) {
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

// The time in which something moves by its own size; infinite at rest. Sets the direction of motion: what has
// no velocity among the states goes on as it went last.
double Passage::slowness(Vec z) {
  const std::vector<Part>& parts = ode_.state();
  double fastest = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size() || parts[i + 1].unknown != parts[i].unknown;
    direction_[i] = !last ? z[i + 1] : parts[i].derivative == 0 ? slope_[i] : 0;
    fastest = std::max(
        fastest, std::fabs(direction_[i]) / std::max(ode_.nominal(static_cast<int>(i)), std::fabs(z[i])));
  }
  return 1 / fastest;
}

bool Passage::make_node(std::size_t k, double t, Vec z, double r) {
  const double ahead = ring_nodes[k] * r;
  std::vector<double>& node = ring_.z[k];
  for (std::size_t i = 0; i < z.size(); ++i) node[i] = z[i] + ahead * direction_[i];
  if (!lift(t + ahead, node) || !ode_.derivative(t + ahead, node, ring_.slope[k])) return false;
  ring_.near[k] = nearness();
  std::ranges::copy(ode_.top(), ring_.top_at[k].begin());
  double far = 0, moved = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double size = std::max(ode_.nominal(static_cast<int>(i)), std::fabs(z[i]));
    if (ode_.state()[i].derivative != 0) continue;
    far = std::max(far, std::fabs(ahead * direction_[i]) / size);
    moved = std::max(moved, std::fabs(node[i] - z[i] - ahead * direction_[i]) / size);
  }
  return moved <= node_moves * far;
}

// The points at this distance. `again`: the distance may be chosen anew, so those far away are not needed where
// those next to the state are too near to the singular point still.
Passage::Reach Passage::make_ring(double t, Vec z, double r, bool again) {
  double next = 0;
  int before = 0, behind = 0;
  for (const std::size_t k : inner_nodes) {
    ring_.good[k] = make_node(k, t, z, r);
    if (ring_.good[k]) next = std::max(next, ring_.near[k]);
  }
  best_ = std::max(best_, next);
  if (again && next > 0 && next < clear_of_it * best_) return Reach::too_near;
  for (const std::size_t k : outer_nodes) ring_.good[k] = make_node(k, t, z, r);
  for (std::size_t k = 0; k < nodes; ++k)
    if (ring_.good[k]) ++(k < nodes / 2 ? before : behind);
  return before >= 2 && behind >= 2 ? Reach::good : Reach::too_far;
}

// What is there: leaves its answer in ring_.
void Passage::look_around(double t, Vec z, bool first) {
  const std::vector<double> state(z.begin(), z.end());
  ring_.kind = Kind::regular;
  ring_.inside = false;
  const double here = ode_.derivative(t, state, work_) ? nearness() : 0;
  const double unit = slowness(state);
  constexpr double vanishes = 1e-6;
  if (!std::isfinite(unit)) {
    ring_.inside = here < vanishes;
    if (ring_.inside) ring_.kind = Kind::at_rest;
    return;
  }
  double r = first ? first_ring : smallest_ring;
  Reach before = Reach::good, reach = make_ring(t, state, r * unit, true);
  for (; reach != Reach::good; before = reach, reach = make_ring(t, state, r * unit, true)) {
    const double other = reach == Reach::too_near ? 2 * r : r / 4;
    const bool turns = before != Reach::good && before != reach;
    if (turns || other > largest_ring || other < tiniest_ring) {
      if (reach == Reach::too_near) reach = make_ring(t, state, r * unit, false);
      break;
    }
    r = other;
  }
  double first_near = 0, far = 0;
  for (const std::size_t k : inner_nodes)
    if (ring_.good[k]) first_near = std::max(first_near, ring_.near[k]);
  for (const std::size_t k : last_nodes)
    if (ring_.good[k]) far = std::max(far, ring_.near[k]);
  ring_.inside = here * inside_by < first_near || (here < vanishes && first_near == 0);
  if (!ring_.inside) return;
  if (reach != Reach::good) {
    ring_.kind = Kind::dead_end;
    return;
  }
  if (far > double_zero * first_near) {
    ring_.kind = Kind::touching;
    return;
  }
  interpolate();
  if (!gap(t)) ring_.kind = Kind::crossing;
}

// Lagrange's formula at the state itself, through all points there are.
void Passage::interpolate() {
  std::ranges::fill(ring_.middle, 0.0);
  std::ranges::fill(ring_.rate, 0.0);
  std::ranges::fill(ring_.top, 0.0);
  for (std::size_t k = 0; k < nodes; ++k) {
    if (!ring_.good[k]) continue;
    double weight = 1;
    for (std::size_t l = 0; l < nodes; ++l)
      if (l != k && ring_.good[l]) weight *= ring_nodes[l] / (ring_nodes[l] - ring_nodes[k]);
    for (std::size_t i = 0; i < ring_.middle.size(); ++i) {
      ring_.middle[i] += weight * ring_.z[k][i];
      ring_.rate[i] += weight * ring_.slope[k][i];
    }
    for (std::size_t j = 0; j < ring_.top.size(); ++j) ring_.top[j] += weight * ring_.top_at[k][j];
  }
}

// Do the constraints fail in the middle? Measured by what they change by if a state moves by its own size
// beside it, where they are not singular.
bool Passage::gap(double t) {
  constexpr double probe = 1e-5;
  const std::size_t side = ring_.good[4] ? 4 : 3;
  std::vector<double>& beside = ring_.z[side];
  std::vector<double> size(h_.size(), 0.0);
  ode_.invariants(t, beside, h_);
  for (std::size_t i = 0; i < beside.size(); ++i) {
    const double kept = beside[i],
                 step = probe * std::max(ode_.nominal(static_cast<int>(i)), std::fabs(kept));
    beside[i] = kept + step;
    ode_.invariants(t, beside, h_moved_);
    beside[i] = kept;
    for (std::size_t k = 0; k < size.size(); ++k)
      size[k] = std::max(size[k], std::fabs(h_moved_[k] - h_[k]) / probe);
  }
  ode_.invariants(t, ring_.middle, h_);
  for (std::size_t k = 0; k < size.size(); ++k)
    if (std::fabs(h_[k]) > no_gap * size[k]) return true;
  return false;
}

// --- steps --------------------------------------------------------------------------------------------

void Passage::begin(double t, Vec z) {
  crossings_.clear();
  end_ = {};
  last_.known = false;
  rate_ = 0;
  accepted(t, z);
}

void Passage::accepted(double t, Vec z) {
  if (charted_) return;
  // The factors that are there belong to this point, or to one that is as near as the error of the step.
  if (searched_) (void)ode_.derivative(t, z, work_);
  const double near = between_ && !searched_ ? 0 : nearness();
  rate_ = last_.known && t > last_.t ? (near - last_.near) / (t - last_.t) : 0;
  if (seen_.kind == Kind::crossing && seen_.t <= t && (!last_.known || seen_.t >= last_.t)) {
    crossings_.push_back(seen_);
    rate_ = 0;
  }
  seen_ = {};
  interpolated_ = searched_ = false;
  last_.known = true;
  last_.t = t;
  last_.near = near;
  std::ranges::copy(z, last_.z.begin());
}

// Nearness falls so fast that it would vanish within about this step.
bool Passage::heads_for(double t) const {
  constexpr double margin = 1.5;
  return rate_ < 0 && last_.near + margin * rate_ * (t - last_.t) < 0;
}

Outcome Passage::admit(double t, Vec z) {
  if (charted_ || !last_.known || !(t > last_.t)) return {};
  seen_ = {};
  if (!interpolated_ && !heads_for(t)) return {};
  Point found;
  searched_ = true;
  if (nearest_between(t, z, found) > ring_below * best_) return {};
  look_around(found.t, found.z);
  if (!ring_.inside || ring_.kind == Kind::regular) return {};
  found.kind = ring_.kind;
  if (found.kind == Kind::crossing) {
    seen_ = std::move(found);
    return {};
  }
  end_ = std::move(found);
  return {Outcome::singular, -1};
}

// The smallest nearness on the way from the last accepted point, along a cubic and moved onto the branch.
double Passage::nearest_between(double t, Vec z, Point& found) {
  constexpr int samples = 8, refinements = 30;
  constexpr double golden = 0.3819660112501051;
  const double h = t - last_.t;
  const std::vector<double> end(z.begin(), z.end());
  std::vector<double> end_slope(end.size()), at(end.size());
  if (!derivative(last_.t, last_.z, last_.slope) || !derivative(t, end, end_slope)) return INFINITY;
  const auto near_at = [&](double theta) {
    const double a = theta * theta * (3 - 2 * theta), b = theta * (1 - theta) * (1 - theta) * h,
                 c = theta * theta * (theta - 1) * h;
    for (std::size_t i = 0; i < at.size(); ++i)
      at[i] = (1 - a) * last_.z[i] + a * end[i] + b * last_.slope[i] + c * end_slope[i];
    std::ranges::copy(at, lifted_.begin());
    if (lift(last_.t + theta * h, lifted_)) at = lifted_;
    return ode_.derivative(last_.t + theta * h, at, work_) ? nearness() : 0.0;
  };
  double best = INFINITY, where = 0;
  for (int k = 0; k <= samples; ++k)
    if (const double near = near_at(double(k) / samples); near < best) {
      best = near;
      where = double(k) / samples;
    }
  double low = std::max(0.0, where - 1.0 / samples), high = std::min(1.0, where + 1.0 / samples);
  double x1 = low + golden * (high - low), x2 = high - golden * (high - low);
  double f1 = near_at(x1), f2 = near_at(x2);
  for (int k = 0; k < refinements; ++k) {
    if (f1 < f2) {
      high = x2;
      x2 = x1;
      f2 = f1;
      f1 = near_at(x1 = low + golden * (high - low));
    } else {
      low = x1;
      x1 = x2;
      f1 = f2;
      f2 = near_at(x2 = high - golden * (high - low));
    }
  }
  where = f1 < f2 ? x1 : x2;
  best = near_at(where);
  found.t = last_.t + where * h;
  found.z = at;
  return best;
}

Passage::Point Passage::look_at(double t, Vec z) {
  if (charted_) return {};
  look_around(t, z);
  return {ring_.inside ? ring_.kind : Kind::regular, t, {z.begin(), z.end()}};
}

}  // namespace trammel::system
