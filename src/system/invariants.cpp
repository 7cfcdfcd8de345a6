#include "system/invariants.hpp"

#include <algorithm>
#include <unordered_map>

#include "system/compile.hpp"

namespace trammel::system {

struct Invariants::Data {
  explicit Data(program::Program program) : runner(std::move(program)) {}
  program::Runner runner;
  std::vector<char> written, lowest, users_own, highest;
  std::vector<int> family, below, height;
};

Invariants::Invariants(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Invariants::~Invariants() = default;
std::unique_ptr<Invariants> Invariants::copy(Vec parameters) const {
  auto data = std::make_unique<Data>(*data_);
  data->runner.set_parameters(
      parameters.first(static_cast<std::size_t>(data->runner.program().parameters())));
  return std::make_unique<Invariants>(std::move(data));
}
int Invariants::rows() const { return static_cast<int>(data_->written.size()); }
int Invariants::columns() const { return static_cast<int>(data_->highest.size()); }
bool Invariants::written(int row) const { return data_->written[row]; }
bool Invariants::lowest(int row) const { return data_->lowest[row]; }
bool Invariants::users_own(int row) const { return data_->users_own[row]; }
bool Invariants::highest(int column) const { return data_->highest[column]; }
int Invariants::family(int row) const { return data_->family[row]; }
int Invariants::below(int row) const { return data_->below[row]; }
int Invariants::height(int column) const { return data_->height[column]; }

void Invariants::evaluate(double t, Vec z, Out h) {
  const double* in[] = {&t, z.data()};
  double* out[] = {h.data()};
  data_->runner.run(0, in, out);
}

void Invariants::jacobian(double t, Vec z, linalg::SparseMatrix& H) {
  const double* in[] = {&t, z.data()};
  double* out[] = {H.value.data()};
  data_->runner.run(1, in, out);
}

std::shared_ptr<const linalg::Pattern> Invariants::pattern() const {
  return data_->runner.program().shared_pattern(1, 0);
}

std::unique_ptr<Invariants> compile_invariants(const model::Dae& dae, const std::vector<Ode::Part>& state,
                                               const program::CompileOptions& options) {
  expr::Graph& graph = *dae.graph;
  program::Inputs inputs;
  inputs.banks.resize(2);
  inputs.banks[0] = {graph.time()};
  program::Request values{.value_bank = 0}, jacobian{.jacobian_bank = 0};
  jacobian.columns = static_cast<int>(state.size());
  for (std::size_t k = 0; k < state.size(); ++k) {
    inputs.banks[1].push_back(graph.symbol(dae.variables[state[k].unknown].id, state[k].derivative));
    jacobian.terms.push_back({inputs.banks[1].back(), static_cast<int>(k)});
  }
  for (const model::Equation& invariant : dae.invariants) values.rows.push_back(invariant.residual);
  jacobian.rows = values.rows;
  auto data = std::make_unique<Invariants::Data>(
      program::compile(graph, inputs, {{{values}}, {{jacobian}}}, options));
  std::vector<double> parameters(static_cast<std::size_t>(data->runner.program().parameters()));
  for (const model::Parameter& parameter : dae.parameters) parameters[parameter.id] = parameter.value;
  data->runner.set_parameters(parameters);
  std::unordered_map<int, const model::Equation*> top_of;  // by family, the first of each
  for (const model::Equation& equation : dae.equations)
    if (equation.family >= 0) top_of.emplace(equation.family, &equation);
  for (const model::Equation& invariant : dae.invariants) {
    const auto found = top_of.find(invariant.family);
    const bool known = found != top_of.end();
    const model::Equation* const top = known ? found->second : nullptr;
    data->users_own.push_back(!known);
    data->written.push_back(invariant.derivative == 0);
    data->lowest.push_back(!known || top->derivative == invariant.derivative + 1);
    data->family.push_back(invariant.family);
    data->below.push_back(known ? top->derivative - invariant.derivative : 0);
  }
  for (std::size_t k = 0; k < state.size(); ++k)
    data->highest.push_back(k + 1 == state.size() || state[k + 1].unknown != state[k].unknown);
  std::vector<int> order(dae.variables.size(), 0);  // of the top derivatives
  for (const Ode::Part& part : state)
    order[part.unknown] = std::max(order[part.unknown], part.derivative + 1);
  for (const Ode::Part& part : state) data->height.push_back(order[part.unknown] - part.derivative);
  return std::make_unique<Invariants>(std::move(data));
}

}  // namespace trammel::system
