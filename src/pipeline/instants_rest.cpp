// pipeline/instants_rest.cpp: motion that comes to rest where a relation changes.
//
// Two tanks become level: q = if h1 > h2 then sqrt(h1 - h2) else -sqrt(h2 - h1). Both sides vanish at the
// zero, so nothing pushes the motion over it, and neither side has a value beyond. Rounding leaves the
// difference a little away from zero, where the root is still 1e-8 and every step of some length has no
// value.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pipeline/guards.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {
namespace {

constexpr double rounding_of_rest = 16 * std::numeric_limits<double>::epsilon();  // of the sides

}  // namespace

// Many steps in a row within rounding of the zero of a relation, all of them together far shorter than the
// time before: the motion has come there, and no step gets away.
std::optional<double> Instants::comes_to_rest(const solution::StepPolynomial& step,
                                              const std::vector<int>& place) {
  constexpr int patience = 50;
  constexpr double short_time = 1e-4, no_time = 1e-12;
  const std::size_t count = code_->watched.size();
  if (idle_.size() != count) idle_.assign(count, {});
  if (begun_at_.size() != count || nodes_.size() < count) return {};
  bool rests = false;
  for (std::size_t w = 0; w < count; ++w) {
    const auto k = static_cast<std::size_t>(code_->watched[w]);
    const HeldRelation& relation = code_->relations[k];
    const double noise = rounding_of_rest * size_of(k), end = nodes_[nodes_.size() - count + w];
    Idle& idle = idle_[w];
    if (relation.kind != HeldRelation::Kind::truth || relation.delay >= 0 || relation.at_rest ||
        !(std::fabs(begun_at_[w]) <= noise && std::fabs(end) <= noise)) {
      idle = {};
      continue;
    }
    if (idle.steps++ == 0) idle.since = step.from();
    if (idle.steps < patience) continue;
    if (!came_to_zero(w, noise)) {  // it was there all the time, and steps may be short for other reasons
      const bool stands =
          idle.since == look_since_ && step.to() - idle.since <= no_time * (horizon_ - idle.since);
      if (stands && idle.steps == patience) begin_beyond(step, place, static_cast<int>(k));
      continue;
    }
    if (step.to() - idle.since > short_time * (idle.since - look_since_)) continue;
    idle = {};
    rests = true;
    found_.flips.push_back({static_cast<int>(k), value_of(relation, 0, 0)});
  }
  if (found_.flips.empty()) return {};
  found_.rests = rests;
  return step.to();
}

// Two tanks begin level, and one of them is filled: the relation begins at its zero, on a side that has no
// value where the motion goes, and steps stay within rounding. If the other side holds a moment later, the
// relation changes at once.
void Instants::begin_beyond(const solution::StepPolynomial& step, const std::vector<int>& place,
                            int relation) {
  const int at = code_->relations[static_cast<std::size_t>(relation)].parameter;
  const double value = of(at),
               pace = std::exchange(pace_, 0.0);  // the last step tells nothing about a moment
  state_at(step, place, step.to());
  const std::vector<double> begun = parameters_, z = z_;
  const bool holds = holds_ahead(step.to(), z, {relation}, {{relation, value}});
  set(at, 1 - value);
  const bool other = holds_ahead(step.to(), z, {relation}, {{relation, 1 - value}});
  parameters_ = begun;
  fresh_ = false;
  pace_ = pace;
  if (!holds && other) found_.flips.push_back({relation, 1 - value});
}

// Along the flow the margin m begins as m' s + m'' s^2 / 2: it is back after -2 m'/m''. Both follow from two
// short steps, whose length follows from what they find.
double Instants::back_within(double t, Vec z, std::size_t relation, double seen) {
  constexpr int most = 12;
  constexpr double shorter = 0.125, moment = 0.01;  // of the last step, or of the time unit at the start
  std::vector<double> at(z.size()), slope(z.size());
  double length = moment * (pace_ > 0 ? pace_ : code_->reference->dae.time_unit);
  const auto margin = [&](double s) {
    return view_.evaluate(EventCode::sides, t + s, at, sides_)
               ? sides_[2 * relation] - sides_[2 * relation + 1]
               : double(NAN);
  };
  for (int k = 0; k < most; ++k) {
    at.assign(z.begin(), z.end());
    double rate[2], before = margin(0);
    for (int n = 0; n < 2; ++n) {
      if (!view_.ode().derivative(t + n * length, at, slope)) return INFINITY;
      for (std::size_t i = 0; i < at.size(); ++i) at[i] += length * slope[i];
      const double next = margin((n + 1) * length);
      rate[n] = (next - before) / length;
      before = next;
    }
    const double bend = (rate[1] - rate[0]) / length, back = -2 * rate[0] / bend;
    if (!(back > 0 && std::isfinite(back))) return INFINITY;
    if (length > shorter * back) {
      length = shorter * back;
      continue;
    }
    return 0.25 * std::fabs(rate[0]) * back < seen ? back : INFINITY;
  }
  return INFINITY;
}

double Instants::soon_back(double t, Vec z, double tolerance) {
  constexpr double several = 3;  // tolerances: an error test may let that pass
  if (code_->watched.empty() || z.empty()) return INFINITY;
  refresh();
  if (!view_.evaluate(EventCode::sides, t, z, sides_)) return INFINITY;
  const std::vector<double> begun = sides_;
  double soonest = INFINITY;
  for (const int watched : code_->watched) {
    const auto k = static_cast<std::size_t>(watched);
    const HeldRelation& relation = code_->relations[k];
    if (relation.kind != HeldRelation::Kind::truth || relation.delay >= 0 || relation.at_rest) continue;
    if (!(std::fabs(begun[2 * k] - begun[2 * k + 1]) <= rounding_of_rest * size_[k])) continue;
    soonest = std::min(soonest, back_within(t, z, k, several * tolerance * size_of(k)));
  }
  return soonest;
}

bool Instants::is_left(double t, Vec z, int relation) {
  const std::vector<double> begun = parameters_;
  bool left = false;
  for (const double value : {0.0, 1.0}) {
    set(code_->relations[static_cast<std::size_t>(relation)].parameter, value);
    left = left || holds_ahead(t, z, {relation}, {{relation, value}});
  }
  parameters_ = begun;
  fresh_ = false;
  return left;
}

// The state that is a rounding error away from the zeros of relations goes onto them, along the one component
// that moves each most.
void Instants::pull_to_zeros(double t, std::vector<double>& z, const Cause& cause) {
  constexpr int most = 5;
  constexpr double part = 0x1p-20;
  std::vector<double> sides(2 * code_->relations.size()), moved = z;
  for (const Cause::Flip& flip : cause.flips) {
    const auto k = static_cast<std::size_t>(flip.relation);
    if (code_->relations[k].kind != HeldRelation::Kind::truth) continue;
    const auto zero = [&](Vec at) {
      return view_.evaluate(EventCode::sides, t, at, sides) ? sides[2 * k] - sides[2 * k + 1] : double(NAN);
    };
    std::size_t best = z.size();
    double slope = 0, gain = 0;
    const double from = zero(z);
    for (std::size_t i = 0; i < z.size(); ++i)
      for (const double sign : {1.0, -1.0}) {
        const double size = std::max(std::fabs(z[i]), view_.ode().nominal(static_cast<int>(i)));
        moved[i] = z[i] + sign * part * size;
        const double rate = (zero(moved) - from) / (moved[i] - z[i]);
        moved[i] = z[i];
        if (!std::isfinite(rate)) continue;
        if (std::fabs(rate) * size > gain) best = i, slope = rate, gain = std::fabs(rate) * size;
        break;
      }
    if (best == z.size()) continue;
    double left = from;
    for (int n = 0; n < most && left != 0; ++n) {
      moved[best] -= left / slope;
      left = zero(moved);
      if (!std::isfinite(left)) break;
    }
    const double near = rounding_of_rest * std::max(size_[k], gain);
    if (left == 0 && std::fabs(slope * (moved[best] - z[best])) <= near) z[best] = moved[best];
    moved[best] = z[best];
  }
}

}  // namespace trammel::pipeline
