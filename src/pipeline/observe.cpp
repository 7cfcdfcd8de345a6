#include "pipeline/observe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/structure.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "system/rates.hpp"

namespace trammel::pipeline {

using expr::Expr;

std::vector<double> parameter_values(const model::Dae& dae, int count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (const model::Parameter& parameter : dae.parameters) values[parameter.id] = parameter.value;
  return values;
}

std::vector<double> parameter_values(const model::Dae& dae) {
  return parameter_values(dae, dae.graph->parameters());
}

Reported reported(const model::Dae& as_written) {
  expr::Graph& graph = *as_written.graph;
  const analysis::Signature sigma = analysis::signature(as_written);
  std::vector<int> highest(as_written.variables.size(), 0);
  for (std::size_t k = 0; k < sigma.order.size(); ++k)
    highest[sigma.graph.column[k]] = std::max(highest[sigma.graph.column[k]], sigma.order[k]);
  Reported result;
  // A variable called 'der(x)' keeps its quotes: it could be mistaken for the derivative of x.
  const auto name = [&](int id, int derivative) {
    const std::string& plain = graph.variable_name(id);
    if (!plain.starts_with("der(")) return expr::print_symbol(graph, id, derivative);
    std::string text = "'" + plain + "'";
    for (int k = 0; k < derivative; ++k) text = fmt::format("der({})", text);
    return text;
  };
  const auto add = [&](int id, int derivative) {
    result.names.push_back(name(id, derivative));
    result.leaves.push_back(graph.symbol(id, derivative));
  };
  for (const model::Variable& variable : as_written.variables) add(variable.id, 0);
  for (const model::Discrete& discrete : as_written.events.discrete)
    if (graph.op(discrete.value) == expr::Op::parameter) {
      result.names.push_back(graph.parameter_name(graph.index(discrete.value)));
      result.leaves.push_back(discrete.value);
    }
  for (std::size_t j = 0; j < highest.size(); ++j)
    for (int k = 1; k <= highest[j]; ++k) add(as_written.variables[j].id, k);
  return result;
}

Dictionary::Dictionary(const model::Dae& dae, bool observed) : graph_(*dae.graph) {
  for (const model::Renamed& renamed : dae.renamed) {
    renamed_.emplace(graph_.symbol(renamed.of, renamed.derivative).id, graph_.symbol(renamed.variable));
    renamed_.emplace(graph_.symbol(renamed.of, renamed.derivative + 1).id,
                     graph_.symbol(renamed.variable, 1));
  }
  // A derivative that has a name of its own is that, not the rate of the one below. Of two names the first is
  // meant: a pass that reduces the order afterwards names what is left of x', which equations may no longer
  // use (second_order_extension.cpp).
  for (auto renamed = dae.renamed.rbegin(); renamed != dae.renamed.rend(); ++renamed)
    renamed_[graph_.symbol(renamed->of, renamed->derivative).id] = graph_.symbol(renamed->variable);
  if (observed)
    for (const model::Observed& other : dae.observed) renamed_[other.leaf.id] = other.value;
  for (const model::Definition& definition : dae.definitions)
    defined_.emplace(definition.variable, definition.value);
}

Expr Dictionary::translate(Expr leaf) const {
  if (graph_.op(leaf) != expr::Op::symbol) return leaf;  // discrete variables are parameters
  if (const auto at = renamed_.find(leaf.id); at != renamed_.end()) {
    const Expr name = at->second;  // which a definition may have eliminated
    const bool gone =
        name != leaf && graph_.op(name) == expr::Op::symbol && defined_.contains(graph_.index(name));
    return gone ? translate(name) : name;
  }
  const auto defined = defined_.find(graph_.index(leaf));
  if (defined == defined_.end()) return leaf;
  // Definitions stay in the user's derivatives, however often passes have renamed those.
  const Expr value = graph_.total(defined->second, graph_.derivative(leaf));
  return expr::substitute(graph_, std::span(&value, 1), renamed_)[0];
}

OdeReadout read_from_ode(const model::Dae& integrated, const system::System& system,
                         const std::vector<Expr>& leaves) {
  expr::Graph& graph = *integrated.graph;
  const Dictionary dictionary(integrated);
  program::Request request{.value_bank = 0};
  for (const Expr leaf : leaves) request.rows.push_back(dictionary.translate(leaf));
  const std::vector<system::Ode::Part>& state = system.state();
  program::Inputs inputs;
  inputs.banks.resize(3);
  inputs.banks[0] = {graph.time()};
  std::vector<int> order(integrated.variables.size(), 0);
  for (const auto& part : state) {
    inputs.banks[1].push_back(graph.symbol(integrated.variables[part.unknown].id, part.derivative));
    order[part.unknown] = std::max(order[part.unknown], part.derivative + 1);
  }
  for (std::size_t j = 0; j < order.size(); ++j)
    inputs.banks[2].push_back(graph.symbol(integrated.variables[j].id, order[j]));
  std::unordered_map<std::uint32_t, int> place;
  for (std::size_t i = 0; i < inputs.banks[1].size(); ++i)
    place.emplace(inputs.banks[1][i].id, static_cast<int>(i));
  std::vector<int> states;
  for (const Expr row : request.rows) {
    const auto at = place.find(row.id);
    states.push_back(at == place.end() ? -1 : at->second);
  }
  return {system, program::compile(graph, inputs, {{{request}}}, {.engine = program::Engine::vm}),
          std::move(states)};
}

OdeObserver::OdeObserver(const OdeReadout& readout, Vec parameters)
    : instance_(std::make_unique<system::Instance>(readout.system)),
      runner_(runner_for(readout.program, parameters)), state_(readout.state),
      z_(readout.system.state().size()), dz_(z_.size()),
      unknown_(instance_->ode().top().size(), std::nan("")), top_(unknown_.size()),
      below_(unknown_.size(), -1) {
  instance_->set_parameters(parameters);
  const std::vector<system::Ode::Part>& state = readout.system.state();  // by levels: the last one stays
  for (std::size_t i = 0; i < state.size(); ++i)
    below_[static_cast<std::size_t>(state[i].unknown)] = static_cast<int>(i);
}

bool OdeObserver::move(double t, Vec z, bool project) {
  system::Ode& ode = instance_->ode();
  std::ranges::copy(z, z_.begin());
  system::forget_rates(ode);  // the same answer whenever it is asked for
  const bool known = bool(ode.derivative(t, z_, dz_));
  if (known && project && !ode.project(t, z_).outcome) std::ranges::copy(z, z_.begin());
  return known;
}

void OdeObserver::states(double t, Vec z, bool project, Out values) {
  if (project) (void)move(t, z, true);
  for (std::size_t k = 0; k < state_.size(); ++k)
    if (state_[k] >= 0) values[k] = (project ? Vec(z_) : z)[static_cast<std::size_t>(state_[k])];
}

void OdeObserver::operator()(double t, Vec z, bool project, Out values, Vec slope) {
  system::Ode& ode = instance_->ode();
  bool known = move(t, z, project);
  if (known && project) known = bool(ode.derivative(t, z_, dz_));
  // What could not be solved for has no value; that of another time would look like one.
  const Vec top = known ? ode.top() : Vec(unknown_);
  std::ranges::copy(top, top_.begin());
  if (slope.size() == z_.size())
    for (std::size_t j = 0; j < top_.size(); ++j)
      if (below_[j] >= 0 && !std::isfinite(top_[j])) top_[j] = slope[static_cast<std::size_t>(below_[j])];
  const double* in[] = {&t, z_.data(), top_.data()};
  double* out[] = {values.data()};
  runner_.run(0, in, out);
}

void Branch::add(double t, Vec z, Vec top, bool keep) {
  states_ = z.size();
  tops_ = top.size();
  if (!keep) {
    times_.clear();
    values_.clear();
  }
  times_.push_back(t);
  values_.insert(values_.end(), z.begin(), z.end());
  values_.insert(values_.end(), top.begin(), top.end());
}

Branch::Node Branch::before(double t) const {
  const auto after = std::ranges::upper_bound(times_, t);
  const auto k = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times_.begin() - 1, 0));
  const Vec node = Vec(values_).subspan(k * (states_ + tops_), states_ + tops_);
  return {times_[k], node.first(states_), node.subspan(states_)};
}

program::Program read_from_residual(const model::Dae& integrated, const std::vector<Expr>& leaves) {
  expr::Graph& graph = *integrated.graph;
  const Dictionary dictionary(integrated);
  program::Request request{.value_bank = 0};
  for (const Expr leaf : leaves) request.rows.push_back(dictionary.translate(leaf));
  program::Inputs inputs;
  inputs.banks.resize(3);
  inputs.banks[0] = {graph.time()};
  for (const model::Variable& variable : integrated.variables)
    for (int k = 0; k < 2; ++k) inputs.banks[k + 1].push_back(graph.symbol(variable.id, k));
  return program::compile(graph, inputs, {{{request}}}, {.engine = program::Engine::vm});
}

ResidualObserver::ResidualObserver(const program::Program& readout, Vec parameters)
    : runner_(runner_for(readout, parameters)) {}

void ResidualObserver::operator()(double t, Vec y, Vec slope, Out values) {
  const double* in[] = {&t, y.data(), slope.data()};
  double* out[] = {values.data()};
  runner_.run(0, in, out);
}

}  // namespace trammel::pipeline
