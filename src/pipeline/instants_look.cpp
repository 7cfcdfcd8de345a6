// pipeline/instants_look.cpp: relations that change somewhere within a step.
#include <algorithm>
#include <cmath>
#include <limits>

#include "pipeline/crossings.hpp"
#include "pipeline/guards.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {
namespace {

using expr::Op;

constexpr double eps_of_look = std::numeric_limits<double>::epsilon();

// A polynomial through values at Chebyshev points leaves their range by less than this part of it, up to
// degree 16 [Tre13, theorem 15.2].
constexpr double overshoot = 1.5;

// Where the polynomial through the values at the Chebyshev points is compared with the function itself. They
// are no simple fractions of the step, so that no wave fits all of these points.
constexpr double probes[] = {0.3719, 0.7043};
// Farther off there than this part of the range, and the function is not what the points show: sin(50*time)
// on a step of length 1.
constexpr double unlike = 0.02;
// A function that the points resolve has hardly anything of the highest polynomial in it [Tre13, chapter 7].
// One that has more than this part of its range may go to and fro many times between them, and pass the
// probes by chance: it is looked at here, too.
constexpr double resolved = 1e-3, more_probes[] = {0.1371, 0.5288, 0.8816, 0.2467, 0.9417};

// The coefficient of the highest polynomial, from values at Chebyshev points.
double highest_coefficient(Vec values, std::size_t first, std::size_t stride) {
  double sum = 0, sign = 1;
  const std::size_t n = (values.size() - first - 1) / stride;
  for (std::size_t i = 0; i <= n; ++i, sign = -sign)
    sum += sign * (i == 0 || i == n ? 0.5 : 1.0) * values[first + i * stride];
  return n == 0 ? 0 : std::fabs(sum) / static_cast<double>(n);
}

}  // namespace

// The state z of the reference, from the polynomial.
void Instants::state_at(const solution::StepPolynomial& step, const std::vector<int>& place, double t) {
  y_.resize(static_cast<std::size_t>(step.size()));
  slope_.resize(y_.size());
  z_.resize(place.size());
  rate_.resize(place.size());
  step.at(t, y_);
  if (std::ranges::any_of(place, [](int at) { return at < 0; })) step.slope(t, slope_);
  for (std::size_t i = 0; i < place.size(); ++i)
    z_[i] = place[i] < 0 ? slope_[static_cast<std::size_t>(-1 - place[i])]
                         : y_[static_cast<std::size_t>(place[i])];
  see(z_);
  // Between steps the polynomial leaves the constraints a little; relations may be among them.
  if (view_.ode().invariants() == 0 || !view_.ode().derivative(t, z_, rate_)) return;
  const int times = sharp_ ? 3 : 1;
  for (int k = 0; k < times && view_.ode().project(t, z_).outcome; ++k) continue;
}

std::optional<double> Instants::look(const solution::StepPolynomial& step, const std::vector<int>& place) {
  constexpr int most_parts = 20000;  // of one step
  found_ = {};
  if (code_->watched.empty()) return {};
  refresh();
  parts_left_ = most_parts;
  pace_ = step.to() - step.from();
  if (farthest_.empty()) look_since_ = step.from();
  const std::optional<double> found = look_within(step, place, step.from(), step.to(), 0);
  return found ? found : comes_to_rest(step, place);
}

bool Instants::zeros_at(const solution::StepPolynomial& step, const std::vector<int>& place, double t,
                        Out zeros) {
  state_at(step, place, t);
  return view_.evaluate(EventCode::zeros, t, z_, zeros);
}

std::optional<double> Instants::look_at_halves(const solution::StepPolynomial& step,
                                               const std::vector<int>& place, double from, double to,
                                               int depth) {
  const double middle = 0.5 * (from + to);
  parts_left_ -= 2;
  const std::optional<double> first = look_within(step, place, from, middle, depth + 1);
  return first ? first : look_within(step, place, middle, to, depth + 1);
}

// The range of a margin over all places where it is known.
Instants::Range Instants::range_of(std::size_t w, double sign, double offset, double from, double to) const {
  const std::size_t count = code_->watched.size();
  const auto k = static_cast<std::size_t>(code_->watched[w]);
  Range range;
  const auto take = [&](double zero) {
    range.low = std::min(range.low, sign * zero + offset);
    range.high = std::max(range.high, sign * zero + offset);
  };
  for (std::size_t at = w; at < nodes_.size(); at += count) take(nodes_[at]);
  for (std::size_t at = w; at < probed_.size(); at += count) take(probed_[at]);
  // Rounding of the sides, and of the time at which they are taken.
  const double of_time = 4 * eps_of_look * std::max(std::fabs(from), std::fabs(to)) / (to - from);
  const bool whole = code_->relations[k].kind != HeldRelation::Kind::truth;
  range.noise = std::max({16 * eps_of_look * std::max(size_[k], whole ? 1.0 : 0.0),
                          of_time * (range.high - range.low), 2 * slack_[k]});
  return range;
}

// How far the polynomial through the nodes is from the function.
void Instants::compare_with_probes(const solution::StepPolynomial& step, const std::vector<int>& place,
                                   double from, double to) {
  const std::size_t count = code_->watched.size();
  const solution::StepPolynomial zeros(from, to, step.degree(), nodes_);
  std::vector<double> inside(count), itself(count);
  off_.assign(count, 0);
  for (std::size_t p = 0; p < std::size(probes); ++p) {
    zeros.at(from + probes[p] * (to - from), inside);
    for (std::size_t w = 0; w < count; ++w)
      off_[w] = std::max(off_[w], std::fabs(inside[w] - probed_[p * count + w]));
  }
  bool open = false;
  for (std::size_t w = 0; w < count && !open; ++w) {
    const Range range = range_of(w, 1, 0, from, to);
    const double high = highest_coefficient(nodes_, w, count);
    open = high > resolved * (range.high - range.low) && high > range.noise;
  }
  for (std::size_t p = 0; p < std::size(more_probes) && open; ++p) {
    const double t = from + more_probes[p] * (to - from);
    if (!zeros_at(step, place, t, itself)) continue;
    zeros.at(t, inside);
    for (std::size_t w = 0; w < count; ++w) off_[w] = std::max(off_[w], std::fabs(inside[w] - itself[w]));
  }
}

std::optional<double> Instants::look_within(const solution::StepPolynomial& step,
                                            const std::vector<int>& place, double from, double to,
                                            int depth) {
  constexpr int deepest = 6, finest = 30;
  const std::size_t count = code_->watched.size(), points = static_cast<std::size_t>(step.degree()) + 1;
  const double middle = 0.5 * (from + to);
  const bool divisible = from < middle && middle < to;
  nodes_.resize(points * count);
  probed_.resize(std::size(probes) * count);
  margins_.resize(points);
  const std::vector<double>& theta = solution::chebyshev_grid(step.degree()).points;
  bool solved = true;
  for (std::size_t p = 0; p < std::size(probes) && solved; ++p)
    solved = zeros_at(step, place, from + probes[p] * (to - from), Out(probed_).subspan(p * count, count));
  if (!bounds_.empty()) moving_.clear();
  for (std::size_t i = 0; i < points && solved; ++i) {
    solved = zeros_at(step, place, i + 1 == points ? to : from + theta[i] * (to - from),
                      Out(nodes_).subspan(i * count, count));
    if (bounds_.empty() || !solved) continue;
    const Vec top = view_.top();
    moving_.insert(moving_.end(), z_.begin(), z_.end());
    moving_.insert(moving_.end(), top.begin(), top.end());
  }
  if (!solved && (depth >= deepest || !divisible)) return {};
  if (!solved) return look_at_halves(step, place, from, to, depth);
  // A step within rounding, between an event and the stop time, tells nothing about what came to its zero.
  const bool no_step = to - from <= 16 * eps_of_look * std::fabs(to) && begun_at_.size() == count;
  if (depth == 0 && !no_step)
    begun_at_.assign(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(count));
  farthest_.resize(count, 0.0);
  for (std::size_t at = 0; at < nodes_.size(); ++at)
    farthest_[at % count] = std::max(farthest_[at % count], std::fabs(nodes_[at]));
  if (view_.evaluate(EventCode::sides, to, z_, sides_))
    for (std::size_t k = 0; k < size_.size(); ++k)
      size_[k] = std::max(size_[k], std::fabs(sides_[2 * k]) + std::fabs(sides_[2 * k + 1]));

  compare_with_probes(step, place, from, to);
  std::vector<double> inside(count);
  std::optional<double> first;
  bool measured = z_.empty();
  struct Hit {
    double t;
    Cause::Flip flip;
  };
  std::vector<Hit> hits;
  for (std::size_t w = 0; w < count; ++w) {
    const HeldRelation& relation = code_->relations[static_cast<std::size_t>(code_->watched[w])];
    Guard guards[2];
    const int many = guards_of(relation, of(relation.parameter), guards);
    for (int g = 0; g < many; ++g) {
      const Guard& guard = guards[g];
      Range range = range_of(w, guard.sign, guard.offset, from, to);
      constexpr double left_its_zero = 2;  // times the noise
      const auto k = static_cast<std::size_t>(code_->watched[w]);
      const double at_end = guard.sign * nodes_[(points - 1) * count + w] + guard.offset;
      if (waits_[k] > 0 && at_end > left_its_zero * range.noise) waits_[k] = 0;
      // What the points do not resolve may be anywhere between them.
      constexpr double unresolved = 20;  // times what the probes show of it
      const Shown bound = shown(w, guard, range, from, to, step.degree());
      if (bound == Shown::positive) continue;
      if (bound == Shown::in_part && divisible && depth < finest && parts_left_ > 0)
        return look_at_halves(step, place, from, to, depth);
      if (range.low - overshoot * (range.high - range.low) - unresolved * off_[w] > range.noise) continue;
      if (!measured) {
        state_at(step, place, from);
        measure_sizes(from);
        measured = true;
        range = range_of(w, guard.sign, guard.offset, from, to);
      }
      if (off_[w] > unlike * (range.high - range.low) + range.noise && divisible && depth < finest &&
          parts_left_ > 0)
        return look_at_halves(step, place, from, to, depth);
      for (std::size_t i = 0; i < points; ++i)
        margins_[i] = guard.sign * nodes_[i * count + w] + guard.offset;
      const Margin margin{margins_, range.noise, [&](double t) {
                            if (!zeros_at(step, place, t, inside)) return double(NAN);
                            return guard.sign * inside[w] + guard.offset;
                          }};
      if (const auto t = first_negative(margin, from, to)) {
        hits.push_back({*t, {code_->watched[w], guard.next}});
        first = std::min(first.value_or(*t), *t);
      }
    }
  }
  if (!first) return {};
  // A relation that the constraints keep at its zero must not change by what a projection leaves.
  if (!sharp_ && view_.ode().invariants() > 0) {
    sharp_ = true;
    const std::optional<double> again = look_within(step, place, from, to, depth);
    sharp_ = false;
    return again;
  }
  const double close = 4 * eps_of_look * std::fabs(*first);
  for (const Hit& hit : hits)
    if (hit.t <= *first + close) found_.flips.push_back(hit.flip);
  return first;
}

// What was there all the time, as the length of a tight string is, has not come there.
bool Instants::came_to_zero(std::size_t watched, double noise) const {
  constexpr double away = 1e3;  // times the noise
  return watched >= farthest_.size() || farthest_[watched] > away * noise;
}

Cause Instants::touching(double t, Vec z) {
  Cause cause;
  refresh();
  if (code_->watched.empty() || !view_.evaluate(EventCode::sides, t, z, sides_)) return cause;
  for (std::size_t w = 0; w < code_->watched.size(); ++w) {
    const auto k = static_cast<std::size_t>(code_->watched[w]);
    const HeldRelation& relation = code_->relations[k];
    const double noise = 16 * eps_of_look * size_[k];
    if (relation.kind == HeldRelation::Kind::truth && relation.delay < 0 &&
        std::fabs(sides_[2 * k] - sides_[2 * k + 1]) <= noise && came_to_zero(w, noise))
      cause.flips.push_back({code_->watched[w], 1 - of(relation.parameter)});
  }
  cause.rests = !cause.flips.empty();
  return cause;
}

bool Instants::at_zero(double t, Vec z, int relation) {
  constexpr double close = 1e-8;
  refresh();
  if (!view_.evaluate(EventCode::sides, t, z, sides_)) return true;
  const auto k = static_cast<std::size_t>(relation);
  const double left = sides_[2 * k], right = sides_[2 * k + 1];
  return std::fabs(left - right) <= close * std::max(size_[k], std::fabs(left) + std::fabs(right));
}

Cause Instants::reached(double t, Vec z) {
  Cause cause;
  refresh();
  std::vector<double> there(z.begin(), z.end());
  come_onto_constraints(t, there);
  if (code_->watched.empty() || !view_.evaluate(EventCode::sides, t, there, sides_)) return cause;
  for (std::size_t w = 0; w < code_->watched.size(); ++w) {
    const int k = code_->watched[w];
    const HeldRelation& relation = code_->relations[static_cast<std::size_t>(k)];
    if (relation.delay >= 0) continue;
    const double left = sides_[2 * static_cast<std::size_t>(k)],
                 right = sides_[2 * static_cast<std::size_t>(k) + 1];
    double value = value_of(relation, left, right);
    // What has come to its zero in the last step is there: x >= 1 holds if x is 1 but for rounding.
    const double noise = 16 * eps_of_look * size_[static_cast<std::size_t>(k)];
    if (relation.kind == HeldRelation::Kind::truth && std::fabs(left - right) <= noise &&
        begun_at_.size() == code_->watched.size()) {
      // What was there all the time, as the length of a tight string is, stays what it is.
      const bool came = std::fabs(begun_at_[w]) > 1e3 * noise;
      value = came ? relation.op == Op::ge || relation.op == Op::le : of(relation.parameter);
    }
    if (!std::isnan(value) && value != of(relation.parameter)) cause.flips.push_back({k, value});
  }
  return cause;
}

}  // namespace trammel::pipeline
