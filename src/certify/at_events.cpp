// certify/at_events.cpp: relations that keep their values between events.
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
  const auto what = relations_->contradicted(t, values, allowed);
  if (!what) return;
  const Failure failure{.time = t, .what = *what};
  // At a jump of what it looks at, the event that follows makes a relation agree with it.
  if (place == Place::accepted && t == t_last_)
    awaits_event_ = failure;
  else
    fail(failure);
}

// No event has followed.
void Certifier::settle_relations() {
  if (awaits_event_) fail(*awaits_event_);
  awaits_event_.reset();
}

}  // namespace trammel::certify
