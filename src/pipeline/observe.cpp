#include "pipeline/observe.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "analysis/structure.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {

using expr::Expr;

Observer::Observer(const model::Dae& as_written, const model::Dae& integrated, const system::System& system,
                   const program::CompileOptions& options)
    : instance_(std::make_unique<system::Instance>(system)) {
  expr::Graph& graph = *integrated.graph;
  const analysis::Signature sigma = analysis::signature(as_written);
  std::vector<int> highest(as_written.variables.size(), 0);
  for (std::size_t k = 0; k < sigma.order.size(); ++k)
    highest[sigma.graph.column[k]] = std::max(highest[sigma.graph.column[k]], sigma.order[k]);

  program::Request request{.value_bank = 0};
  std::unordered_map<int, Expr> defined;
  for (const model::Definition& definition : integrated.definitions)
    defined.emplace(definition.variable, definition.value);
  const auto add = [&](int id, int derivative) {
    names_.push_back(expr::print_symbol(graph, id, derivative));
    const auto at = defined.find(id);
    request.rows.push_back(at == defined.end() ? graph.symbol(id, derivative)
                                               : graph.total(at->second, derivative));
  };
  for (const model::Variable& variable : as_written.variables) add(variable.id, 0);
  for (std::size_t j = 0; j < highest.size(); ++j)
    for (int k = 1; k <= highest[j]; ++k) add(as_written.variables[j].id, k);

  system::Ode& ode = instance_->ode();
  program::Inputs inputs;
  inputs.banks.resize(3);
  inputs.banks[0] = {graph.time()};
  std::vector<int> order(integrated.variables.size(), 0);
  for (const auto& part : ode.state()) {
    inputs.banks[1].push_back(graph.symbol(integrated.variables[part.unknown].id, part.derivative));
    order[part.unknown] = std::max(order[part.unknown], part.derivative + 1);
  }
  for (std::size_t j = 0; j < order.size(); ++j)
    inputs.banks[2].push_back(graph.symbol(integrated.variables[j].id, order[j]));
  runner_ = std::make_unique<program::Runner>(program::compile(graph, inputs, {{{request}}}, options));
  std::vector<double> parameters(static_cast<std::size_t>(runner_->program().parameters()));
  for (const model::Parameter& parameter : integrated.parameters) parameters[parameter.id] = parameter.value;
  runner_->set_parameters(parameters);
  z_.resize(ode.state().size());
  dz_.resize(z_.size());
}

void Observer::operator()(double t, Vec state, bool project, Out values) {
  system::Ode& ode = instance_->ode();
  std::ranges::copy(state, z_.begin());
  bool known = bool(ode.derivative(t, z_, dz_));
  if (known && project) {
    known = bool(ode.project(t, z_).outcome);
    if (!known) std::ranges::copy(state, z_.begin());
    known = bool(ode.derivative(t, z_, dz_));
  }
  const double* in[] = {&t, z_.data(), ode.top().data()};
  double* out[] = {values.data()};
  runner_->run(0, in, out);
}

}  // namespace trammel::pipeline
