// pipeline/instants_time.cpp: events whose times are known beforehand.
#include <algorithm>
#include <cmath>
#include <limits>

#include "pipeline/instants.hpp"

namespace trammel::pipeline {
namespace {

using expr::Op;

constexpr double never = std::numeric_limits<double>::infinity();

// Times that differ by rounding only are one: 0.1 + 5*0.1 and 0.2 + 2*0.2.
bool at_once(double t, double event) {
  constexpr double ulps = 4 * std::numeric_limits<double>::epsilon();
  return event - t <= ulps * std::max(std::fabs(t), std::fabs(event));
}

// Whether a function of time is zero at a time and a moment later: max(0, sin(time)) is so where the sine is negative.
bool rests_at_zero(Clock& clock, double t, double to, Vec parameters) {
  constexpr double moment = 1e-9, nothing = 1e-300;
  for (const double from : {t, t + moment * (to - t)})
    for (const double sign : {1.0, -1.0})
      if (const Clock::Found found = clock.next({.sign = sign, .offset = -nothing}, from, to, parameters);
          !found.negative || found.t > from)
        return false;
  return true;
}

bool truth(Op op, bool positive) { return (op == Op::gt || op == Op::ge) == positive; }

}  // namespace

void Instants::read_times() {
  if (times_.empty()) return;
  refresh();
  view_.evaluate(EventCode::times, 0, no_state_, times_);
}

double Instants::sample_time(std::size_t sampler) const {
  const std::size_t at = 2 * (code_->timed.size() + sampler);
  return times_[at] + samples_[sampler] * times_[at + 1];
}

// zero = a t + b, and where it leaves the range of the value that the relation has.
double Instants::next_change(std::size_t timed, double t, double& value) const {
  const HeldRelation& relation = code_->relations[static_cast<std::size_t>(code_->timed[timed])];
  const double b = times_[2 * timed], a = times_[2 * timed + 1], now = of(relation.parameter);
  if (!std::isfinite(a) || !std::isfinite(b)) return never;
  if (a == 0) {  // it rests, perhaps at zero: x < 0 is false there, whatever brought it there
    if (relation.kind != HeldRelation::Kind::truth || relation.delay >= 0) return never;
    value = value_of(relation, b, 0);
    return value != now ? t : never;
  }
  if (relation.kind == HeldRelation::Kind::truth) {
    const double root = -b / a;
    value = truth(relation.op, (a > 0) == at_once(t, root));  // immediately after t
    if (value != now) return t;
    value = 1 - now;
    return at_once(t, root) ? never : root;
  }
  const bool upper =
      relation.kind == HeldRelation::Kind::floor || (relation.kind == HeldRelation::Kind::trunc && now > 0);
  const double low = relation.kind == HeldRelation::Kind::trunc && now == 0 ? -1 : upper ? now : now - 1;
  const double high = relation.kind == HeldRelation::Kind::trunc && now == 0 ? 1 : upper ? now + 1 : now;
  value = a > 0 ? now + 1 : now - 1;
  const double next = ((a > 0 ? high : low) - b) / a;
  return at_once(t, next) ? t : next;
}

const Instants::Ahead& Instants::ahead_of(std::size_t clocked, double t) {
  constexpr double window = 1000;  // where no end is known
  const HeldRelation& relation = code_->relations[static_cast<std::size_t>(code_->clocked[clocked])];
  Clock& clock = clocks_[clocked];
  Ahead& known = ahead_[clocked];
  const double now = of(relation.parameter);
  const auto same = [&] {
    for (std::size_t i = 0; i < known.parameters.size(); ++i)
      if (known.parameters[i] != of(clock.parameters()[i])) return false;
    return true;
  };
  if (t >= known.from && now == known.now && (t < known.t || (t == known.t && known.value)) && same())
    return known;
  known.parameters.clear();
  for (const int id : clock.parameters()) known.parameters.push_back(of(id));
  known.from = t;
  known.now = now;
  known.value.reset();
  const double to = std::isfinite(horizon_) ? horizon_ : t + window * std::max(std::fabs(t), 1.0);
  known.t = t < to && to < horizon_ ? to : never;
  // x < 0 is false where x rests at zero, whatever brought it there.
  if (relation.kind == HeldRelation::Kind::truth && value_of(relation, 0, 0) != now &&
      rests_at_zero(clock, t, to, parameters_)) {
    known.t = t;
    known.value = value_of(relation, 0, 0);
    return known;
  }
  Guard guards[2];
  const int many = guards_of(relation, now, guards);
  for (int g = 0; g < many; ++g) {
    const Clock::Found found = clock.next(guards[g], t, to, parameters_);
    if ((!found.negative && found.t >= to) || found.t > known.t) continue;
    known.t = found.t;
    known.value = found.negative ? std::optional(guards[g].next) : std::nullopt;
  }
  return known;
}

double Instants::next_time(double t) {
  read_times();
  double next = never, value = 0;
  for (std::size_t k = 0; k < clocks_.size(); ++k) {
    const Ahead& found = ahead_of(k, t);
    next = std::min(next, found.value && at_once(t, found.t) ? t : found.t);
  }
  for (std::size_t k = 0; k < code_->timed.size(); ++k) next = std::min(next, next_change(k, t, value));
  for (std::size_t i = 0; i < samples_.size(); ++i)
    next = std::min(next, at_once(t, sample_time(i)) ? t : sample_time(i));
  return next;
}

Cause Instants::due(double t) {
  read_times();
  Cause cause;
  for (std::size_t k = 0; k < code_->timed.size(); ++k)
    if (double value = 0; next_change(k, t, value) <= t) cause.flips.push_back({code_->timed[k], value});
  for (std::size_t k = 0; k < clocks_.size(); ++k)
    if (const Ahead& found = ahead_of(k, t); found.value && at_once(t, found.t))
      cause.flips.push_back({code_->clocked[k], *found.value});
  for (std::size_t i = 0; i < samples_.size(); ++i)
    if (at_once(t, sample_time(i))) cause.samplers.push_back(static_cast<int>(i));
  return cause;
}

}  // namespace trammel::pipeline
