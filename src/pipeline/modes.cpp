#include "pipeline/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/query.hpp"
#include "formulation/underlying_ode.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/guesses.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {

std::vector<double> Modes::key_of(const Held& held, const std::vector<double>& parameters,
                                  const Surface& surface) {
  std::vector<double> key;
  for (const int id : held.structural) key.push_back(parameters[static_cast<std::size_t>(id)]);
  for (const Surface::Member& member : surface.members) key.push_back(member.relation);
  return key;
}

std::vector<std::vector<Cause::Flip>> other_modes(const Held& held, const std::vector<double>& parameters) {
  constexpr std::size_t most = 6;  // relations, so 64 modes
  const expr::Graph& graph = *held.problem.dae.graph;
  std::vector<Cause::Flip> open;
  for (std::size_t k = 0; k < held.relations.size() && open.size() < most; ++k) {
    const HeldRelation& relation = held.relations[k];
    if (relation.kind != HeldRelation::Kind::truth || relation.delay >= 0) continue;
    if (std::ranges::find(held.structural, relation.parameter) == held.structural.end()) continue;
    const std::vector<expr::Expr> leaves = expr::leaves(graph, relation.zero);
    if (std::ranges::any_of(leaves, [&](expr::Expr leaf) { return graph.op(leaf) == expr::Op::symbol; }))
      open.push_back({static_cast<int>(k), 1 - parameters[static_cast<std::size_t>(relation.parameter)]});
  }
  std::vector<unsigned> masks;
  for (unsigned mask = 0; mask < 1u << open.size(); ++mask) masks.push_back(mask);
  std::ranges::stable_sort(masks, {}, [](unsigned mask) { return std::popcount(mask); });
  std::vector<std::vector<Cause::Flip>> modes;
  for (const unsigned mask : masks) {
    modes.emplace_back();
    for (std::size_t k = 0; k < open.size(); ++k)
      if (mask >> k & 1u) modes.back().push_back(open[k]);
  }
  return modes;
}

namespace {

Mode with_whole(std::vector<double> key, std::shared_ptr<const Prepared> prepared, const Held& held) {
  const model::Dae dae = model::on_top(prepared->verdict().problem->dae);
  auto whole =
      std::make_shared<const ReferenceForm>(formulation::Formulation(formulation::UnderlyingOde{}).apply(dae),
                                            program::CompileOptions{.engine = program::Engine::vm});
  auto impact = std::make_shared<const EventCode>(held, whole);
  return {std::move(key), std::move(prepared), std::move(whole), std::move(impact)};
}

}  // namespace

std::optional<std::vector<double>> regular_mode(const Held& held, double t) {
  try {
    const auto whole = std::make_shared<const ReferenceForm>(
        formulation::Formulation(formulation::UnderlyingOde{}).apply(model::on_top(held.problem.dae)),
        program::CompileOptions{.engine = program::Engine::vm});
    std::vector<double> z;
    for (std::size_t i = 0; i < whole->system.state().size(); ++i) {
      const auto given = std::ranges::find(held.problem.starts, whole->leaf(i), &model::StartValue::leaf);
      z.push_back(given == held.problem.starts.end() ? 0 : given->value);
    }
    Instants instants(std::make_shared<const EventCode>(held, whole), parameter_values(held.problem.dae));
    if (instants.initialize(t, z, {}).failed) return {};
    return instants.parameters();
  } catch (const Error&) {
    return {};
  }
}

const Mode& Modes::own() {
  if (!own_.whole) own_ = with_whole({}, {std::shared_ptr<const Prepared>(), &base_}, *base_.held());
  return own_;
}

Mode Modes::enter(const std::vector<double>& parameters, const Surface& surface, double t, Vec reported) {
  std::vector<double> key = key_of(*base_.held(), parameters, surface);
  const auto at = std::ranges::find(known_, key, &Mode::key);
  if (at != known_.end()) {
    Mode mode = *at;
    known_.erase(at);
    known_.push_front(mode);
    return mode;
  }
  std::shared_ptr<const Held> held = base_.held();
  std::vector<double> numbers = parameters;
  if (!surface.members.empty()) {
    held = std::make_shared<const Held>(on_surface(*held, surface));
    numbers.resize(static_cast<std::size_t>(held->problem.dae.graph->parameters()), 1);
  }
  auto prepared = std::make_shared<const Prepared>(prepare_mode(base_, held, numbers, t, reported));
  known_.push_front(with_whole(std::move(key), std::move(prepared), *held));
  if (known_.size() > most) known_.pop_back();
  return known_.front();
}

namespace {

// The equations of the mode in which a run begins, where relations or discrete variables choose between equations with
// different unknowns; none: nothing does.
struct StartMode {
  model::Problem problem;
  std::vector<std::string> decided_by;
};

std::optional<StartMode> mode_at_start(const model::Problem& problem) {
  if (!has_events(problem.dae)) return {};
  Held held = hold(problem);
  if (held.structural.empty()) return {};
  guess_relations(held, problem.t_start);
  const std::vector<double> parameters =
      regular_mode(held, problem.t_start).value_or(parameter_values(held.problem.dae));
  StartMode mode{in_mode(held, parameters), {}};
  for (const int id : held.structural) {
    const auto relation = std::ranges::find(held.relations, id, &HeldRelation::parameter);
    mode.decided_by.push_back(relation != held.relations.end() ? relation->text
                                                               : held.problem.dae.graph->parameter_name(id));
  }
  return mode;
}

}  // namespace

// Where modes have equations of their own, a structure that holds the unknowns of all of them is that of none.
Examination examine(const model::Problem& problem, double tolerance) {
  std::optional<StartMode> mode;
  try {
    mode = mode_at_start(problem);
  } catch (const Error&) {  // what was written is examined, and tells why
  }
  if (!mode) return examine_as_written(problem, tolerance);
  Examination result = examine_as_written(mode->problem, tolerance);
  result.findings.push_back(
      fmt::format("{} between equations with different unknowns: index, degrees of freedom and hidden "
                  "constraints are those "
                  "of the mode at the start",
                  (mode->decided_by.size() == 1 ? quote(mode->decided_by[0]) + " chooses"
                                                : listed(mode->decided_by) + " choose")));
  return result;
}

}  // namespace trammel::pipeline
