#include "pipeline/prepared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "analysis/policy.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/query.hpp"
#include "pipeline/array_setup.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/prepared_data.hpp"

namespace trammel::pipeline {

namespace {

SetupOptions setup_options(const Prepared::Data& data, const Choice& choice) {
  const Options& options = data.options;
  return {.project = options.projection.on,
          .gamma = options.stabilization.gamma,
          .coefficients = options.stabilization.coefficients,
          .direction = options.direction,
          .projection = options.projection,
          .tolerances = options.tolerances,
          .form = common_form(*choice.formulation, choice.integrator->method),
          .from = {},
          .reported = &data.reported,
          .array = data.verdict.array ? &*data.verdict.array : nullptr,
          .found = &data.verdict.found};
}

std::shared_ptr<const Blueprint> plan_of(const Prepared::Data& data, std::size_t k) {
  auto& plans = data.drawn->plans;
  const std::lock_guard lock(data.drawn->drawing);
  const Choice& choice = data.choices[k];
  const auto form = [&](const Choice& of) { return common_form(*of.formulation, of.integrator->method); };
  for (std::size_t j = 0; j < plans.size() && !plans[k]; ++j)  // the same form serves other methods
    if (data.choices[j].formulation == choice.formulation && form(data.choices[j]) == form(choice))
      plans[k] = plans[j];
  if (!plans[k]) {
    auto problem = std::make_shared<const model::Problem>(model::on_top(*data.verdict.problem));
    plans[k] = draw(std::move(problem), *choice.formulation, setup_options(data, choice),
                    {.engine = data.options.engine}, data.verdict.reference);
  }
  return plans[k];
}

[[noreturn]] void refuse_name(const std::string& name, const char* what) {
  throw Error(Kind::name, fmt::format("the model has no {} {}", what, quote(name)), {.variables = {name}},
              "see what the model declares");
}

void set_parameters(model::Problem& problem, const std::vector<std::pair<std::string, double>>& given) {
  const expr::Graph& graph = *problem.dae.graph;
  for (const auto& [name, value] : given) {
    const auto name_of = [&](const model::Parameter& parameter) {
      return graph.parameter_name(parameter.id);
    };
    const auto at = std::ranges::find(problem.dae.parameters, name, name_of);
    if (at == problem.dae.parameters.end()) refuse_name(name, "parameter");
    if (!std::isfinite(value))
      throw Error(Kind::usage, fmt::format("the value of {} is {}", quote(name), value),
                  {.variables = {name}}, "give it a finite number");
    if (at->formula && graph.is_constant(at->formula) && value != at->value)
      throw Error(Kind::usage,
                  fmt::format("the value of {} is built into the equations and cannot be changed any more",
                              quote(name)),
                  {.variables = {name}}, "read the model again with the new value, as -p does");
    at->value = value;
    at->formula = {};
  }
}

// Values by the parameters that they follow from, in whatever order these are declared.
class Following {
 public:
  explicit Following(model::Problem& problem)
      : graph_(*problem.dae.graph), values_(parameter_values(problem.dae)) {
    by_id_.resize(values_.size());
    for (model::Parameter& p : problem.dae.parameters)
      if (p.formula) by_id_[static_cast<std::size_t>(p.id)] = &p;
  }
  double value_of(expr::Expr formula) {
    return expr::evaluate(graph_, std::span(&formula, 1),
                          [&](expr::Expr leaf) { return value_of(graph_.index(leaf)); })[0];
  }
  double value_of(int parameter) {
    const auto id = static_cast<std::size_t>(parameter);
    if (model::Parameter* p = std::exchange(by_id_[id], nullptr))
      values_[id] = p->value = value_of(p->formula);
    return values_[id];
  }

 private:
  const expr::Graph& graph_;
  std::vector<double> values_;
  std::vector<model::Parameter*> by_id_;  // those that have not been computed yet
};

void follow_formulas(model::Problem& problem) {
  Following following(problem);
  for (const model::Parameter& p : problem.dae.parameters)
    if (p.formula) following.value_of(p.id);
  for (model::StartValue& start : problem.starts)
    if (start.formula) start.value = following.value_of(start.formula);
}

void set_starts(model::Problem& problem, const Reported& reported,
                const std::vector<std::pair<std::string, double>>& given) {
  for (const auto& [name, value] : given) {
    const auto at = std::ranges::find(reported.names, name);
    if (at == reported.names.end()) refuse_name(name, "variable");
    const expr::Expr leaf = reported.leaves[static_cast<std::size_t>(at - reported.names.begin())];
    const auto old = std::ranges::find(problem.starts, leaf, &model::StartValue::leaf);
    if (old != problem.starts.end())
      *old = {leaf, value, model::Rank::fixed, {}};
    else
      problem.starts.push_back({leaf, value, model::Rank::fixed, {}});
  }
}

model::Problem with_figures(const model::Problem& problem, const model::Problem& figures) {
  model::Problem result = problem;
  result.dae.parameters = figures.dae.parameters;
  result.starts = figures.starts;
  return result;
}

// Of the equations for the highest derivatives at the start.
double condition_at_start(Setup& setup) {
  system::Instance& instance = setup.reference ? *setup.reference : *setup.instance;
  system::Ode& ode = instance.aside().ode();
  std::vector<double> slope(setup.typical.z.size());
  if (!ode.derivative(setup.typical.t, setup.typical.z, slope)) return INFINITY;
  ode.weigh();
  return ode.condition();
}

}  // namespace

void require_same_ranks(const Prepared::Data& data, const model::Problem& numbers, double t,
                        const std::function<double()>& condition) {
  const Verdict& before = data.verdict;
  const bool doubtful_before =
      before.numbers && before.numbers->says != analysis::NumericVerdict::Says::structure_holds;
  if (!doubtful_before && condition() < analysis::policy::doubtful_pivots) return;
  const Verdict now =
      judge(with_figures(*before.problem, numbers), t, std::max(numbers.t_end - t, 0.0), data.ask);
  if (now.no_start) std::rethrow_exception(now.no_start);
  const auto told = [](const Verdict& v) {
    return fmt::format("index {} and {} of freedom", v.index(),
                       counted(static_cast<std::size_t>(v.degrees_of_freedom()), "degree"));
  };
  const bool same =
      now.index() == before.index() && now.degrees_of_freedom() == before.degrees_of_freedom() &&
      now.array.has_value() == before.array.has_value() && now.part.has_value() == before.part.has_value() &&
      now.problem->dae.dependent_tops == before.problem->dae.dependent_tops;
  if (same) return;
  throw Error(Kind::structure,
              fmt::format("with these numbers the equations have {}, but they were prepared for {}",
                          told(now), told(before)),
              {}, "prepare the problem anew with these numbers: prepare(prepared.with(numbers))");
}

const Verdict& Prepared::verdict() const { return data_->verdict; }
const Options& Prepared::options() const { return data_->options; }
const std::vector<Choice>& Prepared::choices() const { return data_->choices; }
std::shared_ptr<const EventCode> Prepared::events() const { return data_->events; }
std::shared_ptr<const Held> Prepared::held() const { return data_->held; }
bool Prepared::by_modes() const { return data_->by_modes; }
const std::vector<std::string>& Prepared::variables() const { return data_->reported.names; }
const Surplus& surplus_of(const Prepared& prepared) { return prepared.data().surplus; }

model::Problem Prepared::figures(const Numbers& numbers) const {
  const model::Problem& whole = *data_->verdict.problem;
  model::Problem problem{.starts = whole.starts, .t_start = whole.t_start, .t_end = whole.t_end};
  problem.dae.graph = whole.dae.graph;
  problem.dae.parameters = whole.dae.parameters;
  if (numbers.empty()) return problem;
  set_parameters(problem, numbers.parameters);
  follow_formulas(problem);
  set_starts(problem, data_->reported, numbers.starts);
  return problem;
}

model::Problem Prepared::with(const Numbers& numbers) const {
  return with_figures(*data_->verdict.problem, figures(numbers));
}

std::shared_ptr<const Brief> brief_of(const Prepared& prepared) {
  const Prepared::Data& data = prepared.data();
  const std::lock_guard lock(data.drawn->drawing);
  if (!data.drawn->brief) data.drawn->brief = make_brief(prepared);
  return data.drawn->brief;
}

Setup Prepared::set_up(std::size_t choice, const model::Problem& numbers, double t, bool own_numbers,
                       const std::optional<Point>& from) const {
  const formulation::Entry& formulation = *data_->choices[choice].formulation;
  if (formulation.from_array) {  // made from numbers at the start
    auto own =
        std::make_shared<model::Problem>(model::on_top(with_figures(*data_->verdict.problem, numbers)));
    SetupOptions how = setup_options(*data_, data_->choices[choice]);
    how.from = from;
    if (data_->events && from)
      return set_up_array_behind_event(std::move(own), data_->verdict.reference, formulation, t, how,
                                       {.engine = data_->options.engine});
    ArrayModel array =
        own_numbers || !data_->verdict.array ? derivative_array(*own, t) : *data_->verdict.array;
    array.first_order.dae.graph = own->dae.graph;  // what is added to it is added for this run
    return set_up_array(std::move(own), array, formulation, t, how, {.engine = data_->options.engine});
  }
  const Verdict& verdict = data_->verdict;
  const bool known = !own_numbers && verdict.standing && verdict.standing->t == t;
  if (!from && !own_numbers && verdict.no_start) std::rethrow_exception(verdict.no_start);
  Setup setup = build(plan_of(*data_, choice), numbers, t, known ? &*verdict.standing : nullptr, from);
  if (own_numbers && !from) require_same_ranks(*data_, numbers, t, [&] { return condition_at_start(setup); });
  return setup;
}

}  // namespace trammel::pipeline
