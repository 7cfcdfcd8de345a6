#include "pipeline/singularity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "analysis/weakest.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;

constexpr double far_worse = 1e2;  // than the condition at the start
constexpr double at_it = 1e-3;     // regularity: where it is less, other forms may change to another branch

bool stopped(Outcome outcome) {
  return outcome == Outcome::singular || outcome == Outcome::step_too_small ||
         outcome == Outcome::not_finite || outcome == Outcome::too_many_steps;
}

// The top equations and all their symbols: states first, then what they are solved for.
struct Tops {
  Tops(const model::Dae& dae, system::Ode& ode) {
    std::vector<int> order(dae.variables.size());
    for (const auto& part : ode.state()) {
      leaves.push_back(dae.graph->symbol(dae.variables[part.unknown].id, part.derivative));
      order[part.unknown] = std::max(order[part.unknown], part.derivative + 1);
    }
    for (std::size_t j = 0; j < dae.variables.size(); ++j)
      tops.push_back(dae.graph->symbol(dae.variables[j].id, order[j]));
    leaves.insert(leaves.end(), tops.begin(), tops.end());
    for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  }
  analysis::Place place(system::Ode& ode, double t, const std::vector<double>& z) const {
    std::vector<double> dz(z.size()), values = z;
    ode.guess(std::vector<double>(ode.top().begin(), ode.top().end()));  // this may be far from where it was
    ode.derivative(t, z, dz);
    for (const double top : ode.top()) values.push_back(std::isfinite(top) ? top : 0);
    return {t, values};
  }
  std::vector<expr::Expr> rows, tops, leaves;
};

}  // namespace

std::string configuration(const std::vector<std::pair<std::string, double>>& values) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : values) parts.push_back(fmt::format("{} = {:.6g}", name, value));
  return listed(parts, 6);
}

namespace {

// A model without states has no configuration to tell.
std::string in_brackets(const std::string& text, std::string_view before = "") {
  return text.empty() ? std::string{} : fmt::format(" ({}{})", before, text);
}

std::string configuration_at(const Setup& setup, const std::vector<double>& z) {
  std::vector<std::pair<std::string, double>> at;
  const auto& system = (setup.reference ? *setup.reference : *setup.instance).system();
  for (std::size_t k = 0; k < z.size(); ++k)
    if (system.state()[k].derivative == 0) at.emplace_back(system.unknown(system.state()[k].unknown), z[k]);
  return configuration(at);
}

}  // namespace

bool met_singular(const solution::Solution& run) {
  return std::ranges::any_of(run.notes, [](const std::string& note) {
    return note.starts_with(went_through) || note.starts_with(came_close) || note.starts_with(began_in);
  });
}

std::string singular_start_note(const Setup& setup) {
  return fmt::format(
      "{} ({}): constraints lose rank there, and the motion goes on along the branch that its velocities say",
      began_in, configuration_at(setup, setup.start.y));
}

std::vector<std::string> crossings_note(const Setup& setup,
                                        const std::vector<system::CrossingWatch::Crossing>& crossings) {
  std::vector<std::string> times;
  for (const auto& crossing : crossings)
    if (crossing.ahead == system::SingularPoints::Ahead::open)
      times.push_back(fmt::format("{:.6g}", crossing.t));
  if (times.empty()) return {};
  const bool constrained = (setup.reference ? *setup.reference : *setup.instance).ode().invariants() > 0;
  return {fmt::format(
      "{} {} at t = {}{}: {}", went_through,
      times.size() == 1 ? "a singular configuration" : "singular configurations", listed(times, 6),
      in_brackets(configuration_at(setup, crossings.front().z), "first "),
      constrained
          ? "constraints lose rank there, and the motion goes on along its own branch"
          : "equations that are solved together lose rank there, and what they determine may grow beyond all "
            "bounds on both sides; the motion goes on along its own branch")};
}

void go_back(const system::CrossingWatch::Crossing& crossing, integrate::Run& run,
             solution::Trajectory& trajectory, std::vector<solution::Sample>& samples) {
  run.t = crossing.before;
  run.y = crossing.z_before;
  if (!crossing.slope_before.empty()) run.slope = crossing.slope_before;
  std::erase_if(samples, [&](const solution::Sample& sample) { return sample.time > run.t; });
  if (trajectory.steps() < 0) return;
  solution::Trajectory part(trajectory.size(), trajectory.degree());
  part.begin(trajectory.times().front(), trajectory.at_step(0));
  for (int k = 0; k < trajectory.steps() && trajectory.times()[static_cast<std::size_t>(k) + 1] <= run.t; ++k)
    part.add(trajectory.step(k));
  trajectory = std::move(part);
}

system::SingularPoints::Ahead ahead_of(Setup& setup, const integrate::Run& run) {
  using Ahead = system::SingularPoints::Ahead;
  if (!stopped(run.outcome) || run.outcome == Outcome::too_many_steps || setup.reference ||
      setup.instance->system().form() != system::Form::ode)
    return Ahead::open;
  system::Ode& ode = setup.instance->aside().ode();
  system::SingularPoints* const points = system::singular_points(ode);
  std::vector<double> slope(run.y.size());
  if (points == nullptr || ode.invariants() == 0) return Ahead::open;
  (void)ode.derivative(setup.typical.t, setup.typical.z,
                       slope);  // a regular point: what others are measured by
  const Ahead ahead = points->ahead_at(run.t, run.y);
  std::vector<double> there = run.y;
  // Of a start at rest other forms say what is wrong: there is no branch that they could miss.
  bool moves = run.t > setup.start.t;
  for (std::size_t i = 0; i < run.y.size(); ++i)
    moves = moves || (ode.state()[i].derivative > 0 && run.y[i] != 0);
  const double regularity = ahead == Ahead::open && moves ? points->regularity_at(run.t, there) : 1;
  return regularity >= 0 && regularity < at_it ? Ahead::lost : ahead;
}

void tell_undetermined(const Setup& setup, const system::CrossingWatch::Crossing& crossing,
                       solution::Solution& result) {
  using Ahead = system::SingularPoints::Ahead;
  const auto [what, why] =
      crossing.ahead == Ahead::ends ? std::pair{"the motion does not go on behind",
                                                "in the direction of motion nothing near it satisfies the "
                                                "constraints (a cusp, a lock-up, or the "
                                                "end of a branch)"}
      : crossing.ahead == Ahead::lost
          ? std::pair{"no way was found through",
                      "equations lose rank there, and another form of them might go on along another branch"}
          : std::pair{"nothing determines the motion behind",
                      "branches of the constraints touch there, and the direction of motion does not tell "
                      "them apart"};
  result.outcome = Outcome::singular;
  result.message =
      fmt::format("stopped at t = {:.6g}: {} the singular configuration at t = {:.6g}{}: {}", result.t_end,
                  what, crossing.t, in_brackets(configuration_at(setup, crossing.z)), why);
  result.culprits.time = crossing.t;
}

namespace {

// Pivots may grow small where nothing is singular. One solve at the place tells that, and costs far less than
// singular values.
bool surely_regular(Setup& setup, const system::SingularityMonitor::Closest& closest) {
  constexpr double regular = 0.1;
  if (setup.reference || setup.instance->system().form() != system::Form::ode) return false;
  system::Ode& ode = setup.instance->aside().ode();
  system::SingularPoints* const points = system::singular_points(ode);
  std::vector<double> start = setup.typical.z, there = closest.z;
  // The first point is what others are measured by.
  if (points == nullptr || ode.invariants() == 0 || !(points->regularity_at(setup.typical.t, start) > 0))
    return false;
  return points->regularity_at(closest.t, there) > regular;
}

}  // namespace

std::string singularity_note(Setup& setup, const integrate::Run& run) {
  if (!setup.monitor) return {};
  system::SingularityMonitor& monitor = *setup.monitor;
  if (stopped(run.outcome)) monitor.examine(run.t, run.y, run.slope);
  const bool seen = monitor.close();
  if (!seen && !stopped(run.outcome)) return {};
  if (!stopped(run.outcome) && surely_regular(setup, monitor.closest())) return {};
  if (!seen) monitor.point_at(run.t, run.y, run.slope);
  const auto& closest = monitor.closest();
  // On a graph of its own: others may be running from the same blueprint.
  const model::Dae dae =
      model::on_top(setup.reference && setup.plan->reference ? setup.plan->reference->dae : setup.dae());
  system::Ode& ode = (setup.reference ? *setup.reference : *setup.instance).ode();
  const Tops tops(dae, ode);
  const analysis::Place start = tops.place(ode, setup.typical.t, setup.typical.z),
                        there = tops.place(ode, closest.t, closest.z);
  const analysis::Weakest found = analysis::weakest(dae, tops.rows, tops.tops, tops.leaves, start, there);
  const bool large = found.condition == 0;  // only pivots can tell then, which need a larger distance
  if (large ? !seen || monitor.growth() < 1e6 : found.condition < far_worse * found.other_condition)
    return {};
  std::vector<std::pair<std::string, double>> at;
  for (std::size_t k = 0; k < closest.z.size(); ++k)
    if (ode.state()[k].derivative == 0)
      at.emplace_back(expr::print(*dae.graph, tops.leaves[k]), closest.z[k]);
  std::vector<std::string> quoted;
  for (const std::string& name : found.equations) quoted.push_back(quote(name));
  return fmt::format("{} at t = {:.6g}{}: {}condition {:.0e}, at the start {:.0e}",
                     stopped(run.outcome) && closest.t == run.t ? stopped_at : came_close, closest.t,
                     in_brackets(configuration(at)),
                     quoted.empty()
                         ? ""
                         : fmt::format("{} nearly {} to determine {} there, ", listed(quoted),
                                       quoted.size() == 1 ? "fails" : "fail", listed(found.unknowns)),
                     large ? closest.condition : found.condition,
                     large ? closest.condition / monitor.growth() : found.other_condition);
}

}  // namespace trammel::pipeline
