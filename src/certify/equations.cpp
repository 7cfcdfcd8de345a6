#include "certify/equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "certify/jet.hpp"
#include "expr/query.hpp"

namespace trammel::certify {
namespace {

using expr::Expr;
using expr::Op;

// Parameters that a later pass has added to the graph are none of these equations'.
void set(program::Runner& runner, std::vector<double> parameters) {
  parameters.resize(static_cast<std::size_t>(runner.program().parameters()));
  runner.set_parameters(parameters);
}

// Only the user's parameters: a pass that was made later may have added some to the graph.
std::vector<double> parameter_values(const model::Dae& dae) {
  std::vector<double> values(static_cast<std::size_t>(dae.graph->parameters()));
  for (const model::Parameter& parameter : dae.parameters)
    values[static_cast<std::size_t>(parameter.id)] = parameter.value;
  return values;
}

}  // namespace

EquationCode::EquationCode(const model::Dae& dae, const std::vector<std::string>& names,
                           const std::vector<Expr>& leaves)
    : graph_(dae.graph), time_(dae.graph->time()), leaves_(leaves), parameters_(parameter_values(dae)),
      variables_(static_cast<int>(dae.variables.size())) {
  const expr::Graph& graph = *dae.graph;
  std::unordered_map<int, int> number;  // of a variable of the graph
  for (std::size_t j = 0; j < dae.variables.size(); ++j)
    number.emplace(dae.variables[j].id, static_cast<int>(j));
  std::map<std::pair<int, int>, int> at;  // variable of the graph, order
  for (std::size_t p = 0; p < leaves.size(); ++p) {
    if (graph.op(leaves[p]) != Op::symbol) {  // a discrete variable
      reported_.push_back({names[p]});
      continue;
    }
    const int id = graph.index(leaves[p]), order = graph.derivative(leaves[p]);
    const auto j = number.find(id);
    reported_.push_back({names[p], j == number.end() ? -1 : j->second, order});
    at[{id, order}] = static_cast<int>(p);
  }
  const auto position = [&](int variable, int order) {
    const auto found = at.find({variable, order});
    return found == at.end() ? -1 : found->second;
  };
  for (std::size_t p = 0; p < leaves.size(); ++p) {
    if (graph.op(leaves[p]) != Op::symbol) continue;
    const int id = graph.index(leaves[p]), order = graph.derivative(leaves[p]);
    reported_[p].below = position(id, order - 1);
    reported_[p].above = position(id, order + 1);
  }

  std::vector<Expr> rows, hidden;
  int deepest = 0;
  std::vector<model::Equation> written = dae.equations;
  equation_count_ = static_cast<int>(written.size());
  written.insert(written.end(), dae.invariants.begin(), dae.invariants.end());
  for (model::Equation& equation : written) {
    std::vector<int> used;
    int depth = most_jet_degree;
    bool known = true;
    for (const Expr leaf : expr::leaves(graph, equation.residual)) {
      autonomous_ = autonomous_ && leaf != time_;
      if (graph.op(leaf) != Op::symbol) continue;
      const int p = position(graph.index(leaf), graph.derivative(leaf));
      known = known && p >= 0;
      if (p < 0) continue;
      used.push_back(p);
      int further = 0;
      for (int q = reported_[p].above; q >= 0; q = reported_[q].above) ++further;
      depth = std::min(depth, further);
    }
    if (!known) {  // an invariant of something that is not reported: nothing to look at
      equation_count_ -= &equation - written.data() < equation_count_ ? 1 : 0;
      continue;
    }
    rows.push_back(equation.residual);
    depth_.push_back(used.empty() ? 0 : depth);
    deepest = std::max(deepest, depth_.back());
    of_row_.push_back(std::move(used));
    equations_.push_back(std::move(equation));
  }
  terms_.emplace(graph, rows, position, 0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (depth_[i] > 0) {
      hidden_.push_back(static_cast<int>(i));
      hidden.push_back(rows[i]);
    }
  if (!hidden.empty()) jets_.emplace(graph, hidden, position, deepest);
  residual_ = program::compile(graph, inputs(), {{{{.rows = rows, .value_bank = 0}}}},
                               {.engine = program::Engine::vm});
}

const program::Program& EquationCode::jacobian() const {
  std::call_once(later_->once, [this] {
    program::Request request{.jacobian_bank = 0, .columns = static_cast<int>(leaves_.size())};
    for (const model::Equation& equation : equations_) request.rows.push_back(equation.residual);
    for (std::size_t p = 0; p < leaves_.size(); ++p)
      if (graph_->op(leaves_[p]) == Op::symbol) request.terms.push_back({leaves_[p], static_cast<int>(p)});
    later_->jacobian = program::compile(*graph_, inputs(), {{{request}}}, {.engine = program::Engine::vm});
  });
  return *later_->jacobian;
}

Equations::Equations(std::shared_ptr<const EquationCode> code)
    : code_(std::move(code)), parameters_(code_->parameters()), terms_(code_->terms()), jets_(code_->jets()),
      residual_(code_->residual()) {
  set_parameters(parameters_);
}

std::string Equations::name(int row, int derivative) const {
  return model::name_of(equation(row), derivative);
}

void Equations::set_parameters(Vec values) {
  if (values.data() != parameters_.data())
    std::copy_n(values.begin(), std::min(values.size(), parameters_.size()), parameters_.begin());
  terms_.set_parameters(parameters_);
  if (jets_) jets_->set_parameters(parameters_);
  residual_.set_parameters(parameters_);
  if (jacobian_) set(*jacobian_, parameters_);
  J_values_.clear();
}

void Equations::residuals(double t, Vec values, Out r) {
  const double* in[] = {&t, values.data()};
  double* out[] = {r.data()};
  residual_.run(0, in, out);
}

const linalg::SparseMatrix& Equations::jacobian(double t, Vec values) {
  if (!jacobian_) {
    jacobian_.emplace(code_->jacobian());
    set(*jacobian_, parameters_);
    J_ = linalg::SparseMatrix(jacobian_->program().shared_pattern(0, 0));
  } else if (t == J_time_ && std::ranges::equal(values, J_values_)) {
    return J_;
  }
  J_time_ = t;
  J_values_.assign(values.begin(), values.end());
  const double* in[] = {&t, values.data()};
  double* out[] = {J_.value.data()};
  jacobian_->run(0, in, out);
  return J_;
}

}  // namespace trammel::certify
