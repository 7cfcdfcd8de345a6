// pipeline/passage_note.cpp: singular configurations in words: those that were passed, and those that end a
// run.
#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"
#include "pipeline/singularity.hpp"
#include "system/passage.hpp"

namespace trammel::pipeline {
namespace {

using system::Passage;

Passage* passage_in(Setup& setup) {
  return setup.plan->is_reference() && setup.instance->system().form() == system::Form::ode
             ? system::passage_of(setup.instance->ode())
             : nullptr;
}

std::string place_of(Setup& setup, const Passage::Point& at) {
  const system::Ode& ode = setup.instance->ode();
  std::vector<std::pair<std::string, double>> values;
  for (std::size_t k = 0; k < at.z.size(); ++k)
    if (ode.state()[k].derivative == 0) values.emplace_back(setup.plan->state_names[k], at.z[k]);
  return configuration(values);
}

const char* why_not_passed(Passage::Kind kind) {
  switch (kind) {
    case Passage::Kind::regular:
    case Passage::Kind::crossing:
      break;
    case Passage::Kind::touching:
      return "branches of the constraints touch there, and the velocity is along all of them, so nothing "
             "determines which one the motion takes";
    case Passage::Kind::dead_end:
      return "behind it nothing satisfies the constraints (a lock-up)";
    case Passage::Kind::at_rest:
      return "without a velocity nothing determines on which branch the motion goes on; give it a velocity "
             "along one of them";
  }
  return nullptr;
}

}  // namespace

std::string passage_note(Setup& setup) {
  const Passage* const passage = passage_in(setup);
  if (passage == nullptr || passage->crossings().empty()) return {};
  std::vector<std::string> times;
  for (const Passage::Point& crossing : passage->crossings())
    times.push_back(fmt::format("{:.6g}", crossing.t));
  return fmt::format(
      "passed {} at t = {} (first: {}): constraints become dependent there and branches of the motion meet; "
      "it went on in the direction of its velocity",
      times.size() == 1 ? "a singular configuration"
                        : fmt::format("{} singular configurations", times.size()),
      listed(times, 5), place_of(setup, passage->crossings().front()));
}

bool tell_dead_end(Setup& setup, const integrate::Run& run, solution::Solution& result) {
  Passage* const passage = passage_in(setup);
  if (passage == nullptr) return false;
  if (run.outcome != solution::Outcome::singular && run.outcome != solution::Outcome::step_too_small &&
      run.outcome != solution::Outcome::not_finite && run.outcome != solution::Outcome::too_many_steps)
    return false;
  constexpr double near = 1e-3;  // of the way that was gone: a step may have been refused for something else
  Passage::Point at = passage->end();
  if (why_not_passed(at.kind) == nullptr || std::fabs(at.t - run.t) > near * std::fabs(run.t - setup.start.t))
    at = passage->look_at(run.t, run.y);
  const char* const why = why_not_passed(at.kind);
  if (why == nullptr) return false;
  result.outcome = solution::Outcome::singular;
  result.message = fmt::format("stopped at t = {:.6g}: a singular configuration ({}): {}", run.t,
                               place_of(setup, at), why);
  return true;
}

}  // namespace trammel::pipeline
