#include "pipeline/branch_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

// Algebraic unknowns that both the reference and the form that is integrated have.
std::vector<system::BranchGuard::Own> own_tops(const Setup& setup) {
  std::vector<system::BranchGuard::Own> own;
  own.reserve(setup.plan->reference->dae.variables.size());
  const model::Dae& reference = setup.plan->reference->dae;
  std::vector<char> differentiated(reference.variables.size(), 0);
  for (const auto& part : setup.reference->ode().state()) differentiated[part.unknown] = 1;
  for (std::size_t j = 0; j < differentiated.size(); ++j) {
    if (differentiated[j]) continue;
    const model::Variable& variable = reference.variables[j];
    const auto at = std::ranges::find(setup.plan->state_names, setup.dae().graph->variable_name(variable.id));
    if (at != setup.plan->state_names.end())
      own.push_back(
          {static_cast<int>(j), static_cast<int>(at - setup.plan->state_names.begin()), variable.nominal});
  }
  return own;
}

}  // namespace

// Does the run end because its branch does? A step towards the end of it was refused, however short.
bool ended(const Setup& setup, const integrate::Run& run, system::BranchGuard& guard) {
  constexpr double near = 1e-3;  // of the way that was gone: methods of low order give up before the end
  if (run.outcome != solution::Outcome::singular && run.outcome != solution::Outcome::step_too_small)
    return false;
  return guard.ended() || guard.ends_within(near * (run.t - setup.start.t));
}

namespace {

// Whether the equations have a solution right behind the end that continues what led to it, as y^3 = t - 1 has behind
// t = 1: it is looked for where what led there says, on the other side of the values at the end.
bool goes_on_behind(const Setup& setup, const integrate::Run& run) {
  constexpr double near = 1e-6;  // of the way that was gone
  constexpr double steep = 100;  // times the mean slope
  if (setup.instance->system().form() != system::Form::ode) return false;
  const double h = near * (run.t - setup.start.t);
  system::Instance probe(setup.instance->system());
  probe.set_parameters(setup.parameters);
  std::vector<double> slope(run.y.size());
  const auto tops = [&](double t, Vec guess) {
    probe.ode().guess(guess);
    if (!probe.ode().derivative(t, run.y, slope)) return std::vector<double>{};
    const Vec found = probe.ode().top();
    return std::vector<double>(found.begin(), found.end());
  };
  const std::vector<double> before = tops(run.t - h, setup.instance->ode().top());
  if (before.empty()) return false;
  const std::vector<double> here = tops(run.t, before);
  if (here.empty()) return false;
  std::vector<double> mirrored = here;
  for (std::size_t j = 0; j < here.size(); ++j) mirrored[j] += here[j] - before[j];
  const std::vector<double> behind = tops(run.t + h, mirrored);
  bool moves = false;
  for (std::size_t j = 0; j < behind.size(); ++j) {
    const double led = here[j] - before[j], leads = behind[j] - here[j];
    if (!(std::fabs(leads) <= 2 * std::fabs(led) + near * std::fabs(here[j]))) return false;
    moves = moves || std::fabs(led) > steep * near * std::fabs(before[j]);
  }
  return moves && !behind.empty();
}

}  // namespace

namespace {

// Whether the end is a point at which branches meet, and not one where a branch turns back.
bool meets_others(const Setup& setup, const integrate::Run& run) {
  constexpr double near = 1e-2;  // of the way that was gone
  system::Instance& instance = setup.reference ? *setup.reference : *setup.instance;
  if (instance.system().form() != system::Form::ode) return false;
  const system::SingularPoints* const points = system::singular_points(instance.ode());
  return points != nullptr && std::fabs(points->undecided_at() - run.t) <= near * (run.t - setup.start.t);
}

}  // namespace

namespace {

// Unknowns without derivatives that have grown beyond all bounds on the way to the end, which is a pole of theirs then.
// None where a derivative has grown as well, as that of y does before a fold of y.
std::vector<std::string> grown(const Setup& setup, const integrate::Run& run,
                               const std::vector<std::string>& names) {
  constexpr double beyond = 1e4;  // times what they were where this method began, or 1
  std::vector<double> first(names.size()), last(names.size());
  setup.observe(setup.start.t, setup.start.y, setup.start.slope, first);
  setup.observe(run.t, run.y, run.slope, last);
  std::vector<std::string> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!(std::fabs(last[i]) > beyond * std::max(1.0, std::fabs(first[i])))) continue;
    if (names[i].starts_with("der(")) return {};
    if (std::ranges::find(names, fmt::format("der({})", names[i])) == names.end())
      found.push_back(quote(names[i]));
  }
  return found;
}

}  // namespace

void tell_end(const Setup& setup, const integrate::Run& run, int row,
              const std::vector<std::string>& changing, Solution& result) {
  const system::System& system = (setup.reference ? *setup.reference : *setup.instance).system();
  result.outcome = solution::Outcome::singular;
  result.culprits = {.time = run.t};
  if (row >= 0) result.culprits.equations = {system.equation(row)};
  const std::string at_fault = row >= 0 ? quote(system.equation(row)) : "the equations";
  if (run.t == setup.start.t) {  // no step was made: nothing says that there was a solution
    result.message = fmt::format(
        "stopped at t = {:.6g}: no step could be made from there: {} may contradict {}, or not determine the "
        "highest "
        "derivatives and algebraic unknowns (a fold)",
        run.t, at_fault, row >= 0 ? "itself or others" : "each other");
    return;
  }
  if (meets_others(setup, run)) {
    result.message = fmt::format(
        "stopped at t = {:.6g}: several solutions of {} meet there, and nothing determines which of them "
        "goes on",
        run.t, at_fault);
    return;
  }
  if (const auto names = grown(setup, run, result.variables); !names.empty()) {
    constexpr std::size_t most = 4;
    result.message = fmt::format(
        "stopped at t = {:.6g}: {} {} beyond all bounds there (a pole); {} no finite {}", run.t,
        listed(names, most), names.size() == 1 ? "grows" : "grow",
        row >= 0 ? at_fault + " gives" : "the equations give", names.size() == 1 ? "value" : "values");
    return;
  }
  if (goes_on_behind(setup, run)) {
    result.message = fmt::format(
        "stopped at t = {:.6g}: what {} {} has an infinite slope there; there is a solution on the other "
        "side, but no step "
        "leads across",
        run.t, at_fault, row >= 0 ? "determines" : "determine");
    return;
  }
  if (!changing.empty()) {
    constexpr std::size_t most = 4;
    result.message = fmt::format(
        "stopped at t = {:.6g}: {} {} there, and behind that {} no longer {} the highest derivatives and "
        "algebraic unknowns; written with 'if' outside of noEvent it would make an event, behind which the "
        "equations may have another index",
        run.t, listed(changing, most),
        changing.size() == 1 ? "takes its other side" : "take their other sides", at_fault,
        row >= 0 ? "determines" : "determine");
    return;
  }
  result.message = fmt::format(
      "stopped at t = {:.6g}: the solution ends there: {} no longer {} the highest derivatives and algebraic "
      "unknowns of this branch (a fold)",
      run.t, at_fault, row >= 0 ? "determines" : "determine");
}

void tell_poles(const Setup& setup, const system::BranchGuard& guard, Solution& result) {
  constexpr std::size_t most = 3;
  const system::System& system = (setup.reference ? *setup.reference : *setup.instance).system();
  for (std::size_t k = 0; k < std::min(guard.poles().size(), most); ++k)
    result.notes.push_back(
        fmt::format("{} {} {:.6g}, where what it determines grows beyond all bounds; the "
                    "equations do not connect its "
                    "values on both sides, and nothing else depends on them",
                    quote(system.equation(guard.poles()[k].row)), at_a_pole, guard.poles()[k].t));
}

// With nothing to integrate, the start is all there is: it must have been solved.
void require_start(Setup& setup) {
  system::Instance& instance = setup.reference ? *setup.reference : *setup.instance;
  if (instance.system().form() != system::Form::ode) return;
  std::vector<double> slope(setup.typical.z.size());
  const system::Outcome outcome = instance.ode().derivative(setup.typical.t, setup.typical.z, slope);
  if (outcome) return;
  const std::string at_fault = outcome.row >= 0 ? instance.system().equation(outcome.row) : std::string{};
  throw Error(
      Kind::initialization,
      fmt::format("no values of the highest derivatives and algebraic unknowns were found at the start{}",
                  at_fault.empty() ? "" : fmt::format(" ({} is at fault)", quote(at_fault))),
      {.equations = at_fault.empty() ? std::vector<std::string>{} : std::vector{at_fault},
       .time = setup.typical.t},
      "give start values nearer to a solution");
}

// None where the equations have but one solution at every point. Guards the form that is integrated, or the
// reference beside it.
namespace {

// A reference whose top equations cannot be solved to a few digits at the start is no judge of the form that
// is integrated: implicit methods get along where it does not.
bool reference_serves(Setup& setup) {
  constexpr double half_the_digits = 1e8;
  system::Ode& ode = setup.reference->ode();
  std::vector<double> slope(setup.typical.z.size());
  return ode.derivative(setup.typical.t, setup.typical.z, slope) && ode.condition() < half_the_digits;
}

}  // namespace

std::unique_ptr<system::BranchGuard> guard_for(Setup& setup) {
  std::unique_ptr<system::BranchGuard> guard;
  if (setup.instance->system().form() == system::Form::ode) {
    guard = std::make_unique<system::BranchGuard>(setup.instance->ode());
  } else if (setup.reference && (!setup.plan->place.empty() || setup.reference->ode().size() == 0) &&
             reference_serves(setup)) {
    guard = std::make_unique<system::BranchGuard>(setup.reference->ode(), setup.plan->place, own_tops(setup));
  }
  return guard && guard->needed() ? std::move(guard) : nullptr;
}

std::vector<double> tops_of(const Setup& setup, Vec y) {
  const bool itself = setup.instance->system().form() == system::Form::ode;
  if (itself || !setup.reference || !setup.plan->reference) return {};
  std::vector<double> top(setup.reference->ode().top().begin(), setup.reference->ode().top().end());
  for (const auto& own : own_tops(setup)) {
    if (!(static_cast<std::size_t>(own.at) < y.size()) || !std::isfinite(y[own.at])) return {};
    top[static_cast<std::size_t>(own.unknown)] = y[static_cast<std::size_t>(own.at)];
  }
  return top;
}

}  // namespace trammel::pipeline
