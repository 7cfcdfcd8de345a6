// pipeline/instants_look.cpp: relations that change somewhere within a step.
#include <algorithm>
#include <cmath>
#include <limits>

#include "pipeline/crossings.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {
namespace {

using expr::Op;

constexpr double eps_of_look = std::numeric_limits<double>::epsilon();

// sign*zero + offset must stay positive; otherwise the relation gets the next value.
struct Guard {
  double sign = 1, offset = 0, next = 0;
};

// At most two per relation.
int guards_of(const HeldRelation& relation, double now, Guard (&guards)[2]) {
  if (relation.kind == HeldRelation::Kind::truth) {
    const bool upward = relation.op == Op::gt || relation.op == Op::ge;
    guards[0] = {upward == (now != 0) ? 1.0 : -1.0, 0, 1 - now};
    return 1;
  }
  const bool middle = relation.kind == HeldRelation::Kind::trunc && now == 0;
  const bool upper =
      relation.kind == HeldRelation::Kind::floor || (relation.kind == HeldRelation::Kind::trunc && now > 0);
  const double low = middle ? -1 : upper ? now : now - 1, high = middle ? 1 : upper ? now + 1 : now;
  guards[0] = {1, -low, now - 1};
  guards[1] = {-1, high, now + 1};
  return 2;
}

// A polynomial through values at Chebyshev points leaves their range by less than this part of it, up to
// degree 16 [Tre13, theorem 15.2].
constexpr double overshoot = 1.5;

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
  // Between steps the polynomial leaves the constraints a little; relations may be among them.
  if (view_.ode().invariants() > 0 && view_.ode().derivative(t, z_, rate_)) (void)view_.ode().project(t, z_);
}

std::optional<double> Instants::look(const solution::StepPolynomial& step, const std::vector<int>& place) {
  found_ = {};
  if (code_->watched.empty()) return {};
  refresh();
  return look_within(step, place, step.from(), step.to(), 0);
}

std::optional<double> Instants::look_within(const solution::StepPolynomial& step,
                                            const std::vector<int>& place, double from, double to,
                                            int depth) {
  constexpr int deepest = 6;
  const std::size_t count = code_->watched.size(), points = static_cast<std::size_t>(step.degree()) + 1;
  nodes_.resize(points * count);
  margins_.resize(points);
  const std::vector<double>& theta = solution::chebyshev_grid(step.degree()).points;
  for (std::size_t i = 0; i < points; ++i) {
    const double t = i + 1 == points ? to : from + theta[i] * (to - from);
    state_at(step, place, t);
    if (view_.evaluate(EventCode::zeros, t, z_, Out(nodes_).subspan(i * count, count))) continue;
    const double middle = 0.5 * (from + to);
    if (depth == deepest || !(from < middle && middle < to)) return {};
    const std::optional<double> first = look_within(step, place, from, middle, depth + 1);
    return first ? first : look_within(step, place, middle, to, depth + 1);
  }
  if (view_.evaluate(EventCode::sides, to, z_, sides_))
    for (std::size_t k = 0; k < size_.size(); ++k)
      size_[k] = std::max(size_[k], std::fabs(sides_[2 * k]) + std::fabs(sides_[2 * k + 1]));

  std::vector<double> inside(count);
  std::optional<double> first;
  struct Hit {
    double t;
    Cause::Flip flip;
  };
  std::vector<Hit> hits;
  for (std::size_t w = 0; w < count; ++w) {
    const auto k = static_cast<std::size_t>(code_->watched[w]);
    const HeldRelation& relation = code_->relations[k];
    Guard guards[2];
    const int many = guards_of(relation, of(relation.parameter), guards);
    for (int g = 0; g < many; ++g) {
      const Guard& guard = guards[g];
      double low = INFINITY, high = -INFINITY;
      for (std::size_t i = 0; i < points; ++i) {
        margins_[i] = guard.sign * nodes_[i * count + w] + guard.offset;
        low = std::min(low, margins_[i]);
        high = std::max(high, margins_[i]);
      }
      // Rounding of the sides, and of the time at which they are taken.
      const double of_time = 4 * eps_of_look * std::max(std::fabs(from), std::fabs(to)) / (to - from);
      const double noise = std::max(
          16 * eps_of_look * std::max(size_[k], relation.kind == HeldRelation::Kind::truth ? 0.0 : 1.0),
          std::max(of_time * (high - low), 2 * slack_[k]));
      if (low - overshoot * (high - low) > noise) continue;
      const Margin margin{margins_, noise, [&](double t) {
                            state_at(step, place, t);
                            if (!view_.evaluate(EventCode::zeros, t, z_, inside)) return double(NAN);
                            return guard.sign * inside[w] + guard.offset;
                          }};
      if (const auto t = first_negative(margin, from, to)) {
        hits.push_back({*t, {code_->watched[w], guard.next}});
        first = std::min(first.value_or(*t), *t);
      }
    }
  }
  if (!first) return {};
  const double close = 4 * eps_of_look * std::fabs(*first);
  for (const Hit& hit : hits)
    if (hit.t <= *first + close) found_.flips.push_back(hit.flip);
  return first;
}

Cause Instants::touching(double t, Vec z) {
  Cause cause;
  refresh();
  if (code_->watched.empty() || !view_.evaluate(EventCode::sides, t, z, sides_)) return cause;
  for (const int w : code_->watched) {
    const auto k = static_cast<std::size_t>(w);
    const HeldRelation& relation = code_->relations[k];
    if (relation.kind == HeldRelation::Kind::truth && relation.delay < 0 &&
        std::fabs(sides_[2 * k] - sides_[2 * k + 1]) <= 16 * eps_of_look * size_[k])
      cause.flips.push_back({w, 1 - of(relation.parameter)});
  }
  return cause;
}

Cause Instants::reached(double t, Vec z) {
  Cause cause;
  refresh();
  if (code_->watched.empty() || !view_.evaluate(EventCode::sides, t, z, sides_)) return cause;
  for (const int k : code_->watched) {
    const HeldRelation& relation = code_->relations[static_cast<std::size_t>(k)];
    if (relation.delay >= 0) continue;
    const double left = sides_[2 * static_cast<std::size_t>(k)],
                 right = sides_[2 * static_cast<std::size_t>(k) + 1];
    const double value = value_of(relation, left, right);
    if (!std::isnan(value) && value != of(relation.parameter)) cause.flips.push_back({k, value});
  }
  return cause;
}

}  // namespace trammel::pipeline
