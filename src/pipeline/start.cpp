#include "pipeline/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "analysis/point.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/work.hpp"
#include "expr/polynomial.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/one_state_formulas.hpp"
#include "pipeline/start_plan.hpp"
#include "system/singular_points.hpp"

namespace trammel::pipeline {
namespace {

using analysis::Condition;
using analysis::Quantity;
using expr::Expr;
using expr::Op;
using model::Rank;

// Collects unknowns, conditions and start values of all ranks into a point problem.
class StartProblem {
 public:
  StartProblem(const model::Problem& problem, const model::Dae& dae, std::vector<int> order, double t)
      : problem_(problem), dae_(dae), graph_(*dae.graph), order_(std::move(order)) {
    point_.dae = &dae;
    point_.t = t;
    for (const model::Definition& definition : dae.definitions)
      defined_.emplace(definition.variable, definition.value);
  }

  void add_unknown(int unknown, int derivative) {
    const model::Variable& variable = dae_.variables[unknown];
    const Expr leaf = graph_.symbol(variable.id, derivative);
    if (at_.size() <= leaf.id) at_.resize(graph_.size(), -1);
    at_[leaf.id] = static_cast<int>(point_.quantities.size());
    const double guess =
        derivative == 0 ? std::clamp(0.0, variable.min, std::max(variable.min, variable.max)) : 0;
    point_.quantities.push_back({.leaf = leaf,
                                 .value = guess,
                                 .nominal = dae_.nominal(variable, derivative),
                                 .stage = derivative - order_[unknown]});
  }

  // `row`: the equation differentiated `times` times.
  void add(const model::Equation& equation, Expr row, int times, int family) {
    point_.conditions.push_back({.residual = row, .equation = &equation, .times = times, .family = family});
  }

  // After the unknowns. A start value of an eliminated variable is one of what defines it.
  void take_starts() {
    for (const model::Equation& equation : dae_.initial_equations)
      add(equation, expr::without_rounding(graph_, equation.residual), 0, -1);
    for (const model::StartValue& start : problem_.starts) take(start);
    for (const model::StartValue& start : open_)
      if (const Expr value = formula(start.leaf); value) {
        by_definition_.emplace_back(start, value);
        put_off_.erase(start.leaf.id);
      }
  }

  // What was asked of a top derivative or algebraic unknown, also by the name of one that was eliminated.
  std::vector<double> tops(Vec otherwise) const {
    std::vector<double> result(otherwise.begin(), otherwise.end());
    for (std::size_t j = 0; j < result.size(); ++j)
      if (const auto given = later_.find(graph_.symbol(dae_.variables[j].id, order_[j]).id);
          given != later_.end())
        result[j] = given->second.value;
    return result;
  }

  // How many derivatives above the top ones the conditions and starts ask for; -1: not even those.
  int wanted_above_top() const {
    std::vector<int> order(static_cast<std::size_t>(graph_.variables()));
    for (std::size_t j = 0; j < dae_.variables.size(); ++j) order.at(dae_.variables[j].id) = order_[j];
    int above = -1;
    expr::Cone cone(graph_);
    for (const Condition& condition : point_.conditions)
      for (const Expr e : cone.collect(condition.residual))
        if (graph_.op(e) == Op::symbol)
          above = std::max(above, graph_.derivative(e) - order[graph_.index(e)]);
    return above;
  }

  // The top derivatives (and more) with their equations, if an initial equation or a fixed value asks for it.
  bool add_tops_if_needed(bool anyway) {
    const int above = std::max(wanted_above_top(), anyway ? 0 : -1);
    std::vector<Expr> rows;
    if (above >= 0)
      for (const model::Equation& equation : dae_.equations) rows.push_back(equation.residual);
    for (int k = 0; k <= above; ++k) {
      for (int j = 0; j < static_cast<int>(dae_.variables.size()); ++j) {
        add_unknown(j, order_[j] + k);
        if (const auto given = later_.find(point_.quantities.back().leaf.id); given != later_.end()) {
          point_.quantities.back().value = given->second.value;
          point_.quantities.back().rank = given->second.rank;
        }
      }
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (k > 0) rows[i] = graph_.total(rows[i]);
        add(dae_.equations[i], rows[i], k, dae_.equations[i].family);
      }
    }
    return above >= 0;
  }

  // The same when F_i^(l), l <= c_i, are there already.
  void add_above(const std::vector<int>& c) {
    const int above = wanted_above_top();
    for (int k = 1; k <= above; ++k) {
      for (int j = 0; j < static_cast<int>(dae_.variables.size()); ++j) add_unknown(j, order_[j] + k);
      for (std::size_t i = 0; i < dae_.equations.size(); ++i) {
        const model::Equation& equation = dae_.equations[i];
        add(equation, graph_.total(equation.residual, c[i] + k), c[i] + k, equation.family);
      }
    }
  }

  // Preferred values of what was eliminated are conditions with an unknown of their own. After all others.
  void add_definitions() {
    for (const auto& [start, value] : by_definition_) {
      if (start.leaf.id < at_.size() && at_[start.leaf.id] >= 0) continue;  // it stands among the tops
      quantity_[start.leaf.id] = static_cast<int>(point_.quantities.size());
      int stage = -1000;  // that of what it is of
      for (const Expr leaf : expr::leaves(graph_, value))
        if (leaf.id < at_.size() && at_[leaf.id] >= 0)
          stage = std::max(stage, point_.quantities[at_[leaf.id]].stage);
      point_.quantities.push_back({.leaf = start.leaf,
                                   .value = start.value,
                                   .rank = start.rank,
                                   .nominal = start.value != 0 ? std::fabs(start.value) : 1,
                                   .state = false,
                                   .stage = stage});
      point_.conditions.push_back(
          {.residual = graph_.apply(Op::sub, start.leaf, value),
           .text = fmt::format("the definition of {}", expr::print(graph_, start.leaf))});
    }
  }

  analysis::Point solve() {
    ++work_so_far().starts;
    return analysis::find_point(point_);
  }

  std::unique_ptr<StartPlan::Data> plan();

 private:
  void take(const model::StartValue& start) {
    Expr target = start.leaf;
    const std::string name = expr::print(graph_, target);
    if (const auto at = defined_.find(graph_.index(start.leaf)); at != defined_.end())
      target = graph_.total(at->second, graph_.derivative(start.leaf));
    if (target.id < at_.size() && at_[target.id] >= 0) {
      quantity_[start.leaf.id] = at_[target.id];
      Quantity& quantity = point_.quantities[at_[target.id]];
      if (quantity.rank == Rank::fixed && start.rank == Rank::fixed && quantity.value != start.value)
        throw Error(Kind::initialization,
                    fmt::format("{} and {} are the same quantity, but are fixed at {} and {}", quote(name),
                                quote(expr::print(graph_, target)), start.value, quantity.value),
                    {.variables = {name, expr::print(graph_, target)}}, "fix only one of them");
      if (start.rank >= quantity.rank) {
        quantity.value = start.value;
        quantity.rank = start.rank;
      }
    } else if (start.rank == Rank::fixed) {
      constant_[start.leaf.id] = start.value;
      point_.conditions.push_back({.residual = graph_.apply(Op::sub, target, graph_.constant(start.value)),
                                   .text = fmt::format("{} = {} (fixed)", name, start.value)});
    } else if (graph_.op(target) == Op::symbol) {
      if (start.rank == Rank::preferred && target.id == start.leaf.id) open_.push_back(start);
      put_off_[start.leaf.id] = {start.rank, target.id, 1};
      later_.emplace(target.id, start);
    } else if (graph_.op(target) == Op::neg && graph_.op(graph_.arg(target, 0)) == Op::symbol) {
      put_off_[start.leaf.id] = {start.rank, graph_.arg(target, 0).id, -1};
      later_.emplace(graph_.arg(target, 0).id, model::StartValue{start.leaf, -start.value, start.rank});
    } else if (start.rank == Rank::preferred && of_one_unknown(target)) {
      by_definition_.emplace_back(start, target);
    } else {
      put_off_[start.leaf.id] = {start.rank, start.leaf.id, 0};
    }
  }

  // What one equation makes of an unknown without a derivative, if the start of its state is open; otherwise none.
  Expr formula(Expr unknown) {
    if (!formulas_)
      formulas_.emplace(dae_, [this](Expr leaf) { return leaf.id < at_.size() && at_[leaf.id] >= 0; });
    const OneStateFormulas::Found found = formulas_->of(unknown);
    return found.state && point_.quantities[at_[found.state.id]].rank == Rank::guess ? found.value : Expr{};
  }

  // v = 2*der(x): to prefer a value of v is to prefer one of der(x).
  bool of_one_unknown(Expr target) const {
    int unknowns = 0;
    for (const Expr leaf : expr::leaves(graph_, target))
      if (graph_.op(leaf) == Op::symbol) {
        if (leaf.id >= at_.size() || at_[leaf.id] < 0) return false;
        if (point_.quantities[at_[leaf.id]].rank != Rank::guess) return false;
        ++unknowns;
      }
    return unknowns == 1;
  }

  const model::Problem& problem_;
  const model::Dae& dae_;
  expr::Graph& graph_;
  std::vector<int> order_;  // of the top derivative, per unknown
  std::unordered_map<int, Expr> defined_;
  std::vector<int> at_;  // by leaf: its place among the quantities; -1: none
  std::unordered_map<std::uint32_t, model::StartValue> later_;
  // Preferred values of what was eliminated, or follows from one state alone, with what they are of.
  std::vector<std::pair<model::StartValue, Expr>> by_definition_;
  std::optional<OneStateFormulas> formulas_;
  std::vector<model::StartValue> open_;  // preferred values of unknowns that are no states
  // By the leaf of a start value: the quantity that it is of; what is built into a condition; what was put
  // off until the tops are looked for, or ignored.
  std::unordered_map<std::uint32_t, int> quantity_;
  std::unordered_map<std::uint32_t, double> constant_;
  std::unordered_map<std::uint32_t, StartPlan::PutOff> put_off_;
  analysis::PointProblem point_;
};

std::unique_ptr<StartPlan::Data> StartProblem::plan() {
  auto data = std::make_unique<StartPlan::Data>(point_);
  data->dae = &dae_;
  data->quantities = point_.quantities;
  for (Quantity& q : data->quantities) {
    if (graph_.op(q.leaf) != Op::symbol) continue;
    q.rank = Rank::guess;
    q.value = 0;
  }
  for (std::size_t j = 0; j < dae_.variables.size(); ++j) {
    const model::Variable& variable = dae_.variables[j];
    const Expr leaf = graph_.symbol(variable.id);
    if (leaf.id < at_.size() && at_[leaf.id] >= 0)
      data->quantities[static_cast<std::size_t>(at_[leaf.id])].value =
          std::clamp(0.0, variable.min, std::max(variable.min, variable.max));
    data->top.emplace(graph_.symbol(variable.id, order_[j]).id, static_cast<int>(j));
  }
  data->conditions = point_.conditions;
  for (std::size_t k = 0; k < at_.size(); ++k)
    if (at_[k] >= 0) data->quantity.emplace(static_cast<std::uint32_t>(k), at_[k]);
  for (const auto& [leaf, at] : quantity_) data->quantity.insert_or_assign(leaf, at);
  data->constant = constant_;
  data->put_off = put_off_;
  if (!by_definition_.empty())
    for (const model::StartValue& start : problem_.starts) data->ranks.emplace(start.leaf.id, start.rank);
  return data;
}

// `with_tops`: only a start at which the highest derivatives exist will do.
std::vector<double> find_consistent(const model::Problem& problem, const model::Dae& dae, system::Ode& ode,
                                    double t, std::vector<std::string>* notes,
                                    std::shared_ptr<const StartPlan>* plan, bool tops_too) {
  std::vector<int> order(dae.variables.size());
  for (const auto& part : ode.state())
    order[part.unknown] = std::max(order[part.unknown], part.derivative + 1);
  StartProblem start(problem, dae, order, t);
  for (const auto& part : ode.state()) start.add_unknown(part.unknown, part.derivative);
  for (const model::Equation& invariant : dae.invariants)
    start.add(invariant, invariant.residual, 0, invariant.family);
  start.take_starts();
  const bool with_tops = start.add_tops_if_needed(tops_too);
  start.add_definitions();
  if (plan != nullptr) {
    auto data = start.plan();
    data->with_tops = with_tops;
    *plan = std::make_shared<const StartPlan>(std::move(data));
    if (auto values = (*plan)->start(problem, parameter_values(dae), ode, t, notes))
      return *std::move(values);
  }
  analysis::Point point = start.solve();
  if (notes) tell_point(point, *notes);
  // Tops that were solved for together with the state say where the run begins to look for them.
  const std::size_t states = ode.state().size(), tops = dae.variables.size();
  if (with_tops)
    ode.guess(Vec(point.values).subspan(states, tops));
  else
    system::begin(ode, start.tops(ode.top()));
  point.values.resize(states);
  if (ode.guesses() && notes) find_tops(dae, ode, t, point.values, *notes);
  return point.values;
}

}  // namespace

// In a singular configuration velocities must lie along a branch of the constraints, which only their next
// derivative tells: G v = 0 is too little there.
std::vector<double> consistent_start(const model::Problem& problem, const model::Dae& dae, system::Ode& ode,
                                     double t, std::vector<std::string>* notes,
                                     std::shared_ptr<const StartPlan>* plan) {
  const std::size_t told = notes != nullptr ? notes->size() : 0;
  std::vector<double> found = find_consistent(problem, dae, ode, t, notes, plan, false), slope(found.size());
  if (ode.guesses() || dae.dependent_tops > 0 || ode.invariants() == 0) return found;
  const system::SingularPoints* const points = system::singular_points(ode);
  if (ode.derivative(t, found, slope) &&
      (points == nullptr || !points->passed() || system::on_a_branch(ode, t, found)))
    return found;
  try {
    std::vector<std::string> other_notes;
    std::vector<double> other = find_consistent(problem, dae, ode, t, &other_notes, nullptr, true);
    if (!ode.derivative(t, other, slope)) return found;
    if (notes != nullptr) {
      notes->resize(told);
      notes->insert(notes->end(), other_notes.begin(), other_notes.end());
    }
    return other;
  } catch (const Error&) {
    return found;
  }
}

FullStart consistent_values(const model::Problem& problem, const std::vector<int>& c,
                            const std::vector<int>& d, double t) {
  const model::Dae& dae = problem.dae;
  StartProblem start(problem, dae, d, t);
  FullStart result;
  for (int j = 0; j < static_cast<int>(dae.variables.size()); ++j)
    for (int l = 0; l <= d[j]; ++l) start.add_unknown(j, l);
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    expr::Expr row = dae.equations[i].residual;
    for (int l = 0;; ++l) {
      start.add(dae.equations[i], row, l, static_cast<int>(i));
      if (l == c[i]) break;  // no derivative is made that nobody needs
      row = dae.graph->total(row);
    }
  }
  start.take_starts();
  start.add_above(c);
  start.add_definitions();
  const analysis::Point point = start.solve();
  result.notes = point.notes;
  result.values.reserve(d.size());
  auto next = point.values.begin();
  for (const int order : d) {
    result.values.emplace_back(next, next + (order + 1));
    next += order + 1;
  }
  return result;
}

}  // namespace trammel::pipeline
