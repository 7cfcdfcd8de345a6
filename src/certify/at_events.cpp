// certify/at_events.cpp: relations that keep their values between events.
#include <algorithm>

#include "certify/certifier.hpp"

namespace trammel::certify {

void Certifier::set_parameters(Vec values) { equations_.set_parameters(values); }

void Certifier::event(Vec parameters, bool states_may_jump) {
  numbers_ = std::make_shared<const std::vector<double>>(parameters.begin(), parameters.end());
  equations_.set_parameters(parameters);
  if (relations_) relations_->set_parameters(parameters);
  if (behind_ != Behind::reset) behind_ = states_may_jump ? Behind::reset : Behind::event;
}

void Certifier::look_at_relations(double t, Vec values, Place place) {
  const double allowed = slack_between(promise_.tolerance) * bound(1, promise_.tolerance);
  for (const HeldRelations::Contradiction& each : relations_->contradicted(t, values, allowed)) {
    Doubt mine{{.time = t, .what = each.what}, each.claim, each.distance, allowed};
    // At a jump of what it looks at, the event that follows makes a relation agree with it.
    if (place == Place::accepted && t == t_last_)
      await_event_.push_back(std::move(mine));
    else
      doubt(std::move(mine));
  }
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
