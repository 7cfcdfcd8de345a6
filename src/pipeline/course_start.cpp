// pipeline/course_start.cpp: the start of a run with events, and what there is to tell at its end.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/course.hpp"
#include "pipeline/prepared_data.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

double condition_at(const ReferenceForm& form, const model::Problem& numbers, const Standing& standing) {
  system::Instance instance(form.system);
  std::vector<double> parameters = parameter_values(form.dae);
  for (const model::Parameter& parameter : numbers.dae.parameters)
    parameters[static_cast<std::size_t>(parameter.id)] = parameter.value;
  instance.set_parameters(parameters);
  system::Ode& ode = instance.ode();
  if (!standing.top.empty()) ode.guess(standing.top);
  std::vector<double> slope(standing.z.size());
  if (!ode.derivative(standing.t, standing.z, slope)) return INFINITY;
  ode.weigh();
  return ode.condition();
}

}  // namespace

std::shared_ptr<Instants> instants_of(const Prepared& prepared, const model::Problem& numbers) {
  const std::shared_ptr<const EventCode> code = prepared.events();
  if (!code) return {};
  std::vector<double> parameters = parameter_values(code->reference->dae);
  for (const model::Parameter& parameter : numbers.dae.parameters)
    parameters[static_cast<std::size_t>(parameter.id)] = parameter.value;
  return std::make_shared<Instants>(code, std::move(parameters));
}

// Relations hold at the start that they lead to themselves. Where that asks for other equations than those of
// the start values' mode, the start is found in that mode, and an event leads to the other one.
Point Course::find_start() {
  const double t = start_.interval.start;
  const Verdict& verdict = prepared_.verdict();
  if (!start_.own_numbers && verdict.no_start) std::rethrow_exception(verdict.no_start);
  const ReferenceForm& form = *instants_->code().reference;
  Standing standing = !start_.own_numbers && verdict.standing && verdict.standing->t == t
                          ? *verdict.standing
                          : stand(form, numbers_, t);
  const std::vector<int>& structural = prepared_.held()->structural;
  const Instants::State first = instants_->state();
  const Standing at_first = standing;
  Aftermath found = settle_start(standing, {});
  const std::vector<double> own = parameter_values(verdict.problem->dae);
  const auto key = [&](const std::vector<double>& parameters) {
    return Modes::key_of(*prepared_.held(), parameters, surface_);
  };
  const bool other_mode =
      !structural.empty() && (found.unsolvable || (!found.failed && prepared_.by_modes() &&
                                                   key(own) != key(instants_->parameters())));
  if (other_mode) {
    instants_->restore(first);
    standing = at_first;
    found = settle_start(standing, structural);
  }
  // Models whose structure changes with their relations prepare each mode when it comes, with its numbers.
  if (start_.own_numbers && structural.empty())
    require_same_ranks(prepared_.data(), numbers_, t, [&] { return condition_at(form, numbers_, standing); });
  if (found.failed) throw Error(Kind::initialization, *found.failed, found.where);
  if (found.changed)
    throw Error(Kind::initialization,
                "no start was found at which the relations hold that it rests on" +
                    (found.altered.empty() ? std::string{} : ": " + listed(found.altered, 5)),
                {.time = t}, "give start values that decide them");
  whole_.notes = standing.notes;
  found = instants_->begin(t, standing.z);
  if (found.failed) throw Error(Kind::initialization, *found.failed, found.where);
  notes_ = found.notes;
  take_parameters();
  Point at{t, standing.z, standing.top};
  if (!other_mode) return at;
  found = happen(t, at, instants_->reached(t, at.z));
  if (found.failed) throw Error(Kind::initialization, *found.failed, found.where);
  at.top.clear();
  return at;
}

// Relations begin as they are while homotopy(..) is its simplified argument [MLS36, 3.7.4.2]: those in its
// actual argument choose the branch that the way from there leads to.
void Course::settle_simplified(Standing& standing, const std::vector<int>& fixed) {
  const double t = start_.interval.start;
  const ReferenceForm& form = *instants_->code().reference;
  const Instants::State first = instants_->state();
  const Standing at_first = standing;
  const auto stand_with = [&](double part) {
    instants_->simplify(part);
    take_parameters();
    standing = stand(form, numbers_, t);
  };
  try {
    stand_with(1);
    if (!settle_once(standing, fixed).failed) return stand_with(0);
  } catch (const Error&) {  // it leads nowhere
  }
  instants_->restore(first);
  take_parameters();
  standing = at_first;
}

Aftermath Course::settle_start(Standing& standing, const std::vector<int>& fixed) {
  if (instants_->code().simplification >= 0) settle_simplified(standing, fixed);
  return settle_once(standing, fixed);
}

Aftermath Course::settle_once(Standing& standing, const std::vector<int>& fixed) {
  constexpr int most = 20;
  const double t = start_.interval.start;
  const ReferenceForm& form = *instants_->code().reference;
  Aftermath found;
  for (int k = 0; k < most; ++k) {
    found = instants_->initialize(t, standing.z, standing.top, fixed);
    if (found.failed || !found.changed) break;
    take_parameters();
    standing = stand(form, numbers_, t);
  }
  return found;
}

Once Course::finish() {
  if (!instants_) return segment_->finish();
  const double end = segment_->driver().t();
  solution::Sample at_end{end, std::vector<double>(prepared_.variables().size())};
  const bool asked = segment_->driver().outcome() == solution::Outcome::finished && !options_.times.empty() &&
                     options_.times.back() == end;
  if (asked) segment_->values_at(end, at_end.values);
  Once once = segment_->finish();
  // A segment that was to end at an event which changed nothing has left this to another one, and there is none.
  const auto told = [end](const std::vector<solution::Sample>& samples) {
    return !samples.empty() && samples.back().time == end;
  };
  if (asked && !told(whole_.samples) && !told(once.solution.samples))
    once.solution.samples.push_back(std::move(at_end));
  solution::Solution last = std::move(once.solution);
  const solution::Outcome outcome = last.outcome;
  const std::string message = last.message;
  const Where where = last.culprits;
  append(whole_, std::move(last));
  once.solution = std::move(whole_);
  solution::Solution& s = once.solution;
  if (mode_.prepared) once.branch_ended = true;  // other choices do not know the mode
  std::ranges::stable_sort(s.events, {}, &solution::Event::time);
  s.outcome = outcome;
  s.message = message;
  s.culprits = where;
  s.notes.insert(s.notes.end(), notes_.begin(), notes_.end());
  if (ended_) {
    s.outcome = outcome_;
    s.message = message_;
    s.culprits = where_;
  }
  return once;
}

}  // namespace trammel::pipeline
