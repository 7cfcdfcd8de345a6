// certify/at_events.cpp: relations that keep their values between events.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "certify/certifier.hpp"

namespace trammel::certify {
namespace {

constexpr double at_jumps = 10;  // times what the tolerance leaves of a variable

// Whether one of the values, moved by this part of its size, would bring the relation to its zero. A current that rests
// at zero in a mode has its size from other modes; what its relation has seen in this one is rounding.
bool within_sizes(HeldRelations& relations, const HeldRelations::Contradiction& each, double t, Vec values,
                  Vec sizes, double part) {
  const double here = relations.margin(each.claim, t, values);
  if (std::isnan(here)) return false;
  std::vector<double> moved(values.begin(), values.end());
  for (std::size_t p = 0; p < moved.size(); ++p) {
    moved[p] += part * sizes[p];
    if (std::fabs(relations.margin(each.claim, t, moved) - here) >= each.distance) return true;
    moved[p] = values[p];
  }
  return false;
}

}  // namespace

void Certifier::set_parameters(Vec values) { equations_.set_parameters(values); }

void Certifier::event(Vec parameters, bool states_may_jump, const std::vector<std::string>& set) {
  numbers_ = std::make_shared<const std::vector<double>>(parameters.begin(), parameters.end());
  equations_.set_parameters(parameters);
  if (relations_) {
    const std::vector<double> before(relations_->held().begin(), relations_->held().end());
    relations_->set_parameters(parameters);
    for (std::size_t k = 0; k < before.size(); ++k)
      if (before[k] != relations_->held()[k] && !std::isnan(before[k])) crossed_.push_back(k);
  }
  if (behind_ != Behind::reset) behind_ = states_may_jump ? Behind::reset : Behind::event;
  for (const std::string& name : set)
    if (const auto at = std::ranges::find(code_->names, name); at != code_->names.end())
      set_.push_back(static_cast<int>(at - code_->names.begin()));
}

void Certifier::take_over(Certifier& before) {
  if (&before == this) return;
  if (before.legacy_)
    legacy_ = std::exchange(before.legacy_, {});
  else
    legacy_ = Legacy{before.t_last_, before.last_known_ && before.begun_, before.last_, before.value_sizes(),
                     before.sizes_.largest()};
}

// How much later the event comes for a run that is displaced by the vector whose growth is followed: by where
// the relation that changed stood at the beginning of the last step and at its end.
void Certifier::carry_over_event(double t, Vec values) {
  constexpr double part = 1e-6;
  const Vec direction = sensitivity_.direction();
  const bool known = !legacy_ && begun_ && last_known_ && t_last_ == t && h_ > 0 && !direction.empty();
  double later = 0;
  for (const std::size_t k : known ? crossed_ : std::vector<std::size_t>{}) {
    std::vector<double> moved = last_;
    for (std::size_t c = 0; c < moved.size(); ++c) moved[c] += part * direction[c];
    const double here = relations_->margin(k, t, last_),
                 slope = (here - relations_->margin(k, t - h_, end_)) / h_;
    const double shift = (relations_->margin(k, t, moved) - here) / part;
    if (!(std::fabs(slope) > 0) || !std::isfinite(shift / slope)) continue;
    later = -shift / slope;
    break;
  }
  if (known) sensitivity_.pass(later, last_, values, set_);
  crossed_.clear();
}

void Certifier::compare_across_event(double t, Vec values) {
  const bool known = legacy_ ? legacy_->known && legacy_->t == t : begun_ && last_known_ && t_last_ == t;
  if (!known || !judged_) return;
  const std::vector<double>& before = legacy_ ? legacy_->last : last_;
  std::vector<double> allowed(variable_bound_);
  for (double& each : allowed) each *= at_jumps;
  std::vector<double> sizes = value_sizes();
  for (std::size_t p = 0; p < sizes.size(); ++p)
    sizes[p] = std::max({sizes[p], std::fabs(before[p]), std::fabs(values[p])});
  const auto at = unexplained(equations_, {t, before, values, sizes, allowed, set_});
  if (!at) return;
  fail({.value = *at,
        .time = t,
        .what = fmt::format("{} jumps from {:.6g} to {:.6g}, which no event explains",
                            quote(equations_.reported()[static_cast<std::size_t>(*at)].name),
                            before[static_cast<std::size_t>(*at)], values[static_cast<std::size_t>(*at)])});
}

// How far beyond its zero a relation may be held, in units of its sides: by the tolerance, and never so far
// that it is plainly wrong.
double Certifier::beyond_zero() const {
  constexpr double plainly = 0.05;
  return std::min(plainly, slack_between(promise_.tolerance) * bound(1, promise_.tolerance));
}

void Certifier::look_at_relations(double t, Vec values, Place place) {
  const double allowed = beyond_zero();
  for (const HeldRelations::Contradiction& each : relations_->contradicted(t, values, allowed)) {
    if (within_sizes(*relations_, each, t, values, sizes_.of_values(), allowed)) continue;
    Doubt mine{{.time = t, .what = each.what}, each.claim, each.distance, allowed};
    // At a jump of what it looks at, the event that follows makes a relation agree with it.
    if (place == Place::accepted && t == t_last_)
      await_event_.push_back(std::move(mine));
    else
      doubt(std::move(mine));
  }
}

// A little beyond the zero of a relation, where it may be by the tolerance, the equations of this side may have no
// value, as sqrt(h) below h = 0. Those of the other side do.
bool Certifier::holds_on_other_side(double t, double h, Vec values) {
  const double allowed = beyond_zero();
  std::vector<double> turned = *numbers_;
  bool any = false;
  for (const HeldRelations::Contradiction& each : relations_->contradicted(t, values, 0)) {
    const auto at = static_cast<std::size_t>(each.parameter);
    if (each.parameter < 0 || at >= turned.size()) continue;
    if (each.distance > allowed * relations_->size(each.claim)) continue;
    turned[at] = each.other;
    any = true;
  }
  if (!any) return false;
  equations_.set_parameters(turned);
  equations_.residuals(t, values, residual_);
  const bool holds = !any_failing(row_size_) || explained(t, h, values, sizes_.of_variables());
  equations_.set_parameters(*numbers_);
  return holds;
}

// The farthest of each relation is enough.
void Certifier::doubt(Doubt doubt) {
  const auto known = std::ranges::find(doubts_, doubt.claim, &Doubt::claim);
  if (known == doubts_.end())
    doubts_.push_back(std::move(doubt));
  else if (known->distance < doubt.distance)
    *known = std::move(doubt);
}

// No event has followed.
void Certifier::settle_relations() {
  for (Doubt& each : await_event_) doubt(std::move(each));
  await_event_.clear();
  if (!await_number_) return;
  const Awaited point = std::move(*await_number_);
  await_number_.reset();
  equations_.residuals(point.t, point.values, residual_);
  slack_ = 1;
  keep(point.t, point.h, point.values);
}

void Certifier::decide_relations() {
  for (const Doubt& each : doubts_)
    if (each.distance > each.allowed * relations_->size(each.claim)) fail(each.failure);
  doubts_.clear();
}

}  // namespace trammel::certify
