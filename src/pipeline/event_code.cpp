#include "pipeline/event_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "model/simplification.hpp"
#include "pipeline/event_compiler.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;

bool compares_equal(const HeldRelation& relation) {
  return relation.kind == HeldRelation::Kind::truth && (relation.op == Op::eq || relation.op == Op::ne);
}

double nominal_of_variable(const model::Dae& dae, int variable, int derivative) {
  const auto at = std::ranges::find(dae.variables, variable, &model::Variable::id);
  return at == dae.variables.end() ? 1 : dae.nominal(*at, derivative);
}

// `modes`: what one of them determines, or a surface on which the motion stays, is set in another one.
EventCode::Assignment reinit_of(const model::When::Assignment& a, EventCompiler& compiler,
                                const expr::Graph& graph, bool modes) {
  const Expr known = compiler.translate(a.target);
  EventCode::Assignment reinit{.target = compiler.component(known),
                               .row = compiler.add(EventCode::rows, a.value, a.origin),
                               .reached = compiler.add(EventCode::rows, a.target, a.origin),
                               .plain = compiler.is_component(known),
                               .name = expr::print(graph, a.target),
                               .origin = a.origin};
  if (reinit.target < 0 && !modes)
    throw Error(
        Kind::structure,
        fmt::format("reinit cannot set {}: it follows from several states or from none", quote(reinit.name)),
        where_of(a.origin), "reinit one of the states that it follows from");
  return reinit;
}

EventCode::Branch branch_of(const model::When::Branch& from, const model::Origin& origin,
                            EventCompiler& compiler, const expr::Graph& graph, bool modes) {
  EventCode::Branch branch;
  std::vector<std::string> texts;
  for (const Expr trigger : from.triggers) {
    branch.triggers.push_back(compiler.add(EventCode::rows, trigger, origin));
    texts.push_back(expr::print(graph, trigger, {.longest = 60}));
  }
  branch.text = listed(texts);
  for (const auto& a : from.assignments) {
    const int target = graph.index(a.target);
    branch.assignments.push_back({.target = target,
                                  .row = compiler.add(EventCode::rows, a.value, a.origin),
                                  .name = graph.parameter_name(target),
                                  .origin = a.origin});
  }
  for (const auto& a : from.reinits) branch.reinits.push_back(reinit_of(a, compiler, graph, modes));
  for (const model::Assertion& a : from.assertions)
    branch.assertions.push_back({compiler.add(EventCode::rows, a.condition, a.origin), &a});
  for (const model::Assertion& a : from.endings)
    branch.endings.push_back({compiler.add(EventCode::rows, a.condition, a.origin), &a});
  return branch;
}

EventCode::When when_of(const model::When& from, EventCompiler& compiler, const expr::Graph& graph,
                        bool modes) {
  EventCode::When mine{.branches = {}, .assigned = {}, .carried = {}, .origin = from.origin};
  for (const model::When::Branch& b : from.branches) {
    if (b.triggers.empty()) {
      for (const auto& a : b.assignments)
        mine.carried.emplace_back(graph.index(a.target), graph.index(a.value));
      continue;
    }
    mine.branches.push_back(branch_of(b, from.origin, compiler, graph, modes));
    for (const EventCode::Assignment& a : mine.branches.back().assignments)
      if (std::ranges::find(mine.assigned, a.target) == mine.assigned.end())
        mine.assigned.push_back(a.target);
  }
  return mine;
}

std::vector<EventCode::Discrete> discrete_of(const model::Problem& problem, EventCompiler& compiler,
                                             const expr::Graph& graph) {
  std::unordered_map<std::uint32_t, double> starts;
  for (const model::StartValue& start : problem.starts) starts.emplace(start.leaf.id, start.value);
  std::vector<EventCode::Discrete> result;
  for (const model::Discrete& d : problem.dae.events.discrete) {
    EventCode::Discrete mine{.name = expr::print(graph, d.value),
                             .pre = d.pre,
                             .start = d.start,
                             .real = d.type == model::Discrete::Type::real};
    if (graph.op(d.value) == Op::parameter) {
      mine.parameter = graph.index(d.value);
    } else {
      mine.row = compiler.add(EventCode::rows, d.value, d.origin);
      mine.continuous = d.type == model::Discrete::Type::real;
      if (const auto given = starts.find(d.value.id); given != starts.end() && !d.fixed)
        mine.start = given->second;
    }
    result.push_back(std::move(mine));
  }
  return result;
}

}  // namespace

EventCode::EventCode(const Held& held, std::shared_ptr<const ReferenceForm> form)
    : reference(std::move(form)), relations(held.relations), delays(held.delays),
      events_(held.problem.dae.events) {
  expr::Graph& graph = *reference->dae.graph;
  EventCompiler compiler(*reference);
  std::vector<int> of_delays;
  for (const HeldDelay& delay : delays)
    of_delays.insert(of_delays.end(), delay.coefficients.begin(), delay.coefficients.end());
  std::ranges::sort(of_delays);
  std::vector<Expr> even;
  for (std::size_t k = 0; k < relations.size(); ++k) {
    const HeldRelation& relation = relations[k];
    compiler.add(sides, relation.left, relation.origin);
    compiler.add(sides, relation.right ? relation.right : graph.constant(0), relation.origin);
    still.push_back(!compiler.moves(relation.zero));
    if (compares_equal(relation) || relation.at_rest) continue;
    const Expr zero = compiler.written_out(relation.zero);
    if (compiler.affine_in_time(zero)) {
      timed.push_back(static_cast<int>(k));
      even.push_back(zero);
      continue;
    }
    expr::Enclosure enclosure = compiler.enclosure(zero);
    if (enclosure.known() && compiler.of_time_alone(zero, of_delays)) {
      clocked.push_back(static_cast<int>(k));
      clocks.push_back(std::move(enclosure));
      continue;
    }
    // Of what is too long written out, unknowns count as they are.
    if (!enclosure.known()) enclosure = compiler.enclosure(compiler.translate(relation.zero));
    watched.push_back(static_cast<int>(k));
    compiler.add(zeros, relation.zero, relation.origin);
    bounds.emplace_back();
    if (enclosure.known() && !enclosure.slow()) bounds.back() = std::move(enclosure);
    bounded = bounded || bounds.back();
  }
  for (std::size_t k = 0; k < timed.size(); ++k) {
    const model::Origin& origin = relations[static_cast<std::size_t>(timed[k])].origin;
    compiler.add(times, even[k], origin);
    compiler.add(times, compiler.slope(even[k]), origin);
  }
  for (const model::Sampler& sampler : events_.samplers) {
    compiler.add(times, sampler.start, sampler.origin);
    compiler.add(times, sampler.interval, sampler.origin);
    samplers.push_back({sampler.id, graph.parameter_name(sampler.id)});
  }
  for (const HeldDelay& delay : delays) {
    compiler.add(delayed, delay.value, delay.origin);
    compiler.add(delayed, delay.past, delay.origin);
  }
  discrete = discrete_of(held.problem, compiler, graph);
  const bool modes = !held.structural.empty() || std::ranges::any_of(relations, &HeldRelation::at_rest);
  for (const model::When& when : events_.whens) whens.push_back(when_of(when, compiler, graph, modes));
  std::unordered_set<std::uint32_t> known;
  for (const Expr leaf : reported(held.problem.dae).leaves) {
    if (graph.op(leaf) != Op::symbol || graph.derivative(leaf) == 0) continue;
    const Expr below = graph.symbol(graph.index(leaf), graph.derivative(leaf) - 1);
    const Expr now = compiler.translate(below);
    tied = tied || !compiler.is_component(now) || !known.insert(now.id).second;
    if (!compiler.is_component(now))
      smooth.push_back({compiler.add(rows, below, {}), expr::print(graph, below),
                        nominal_of_variable(held.problem.dae, graph.index(below), graph.derivative(below))});
  }
  initial = events_.initial;
  terminal = events_.terminal;
  simplification = model::simplification(held.problem.dae);
  program = std::make_unique<program::Program>(compiler.compile(needs_tops, row_count));
}

EventView::EventView(std::shared_ptr<const EventCode> code)
    : code_(std::move(code)), instance_(code_->reference->system), runner_(*code_->program),
      slope_(code_->reference->system.state().size()), nothing_(code_->reference->dae.variables.size()),
      first_(instance_.ode().top().begin(), instance_.ode().top().end()) {}

// Another instant of the same run: what is solved for stays on its branch.
void EventView::set_parameters(Vec values) {
  instance_.set_parameters(values);
  if (!kept_.empty()) instance_.ode().guess(kept_);
  runner_.set_parameters(values.first(static_cast<std::size_t>(code_->program->parameters())));
}

void EventView::guess(Vec top) {
  if (top.empty()) return;
  kept_.assign(top.begin(), top.end());
  instance_.ode().guess(kept_);
}

bool EventView::highest(int component) {
  const std::vector<system::Ode::Part>& state = ode().state();
  const system::Ode::Part& mine = state[static_cast<std::size_t>(component)];
  return std::ranges::none_of(state, [&](const system::Ode::Part& other) {
    return other.unknown == mine.unknown && other.derivative > mine.derivative;
  });
}

Vec EventView::top() { return kept_.empty() ? instance_.ode().top() : Vec(kept_); }

// From what was there before, or, if that leads nowhere, from the start values.
system::Outcome EventView::solve(double t, Vec z) {
  system::Outcome outcome = instance_.ode().derivative(t, z, slope_);
  if (!outcome && !kept_.empty()) {
    instance_.ode().guess(first_);
    outcome = instance_.ode().derivative(t, z, slope_);
    if (!outcome) instance_.ode().guess(kept_);
  }
  if (outcome) kept_.assign(instance_.ode().top().begin(), instance_.ode().top().end());
  return outcome;
}

void EventView::evaluate(EventCode::Function function, double t, Vec z, Vec top, Out values) {
  const double* in[] = {&t, z.data(), top.data()};
  double* out[] = {values.data()};
  runner_.run(function, in, out);
}

bool EventView::evaluate(EventCode::Function function, double t, Vec z, Out values) {
  Vec top = nothing_;
  if (code_->needs_tops[function]) {
    const system::Outcome outcome = solve(t, z);
    row_at_fault_ = outcome.row;
    if (!outcome) return false;
    top = instance_.ode().top();
  }
  evaluate(function, t, z, top, values);
  return true;
}

}  // namespace trammel::pipeline
