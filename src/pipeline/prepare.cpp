// pipeline/prepare.cpp: a Problem becomes a Prepared: judged, and the choices listed. Nothing is drawn yet.
#include <algorithm>
#include <cmath>
#include <exception>
#include <unordered_map>

#include "base/error.hpp"
#include "expr/query.hpp"
#include "formulation/regularize.hpp"
#include "pipeline/checks.hpp"
#include "pipeline/event_code.hpp"
#include "pipeline/guesses.hpp"
#include "pipeline/modes.hpp"
#include "pipeline/prepared_data.hpp"

namespace trammel::pipeline {

Prepared prepare(const model::Problem& problem, const Options& options) {
  return expr::watched([&] { return prepare(problem, options, nullptr); });
}

namespace {

bool misled(const Verdict& verdict) {
  return verdict.array || verdict.part || !verdict.reference || verdict.no_start ||
         !verdict.facts.structure_holds;
}

[[noreturn]] void refuse_structure() {
  throw Error(Kind::structure,
              "the model makes events, and neither its structure nor the ranks of its derivative arrays tell "
              "its index",
              {}, "see what analyze says about the model, or write the relations in noEvent(...)");
}

// Where the structure misleads: the same equations with the parts that do so replaced by their derivative arrays,
// whose structure tells the truth. What is judged stays what was written; what is reported is in the new terms from
// then on. False: there are no such parts.
bool judge_by_arrays(Verdict& verdict, Reported& all, double t, double length) {
  if (!verdict.problem || !(verdict.array || verdict.part)) return false;
  auto part = where_a_part_misleads(model::on_top(*verdict.problem), t);
  if (!part) return false;
  const std::vector<expr::Expr> written = reported(verdict.problem->dae).leaves;
  for (std::size_t k = 0; k < written.size(); ++k) {
    if (written[k] == part->reported.leaves[k]) continue;
    part->problem.dae.observed.push_back({written[k], part->reported.leaves[k]});
    std::ranges::replace(all.leaves, written[k], part->reported.leaves[k]);
  }
  Verdict other = judge(part->problem, t, length, Ask::everything);
  if (misled(other)) return false;
  other.whole = std::make_shared<const Verdict>(std::move(verdict));
  verdict = std::move(other);
  return true;
}

// Relations in equations whose index only ranks tell: each of their values may have another one.
void let_relations_decide(Held& held) {
  const expr::Graph& graph = *held.problem.dae.graph;
  std::vector<expr::Expr> rows;
  for (const model::Equation& equation : held.problem.dae.equations) rows.push_back(equation.residual);
  const std::vector<expr::Expr> leaves = expr::leaves(graph, rows);
  for (const HeldRelation& relation : held.relations)
    if (relation.kind == HeldRelation::Kind::truth && relation.delay < 0 &&
        std::ranges::find(held.structural, relation.parameter) == held.structural.end() &&
        std::ranges::any_of(leaves, [&](expr::Expr leaf) {
          return graph.op(leaf) == expr::Op::parameter && graph.index(leaf) == relation.parameter;
        }))
      held.structural.push_back(relation.parameter);
}

// Derivatives that are reported, and that no equation of a mode holds, are unknowns of their own in it: v = 1 where
// der(v) = 1 was before.
void name_lost_derivatives(model::Problem& mode, const Reported& all) {
  expr::Graph& graph = *mode.dae.graph;
  const std::vector<expr::Expr> known = reported(mode.dae).leaves;
  for (std::size_t k = 0; k < all.leaves.size(); ++k) {
    const expr::Expr leaf = all.leaves[k];
    if (graph.op(leaf) != expr::Op::symbol || graph.derivative(leaf) == 0) continue;
    if (std::ranges::find(known, leaf) != known.end()) continue;
    const int id = graph.add_variable(all.names[k] + " in this mode");
    mode.dae.variables.push_back({.id = id});
    mode.dae.equations.push_back({.name = all.names[k] + " in this mode",
                                  .residual = graph.apply(expr::Op::sub, graph.symbol(id), leaf),
                                  .family = static_cast<int>(mode.dae.equations.size())});
  }
}

// Relations are held in the equations; the start decides which values they have first. Where the equations
// cannot be solved like that, those that change the structure are written into them.
void prepare_events(Prepared::Data& data, const model::Problem& problem, const Interval& interval, Ask ask) {
  auto held = std::make_shared<Held>(hold(problem));
  if (data.reported.names.empty()) data.reported = reported(held->problem.dae);
  guess_relations(*held, interval.start);
  if (!held->structural.empty()) ask = Ask::everything;
  Verdict& verdict = data.verdict;
  const double length = interval.end - interval.start;
  std::exception_ptr refusal;  // of the first
  const auto take = [&](const model::Problem& mode) {
    try {
      Verdict other = judge(mode, interval.start, length, ask);
      const bool good = !misled(other);
      if (good || !verdict.problem) verdict = std::move(other);
      if (good) refusal = nullptr;
      return good;
    } catch (const Error&) {
      if (!verdict.problem && !refusal) refusal = std::current_exception();
      return false;
    }
  };
  bool open = !take(held->problem) && !held->structural.empty();
  if (const auto found = open ? regular_mode(*held, interval.start) : std::nullopt) {
    model::Problem as_numbers = model::on_top(held->problem);
    for (model::Parameter& parameter : as_numbers.dae.parameters)
      parameter.value = (*found)[static_cast<std::size_t>(parameter.id)];
    open = !take(as_numbers);
  }
  if (open)
    for (const std::vector<Cause::Flip>& flips : other_modes(*held, parameter_values(held->problem.dae))) {
      std::vector<double> parameters = parameter_values(held->problem.dae);
      for (const Cause::Flip& flip : flips)
        parameters[static_cast<std::size_t>(
            held->relations[static_cast<std::size_t>(flip.relation)].parameter)] = flip.value;
      model::Problem mode = in_mode(*held, parameters);
      name_lost_derivatives(mode, data.reported);
      if (!take(mode)) continue;
      data.by_modes = true;
      break;
    }
  if (refusal) std::rethrow_exception(refusal);
  if (verdict.array || verdict.part || !verdict.reference) {
    if (!judge_by_arrays(verdict, data.reported, interval.start, length)) {
      if (verdict.no_start) std::rethrow_exception(verdict.no_start);
      refuse_structure();
    }
    let_relations_decide(*held);
    data.by_modes = true;
  }
  data.events = std::make_shared<const EventCode>(*held, verdict.reference);
  data.held = std::move(held);
}

// Formulations that integrate what was written, ask ranks and not the structure, or add to the matrices as written.
bool takes_equations_literally(const Options& options) {
  if (options.formulation == "auto") return false;
  const formulation::Entry& named = formulation::find_formulation(options.formulation);
  return options.formulation == "as_written" || named.from_array || formulation::regularizes(named.source);
}

Prepared prepare_square(const model::Problem& problem, const Options& options, const Reported* reported_as,
                        const Squared* made_square, const model::Problem* whole) {
  const Interval interval = check_interval(problem, options);
  auto data = std::make_shared<Prepared::Data>();
  if (made_square != nullptr)
    data->surplus = {made_square->surplus,
                     made_square->note,
                     made_square->open,
                     *reported_as,
                     made_square->misled,
                     made_square->raises,
                     whole ? std::make_shared<const model::Problem>(*whole) : nullptr};
  data->options = options;
  if (reported_as) data->reported = *reported_as;
  const bool decide = options.formulation == "auto";
  const Ask ask = data->ask = decide ? Ask::everything : Ask::start;
  Verdict& verdict = data->verdict;
  if (has_events(problem.dae))
    prepare_events(*data, problem, interval, ask);
  else
    verdict = judge(problem, interval.start, interval.end - interval.start, ask);
  if (!reported_as && !data->held) data->reported = reported(verdict.problem->dae);
  // The underlying ODE and regularizations take redundant constraints as they are; others need regular
  // equations.
  if (!decide && verdict.independent && !data->events && options.formulation != "underlying_ode" &&
      !formulation::regularizes(formulation::find_formulation(options.formulation).source))
    verdict = judge_independent(verdict, interval.start, interval.end - interval.start);
  if (!decide && formulation::find_formulation(options.formulation).from_array)
    verdict.array = derivative_array(*verdict.problem, interval.start);
  if (verdict.no_start && !verdict.array && !verdict.part) std::rethrow_exception(verdict.no_start);
  data->made_from_another = reported_as != nullptr;
  data->choices = verdict.array ? array_candidates(options) : candidates(verdict.facts, options);
  data->drawn->plans.resize(data->choices.size());
  return Prepared(std::move(data));
}

}  // namespace

Prepared prepare(const model::Problem& problem, const Options& options, const Reported* reported_as) {
  const auto square = squared(problem, options.t_start.value_or(problem.t_start));
  const Reported all = !square ? Reported{} : reported_as ? *reported_as : reported(problem.dae);
  std::optional<Prepared> given;
  const auto refusal = refusal_of([&] {
    given = square ? prepare_square(square->problem, options, &all, &*square, &problem)
                   : prepare_square(problem, options, reported_as, nullptr, nullptr);
  });
  if (given && !structure_is_doubtful(given->verdict())) return *given;
  // What was refused because it leaves unknowns open is not saved by equations that follow from others.
  const auto leaves_open = [](const Verdict& verdict) {
    return verdict.numbers && verdict.numbers->says != analysis::NumericVerdict::Says::structure_holds &&
           verdict.numbers->says != analysis::NumericVerdict::Says::ranks_overrule;
  };
  if (auto other = prepare_untangled(problem, options, reported_as);
      other && !(refusal && leaves_open(other->verdict())))
    return *other;
  if (refusal) std::rethrow_exception(refusal);
  return *given;
}

std::optional<Prepared> prepare_untangled(const model::Problem& problem, const Options& options,
                                          const Reported* reported_as) {
  if (takes_equations_literally(options)) return std::nullopt;
  const auto square = squared(problem, options.t_start.value_or(problem.t_start));
  auto simple = untangled(square ? square->problem : problem);
  if (!simple) return std::nullopt;
  const Reported as_written = reported_as ? *reported_as : reported(problem.dae);
  if (square) {
    simple->surplus.insert(simple->surplus.end(), square->surplus.begin(), square->surplus.end());
    simple->note += "; " + square->note;
    simple->open = square->open;
  }
  std::optional<Prepared> result;
  (void)refusal_of(
      [&] { result = prepare_square(simple->problem, options, &as_written, &*simple, nullptr); });
  return result;
}

Prepared prepare_again(const Prepared& base, const Options& options) {
  const Prepared::Data& from = base.data();
  auto data = std::make_shared<Prepared::Data>();
  data->verdict = from.verdict;
  data->options = options;
  data->ask = from.ask;
  data->reported = from.reported;
  data->made_from_another = from.made_from_another;
  data->surplus = from.surplus;
  data->events = from.events;
  data->held = from.held;
  data->by_modes = from.by_modes;
  data->choices = data->verdict.array ? array_candidates(options) : candidates(data->verdict.facts, options);
  data->drawn->plans.resize(data->choices.size());
  const std::lock_guard lock(from.drawn->drawing);
  data->drawn->brief = from.drawn->brief;
  for (std::size_t k = 0; k < data->choices.size(); ++k)
    for (std::size_t j = 0; j < from.choices.size(); ++j) {
      const Choice &now = data->choices[k], &then = from.choices[j];
      if (now.formulation == then.formulation && common_form(*now.formulation, now.integrator->method) ==
                                                     common_form(*then.formulation, then.integrator->method))
        data->drawn->plans[k] = from.drawn->plans[j];
    }
  return Prepared(std::move(data));
}

namespace {

// What rounding has left of zero has no size: a current that has just ended, two speeds that have become equal.
double without_rounding(const Prepared::Data& base, expr::Expr leaf, double value) {
  constexpr double noise = 1e-13;
  const model::Dae& dae = base.verdict.problem->dae;
  const auto variable = std::ranges::find(dae.variables, dae.graph->index(leaf), &model::Variable::id);
  const bool known = variable != dae.variables.end() && dae.graph->derivative(leaf) == 0;
  return known && std::fabs(value) <= noise * variable->nominal ? 0 : value;
}

// Where equations of the mode cancel in each other, c = e1 - e2 beside e1 - e2 = 0: the same equations with
// combinations in their place. What is judged stays what was written. False: nothing cancels, or that does
// not help.
bool judge_untangled(Verdict& verdict, const model::Problem& mode, const Reported& all, double t,
                     double length) {
  auto simple = untangled(mode);
  if (!simple) return false;
  name_lost_derivatives(simple->problem, all);
  Verdict other;
  if (refusal_of([&] { other = judge(simple->problem, t, length, Ask::everything); }) || misled(other))
    return false;
  other.whole = std::make_shared<const Verdict>(std::move(verdict));
  verdict = std::move(other);
  return true;
}

}  // namespace

namespace {

// Where a mode begins everything may be zero, like the gap of a contact that closes: that says nothing about
// sizes. The whole model knows more about them.
void keep_sizes(model::Dae& mode, const model::Dae& whole) {
  std::unordered_map<int, double> known;
  for (const model::Variable& variable : whole.variables) known[variable.id] = variable.nominal;
  for (model::Variable& variable : mode.variables) {
    const auto at = known.find(variable.id);
    if (variable.nominal_given || at == known.end() || at->second == 1) continue;
    variable.nominal = at->second;
    variable.nominal_given = true;
  }
}

}  // namespace

Prepared prepare_mode(const Prepared& base, std::shared_ptr<const Held> held,
                      const std::vector<double>& parameters, double t, Vec values) {
  const Prepared::Data& from = base.data();
  model::Problem problem = in_mode(*held, parameters);
  problem.dae.initial_equations.clear();
  problem.starts.clear();
  auto data = std::make_shared<Prepared::Data>();
  data->reported = from.made_from_another ? from.reported : reported(from.held->problem.dae);
  const std::vector<expr::Expr> leaves = data->reported.leaves;
  name_lost_derivatives(problem, data->reported);
  keep_sizes(problem.dae, from.verdict.problem->dae);
  for (std::size_t k = 0; k < leaves.size(); ++k)
    if (problem.dae.graph->op(leaves[k]) == expr::Op::symbol && std::isfinite(values[k]))
      problem.starts.push_back(
          {leaves[k], without_rounding(from, leaves[k], values[k]), model::Rank::preferred});
  data->options = from.options;
  data->options.engine = Engine::vm;  // a mode may last a moment only
  const double end = from.options.t_end.value_or(problem.t_end);
  data->ask = Ask::everything;
  data->verdict = judge(problem, t, end - t, data->ask);
  Verdict& verdict = data->verdict;
  if (misled(verdict) && !judge_untangled(verdict, problem, data->reported, t, end - t) &&
      !judge_by_arrays(verdict, data->reported, t, end - t)) {
    if (verdict.no_start) std::rethrow_exception(verdict.no_start);
    refuse_structure();
  }
  data->events = std::make_shared<const EventCode>(*held, verdict.reference);
  data->held = std::move(held);
  data->by_modes = true;
  data->made_from_another = true;
  data->choices = candidates(verdict.facts, data->options);
  data->drawn->plans.resize(data->choices.size());
  return Prepared(std::move(data));
}

}  // namespace trammel::pipeline
